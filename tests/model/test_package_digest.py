"""The digests of the packages that ship. Whoever has judged them has results below these digests in a store: where one
changes, those are results of another package, and nothing is compared or ranked with them any more. So a new version
may change one only together with the package itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model.record import package_digest
from judge.problems.package import read_package


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("all-queens", "9b56eb1ff92a51a69dab62860d2cfc1e24425cb1d1cda5c9480f2a3e4f7d0740"),
        ("lizards", "2c906e8810e5ee17766e83676d388085753ef28d21a8775c99b1fd201d8c2684"),
        ("queens", "1c6f411534c462e4d4c71ec00e554a4ec56adfc555ea9445c9193a521c427fbf"),
        ("spies", "518d3150834b074780ddf276feaff91759ca88c128b63f365aa2660239e1a982"),
    ],
)
def test_a_shipped_package_has_the_digest_that_it_had(name: str, digest: str) -> None:
    assert package_digest(read_package(Path("testcases", name))) == digest
