"""What came of measuring more, in a few lines: how far the order is settled, and the noise of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model import Measuring, Settling
from judge.reports.measuring_words import noise_words, settled_words


def measuring_lines(measuring: Measuring) -> Group:
    """Return how far the order of each problem is settled, and how much the time of one run may be off."""
    several = len(measuring.rounds) > 1
    lines = [line for one in measuring.rounds for line in _lines(one, named=several)]
    noise = noise_words(measuring.noise)
    return Group(*lines, *([Text(noise, "dim")] if noise else []))


def bonus_lines(settled: Sequence[Settling]) -> Group:
    """Return how far it is known who can't be told apart from the last place of each bonus."""
    return Group(*(line for one in settled for line in _lines(one, named=True)))


def _lines(now: Settling, *, named: bool) -> list[Text]:
    said = settled_words(now)
    name = f"{said.problem}: " if named else ""
    first = Text(name).append(said.words, "green" if said.settled else "yellow")
    return [first, *(Text(name + line, "yellow") for line in said.dropped)]
