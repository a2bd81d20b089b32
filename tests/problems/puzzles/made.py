"""Puzzles of the parts that goals and rules are, for tests: none of them ships."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judge.model import Answer, Case, Finding, Instance
from judge.problems.formats.answer_format import AnswerFormat, boards
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import Goal, one_arrangement
from judge.problems.puzzles.puzzle import Puzzle, Rule, no_theorem

CELLS = ".LT#"  # free, a piece, a tree, closed


def grid_of(picture: str) -> np.ndarray:
    return np.array([[CELLS.index(cell) for cell in row] for row in picture.split()], np.int8)


def layer_of(picture: str) -> np.ndarray:
    return np.array([[int(cell, 36) for cell in row] for row in picture.split()], np.int64)


def puzzle_of(rules: Sequence[Rule], goal: Goal = one_arrangement, answers: AnswerFormat | None = None) -> Puzzle:
    words = Words("piece", "pieces", "attack each other")
    return Puzzle("made", words, tuple(rules), goal, answers or boards(trees=True), no_theorem, "", misfit=None)


def case_of(picture: str, pieces: int, answer: Answer | None = None, layer: str = "") -> Case:
    grid = grid_of(picture)
    board = Instance("ANY", len(grid), pieces, grid, layer_of(layer) if layer else None)
    return Case("one", "secret", board, answer)


def shown(picture: str) -> Answer:
    return Answer(board=grid_of(picture))


def judged(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    return puzzle.goal.judge(puzzle, case, answer)


def code(puzzle: Puzzle, case: Case, answer: Answer) -> str:
    """Return the code of what is wrong, or nothing."""
    finding = judged(puzzle, case, answer)
    return finding.code if finding else ""
