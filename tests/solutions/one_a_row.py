"""Arrangements of one piece in each row, as columns from 0: the rules written out in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from types import ModuleType

import numpy as np

Cell = tuple[int, int]


def are_queens(columns: Sequence[int] | None) -> bool:
    """Whether the columns hold one queen each and no two queens share a diagonal."""
    assert columns is not None
    n, rows = len(columns), range(len(columns))
    diagonals = [{row + side * columns[row] for row in rows} for side in (1, -1)]
    return sorted(columns) == list(rows) and all(len(one) == n for one in diagonals)


def step(one: Cell, other: Cell) -> Cell:
    """The direction from one spy down to another in lowest terms: equal for all spies on one line."""
    down, aside = other[0] - one[0], other[1] - one[1]
    return down // gcd(down, aside), aside // gcd(down, aside)


def are_spies(columns: Sequence[int] | None) -> bool:
    """Whether each column holds one spy, no two share a diagonal, and no three stand on a line."""
    assert columns is not None
    spies = list(enumerate(columns))
    if sorted(columns) != list(range(len(spies))):
        return False
    for at, spy in enumerate(spies):
        directions = {step(spy, below) for below in spies[at + 1 :]}
        if len(directions) < len(spies) - at - 1 or directions & {(1, 1), (1, -1)}:
            return False
    return True


def answer_to(module: ModuleType, n: int) -> list[int] | None:
    """The columns of a solution's answer, or None for FAIL."""
    board = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if board is None:
        return None
    assert (board.dtype, board.shape) == (np.int8, (n, n))
    assert (np.sort(board, axis=1) == [*[0] * (n - 1), 1]).all(), "one piece in each row, and nothing else"
    columns: list[int] = board.argmax(axis=1).tolist()
    return columns
