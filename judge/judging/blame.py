"""Whose fault it is that a box broke: the judge's, or the submission's that ran in it.

A sandbox that failed is opened anew, and the submission has a second try. When that fails too, a probe, a trivial
submission of ours, runs where it ran. If the probe fails, the judge is at fault: JE. If it passes, the submission has
its last try, and after a third failure the probe runs once more: a host that is too busy may fail on anybody. Only
between two probes that pass the failure is its own, E308, and says what it did. Whoever was blamed STRIKES times is not
run again: every try costs the judge a new sandbox, and all others their kernels. Where the box of the package's
validator broke, the submission has its second try, and is never blamed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from judge.errors import JudgeError
from judge.executors.validator import FAILED
from judge.judging import execute
from judge.model import Answer, Case, Contract, Finding, Group, Instance, Limits, Problem, Submission, Verdict
from judge.sandbox.sandbox import Sandbox

TRIES = 3  # the last one between two probes
STRIKES = 2
BROKE = "E303"  # other errors of the judge say themselves whose fault they are
AGAIN = (BROKE, FAILED)
_T = TypeVar("_T")


class BrokeError(Exception):
    """Why a submission has no run, by its own fault."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Blame:
    """What is known of who broke the boxes of one sandbox."""

    def __init__(self, restart: Callable[[], None], probe: Callable[[Contract], bool]) -> None:
        self._restart, self._probe = restart, probe
        self._strikes: Counter[Submission] = Counter()

    def insist(self, submission: Submission, work: Callable[[], _T]) -> _T:
        """Return what `work` returns at the first try that the sandbox survives.

        Raises BrokeError where it is the submission that breaks it, JudgeError where it is not.
        """
        if self._strikes[submission] >= STRIKES:
            message = "not run: it had broken its box before, again and again"
            raise BrokeError(Finding("E308", message, verdict=Verdict.RTE))
        for tried in range(1, TRIES + 1):
            try:
                return work()
            except JudgeError as error:
                if error.code not in AGAIN:
                    raise
                failed = error
            self._restart()
            if tried >= TRIES - 1 and (failed.code == FAILED or not self._probe(submission.contract)):
                raise failed
        self._strikes[submission] += 1
        raise BrokeError(_finding(failed)) from failed


def passes(sandbox: Sandbox, contract: Contract) -> bool:
    """Say whether a trivial submission of ours gets through in this sandbox."""
    try:
        problem, submission = trivial_problem(), _submission(contract)
        _, ready = execute.prepare(sandbox, submission, problem)
        if ready is None:
            return False
        try:
            return execute.run_case(sandbox, ready, problem, problem.cases[0]).verdict is Verdict.AC
        finally:
            execute.forget(sandbox, ready)
    except Exception:  # whatever it is, it is not the submission's
        return False


def _finding(error: JudgeError) -> Finding:
    said = ": ".join(filter(None, (error.message, error.note)))
    return Finding(
        "E308",
        f"it broke its box {TRIES} times, and a trivial submission does not: {error.message}",
        note=f"what the judge saw: {said}",
        help="if it does nothing with processes, files or sizes that is out of the ordinary, report it",
        verdict=Verdict.RTE,
    )


def trivial_problem() -> Problem:
    """Return two queens on 2 x 2, which has no answer: the probe says so, and is right."""
    board = Instance("ANY", 2, 2, np.zeros((2, 2), dtype=np.int8))
    case = Case("probe", "probe", board, Answer(fail=True))
    return Problem("probe", "probe", "lizards", ("ANY",), False, Limits(), {"probe": Group()}, (case,))


def _submission(contract: Contract) -> Submission:
    return Submission("probe", "probe", contract, Path("probe.py"), execute.EXECUTORS[contract].PROBE, "")
