"""Several attempts of one user: Blackboard, Brightspace and Autolab export each of them. The newest counts."""

from __future__ import annotations

from collections.abc import Iterable

from judge.classroom.exports import Pile


def by_user(piles: Iterable[Pile]) -> list[list[Pile]]:
    """Return the attempts of each user, the newest first, in the order in which the export has the users."""
    found: dict[str, list[Pile]] = {}
    for pile in piles:
        found.setdefault(f"user {pile.user}" if pile.user else f"pile {pile.folder}", []).append(pile)
    return [sorted(attempts, key=_newest, reverse=True) for attempts in found.values()]


def _newest(pile: Pile) -> tuple[float, int, str]:
    return pile.handed_in_s or 0.0, pile.version, pile.folder
