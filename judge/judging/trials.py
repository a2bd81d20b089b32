"""Run the submissions of packages as a contest, to see whether each gets the verdict that its author expects."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from judge.model import Entry, Judgement, Problem, Verdict
from judge.model.wrong_key import REFUTED
from judge.scoring.verdict import as_expected
from judge.submissions.expected import expected_in


def trials(problem: Problem) -> Entry:
    """Return a package with its submissions, each with the verdicts that it may get; E417 where one does not say."""
    return Entry(problem, tuple(one for one, _ in expected_in(Path(problem.path), problem.programs)))


def status_of(judgements: Iterable[Judgement]) -> int:
    """Return the exit status that trials lead to: 3 for a judge error, 2 where the package is refuted, 1 where a
    submission did other than expected, else 0. Of several the judge's own fault counts, then the package's."""
    return max((_status(one) for one in judgements), default=0)


def _status(judgement: Judgement) -> int:
    codes = {run.code for run in judgement.runs if run.verdict is Verdict.JE}
    if codes - {REFUTED} or judgement.prepare.verdict is Verdict.JE:
        return 3
    return 2 if codes else 0 if as_expected(judgement) else 1
