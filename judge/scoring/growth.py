"""A straight line through points, of which some are only known to lie above a bound. Pure.

The slope is that of Theil and Sen (P. K. Sen, JASA 63, 1968, pages 1379-1389), for censored points: M. G. Akritas,
S. A. Murphy and M. P. LaValley, The Theil-Sen estimator with doubly censored data, JASA 90, 1995, pages 170-177. It
leaves residuals without a trend: Kendall's S of them is 0. More than a quarter of the points may be wild.

The 90 % interval holds the slopes at which S is not significant. S is taken as normal, with correction for continuity
and the variance that it has over all permutations (M. G. Kendall, Rank Correlation Methods, 1970, chapter 5).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import Any, NamedTuple

import numpy as np

QUANTILE = 1.6449  # of the normal distribution: 5 % of it lies above
_Floats = np.ndarray[Any, np.dtype[np.float64]]


class Line(NamedTuple):
    """y = height + slope * x. `low` and `high` are the interval of the slope, `residual` the sum of the absolute
    residuals."""

    slope: float
    low: float
    high: float
    height: float
    residual: float


def fitted(x: _Floats, low: _Floats, high: _Floats) -> Line | None:
    """Return the line through points whose y is between `low` and `high`; x rises. None where the interval of the slope
    has no end."""
    first, second = np.triu_indices(len(x), 1)
    run = x[second] - x[first]
    rising = np.sort((low[second] - high[first]) / run)  # a pair of residuals rises below this slope
    falling = np.sort((high[second] - low[first]) / run)  # and falls above this one
    steps = np.unique([one for one in (*rising, *falling) if math.isfinite(one)])
    if not len(steps):
        return None
    # S is one number between two steps: so many pairs rise as are left above, less those that fall.
    inside = np.concatenate([[steps[0] - 1], (steps[:-1] + steps[1:]) / 2, [steps[-1] + 1]])
    s = len(rising) - np.searchsorted(rising, inside) - np.searchsorted(falling, inside)
    ends = np.concatenate([[-math.inf], steps, [math.inf]])

    def significance(at: int) -> float:
        error = math.sqrt(_variance(low - inside[at] * x, high - inside[at] * x))
        return math.copysign(max(0, abs(s[at]) - 1) / error, s[at]) if error else 0.0

    inner = range(len(steps) + 1)
    least = ends[bisect_left(inner[:-1], True, key=lambda at: not significance(at) > QUANTILE)]
    most = ends[bisect_left(inner[1:], True, key=lambda at: significance(at) < -QUANTILE) + 1]
    rises, falls = np.flatnonzero(s > 0), np.flatnonzero(s < 0)
    # The middle of the slopes without a trend: where every y is known, the median slope of all pairs.
    bounds = ends[rises[-1] + 1] if len(rises) else -math.inf, ends[falls[0]] if len(falls) else math.inf
    slope = float(sum(bounds)) / 2
    if not all(map(math.isfinite, (least, slope, most))):
        return None
    height = float(np.median((low - slope * x)[np.isfinite(high)]))
    line = height + slope * x
    residual = float(np.maximum(0, np.maximum(low - line, line - high)).sum())
    return Line(slope, min(float(least), slope), max(slope, float(most)), height, residual)


def _variance(low: _Floats, high: _Floats) -> float:
    """Return the variance of S over all orders of these residuals, of which some can't be compared."""
    greater = (low[:, None] > high[None, :]).astype(float)
    signs = greater - greater.T
    pairs = float((signs**2).sum())
    triples = float((signs.sum(axis=1) ** 2).sum()) - pairs
    return triples / 3 + pairs / 2
