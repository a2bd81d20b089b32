"""Ranks: fixed examples, and properties that hold for every contest."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import (
    Host,
    Judgement,
    Standing,
)
from judge.scoring import ranking
from judge.scoring.statistics import RESOLUTION_S
from tests.scoring.made import AC, CE, JE, LIMIT_S, TLE, WA, judged, problem_of

FEW = settings(max_examples=60, deadline=None)


# --- standings -------------------------------------------------------------------------------------------------------
times = st.floats(0, LIMIT_S, allow_nan=False)
outcomes = st.tuples(st.sampled_from([AC, AC, AC, WA, TLE]), times)


@st.composite
def contests(draw: st.DrawFn) -> list[Judgement]:
    problem = problem_of(draw(st.integers(1, 5)))
    rows = st.lists(outcomes, min_size=len(problem.cases), max_size=len(problem.cases))
    count = draw(st.integers(1, 6))
    return [judged(problem, draw(rows), f"s{index}") for index in range(count)]


def plain_par2_s(judgement: Judgement) -> float:
    """The definition, word by word: the time of each case, a missed one twice the limit."""
    total_s = 0.0
    for case in judgement.problem.cases:
        runs = [run for run in judgement.runs if (run.group, run.case) == (case.group, case.name)]
        if runs and runs[0].verdict is AC:
            total_s += runs[0].cpu_s
        else:
            total_s += 2 * judgement.problem.limits.time_limit
    return total_s


def names(rows: Sequence[Standing]) -> list[str]:
    return [row.judgement.submission.name for row in rows]


@given(contests())
@FEW
def test_par2_and_the_order_of_rows(judgements: list[Judgement]) -> None:
    rows = ranking.standings(judgements)
    assert sorted(names(rows)) == sorted(judgement.submission.name for judgement in judgements)
    for row in rows:
        assert row.par2_s == pytest.approx(plain_par2_s(row.judgement))
        assert row.solved == sum(run.verdict is AC for run in row.judgement.runs)
    keys = [(-row.solved, row.par2_s) for row in rows]
    assert keys == sorted(keys)


@given(contests())
@FEW
def test_a_rank_is_one_more_than_the_number_of_those_before_the_tie(judgements: list[Judgement]) -> None:
    rows = ranking.standings(judgements)
    resolution_s = RESOLUTION_S * len(judgements[0].problem.cases)
    for place, row in enumerate(rows, start=1):
        assert row.rank is not None, "nobody has a judge error"
        head = rows[row.rank - 1]
        assert head.rank == row.rank <= place, "the first of a tie stands on the place of its rank"
        assert row.solved == head.solved
        assert row.par2_s - head.par2_s <= resolution_s
    for row, following in itertools.pairwise(rows):
        if row.rank is not None and row.rank != following.rank:
            head = rows[row.rank - 1]
            assert following.solved < row.solved or following.par2_s - head.par2_s > resolution_s


@given(contests(), st.randoms(use_true_random=False))
@FEW
def test_the_order_of_entry_does_not_matter(judgements: list[Judgement], chance: random.Random) -> None:
    ranks = {row.judgement.submission.name: row.rank for row in ranking.standings(judgements)}
    chance.shuffle(judgements)
    assert {row.judgement.submission.name: row.rank for row in ranking.standings(judgements)} == ranks


def test_a_chain_of_near_misses_does_not_tie_its_ends() -> None:
    problem, step_s = problem_of(1), 0.8 * RESOLUTION_S
    rows = ranking.standings([judged(problem, [(AC, 1 + index * step_s)], f"s{index}") for index in range(4)])
    assert [row.rank for row in rows] == [1, 1, 3, 3]


def test_a_sum_that_is_exactly_one_tie_behind_ties() -> None:
    """Halves, so that no rounding decides."""
    assert ranking.ranks([(3, 1.0), (3, 1.5), (3, 1.75), (2, 1.75)], tie_s=0.5) == [1, 1, 3, 4]
    assert ranking.ranks([(3, 1.0), (3, 1.5)], tie_s=0.25) == [1, 2]
    assert ranking.ranks([(3, 1.0), (3, 1.0)], tie_s=0.0) == [1, 1]


def test_more_cases_beat_less_time() -> None:
    problem = problem_of(2)
    slow, quick = judged(problem, [(AC, 2), (AC, 2)], "slow"), judged(problem, [(AC, 0), (WA, 0)], "quick")
    rows = ranking.standings([quick, slow])
    assert names(rows) == ["slow", "quick"]
    assert [row.rank for row in rows] == [1, 2]


def test_ratio_slowest_case_and_clock() -> None:
    problem = problem_of(2)
    judgements = [judged(problem, [(AC, 0.1), (AC, 0.3)], "a"), judged(problem, [(AC, 0.9), (AC, 0.3)], "b")]
    a, b = ranking.standings(judgements)
    assert [a.ratio, b.ratio] == pytest.approx([1, 3])
    assert (a.slowest_case, a.slowest_s) == ("c1", 0.3)
    assert (b.slowest_case, b.slowest_s) == ("c0", 0.9)
    assert ranking.standings(judgements, "wall")[0].par2_s == pytest.approx(0.8)


def test_the_clock_follows_the_host() -> None:
    host = Host("plain", (), (), "cgroup", "", "", "", 2)
    assert ranking.clock_of(host) == "cpu"
    assert ranking.clock_of(msgspec.structs.replace(host, clock="wall")) == "wall"


def test_an_interrupted_contest_compares_the_cases_that_all_have_run() -> None:
    problem = problem_of(3)
    ahead = judged(problem, [(AC, 0.5), (AC, 0.5), (AC, 0.5)], "ahead")
    behind = judged(problem, [(AC, 0.1), (AC, 0.1)], "behind")
    broken = judged(problem, [], "broken", prepare=CE)
    rows = ranking.standings([ahead, behind, broken])
    assert names(rows) == ["behind", "ahead", "broken"]
    assert [row.solved for row in rows] == [2, 2, 0]
    assert [row.par2_s for row in rows] == pytest.approx([0.2, 1.0, 8.0])


def test_whom_the_judge_failed_on_comes_first_without_a_rank() -> None:
    problem = problem_of(3)
    refuted = judged(problem, [(AC, 0.1), (AC, 0.1), (JE, 0.1)], "refuted")
    unready = judged(problem, [], "late", prepare=JE)
    fooled = judged(problem, [(AC, 0.5)] * 3, "fooled")
    rows = ranking.standings([fooled, unready, refuted])
    assert [(name, row.rank, row.solved) for name, row in zip(names(rows), rows, strict=True)] == [
        ("late", None, 0), ("refuted", None, 2), ("fooled", 1, 3),
    ]  # fmt: skip
    assert [math.isnan(row.par2_s) and math.isnan(row.ratio) for row in rows] == [True, True, False]
    assert [(row.slowest_case, row.slowest_s) for row in rows[:2]] == [("", 0.0)] * 2
    assert [row.rank for row in ranking.standings([refuted, unready])] == [None, None]


@given(contests(), st.data())
@FEW
def test_a_judge_error_changes_nothing_for_the_others(judgements: list[Judgement], data: st.DataObject) -> None:
    """Not their ranks, not the cases that they are compared on, not their sums."""
    failed: list[Judgement] = []
    for index in data.draw(st.sets(st.integers(0, len(judgements) - 1), min_size=1)):
        row = judgements[index]
        places = data.draw(st.sets(st.integers(0, len(row.runs) - 1), min_size=1))
        runs = [(JE if place in places else run.verdict, run.cpu_s) for place, run in enumerate(row.runs)]
        failed.append(judged(row.problem, runs, row.submission.name))
    gone = {row.submission.name for row in failed}
    others = [row for row in judgements if row.submission.name not in gone]
    rows = ranking.standings([*others, *failed])
    assert set(names(rows[: len(failed)])) == gone
    assert all(row.rank is None for row in rows[: len(failed)])
    assert rows[len(failed) :] == ranking.standings(others)


def test_problems_have_boards_of_their_own() -> None:
    one = problem_of(1)
    two = msgspec.structs.replace(one, path="testcases/two")
    rows = ranking.boards(
        [judged(one, [(AC, 1)], "a"), judged(two, [(AC, 1)], "a"), judged(one, [(AC, 2)], "b")], "cpu"
    )
    assert [names(board) for board in rows] == [["a", "b"], ["a"]]
    assert ranking.boards([], "cpu") == []
    assert ranking.standings([]) == []


def test_where_nobody_got_ready_all_cases_count() -> None:
    problem = problem_of(3)
    rows = ranking.standings([judged(problem, [], "only", prepare=CE)])
    assert [(row.rank, row.solved, row.par2_s, row.ratio) for row in rows] == [(1, 0, 3 * 2 * LIMIT_S, 1.0)]
    assert [(row.slowest_case, row.slowest_s) for row in rows] == [("", 0.0)]


def test_where_nobody_solved_a_case_nobody_is_so_many_times_slower() -> None:
    rows = ranking.standings([judged(problem_of(2), [(WA, 0.5)] * 2, name) for name in ("ann", "bob")])
    assert [row.ratio for row in rows] == [1.0, 1.0]


def test_a_tie_grows_with_the_cases() -> None:
    near, far = 1.0 + 0.9 * RESOLUTION_S, 1.0 + 1.1 * RESOLUTION_S
    rows = ranking.standings(
        [judged(problem_of(4), [(AC, time_s)] * 4, name) for name, time_s in (("a", 1.0), ("b", near), ("c", far))]
    )
    assert [row.rank for row in rows] == [1, 1, 3]


def test_boards_are_ranked_by_the_clock_that_is_named() -> None:
    row = judged(problem_of(2), [(AC, 0.5)] * 2)
    assert [board[0].par2_s for board in ranking.boards([row], "cpu")] == [1.0]
    assert [board[0].par2_s for board in ranking.boards([row], "wall")] == [2.0]
