"""What came of measuring more, in a few lines: how far the order is settled, and the noise of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model import Measuring, Settling
from judge.reports.sanitize import clean_line
from judge.reports.units import counted

SHOWN = 5  # pairs that are named


def measuring_lines(measuring: Measuring) -> Group:
    """Return how far the order of each problem is settled, and how much the time of one run may be off."""
    several = len(measuring.rounds) > 1
    lines = [line for one in measuring.rounds for line in _lines(one, f"{one.problem}: " if several else "")]
    return Group(*lines, *_noise(measuring.noise))


def bonus_lines(settled: Sequence[Settling]) -> Group:
    """Return how far it is known who can't be told apart from the last place of each bonus."""
    return Group(*(line for one in settled for line in _lines(one, f"{one.problem}: ")))


def _noise(noise: float | None) -> list[Text]:
    """Return nothing where it was not measured."""
    if noise is None:
        return []
    percent = 100 * noise
    shown = f"{percent:.0f}" if percent >= 2 else f"{percent:.1f}"
    return [Text(f"noise of this machine: {shown} %", "dim")]


def _lines(now: Settling, name: str) -> list[Text]:
    text = Text(clean_line(name))
    if not now.left and not now.rounds:
        text.append("order settled without a further round", "green")
    elif not now.left:
        text.append(f"order settled after {counted(now.rounds, 'round')}, {now.wall_s:.1f} s", "green")
    else:
        text.append(f"{_why(now)}: these can't be told apart: {_pairs(now)}", "yellow")
    dropped = []
    if now.disturbed:
        were = "was" if now.disturbed == 1 else "were"
        what = "dropped" if 2 * now.disturbed <= now.times else "not dropped, as there are too few others"
        dropped.append(f"{now.disturbed} of {counted(now.times, 'time')} {were} disturbed and {what}")
    if now.missed:
        were = "was" if now.missed == 1 else "were"
        dropped.append(f"{now.missed} of {counted(now.times, 'time')} {were} not of a right answer, and dropped")
    return [text, *(Text(clean_line(name) + line, "yellow") for line in dropped)]


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
