"""Say which puzzles are of the homework's family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.problems.formats.case_format import HOMEWORK

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle


def is_homeworks(puzzle: Puzzle) -> bool:
    """Say whether a puzzle is of the homework's family: its cases are the homework's input.txt, n x n cells that are
    free or a tree, and it asks for p pieces, or for all arrangements. What proves, makes and hunts boards knows these
    alone."""
    return puzzle.goal.exported in ("one", "every") and puzzle.cases == HOMEWORK
