"""Judgements for plots, from what came of each case."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from hypothesis import strategies as st

from judge.model import Judgement, Prepared, Verdict
from judge.model.judgement import CaseResult
from tests.reports.runs import judged, problem, result

Outcome = tuple[Verdict, float]  # and seconds of CPU
CASES = 12
PROBLEM = problem(CASES)
outcomes = st.lists(
    st.tuples(
        st.sampled_from((Verdict.AC, Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.MLE, Verdict.JE)),
        st.floats(0, 0.5, allow_subnormal=False),
    ),
    min_size=CASES,
    max_size=CASES,
)


def judgement(found: Sequence[Outcome], name: str = "mine") -> Judgement:
    """Return a submission with these outcomes, on as many of the cases."""
    runs: tuple[CaseResult, ...] = tuple(
        result(case, verdict, time_s) for case, (verdict, time_s) in zip(PROBLEM.cases, found, strict=False)
    )
    base = judged(PROBLEM, 0)
    mine = msgspec.structs.replace(base.submission, name=name, sha256=name.rjust(64, "0")[-64:])
    return msgspec.structs.replace(base, submission=mine, runs=runs, prepare=Prepared())
