"""Which pairs stand out of their class. Short solutions of one task are alike by nature, so the class is the measure.

For each submission the shares with all others are its background: their median, and their spread. A pair stands out
where its share is above the background of both by STEPS spreads, and above LEAST. In a class that is spread widely that
may be more than a copy with a few changes shares; so the limit is MOST at the highest, or half-way from the median to
all where that is more. With fewer than FEW others there is no background, and SMALL is the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from judge.model.similarity import Circle, Pair

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


def standing_out(shares: NDArray[np.float64], compared: NDArray[np.bool_]) -> list[Pair]:
    """Return the pairs above the background of both, the closest first. `compared` says which may be one: two works
    of the past may not."""
    count = len(shares)
    limits = np.array([limit_of(np.delete(shares[one], one)) for one in range(count)])
    limit = np.maximum(limits[:, None], limits[None, :])
    lefts, rights = np.nonzero(np.triu(compared & (shares >= limit), 1))
    pairs = zip(lefts.tolist(), rights.tolist(), strict=True)
    found = [Pair(left, right, float(shares[left, right]), float(limit[left, right])) for left, right in pairs]
    return sorted(found, key=lambda pair: (-pair.share, pair.left, pair.right))


def circles_of(pairs: Sequence[Pair]) -> list[Circle]:
    """Return the works that pairs join, each in one circle; the circle with the closest pair first."""
    circle = {work: {work} for pair in pairs for work in (pair.left, pair.right)}
    shown: list[Pair] = []
    for pair in pairs:
        left, right = circle[pair.left], circle[pair.right]
        if left is right:
            continue
        shown.append(pair)
        left |= right
        for work in right:
            circle[work] = left
    whole = {id(circle[pair.left]): circle[pair.left] for pair in pairs}
    return [_circle(works, pairs, shown) for works in whole.values()]


def _circle(works: set[int], pairs: Sequence[Pair], shown: Sequence[Pair]) -> Circle:
    within = tuple(pair for pair in pairs if pair.left in works)
    return Circle(tuple(sorted(works)), within, tuple(pair for pair in shown if pair.left in works))
