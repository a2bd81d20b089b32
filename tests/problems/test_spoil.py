"""Surely wrong answers: each is refused, however answers are read, and a judge that accepts one is found."""

from __future__ import annotations

import pytest

from judge.model import Problem, Validated
from judge.problems import puzzle_named, puzzle_names, spoil_package
from tests.make import problem, replace
from tests.problems.make import SHIPPED, case_of, shown, whole


def kinds(problem: Problem) -> dict[str, Validated.Spoilt]:
    rows, remarks = spoil_package(problem, [])
    assert bool(remarks) == any(row.accepted for row in rows)
    assert all(row.made == row.refused + row.accepted for row in rows)
    return {row.kind: row for row in rows}


@pytest.mark.parametrize("name", SHIPPED)
def test_all_are_refused_however_answers_are_read(name: str) -> None:
    few = tuple(case for case in whole(name).cases if case.board.n <= 20)
    problem = replace(whole(name), cases=few)
    goal = puzzle_named(problem.puzzle).goal
    for strict, shapes in ((False, False), (True, False), (False, True)):
        rows = kinds(replace(problem, strict=strict, programs=replace(problem.programs, shapes=shapes)))
        assert not any(row.accepted for row in rows.values()), rows
        assert len(rows) >= 5 if goal.shows or goal.listed else not rows


def test_fewer_pieces_are_not_wrong_where_any_number_will_do() -> None:
    case = case_of(".... .#..", 1, shown("L... .#L."))
    name = next(name for name in puzzle_names() if puzzle_named(name).goal.scored)
    rows = kinds(replace(problem(puzzle=name), cases=(case,)))
    assert rows["piece dropped"].made == rows["piece dropped"].refused == 2, "all pieces at once, twice"


def test_a_judge_that_takes_any_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_named("all-queens").goal, "judge", lambda *_: None)
    assert kinds(whole("all-queens"))["arrangement missing"].accepted
