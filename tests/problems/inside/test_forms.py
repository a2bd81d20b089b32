"""What an export holds: a validator that compares numbers, and for a solution what it is given here."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Limits, Problem
from judge.problems import puzzle_named, puzzle_names
from judge.problems.icpc.write_validators import caller_source
from judge.submissions.drivers import files, function
from tests.problems.inside.test_rules import as_modules, asked
from tests.problems.make import tiny
from tests.problems.row.rows import NEW, own

CASES = {"richest": "2 1/1 5/2 3/", "count-queens": "../../", "all-queens": "ANY/4/4/0000/0000/0000/0000/"}


@pytest.mark.parametrize(
    ("puzzle", "key", "answer", "status", "numbers"),
    [
        ("richest", "OK/01/00", "OK/01/00", 42, []),
        ("richest", "OK/01/00", "OK/10/00", 43, ["1"]),
        ("richest", "OK/10/00", "OK/01/00", 1, ["1", "5"]),
        ("richest", "OK/01/00", "OK/01/10", 43, ["2", "1"]),
        ("richest", "OK/01/00", "FAIL", 43, ["1"]),
        ("richest", "OK/11/00", "FAIL", 1, ["2", "1"]),
        ("richest", "FAIL", "OK/01/00", 1, []),
        ("richest", "FAIL", "FAIL", 42, []),
        ("richest", "?", "FAIL", 1, ["1"]),
        ("count-queens", "FAIL", "0", 42, []),  # a count may say so for none
        ("count-queens", "FAIL", "FAIL", 42, []),
        ("count-queens", "FAIL", "1", 43, ["1"]),
        ("count-queens", "0", "FAIL", 42, []),
        ("all-queens", "2", "2/2 4 1 3/3 1 4 2", 42, []),
        ("all-queens", "2", "2/2 4 1 3/2 4 1 3", 43, ["1", "2"]),
        ("all-queens", "2", "2/2 4 1 3/1 2 4 3", 43, ["2", "1", "1", "2", "2"]),
    ],
)
def test_numbers_are_compared_there(
    tmp_path: Path, puzzle: str, key: str, answer: str, *, status: int, numbers: list[str]
) -> None:
    name = own(puzzle) if puzzle in NEW else puzzle
    text = CASES[puzzle].replace("/", "\n").encode()
    board, _ = puzzle_named(name).cases.read(text, "input.txt")
    case, groups = Case("one", "secret", board, Answer(fail=True)), {"secret": Problem.Group(1)}
    problem = Problem("gold", "Gold", name, ("ANY",), False, Limits(), groups, (case,))
    texts = [f"{said}\n".replace("/", "\n").encode() for said in (key, answer)]
    found, _, judges = asked(as_modules(problem).exported, text, *texts, folder=tmp_path)
    assert (found, re.findall(r"\d+", judges)) == (status, numbers)


def called(problem: Problem, driver: ModuleType) -> tuple[dict[str, Any], list[Any]]:
    """Return the names of a program that calls a solution, and what it would call the driver with."""
    text, held = caller_source(problem, driver).decode(), dict[str, Any](__name__="caller")
    exec(text, held)
    *_, call = text.splitlines()
    name = call.strip().partition("(")[0]
    return held, eval(call.strip(), held | {name: lambda *words: words})


@pytest.mark.parametrize("name", [*puzzle_names(), *NEW])
def test_a_solution_is_given_there_what_it_is_given_here(name: str) -> None:
    puzzle = puzzle_named(own(name) if name in NEW else name)
    problem = Problem(name, name, puzzle.name, ("DFS", "ANY"), False, Limits(), {"secret": Problem.Group(1)}, ())
    (held, (form, getters, reader, *signs)), (_, (same, how)) = called(problem, function), called(problem, files)
    assert (form, puzzle.call is None) == (same, False)
    for board in tiny(puzzle.name, 3, 1):
        text, values = puzzle.cases.write(board), puzzle.call.values(board) if puzzle.call else ()
        stdin = puzzle.stdin(board, text)
        case = form.read(stdin)
        given = [getter(held["Board"](case)) for getter in getters]
        assert [np.asarray(one).tolist() for one in given] == [np.asarray(one).tolist() for one in values]
        assert (files.text_of(case, how.head) if how.head else stdin) == text
        if reader.startswith("board"):
            drawn = held["board_text"](board.grid.tolist()).partition("\n")[2]
            turned = drawn.translate(str.maketrans(signs[0][1::2], signs[0][::2])) if signs else drawn
            assert f"OK\n{turned}".encode() == puzzle.answers.write(Answer(board=board.grid))
