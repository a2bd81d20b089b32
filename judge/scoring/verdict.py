"""From the results of a submission's cases to its verdict, whether that was expected, and an exit status. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.model import Judgement, Prepared, Problem, Run, Submission, Verdict
from judge.problems import SUBMISSIONS
from judge.scoring.points import points, waits


def judgement_of(
    submission: Submission, problem: Problem, prepared: Prepared, runs: tuple[Run, ...] = (), given: float | None = None
) -> Judgement:
    """Return the judgement of a submission: its verdict is the first that is not AC, in case order. Where the judge
    failed its points wait; else those count that were `given` before, if any were."""
    verdicts = [prepared.verdict, *(run.verdict for run in runs)]
    verdict = next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)
    waiting = prepared.verdict is Verdict.JE or waits(problem, runs)
    earned = None if waiting else points(problem, runs) if given is None else given
    return Judgement(submission, problem, prepared, runs, verdict, earned)


def as_expected(judgement: Judgement) -> bool:
    """Say whether every verdict is AC or one that the author declared, and each declared one occurred.

    `@EXPECTED_RESULTS@: AC, TLE` allows either; a single TLE demands that it happens. What is skipped did nothing else.
    """
    if is_skipped(judgement):
        return True
    expected = judgement.submission.expected
    runs = [run.verdict for run in judgement.runs if run.verdict is not Verdict.AC]
    return judgement.verdict in expected and all(verdict in expected for verdict in runs)


def is_skipped(judgement: Judgement) -> bool:
    """Say whether this is a submission of the package itself, in a language that this host lacks."""
    own = Path(judgement.problem.path, SUBMISSIONS)
    return judgement.prepare.lacks_language and own in judgement.submission.path.parents


def exit_status(judgements: Sequence[Judgement]) -> int:
    """Return what `judge run` ends with: 3 for a judge error, 1 for a verdict that was not expected, else 0."""
    if any(row.faults for row in judgements):
        return 3
    return 0 if all(map(as_expected, judgements)) else 1
