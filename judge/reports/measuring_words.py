"""The words about measuring more: how far the order of a problem is settled, and the noise of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judge.reports.sanitize import clean_line
from judge.text import counted

if TYPE_CHECKING:
    from judge.model import Settling

SHOWN = 5  # pairs that are named


class Settled(msgspec.Struct, frozen=True):
    """Whether the order of a problem is settled, in words, and a sentence for each kind of times that was dropped."""

    problem: str
    words: str
    settled: bool
    dropped: tuple[str, ...] = ()


def settled_words(now: Settling) -> Settled:
    """Return how far the order of one problem is settled."""
    problem, dropped = now.problem, tuple(_dropped(now))
    if now.left:
        words = f"{_why(now)}: these can't be told apart: {_pairs(now)}"
        return Settled(problem, words, settled=False, dropped=dropped)
    words = "order settled without a further round"
    if now.rounds:
        words = f"order settled after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"
    return Settled(problem, words, settled=True, dropped=dropped)


def noise_words(noise: float | None) -> str:
    """Return how much the time of one run may be off; empty where that was not measured."""
    if noise is None:
        return ""
    percent = 100 * noise
    shown = f"{percent:.0f}" if percent >= 2 else f"{percent:.1f}"
    return f"noise of this machine: {shown} %"


def _dropped(now: Settling) -> list[str]:
    dropped = []
    if now.disturbed:
        were = "was" if now.disturbed == 1 else "were"
        what = "dropped" if 2 * now.disturbed <= now.times else "not dropped, as there are too few others"
        dropped.append(f"{now.disturbed} of {counted(now.times, 'time')} {were} disturbed and {what}")
    if now.missed:
        were = "was" if now.missed == 1 else "were"
        dropped.append(f"{now.missed} of {counted(now.times, 'time')} {were} not of a right answer, and dropped")
    return dropped


def _why(now: Settling) -> str:
    """Return why nothing more was measured."""
    if not now.rounds and now.budget_s:
        return "not measured again"
    if now.wall_s >= now.budget_s:
        return f"the budget of {now.budget_s:.3g} s ended"
    return f"stopped after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s"


def _pairs(now: Settling) -> str:
    named = [f"{clean_line(above, 32)} and {clean_line(below, 32)}" for above, below in now.left[:SHOWN]]
    more = len(now.left) - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named)
