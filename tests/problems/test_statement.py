"""The statements of packages: read with care, and those that are shipped are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.model import Answer, Case
from judge.problems import about_of, judge_answer, puzzle_fits, puzzle_named, read_package
from tests.conftest import MakePackage
from tests.problems.make import TESTCASES, heard

PUZZLES = ["all-queens", "lizards", "queens", "spies"]
LARGEST = 1 << 20  # bytes
HEADINGS = ["Rules", "Input", "Output", "Examples", "Hints", "Sources"]


def statement(folder: Path) -> str:
    return about_of(read_package(folder), "it").statement


def blocks(text: str, kind: str) -> list[bytes]:
    return [body.encode() for body in re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)]


# --- those that are shipped ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PUZZLES)
def test_a_shipped_statement_has_every_part(name: str) -> None:
    text = statement(TESTCASES / name)
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE) == HEADINGS
    assert max(map(len, text.splitlines())) <= 120
    assert text.splitlines()[0].lower() == f"# {read_package(TESTCASES / name).title}".lower()


@pytest.mark.parametrize("name", PUZZLES)
def test_its_examples_are_cases_with_right_answers(name: str) -> None:
    text = statement(TESTCASES / name)
    questions, answers = blocks(text, "input"), blocks(text, "output")
    assert len(questions) == len(answers) == 2
    for question, said in zip(questions, answers, strict=True):
        board, warnings = puzzle_named(name).cases.read(question, "input.txt")
        assert not warnings
        puzzle_fits(board, name)
        answer = heard(said, name, board, strict=True)
        assert isinstance(answer, Answer)
        truth = None if answer.board is not None else answer
        assert judge_answer(Case("example", "sample", board, truth), name, answer) is None


@pytest.mark.parametrize("name", PUZZLES)
def test_its_bounds_are_those_of_the_cases(name: str) -> None:
    sizes = [case.board.n for case in read_package(TESTCASES / name).cases]
    assert f"the number of rows and of columns, from {min(sizes)} to {max(sizes)} |" in statement(TESTCASES / name)


# --- those of others -------------------------------------------------------------------------------------------------
def test_the_english_one_is_taken_and_none_is_no_fault(package: MakePackage) -> None:
    folder = package()
    assert statement(folder) == ""
    (folder / "problem_statement").mkdir()
    (folder / "problem_statement/problem.de.md").write_text("# Echsen\n")
    assert statement(folder) == "# Echsen\n"
    (folder / "problem_statement/problem.en.md").write_bytes(b"# Lizards \xff\n")
    assert statement(folder) == "# Lizards \ufffd\n"
    assert len(read_package(folder).cases) == 2, "its folder is no group"


def test_one_that_is_too_long_is_cut(package: MakePackage) -> None:
    folder = package()
    (folder / "problem_statement").mkdir()
    (folder / "problem_statement/problem.en.md").write_text("#" * (LARGEST + 1))
    assert statement(folder) == "#" * LARGEST
