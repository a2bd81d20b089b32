"""Define a rule that is written twice: so `judge validate` can hold its two forms against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from judge.model import Finding
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.quota import Quotas


class Twofold(msgspec.Struct, frozen=True):
    """Holds a rule: what it finds on an arrangement, and the words for that. None means that nothing is wrong.

    `find` takes the quicker of the two forms for the size; `plain` is the specification, `fast` the other one. `quotas`
    say the same as sets of cells, for what proves that nothing fits.
    """

    name: str
    find: Callable[[Trial], Any]
    plain: Callable[[Trial], Any]
    fast: Callable[[Trial], Any]
    told: Callable[[Trial, Any], Finding]
    quotas: Quotas | None = None

    @property
    def __name__(self) -> str:
        """Return what the rule is called where rules are told apart, as a function's name."""
        return self.name

    def __call__(self, trial: Trial) -> Finding | None:
        """Return what is wrong with an arrangement, or None."""
        found = self.find(trial)
        return None if found is None else self.told(trial, found)


def plainly(rule: Callable[[Trial], Finding | None], trial: Trial) -> bool:
    """Say whether an arrangement keeps a rule: by its plain form, where it has two."""
    return (rule.plain(trial) if isinstance(rule, Twofold) else rule(trial)) is None


def disagreement(rule: Callable[[Trial], Finding | None], trial: Trial) -> str:
    """Return how the two forms of a rule differ about an arrangement; nothing where they agree, or where it has one
    form only."""
    if not isinstance(rule, Twofold):
        return ""
    plain, fast = rule.plain(trial), rule.fast(trial)
    return "" if plain == fast else f"the plain one finds {plain or 'nothing'}, the fast one {fast or 'nothing'}"
