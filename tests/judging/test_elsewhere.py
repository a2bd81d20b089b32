"""What other judges will say of a case, by what it gets and takes here."""

from __future__ import annotations

import pytest

from judge.judging.elsewhere import verdicts_of
from judge.model import CaseResult, Verdict

AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE


@pytest.mark.parametrize(
    ("verdict", "score", "time_s", "there"),
    [
        (AC, None, 1.0, {AC}),
        (AC, 1.0, 1.0, {AC}),
        (AC, 0.75, 1.0, {WA}),  # only the best is right there
        (AC, None, 7.0, {AC, TLE}),  # another machine may be a bit slower,
        (AC, None, 12.0, {AC, TLE}),  # or a bit faster
        (AC, None, 16.0, {TLE}),
        (WA, None, 1.0, {WA}),
        (TLE, None, 9.0, {TLE}),
        (RTE, None, 1.0, {RTE}),
    ],
)
def test_a_case(verdict: Verdict, score: float | None, time_s: float, there: set[Verdict]) -> None:
    run = CaseResult("one", "secret", "ANY", verdict, score=score)
    assert verdicts_of(run, time_s, 10.0) == there
