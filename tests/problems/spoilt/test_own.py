"""Answers to puzzles with a form of their own are spoilt: none is accepted, and a judge that overlooks one is found."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Group, Instance, Limits, Problem
from judge.problems import puzzles
from judge.problems.formats.answer_format import boards
from judge.problems.puzzles.goals import Goal, as_many_as_possible, heaviest_arrangement, one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from tests.problems.puzzles.made import case_of, puzzle_of, shown
from tests.problems.spoilt.table import SpoiltKind, spoilt_kinds

REGIONS = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"


def problem_of(puzzle: str, *cases: Case) -> Problem:
    return Problem(puzzle, puzzle, puzzle, ("ANY",), False, Limits(), {"secret": Group(1)}, cases, "")


def spoilt(problem: Problem) -> dict[str, SpoiltKind]:
    rows = {row.kind: row for row in spoilt_kinds(problem)}
    assert not any(row.faults for row in rows.values()), rows
    return rows


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Puzzle]:
    """The puzzle called made is the one that a test puts in."""
    held: list[Puzzle] = []
    named = puzzles.named

    def found(name: str) -> Puzzle:
        return held[0] if name == "made" else named(name)

    for module in ("judge.problems.puzzles", "tests.problems.spoilt.table"):
        monkeypatch.setattr(f"{module}.named", found)
    return held


def test_star_battle() -> None:
    board, _ = puzzles.named("star-battle").cases.read(REGIONS.encode(), "input.txt")
    rows = spoilt(problem_of("star-battle", Case("one", "secret", board, shown(".L.. ...L L... ..L."))))
    assert rows["piece beside another"].refused == rows["piece beside another"].made > 0
    assert rows["piece in another region"].refused > 0
    assert rows["header flipped"].refused == 2


def test_no_three_in_line() -> None:
    board = Instance("ANY", 4, 8, np.zeros((4, 4), np.int8))
    valid = shown(".LL. L..L L..L .LL.")
    rows = spoilt(problem_of("no-three-in-line", Case("one", "secret", board, valid)))
    assert rows["piece moved"].refused == rows["piece moved"].made > 0
    assert rows["turned or mirrored"].right > 0


@pytest.mark.parametrize("goal", [one_arrangement, as_many_as_possible, heaviest_arrangement])
def test_closed_cells_and_given_pieces(made: list[Puzzle], goal: Goal) -> None:
    own = msgspec.structs.replace(goal, exported="")
    made.append(puzzle_of([no_attack], own, boards(trees=True, closed=True)))
    case = case_of(".L.. .... .... ..#.", 3, shown(".L.. ...L L... ..#."), "1234 5678 9abc defg")
    rows = spoilt(problem_of("made", case))
    assert rows["closed cell filled"].refused == rows["closed cell filled"].made > 0
    assert rows["given piece moved"].refused == rows["given piece moved"].made > 0
    assert rows["closed cell freed"].right == 2
    assert rows["closed cell freed"].refused == 2


def test_a_judge_that_lets_given_pieces_go_is_found(made: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.findings.given_gone", lambda *_: None)
    own = msgspec.structs.replace(one_arrangement, exported="")
    made.append(puzzle_of([], own, boards(trees=True, closed=True)))
    rows = spoilt_kinds(problem_of("made", case_of("L...", 2, shown("L..L"))))
    assert {row.kind for row in rows if row.accepted} >= {"given piece moved"}


def test_what_is_no_arrangement_is_not_spoilt(made: list[Puzzle]) -> None:
    made.append(puzzle_of([no_attack], Goal(lambda *_: None, "number")))
    assert spoilt_kinds(problem_of("made", case_of("..", 1, Answer(count=1)))) == ()
