"""The resolver: from the bottom, one cell a step, and nothing before its turn."""

from __future__ import annotations

from hypothesis import given, settings

from judge.model.schedule import AsOf, Schedule, Try
from judge.scoring.resolving import Resolver
from judge.scoring.standings import scoreboard
from tests.contests import END_MS, FINAL, LATER, boards, schedule_of, tries_of


def test_who_is_last_is_revealed_first_and_looked_at_again_where_they_rise() -> None:
    tries = tries_of(
        *(("t1", "A", 10, "AC"), ("t2", "A", 20, "AC"), ("t3", "A", 250, "AC"), ("t3", "B", 260, "AC")),
        *(("t1", "C", 270, "WA"), ("t2", "B", 280, "AC")),
    )
    resolver = Resolver(schedule_of(), tries, LATER.now_ms)
    steps = [resolver.at(number) for number in range(resolver.last + 1)]
    assert [(one.team, one.problem) for one in steps] == [
        *(("", ""), ("t3", "lizards"), ("t3", "queens"), ("t2", "queens"), ("t1", "spies")),
    ]
    assert [row.team.id for row in steps[-1].board.rows] == ["t2", "t3", "t1"]
    assert steps[0].board == scoreboard(schedule_of(), tries, LATER, {})
    assert steps[-1].board == scoreboard(schedule_of(), tries, FINAL, {})
    assert [one.board.as_of for one in steps] == [LATER] * resolver.last + [FINAL]


@settings(max_examples=25)
@given(boards())
def test_the_first_step_is_what_the_public_sees_and_the_last_one_everything(
    made: tuple[Schedule, list[Try], AsOf],
) -> None:
    schedule, tries, _ = made
    resolver = Resolver(schedule, tries, END_MS)
    assert resolver.at(0).board.rows == scoreboard(schedule, tries, AsOf(END_MS), {}).rows
    assert resolver.at(resolver.last).board.rows == scoreboard(schedule, tries, AsOf(END_MS, final=True), {}).rows
    assert resolver.at(resolver.last + 5) == resolver.at(resolver.last)
