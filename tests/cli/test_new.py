"""`judge new`: a package is written, and never over something."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.problems import puzzles
from tests.cli.handed_in import Call

WITHOUT_RECIPES = """
import msgspec
from judge.problems.puzzles import count_queens

PUZZLE = msgspec.structs.replace(count_queens.PUZZLE, name="ways", recipes=None)
"""


def test_a_package_is_written_and_its_next_step_is_said(here: Path, call: Call) -> None:
    status, said, _ = call("new", "cup", "--puzzle", "lizards", "--dir", "deep/er")
    assert status == 0
    assert "judge generate deep/er/cup" in said
    assert "6 cases, 6 new" in call("generate", "deep/er/cup", "--only", "crowd-*")[1]
    assert call("new", "cup", "--puzzle", "lizards", "--dir", "deep/er")[0] == 2


def test_a_package_under_testcases_is_known_by_its_name(here: Path, call: Call) -> None:
    assert call("new", "cup", "--puzzle", "queens", "--dir", "testcases")[0] == 0
    assert "8 cases, 8 new" in call("generate", "cup")[1]
    assert "cup: 8 cases, nothing to do" in call("generate", "cup", "--check")[1]


def test_where_no_recipe_makes_cases_their_author_writes_them(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = here / "puzzles"
    own.mkdir()
    (own / "ways.py").write_text(WITHOUT_RECIPES)
    monkeypatch.setattr(puzzles, "__path__", [*puzzles.__path__, str(own)])
    status, said, _ = call("new", "cup", "--puzzle", "ways")
    assert status == 0
    assert "Write its cases, each a folder in cup/secret/ as those in cup/sample/" in " ".join(said.split())
    assert "generators" not in said
    assert "algorithms" not in Path("cup/problem.toml").read_text()
    case = Path("cup/secret/blocked/input.txt")
    case.parent.mkdir(parents=True)
    case.write_text("*..\n.*.\n..*\n")
    status, said, _ = call("answers", "cup")
    assert status == 0, said
    assert "secret/blocked  OK  by counting" in said
    assert case.with_name("answer.txt").read_text() == "0\n"


def test_another_puzzle_was_meant(here: Path, call: Call) -> None:
    status, _, said = call("new", "cup", "--puzzle", "lizard")
    assert status == 2
    assert "did you mean lizards?" in said
    assert call("new", "cup")[0] == 2


@pytest.mark.parametrize("name", ["", "a/b", "..", "x" * 300])
def test_a_name_that_is_none_is_wrong_use(here: Path, call: Call, name: str) -> None:
    before = sorted(here.rglob("*"))
    assert call("new", name, "--puzzle", "queens")[0] == 2
    assert sorted(here.rglob("*")) == before


def test_a_place_that_can_not_be_is_said(here: Path, call: Call) -> None:
    (here / "file").write_text("")
    for place in ("file", "x" * 300):
        status, _, said = call("new", "cup", "--puzzle", "queens", "--dir", place)
        assert status == 2
        assert "error[E435]" in said


@pytest.mark.slow
def test_its_solutions_are_judged_as_it_says(here: Path, call: Call) -> None:
    for puzzle in ("lizards", "all-queens"):
        assert call("new", puzzle, "--puzzle", puzzle)[0] == 0
        files = [str(path) for path in sorted(Path(puzzle).glob("submissions/*/*.py"))]
        status, said, _ = call("run", *files, "--problem", puzzle, "--group", "sample")
        assert status == 0, said
        assert "all as expected" in said
