"""What measured times say about two submissions: the ratio of their sums, and how sure that is. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

import numpy as np

from judge.model import Interval

Times = Mapping[tuple[str, str], Mapping[int, float]]  # case (group, name) -> round -> seconds; undisturbed, AC only
ERROR = 0.05  # the probability that a contest makes any rank of noise
EQUAL = 0.01  # what is nearer than this is as good as equal
PRIOR = 8  # a measured noise counts for each case as much as so many repetitions more
RESOLUTION_S = 0.0005  # a case's time is not known more exactly than this
_LEAST_S = 1e-9


def compared(above: Times, below: Times, confidence: float, noise: float | None = None) -> Interval | None:
    """Return the ratio of the sums over the cases, below to above, of the medians of each case, paired by round.

    `noise` is the relative standard error of one time, as measured. None where nothing can be said: one repetition and
    no noise.
    """
    both = sorted(set(above) & set(below))
    if not both:
        return None
    first_s = np.array([_median_s(above[case]) for case in both])
    logs = [_logs(above[case], below[case]) for case in both]
    ratios = np.exp([float(np.median(one)) for one in logs])
    weights = first_s * ratios / (first_s * ratios).sum()
    variances, freedoms = zip(*(_error(one, noise) for one in logs), strict=True)
    parts = weights**2 * np.array(variances)
    value = float((first_s * ratios).sum() / first_s.sum())
    if not math.isfinite(total := float(parts.sum())):
        return None
    freedom = total**2 / max(float((parts**2 / np.array(freedoms)).sum()), 1e-300)
    half = max(student(confidence, max(1.0, freedom)) * math.sqrt(total), finest(float(first_s.sum()), len(both)))
    return Interval(value * math.exp(-half), value, value * math.exp(half))


def equal(interval: Interval) -> bool:
    """Say whether the two are as good as equal."""
    return interval.low >= 1 / (1 + EQUAL) and interval.high <= 1 + EQUAL


def apart(interval: Interval) -> bool:
    """Say whether the two can be told apart."""
    return interval.low > 1 or interval.high < 1


def finest(time_s: float, cases: int) -> float:
    """Return the least half width of an interval, as a logarithm: the clock's resolution on so many cases."""
    return math.log1p(RESOLUTION_S * cases / max(time_s, _LEAST_S))


def confidence(comparisons: int, rounds: int) -> float:
    """Return the confidence of one claim of `comparisons`, looked at after `rounds` and after any number before it."""
    looks = max(1, rounds * (rounds - 1))
    return 1 - ERROR / looks / max(1, comparisons)


def student(confidence: float, freedom: float) -> float:
    """Return the two-sided quantile of Student's t (G. W. Hill, Algorithm 396, CACM 13, 1970, page 619)."""
    tails = 1 - confidence
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * freedom
    y: float = (d * tails) ** (2 / freedom)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2)
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)
        y0 = (d * tails) ** (2 / freedom)
        y = (y * y0 - 1) * (freedom + 1) / (freedom + 2) + 1 / y0
    return math.sqrt(freedom * y)


def _median_s(times: Mapping[int, float]) -> float:
    return max(_LEAST_S, float(np.median(list(times.values()))))


def _logs(above: Mapping[int, float], below: Mapping[int, float]) -> list[float]:
    """Return the log ratio of each round that both have; that of the medians where there is none."""
    found = [math.log(max(below[one], _LEAST_S) / max(above[one], _LEAST_S)) for one in above if one in below]
    return found or [math.log(_median_s(below) / _median_s(above))]


def _error(logs: list[float], noise: float | None) -> tuple[float, float]:
    """Return the variance of their centre, and its degrees of freedom."""
    more = len(logs) - 1
    known = 0 if noise is None else PRIOR
    if not more + known:
        return math.inf, 1.0
    square = float(np.var(logs)) * len(logs) + (0.0 if noise is None else known * 2 * noise**2)
    return square / (more + known) / len(logs) * (1.57 if more > 1 else 1.0), more + known
