"""What a submission shares with another, and which pairs stand out of their class.

A work is its runs of GRAM tokens, as numbers, each with how rare it is in the class. A run that most of the class has
says nothing, a run that two have says much: its weight is log((n + 1) / its owners). What the starter has is nobody's
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from judge.model import Similarities

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


# --- which pairs stand out of their class; short solutions of one task are alike by nature, so it is the measure ------
# For each submission the shares with all others are its background: their median, and their spread. A pair stands out
# where its share is above the background of both by STEPS spreads, and above LEAST. In a class that is spread widely
# that may be more than a copy with a few changes shares; so the limit is MOST at the highest, or half-way from the
# median to all where that is more. With fewer than FEW others there is no background, and SMALL is the limit.
LEAST: Final = 0.6
MOST: Final = 0.8
NEARLY_ALL: Final = 0.98
STEPS: Final = 5.0
FEW: Final = 10
SMALL: Final = 0.7
_MAD, _TENTH = 1.4826, 1.2816  # a normal distribution's spread, over its median deviation and under its last tenth


def limit_of(others: NDArray[np.float64]) -> float:
    """Return the share above which a submission stands out, from its shares with all others."""
    if len(others) < FEW:
        return SMALL
    middle = float(np.median(others))
    spread = max(_MAD * float(np.median(np.abs(others - middle))), (float(np.quantile(others, 0.9)) - middle) / _TENTH)
    highest = min(NEARLY_ALL, max(MOST, (1 + middle) / 2))
    return min(highest, max(LEAST, middle + STEPS * spread))


def standing_out(shares: NDArray[np.float64], compared: NDArray[np.bool_]) -> list[Similarities.Pair]:
    """Return the pairs above the background of both, the closest first. `compared` says which may be one: two works
    of the past may not."""
    count = len(shares)
    limits = np.array([limit_of(np.delete(shares[one], one)) for one in range(count)])
    limit = np.maximum(limits[:, None], limits[None, :])
    lefts, rights = np.nonzero(np.triu(compared & (shares >= limit), 1))
    pairs = zip(lefts.tolist(), rights.tolist(), strict=True)
    found = [
        Similarities.Pair(left, right, float(shares[left, right]), float(limit[left, right])) for left, right in pairs
    ]
    return sorted(found, key=lambda pair: (-pair.share, pair.left, pair.right))


def circles_of(pairs: Sequence[Similarities.Pair]) -> list[Similarities.Circle]:
    """Return the works that pairs join, each in one circle; the circle with the closest pair first."""
    circle = {work: {work} for pair in pairs for work in (pair.left, pair.right)}
    shown: list[Similarities.Pair] = []
    for pair in pairs:
        left, right = circle[pair.left], circle[pair.right]
        if left is right:
            continue
        shown.append(pair)
        left |= right
        for work in right:
            circle[work] = left
    whole = {id(circle[pair.left]): circle[pair.left] for pair in pairs}
    found = []
    for works in whole.values():
        within, through = (tuple(pair for pair in some if pair.left in works) for some in (pairs, shown))
        found.append(Similarities.Circle(tuple(sorted(works)), within, through))
    return found
