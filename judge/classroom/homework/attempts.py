"""Several attempts of one user: Blackboard, Brightspace and Autolab export each of them.

They are in the order of their times, if all have one, else in that of the export's own count. Where that says not which
is the newest, nobody guesses: each attempt stands by itself, and the instructor names the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from judge.classroom.exports import Pile
from judge.model import AttemptRule


def by_user(piles: Iterable[Pile], rule: AttemptRule = "newest") -> list[list[Pile]]:
    """Return the attempts of each user, the newest first, in the order in which the export has the users."""
    found: dict[str, list[Pile]] = {}
    for pile in piles:
        found.setdefault(f"user {pile.user}" if pile.user else f"pile {pile.folder}", []).append(pile)
    return [group for attempts in found.values() for group in _in_order(attempts, rule)]


def _in_order(attempts: Sequence[Pile], rule: AttemptRule) -> list[list[Pile]]:
    """Return them in one list, or each in its own where two are equal. Only for the last on time any two matter."""
    timed = all(pile.handed_in for pile in attempts)
    told = [_told(pile, timed=timed) for pile in attempts]
    order = sorted(range(len(attempts)), key=told.__getitem__, reverse=True)
    neighbours = list(pairwise(order))[: None if rule == "last-on-time" else 1]
    if any(told[newer] == told[older] for newer, older in neighbours):
        return [[pile] for pile in attempts]
    return [[attempts[at] for at in order]]


def _told(pile: Pile, *, timed: bool) -> tuple[datetime | None, int]:
    """Return what an export says of when: of one export all times have a zone, or none has."""
    at = pile.handed_in if timed else None
    return (at.replace(tzinfo=at.tzinfo or UTC) if at else None), pile.version
