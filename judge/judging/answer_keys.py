"""Have the validator of a package look at the package's own answers, before the first submission meets it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from judge.executors import validator
from judge.model import Problem, ReadWarning, Verdict
from judge.model.validation import Remark
from judge.problems.output_validators import OUTPUT_VALIDATORS
from judge.problems.package import FILES
from judge.sandbox.sandbox import Sandbox

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
