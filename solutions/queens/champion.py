"""Queens without search: the arrangement is written down.

Idea: go down the rows with the even columns first, then the odd ones: each queen stands a knight's move
from the last. Two queens of the same half never share a diagonal, and the halves clash only when n leaves 2 or 3 on
division by 6. Then a few queens are moved:

    n = 6 k + 2:   2 4 6 ... n   3 1 7 9 ... n-1 5
    n = 6 k + 3:   4 6 ... n-1 2   5 7 ... n 1 3
    otherwise:     2 4 6 ...     1 3 5 ...

Source: E. Pauls, Das Maximalproblem der Damen auf dem Schachbrete, Deutsche Schachzeitung 29, 1874. For n = 2 and
n = 3 there is no arrangement, as trying them all shows; for every other n there is one.

Cost: n steps, and n x n bytes for the board.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def arrange(n):
    """The columns (0-based, one a row) of n queens, for n = 1 and n >= 4."""
    columns = np.empty(n, np.int64)
    evens = n // 2
    for row in range(evens):
        columns[row] = 2 * row + 1
    for row in range(evens, n):
        columns[row] = 2 * (row - evens)
    if n % 6 == 2:
        columns[evens], columns[evens + 1] = 2, 0
        columns[evens + 2 : n - 1] = columns[evens + 3 : n].copy()
        columns[n - 1] = 4
    elif n % 6 == 3:
        columns[: evens - 1] = columns[1:evens].copy()
        columns[evens - 1] = 1
        columns[evens : n - 2] = columns[evens + 2 :].copy()
        columns[n - 2], columns[n - 1] = 0, 2
    return columns


@njit(cache=True)
def draw(columns):
    """The int8 board (n, n) of the columns."""
    n = columns.size
    board = np.zeros((n, n), np.int8)
    for row in range(n):
        board[row, columns[row]] = 1
    return board


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, or None for n = 2 and n = 3."""
    if n in (2, 3):
        return None
    return draw(arrange(n))
