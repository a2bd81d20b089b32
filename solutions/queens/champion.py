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
    remainder = n % 6
    first_even = 3 if remainder == 3 else 1
    first_odd = 4 if remainder == 3 else 2 if remainder == 2 else 0
    for row in range(evens):
        columns[row] = first_even + 2 * row
    for row in range(evens, n):
        columns[row] = first_odd + 2 * (row - evens)
    if remainder == 2:
        columns[evens], columns[evens + 1], columns[n - 1] = 2, 0, 4
    elif remainder == 3:
        columns[evens - 1], columns[n - 2], columns[n - 1] = 1, 0, 2
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
