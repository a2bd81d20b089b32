"""The exit status of a package's own submissions."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.judging import status_of
from judge.judging.trials import verdicts_of
from judge.model import Judgement, Prepared, Problem, Run, Submission, Verdict
from judge.problems import read_package
from judge.scoring import judgement_of
from judge.submissions import expected_in
from tests.conftest import MakePackage

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    folder = package()
    for name in ("accepted/one.py", "rejected/two.py"):
        path = folder / "submissions" / name
        path.parent.mkdir(parents=True)
        path.write_text(SOLVE)
    return read_package(folder)


def judged(problem: Problem, submission: Submission, *runs: str) -> Judgement:
    """Return a judgement of runs, each a verdict and a code."""
    results = []
    for case, run in zip(problem.cases, runs, strict=False):
        verdict, _, code = run.partition(" ")
        results.append(Run(case.name, case.group, "DFS", Verdict(verdict), code, "", (), 0.0, 0.0, 0, ()))
    return judgement_of(submission, problem, Prepared(Verdict.AC, 0.0, ""), tuple(results))


@pytest.mark.parametrize(
    ("runs", "status"),
    [
        ([("AC", "AC"), ("WA E106", "AC")], 0),
        ([("AC", "AC"), ("TLE E201", "RTE E205")], 0),
        ([("AC", "WA E106"), ("WA E106", "AC")], 1),
        ([("AC", "AC"), ("AC", "AC")], 1),
        ([("AC", "JE E301"), ("AC", "AC")], 2),
        ([("AC", "JE E301"), ("JE E302", "AC")], 3),
    ],
)
def test_the_hardest_fault_decides(problem: Problem, runs: list[tuple[str, str]], status: int) -> None:
    submissions = expected_in(Path(problem.path), problem.programs)
    judgements = [judged(problem, one, *each) for one, each in zip(submissions, runs, strict=True)]
    assert status_of(judgements) == status


# --- What other judges will say of a case ----------------------------------------------------------------------------
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
    run = Run("one", "secret", "ANY", verdict, score=score)
    assert verdicts_of(run, time_s, 10.0) == there
