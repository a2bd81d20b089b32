"""How points are distributed: as many bars as can be read. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from judge.model.overview import Bin

VALUES = 12  # so many different points have a bar each
BARS = 10


def bins(points: Sequence[float], most: float) -> tuple[Bin, ...]:
    """Return a bar for each value where there are few, else ten of equal width from 0 to the most, and one for all that
    is above, which are bonuses."""
    if len(counts := Counter(points)) <= VALUES:
        return tuple(Bin(value, value, counts[value]) for value in sorted(counts))
    most = most or max(points)
    edges = [most * at / BARS for at in range(BARS + 1)]
    pairs = list(pairwise(edges))
    found = [Bin(low, high, sum(low <= one < high for one in points)) for low, high in pairs[:-1]]
    low, high = pairs[-1]
    found.append(Bin(low, high, sum(low <= one <= high for one in points), last=True))
    if above := [one for one in points if one > most]:
        found.append(Bin(most, max(above), len(above), last=True))
    return tuple(found)
