"""The digests of the packages that ship, and of limits. Whoever has judged them has results below these digests in a
store: where one changes, those are results of another package, and nothing is compared or ranked with them any more.
So a new version may change one only together with the package itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Limits
from tests.problems.make import SHIPPED, whole
from tests.problems.told import rows_of

DIGESTS = dict(rows_of(Path(__file__).with_name("digests.txt")))


def test_every_package_that_ships_has_one() -> None:
    assert [name for name in DIGESTS if not name.startswith("limit of")] == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_package_has_the_digest_that_it_had(name: str) -> None:
    assert whole(name).digest == DIGESTS[name]


@pytest.mark.parametrize("limit_s", [2.0, 3.0, 5.0])
def test_limits_have_the_digest_that_they_had(limit_s: float) -> None:
    assert Limits(time_limit=limit_s).digest(repeat=1) == DIGESTS[f"limit of {limit_s:g} s"]
