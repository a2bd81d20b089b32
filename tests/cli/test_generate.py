"""`judge generate`: what is said of the cases, what a script learns, and what the JSON holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Made
from tests.cli.handed_in import read_json
from tests.commands import Call
from tests.problems.generators.packages import package
from tests.shipped import few_first

RECIPES = "[secret.forest]\nn = [4, 5]\ndensity = 0.2\nseed = 1\npieces = 'max'\n"


@pytest.fixture
def cup(here: Path) -> Path:
    """A package with recipes, and a sample that none of them makes."""
    folder = package(here / "cup", RECIPES)
    (folder / "sample/n-4").mkdir(parents=True)
    (folder / "sample/n-4/input.txt").write_text("DFS\n4\n4\n" + "0000\n" * 4)
    return folder


def test_each_case_has_its_line(cup: Path, call: Call) -> None:
    said = call.done("generate", "cup", "--json", "made.json")
    assert "new       secret/forest-4  4 x 4, 2 trees, 4 lizards\n" in said
    assert said.endswith("cup: 2 cases, 2 new\n")
    assert "warning[W119]: 1 case that no recipe makes: sample/n-4\n" in said
    written = read_json("made.json")
    assert (written["schema"], written["package"]) == ("judge.generate/1", "cup")
    sizes = {"n": 4, "columns": 4, "trees": 2, "pieces": 4, "most": 4, "most_proven": True}
    assert written["cases"][0] == {"case": "secret/forest-4", "state": "new", "note": "", **sizes}
    assert (written["cases"][2]["state"], written["cases"][2]["n"]) == ("orphan", None)
    assert {*written["cases"][0]} == {*Made.__struct_fields__} - {"board"}


def test_check_ends_with_1_while_there_is_something_to_do(cup: Path, call: Call) -> None:
    said = call.ends(1, "generate", "cup", "--check")
    assert "it is not known yet how many pieces the board holds; without --check it is found" in said
    assert said.endswith("2 undecided: nothing is written\n")
    assert not (cup / "secret").exists()
    call.done("generate", "cup")
    call.done("generate", "cup", "--check")
    (cup / "generators.toml").write_text(RECIPES.replace("0.2", "0.3").replace("'max'", "3"))
    assert call("generate", "cup", "--check")[0] == 1


def test_what_was_edited_stays_and_is_status_1(cup: Path, call: Call) -> None:
    assert "cup: 1 case, 1 new" in call("generate", "cup", "--only", "*-5")[1]
    call.refused("E433", "generate", "cup", "--only", "forest-7")
    call("generate", "cup")
    (cup / "secret/forest-4/input.txt").write_text("DFS\n1\n1\n0\n")
    said = call.ends(1, "generate", "cup")
    assert "edited    secret/forest-4  4 x 4, 2 trees, 4 lizards\n          input.txt is not what" in said
    assert said.endswith("cup: 2 cases, 1 edited\n")
    (cup / "secret/forest-4/input.txt").unlink()
    assert "removed   sample/n-4\n" in call.done("generate", "cup", "--remove-orphans")
    (cup / "generators.toml").write_text("[secret.a]\nn = 8\ndensty = 1\n")
    said = call.refused("E411", "generate", "cup")
    assert "cup/generators.toml line 3" in said


# --- `judge new` -----------------------------------------------------------------------------------------------------
def test_a_package_is_written_and_its_next_step_is_said(here: Path, call: Call) -> None:
    assert "judge generate deep/er/cup" in call.done("new", "cup", "--puzzle", "lizards", "--dir", "deep/er")
    assert "6 cases, 6 new" in call("generate", "deep/er/cup", "--only", "crowd-*")[1]
    call.done("new", "cup", "--puzzle", "queens", "--dir", "testcases")
    assert "8 cases, 8 new" in call("generate", "cup")[1], "one under testcases/ is known by its name"


def test_a_package_of_a_puzzle_that_nothing_fits_is_written_with_a_warning(here: Path, call: Call) -> None:
    row = 'piece = "queen"\ncase = ["n"]\npieces = "2 n"\nrow = 2\napart = "queen"\ngoal = "arrangement"\n'
    Path("two.toml").write_text(f"[puzzle]\n{row}")
    said = call.done("new", "two", "--puzzle", "two.toml")
    assert "warning[W132]: no board up to 8 x 8" in said


@pytest.mark.parametrize("answer", few_first(['"board"', '"number"'], ('"board"',)))
def test_a_package_whose_validator_judges_is_whole(here: Path, call: Call, answer: str) -> None:
    """Function and program are judged by it, and what a function returned is written as the statement says."""
    row = f'piece = "knight"\ncase = ["n m", "cells"]\ncells = {{ free = ".", closed = "x" }}\nanswer = {answer}\n'
    Path("tour.toml").write_text(f'[puzzle]\n{row}goal = "validator"\n')
    call.done("new", "tour", "--puzzle", "tour.toml")
    assert "6 cases, 6 new" in call.done("generate", "tour")
    said = call.done("validate", "tour", "--share-core")
    assert "7 cases, valid" in said
    assert "all as expected" in said
    Path("mine.py").write_text("print(1, 2)\n")
    assert "7 of 7 right" in call.done("run", "mine.py", "--problem", "tour", "--share-core")


def test_an_example_is_written_and_its_next_step_is_said(here: Path, call: Call) -> None:
    said = call.done("new", "--example", "class", "--dir", "demo")
    assert sorted(path.name for path in Path("demo").iterdir()) == ["class", "quiz", "roster.csv"]
    assert all(f"demo/{name}" in said for name in ("class", "quiz", "roster.csv"))
    call.refused("E436", "new", "--example", "class", "--dir", "demo")
