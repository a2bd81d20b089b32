"""What a submission shares with another: runs of GRAM tokens, as numbers, and how rare each of them is in the class.

A run that most of the class has says nothing, a run that two have says much: its weight is log((n + 1) / its owners).
What the starter has is nobody's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

GRAM: Final = 12  # tokens: a line or two of code
_CELLS: Final = 1 << 23  # of a matrix of submissions x runs: 64 MiB
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)

Numbers = NDArray[np.uint64]
Table = NDArray[np.float64]


def grams(codes: Numbers) -> Numbers:
    """Return a number for each run of GRAM tokens, by the place where it begins."""
    count = len(codes) - GRAM + 1
    if count < 1:
        return np.zeros(0, np.uint64)
    made = np.zeros(count, np.uint64)
    for k in range(GRAM):
        made = made * _FACTOR + codes[k : k + count]
    made ^= made >> np.uint64(29)
    return made * _FACTOR


def own_grams(pieces: Sequence[Numbers], given: Numbers) -> Numbers:
    """Return the runs of a submission, each once, without those that were given to all."""
    found = np.unique(np.concatenate([np.zeros(0, np.uint64), *map(grams, pieces)]))
    return found[~np.isin(found, given)]


def shares(own: Sequence[Numbers]) -> Table:
    """Return for each two submissions which part of the smaller one the other has too, from 0 to 1."""
    count = len(own)
    owner = np.repeat(np.arange(count), [len(one) for one in own])
    _, which, owners = np.unique(
        np.concatenate([np.zeros(0, np.uint64), *own]), return_inverse=True, return_counts=True
    )
    weights = np.log((count + 1) / owners)
    whole = np.bincount(owner, weights[which], count)
    column = np.cumsum(owners > 1) - 1  # what one alone has is shared by no two
    kept = owners[which] > 1
    shared = _products(owner[kept], column[which[kept]], np.sqrt(weights[owners > 1]), count)
    smaller = np.minimum(whole[:, None], whole[None, :])
    found = np.divide(shared, smaller, out=np.zeros_like(shared), where=smaller > 0)
    np.fill_diagonal(found, 0)
    return np.clip(found, 0, 1)


def _products(rows: NDArray[np.int64], columns: NDArray[np.int64], weights: Table, count: int) -> Table:
    """Return the weight that each two rows share, a few columns at a time."""
    order = np.argsort(columns, kind="stable")
    rows, columns = rows[order], columns[order]
    step = max(1, _CELLS // max(count, 1))
    total = np.zeros((count, count))
    for begin in range(0, len(weights), step):
        low, high = np.searchsorted(columns, [begin, begin + step])
        part = np.zeros((count, min(step, len(weights) - begin)))
        part[rows[low:high], columns[low:high] - begin] = weights[columns[low:high]]
        total += part @ part.T
    return total
