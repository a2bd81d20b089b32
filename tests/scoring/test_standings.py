"""The scoreboard of a contest: ICPC rules, points, what is hidden and what waits."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.schedule import AsOf, Schedule, Try
from judge.model.verdict import Verdict
from judge.reports.export.contest_json import contest_json
from judge.reports.export.event_feed import event_feed
from judge.scoring.standings import Cell, Row, scoreboard
from tests.contests import END_MS, FINAL, FREEZE_MS, LATER, at, boards, schedule_of, tries_of


def rows_of(tries: list[Try], as_of: AsOf = FINAL, **changes: object) -> list[Row]:
    return list(scoreboard(schedule_of(**changes), tries, as_of, {}).rows)


def ranks(rows: list[Row]) -> list[tuple[int, str, int, int]]:
    return [(row.rank, row.team.id, row.solved, row.penalty) for row in rows]


def cell(tries: list[Try], as_of: AsOf = FINAL, **changes: object) -> Cell:
    """That of the first team on the first problem."""
    [row] = [one for one in rows_of(tries, as_of, **changes) if one.team.id == "t1"]
    return row.cells[0]


# --- the rules -------------------------------------------------------------------------------------------------------
def test_solved_decides_then_penalty_time_then_the_last_solution() -> None:
    tries = tries_of(
        *(("t1", "A", 100, "AC"), ("t2", "A", 10, "WA"), ("t2", "A", 60, "AC"), ("t3", "A", 30, "AC")),
        *(("t1", "B", 100, "AC"), ("t2", "B", 120, "AC"), ("t3", "C", 500, "AC")),
    )
    assert ranks(rows_of(tries)) == [(1, "t1", 2, 200), (2, "t2", 2, 200), (3, "t3", 1, 30)]


def test_who_is_level_shares_the_rank_and_the_next_stays_empty() -> None:
    tries = tries_of(("t3", "A", 30.9, "AC"), ("t2", "B", 30.0, "AC"))
    assert ranks(rows_of(tries)) == [(1, "t2", 1, 30), (1, "t3", 1, 30), (3, "t1", 0, 0)]


@given(boards(), st.randoms(use_true_random=False))
def test_level_teams_share_a_rank_in_whatever_order_the_file_has_them(
    made: tuple[Schedule, list[Try], AsOf], chance: random.Random
) -> None:
    schedule, tries, as_of = made
    teams = list(schedule.teams)
    chance.shuffle(teams)
    turned = msgspec.structs.replace(schedule, teams=tuple(teams))
    assert scoreboard(turned, tries, as_of, {}).rows == scoreboard(schedule, tries, as_of, {}).rows


@given(boards(), st.data())
def test_nothing_that_the_public_sees_hangs_on_a_try_behind_the_freeze(
    made: tuple[Schedule, list[Try], AsOf], data: st.DataObject
) -> None:
    schedule, tries, as_of = made
    if as_of.phase(schedule) != "frozen":
        return
    verdicts = st.sampled_from([Verdict.AC, Verdict.WA, Verdict.CE, Verdict.JE, None])
    others = [
        msgspec.structs.replace(one, verdict=data.draw(verdicts), points=data.draw(st.sampled_from([0.0, 50.0])))
        if one.at_ms >= FREEZE_MS
        else one
        for one in tries
    ]
    before, after = (scoreboard(schedule, some, as_of, {}) for some in (tries, others))
    assert before.rows == after.rows
    assert contest_json(before) == contest_json(after)
    assert event_feed(before) == event_feed(after)


def test_wrong_tries_cost_only_where_it_was_solved_and_only_those_before() -> None:
    tries = tries_of(
        *(("t1", "A", 5, "WA"), ("t1", "A", 6, "TLE"), ("t1", "A", 59.99, "AC"), ("t1", "A", 70, "WA")),
        *(("t1", "B", 5, "RTE"), ("t1", "B", 6, "MLE")),
    )
    [row] = [one for one in rows_of(tries) if one.team.id == "t1"]
    assert row.penalty == 59 + 2 * 20
    assert row.cells[:2] == (Cell(3, 0, True, 50.0, 59, True), Cell(2, 0, False, 0.0, None, False))


def test_a_solution_in_the_first_minute_costs_no_time() -> None:
    assert ranks(rows_of(tries_of(("t3", "A", 0.5, "AC"))))[0] == (1, "t3", 1, 0)


@pytest.mark.parametrize("scoring", ["pass-fail", "score"])
@pytest.mark.parametrize(("counts", "tries"), [(False, 1), (True, 2)])
def test_a_compilation_error_is_no_try_unless_the_contest_says_so(counts: bool, tries: int, scoring: str) -> None:
    found = tries_of(("t1", "A", 5, "CE"), ("t1", "A", 7, "AC"))
    assert cell(found, ce_counts=counts, scoring=scoring).tries == tries


def test_a_judge_error_waits_and_costs_nothing() -> None:
    assert cell(tries_of(("t1", "A", 5, "JE"), ("t1", "A", 7, "WA"))) == Cell(1, 1)


def test_what_is_outside_the_contest_or_of_nobody_does_not_count() -> None:
    tries = tries_of(
        *(("t1", "A", -0.001, "AC"), ("t1", "A", 300, "AC"), ("t9", "A", 5, "AC")),
        ("t1", "A", 299.999, "WA"),
    )
    assert cell(tries) == Cell(1)
    removed = [msgspec.structs.replace(one, problem="gone") for one in tries_of(("t1", "A", 5, "AC"))]
    assert cell(removed) == Cell()
    assert scoreboard(schedule_of(), removed, FINAL, {}).tries == ()


def test_who_is_in_no_team_takes_no_first_place_and_is_told() -> None:
    tries = tries_of(("t9", "A", 5, "AC"), ("t1", "A", 6, "AC"))
    board = scoreboard(schedule_of(), tries, FINAL, {"t9": 1})
    assert [one.team for one in board.tries] == ["t1"]
    assert board.rows[0].cells[0].first
    assert board.unknown == {"t9": 1}


# --- first to solve --------------------------------------------------------------------------------------------------
def firsts(tries: list[Try], **changes: object) -> list[str]:
    return sorted(row.team.id for row in rows_of(tries, FINAL, **changes) if row.cells[0].first)


@pytest.mark.parametrize("scoring", ["pass-fail", "score"])
def test_the_first_to_solve_is_one_whom_nobody_can_have_preceded(scoring: str) -> None:
    solved = ("t2", "A", 9, "AC")
    assert firsts(tries_of(solved, ("t1", "A", 8, "WA"), ("t3", "A", 9.5, "AC")), scoring=scoring) == ["t2"]
    assert firsts(tries_of(solved, ("t1", "A", 8, None)), scoring=scoring) == []
    assert firsts(tries_of(solved, ("t1", "A", 9.1, None)), scoring=scoring) == ["t2"]


def test_two_in_the_same_second_are_told_apart_by_milliseconds_and_then_by_what_came_in_first() -> None:
    assert firsts(tries_of(("t2", "A", 9.0001, "AC"), ("t1", "A", 9.0, "AC"))) == ["t1"]
    assert firsts(tries_of(("t2", "A", 9, "AC"), ("t1", "A", 9, "AC"))) == ["t1", "t2"]


# --- what is hidden --------------------------------------------------------------------------------------------------
LATE = (("t1", "A", 10, "WA"), ("t1", "A", 241, "AC"), ("t2", "A", 240, "WA"), ("t3", "A", 239.999, "AC"))


def test_after_the_freeze_the_public_sees_that_there_was_a_try_but_no_verdict() -> None:
    frozen = AsOf(at(250))
    board = scoreboard(schedule_of(), tries_of(*LATE), frozen, {})
    assert (board.phase, board.waiting) == ("frozen", 0)
    assert {row.team.id: row.cells[0] for row in board.rows} == {
        "t3": Cell(1, 0, True, 50.0, 239, True),
        "t1": Cell(1, 1),
        "t2": Cell(0, 1),
    }
    assert [(one.verdict, one.points) for one in board.tries if one.at_ms >= FREEZE_MS] == [(None, 0.0)] * 2


def test_the_freeze_stays_after_the_end_until_it_is_final() -> None:
    assert cell(tries_of(*LATE), LATER) == Cell(1, 1)
    assert cell(tries_of(*LATE), FINAL) == Cell(2, 0, True, 50.0, 241)


def test_the_jury_sees_all_at_any_time() -> None:
    assert cell(tries_of(*LATE), AsOf(at(250), jury=True)) == Cell(2, 0, True, 50.0, 241)


def test_what_was_judged_later_waits_and_what_came_later_is_not_there() -> None:
    tries = tries_of(("t1", "A", 10, "AC"), ("t1", "B", 20, "AC"))
    [row] = [one for one in rows_of(tries, AsOf(at(10) + 1999)) if one.team.id == "t1"]
    assert row.cells[:2] == (Cell(0, 1), Cell())
    assert cell(tries, AsOf(at(10))) == Cell(0, 1)
    assert cell(tries, AsOf(at(10) - 1)) == Cell()
    assert cell(tries, AsOf(at(10) + 2000)).solved


@pytest.mark.parametrize(
    ("as_of", "phase"),
    [
        (AsOf(at(0) - 1), "before"),
        (AsOf(at(0)), "running"),
        (AsOf(FREEZE_MS - 1), "running"),
        (AsOf(FREEZE_MS), "frozen"),
        (AsOf(FREEZE_MS, jury=True), "running"),
        (AsOf(END_MS, jury=True), "over"),
        (LATER, "frozen"),
        (FINAL, "final"),
    ],
)
def test_how_far_it_is(as_of: AsOf, phase: str) -> None:
    assert as_of.phase(schedule_of()) == phase


def test_nobody_but_the_jury_knows_the_problems_before_the_start() -> None:
    for as_of, tells in ((AsOf(at(-1)), False), (AsOf(at(-1), jury=True), True), (AsOf(at(0)), True)):
        assert scoreboard(schedule_of(), [], as_of, {}).tells_problems is tells


def test_a_contest_without_a_freeze_hides_nothing() -> None:
    assert cell(tries_of(*LATE), LATER, freeze_ms=None).solved
    assert LATER.phase(schedule_of(freeze_ms=None)) == "over"


# --- points ----------------------------------------------------------------------------------------------------------
def test_by_points_the_best_try_counts_from_when_it_was_made() -> None:
    tries = tries_of(
        *(("t1", "A", 10, "WA", 20.0), ("t1", "A", 20, "WA", 20.0), ("t1", "A", 30, "TLE", 10.0)),
        *(("t2", "A", 15, "WA", 20.0), ("t3", "B", 200, "AC", 50.0), ("t3", "B", 210, "AC", 50.0)),
    )
    rows = rows_of(tries, scoring="score")
    assert [(row.rank, row.team.id, row.points, row.last) for row in rows] == [
        (1, "t3", 50.0, 200),
        (2, "t1", 20.0, 10),
        (3, "t2", 20.0, 15),
    ]
    assert rows[1].cells[0] == Cell(3, 0, False, 20.0, 10)


def test_points_that_differ_by_the_errors_of_floats_are_level() -> None:
    tries = tries_of(("t1", "A", 10, "WA", 0.1), ("t1", "B", 10, "WA", 0.2), ("t2", "A", 10, "WA", 0.3))
    rows = rows_of(tries, scoring="score")
    assert [(row.rank, row.team.id, row.points) for row in rows[:2]] == [(1, "t1", 0.3), (1, "t2", 0.3)]


def test_a_right_try_is_followed_by_a_better_one_until_it_has_all_points() -> None:
    tries = tries_of(("t1", "A", 10, "AC", 30.0), ("t1", "A", 20, "AC", 50.0), ("t1", "A", 30, "AC", 50.0))
    assert cell(tries, scoring="score") == Cell(2, 0, True, 50.0, 20, True)


def test_what_waits_is_counted_until_nothing_can_be_better() -> None:
    tries = tries_of(("t1", "A", 10, "WA", 20.0), ("t1", "A", 245, "AC"), ("t1", "A", 250, "WA"))
    assert cell(tries, LATER, scoring="score") == Cell(1, 2, False, 20.0, 10)
    assert cell(tries, FINAL, scoring="score") == Cell(2, 0, True, 50.0, 245, True)


# --- what else is to be told -----------------------------------------------------------------------------------------
def test_verdicts_from_other_cases_are_counted() -> None:
    tries = tries_of(("t1", "A", 10, "WA"), ("t1", "B", 10, "WA"), ("t2", "B", 11, None))
    old = [msgspec.structs.replace(one, package="then") for one in tries]
    assert scoreboard(schedule_of(), tries, FINAL, {}).outdated == {}
    assert scoreboard(schedule_of(), old, FINAL, {}).outdated == {"lizards": 1, "queens": 1}


def test_a_try_that_waits_for_the_judge_is_told_and_one_that_is_hidden_is_not() -> None:
    tries = tries_of(("t1", "A", 10, None), ("t1", "A", 11, "JE"), ("t1", "A", 250, None))
    assert scoreboard(schedule_of(), tries, LATER, {}).waiting == 2
    assert scoreboard(schedule_of(), tries, FINAL, {}).waiting == 3
