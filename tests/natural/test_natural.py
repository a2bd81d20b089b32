"""The verdict of a program is that of the same program run bare, by `judge run` and `judge grade`, twice each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from judge.submissions import languages
from tests.boxed import is_there
from tests.natural.compare import Row, compare, told
from tests.natural.generate import Program, drawn, every_habit
from tests.natural.part import LANGUAGES, PUZZLES, table_of

HABITS = every_habit()
FAST, SAMPLE = ("Python", "C", "Node"), 5


def there() -> set[str]:
    return {name for name in LANGUAGES if is_there(languages()[name])}


def hold(programs: Sequence[Program], room: Path) -> list[Row]:
    """Compare programs; fail with each that differs, and with each that is wrong on purpose and right all the same."""
    known = there()
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


def test_a_seed_is_a_program() -> None:
    programs = [drawn(seed) for seed in range(100)]
    assert programs == [drawn(seed) for seed in range(100)]
    for one in [*HABITS, *programs]:
        places = "|".join([*table_of(one.language).places, "core", "do"]).encode()
        assert not any(re.search(rb"^\s*@(?:%b)$" % places, text, re.MULTILINE) for text in one.files.values()), one
