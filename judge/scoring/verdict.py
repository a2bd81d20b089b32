"""From the results of a submission's cases to its verdict, and to an exit status. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Judgement, Prepared, Problem, Run, Submission, Verdict
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


def exit_status(judgements: Sequence[Judgement]) -> int:
    """Return what `judge run` ends with: 3 for a judge error, 1 for a verdict that was not expected, else 0."""
    if any(row.faults for row in judgements):
        return 3
    return 0 if all(row.as_expected for row in judgements) else 1
