# @EXPECTED_RESULTS@: AC, TLE
"""Spies by brute force: look at every permutation of the columns until one is an arrangement.

Idea: a permutation already has one spy in each row and column; what is left to look at are the diagonals and
every three spies. The permutations come in lexicographic order: the longest falling tail is turned round, and
the number before it is exchanged with the next larger one of the tail. Nothing is learnt from a refusal: when
the first three spies stand on a line, all (n - 3)! permutations that begin with them are still looked at.

Whether three spies stand on a line is a comparison of two products of integers. With slopes in floating point,
`y3 == a * x3 + b` lets lines pass: an article on this puzzle printed 4 7 1 6 2 10 8 3 5 9 11 for n = 11 that
way, where rows 1, 4 and 7 are on one line. The first arrangement is 2 4 7 1 8 11 5 3 9 6 10.

Source: the problem is HackerRank's "Spies, Revised"; the next permutation is Narayana Pandita's (14th century).

Cost: n! permutations in the worst case, most of them refused after a few comparisons. 5 seconds reach n = 13.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def on_a_line(columns, a, b, c):
    """Whether the spies of the rows a, b and c stand on one straight line."""
    return (columns[b] - columns[a]) * (c - a) == (columns[c] - columns[a]) * (b - a)


@njit(cache=True)
def is_arrangement(columns):
    """Whether no two spies of a permutation share a diagonal and no three a line."""
    for c in range(1, columns.size):
        for b in range(c):
            if abs(columns[c] - columns[b]) == c - b:
                return False
            for a in range(b):
                if on_a_line(columns, a, b, c):
                    return False
    return True


@njit(cache=True)
def next_permutation(columns):
    """Turn `columns` into the next permutation; False if it was the last."""
    n = columns.size
    pivot = n - 2
    while pivot >= 0 and columns[pivot] > columns[pivot + 1]:
        pivot -= 1
    if pivot < 0:
        return False
    larger = n - 1
    while columns[larger] < columns[pivot]:
        larger -= 1
    columns[pivot], columns[larger] = columns[larger], columns[pivot]
    left, right = pivot + 1, n - 1
    while left < right:
        columns[left], columns[right] = columns[right], columns[left]
        left += 1
        right -= 1
    return True


@njit(cache=True)
def search(columns):
    """The first arrangement from the permutation `columns` on, in place; False if there is none."""
    while not is_arrangement(columns):
        if not next_permutation(columns):
            return False
    return True


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n spies, the first in lexicographic order, or None."""
    columns = np.arange(n)
    if not search(columns):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
