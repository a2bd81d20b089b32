"""From runs to a verdict, to what was expected, and to an exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Finding, Prepared, Verdict
from judge.scoring import exit_status, judgement_of
from tests import make
from tests.make import AC, CE, JE, MLE, RTE, TLE, WA
from tests.scoring.make import written_rows

VERDICTS = st.sampled_from([AC, AC, WA, TLE, RTE, JE])


@given(st.sampled_from([AC, AC, CE, JE]), st.lists(VERDICTS, max_size=5))
def test_the_verdict_is_the_first_that_is_not_ac(prepare: Verdict, runs: list[Verdict]) -> None:
    found = make.judgement(5, runs, prepare=prepare)
    assert found.verdict is next((one for one in (prepare, *runs) if one is not AC), AC)
    assert found.faults == [prepare, *runs].count(JE)
    assert (found.points is None) is (JE in (prepare, *runs))


def test_what_the_judge_failed_on_as_a_whole() -> None:
    fault = Finding("E301", "it failed")
    made = make.judgement(2, [])
    found = judgement_of(made.submission, made.problem, Prepared.failed(fault))
    assert (found.verdict, found.points, found.runs, found.faults) == (JE, None, (), 1)
    assert found.prepare == Prepared(JE, 0.0, "it failed", fault)


@pytest.mark.parametrize(("runs", "points"), [([AC, AC], 7.5), ([AC, WA], 7.5), ([AC], 7.5), ([AC, JE], None)])
def test_points_that_were_given_stand_unless_they_wait(runs: list[Verdict], points: float | None) -> None:
    made = make.judgement(2, runs)
    found = judgement_of(made.submission, made.problem, made.prepare, made.runs, 7.5)
    assert found == make.replace(made, points=points)


@pytest.mark.parametrize(("said", "prepared", "judged", "status"), written_rows("by_hand.toml", "expected"))
def test_what_was_expected(said: str, prepared: str, judged: str, status: int) -> None:
    expected, runs = ([Verdict(word) for word in words.split()] for words in (said, judged))
    prepare = Verdict(prepared)
    found = make.judgement(2, runs, prepare=prepare, submission={"expected": tuple(expected)})
    assert exit_status([found]) == status
    assert found.as_expected is (status == 0 or (status == 3 and set(runs or [prepare]) <= {AC, *expected}))
    right = make.judgement(2, [AC, AC])
    assert exit_status([right, found]) == exit_status([found, right]) == status
    assert [found.submission.fails_with(one) for one in (AC, *expected, MLE)] == [False] * (1 + len(expected)) + [True]


@pytest.mark.parametrize("code", ["E220", "E438"])
def test_a_package_s_own_submission_in_a_language_that_this_host_lacks_is_skipped(code: str) -> None:
    """Whatever verdict is declared of it. What a student hands in is not skipped."""
    lacking, broken = Prepared(CE, finding=Finding(code, "no compiler")), Prepared(CE)
    for path, prepare, skipped in (
        ("submissions/accepted/slow.kt", lacking, True),
        ("submissions/accepted/slow.kt", broken, False),
        ("slow.kt", lacking, False),
    ):
        own = {"path": Path("testcases/pkg", path)}
        row = make.judgement(1, [], prepare=prepare, submission=own)
        assert (row.skipped, row.as_expected, exit_status([row])) == (skipped, skipped, int(not skipped))
