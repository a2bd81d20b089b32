"""How times grow with n, in words: the same below a leaderboard, in a plot and on a page."""

from __future__ import annotations

import math

from judge.reports.sanitize import clean_line
from judge.scoring.scaling import Family, Law, Scaling


def family_label(family: Family) -> str:
    """Return the family as its cases are named: `forest*, SA`."""
    words = [f"{clean_line(family.stem, 24)}*"]
    words += [family.algorithm] if family.algorithm != "ANY" else []
    words += ["without an answer"] if family.fails else []
    return ", ".join(words)


def law_words(scaling: Scaling) -> str:
    """Return the laws of one submission, the better one first; nothing where it has none."""
    return " or ".join(map(_law, scaling.laws))


def _law(law: Law) -> str:
    """Return `n^1.9 ±0.2` or `4.1^n ±0.3`; the interval is as wide as its wider side."""
    finest = 2 if law.form == "power" else 3  # decimals: 1.004^n doubles every 174 n
    off = max(law.value - law.low, law.high - law.value, 10**-finest)
    places = min(finest, max(0, -math.floor(math.log10(off))))
    rounded = math.ceil(off * 10**places - 1e-9) / 10**places
    value = f"{law.value:.{places}f}"
    return f"{f'n^{value}' if law.form == 'power' else f'{value}^n'} ±{rounded:.{places}f}"
