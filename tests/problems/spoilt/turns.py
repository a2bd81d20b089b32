"""Spoil a board as a whole: turned, shifted, rows in another order, rows or columns too few or too many."""

from __future__ import annotations

import numpy as np

from tests.problems.spoilt.made import Boards, Table, few

_LARGE = 100  # from this n on fewer are tried


def transposed(board: Table) -> Boards:
    """Exchange rows and columns."""
    yield np.ascontiguousarray(board.T)


def turned(board: Table) -> Boards:
    """Turn and mirror it."""
    yield np.ascontiguousarray(np.rot90(board))
    if len(board) > _LARGE:
        return
    yield np.ascontiguousarray(board[::-1])
    yield np.ascontiguousarray(board[:, ::-1])


def shifted(board: Table) -> Boards:
    """Shift it by one row or column: what leaves at one side enters at the other, or nothing does."""
    for axis in (0, 1):
        for step in (1, -1):
            yield np.roll(board, step, axis)
        pushed = np.roll(board, 1, axis)
        pushed[(0, slice(None)) if axis == 0 else (slice(None), 0)] = 0
        yield pushed


def swapped(board: Table) -> Boards:
    """Exchange two rows, near to each other and far apart."""
    n = len(board)
    pairs = [(row, row + 1) for row in range(n - 1)] + [(row, n - 1 - row) for row in range(n // 2)]
    for one, other in few(list(dict.fromkeys(pairs)), 6 if n < _LARGE else 3):
        copy = board.copy()
        copy[[one, other]] = copy[[other, one]]
        yield copy


def cut(board: Table) -> Boards:
    """Leave out the last row, the last column, or both."""
    yield board[:-1]
    yield np.ascontiguousarray(board[:, :-1])
    yield np.ascontiguousarray(board[:-1, :-1])


def grown(board: Table) -> Boards:
    """Repeat the last column, or put a border around."""
    yield np.concatenate([board, board[:, -1:]], axis=1)
    yield np.pad(board, 1)


def out_of_range(board: Table) -> Boards:
    """Write numbers into cells that are none of a board: of a free one, and of a piece."""
    for value in (3, 9):
        for cell in few(range(board.size), 2):
            copy = board.copy()
            copy.flat[cell] = value
            yield copy
