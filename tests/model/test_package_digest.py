"""The digests of the packages that ship, and of limits. Whoever has judged them has results below these digests in a
store: where one changes, those are results of another package, and nothing is compared or ranked with them any more.
So a new version may change one only together with the package itself."""

from __future__ import annotations

from pathlib import Path

from judge.model import Limits
from tests.problems.make import SHIPPED, whole
from tests.problems.told import rows_of


def test_packages_that_ship_and_limits_have_the_digests_that_they_had() -> None:
    limits = {f"limit of {limit_s:g} s": Limits(time_limit=limit_s).digest(repeat=1) for limit_s in (2.0, 3.0, 5.0)}
    kept = dict(rows_of(Path(__file__).with_name("digests.txt")))
    assert {name: whole(name).digest for name in SHIPPED} | limits == kept
