"""Have a rule look at an arrangement by its plain form or by its fast one, whatever the size of the board is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final
from unittest.mock import patch

from judge.model import Finding
from judge.problems import rules
from judge.problems.puzzles.findings import Trial
from judge.problems.rules import leaps, points, shares

Rule = Callable[[Trial], Finding | None]

PLAIN, FAST = 1 << 30, 0  # up to which size the plain forms look
_BOUNDS: Final = ((rules, "SMALL"), (leaps, "SMALL"), (shares, "SMALL"), (points, "FEW"))


@contextmanager
def looking(bound: int) -> Iterator[None]:
    """Have the plain forms look up to this size alone."""
    with ExitStack() as patched:
        for module, name in _BOUNDS:
            patched.enter_context(patch.object(module, name, bound))
        yield


def plainly(rule: Rule, trial: Trial) -> bool:
    """Say whether an arrangement keeps a rule by its plain form."""
    with looking(PLAIN):
        return rule(trial) is None


def disagreement(rule: Rule, trial: Trial) -> str:
    """Return how the two forms of a rule differ about an arrangement; nothing where they agree."""
    with looking(PLAIN):
        plain = rule(trial)
    with looking(FAST):
        fast = rule(trial)
    return "" if plain == fast else f"the plain one finds {plain or 'nothing'}, the fast one {fast or 'nothing'}"
