"""The verdict and the points of a submission, whether they were expected, and what `judge run` ends with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import (
    Finding,
    Group,
    Scheme,
    Verdict,
)
from judge.scoring.verdict import as_expected, exit_status, is_failure, is_skipped, unjudged
from tests.scoring.made import AC, CE, JE, RTE, TLE, WA, judged, problem_of

FEW = settings(max_examples=60, deadline=None)


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


@pytest.mark.parametrize(
    ("expected", "failures"),
    [((AC,), [WA, TLE, CE, JE]), ((AC, TLE), [WA, CE, JE]), ((WA,), [TLE, CE, JE])],
)
def test_what_is_neither_ac_nor_declared_is_a_failure(expected: tuple[Verdict, ...], failures: list[Verdict]) -> None:
    submission = msgspec.structs.replace(judged(problem_of(), []).submission, expected=expected)
    assert [verdict for verdict in (AC, WA, TLE, CE, JE) if is_failure(submission, verdict)] == failures


# --- points ----------------------------------------------------------------------------------------------------------


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


def test_what_the_judge_failed_on_as_a_whole() -> None:
    row = judged(problem_of(), [])
    fault = Finding("E304", "why", verdict=JE, traceback="trace")
    made = unjudged(row.submission, row.problem, fault)
    assert (made.verdict, made.points, made.faults, made.prepare.message) == (JE, None, 1, "why")
    assert (made.submission, made.problem, made.runs) == (row.submission, row.problem, ())
    assert (made.prepare.wall_s, made.prepare.finding) == (0.0, fault)


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
    assert exit_status([good, judged(problem_of(2), [(run, 1.0) for run in runs], expected=expected)]) == status


@pytest.mark.parametrize("code", ["E220", "E438"])
def test_a_package_s_own_submission_in_a_language_that_this_host_lacks_is_skipped(code: str) -> None:
    """Whatever verdict is declared of it. What a student hands in is not skipped."""
    made = judged(problem_of(), [], prepare=CE)
    lacking = msgspec.structs.replace(made.prepare, finding=Finding(code, "no compiler"))
    for path, prepare, skipped in (
        ("submissions/accepted/slow.kt", lacking, True),
        ("submissions/accepted/slow.kt", made.prepare, False),
        ("slow.kt", lacking, False),
    ):
        submission = msgspec.structs.replace(made.submission, path=Path(made.problem.path, path))
        row = msgspec.structs.replace(made, submission=submission, prepare=prepare)
        assert (is_skipped(row), as_expected(row), exit_status([row])) == (skipped, skipped, 0 if skipped else 1)


@pytest.mark.parametrize(("expected", "status"), [((CE,), 0), ((AC,), 1), ((AC, CE), 0)])
def test_exit_status_of_a_compile_error(expected: tuple[Verdict, ...], status: int) -> None:
    assert exit_status([judged(problem_of(), [], prepare=CE, expected=expected)]) == status
    assert exit_status([judged(problem_of(), [], prepare=JE, expected=expected)]) == 3
