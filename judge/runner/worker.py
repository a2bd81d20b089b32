"""One sandbox at work: it prepares submissions and runs them on cases, and mends what is the judge's own fault."""

from __future__ import annotations

import msgspec

from judge.errors import JudgeError
from judge.model import Case, Finding, Prepared, Problem, Run, Submission, Verdict
from judge.problems.symmetry import Symmetry
from judge.runner import execute
from judge.runner.sandbox import Sandbox


class Task(msgspec.Struct, frozen=True, eq=False):
    """One attempt: a submission on a case, as given or turned."""

    problem: Problem
    submission: Submission
    case: Case
    symmetry: Symmetry | None = None


class Worker:
    """A sandbox, and the submissions that are prepared in it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._ready: dict[Submission, tuple[Problem, execute.Ready]] = {}

    def prepare(self, problem: Problem, submission: Submission) -> Prepared:
        """Make a submission ready to run here; JE where the sandbox failed twice."""
        try:
            try:
                return self._prepare(problem, submission)
            except JudgeError:
                self._restart()
                return self._prepare(problem, submission)
        except JudgeError as error:
            finding = _judge_failed(error)
            return Prepared(Verdict.JE, 0.0, finding.message, finding)

    def run(self, task: Task) -> Run:
        """One attempt. The judge's own failure is tried once more in a new zygote; a run whose core was taken away is
        repeated once, and the less disturbed of the two counts. Out of CPU time stays out of CPU time: that clock
        stands still while the core is away."""
        try:
            run = self._attempt(task)
            if not run.disturbed:
                return run
            return min(run, self._attempt(task), key=lambda one: one.samples[0].lost_s)
        except JudgeError as error:
            finding = _judge_failed(error)
            case = task.case
            return Run(
                case.name, case.group, case.board.algorithm, Verdict.JE, finding.code, finding.message, finding=finding
            )

    def forget(self) -> None:
        """Let go of every submission and of what it left in its home."""
        for submission, (_, ready) in self._ready.items():
            execute.forget(self._place(submission), ready)
        self._ready.clear()

    def _place(self, submission: Submission) -> Sandbox:
        """Functions want a zygote that has numba loaded; programs one that is quick to fork."""
        return self.sandbox if submission.contract == "function" else self.sandbox.lean

    def _attempt(self, task: Task) -> Run:
        try:
            return self._run(task)
        except JudgeError:
            self._restart()
            return self._run(task)

    def _run(self, task: Task) -> Run:
        ready = self._ready[task.submission][1]
        return execute.run_case(self._place(task.submission), ready, task.problem, task.case, task.symmetry)

    def _prepare(self, problem: Problem, submission: Submission) -> Prepared:
        prepared, ready = execute.prepare(self._place(submission), submission, problem)
        if ready:
            self._ready[submission] = problem, ready
        return prepared

    def _restart(self) -> None:
        """A new zygote knows nobody: whoever was ready has to be prepared again."""
        self.sandbox.restart()
        for submission, (problem, _) in list(self._ready.items()):
            self._prepare(problem, submission)


def _judge_failed(error: JudgeError) -> Finding:
    return Finding(error.code, error.message, note=error.note, help=error.help, verdict=Verdict.JE)
