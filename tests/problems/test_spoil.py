"""Surely wrong answers: each is refused, however answers are read, and a judge that accepts one is found."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from judge.model import Case, Limits, Problem, Validated
from judge.problems import puzzle_named, puzzle_names, read_package, spoil_package
from tests.problems.make import SHIPPED, TESTCASES, case_of, shown

SMALL_N = 20


@cache
def shipped(name: str) -> Problem:
    problem = read_package(TESTCASES / name)
    return msgspec.structs.replace(problem, cases=tuple(case for case in problem.cases if case.board.n <= SMALL_N))


def problem_of(puzzle: str, case: Case) -> Problem:
    return Problem(puzzle, puzzle, puzzle, ("ANY",), False, Limits(), {"secret": Problem.Group(1)}, (case,), "")


def read_as(problem: Problem, answers: str) -> Problem:
    programs = msgspec.structs.replace(problem.programs, shapes=answers == "shapes")
    return msgspec.structs.replace(problem, strict=answers == "strict", programs=programs)


def kinds(problem: Problem) -> dict[str, Validated.Spoilt]:
    rows, remarks = spoil_package(problem, [])
    assert bool(remarks) == any(row.accepted for row in rows)
    assert all(row.made == row.refused + row.accepted for row in rows)
    return {row.kind: row for row in rows}


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("answers", ["tolerant", "strict", "shapes"])
def test_all_are_refused_however_answers_are_read(name: str, answers: str) -> None:
    rows = kinds(read_as(shipped(name), answers))
    assert not any(row.accepted for row in rows.values()), rows
    goal = puzzle_named(shipped(name).puzzle).goal
    assert len(rows) >= 5 if goal.shows or goal.listed else not rows


def test_fewer_pieces_are_not_wrong_where_any_number_will_do() -> None:
    case = case_of(".... .#..", 1, shown("L... .#L."))
    name = next(name for name in puzzle_names() if puzzle_named(name).goal.scored)
    rows = kinds(problem_of(name, case))
    assert rows["piece dropped"].made == rows["piece dropped"].refused == 2, "all pieces at once, twice"


def test_a_judge_that_takes_any_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_named("all-queens").goal, "judge", lambda *_: None)
    assert kinds(shipped("all-queens"))["arrangement missing"].accepted
