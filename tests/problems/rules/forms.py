"""Have a rule look at an arrangement by its plain form or by its fast one, whatever the size of the board is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from judge.model import Finding
from judge.problems import rules
from judge.problems.puzzles.findings import Trial

Rule = Callable[[Trial], Finding | None]

PLAIN, FAST = 1 << 30, 0  # up to which size the plain forms look


@contextmanager
def looking(bound: int) -> Iterator[None]:
    """Have the plain forms look up to this size alone."""
    with patch.object(rules, "SMALL", bound):
        yield


def disagreement(rule: Rule, trial: Trial) -> str:
    """Return how the two forms of a rule differ about an arrangement; nothing where they agree."""
    with looking(PLAIN):
        plain = rule(trial)
    with looking(FAST):
        fast = rule(trial)
    return "" if plain == fast else f"the plain one finds {plain or 'nothing'}, the fast one {fast or 'nothing'}"
