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
    Group,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Run,
    Scheme,
    Submission,
    Verdict,
)
from judge.scoring.claims import Claims, Entrant
from judge.scoring.points import (
    awards,
    bonuses,
    contenders,
    fastest,
    in_words,
    most_points,
    points,
    points_by_group,
)
from judge.scoring.verdict import judgement_of
from tests.scoring import made

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
    runs = [Run(case.name, "sample", "DFS", samples) for case in problem.cases if case.group == "sample"]
    for index, (case, verdict) in enumerate(zip(counting, verdicts, strict=False)):
        time_s = times_s[index] if times_s else 1.0
        runs.append(Run(case.name, "secret", case.board.algorithm, verdict, cpu_s=time_s, wall_s=10 - time_s))
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "")
    return Judgement(submission, problem, Prepared(), tuple(runs), AC)


def as_fast_as(problem: Problem, **seconds: float) -> Judgement:
    """A perfect submission that takes so many seconds on each case of an algorithm."""
    kinds = [case.board.algorithm for case in problem.cases if case.group == "secret"]
    return judged(problem, [AC] * len(kinds), [seconds.get(kind, 1.0) for kind in kinds])


# --- points ----------------------------------------------------------------------------------------------------------


def test_who_misses_a_case_has_never_as_much_as_who_passes_all() -> None:
    """However many cases a package has; one of so many is refused where it is read."""
    problem = homework({"SA": 120})
    assert points(problem, judged(problem, [AC] * 119 + [WA]).runs) == 99
    assert points(problem, judged(problem, [AC] * 120).runs) == 100


@FEW
@given(
    st.lists(st.integers(0, 130), min_size=3, max_size=3),
    st.lists(st.sampled_from([AC, WA, TLE]), max_size=400),
    st.sampled_from(["groups", "pass-fail", "all-or-count"]),
)
def test_points_have_bounds_and_who_passes_all_has_the_most(
    counts: list[int], verdicts: list[Verdict], scheme: str
) -> None:
    problem = homework(dict(zip(PROPORTIONS, counts, strict=True)))
    if scheme != "all-or-count":
        problem = by_groups(problem, "pass-fail" if scheme == "pass-fail" else "sum")
    earned = points(problem, judged(problem, verdicts).runs)
    most = points(problem, judged(problem, [AC] * sum(counts)).runs)
    assert earned is not None
    assert most == most_points(problem)
    assert 0 <= earned <= most


@pytest.mark.parametrize("aggregation", ["sum", "pass-fail"])
@pytest.mark.parametrize(("samples", "score"), [(AC, 50), (WA, 0), (TLE, 0), (JE, None)])
def test_a_group_that_requires_another_is_worth_nothing_without_it(
    aggregation: Literal["sum", "pass-fail"], samples: Verdict, score: float | None
) -> None:
    problem = by_groups(homework({"DFS": 4}), aggregation)
    secret = msgspec.structs.replace(problem.groups["secret"], require_pass="sample")
    problem = msgspec.structs.replace(problem, groups={"sample": Group(0), "secret": secret})
    runs = judged(problem, [AC] * 4, samples=samples).runs
    assert points(problem, runs) == score
    assert "none unless all of sample pass" in in_words(problem)[1]
    without = [run for run in runs if run.group != "sample"]
    assert points(problem, without) == 0, "a case that has not run is not passed"
    chosen = tuple(case for case in problem.cases if case.group != "sample")
    assert points(msgspec.structs.replace(problem, cases=chosen), without) == 50, "nobody asked for the samples"


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
    rows = [as_fast_as(problem, DFS=0.01 * 1.3**index, BFS=2, SA=9 / 1.3**index) for index in range(20)]
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
        gained = bonuses([as_fast_as(problem, SA=0.1 * 1.3**index) for index in range(count)])
        assert sum(map(len, gained)) == places


def test_the_clock_decides_who_is_fastest() -> None:
    problem = homework({"SA": 3})
    rows = [as_fast_as(problem, SA=1.0), as_fast_as(problem, SA=5.0)]  # with the wall's clock it is the other way round
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


def test_who_has_not_run_every_case_has_no_bonus() -> None:
    problem = homework({"DFS": 2})
    assert bonuses([judged(problem, [AC], [0.1]), as_fast_as(problem)]) == [{}, {"DFS": 5}]


@FEW
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), max_size=25),
    st.integers(1, 100),
)
def test_bonuses_agree_with_the_plain_version(table: list[tuple[bool, int, int]], percent: int) -> None:
    """Each time is 1.12 of another, so that three of them tie and none by a hair."""
    scheme = Scheme("all-or-count", Bonus(percent / 100, 5))
    problem = msgspec.structs.replace(homework({"DFS": 1, "BFS": 1}), scheme=scheme)
    rows = [judged(problem, [AC, AC if right else WA], [1.12**dfs, 1.12**bfs]) for right, dfs, bfs in table]
    gained = bonuses(rows)

    perfect = [row for row, (right, _, _) in enumerate(table) if right]
    places = -(-percent * len(perfect) // 100)
    for column, algorithm in ((1, "DFS"), (2, "BFS")):
        times = sorted(table[row][column] for row in perfect)
        last = times[places - 1] + 1 if perfect else -1  # 1.12 ** 2 is beyond what copies differ by
        plain = {row for row in perfect if table[row][column] <= last}
        assert {row for row, won in enumerate(gained) if algorithm in won} == plain


def raced(*times_s: float, known: str = "") -> Claims:
    """Rows that are told apart by their sums; `known` names the bytes of each by a letter."""
    bytes_ = known or " " * len(times_s)
    return Claims([Entrant(1, time_s, one.strip()) for time_s, one in zip(times_s, bytes_, strict=True)])


def test_who_can_t_be_told_apart_from_the_last_place_gets_the_bonus_too() -> None:
    assert fastest(raced(1.0, 1.125, 1.25, 1.5), places=1) == [0, 1, 2], "by less than copies differ"
    assert fastest(raced(1.0, 1.125, 1.25, 1.5), places=2) == [0, 1, 2], "1.5 is a third more than 1.125"
    assert fastest(raced(1.0, 2.0, 3.0), places=3) == [0, 1, 2]
    assert fastest(raced(1.0, 2.0, 2.25), places=1) == [0], "it is the last place that counts, not the neighbour"


def test_who_holds_a_place_has_the_bonus_whatever_single_rounds_say() -> None:
    """By all of its rounds the first is faster, by those of both the second is."""
    rounds = [2.0] * 4 + [1.0] * 5, [1.5] * 4
    times = [{("secret", "c"): dict(enumerate(times_s))} for times_s in rounds]
    claims = Claims([Entrant(1, 1.0, ""), Entrant(1, 1.5, "")], times.__getitem__)
    assert claims.slower(1, 0)
    assert fastest(claims, places=2) == [0, 1]


def test_an_award_says_why_more_get_it_than_there_are_places() -> None:
    problem = msgspec.structs.replace(homework({"SA": 1}), scheme=Scheme("all-or-count", Bonus(0.25, 5)))
    rows = [as_fast_as(problem, SA=time_s) for time_s in (3.0, 1.0, 1.125, 1.25, 4.0, 5.0, 6.0, 7.0)]
    [award] = awards(rows)
    assert (award.winners, award.perfect, award.places, award.points) == ((1, 2, 3), 8, 2, 5)
    assert str(award) == "3 of 8 get the bonus for SA: 1 more can't be told apart from the last place"
    assert [str(one) for one in awards([rows[0], rows[1]])] == [""]


def timed(problem: Problem, seconds: Sequence[float], first: int = 1) -> Judgement:
    """A perfect submission, measured on each case once in each round from `first` on."""
    rounds = tuple(Measurement(AC, 5.0, time_s, 1, round=first + at) for at, time_s in enumerate(seconds))
    row = judged(problem, [AC] * 20, [float(np.median(seconds))] * 20)
    runs = tuple(msgspec.structs.replace(run, samples=rounds if run.group == "secret" else ()) for run in row.runs)
    return msgspec.structs.replace(row, runs=runs)


def test_times_that_were_taken_side_by_side_decide_a_bonus_more_sharply() -> None:
    problem = homework({"SA": 20})
    fast, slow = [1.0, 1.001, 1.002] * 4, [1.1, 1.102, 1.101] * 4
    assert bonuses([timed(problem, slow), timed(problem, fast)]) == [{}, {"SA": 5}]
    assert bonuses([timed(problem, slow[:1], 0), timed(problem, fast[:1], 0)]) == [{"SA": 5}] * 2, "at another time"
    assert bonuses([timed(problem, slow[:1]), timed(problem, fast[:1])]) == [{"SA": 5}] * 2, "once is not enough"
    assert contenders([timed(problem, slow), timed(problem, fast)]) == []
    close = [timed(problem, [1.2 * time_s, time_s] * 2) for time_s in (1.0, 1.03, 2.0)]
    close[1] = timed(problem, [1.03, 1.2, 1.0, 1.25])
    days = [
        msgspec.structs.replace(row, runs=tuple(map(of_round_0, row.runs)))
        for row in (timed(problem, slow), timed(problem, fast))
    ]
    assert bonuses(days) == [{"SA": 5}] * 2, "often, and each at another time"
    assert contenders(close) == [(close[0], close[1])], "the last place, and who may hold it as well"


def of_round_0(run: Run) -> Run:
    samples = tuple(msgspec.structs.replace(sample, round=0) for sample in run.samples)
    return msgspec.structs.replace(run, samples=samples)


def test_a_bonus_may_be_decided_after_one_round() -> None:
    problem = homework({"SA": 20})
    assert bonuses([timed(problem, [time_s]) for time_s in (1.4, 1.0)]) == [{}, {"SA": 5}]
    assert contenders([timed(problem, [time_s]) for time_s in (1.6, 1.0)]) == []
    both = homework({"SA": 10, "DFS": 10})
    close = [timed(both, [time_s]) for time_s in (1.1, 1.0)]
    assert contenders(close) == [(close[1], close[0])] * 2, "one pair for each algorithm"


def test_the_same_bytes_share_a_bonus_where_they_are_run_in_the_same_way() -> None:
    problem = homework({"SA": 1})
    rows = []
    for time_s, sha256, name in ((1.0, "aa", "a.py"), (2.0, "bb", "b.py"), (4.0, "aa", "c.py"), (4.0, "aa", "d.c")):
        row = as_fast_as(problem, SA=time_s)
        submission = msgspec.structs.replace(row.submission, sha256=sha256, path=Path(name))
        rows.append(msgspec.structs.replace(row, submission=submission))
    assert [bool(won) for won in bonuses(rows)] == [True, False, True, False]


# --- several attempts of one student ---------------------------------------------------------------------------------
def racing(share: float = 0.5) -> Problem:
    return msgspec.structs.replace(homework({"SA": 20}), scheme=Scheme("all-or-count", Bonus(share, 5)))


@FEW
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 6)), min_size=1, max_size=10),
    st.integers(1, 100),
)
def test_an_attempt_gets_what_it_would_get_as_the_only_one_of_its_student(
    table: list[tuple[str, int]], percent: int
) -> None:
    """The others race against it with their fastest one."""
    problem = racing(percent / 100)
    rows = [as_fast_as(problem, SA=1.12**level) for _, level in table]
    [award] = awards(rows, students=[student for student, _ in table])

    best = {student: min(level for other, level in table if other == student) for student, _ in table}
    won = []
    for at, (student, _) in enumerate(table):
        others = [as_fast_as(problem, SA=1.12**level) for other, level in best.items() if other != student]
        won += [at] if bonuses([rows[at], *others])[0] else []
    assert award.winners == tuple(won)
    assert (award.perfect, award.students) == (len(best), len({table[at][0] for at in won}))


def test_the_attempts_of_one_student_are_not_told_apart_by_more_rounds() -> None:
    problem = racing()
    rows = [timed(problem, seconds) for seconds in ([1.0, 1.2] * 2, [1.03, 1.2, 1.0, 1.25], [1.2, 1.05, 1.04, 1.2])]
    assert contenders(rows) == [(rows[1], rows[2])], "of three, two hold a place"
    assert contenders(rows, students=["a", "a", "b"]) == [(rows[0], rows[2])]
    assert contenders(rows, students=["a", "a", "a"]) == []


def test_more_attempts_of_two_students_claim_no_more_and_no_less() -> None:
    """Each claim among many costs confidence, and two students are told apart by one."""
    problem = racing()
    rows = [timed(problem, [1.0, 1.02]), *[timed(problem, [1.06, 1.04])] * 41]
    won = [awards(some, students=students)[0] for some, students in ((rows[:2], "ab"), (rows, "a" + "b" * 41))]
    assert [award.winners for award in won] == [(0,), (0,)]
    assert len(awards(rows)[0].winners) == 42, "as many students can't be told apart by this"


# --- words -----------------------------------------------------------------------------------------------------------
def test_schemes_in_words() -> None:
    assert in_words(homework()) == [
        "100 points if all 50 cases pass, else 1 point for each case that passes.",
        "A judge error costs nobody a point: its points wait until it is judged again.",
        "Of those who pass every case, the fastest 10 % on the DFS, BFS and SA cases get 5 points more, "
        "for each of these algorithms; who can't be told apart from the last of them gets it too.",
    ]
    assert in_words(by_groups(homework({"SA": 1})))[:2] == [
        "sample: no points.",
        "secret: 50 points, shared evenly by 1 case.",
    ]
    assert in_words(by_groups(homework(), "pass-fail"))[1] == "secret: 50 points if all 50 cases pass, else none."


def test_points_of_all_groups_add_up_and_wait_for_cases_that_count_alone() -> None:
    counting = made.problem_of(1, 1)
    both = msgspec.structs.replace(counting, groups={"sample": Group(30), "secret": Group(50)})
    plain = made.judged(counting, [(AC, 1.0), (AC, 1.0)]).runs
    failed = tuple(msgspec.structs.replace(run, verdict=JE) for run in plain)
    image = msgspec.structs.replace(failed[1], case="c0~rot90")
    assert points(both, plain) == 80
    assert points_by_group(both, plain) == {"sample": 30, "secret": 50}
    assert points_by_group(homework(), plain) == {}, "100 or a number are not of one group"
    assert points(both, (failed[0], plain[1])) is None
    assert points(counting, (failed[0], plain[1])) == points(counting, (*plain, image)) == 50


def test_a_judge_error_in_a_group_of_no_points_waits_where_a_group_of_points_requires_it() -> None:
    problem = made.problem_of(1, 1)
    runs = made.judged(problem, [(JE, 1.0), (AC, 1.0)]).runs
    for worth, earned in ((0.0, 50.0), (1.0, None)):
        more = {"extra": Group(worth, require_pass="sample")}
        assert points(msgspec.structs.replace(problem, groups=problem.groups | more), runs) == earned
