"""The one loop of tries: a sandbox at work, which makes attempts until one counts, and mends what is the judge's fault.

Which of several runs counts, and whether one more is made, says `executors.verdict.settle_run`. No box knows which
try it is.

Three subjects can break a box, and each has its own code: the package (E309, its validator), the host (E303), and the
submission (E308). A sandbox that failed is opened anew, and the submission has a second try. When that fails too, a
probe, a trivial submission of ours, runs where it ran. If the probe fails, the judge is at fault: JE. If it passes, the
submission has its last try, and after a third failure the probe runs once more: a host that is too busy may fail on
anybody. Only between two probes that pass the failure is its own, and says what it did. Whoever was blamed STRIKES
times is not run again: every try costs the judge a new sandbox, and all others their kernels. Where the box of the
package's validator broke, the submission has its second try, and is never blamed.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, ParamSpec, TypeVar

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.executors import VALIDATOR_FAILED, Ready, executor_of, settle_run
from judge.judging import execute
from judge.model import Answer, Case, Finding, Instance, Limits, Prepared, Problem, Run, Submission, Verdict, fault_of
from judge.sandbox import Sandbox

TRIES: Final = 3  # at a box that breaks, the last one between two probes
STRIKES: Final = 2
AGAIN: Final = ("E303", VALIDATOR_FAILED)  # other errors of the judge say themselves whose fault they are
NO_ANSWER: Final = ("E112", "E113", "E120", "E124")  # or FAIL, or a mistake that is already told
LONG_S: Final = 3.0  # of CPU: a run that is not looked at more closely
_Key = tuple[str, Submission]  # path of the problem, and who competes there
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Task(msgspec.Struct, frozen=True, eq=False):
    """One attempt: a submission on a case, within its limits, or less CPU where `at_most_s` says so."""

    problem: Problem
    submission: Submission
    case: Case
    round: int = 0
    at_most_s: float | None = None

    @property
    def key(self) -> _Key:
        """Return problem and submission: one file may compete on several packages."""
        return self.problem.path, self.submission

    def unrun(self, finding: Finding) -> Run:
        """Return the attempt of what could not be run."""
        case, said = self.case, finding
        algorithm = case.board.algorithm
        return Run(case.name, case.group, algorithm, said.verdict, said.code, said.message, finding=said)


class Looks:
    """Remembers on which submission a closer look was taken, which costs a second or more: of each the first wrong
    answer alone, whatever that finds. All workers of a contest share it."""

    def __init__(self) -> None:
        self._taken: set[_Key] = set()
        self._lock = threading.Lock()

    def take(self, problem: Problem, submission: Submission, run: Run) -> bool:
        """Say whether a look is to be taken at a run of a submission, which counts as taken from now on. Not at a wrong
        FAIL, nor at what is no answer, nor at what took long."""
        if run.verdict is not Verdict.WA or run.code in NO_ANSWER or run.cpu_s > LONG_S:
            return False
        return self.note(problem, submission)

    def taken(self, problem: Problem, submission: Submission) -> bool:
        """Say whether one was taken at a submission."""
        return (problem.path, submission) in self._taken

    def note(self, problem: Problem, submission: Submission) -> bool:
        """Take note of a look, which may be taken elsewhere. Say whether it is the first."""
        with self._lock:
            before = len(self._taken)
            self._taken.add((problem.path, submission))
            return len(self._taken) > before


# Two queens on 2 x 2, which has no answer: the probe says so, and is right.
_CASE: Final = Case("probe", "probe", Instance("ANY", 2, 2, np.zeros((2, 2), dtype=np.int8)), Answer(fail=True))


class Worker:
    """A sandbox, and the submissions that are prepared in it: one that is not is prepared when it is its turn."""

    TRIVIAL: ClassVar = Problem(
        "probe", "probe", "lizards", ("ANY",), False, Limits(), {"probe": Problem.Group()}, (_CASE,)
    )

    def __init__(self, sandbox: Sandbox, looks: Looks | None = None) -> None:
        self.sandbox = sandbox
        self.looks = looks or Looks()
        self._ready: dict[_Key, Ready] = {}
        self._limits: dict[_Key, Limits] = {}  # of its attempts
        self._fallen: dict[_Key, Finding] = {}  # were ready once, and could not be made ready again
        self._strikes: Counter[Submission] = Counter()

    def get_ready(self, contract: Submission.Contract) -> None:
        """Let the process that this contract needs start, while the judge does other work. Why it can't is found when
        it is used."""
        with contextlib.suppress(Exception):
            executor_of(contract).place(self.sandbox)

    def prepare(self, problem: Problem, submission: Submission) -> Prepared:
        """Make a submission ready to run here; JE where the judge failed, whatever was raised."""
        prepared = self._insist(submission, self._prepare, problem, submission)
        if isinstance(prepared, Prepared):
            return prepared
        verdict = Verdict.JE if prepared.verdict is Verdict.JE else Verdict.CE
        return Prepared(verdict, 0.0, prepared.message, msgspec.structs.replace(prepared, verdict=verdict))

    def run(self, task: Task, *, look: bool = True) -> Run:
        """Make one attempt, in the round of its task, in as many runs as it takes. Unless `look` is False, look closer
        at the first wrong answer of a submission, but not in a round that is there for its times."""
        runs, more = list[Run](), True
        while more:
            run = self._insist(task.submission, self._run, task)
            runs.append(run if isinstance(run, Run) else task.unrun(run))
            limits = self._limits.get(task.key, task.problem.limits)
            counts, more = settle_run(runs, _within(limits, task))
        samples = tuple(msgspec.structs.replace(one, round=task.round) for one in counts.samples)
        made = msgspec.structs.replace(counts, samples=samples)
        return self.explained(made, task) if look else made

    def explained(self, run: Run, task: Task) -> Run:
        """Return a run whose answer was wrong with a note on what a further run on the case finds; the verdict and the
        times stay."""
        if not task.round and run.finding and self.looks.take(task.problem, task.submission, run):
            with contextlib.suppress(Exception):  # whatever goes wrong there, the run holds
                why_wrong, place = executor_of(task.submission.contract).why_wrong, self._place(task.submission)
                note = why_wrong(place, self._ready[task.key], task.problem, task.case)
                return msgspec.structs.replace(run, finding=run.finding.noted(note))
        return run

    def forget(self, problem: Problem | None = None) -> None:
        """Let go of the submissions of a problem, or of all, and of what they left in their homes."""
        for key in [key for key in {**self._limits, **self._fallen} if problem is None or key[0] == problem.path]:
            if ready := self._ready.pop(key, None):
                self._place(key[1]).forget(ready.home)
            self._limits.pop(key, None)
            self._fallen.pop(key, None)

    def _place(self, submission: Submission) -> Sandbox:
        return executor_of(submission.contract).place(self.sandbox)

    def _run(self, task: Task) -> Run | Finding:
        if task.key not in self._ready and task.key not in self._fallen:  # it was made ready elsewhere
            again = self._prepare(task.problem, task.submission)
            if again.verdict is Verdict.JE:
                raise JudgeError("E307", again.message)
            if again.verdict is not Verdict.AC:
                self._fallen[task.key] = _not_ready_again(again)
        if task.key in self._fallen:
            return self._fallen[task.key]
        ready = self._ready[task.key]
        ready = msgspec.structs.replace(ready, limits=_within(ready.limits, task)) if task.at_most_s else ready
        return execute.run_case(self._place(task.submission), ready, task.problem, task.case)

    def _prepare(self, problem: Problem, submission: Submission) -> Prepared:
        prepared, ready = execute.prepare(self._place(submission), submission, problem)
        if ready:
            self._ready[problem.path, submission] = ready
            self._limits[problem.path, submission] = ready.limits
        return prepared

    # --- a box that broke --------------------------------------------------------------------------------------------
    def _insist(self, submission: Submission, work: Callable[_P, _T], *of: _P.args, **more: _P.kwargs) -> _T | Finding:
        """Return what `work` returns at the first try that the sandbox survives; RTE where it is the submission that
        breaks it, JE where the judge failed, whatever was raised."""
        contract = submission.contract
        if self._strikes[submission] >= STRIKES:
            return Finding("E308", "not run: it had broken its box before, again and again", verdict=Verdict.RTE)
        try:
            for tried in range(1, TRIES + 1):
                try:
                    return work(*of, **more)
                except JudgeError as error:
                    if error.code not in AGAIN:
                        raise
                    failed = error
                self._restart()
                if tried >= TRIES - 1 and (failed.code == VALIDATOR_FAILED or not passes(self.sandbox, contract)):
                    return self._failed(submission, failed)
        except Exception as error:
            return self._failed(submission, error)
        self._strikes[submission] += 1
        return _broke(failed)

    def _restart(self) -> None:
        """Open a new zygote. It knows nobody: whoever was ready is prepared again when it is their turn."""
        self.sandbox.restart()
        self._ready.clear()

    def _failed(self, submission: Submission, error: Exception) -> Finding:
        """Return the JE that an exception is. One that nobody foresaw may have left the sandbox in the middle of
        something, and the next submission must not meet that."""
        finding = fault_of(error)
        if not isinstance(error, JudgeError) and not passes(self.sandbox, submission.contract):
            with contextlib.suppress(Exception):
                self._restart()
        return finding


def passes(sandbox: Sandbox, contract: Submission.Contract) -> bool:
    """Say whether a trivial submission of ours gets through in this sandbox."""
    executor = executor_of(contract)
    place, task = executor.place(sandbox), own_task(contract, executor.PROBE)
    try:
        _, ready = execute.prepare(place, task.submission, task.problem)
        if ready is None:
            return False
        try:
            return execute.run_case(place, ready, task.problem, task.case).verdict is Verdict.AC
        finally:
            place.forget(ready.home)
    except Exception:  # whatever it is, it is not the submission's
        return False


def own_task(contract: Submission.Contract, source: bytes) -> Task:
    """Return one attempt of a submission of the judge's own, at its trivial problem."""
    return Task(Worker.TRIVIAL, Submission("probe", "probe", contract, Path("probe.py"), source, ""), _CASE)


def _within(limits: Limits, task: Task) -> Limits:
    """Return the limits of an attempt."""
    if task.at_most_s is None or task.at_most_s >= limits.time_limit:
        return limits
    return msgspec.structs.replace(limits, time_limit=task.at_most_s)


def _broke(error: JudgeError) -> Finding:
    said = ": ".join(filter(None, (error.message, error.note)))
    return Finding(
        "E308",
        f"it broke its box {TRIES} times, and a trivial submission does not: {error.message}",
        note=f"what the judge saw: {said}",
        help="if it does nothing with processes, files or sizes that is out of the ordinary, report it",
        verdict=Verdict.RTE,
    )


def _not_ready_again(prepared: Prepared) -> Finding:
    """It was ready once, so its cases are run; that it is not this time is its own doing."""
    finding = prepared.finding or Finding("E219", prepared.message)
    message = f"getting ready a second time failed: {finding.message}"
    return msgspec.structs.replace(finding, message=message, verdict=Verdict.RTE)
