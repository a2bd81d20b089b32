"""What measured times say about two submissions: the ratio of their sums, and how sure that is. Pure.

Two times of one round were taken side by side, so that a slow minute of the machine hit both: their log ratio holds
none of it. On each case the log ratios of all rounds are averaged without the fifth at either end, since a hiccup
makes one time of fifty much longer and none shorter (the trimmed mean and its variance: K. K. Yuen, The two-sample
trimmed t for unequal population variances, Biometrika 61, 1974, page 165). The cases are weighted by their share of
the time, so the error of the whole is the sum of theirs, with as many degrees of freedom as F. E. Satterthwaite gives
it (An approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946, page 110).

A noise that the machine was measured to have counts as so many repetitions more, of each case (G. K. Smyth, Linear
models and empirical Bayes methods, Statistical Applications in Genetics and Molecular Biology 3, 2004, section 3).
Where no probe has measured it, it is the `pooled` noise of the cases that make up most of the time: five repetitions of
a case say little of its noise, those of all cases together say enough. All cases then share that one estimate, so the
error of the whole has at most as many degrees of freedom as the rounds that told it.
tests/scoring/test_promise.py holds what this promises, on fields with known true times; tests/bench/apart.py measures
it on ten kinds of machines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from judge.model import Run, Standing

Times = Mapping[tuple[str, str], Mapping[int, float]]  # case (group, name) -> round -> seconds; undisturbed, AC only
State = Literal["slower", "faster", "equal", "open"]
_Floats = np.ndarray[Any, np.dtype[np.float64]]
ERROR = 0.05  # the probability that a contest claims a difference of what is alike
EQUAL = 0.01  # what is nearer than this is as good as equal
PRIOR = 8  # repetitions that a measured noise counts for
LONE_SPREAD, RESOLUTION_S = Run.Measurement.LONE_SPREAD, Run.Measurement.RESOLUTION_S
HEAVY = 0.9  # the longest cases that make up this part of the time tell its noise, and more where these are too few
_LEAST_S = 1e-9
_WIDEST = 50.0  # of half an interval, as a logarithm: two wild rounds say nothing, but as a number
_TRIMMED = 5  # one of so many is left out at either end


def compared(
    above: Times, below: Times, confidence: float, noise: float | None = None, known: float = math.inf
) -> Standing.Interval | None:
    """Return the ratio of the sums over the cases, below to above, paired by round.

    `noise` is the relative standard error of one time, as measured, and `known` its degrees of freedom. None where
    nothing can be said: on different cases, or with one repetition and no noise.
    """
    if not above or above.keys() != below.keys():
        return None
    blocks: dict[int, list[tuple[list[float], list[float]]]] = {}
    for case in sorted(above):
        pair = _paired(above[case], below[case])
        blocks.setdefault(len(pair[0]), []).append(pair)
    parts = [_estimated(np.array(blocks[rounds]), noise) for rounds in sorted(blocks)]
    size, centre, variance, freedom = (np.concatenate(column) for column in zip(*parts, strict=True))
    if not freedom.any():
        return None
    first, second = size * np.exp(-centre / 2), size * np.exp(centre / 2)
    weight = first / first.sum() + second / second.sum()
    lone = freedom == 0  # as uncertain as the least certain of the others
    errors = (weight / 2) ** 2 * np.where(lone, variance[~lone].max() * max(blocks), variance)
    half = _quantile(confidence, errors, np.maximum(freedom, 1), known) * math.sqrt(errors.sum())
    least = finest(float(min(first.sum(), second.sum())), len(size))
    half = max(half, least, math.log1p(LONE_SPREAD) if max(blocks) == 1 else 0)
    half = min(half, _WIDEST)
    value = float(second.sum() / first.sum())
    return Standing.Interval(value * math.exp(-half), value, value * math.exp(half))


def pooled(above: Times, below: Times) -> tuple[float | None, float]:
    """Return the relative standard error of one time, from the longest cases, and its most degrees of freedom.

    The error is None where fewer times tell it than it counts for. Its square is the mean of the cases' own by their
    degrees of freedom, each of Yuen's variance of a trimmed mean.
    """
    size = {case: float(np.median([*above[case].values(), *below[case].values()])) for case in above if case in below}
    left_s, square, freedom, most = HEAVY * sum(size.values()), 0.0, 0, 0
    for case in sorted(size, key=lambda case: (-size[case], case)):
        if left_s <= 0 and freedom >= PRIOR:
            break
        left_s -= size[case]
        first, second = (np.maximum(one, RESOLUTION_S) for one in _paired(above[case], below[case]))
        _, clipped, kept = _trimmed(np.log(second) - np.log(first))
        if kept > 2:  # two rounds of a case don't tell whether it wanders more than others
            square += float(clipped.var()) * len(first) ** 2 / kept
            freedom += kept - 1
            most += len(first) - 1
    return (math.sqrt(square / freedom / 2), most) if freedom >= PRIOR else (None, math.inf)


def state(interval: Standing.Interval) -> State:
    """Return what is known of two: "equal" where all of the interval lies within 1 %, whatever side of 1 it is on."""
    if interval.low >= 1 / (1 + EQUAL) and interval.high <= 1 + EQUAL:
        return "equal"
    return "slower" if interval.low > 1 else "faster" if interval.high < 1 else "open"


def settled(interval: Standing.Interval, time_s: float, cases: int) -> bool:
    """Say whether more rounds can change nothing: the state is known, or the interval is as narrow as the clock allows
    for sums of `time_s` and more."""
    return state(interval) != "open" or interval.high / interval.value <= 1.001 * math.exp(finest(time_s, cases))


def finest(time_s: float, cases: int) -> float:
    """Return the least half width of an interval, as a logarithm: what the clock can't tell of so many cases."""
    return math.log1p(RESOLUTION_S * cases / max(time_s, _LEAST_S))


def confidence(comparisons: int, looks: int) -> float:
    """Return the confidence of one claim out of `comparisons`, made at this look at the times.

    The levels 1 / (k (k + 1)) of all looks k add up to 1, and an error of any is at most the sum of all (C. E.
    Bonferroni, 1936): so looking again after more rounds, and stopping when it suits, is paid for. Rounds that nobody
    has looked at before the last one cost nothing.
    """
    return 1 - ERROR / (max(comparisons, 1) * looks * (looks + 1))


def student(confidence: float, freedom: float) -> float:
    """Return how many standard errors an interval is wide at either side: the two-sided quantile of Student's t
    (G. W. Hill, Algorithm 396, Communications of the ACM 13, 1970, page 619). It is too wide below 2 degrees of freedom
    by a sixth at most, and never too narrow for 95 % or more."""
    tails = 1 - confidence
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * freedom
    y = math.pow(d * tails, 2 / freedom)
    if y <= 0.05 + a:
        inner = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)
        return math.sqrt(freedom * ((inner * y - 1) * (freedom + 1) / (freedom + 2) + 1 / y))
    x = NormalDist().inv_cdf(tails / 2)
    y = x * x
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    return math.sqrt(freedom * math.expm1(a * y * y))


def _paired(above: Mapping[int, float], below: Mapping[int, float]) -> tuple[list[float], list[float]]:
    """Return the times of the rounds that both have; where there is none, the median of each."""
    rounds = sorted(above.keys() & below.keys())
    if not rounds:
        return [float(np.median([*above.values()]))], [float(np.median([*below.values()]))]
    return [above[one] for one in rounds], [below[one] for one in rounds]


def _estimated(times: _Floats, noise: float | None) -> tuple[_Floats, _Floats, _Floats, _Floats]:
    """Return of each case its size in seconds, its mean log ratio, the variance of that, and how many degrees of
    freedom this has. `times` is cases x (above, below) x rounds."""
    rounds = times.shape[2]
    logs = np.log(np.maximum(times, _LEAST_S))
    medians = np.sort(logs, axis=2)[:, :, (rounds - 1) // 2 : rounds // 2 + 1]
    size = np.exp(medians.mean(axis=(1, 2)))
    middle, clipped, kept = _trimmed(logs[:, 1] - logs[:, 0])
    centre, freedom = middle.mean(axis=1), kept - 1
    square = clipped.var(axis=1) * rounds / kept  # freedom * variance
    if noise is not None:
        freedom += PRIOR
        square = square + PRIOR * 2 * noise**2 / kept
    return size, centre, square / max(freedom, 1), np.full(len(size), float(freedom))


def _trimmed(ratios: _Floats) -> tuple[_Floats, _Floats, int]:
    """Return them without the fifth at either end, and all of them clipped to these; and how many these are. The last
    axis is that of rounds."""
    ratios = np.sort(ratios)
    rounds = ratios.shape[-1]
    cut = rounds // _TRIMMED
    middle = ratios[..., cut : rounds - cut]
    return middle, np.clip(ratios, middle[..., :1], middle[..., -1:]), rounds - 2 * cut


def _quantile(confidence: float, errors: _Floats, freedom: _Floats, known: float) -> float:
    """Return the quantile for a sum of errors, by Satterthwaite's degrees of freedom, `known` at most."""
    lost = float((errors**2 / freedom).sum())
    return student(confidence, min(known, max(1.0, float(errors.sum()) ** 2 / lost))) if lost > 0 else 0.0
