"""The words about rounds and noise, for pages as for terminals."""

from __future__ import annotations

from judge.model import Settling
from judge.reports.measuring_words import noise_words, settled_words


def test_an_order_that_is_settled() -> None:
    said = settled_words(Settling("queens", 60.0, rounds=4, wall_s=12.34, times=84, disturbed=1))
    assert (said.problem, said.words, said.settled) == ("queens", "order settled after 4 rounds, 12.3 s", True)
    assert said.dropped == ("1 of 84 times was disturbed and dropped",)


def test_an_order_that_is_not() -> None:
    said = settled_words(Settling("queens", 60.0, rounds=4, wall_s=60.0, left=(("a", "b\x1b[2J"),)))
    assert (said.words, said.settled) == ("the budget of 60 s ended: these can't be told apart: a and b", False)


def test_noise_is_said_only_where_it_was_measured() -> None:
    assert [noise_words(one) for one in (None, 0.0131, 0.2)] == [
        "",
        "noise of this machine: 1.3 %",
        "noise of this machine: 20 %",
    ]
