"""The words of a comparison: how many times as long, what has changed, who is faster on the whole."""

from __future__ import annotations

import math
from typing import Final

from judge.model import Interval, Verdict
from judge.reports.units import ratio
from judge.scoring.difference import CaseDifference, Difference

NO_NOISE: Final = "one time of each case says nothing of noise: measure with --repeat 5"


def within(interval: Interval) -> str:
    """Return a ratio with its interval: `1.32x ±3 %`."""
    percent = 100 * (max(interval.high / interval.value, interval.value / interval.low) - 1)
    shown = f"±{math.ceil(percent - 1e-9)} %" if percent <= 99 else "±>99 %"
    return f"{ratio(interval.value)} {shown}"


def ratio_words(case: CaseDifference) -> str:
    """Return the ratio of a case that both solve, with its interval where there is one; empty for others."""
    if case.ratio:
        return within(case.ratio)
    found = ratio_of(case)
    return "" if found is None else ratio(found)


def ratio_of(case: CaseDifference) -> float | None:
    """Return how many times as long the second one takes on a case that both solve; None for others."""
    if case.ratio:
        return case.ratio.value
    solved = case.before is case.after is Verdict.AC and case.before_s > 0
    return case.after_s / case.before_s if solved else None


def change_words(case: CaseDifference) -> str:
    """Return what has changed, in a word or two; empty where nothing has beyond noise."""
    if case.worse or case.better:
        return "worse" if case.worse else "better"
    if case.before is not case.after:
        return "another verdict"
    return "slower" if case.slower else "faster" if case.faster else ""


def whole_words(found: Difference) -> str:
    """Return what the sums of the times say: slower, faster or neither; empty where they say nothing."""
    if found.whole is None:
        return ""
    return "slower" if found.whole.low > 1 else "faster" if found.whole.high < 1 else "can't be told apart"
