"""Ranks: fixed examples, and properties that hold for every contest."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import (
    Host,
    Judgement,
    Measurement,
    Standing,
)
from judge.scoring import ranking
from judge.scoring.claims import UNMEASURED
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
    ranks = [row.rank for row in rows]
    assert ranks[0] == 1
    for place, (row, following) in enumerate(itertools.pairwise(rows), start=2):
        first_s, second_s = (one.par2_s - 2 * LIMIT_S * (len(cases_of(one)) - one.solved) for one in (row, following))
        gap_s = second_s - first_s * (1 + UNMEASURED) - RESOLUTION_S * row.solved
        if following.solved < row.solved or gap_s > 1e-9:
            assert following.rank == place
        elif gap_s < -1e-9:
            assert following.rank == row.rank
            assert following.tied
            assert row.tied
    assert [row.tied for row in rows] == [ranks.count(rank) > 1 for rank in ranks]


def cases_of(row: Standing) -> Sequence[object]:
    return row.judgement.problem.cases


@given(contests(), st.randoms(use_true_random=False))
@FEW
def test_the_order_of_entry_does_not_matter(judgements: list[Judgement], chance: random.Random) -> None:
    ranks = {row.judgement.submission.name: row.rank for row in ranking.standings(judgements)}
    chance.shuffle(judgements)
    assert {row.judgement.submission.name: row.rank for row in ranking.standings(judgements)} == ranks


@given(contests(), st.data())
@FEW
def test_one_case_more_never_gives_a_worse_place(judgements: list[Judgement], data: st.DataObject) -> None:
    scored = data.draw(st.booleans())
    problem = msgspec.structs.replace(judgements[0].problem, scored=scored)
    rows = [msgspec.structs.replace(row, problem=problem) for row in judgements]
    at = data.draw(st.integers(0, len(rows) - 1))
    missed = [place for place, run in enumerate(rows[at].runs) if run.verdict is not AC]
    if not missed:
        return
    place = data.draw(st.sampled_from(missed))
    score = data.draw(st.floats(0.01, 1)) if scored else None
    found = [
        msgspec.structs.replace(run, verdict=AC, score=score) if number == place else run
        for number, run in enumerate(rows[at].runs)
    ]
    better = [*rows[:at], msgspec.structs.replace(rows[at], runs=tuple(found)), *rows[at + 1 :]]
    before, after = (
        {row.judgement.submission.name: row.rank for row in ranking.standings(some)} for some in (rows, better)
    )
    name = rows[at].submission.name
    assert (after[name] or 0) <= (before[name] or 0)


def test_ratio_slowest_case_and_clock() -> None:
    problem = problem_of(2)
    judgements = [judged(problem, [(AC, 0.1), (AC, 0.3)], "a"), judged(problem, [(AC, 0.9), (AC, 0.3)], "b")]
    a, b = ranking.standings(judgements)
    assert [a.ratio, b.ratio] == pytest.approx([1, 3])
    assert (a.slowest_case, a.slowest_s) == ("c1", 0.3)
    assert (b.slowest_case, b.slowest_s) == ("c0", 0.9)
    [[first, _]] = ranking.boards(judgements, "wall")
    assert first.par2_s == pytest.approx(0.8)
    assert first.score is None


def test_the_clock_follows_the_host() -> None:
    for clock, ranks_by in (("cgroup", "cpu"), ("processes", "cpu"), ("wall", "wall")):
        assert ranking.clock_of(Host("plain", (), (), clock, "", "", "", 2)) == ranks_by


def test_an_interrupted_contest_compares_the_cases_that_all_have_run() -> None:
    problem = problem_of(3)
    ahead = judged(problem, [(AC, 0.5), (AC, 0.5), (AC, 0.5)], "ahead")
    behind = judged(problem, [(AC, 0.1), (AC, 0.1)], "behind")
    broken = judged(problem, [], "broken", prepare=CE)
    rows = ranking.standings([ahead, behind, broken])
    assert names(rows) == ["behind", "ahead", "broken"]
    assert [row.solved for row in rows] == [2, 2, 0]
    assert [row.par2_s for row in rows] == pytest.approx([0.2, 1.0, 8.0])


def test_so_many_cases_count_as_all_that_can_be_ranked_have_run() -> None:
    problem = problem_of(3)
    whole, half = judged(problem, [(AC, 0.5)] * 3, "whole"), judged(problem, [(AC, 0.1)] * 2, "half")
    refuted = judged(problem, [(JE, 0.1)], "refuted")
    assert ranking.counting_cases([whole]) == 3
    assert ranking.counting_cases([whole, half]) == 2
    assert ranking.counting_cases([refuted, whole]) == 3, "the judge failed on it, so it is compared with nobody"
    assert ranking.counting_cases([refuted]) == 0


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


def test_rows_without_ranks_come_by_problem_as_they_were_judged() -> None:
    one = problem_of(2)
    two = msgspec.structs.replace(one, path="testcases/two")
    slow, quick = judged(one, [(AC, 2), (WA, 1)], "slow"), judged(one, [(AC, 1), (AC, 1)], "quick")
    boards = ranking.unranked([slow, judged(two, [(AC, 1)] * 2, "b"), quick])
    assert [names(board) for board in boards] == [["slow", "quick"], ["b"]]
    assert [(row.judgement, row.rank, row.solved) for row in boards[0]] == [(slow, None, 1), (quick, None, 2)]


def measured(name: str, *cases: Sequence[float], first: int = 0, sha256: str = "") -> Judgement:
    """A judgement with these times on each case, one in each round from `first` on."""
    made = judged(problem_of(len(cases)), [(AC, sorted(times_s)[len(times_s) // 2]) for times_s in cases], name)
    runs = []
    for run, times_s in zip(made.runs, cases, strict=True):
        samples = [Measurement(AC, 2 * time_s, time_s, 1, round=first + at) for at, time_s in enumerate(times_s)]
        runs.append(msgspec.structs.replace(run, samples=tuple(samples)))
    submission = msgspec.structs.replace(made.submission, sha256=sha256)
    return msgspec.structs.replace(made, submission=submission, runs=tuple(runs))


DRIFT = (1.0, 1.3, 0.9, 1.1, 1.2, 1.0, 1.4, 0.8)
JITTER = (1.0, 1.001, 0.999, 1.002, 0.998, 1.0, 1.001, 1.0)
SLOW_DRIFT = tuple(1.04 * drift * jitter for drift, jitter in zip(DRIFT, JITTER, strict=True))


def test_what_hits_both_of_a_round_tells_nobody_apart_and_keeps_nobody_together() -> None:
    rows = ranking.standings([measured("fast", DRIFT), measured("slow", SLOW_DRIFT)])
    assert [(row.rank, row.tied) for row in rows] == [(1, False), (2, False)]
    assert rows[0].ratio_within is None, "it is the best"
    within = rows[1].ratio_within
    assert within
    assert 1.03 < within.low < within.value < within.high < 1.05
    assert ranking.standings([measured("fast", DRIFT), measured("slow", SLOW_DRIFT[1:] + SLOW_DRIFT[:1])])[1].rank == 1


def test_each_round_is_compared_by_the_clock_that_ranks() -> None:
    fast, slow = measured("fast", DRIFT), measured("slow", SLOW_DRIFT)
    [run] = slow.runs
    [other] = fast.runs
    samples = tuple(
        msgspec.structs.replace(one, wall_s=like.wall_s) for one, like in zip(run.samples, other.samples, strict=True)
    )
    slow = msgspec.structs.replace(slow, runs=(msgspec.structs.replace(run, wall_s=other.wall_s, samples=samples),))
    assert [row.rank for row in ranking.standings([fast, slow], "cpu")] == [1, 2]
    assert [row.rank for row in ranking.standings([fast, slow], "wall")] == [1, 1]


def test_times_of_different_days_are_compared_by_their_sums() -> None:
    rows = [measured("fast", DRIFT), measured("slow", SLOW_DRIFT)]
    found = ranking.standings(rows, since=1)
    assert found[1].rank == 2, "all rounds but the first were taken side by side"
    once = ranking.standings([measured("fast", DRIFT[:1]), measured("slow", SLOW_DRIFT[:1])], since=1)
    assert [(row.rank, row.tied, row.ratio_within) for row in once] == [(1, True, None)] * 2


def test_who_solved_nothing_has_nothing_to_measure() -> None:
    problem = problem_of(1)
    assert ranking.unsettled([judged(problem, [(WA, 1.0)], "a"), judged(problem, [(WA, 2.0)], "b")]) == []


def test_more_rounds_are_asked_for_where_they_may_help() -> None:
    fast, slow = measured("fast", DRIFT), measured("slow", SLOW_DRIFT)
    assert ranking.unsettled([slow, fast]) == []
    assert ranking.unsettled([measured("slow", [1.04, 1.3]), measured("fast", [1.0, 1.3])]) != []
    once, later = measured("once", [1.0]), measured("later", [1.4])
    assert ranking.unsettled([later, once]) == [(once, later)], "one hiccup may do that"
    assert ranking.unsettled([once, measured("last", [2.0])]) == []
    assert ranking.unsettled([once, measured("last", [2.0])], noise=0.5) != []
    last = measured("last", [9.0])
    assert ranking.unsettled([last, later, once]) == [(once, later)], "the row below, not the last"
    by_wall = [
        msgspec.structs.replace(row, runs=(msgspec.structs.replace(row.runs[0], wall_s=wall_s, samples=()),))
        for row, wall_s in ((once, 1.0), (later, 9.0))
    ]
    assert (ranking.unsettled(by_wall), ranking.unsettled(by_wall, "wall")) == ([(by_wall[0], by_wall[1])], [])
    broken = judged(problem_of(1), [(JE, 1.0)], "broken")
    assert ranking.unsettled([broken, later, once]) == [(once, later)]
    assert ranking.unsettled([]) == []


def test_the_noise_of_the_machine_speaks_where_there_is_one_repetition() -> None:
    rows = [measured("fast", [1.0], [1.0]), measured("slow", [1.4], [1.4])]
    assert [row.rank for row in ranking.standings([*rows[:1], measured("slow", [1.2], [1.2])])] == [1, 1], (
        "nobody knows the noise"
    )
    found = ranking.standings(rows, noise=0.01)
    assert [row.rank for row in found] == [1, 2]
    for noise, ranks in ((0.01, [1, 2]), (0.2, [1, 1])):
        assert [[row.rank for row in board] for board in ranking.boards(rows, "cpu", noise)] == [ranks]
    assert [row.rank for row in ranking.standings(rows, noise=0.2)] == [1, 1]
    within = found[1].ratio_within
    assert within
    assert within.low < found[1].ratio < within.high


def test_the_same_bytes_share_a_rank_and_are_not_measured_further() -> None:
    """By definition, and what was measured between them can't be told apart from them."""
    one, other = measured("one", [1.0] * 9, sha256="aa"), measured("other", [3.0] * 9, sha256="aa")
    between, after = measured("between", [2.0] * 9, sha256="bb"), measured("z", [4.0] * 9, sha256="cc")
    rows = ranking.standings([after, between, other, one])
    assert [(row.rank, row.tied) for row in rows] == [(1, True), (1, True), (1, True), (4, False)]
    assert ranking.unsettled([one, measured("other", [1.01] * 9, sha256="aa")]) == []
    java = [
        msgspec.structs.replace(row, submission=msgspec.structs.replace(row.submission, path=Path(f"{name}.java")))
        for name, row in (("A", one), ("B", other))
    ]
    assert [row.rank for row in ranking.standings(java)] == [1, 2], "Java knows a class by the name of its file"


def test_a_missed_case_is_certain_and_makes_the_interval_of_the_ratio_narrower() -> None:
    both = [measured("fast", DRIFT, DRIFT), measured("slow", SLOW_DRIFT, SLOW_DRIFT)]
    whole = ranking.standings(both)[1].ratio_within
    missed = []
    for row in both:
        runs = (row.runs[0], msgspec.structs.replace(row.runs[1], verdict=WA))
        missed.append(msgspec.structs.replace(row, runs=runs))
    rows = ranking.standings(missed)
    found = rows[1].ratio_within
    assert whole
    assert found
    assert found.value == pytest.approx(rows[1].ratio, rel=1e-3)
    assert found.high - found.low < (whole.high - whole.low) / 2
    assert [row.rank for row in rows] == [1, 2]
    assert ranking.standings([both[0], missed[1]])[1].ratio_within is None, "twice the limit is no measurement"
