"""Try a package before the first student does: its validator on its own answers, its submissions in a contest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from judge.executors import validator
from judge.model import Entry, Judgement, Problem, ReadWarning, Verdict
from judge.model.package import Remark
from judge.problems.output_validators import OUTPUT_VALIDATORS
from judge.problems.package import FILES
from judge.sandbox.sandbox import Sandbox
from judge.scoring.verdict import as_expected
from judge.submissions.expected import expected_in

_NO_OUTPUT: Final = "W128"
_REFUSES: Final = "the validator does not accept the package's own answer.txt as an output; judge check  says why"


def answers_refused(sandbox: Sandbox, problem: Problem) -> Iterator[Remark]:
    """Yield E309 where the validator can't be compiled, else what came of each answer.txt that it does not accept.

    Where it refuses one that is only a warning: an answer.txt may hold what a validator needs, and be no output that it
    would accept. Where the validator or the judge failed on one, the error is told as it is.
    """
    if fault := validator.compile_fault(sandbox, problem):
        yield Remark("", str(Path(problem.path) / OUTPUT_VALIDATORS), fault)
        return
    for case in problem.cases:
        text = case.answer.text if case.answer else None
        found = validator.check(lambda: sandbox, problem, case, text) if text is not None else None
        if found:
            file = Path(problem.path) / case.group / case.name / FILES[1]
            what = found if found.verdict is Verdict.JE else ReadWarning(_NO_OUTPUT, _REFUSES)
            yield Remark(f"{case.group}/{case.name}", str(file), what)


def trials(problem: Problem) -> Entry:
    """Return a package with its submissions, each with the verdicts that it may get; E417 where one does not say."""
    return Entry(problem, tuple(one for one, _ in expected_in(Path(problem.path), problem.programs)))


def status_of(judgements: Iterable[Judgement]) -> int:
    """Return the exit status that trials lead to: 3 for a judge error, 2 where the package is refuted, 1 where a
    submission did other than expected, else 0. Of several the judge's own fault counts, then the package's."""
    return max((_status(one) for one in judgements), default=0)


def _status(judgement: Judgement) -> int:
    failed = [run for run in judgement.runs if run.verdict is Verdict.JE]
    if judgement.prepare.verdict is Verdict.JE or not all(run.refutes_key for run in failed):
        return 3
    return 2 if failed else 0 if as_expected(judgement) else 1
