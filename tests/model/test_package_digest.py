"""The digests of the packages that ship, and of limits. Whoever has judged them has results below these digests in a
store: where one changes, those are results of another package, and nothing is compared or ranked with them any more.
So a new version may change one only together with the package itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Limits
from judge.problems import read_package

PACKAGES = {
    "all-queens": "9b56eb1ff92a51a69dab62860d2cfc1e24425cb1d1cda5c9480f2a3e4f7d0740",
    "completion": "019b00531148b929e1ba588975a8a4fb51a1bd8652755341c06be9401fe74239",
    "count-queens": "b035afa96dc512bdda5489f86c61f498fc8ac9ed2babc8358aae321044f79649",
    "list-queens": "70b4d4ca6f20048f2838132fc8f146c8adb744c74af9226bc004f9c49e374735",
    "lizards": "f8baf9867e759589cf667eb0b17a1839b947e4c11f15dffbc85dc7ee72e50b97",
    "most-bishops": "1d00044cc714454cfd80462f6ecc92f137090ebcc97173d36c71787934b7a40a",
    "most-knights": "fc38b9be59a375afee23ea0933f89062da4efa5fd666f860473b41698bfa2f93",
    "most-queens": "3497c694016182bd2c864291d063c2eaa0d1b0abf5070d74464ac908c3564063",
    "most-rooks": "acef9265aa39f41cf6839a89bafec76b0c777582603494f49577050607ec6c66",
    "most-superqueens": "c4650f1c85a6f7c0924a571d4464d7e560e1e17d21de927f8b75785af12cffdb",
    "no-three-in-line": "8036935f43fc19de254363d6c5e154ff476835355c3b277eca061b6a083c9aa9",
    "place-bishops": "f369460e32c15ec84dd30e2fba4b7d7f38968eae8fcb708a6abe7b528df10c21",
    "place-knights": "071750df96cc999a7c7546da5cde75d59d8e941cba60590653e7a4134f2c1075",
    "place-queens": "01fa00c820c8dd50660714fb4df434ffda3d25be595b27e1e392c00df55afbc1",
    "place-rooks": "3f47e332f08d7556dbd446900c9cc426af7f24ff9194a1462618f76f82ba9300",
    "place-superqueens": "2b688429fcb5163aa4e73a21b5e8dbba7a9eda32e1fe34f6a2ad55a171202053",
    "queens": "1c6f411534c462e4d4c71ec00e554a4ec56adfc555ea9445c9193a521c427fbf",
    "scooters": "70708f69767f18b7251e5f6f0e5ec29ed5af4a4a57f26f8bc1aaf6f620891db1",
    "spies": "518d3150834b074780ddf276feaff91759ca88c128b63f365aa2660239e1a982",
    "star-battle": "36be68f5b950d847b8d9458fac84d1c4bf1d70242c789164e4189906a053b430",
    "verify-queens": "9e5bf2673ba69a85cb34e71a96023e4b300a6227f54fe1eb3393a4f458f29c77",
}
LIMITS = {
    2.0: "6124676276a3c91623aeff50f0a0ea7d8b015068f4d6957b9665ad52c3e0980f",
    3.0: "206c38f30fe3c81530e17c435cffcc1da7e191960e9fc992375125d44eacf66d",
    5.0: "40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8",
}


@pytest.mark.parametrize(("name", "digest"), PACKAGES.items())
def test_a_shipped_package_has_the_digest_that_it_had(name: str, digest: str) -> None:
    assert read_package(Path("testcases", name)).digest == digest


def test_every_package_that_ships_has_one_here() -> None:
    assert PACKAGES.keys() == {path.parent.name for path in Path("testcases").glob("*/problem.toml")}


@pytest.mark.parametrize(("time_limit_s", "digest"), LIMITS.items())
def test_limits_have_the_digest_that_they_had(time_limit_s: float, digest: str) -> None:
    assert Limits(time_limit=time_limit_s).digest(repeat=1) == digest
