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
from tests.problems.told import rows_of

CASES = {"richest": "2 1/1 5/2 3/", "count-queens": "../../", "all-queens": "ANY/4/4/0000/0000/0000/0000/"}


@pytest.mark.parametrize(
    ("puzzle", "key", "answer", "status", "numbers"), rows_of(Path(__file__).with_name("forms.txt"))
)
def test_numbers_are_compared_there(
    tmp_path: Path, puzzle: str, key: str, answer: str, *, status: str, numbers: str
) -> None:
    name = own(puzzle) if puzzle in NEW else puzzle
    text = CASES[puzzle].replace("/", "\n").encode()
    board, _ = puzzle_named(name).cases.read(text, "input.txt")
    case, groups = Case("one", "secret", board, Answer(fail=True)), {"secret": Problem.Group(1)}
    problem = Problem("gold", "Gold", name, ("ANY",), False, Limits(), groups, (case,))
    texts = [f"{said}\n".encode() for said in (key, answer)]
    found, _, judges = asked(as_modules(problem).exported, text, *texts, folder=tmp_path)
    assert (str(found), " ".join(re.findall(r"\d+", judges)) or "-") == (status, numbers)


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
