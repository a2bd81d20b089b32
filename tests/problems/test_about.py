"""What is told about a package: its statement, read with care, and what the shipped solutions did. Those that are
shipped are true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from judge.model import About, Case
from judge.problems import about_of, judge_answer, puzzle_fits, puzzle_named, read_package
from tests.bench.field import BLOCK, TOPIC
from tests.make import files, package
from tests.manual import blocks
from tests.problems.make import TESTCASES, read_answer, whole
from tests.shipped import ROOT

PUZZLES = pytest.mark.parametrize("name", ["all-queens", "lizards", "queens", "spies"])
HEADINGS = ["Rules", "Input", "Output", "Examples", "Hints", "Sources"]
LONGEST, LARGEST = 1 << 20, 1 << 16  # bytes of a statement, and of times that are read
ROW = {"name": "one", "verdict": "AC", "solved": 2, "par2_s": 0.5, "slowest_case": "b", "slowest_s": 0.4}
KNOWN = {"date": "2026-11-22", "host": "a machine", "time_limit": 5.0, "cases": 2, "solutions": [ROW]}


def about(folder: Path) -> About:
    return about_of(read_package(folder), "it")


# --- those that are shipped ------------------------------------------------------------------------------------------
@PUZZLES
def test_a_shipped_statement_has_every_part_the_bounds_of_its_cases_and_right_examples(name: str) -> None:
    text, problem = about(TESTCASES / name).statement, whole(name)
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE) == HEADINGS
    assert max(map(len, text.splitlines())) <= 120
    assert text.splitlines()[0].lower() == f"# {problem.title}".lower()
    sizes = [case.board.n for case in problem.cases]
    assert f"the number of rows and of columns, from {min(sizes)} to {max(sizes)} |" in text
    questions, answers = blocks(text, "input"), blocks(text, "output")
    assert len(questions) == len(answers) == 2
    for question, said in zip(questions, answers, strict=True):
        board, warnings = puzzle_named(name).cases.read(question.encode(), "input.txt")
        assert not warnings
        puzzle_fits(board, name)
        answer = read_answer(said, name, board, strict=True)
        truth = None if answer.board is not None else answer
        assert judge_answer(Case("example", "sample", board, truth), name, answer) is None


@PUZZLES
def test_the_times_of_a_shipped_package_are_of_its_cases_and_of_all_its_solutions(name: str) -> None:
    found = about(TESTCASES / name).reference
    assert found is not None, "python -m tests.bench.field --write"
    assert found.cases == len(whole(name).cases)
    assert {row.name for row in found.solutions} == {path.stem for path in (ROOT / "solutions" / name).glob("*.py")}
    solved = [row.solved for row in found.solutions]
    assert solved == sorted(solved, reverse=True), "the best comes first"
    assert max(solved) == found.cases


def test_the_manual_lists_each_shipped_solution_and_no_other() -> None:
    found = BLOCK.search(TOPIC.read_text("utf-8"))
    assert found is not None, "python -m tests.bench.field --write"
    tables = re.split(r"^\| ([\w-]+) \| verdicts .*\n\|[-|]+\n", found[2], flags=re.MULTILINE)
    of_each = zip(tables[1::2], tables[2::2], strict=True)
    listed = {problem: sorted(re.findall(r"(?m)^\| `(\w+)` \|", rows)) for problem, rows in of_each}
    folders = (ROOT / "solutions").iterdir()
    there = {folder.name: sorted(path.stem for path in folder.glob("*.py")) for folder in folders}
    assert listed == {problem: names for problem, names in there.items() if names}


# --- those of others -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("texts", "statement"),
    [
        ({}, ""),
        ({"problem.de.md": b"# Echsen\n"}, "# Echsen\n"),
        ({"problem.de.md": b"# Echsen\n", "problem.en.md": b"# Lizards \xff\n"}, "# Lizards \ufffd\n"),
        ({"problem.en.md": b"#" * (LONGEST + 1)}, "#" * LONGEST),
    ],
)
def test_the_english_statement_is_taken_or_none(tmp_path: Path, texts: dict[str, bytes], statement: str) -> None:
    folder = package(tmp_path)
    files(folder / "problem_statement", texts)
    assert about(folder).statement == statement
    assert len(read_package(folder).cases) == 2, "its folder is no group"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *((json.dumps(KNOWN), True), (json.dumps(KNOWN).ljust(LARGEST), True)),
        (json.dumps(KNOWN).ljust(LARGEST + 1), False),
        *((text, False) for text in ("", "[]", "{}", json.dumps({"date": "now"}), "x" * LARGEST)),
    ],
)
def test_times_that_are_too_long_or_can_not_be_read_are_left_out(tmp_path: Path, text: str, read: bool) -> None:
    folder = package(tmp_path)
    assert about(folder).reference is None
    files(folder, {"times.json": text})
    found = about(folder).reference
    assert (found is not None) == read
    assert found is None or (found.cases, [row.name for row in found.solutions]) == (2, ["one"])
