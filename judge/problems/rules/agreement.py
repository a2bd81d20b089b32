"""Hold the fast forms of the rules against the plain ones, as `judge doctor` does with the numba of a host."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.problems.puzzles import puzzle_named, puzzle_names
from judge.problems.rules.plain import KNIGHT, PIECE, plain_attack, plain_in_line, plain_leap


def disagreeing_rule() -> tuple[str, int]:
    """Return the fast form that finds something else than its plain one on the sample boards of the puzzles, "" where
    none does; and how many these boards are."""
    grids = [board.grid for name in puzzle_names() for board in puzzle_named(name).boards]
    samples = {(grid.shape, grid.tobytes()): grid for grid in grids}
    for grid in samples.values():
        for step in range(1, grid.size):
            board = grid.copy()
            board.flat[np.flatnonzero(grid == 0)[::step]] = PIECE
            if kernel := _disagreement(board):
                return kernel, len(samples)
    return "", len(samples)


def _disagreement(board: np.ndarray[Any, np.dtype[np.int8]]) -> str:
    from judge.problems.rules.fast import fast_attack, fast_in_line, fast_leap  # loads numba

    points = [(int(row), int(column)) for row, column in np.argwhere(board == PIECE)]
    found = {
        "fast_attack": plain_attack(board) == fast_attack(board),
        "fast_leap": plain_leap(board, KNIGHT) == fast_leap(board, KNIGHT),
        "fast_in_line": plain_in_line(points) == fast_in_line(points),
    }
    return next((name for name, agree in found.items() if not agree), "")
