"""Hold the fast forms of the rules against the plain ones, with which they share no code."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.problems.rules.plain import KNIGHT, PIECE, plain_attack, plain_in_line, plain_leap


def disagreement(board: np.ndarray[Any, np.dtype[np.int8]]) -> str:
    """Return the kernel that finds something else on a small board than its plain form does; "" where none does."""
    from judge.problems.rules.fast import fast_attack, fast_in_line, fast_leap  # loads numba

    points = [(int(row), int(column)) for row, column in np.argwhere(board == PIECE)]
    found = {
        "fast_attack": plain_attack(board) == fast_attack(board),
        "fast_leap": plain_leap(board, KNIGHT) == fast_leap(board, KNIGHT),
        "fast_in_line": plain_in_line(points) == fast_in_line(points),
    }
    return next((name for name, agree in found.items() if not agree), "")
