"""Say what is right on a small board, by the search of all arrangements, whatever its puzzle asks for."""

from __future__ import annotations

import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems.puzzles.goals.best import weight_of
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.search.tree import Tree


def searched(puzzle: Puzzle, board: Instance, at_most: int, *, bounded: bool = True) -> tuple[Answer, str] | None:
    """Return the answer, and for FAIL the proof; None for a goal that no search decides. TooManySteps where it does not
    come to its end in so many."""
    goal, tree = puzzle.goal, Tree(puzzle, board, at_most, bounded=bounded)
    if goal.asks == "one":
        found = tree.first()
    elif goal.asks in ("best", "number"):
        weights = np.ones(board.shape, np.int64) if board.layer is None else board.layer
        found = tree.heaviest(None if goal.scored else weights)
    else:
        return None
    if found is None:
        return Answer(fail=True), f"exhaustive search by judge, {tree.steps:,} steps"
    if goal.asks == "number":
        return Answer(count=weight_of(found, Case("", "", board))), ""
    return Answer(board=found), ""
