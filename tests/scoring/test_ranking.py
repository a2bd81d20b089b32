"""Verdicts, points and ranks: fixed examples, and properties that hold for every contest."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import (
    Case,
    CaseResult,
    Finding,
    Group,
    Host,
    Instance,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Scheme,
    Standing,
    Submission,
    Verdict,
)
from judge.scoring import ranking
from judge.scoring.points import RESOLUTION_S

AC, WA, TLE, RTE, CE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.CE, Verdict.JE
LIMIT_S = 2.0
FEW = settings(max_examples=60, deadline=None)


def problem_of(secret: int = 4, sample: int = 0) -> Problem:
    """`sample` cases for 0 points and `secret` cases for 50."""
    board = Instance("DFS", 1, 1, np.zeros((1, 1), dtype=np.int8))
    cases = [Case(f"s{index}", "sample", board) for index in range(sample)]
    cases += [Case(f"c{index}", "secret", board) for index in range(secret)]
    groups = {"sample": Group(0), "secret": Group(50)} if sample else {"secret": Group(50)}
    limits = Limits(time_limit=LIMIT_S)
    return Problem("pkg", "The pkg", "lizards", ("DFS",), False, limits, groups, tuple(cases), "testcases/pkg")


def judged(
    problem: Problem,
    runs: Sequence[tuple[Verdict, float]],
    name: str = "mine",
    prepare: Verdict = AC,
    expected: tuple[Verdict, ...] = (AC,),
) -> Judgement:
    """`runs` holds verdict and seconds for the first cases of the problem."""
    submission = Submission(name, "pkg", "function", Path(f"{name}.py"), b"", "", expected)
    made = tuple(
        CaseResult(case.name, case.group, "DFS", verdict, cpu_s=time_s, wall_s=2 * time_s)
        for case, (verdict, time_s) in zip(problem.cases, runs, strict=False)
    )
    return ranking.judgement(submission, problem, Prepared(prepare), made)


# --- verdict ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("runs", "verdict"),
    [([AC, AC, AC], AC), ([AC, WA, TLE], WA), ([AC, TLE, WA], TLE), ([JE, WA, AC], JE), ([], AC)],
)
def test_the_first_that_is_not_ac_is_the_verdict(runs: list[Verdict], verdict: Verdict) -> None:
    assert judged(problem_of(3), [(run, 1.0) for run in runs]).verdict == verdict


def test_a_compile_error_is_the_verdict_and_earns_nothing() -> None:
    judgement = judged(problem_of(), [], prepare=CE)
    assert (judgement.verdict, judgement.points) == (CE, 0)


# --- points ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("runs", "points"),
    [
        ([AC, AC, AC, AC], 50),
        ([AC, WA, AC, TLE], 25),
        ([WA, WA, WA, WA], 0),
        ([AC, AC], 25),  # interrupted: what has not run has not been earned
        ([AC, AC, AC, JE], None),
        ([AC, WA, JE, JE], None),
        ([JE], None),  # interrupted as well
    ],
)
def test_points_are_shared_by_the_cases_and_wait_for_the_judge(runs: list[Verdict], points: float | None) -> None:
    assert judged(problem_of(), [(run, 1.0) for run in runs]).points == points


def test_the_groups_add_up() -> None:
    problem = problem_of(secret=2, sample=2)
    problem = msgspec.structs.replace(problem, groups={"sample": Group(10), "secret": Group(50)})
    assert judged(problem, [(AC, 1), (WA, 1), (AC, 1), (AC, 1)]).points == pytest.approx(55)


def test_a_group_whose_cases_were_not_chosen_earns_nothing() -> None:
    """`judge run --group sample` is no way to the points of the secret group."""
    whole = problem_of(secret=2, sample=1)
    narrowed = msgspec.structs.replace(whole, cases=whole.cases[:1])
    assert judged(narrowed, [(AC, 1.0)]).points == 0
    assert judged(narrowed, [(WA, 1.0)]).points == 0


VERDICTS = [AC, AC, WA, TLE, RTE]


@given(
    st.lists(st.sampled_from(VERDICTS), min_size=6, max_size=6),
    st.sets(st.integers(0, 5), min_size=1),
    st.sampled_from(["groups", "all-or-count"]),
    st.sampled_from(["sum", "pass-fail"]),
)
@FEW
def test_a_judge_error_scores_nothing_and_costs_nothing(
    verdicts: list[Verdict], places: set[int], rule: Any, aggregation: Any
) -> None:
    """Wherever the judge fails, nobody knows the points; but on samples for 0 points, which change none."""
    problem = problem_of(secret=4, sample=2)
    groups = {"sample": Group(0), "secret": Group(50, aggregation)}
    problem = msgspec.structs.replace(problem, groups=groups, scheme=Scheme(rule))
    before = judged(problem, [(verdict, 1.0) for verdict in verdicts]).points
    failed = [JE if index in places else verdict for index, verdict in enumerate(verdicts)]
    after = judged(problem, [(verdict, 1.0) for verdict in failed]).points
    assert before is not None
    assert after == (before if max(places) < 2 else None)


@pytest.mark.parametrize("runs", [[], [AC, AC, AC, AC]])
def test_a_judge_error_while_getting_ready_has_no_points(runs: list[Verdict]) -> None:
    assert judged(problem_of(), [(run, 1.0) for run in runs], prepare=JE).points is None


def test_an_image_that_the_judge_failed_on_holds_nothing_back() -> None:
    row = judged(problem_of(1), [(AC, 1.0)])
    image = msgspec.structs.replace(row.runs[0], case="c0~rot90", verdict=JE)
    assert ranking.judgement(row.submission, row.problem, row.prepare, (*row.runs, image)).points == 50


def test_what_the_judge_failed_on_as_a_whole() -> None:
    row = judged(problem_of(), [])
    made = ranking.unjudged(row.submission, row.problem, Finding("E304", "why", verdict=JE, traceback="trace"))
    assert (made.verdict, made.points, made.faults, made.prepare.message) == (JE, None, 1, "why")


# --- expected verdicts, exit status ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("expected", "runs", "status"),
    [
        ((AC,), [AC, AC], 0),
        ((AC,), [AC, WA], 1),
        ((TLE,), [AC, TLE], 0),
        ((TLE,), [AC, AC], 1),  # a declared verdict has to happen
        ((TLE,), [TLE, WA], 1),
        ((AC, TLE), [AC, AC], 0),
        ((AC, TLE), [TLE, AC], 0),
        ((AC, TLE), [AC, WA], 1),
        ((WA, RTE), [RTE, WA], 0),
        ((AC,), [JE, AC], 3),
        ((AC,), [WA, JE], 3),
        ((WA,), [WA, JE], 3),
    ],
)
def test_exit_status(expected: tuple[Verdict, ...], runs: list[Verdict], status: int) -> None:
    good = judged(problem_of(2), [(AC, 1.0)] * 2, "good")
    assert ranking.exit_status([good, judged(problem_of(2), [(run, 1.0) for run in runs], expected=expected)]) == status


@pytest.mark.parametrize(("expected", "status"), [((CE,), 0), ((AC,), 1), ((AC, CE), 0)])
def test_exit_status_of_a_compile_error(expected: tuple[Verdict, ...], status: int) -> None:
    assert ranking.exit_status([judged(problem_of(), [], prepare=CE, expected=expected)]) == status
    assert ranking.exit_status([judged(problem_of(), [], prepare=JE, expected=expected)]) == 3


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
    problem = problem_of(2)
    refuted = judged(problem, [(AC, 0.1), (JE, 0.1)], "refuted")
    unready = judged(problem, [], "late", prepare=JE)
    fooled = judged(problem, [(AC, 0.5), (AC, 0.5)], "fooled")
    rows = ranking.standings([fooled, unready, refuted])
    assert [(name, row.rank, row.solved) for name, row in zip(names(rows), rows, strict=True)] == [
        ("late", None, 0), ("refuted", None, 1), ("fooled", 1, 2),
    ]  # fmt: skip
    assert [math.isnan(row.par2_s) and math.isnan(row.ratio) for row in rows] == [True, True, False]
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
