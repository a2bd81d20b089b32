"""The verdict of a program is that of the same program run bare, and what programs may do has one in all commands."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from random import Random
from typing import Final

import msgspec
import pytest

from judge.executors import try_languages
from judge.sandbox import TIERS
from judge.submissions import languages
from tests.bare.judged import tiers
from tests.boxed import is_there
from tests.make import texts_of
from tests.natural.compare import Row, compare, told, write_package
from tests.natural.generate import LANGUAGES, PUZZLES, Program, every_habit
from tests.natural.judged import Said, judged

HABITS: Final = every_habit()
FAST: Final = ("Python", "C", "Node")
SAMPLE: Final = 5


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder that boxes may look into."""
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        if not folder.stat().st_mode & 0o001:  # else it may be /tmp, in which others have to write
            folder.chmod(0o755)
    return tmp_path


def hold(programs: Sequence[Program], room: Path) -> list[Row]:
    """Compare programs; fail with each that differs, and with each that is wrong on purpose and right all the same."""
    known = {name for name in LANGUAGES if is_there(languages()[name])}
    rows = compare([one for one in programs if one.language in known], room)
    different = [row for row in rows if row.different]
    if different:
        pytest.fail("\n\n".join([f"{len(different)} programs differ", *map(told, different)]), pytrace=False)
    meant = [str(row.program) for row in rows if row.program.wrong and all(row.bare.values())]
    assert not meant, "these are to be wrong"
    return rows


@pytest.mark.slow
def test_a_sample_of_habits(room: Path) -> None:
    fast = [one for one in HABITS if one.language in FAST and one.puzzle == "queens"]
    rng = Random(30)
    right, wrong = ([one for one in fast if one.wrong == meant] for meant in (False, True))
    hold([*rng.sample(right, SAMPLE - 3), *rng.sample(wrong, 3)], room)


@pytest.mark.nightly
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_habit(room: Path, puzzle: str) -> None:
    rows = hold([one for one in HABITS if one.puzzle == puzzle], room)
    right = [row for row in rows if all(row.bare.values())]
    meant = [row for row in rows if not row.program.wrong]
    assert len(right) >= 0.9 * len(meant), "most programs are to be right"


# --- what programs may do ---------------------------------------------------------------------------------------------
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

PARTS: Final = 5


@cache
def running() -> dict[str, Sequence[str]]:
    """The tiers in which each language runs: a compiler in root's own folder is out of reach for who is nobody."""
    return {trial.language: trial.runs for trial in try_languages()}


def is_here(kind: Kind, tier: str) -> bool:
    ending = languages().as_in_table(PurePosixPath(next(iter(texts_of(kind.text)))).name).rpartition(".")[2]
    language = languages().of(f".{ending}")
    return language is not None and tier in running()[language.name]


@pytest.mark.nightly(sample=2)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("tier", TIERS)
def test_a_kind_has_one_verdict(room: Path, tier: str, part: int) -> None:
    """Whichever command asks in the best tier, and where it is asked the first time in the others."""
    if tier not in tiers():
        pytest.skip(f"this host has no {tier}")
    ways = ("run", "submit", "grade", "run again", "grade again") if tier == tiers()[0] else ("run", "grade")
    kinds = {name: kind for name, kind in list(KINDS.items())[part::PARTS] if is_here(kind, tier)}
    programs = [
        Program(name, "", "lizards", {path: text.encode() for path, text in texts_of(kind.text).items()}, (), False)
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
