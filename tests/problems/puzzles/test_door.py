"""The door to the puzzles: which there are, and that nobody else tells them apart by name."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import judge
from judge.problems import puzzle_named, puzzle_names

PACKAGE = Path(judge.__file__).parent
NAMES = puzzle_names()


def told_apart(text: str) -> Iterator[int]:
    """The lines that tell puzzles apart: a name in a comparison, a match, the keys of a table, or a list of names."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare(left=left, comparators=others):
                inside = [left, *others]
            case ast.MatchValue(value=value):
                inside = [value]
            case ast.Dict(keys=keys):
                inside = [key for key in keys if key]
            case ast.Subscript(value=ast.Name(id="Literal"), slice=words):
                inside = [words]
            case ast.Tuple(elts=words) | ast.List(elts=words) | ast.Set(elts=words) if len(words) > 1:
                inside = words if all(isinstance(word, ast.Constant) for word in words) else []
            case _:
                continue
        constants = (one for part in inside for one in ast.walk(part) if isinstance(one, ast.Constant))
        yield from (one.lineno for one in constants if one.value in NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "x = puzzle == 'spies'",
        "x = puzzle in ('lizards', 'queens')",
        "match puzzle:\n    case 'queens': pass",
        "x = {'all-queens': 1}[puzzle]",
        "PUZZLES = ('lizards', 'queens')",
        "Name = Literal['lizards']",
    ],
)
def test_the_search_finds_each_way_to_tell_puzzles_apart(text: str) -> None:
    assert list(told_apart(text))


# One of the commands is called completion, and a field of the homework lizards.
OTHER_WORDS = ("cli/command_table.py", "problems/row/words.py", "problems/icpc/write_validators.py")


def test_no_file_tells_puzzles_apart() -> None:
    others = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).as_posix() not in OTHER_WORDS]
    assert len(others) > 100
    assert not [f"{path}:{line}" for path in others for line in told_apart(path.read_text())]


OTHERS = (
    *("most-queens", "completion", "scooters", "star-battle", "no-three-in-line"),
    *("most-bishops", "most-knights", "most-rooks", "most-superqueens"),
    *("place-bishops", "place-knights", "place-queens", "place-rooks", "place-superqueens"),
    *("count-queens", "list-queens", "verify-queens"),
)


def test_the_puzzles_are_found_and_listed_in_their_order() -> None:
    assert puzzle_names() == ("lizards", "queens", "spies", "all-queens", *OTHERS)
    assert [puzzle_named(name).name for name in puzzle_names()] == list(puzzle_names())


def test_starters_pass_the_checks_of_solutions(tmp_path: Path) -> None:
    """They stand in the puzzle's file as text, where ruff does not look."""
    for name in NAMES:
        (tmp_path / "solutions" / name).mkdir(parents=True)
        (tmp_path / "solutions" / name / "starter.py").write_text(puzzle_named(name).starter)
    config = ["--config", str(PACKAGE.parent / "pyproject.toml"), "--no-cache", "solutions"]
    for words in (["check", "-q"], ["format", "-q", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *words, *config]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
