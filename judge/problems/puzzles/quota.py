"""Define a quota: a set of cells, and how many pieces it holds at least and at most.

A rule that comes to quotas says them in its field `quotas`: an arrangement keeps such a rule exactly where it keeps all
of its quotas. What proves that nothing fits reads these alone, and knows no puzzle by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from judge.model import Finding, Instance
from judge.problems.puzzles.findings import Trial
from judge.problems.rules.plain import Cell


class Quota(msgspec.Struct, frozen=True):
    """Holds cells, and how much their pieces weigh together at least and at most. Without weights each weighs 1."""

    cells: tuple[Cell, ...]
    least: int
    most: int
    weights: tuple[int, ...] = ()


Quotas = Callable[[Instance], Iterator[Quota]]


class Quoted(msgspec.Struct, frozen=True):
    """Holds a rule: what it finds on an arrangement, None where nothing is wrong, and the words for that; and the
    quotas that it comes to."""

    name: str
    find: Callable[[Trial], Any]
    told: Callable[[Trial, Any], Finding]
    quotas: Quotas

    @property
    def __name__(self) -> str:
        """Return what the rule is called where rules are told apart, as a function's name."""
        return self.name

    def __call__(self, trial: Trial) -> Finding | None:
        """Return what is wrong with an arrangement, or None."""
        found = self.find(trial)
        return None if found is None else self.told(trial, found)


def quotas_of(rule: Callable[[Trial], Finding | None]) -> Quotas | None:
    """Return the quotas of a rule; None for one that says none."""
    found: Quotas | None = getattr(rule, "quotas", None)
    return found
