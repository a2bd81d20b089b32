"""The sum of scores, of problems that ask for the best answer. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable

from judge.model import Run

_DIGITS = 9  # sums of the same scores in another order are one and the same


def score_of(runs: Iterable[Run]) -> float:
    """Return the sum of the scores of what was solved: where no answer has a score of its own, how many those are."""
    return round(math.fsum(run.earned for run in runs), _DIGITS)
