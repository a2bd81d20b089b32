"""Which record a student's row is made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from judge.classroom.grades import graded, submissions_of
from judge.model import CaseResult, Prepared, Verdict
from judge.model.classroom import Roll
from judge.model.record import Record, conditions
from judge.scoring.verdict import judgement_of
from tests.judging.test_session import HOST, member, problem_of

AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE
PROBLEM, ROLL = problem_of(1), Roll("plain", (member("a"),))


def record(number: int, name: str, verdict: Verdict, source: str = "") -> Record:
    """Of what student a handed in, as a file called `name`."""
    [(owner, paper)] = submissions_of(ROLL, PROBLEM)
    submission = msgspec.structs.replace(paper, path=Path(name), sha256=source or paper.sha256)
    made = judgement_of(submission, PROBLEM, Prepared(), (CaseResult("c0", "secret", "DFS", verdict),))
    return Record(number, owner, made, conditions(PROBLEM, HOST), judged_s=0.0, since_s=0.0)


@pytest.mark.parametrize(
    ("records", "verdict"),
    [
        ([record(1, "homework.py", WA), record(2, "other.py", AC)], WA),
        ([record(1, "other.py", AC), record(2, "homework.py", WA)], WA),
        ([record(1, "homework.py", AC), record(2, "homework.py", WA), record(3, "other.py", TLE)], WA),
        ([record(1, "other.py", AC), record(2, "another.py", WA)], WA),
        ([record(1, "homework.py", AC, "0" * 64)], None),
    ],
)
def test_the_last_record_of_the_same_file_s_name_counts_before_any_other(
    records: Sequence[Record], verdict: Verdict | None
) -> None:
    [row] = graded(ROLL, PROBLEM, records)
    assert row.verdict == verdict
