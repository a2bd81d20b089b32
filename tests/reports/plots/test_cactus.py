"""A cactus: who solves how many cases in which time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Clock, Standing, Verdict
from judge.reports.plots.cactus import cactus
from judge.reports.plots.plot import Plot
from judge.scoring.ranking import standings
from judge.scoring.statistics import RESOLUTION_S
from tests.reports.plots.made import Outcome, judgement, outcomes
from tests.reports.runs import record


def drawn(board: Sequence[Standing], clock: Clock = "cpu") -> Plot:
    made = cactus(board, clock)
    assert made is not None
    return made


@settings(max_examples=40)
@given(st.lists(outcomes, min_size=1, max_size=4))
def test_a_line_only_rises_and_has_a_dot_for_each_solved_case(found: list[list[Outcome]]) -> None:
    board = standings([judgement(one, f"s{at}") for at, one in enumerate(found)])
    if not any(row.solved for row in board):
        assert cactus(board, "cpu") is None
        return
    made = drawn(board)
    assert [len(line.dots) for line in made.series] == [row.solved for row in board]
    assert [line.style for line in made.series] == [*range(len(board))]
    for line in made.series:
        assert [dot.x for dot in line.dots] == [*range(1, len(line.dots) + 1)]
        times = [dot.y for dot in line.dots]
        assert times == sorted(times)
        assert all(RESOLUTION_S <= time_s <= 0.5 for time_s in times)


def test_only_cases_that_count_are_in_it() -> None:
    """After an interruption, those that everybody has run."""
    whole, half = judgement([(Verdict.AC, 0.1)] * 12, "whole"), judgement([(Verdict.AC, 0.2)] * 5, "half")
    made = drawn(standings([whole, half]))
    assert [(line.name, len(line.dots)) for line in made.series] == [("whole", 5), ("half", 5)]


def test_limits_and_the_floor_of_the_clock_are_marked() -> None:
    quick = judgement([(Verdict.AC, 0.0)] * 12, "quick")
    made = drawn(standings([quick]))
    assert [mark.at for mark in made.marks] == [0.5, RESOLUTION_S]
    assert made.series[0].dots[0].label.endswith("at most 0.50 ms")
    assert "in at most 0.50 ms" in made.summary
    slow = judgement([(Verdict.AC, 0.1)] * 12, "slow")
    assert [mark.at for mark in drawn(standings([slow])).marks] == [0.5]


def test_the_clock_is_the_one_that_ranks() -> None:
    board = record(3, 6).boards[0]
    cpu, wall = (drawn(board, clock).series[1].dots[-1].y for clock in ("cpu", "wall"))
    assert wall == pytest.approx(1.1 * cpu)


def test_who_solves_nothing_is_named() -> None:
    assert drawn(record(3, 6).boards[0]).series[-1].name == "broken (none solved)"
