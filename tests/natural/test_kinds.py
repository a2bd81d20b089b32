"""What programs may do has one verdict: in `judge run`, `judge submit` and `judge grade`, and in each tier as told."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec
import pytest

from judge.sandbox import TIERS
from judge.submissions import languages
from tests.bare.judged import tiers
from tests.boxed import is_there
from tests.natural.generate import Program
from tests.natural.judged import Said, judged
from tests.natural.packages import write_package
from tests.natural.part import files_of


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program, and what is said of it in a tier."""

    name: str
    text: str
    says: str
    landlock: str = ""
    plain: str = ""

    def said(self, tier: str) -> str:
        return {"landlock": self.landlock, "plain": self.plain}.get(tier, "") or self.says


TABLE: Final = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))["kind"]
KINDS: Final = {f"k{number:02}": kind for number, kind in enumerate(msgspec.convert(TABLE, list[Kind]))}

ALL: Final = slice(None)
PARTS: Final = 5


def is_here(kind: Kind) -> bool:
    ending = languages().as_in_table(PurePosixPath(next(iter(files_of(kind.text)))).name).rpartition(".")[2]
    language = languages().of(f".{ending}")
    return language is not None and is_there(language)


def hold(room: Path, tier: str, ways: tuple[str, ...], part: slice = ALL) -> None:
    """Fail with each way in which anything else is said of a kind than the table has."""
    kinds = {name: kind for name, kind in list(KINDS.items())[part] if is_here(kind)}
    programs = [
        Program(name, "", "lizards", {path: text.encode() for path, text in files_of(kind.text).items()}, (), False)
        for name, kind in kinds.items()
    ]
    package = write_package("lizards", room / "packages", ["none"])
    different = []
    for name, outcomes in judged(programs, package, room / tier, tier, ways).items():
        for way, cases in outcomes.items():
            said = cases.get("none") or cases.get("") or Said("", "", "not judged")
            if f"{said.verdict} {said.code}".strip() != kinds[name].said(tier):
                different.append(f"{kinds[name].name}, {way}: {said} and not {kinds[name].said(tier)}")
    assert not different, "\n".join(different)


@pytest.mark.nightly(sample=1)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("tier", TIERS)
def test_a_kind_has_one_verdict_in_each_tier(room: Path, tier: str) -> None:
    if tier not in tiers():
        pytest.skip(f"this host has no {tier}")
    hold(room, tier, ("run", "grade"))


@pytest.mark.nightly(sample=1)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_kind_has_one_verdict_when_it_is_submitted(room: Path, part: int) -> None:
    hold(room, tiers()[0], ("submit", "run again", "grade again"), slice(part, None, PARTS))
