"""Spoil an arrangement that is written as column numbers, one for each row, counted from 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from judge.model import Answer
from tests.problems.spoilt.made import Spoilt, few
from tests.problems.spoilt.truth import Columns

_HUGE = 10**20
_LARGE = 100  # from this n on fewer are tried


def line(numbers: Sequence[int]) -> bytes:
    """Write numbers as they are."""
    return (" ".join(map(str, numbers)) + "\n").encode()


def spoilt_columns(right: Columns) -> Iterator[Spoilt]:
    """Count from 0, write a number that is not on the board, leave one out, repeat one, exchange two, turn them
    round."""
    n, numbers = len(right), [int(column) + 1 for column in right]
    from_0 = [number - 1 for number in numbers]
    yield Spoilt("columns from 0", None, line(from_0), form="shape")
    for row, number in ((0, 0), (n - 1, n + 1), (n // 2, _HUGE)):
        yield Spoilt("column out of range", None, line([*numbers[:row], number, *numbers[row + 1 :]]))
    if n > 1:  # of one column, n or its number may be written
        yield Spoilt("columns too many or few", None, line(numbers[:-1]))
        yield Spoilt("columns too many or few", None, line([*numbers, numbers[-1]]))
        yield Spoilt("columns too many or few", None, f"{n + 1}\n".encode() + line(numbers))
    for kind, columns in _rearranged(right):
        yield Spoilt(kind, _meant(columns), line([column + 1 for column in columns.tolist()]))


def _rearranged(right: Columns) -> Iterator[tuple[str, Columns]]:
    n = len(right)
    pairs = [(row, other) for row in range(n) for other in (row + 1, n - 1 - row) if row < other < n]
    for one, other in few(list(dict.fromkeys(pairs)), 6 if n < _LARGE else 3):
        copy = right.copy()
        copy[[one, other]] = copy[[other, one]]
        yield "rows swapped", copy
        copy = right.copy()
        copy[one] = copy[other]
        yield "piece moved", copy
    yield "shifted by one", np.roll(right, 1)
    yield "answer to another puzzle", queens(n)
    if n < _LARGE:
        yield "turned or mirrored", right[::-1].copy()
        yield "transposed", np.argsort(right)
    yield "shifted by one", (right + 1) % n


def _meant(columns: Columns) -> Answer:
    return Answer(columns=columns.reshape(1, -1).astype(np.int64))


def queens(n: int) -> Columns:
    """Return the arrangement of n queens that everybody knows: knight's moves, so that many stand on one line."""
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odd = [*odd[1::-1], *odd[3:], *odd[2:3]]
    elif n % 6 == 3:
        even, odd = [*even[1:], *even[:1]], [*odd[2:], *odd[:2]]
    return np.array([*even, *odd], np.int64) - 1
