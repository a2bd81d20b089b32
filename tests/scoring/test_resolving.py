"""The resolver: from the bottom, one cell a step, and nothing before its turn."""

from __future__ import annotations

import itertools

import msgspec
from hypothesis import given, settings

from judge.model.schedule import AsOf, Schedule, Try
from judge.scoring.standings import Resolver, scoreboard
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
    waiting = [sum(one.verdict is None for one in step.board.tries) for step in steps]
    assert waiting == [4, 3, 2, 1, 0], "what is not revealed yet is no part of the page"


def test_the_last_step_tells_what_a_team_sent_again_behind_the_freeze() -> None:
    """Of a problem that it had solved: no cell changes, and so no step reveals it."""
    tries = tries_of(("t1", "A", 10, "AC"), ("t1", "A", 250, "WA"), ("t2", "A", 260, "AC"))
    resolver = Resolver(schedule_of(), tries, LATER.now_ms)
    assert resolver.last == 1
    assert resolver.at(0).board.tries[1].verdict is None
    assert resolver.at(1).board == scoreboard(schedule_of(), tries, FINAL, {})


@settings(max_examples=50)
@given(boards())
def test_each_step_changes_one_cell_and_moves_nobody_below_and_the_last_one_is_the_result(
    made: tuple[Schedule, list[Try], AsOf],
) -> None:
    schedule, tries, _ = made
    resolver = Resolver(schedule, tries, END_MS)
    public, final = (scoreboard(schedule, tries, AsOf(END_MS, final=final), {}) for final in (False, True))
    steps = [resolver.at(number) for number in range(resolver.last + 1)]
    assert resolver.last == 0 or steps[0].board == public
    assert resolver.at(resolver.last + 5) == steps[-1]
    assert steps[-1].board == final
    for before, after in itertools.pairwise(steps):
        old, new = ({row.team.id: (place, row) for place, row in enumerate(one.board.rows)} for one in (before, after))
        cells = [
            {
                (row.team.id, at): msgspec.structs.replace(cell, first=False)
                for row in one.board.rows
                for at, cell in enumerate(row.cells)
            }
            for one in (before, after)
        ]
        problems = [task.problem for task in schedule.tasks]
        assert [where for where in cells[0] if cells[0][where] != cells[1][where]] == [
            (after.team, problems.index(after.problem))
        ]
        place = old[after.team][0]
        assert new[after.team][0] <= place, "it rises, or stays"
        others = [team for team in old if team != after.team]
        assert others == [team for team in new if team != after.team]
        below = [row.team.id for row in before.board.rows[place + 1 :]]
        assert below == [row.team.id for row in after.board.rows[place + 1 :]]
