"""The sample of a new package is found by trying."""

from __future__ import annotations

import pytest

from judge.model import Finding
from judge.problems import puzzles
from judge.problems.puzzles.goals import Goal
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.sample import sample_board, smallest_answer


@pytest.mark.parametrize(
    ("puzzle", "answer"),
    [
        ("lizards", "OK\n0100\n0201\n1000\n0010\n"),
        ("queens", "OK\n0100\n0001\n1000\n0010\n"),
        ("spies", "OK\n0100\n0001\n1000\n0010\n"),
        ("all-queens", "2\n2 4 1 3\n3 1 4 2\n"),
        ("most-rooks", "OK\n0100\n1210\n0100\n0001\n"),
        ("place-superqueens", "OK\n1000\n0200\n0000\n0000\n"),
        ("count-queens", "2\n"),
        ("list-queens", "1\n2 4 1 3\n"),
        ("verify-queens", "valid\n"),
    ],
)
def test_the_answer_of_each_puzzle(puzzle: str, answer: str) -> None:
    chosen = puzzles.named(puzzle)
    found = smallest_answer(chosen, sample_board(chosen))
    assert found is not None
    assert chosen.answers.write(found).decode() == answer


def test_a_puzzle_that_accepts_nothing_has_no_answer() -> None:
    puzzle = Puzzle("none", puzzles.named("queens").row)
    puzzle.goal = Goal(lambda *_: Finding("E106", "never"))
    assert smallest_answer(puzzle, sample_board(puzzle)) is None
