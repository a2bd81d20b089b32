"""What came of measuring more, in a few lines: how far the order is settled, and the noise of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model import Measuring, Settling
from judge.reports.measuring_words import measured, noise_words


def measuring_lines(measuring: Measuring) -> Group:
    """Return how far the order of each problem is settled, and how much the time of one run may be off."""
    noise = noise_words(measuring.noise)
    return Group(*_lines(measuring.rounds, named=len(measuring.rounds) > 1), *([Text(noise, "dim")] if noise else []))


def bonus_lines(settled: Sequence[Settling]) -> Group:
    """Return how far it is known who can't be told apart from the last place of each bonus."""
    return Group(*_lines(settled, named=True))


def _lines(rounds: Sequence[Settling], *, named: bool) -> list[Text]:
    return [Text(words, "green" if good else "yellow") for words, good in measured(rounds, named=named)]
