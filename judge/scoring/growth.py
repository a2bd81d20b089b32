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
    trend = _Trend(x, low, high)
    least, slope, most = trend.least(), trend.slope(), trend.most()
    if not all(map(math.isfinite, (least, slope, most))):
        return None
    known = np.isfinite(high)
    height = float(np.median((low - slope * x)[known]))
    line = height + slope * x
    residual = float(np.maximum(0, np.maximum(low - line, line - high)).sum())
    return Line(slope, min(least, slope), max(slope, most), height, residual)


class _Trend:
    """Kendall's S of the residuals by the slope. It falls at `steps`; between two of them lies one segment."""

    def __init__(self, x: _Floats, low: _Floats, high: _Floats) -> None:
        self._x, self._low, self._high = x, low, high
        first, second = np.triu_indices(len(x), 1)
        run = x[second] - x[first]
        self._rising = np.sort((low[second] - high[first]) / run)  # a pair of residuals rises below this slope
        self._falling = np.sort((high[second] - low[first]) / run)  # and falls above this one
        steps = np.concatenate([self._rising, self._falling])
        self._steps = np.unique(steps[np.isfinite(steps)])
        self._ends = np.concatenate([[-math.inf], self._steps, [math.inf]])

    def slope(self) -> float:
        """Return the middle of the slopes without a trend; where every y is known, the median slope of all pairs. It is
        not finite where they have no end."""
        inner = np.array([self._inside(at) for at in range(len(self._steps) + 1)])
        s = self._s(inner)
        rises, falls = np.flatnonzero(s > 0), np.flatnonzero(s < 0)
        low = self._ends[rises[-1] + 1] if len(rises) else -math.inf
        high = self._ends[falls[0]] if len(falls) else math.inf
        return float(low + high) / 2

    def least(self) -> float:
        """Return the lower end of the interval."""
        above = range(len(self._steps))
        first = bisect_left(above, True, key=lambda at: not self._significance(self._inside(at)) > QUANTILE)
        return float(self._ends[first])

    def most(self) -> float:
        """Return the upper end of the interval."""
        below = range(1, len(self._steps) + 1)
        last = bisect_left(below, True, key=lambda at: self._significance(self._inside(at)) < -QUANTILE)
        return float(self._ends[last + 1])

    def _inside(self, segment: int) -> float:
        """Return a slope of the segment; infinity where there is no step."""
        low, high = self._ends[segment : segment + 2]
        if math.isinf(low):
            return float(high) - 1
        return float(low) + 1 if math.isinf(high) else float(low + high) / 2

    def _s(self, slope: _Floats) -> np.ndarray[Any, np.dtype[np.intp]]:
        above = len(self._rising) - np.searchsorted(self._rising, slope, side="right")
        return above - np.searchsorted(self._falling, slope, side="left")

    def _significance(self, slope: float) -> float:
        """Return S by its standard error, nearer to zero by the correction for continuity."""
        s = float(self._s(np.array([slope]))[0])
        error = math.sqrt(self._variance(slope))
        return math.copysign(max(0, abs(s) - 1) / error, s) if error else 0.0

    def _variance(self, slope: float) -> float:
        """Return the variance of S over all orders of the residuals, of which some can't be compared."""
        low, high = self._low - slope * self._x, self._high - slope * self._x
        greater = (low[:, None] > high[None, :]).astype(float)
        signs = greater - greater.T
        pairs = float((signs**2).sum())
        triples = float((signs.sum(axis=1) ** 2).sum()) - pairs
        return triples / 3 + pairs / 2
