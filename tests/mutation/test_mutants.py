"""The tool that tries the tests: its changes are changes, they are installed, and a floor under the score can fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # libcst takes half a second to load, in each worker
    from tests.mutation.mutants import Change, Mutant

ROOT = Path(__file__).parents[2]

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

TEST = """
from functools import cache
from judge.box.holds import holds
kept = cache(holds)
def test_holds():
    assert kept(5)
"""


def made(changes: Sequence[Change]) -> Iterator[Mutant]:
    return (mutant for change in changes if (mutant := change()))


def test_each_mutant_changes_what_runs() -> None:
    from tests.mutation.mutants import changes_in

    mutants = list(made(changes_in(SOURCE, "judge/box.py")))
    found = {(mutant.line, mutant.function, mutant.before, mutant.after) for mutant in mutants}
    assert {
        (14, "Box.holds", "return size <= LIMIT", "return size < LIMIT"),
        (12, "Box.holds", "if size < 0:", "if size <= 0:"),
        (6, "", "LIMIT = 5", "LIMIT = 6"),
        (5, "", "TABLE = (1, 2, 3, 4, 5, 6)", "TABLE = None"),
    } <= found
    changed = " ".join(mutant.after for mutant in mutants)
    assert "XX" not in changed, "neither docstrings nor sentences"
    assert "Row" not in changed, "a type is for the type checker"
    assert "Kind" not in changed
    assert "7" not in changed, "of a table only the whole"


@pytest.mark.parametrize(("floor", "status"), [("51", 1), pytest.param("50", 0, marks=pytest.mark.slow)])
def test_a_room_below_the_floor_fails_and_its_survivors_are_shown(tmp_path: Path, floor: str, status: int) -> None:
    """Of two mutants of a made-up room, one lives: no test asks for six. What was kept before is forgotten."""
    done = tried(tmp_path, TEST, floor)
    assert done.returncode == status, done.stderr
    assert "judge/box/holds.py:2: survived" in done.stdout
    assert "+ return size <= 6" in done.stdout
    assert "judge/box: 50.0 %" in done.stdout


def tried(folder: Path, test: str, floor: str) -> subprocess.CompletedProcess[str]:
    """Run the tool on a made-up room with one test."""
    shutil.copytree(ROOT / "tests/mutation", folder / "tests/mutation", ignore=shutil.ignore_patterns("test_*"))
    for file, text in (
        ("judge/__init__.py", ""),
        ("judge/box/holds.py", "def holds(size):\n    return size <= 5\n"),
        ("tests/box/test_box.py", test),
        ("pyproject.toml", '[tool.mutmut]\nsource_paths = ["judge"]\n'),
        ("pytest.ini", "[pytest]\nmarkers = slow\naddopts = --import-mode=importlib\n"),
    ):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    command = [sys.executable, "-m", "tests.mutation", "box", "--floor", floor]
    own = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=120, check=False)


def test_a_test_that_fails_anyway_kills_nothing(tmp_path: Path) -> None:
    """What passes once and fails ever after is left out, and the mutant that it was held against lives."""
    test = """
from pathlib import Path
from judge.box.holds import holds

def test_holds(times=[]):
    holds(5)
    times.append(1)
    assert len(times) == 1
"""
    done = tried(tmp_path, test, "0")
    assert "test_holds fails without any mutant" in done.stderr
    assert "judge/box: 0.0 % of 2 mutants killed" in done.stdout
