"""The scoreboard of a contest: the rules of the ICPC and of points in plain words, what is hidden, and the reveal."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Schedule, Verdict
from judge.scoring import Resolver, Scoreboard
from tests import make
from tests.contests import END_MS, FINAL, FREEZE_MS, LATER, MINUTE_MS, START_MS, at, boards, schedule_of, tries_of
from tests.make import AC, CE, JE
from tests.scoring.make import written_rows

AsOf = Scoreboard.AsOf


# --- the rules, again in plain Python --------------------------------------------------------------------------------
def seen(schedule: Schedule, tries: list[Schedule.Try], view: AsOf) -> list[Schedule.Try]:
    """What is there by now, without the verdicts that are hidden, came later, or are the judge's errors."""
    teams, problems = {team.id for team in schedule.teams}, {task.problem for task in schedule.tasks}
    found = []
    for one in sorted(tries, key=lambda one: (one.at_ms, one.id)):
        if one.team in teams and one.problem in problems and schedule.start_ms <= one.at_ms < schedule.end_ms:
            public = not view.jury and not (view.final and view.now_ms >= schedule.start_ms)
            hidden = public and schedule.freeze_ms is not None and schedule.freeze_ms <= min(one.at_ms, view.now_ms)
            unknown = hidden or one.judged_ms > view.now_ms or one.verdict is JE
            shown = make.replace(one, verdict=None, points=0.0) if unknown else one
            found += [shown] if one.at_ms <= view.now_ms else []
    return found


def cell(schedule: Schedule, own: list[Schedule.Try], most: float) -> Scoreboard.Cell:
    tries = pending = 0
    solved, points, minute = False, 0.0, None
    for one in own:
        pending += one.verdict is None
        tries += one.verdict is not None and (one.verdict is not CE or schedule.ce_counts)
        right = one.verdict is AC
        by_points = schedule.scoring == "score"
        if right or (by_points and one.verdict and one.points > points):
            if not by_points or one.points > points:
                points, minute = one.points, (one.at_ms - schedule.start_ms) // MINUTE_MS
            solved = solved or right
        if right and (not by_points or points >= most):
            break
    return Scoreboard.Cell(tries, pending, solved, points, minute)


def plain_rows(schedule: Schedule, tries: list[Schedule.Try]) -> list[Any]:
    rows = []
    for team in schedule.teams:
        cells = []
        for task in schedule.tasks:
            all_ = [one for one in tries if one.problem == task.problem]
            own = [one for one in all_ if one.team == team.id]
            made = cell(schedule, own, task.most)
            first = next((one for one in all_ if one.verdict in (None, AC)), None)
            won = first is not None and any(one.verdict is AC and one.at_ms == first.at_ms for one in own)
            cells.append(make.replace(made, first=bool(made.solved and first and first.verdict is AC and won)))
        solved = [one for one in cells if one.solved]
        penalty = sum((one.minute or 0) + schedule.penalty * (one.tries - 1) for one in solved)
        points = round(sum(one.points for one in cells), 6)
        last = max((one.minute for one in cells if one.minute is not None), default=None)
        key = (-points, last or 0) if schedule.scoring == "score" else (-len(solved), penalty, last or 0)
        rows.append((key, team, tuple(cells), len(solved), penalty, points, last))
    rows.sort(key=lambda row: (row[0], row[1].name))
    return [(1 + sum(other[0] < row[0] for other in rows), *row[1:]) for row in rows]


@given(boards())
@settings(max_examples=200)
def test_a_board_is_that_of_the_rules(made: tuple[Schedule, list[Schedule.Try], AsOf]) -> None:
    """Teams that are level come by their names, not as the file has them."""
    schedule, tries, view = made
    schedule = make.replace(schedule, teams=schedule.teams[::-1])
    board = Scoreboard.of(schedule, tries[::-1], view, {"t9": 1})
    expected = seen(schedule, tries, view)
    assert board.tries == tuple(expected)
    found = [(row.rank, row.team, row.cells, row.solved, row.penalty, row.points, row.last) for row in board.rows]
    assert found == plain_rows(schedule, expected)
    begins_ms = schedule.freeze_ms or END_MS * 2
    frozen = schedule.freeze_ms if not (view.jury or view.final) and view.now_ms >= begins_ms else None
    assert board.waiting == sum(one.verdict is None and not (frozen and one.at_ms >= frozen) for one in expected)
    assert board.unknown == {"t9": 1}
    assert board.tells_problems


@given(boards(), st.data())
def test_no_try_behind_the_freeze_is_seen(made: tuple[Schedule, list[Schedule.Try], AsOf], data: st.DataObject) -> None:
    schedule, tries, as_of = made
    if as_of.phase(schedule) != "frozen":
        return
    told = st.tuples(st.sampled_from([AC, Verdict.WA, CE, JE, None]), st.sampled_from([0.0, 50.0]))
    others = []
    for one in tries:
        verdict, points = data.draw(told) if one.at_ms >= FREEZE_MS else (one.verdict, one.points)
        others.append(make.replace(one, verdict=verdict, points=points))
    assert Scoreboard.of(schedule, tries, as_of, {}) == Scoreboard.of(schedule, others, as_of, {})


# --- the reveal ------------------------------------------------------------------------------------------------------
def test_who_is_last_is_revealed_first_and_looked_at_again_where_they_rise() -> None:
    tries = tried("t1 A 10 AC, t2 A 20 AC, t3 A 250 AC, t3 B 260 AC, t1 C 270 WA, t2 B 280 AC")
    resolver = Resolver(schedule_of(), tries, LATER.now_ms)
    steps = [resolver.at(number) for number in range(resolver.last + 1)]
    said = " ".join(f"{one.team}/{one.problem}" for one in steps)
    assert said == "/ t3/lizards t3/queens t2/queens t1/spies"
    assert [row.team.id for row in steps[-1].board.rows] == ["t2", "t3", "t1"]
    assert steps[0].board == Scoreboard.of(schedule_of(), tries, LATER, {})
    assert steps[-1].board == Scoreboard.of(schedule_of(), tries, FINAL, {})
    assert [one.board.as_of for one in steps] == [LATER] * resolver.last + [FINAL]
    waiting = [sum(one.verdict is None for one in step.board.tries) for step in steps]
    assert waiting == [4, 3, 2, 1, 0], "what is not revealed yet is no part of the page"


def test_the_last_step_tells_what_a_team_sent_again_behind_the_freeze() -> None:
    """Of a problem that it had solved: no cell changes, and so no step reveals it."""
    tries = tried("t1 A 10 AC, t1 A 250 WA, t2 A 260 AC")
    resolver = Resolver(schedule_of(), tries, LATER.now_ms)
    assert resolver.last == 1
    assert resolver.at(0).board.tries[1].verdict is None
    assert resolver.at(1).board == Scoreboard.of(schedule_of(), tries, FINAL, {})


@settings(max_examples=50)
@given(boards())
def test_each_step_changes_one_cell_and_the_last_is_the_result(made: tuple[Schedule, list[Schedule.Try], AsOf]) -> None:
    schedule, tries, _ = made
    resolver = Resolver(schedule, tries, END_MS)
    public, final = (Scoreboard.of(schedule, tries, AsOf(END_MS, final=final), {}) for final in (False, True))
    steps = [resolver.at(number) for number in range(resolver.last + 1)]
    assert resolver.last == 0 or steps[0].board == public
    assert resolver.at(resolver.last + 5) == steps[-1]
    assert steps[-1].board == final
    problems = [task.problem for task in schedule.tasks]
    for before, after in itertools.pairwise(steps):
        old, new = ([row.team.id for row in one.board.rows] for one in (before, after))
        changed = dict(cells_of(after.board).items() - cells_of(before.board).items())
        assert [*changed] == [(after.team, problems.index(after.problem))]
        place = old.index(after.team)
        assert new.index(after.team) <= place, "it rises, or stays"
        assert [team for team in old if team != after.team] == [team for team in new if team != after.team]
        assert old[place + 1 :] == new[place + 1 :]


def cells_of(board: Scoreboard) -> dict[tuple[str, int], Scoreboard.Cell]:
    """The cells of each team; who was the first is no matter of one cell."""
    cells = ((row.team.id, at, cell) for row in board.rows for at, cell in enumerate(row.cells))
    return {(team, at): make.replace(cell, first=False) for team, at, cell in cells}


# --- by hand ---------------------------------------------------------------------------------------------------------
LATE = "t1 A 10 WA, t1 A 241 AC, t2 A 240 WA, t3 A 239.999 AC"


def tried(words: str) -> list[Schedule.Try]:
    """Of each try its team, label, minute and verdict, ? for none yet, and points where they are asked for."""
    rows = [one.split() for one in words.split(", ") if one]
    return tries_of(*((row[0], row[1], float(row[2]), row[3].strip("?"), *map(float, row[4:])) for row in rows))  # type: ignore[arg-type]


def board(words: str, view: AsOf = FINAL, **changes: Any) -> Any:
    return Scoreboard.of(schedule_of(**changes), tried(words), view, {})


def test_the_rules_of_the_icpc_and_points_by_hand() -> None:
    for tries, changes, found in written_rows("by_hand.toml", "icpc"):
        rows = board(tries, **changes).rows
        assert ", ".join(f"{row.rank} {row.team.id} {row.solved} {row.penalty}" for row in rows) == found
    for tries, found in written_rows("by_hand.toml", "points"):
        rows = board(tries, scoring="score").rows
        assert ", ".join(f"{row.rank} {row.team.id} {row.points} {row.last}" for row in rows) == found


@pytest.mark.parametrize("rules", ["pass-fail", "score"])
@pytest.mark.parametrize(("others", "first"), written_rows("by_hand.toml", "first"))
def test_the_first_to_solve_is_one_whom_nobody_can_have_preceded(others: str, first: str, rules: str) -> None:
    rows = board(f"t2 A 9 AC, {others}", scoring=rules).rows
    assert " ".join(sorted(row.team.id for row in rows if row.cells[0].first)) == first


def test_a_scoreboard_says_its_phase_and_whether_it_tells_problems() -> None:
    views = [AsOf(START_MS - 1), AsOf(START_MS), AsOf(FREEZE_MS - 1), AsOf(FREEZE_MS), AsOf(FREEZE_MS, jury=True)]
    views += [AsOf(END_MS - 1, jury=True), AsOf(END_MS, jury=True), LATER, FINAL, AsOf(START_MS - 1, jury=True)]
    found = [Scoreboard.of(schedule_of(), [], view, {}) for view in views]
    assert [(one.phase, one.tells_problems) for one in found] == [
        *(("before", False), ("running", True), ("running", True), ("frozen", True), ("running", True)),
        *(("running", True), ("over", True), ("frozen", True), ("final", True), ("before", True)),
    ]
    free = Scoreboard.of(schedule_of(freeze_ms=None), tried(LATE), LATER, {})
    assert (free.phase, next(row for row in free.rows if row.team.id == "t1").cells[0].solved) == ("over", True)


def test_a_try_is_there_from_its_millisecond_on() -> None:
    for at_ms, waiting in ((at(10) - 1, 0), (at(10), 1)):
        assert board("t1 A 10 WA", AsOf(at_ms)).waiting == waiting
    assert board("t1 A 10 WA, t1 A 250 AC", LATER).waiting == 0, "no verdict is missing that is hidden"


def test_a_try_of_a_stranger_or_on_another_problem_is_no_part_of_a_contest() -> None:
    found = board("t9 A 5 AC, t1 B 6 AC, t1 A 7 AC", tasks=schedule_of().tasks[:1])
    assert [(one.team, one.problem) for one in found.tries] == [("t1", "lizards")]


def test_level_teams_are_in_alphabetical_order() -> None:
    teams = [Schedule.Team(name, name, ()) for name in ("Zoe", "Özil", "adam")]
    rows = Scoreboard.of(schedule_of(teams=teams), [], FINAL, {}).rows
    assert [row.team.name for row in rows] == ["adam", "Özil", "Zoe"]


def test_verdicts_on_other_cases_are_counted() -> None:
    tries = [make.replace(one, package="then") for one in tried("t1 A 10 WA, t1 B 10 WA, t2 B 11 ?")]
    assert Scoreboard.of(schedule_of(), tries, FINAL, {}).outdated == {"lizards": 1, "queens": 1}
    assert board("t1 A 10 WA").outdated == {}
    assert [one.value for one in Verdict if schedule_of().counts(one)] == ["WA", "TLE", "MLE", "OLE", "RTE"]
