"""The tool that tries the tests: its changes are changes, they are installed, and what is known of them is still so."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.scoring import points
from judge.scoring.claims import Claims, Entrant
from judge.store import codec
from tests.mutation.__main__ import named
from tests.mutation.mutants import ROOT, Mutant, mutants_in, mutants_of
from tests.mutation.patch import install

SOURCE = '''
"""A docstring."""
Row = tuple[int, str]
Kind = TypeVar("Kind", int, str)
TABLE = (1, 2, 3, 4, 5, 6)
LIMIT = 5


class Box:
    def holds(self, size: int) -> bool:
        """Return whether it does."""
        if size < 0:
            raise ValueError("no size is negative")
        return size <= LIMIT
'''


def test_each_mutant_changes_what_runs() -> None:
    found = {(mutant.function, mutant.before, mutant.after) for mutant in mutants_in(SOURCE, "judge/box.py")}
    assert {
        ("Box.holds", "return size <= LIMIT", "return size < LIMIT"),
        ("Box.holds", "if size < 0:", "if size <= 0:"),
        ("", "LIMIT = 5", "LIMIT = 6"),
        ("", "TABLE = (1, 2, 3, 4, 5, 6)", "TABLE = None"),
    } <= found
    changed = " ".join(after for _, _, after in found)
    assert "XX" not in changed, "neither docstrings nor sentences"
    assert "Row" not in changed, "a type is for the type checker"
    assert "Kind" not in changed
    assert "7" not in changed, "of a table only the whole"


@pytest.mark.slow
def test_a_mutant_runs_wherever_its_function_was_imported() -> None:
    imported = points.fastest
    original = imported.__code__
    mutants = mutants_of(ROOT / "judge/scoring/points.py", {"fastest"})
    (mutant,) = (mutant for mutant in mutants if "at <= count" in mutant.after)
    race = Claims([Entrant(1, 1.0, ""), Entrant(1, 9.0, "")])
    assert imported(race, places=1) == [0]
    try:
        assert install(mutant) == 1
        assert imported(race, places=1) == [0, 1]
    finally:
        imported.__code__ = original


@pytest.mark.slow
def test_what_changes_nothing_is_told() -> None:
    (function,) = (
        mutant for mutant in mutants_of(ROOT / "judge/scoring/points.py", {"fastest"}) if "at <= count" in mutant.after
    )
    same = Mutant(function.path, function.function, "", "", function.code.replace("at <= count", "at < count"))
    assert install(same) == 0


@pytest.mark.slow
def test_what_can_not_be_changed_in_a_running_process_is_told() -> None:
    """A field's default: the module has to be imported anew."""
    (field,) = (mutant for mutant in mutants_of(Path(codec.__file__), {""}) if mutant.after == 'cells: bytes = b"XXXX"')
    assert install(field) == 0


@pytest.mark.slow
def test_every_survivor_that_is_named_is_still_a_mutant() -> None:
    """What has been edited since gets another chance."""
    known = named()
    assert len(known) == sum(known.values()), "each is named once"
    functions: dict[str, set[str]] = {}
    for path, _, function in (where.partition("::") for where, _, _ in known):
        functions.setdefault(path, set()).add(function)
    there = {mutant.key for path, within in functions.items() for mutant in mutants_of(ROOT / path, within)}
    assert set(known) <= there
