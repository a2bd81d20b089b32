"""A made-up problem, and judgements on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from judge.model import (
    Case,
    Group,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Run,
    Submission,
    Verdict,
)
from judge.scoring.verdict import judgement_of

AC, WA, TLE, RTE, CE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.CE, Verdict.JE
LIMIT_S = 2.0


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
        Run(case.name, case.group, "DFS", verdict, cpu_s=time_s, wall_s=2 * time_s)
        for case, (verdict, time_s) in zip(problem.cases, runs, strict=False)
    )
    return judgement_of(submission, problem, Prepared(prepare), made)


def growing(name: str, time_s: Callable[[int], float], sizes: Sequence[int], limit_s: float = LIMIT_S) -> Judgement:
    """A submission that takes `time_s(n)` on forest-n; what is beyond the limit is TLE."""
    cases = tuple(Case(f"forest-{n}", "secret", Instance("DFS", n, 1, np.zeros((0, 0), dtype=np.int8))) for n in sizes)
    limits = Limits(time_limit=limit_s)
    problem = Problem("pkg", "The pkg", "lizards", ("DFS",), False, limits, {"secret": Group(50)}, cases, "pkg")
    submission = Submission(name, "pkg", "function", Path(f"{name}.py"), b"", name)
    return judgement_of(
        submission, problem, Prepared(), tuple(_timed(case, time_s(case.board.n), limit_s) for case in cases)
    )


def _timed(case: Case, time_s: float, limit_s: float) -> Run:
    late = time_s > limit_s
    taken_s = limit_s if late else time_s
    verdict = TLE if late else AC
    samples = (Measurement(verdict, taken_s, taken_s, 1),)
    return Run(*(case.name, case.group, case.board.algorithm, verdict), cpu_s=taken_s, wall_s=taken_s, samples=samples)
