"""Scoring schemes: the homework's text by example, and against a plain version for any verdicts and times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import (
    Algorithm,
    Bonus,
    Case,
    CaseResult,
    Group,
    Instance,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Scheme,
    Submission,
    Verdict,
)
from judge.scoring.points import FULL, bonuses, fastest, in_words, most_points, points
from judge.scoring.verdict import judgement_of

AC, WA, TLE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE
HOMEWORK = Scheme("all-or-count", bonus=Bonus(0.1, 5))
PROPORTIONS: dict[Algorithm, int] = {"DFS": 15, "BFS": 15, "SA": 20}
FEW = settings(max_examples=80, deadline=None)


def homework(counts: dict[Algorithm, int] = PROPORTIONS, samples: int = 2) -> Problem:
    """The homework's package: 50 cases that count, and samples for nothing."""
    named = [name for name, count in counts.items() for _ in range(count)]
    grid = np.zeros((1, 1), dtype=np.int8)
    cases = [Case(f"s{index}", "sample", Instance("DFS", 1, 1, grid)) for index in range(samples)]
    cases += [Case(f"c{index}", "secret", Instance(kind, 1, 1, grid)) for index, kind in enumerate(named)]
    groups = {"sample": Group(0), "secret": Group(50)}
    kinds = tuple(PROPORTIONS)
    return Problem("p", "P", "lizards", kinds, False, Limits(), groups, tuple(cases), "p", scheme=HOMEWORK)


def by_groups(problem: Problem, aggregation: Literal["sum", "pass-fail"] = "sum") -> Problem:
    """The same cases, 50 points for those of the group "secret" by the default scheme."""
    groups = {"sample": Group(0), "secret": Group(50, aggregation)}
    return msgspec.structs.replace(problem, groups=groups, scheme=Scheme())


def judged(
    problem: Problem, verdicts: Sequence[Verdict], times_s: Sequence[float] = (), samples: Verdict = AC
) -> Judgement:
    """Verdicts and seconds for the cases that count, in order."""
    counting = [case for case in problem.cases if case.group == "secret"]
    runs = [CaseResult(case.name, "sample", "DFS", samples) for case in problem.cases if case.group == "sample"]
    for index, (case, verdict) in enumerate(zip(counting, verdicts, strict=False)):
        time_s = times_s[index] if times_s else 1.0
        runs.append(CaseResult(case.name, "secret", case.board.algorithm, verdict, cpu_s=time_s, wall_s=10 - time_s))
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "")
    return Judgement(submission, problem, Prepared(), tuple(runs), AC)


def as_fast_as(problem: Problem, **seconds: float) -> Judgement:
    """A perfect submission that takes so many seconds on each case of an algorithm."""
    kinds = [case.board.algorithm for case in problem.cases if case.group == "secret"]
    return judged(problem, [AC] * len(kinds), [seconds.get(kind, 1.0) for kind in kinds])


# --- points ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("verdicts", "score"),
    [
        ([AC] * 50, 100),
        ([AC] * 49 + [WA], 49),  # 50 - N
        ([TLE] * 50, 0),
        ([AC] * 20, 20),  # interrupted: what has not run has not been earned
        ([AC] * 49 + [JE], None),
        ([AC] * 47 + [JE, WA, WA], None),
        ([], 0),
    ],
)
def test_the_homework_gives_100_or_the_number_of_passed_cases(verdicts: list[Verdict], score: float | None) -> None:
    problem = homework()
    assert points(problem, judged(problem, verdicts, samples=WA).runs) == score


@pytest.mark.parametrize(
    ("verdicts", "per_case", "pass_fail"),
    [
        ([AC, AC, AC, AC], 50, 50),
        ([AC, AC, AC, WA], 37.5, 0),
        ([AC, AC], 25, 0),
        ([AC, AC, AC, JE], None, None),
        ([AC, WA, JE, JE], None, None),
        ([JE, JE, JE, JE], None, None),
    ],
)
def test_a_group_gives_its_points_by_case_or_all_at_once(
    verdicts: list[Verdict], per_case: float | None, pass_fail: float | None
) -> None:
    problem = homework({"DFS": 4})
    runs = judged(problem, verdicts).runs
    assert points(by_groups(problem), runs) == per_case
    assert points(by_groups(problem, "pass-fail"), runs) == pass_fail


def test_a_contest_without_the_counting_cases_is_worth_nothing() -> None:
    problem = homework({}, samples=2)
    for one in (problem, by_groups(problem)):
        assert most_points(one) == points(one, judged(one, []).runs) == 0


@FEW
@given(st.lists(st.sampled_from([AC, WA, TLE, JE, None]), min_size=1, max_size=12), st.booleans())
def test_points_agree_with_the_plain_version(verdicts: list[Verdict | None], pass_fail: bool) -> None:
    problem = homework({"BFS": len(verdicts)})
    full = judged(problem, [verdict or AC for verdict in verdicts])
    runs = [run for run, verdict in zip(full.runs[2:], verdicts, strict=True) if verdict]  # None: has not run

    grouped = by_groups(problem, "pass-fail" if pass_fail else "sum")
    if JE in verdicts:
        assert points(problem, runs) is points(grouped, runs) is None
        return
    passed, count = verdicts.count(AC), len(verdicts)
    plain_count = 100 if passed == count else passed
    plain_group = 50 * (passed == count) if pass_fail else 50 * passed / count
    assert points(problem, runs) == plain_count <= most_points(problem)
    assert points(grouped, runs) == pytest.approx(plain_group)
    assert most_points(grouped) == 50


# --- bonus -----------------------------------------------------------------------------------------------------------
def test_the_fastest_tenth_of_the_perfect_get_the_bonus_of_each_algorithm() -> None:
    problem = homework()
    rows = [as_fast_as(problem, DFS=1 + index, BFS=2, SA=30 - index) for index in range(20)]
    rows.append(judged(problem, [AC] * 49 + [WA], [0.001] * 50))  # the fastest of all, but not perfect
    gained = bonuses(rows)
    assert [row.get("DFS", 0) for row in gained] == [5, 5] + [0] * 19
    assert [row.get("SA", 0) for row in gained] == [0] * 18 + [5, 5, 0]
    assert [row.get("BFS", 0) for row in gained] == [5] * 20 + [0], "all tie"


def test_a_share_is_rounded_up_and_not_by_floating_point() -> None:
    assert math.ceil(0.28 * 25) == 8, "what a float makes of 7"
    for share, count, places in ((0.28, 25, 7), (0.1, 30, 3), (0.1, 31, 4), (0.1, 2, 1), (1.0, 2, 2)):
        scheme = Scheme("all-or-count", Bonus(share, 5))
        problem = msgspec.structs.replace(homework({"SA": 1}), scheme=scheme)
        gained = bonuses([as_fast_as(problem, SA=1 + index) for index in range(count)])
        assert sum(map(len, gained)) == places


def test_the_clock_decides_who_is_fastest() -> None:
    problem = homework({"SA": 3})
    rows = [as_fast_as(problem, SA=1.0), as_fast_as(problem, SA=2.0)]  # with the wall's clock it is the other way round
    assert bonuses(rows, "cpu") == [{"SA": 5}, {}]
    assert bonuses(rows, "wall") == [{}, {"SA": 5}]


def test_whoever_waits_for_the_judge_has_no_bonus() -> None:
    problem = homework({"DFS": 2})
    rows = [judged(problem, [AC, AC], [1.0, 9.0]), judged(problem, [AC, JE], [0.1, 0.0])]
    assert bonuses(rows) == [{"DFS": 5}, {}]
    assert bonuses([judged(problem, [JE, JE])]) == [{}], "nobody knows whether it is fast"
    stranger = msgspec.structs.replace(rows[0].runs[-1], group="gone", verdict=JE)
    kept = judgement_of(rows[0].submission, problem, rows[0].prepare, (*rows[0].runs, stranger))
    assert (kept.points, bonuses([kept])) == (None, [{}]), "of a group that the package no longer has"


@FEW
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from([AC, AC, AC, WA]), st.integers(1, 5)), min_size=4, max_size=4), max_size=8
    ),
    st.lists(st.sampled_from([AC, WA, JE]), min_size=4, max_size=4),
    st.integers(0, 3),
)
def test_a_judge_error_changes_nobody_else_s_bonus(
    table: list[list[tuple[Verdict, int]]], verdicts: list[Verdict], place: int
) -> None:
    problem = homework({"DFS": 2, "SA": 2})
    rows = [judged(problem, [verdict for verdict, _ in row], [time_s for _, time_s in row]) for row in table]
    failed = judged(problem, [JE if index == place else one for index, one in enumerate(verdicts)], [0.1] * 4)
    assert bonuses([failed, *rows]) == [{}, *bonuses(rows)]


def test_no_bonus_where_none_is_offered_or_nobody_is_perfect() -> None:
    problem = homework({"DFS": 1})
    assert bonuses([as_fast_as(by_groups(problem))]) == [{}]
    assert bonuses([judged(problem, [WA])]) == [{}]
    assert bonuses([]) == []
    only = msgspec.structs.replace(homework(), scheme=Scheme("all-or-count", Bonus(1.0, 2, ("SA",))))
    assert bonuses([as_fast_as(only)]) == [{"SA": 2}]


@FEW
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), max_size=25),
    st.integers(1, 100),
)
def test_bonuses_agree_with_the_plain_version(table: list[tuple[bool, int, int]], percent: int) -> None:
    """Times are whole multiples of 0.4 of the resolution, so that many tie and none by a hair."""
    scheme = Scheme("all-or-count", Bonus(percent / 100, 5))
    problem = msgspec.structs.replace(homework({"DFS": 1, "BFS": 1}), scheme=scheme)
    step_s = 0.4 * RESOLUTION_S
    rows = [judged(problem, [AC, AC if right else WA], [dfs * step_s, bfs * step_s]) for right, dfs, bfs in table]
    gained = bonuses(rows)

    perfect = [row for row, (right, _, _) in enumerate(table) if right]
    places = -(-percent * len(perfect) // 100)
    for column, algorithm in ((1, "DFS"), (2, "BFS")):
        heads: list[int] = []
        for units in sorted(table[row][column] for row in perfect):
            heads.append(heads[-1] if heads and units - heads[-1] <= 2 else units)
        last = heads[places - 1] + 2 if perfect else -1
        plain = {row for row in perfect if table[row][column] <= last}
        assert {row for row, won in enumerate(gained) if algorithm in won} == plain


def test_a_chain_of_near_misses_does_not_tie_its_ends() -> None:
    assert fastest({0: 0.0, 1: 0.8, 2: 1.6, 3: 2.4}, places=1, tie_s=1.0) == [0, 1]
    assert fastest({0: 0.0, 1: 0.8, 2: 1.6, 3: 2.4}, places=3, tie_s=1.0) == [0, 1, 2, 3]


def test_a_time_that_is_exactly_one_tie_behind_ties() -> None:
    """Halves, so that no rounding decides."""
    assert fastest({0: 1.0, 1: 1.5, 2: 1.75}, places=1, tie_s=0.5) == [0, 1]
    assert fastest({0: 1.0, 1: 1.5}, places=1, tie_s=0.25) == [0]
    assert fastest({0: 1.0, 1: 1.0}, places=1, tie_s=0.0) == [0, 1]


def test_a_tie_grows_with_the_cases_that_are_timed() -> None:
    """Each of two cases may be off by the resolution, so their sum by twice as much."""
    problem = msgspec.structs.replace(homework({"SA": 2}), scheme=Scheme("all-or-count", bonus=Bonus(0.5, 5)))
    near, far = 1.0 + 0.9 * RESOLUTION_S, 1.0 + 1.1 * RESOLUTION_S
    rows = [judged(problem, [AC, AC], [time_s, time_s]) for time_s in (1.0, near, far, 9.0)]
    assert bonuses(rows) == [{"SA": 5}, {"SA": 5}, {}, {}]
    rows[3] = judged(problem, [AC, AC], [near, near])
    assert [bool(row) for row in bonuses(rows)] == [True, True, False, True]


def test_a_group_of_one_point_waits_too() -> None:
    problem = msgspec.structs.replace(homework({"SA": 1}), groups={"sample": Group(0), "secret": Group(1)})
    assert points(problem, judged(problem, [JE]).runs) is None
    assert points(problem, judged(problem, [AC]).runs) == FULL


# --- words -----------------------------------------------------------------------------------------------------------
def test_schemes_in_words() -> None:
    assert in_words(homework()) == [
        "100 points if all 50 cases pass, else 1 point for each case that passes.",
        "A judge error costs nobody a point: its points wait until it is judged again.",
        "Of those who pass every case, the fastest 10 % on the DFS, BFS and SA cases get 5 points more, "
        "for each of these algorithms; who ties gets it too.",
    ]
    assert in_words(by_groups(homework({"SA": 1})))[:2] == [
        "sample: no points.",
        "secret: 50 points, shared evenly by 1 case.",
    ]
    assert in_words(by_groups(homework(), "pass-fail"))[1] == "secret: 50 points if all 50 cases pass, else none."


def test_one_is_said_as_one_and_two_as_two() -> None:
    two = msgspec.structs.replace(homework({"SA": 2}), scheme=Scheme(), groups={"sample": Group(0), "secret": Group(2)})
    assert in_words(two)[1] == "secret: 2 points, shared evenly by 2 cases."
    one = msgspec.structs.replace(two, scheme=Scheme(bonus=Bonus(0.5, 1, ("SA",))))
    assert in_words(one)[2:] == [
        "A judge error costs nobody a point: its points wait until it is judged again.",
        "Of those who pass every case, the fastest 50 % on the SA cases get 1 point more; who ties gets it too.",
    ]
