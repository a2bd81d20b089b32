"""The digests of the packages that ship, and of limits. Whoever has judged them has results below these digests in a
store: where one changes, those are results of another package, and nothing is compared or ranked with them any more.
So a new version may change one only together with the package itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Limits
from judge.model.record import limits_digest, package_digest
from judge.problems.package import read_package

PACKAGES = {
    "all-queens": "9b56eb1ff92a51a69dab62860d2cfc1e24425cb1d1cda5c9480f2a3e4f7d0740",
    "completion": "019b00531148b929e1ba588975a8a4fb51a1bd8652755341c06be9401fe74239",
    "count-queens": "b035afa96dc512bdda5489f86c61f498fc8ac9ed2babc8358aae321044f79649",
    "list-queens": "78194f260ffd19243c5072fbae70c228b0c476374557bcebb97e3f789f402f7c",
    "lizards": "f8baf9867e759589cf667eb0b17a1839b947e4c11f15dffbc85dc7ee72e50b97",
    "most-bishops": "0a538c12431df5bd438bd2f2e626d0cda99f9f6a2cfd4eba77cd8677b8819902",
    "most-knights": "0dc0410312ce2474216865aeead93cfa02a23d43e2225139b6ef9b6f4c50873b",
    "most-queens": "3497c694016182bd2c864291d063c2eaa0d1b0abf5070d74464ac908c3564063",
    "most-rooks": "21b4f02b232c8f034c99375fdfef3231c3094ce1b5f72377b122d9af18b4b862",
    "most-superqueens": "a74c5cc8aedc6a570b25d091821fe1354e55326ff720febe90dd40767780602f",
    "no-three-in-line": "8036935f43fc19de254363d6c5e154ff476835355c3b277eca061b6a083c9aa9",
    "place-bishops": "de438b96061ff996733e981132b401433b684d6cce553d5e1a19e1a26083890e",
    "place-knights": "f2172a6d410a223923414076511a77e0c3c878caae01f9f80f768d7233f8c365",
    "place-queens": "73e317c0b0d06a42dfde86a83efa9f4087704fbdb0dca632af7be36b9d9bf116",
    "place-rooks": "851bb132cc4606c454290082b7d1910e2fc3d9fced6467e1c0eb7d020576c5f0",
    "place-superqueens": "4e5bf94dc452510878db79b5dafd0e1109196080b0d9776114696b69d33af855",
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
    assert package_digest(read_package(Path("testcases", name))) == digest


def test_every_package_that_ships_has_one_here() -> None:
    assert PACKAGES.keys() == {path.parent.name for path in Path("testcases").glob("*/problem.toml")}


@pytest.mark.parametrize(("time_limit_s", "digest"), LIMITS.items())
def test_limits_have_the_digest_that_they_had(time_limit_s: float, digest: str) -> None:
    assert limits_digest(Limits(time_limit=time_limit_s), repeat=1) == digest
