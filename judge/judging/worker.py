"""One sandbox at work: it prepares submissions and runs them on cases, and repairs what is the judge's own fault.

A run near a time limit is measured three times before it gets its verdict, and the median decides. One time says little
about a limit that it nearly meets: the next one may lie on the other side. So a run within a tenth of the limit is
borderline, and is repeated in fresh boxes. No box knows which try it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.executors.contract import Ready
from judge.judging import execute
from judge.judging.blame import Blame, BrokeError, passes
from judge.judging.looks import Looks
from judge.model import Case, Contract, Finding, Limits, Prepared, Problem, ReadWarning, Run, Submission, Verdict
from judge.model.fence import fault_of
from judge.model.problem import BORDER
from judge.sandbox.sandbox import Sandbox

TRIES: Final = 3  # of a borderline run
LATE: Final = ("E201", "E202")  # had its case, and ran out of CPU or wall time
OTHER_BYTES: Final = (
    "the case's file is written otherwise, such as with CRLF at the ends of its lines; programs are given it in the "
    'form that judge show prints. In problem.toml  bytes = "as-is"  gives them the file'
)


_Key = tuple[str, Submission]  # path of the problem, and who competes there


class Task(msgspec.Struct, frozen=True, eq=False):
    """One attempt: a submission on a case, within its limits, or less CPU where `at_most_s` says so."""

    problem: Problem
    submission: Submission
    case: Case
    round: int = 0
    at_most_s: float | None = None

    @property
    def key(self) -> tuple[str, Submission]:
        """Return problem and submission: one file may compete on several packages."""
        return self.problem.path, self.submission


class Worker:
    """A sandbox, and the submissions that are prepared in it: one that is not is prepared when it is its turn."""

    def __init__(self, sandbox: Sandbox, looks: Looks | None = None) -> None:
        self.sandbox = sandbox
        self.looks = looks or Looks()
        self._ready: dict[_Key, Ready] = {}
        self._limits: dict[_Key, Limits] = {}  # of its attempts
        self._fallen: dict[_Key, Finding] = {}  # were ready once, and could not be made ready again
        self._blame = Blame(self._restart, self._probe)

    def get_ready(self, contract: Contract) -> None:
        """Let the process that this contract needs start, while the judge does other work. Why it can't is found when
        it is used."""
        with contextlib.suppress(Exception):
            execute.place(self.sandbox, contract)

    def prepare(self, problem: Problem, submission: Submission) -> Prepared:
        """Make a submission ready to run here; JE where the judge failed, whatever was raised."""
        try:
            return self._blame.insist(submission, lambda: self._prepare(problem, submission))
        except BrokeError as broke:
            finding = msgspec.structs.replace(broke.finding, verdict=Verdict.CE)
        except Exception as error:
            finding = self._failed(submission, error)
        return Prepared(finding.verdict, 0.0, finding.message, finding)

    def run(self, task: Task) -> Run:
        """Make one attempt, in the round of its task. Look closer at the first wrong answer of a submission, but not in
        a round that is there for its times."""
        return self.explained(self.run_bare(task), task)

    def run_bare(self, task: Task) -> Run:
        """Make one attempt, and look no closer."""
        run = self._once(task)
        samples = tuple(msgspec.structs.replace(one, round=task.round) for one in run.samples)
        return msgspec.structs.replace(run, samples=samples)

    def explained(self, run: Run, task: Task) -> Run:
        """Return a run that failed with what a closer look finds."""
        problem, submission, case = task.problem, task.submission, task.case
        if task.round or run.verdict is Verdict.AC:
            return run
        if self.looks.tell_bytes(problem, submission, case, run):
            run = execute.noted(run, OTHER_BYTES)
        if self.looks.take(problem, submission, run):
            with contextlib.suppress(Exception):  # whatever goes wrong there, the run holds
                return execute.look_closer(self._place(submission), self._ready[task.key], problem, case, run)
        return run

    def _once(self, task: Task) -> Run:
        """Make one attempt. The judge's own failure is tried once more in a new zygote. A run whose core was taken away
        is repeated once, if it was right or out of wall time, for its times alone: a right answer stays right, and the
        less disturbed of the two counts. What is wrong or out of CPU time is so on any host, unless it is borderline:
        then the median of three runs counts."""
        try:
            run = self._attempt(task)
            if run.disturbed and (run.verdict is Verdict.AC or run.code == "E202"):
                run = self._calmer(run, task)
            limits = _within(self._limits[task.key], task)
            return self._median(run, task, limits) if is_borderline(run, limits) else run
        except BrokeError as broke:
            return without_a_run(task, broke.finding)
        except Exception as error:
            return without_a_run(task, self._failed(task.submission, error))

    def _calmer(self, run: Run, task: Task) -> Run:
        """Try once more, and return the less disturbed of the two. Whatever goes wrong, the first one holds."""
        try:
            again = self._attempt(task)
        except Exception:
            return run
        if again.verdict is Verdict.JE or (run.verdict is Verdict.AC and again.verdict is not Verdict.AC):
            return run
        return min(run, again, key=lambda one: one.lost_s)

    def _median(self, run: Run, task: Task, limits: Limits) -> Run:
        """Measure a borderline run again, and return the middle one. Where a try ends in another way than in time or
        too late, the first one holds: nobody buys a second try at an answer, and none that was right is taken back."""
        tries = [run]
        while len(tries) < TRIES:
            try:
                again = self._attempt(task)
            except Exception:
                return run
            if not timely(again):
                return run
            tries.append(again)
        return median(tries, limits)

    def forget(self, problem: Problem | None = None) -> None:
        """Let go of the submissions of a problem, or of all, and of what they left in their homes."""
        for key in [key for key in {**self._limits, **self._fallen} if problem is None or key[0] == problem.path]:
            if ready := self._ready.pop(key, None):
                execute.forget(self._place(key[1]), ready)
            self._limits.pop(key, None)
            self._fallen.pop(key, None)

    def begin_anew(self, looks: Looks) -> None:
        """Forget which looks were taken."""
        self.looks = looks

    def _place(self, submission: Submission) -> Sandbox:
        return execute.place(self.sandbox, submission.contract)

    def _attempt(self, task: Task) -> Run:
        return self._blame.insist(task.submission, lambda: self._run(task))

    def _run(self, task: Task) -> Run:
        if task.key not in self._ready and task.key not in self._fallen:  # it was made ready elsewhere
            again = self._prepare(task.problem, task.submission)
            if again.verdict is Verdict.JE:
                raise JudgeError("E307", again.message)
            if again.verdict is not Verdict.AC:
                self._fallen[task.key] = _not_ready_again(again)
        if task.key in self._fallen:
            raise BrokeError(self._fallen[task.key])
        ready = self._ready[task.key]
        ready = msgspec.structs.replace(ready, limits=_within(ready.limits, task)) if task.at_most_s else ready
        place = self._place(task.submission)
        return execute.run_case(place, ready, task.problem, task.case)

    def _prepare(self, problem: Problem, submission: Submission) -> Prepared:
        prepared, ready = execute.prepare(self._place(submission), submission, problem)
        if ready:
            self._ready[problem.path, submission] = ready
            self._limits[problem.path, submission] = ready.limits
        return prepared

    def _restart(self) -> None:
        """Open a new zygote. It knows nobody: whoever was ready is prepared again when it is their turn."""
        self.sandbox.restart()
        self._ready.clear()

    def _failed(self, submission: Submission, error: Exception) -> Finding:
        """Return the JE that an exception is. One that nobody foresaw may have left the sandbox in the middle of
        something, and the next submission must not meet that."""
        finding = fault_of(error)
        if not isinstance(error, JudgeError) and not self._probe(submission.contract):
            with contextlib.suppress(Exception):
                self._restart()
        return finding

    def _probe(self, contract: Contract) -> bool:
        return passes(execute.place(self.sandbox, contract), contract)


def _within(limits: Limits, task: Task) -> Limits:
    """Return the limits of an attempt."""
    if task.at_most_s is None or task.at_most_s >= limits.time_limit:
        return limits
    return msgspec.structs.replace(limits, time_limit=task.at_most_s)


def without_a_run(task: Task, finding: Finding) -> Run:
    """Return the attempt of a task that could not be run."""
    case = task.case
    algorithm = case.board.algorithm
    return Run(case.name, case.group, algorithm, finding.verdict, finding.code, finding.message, finding=finding)


def _not_ready_again(prepared: Prepared) -> Finding:
    """It was ready once, so its cases are run; that it is not this time is its own doing."""
    finding = prepared.finding or Finding("E219", prepared.message)
    message = f"getting ready a second time failed: {finding.message}"
    return msgspec.structs.replace(finding, message=message, verdict=Verdict.RTE)


def timely(run: Run) -> bool:
    """Say whether nothing but its time decides the verdict: right, or too late."""
    return bool(run.samples) and (run.verdict is Verdict.AC or run.code in LATE)


def is_borderline(run: Run, limits: Limits) -> bool:
    """Say whether only time decides the verdict, and that is within a tenth of the limit."""
    return timely(run) and abs(_share(run, limits) - 1) <= BORDER


def _share(run: Run, limits: Limits) -> float:
    """Return the part of its limit that a run used: of CPU, or on the wall clock without the time that others took;
    the larger one decides."""
    return max(run.cpu_s / limits.time_limit, (run.wall_s - run.lost_s) / limits.wall_limit_s)


def median(tries: Sequence[Run], limits: Limits) -> Run:
    """Return the middle one of three tries. Where they disagree it says so, with the three times."""
    middle = sorted(tries, key=lambda run: _share(run, limits))[len(tries) // 2]
    if len({run.verdict for run in tries}) == 1:
        return middle
    said = _borderline_in_words(tries, limits)
    if middle.finding is None:
        return msgspec.structs.replace(middle, notices=(*middle.notices, ReadWarning("W114", said)))
    note = "\n".join(filter(None, (said, middle.finding.note)))
    return msgspec.structs.replace(middle, finding=msgspec.structs.replace(middle.finding, note=note))


def _borderline_in_words(tries: Sequence[Run], limits: Limits) -> str:
    """Return `borderline: three runs took 4.97, 5.02 and 4.99 s of 5 s; the middle one counts`, by the clock that
    decides."""
    on_wall = any(run.code == "E202" for run in tries)
    times_s = [run.wall_s - run.lost_s if on_wall else run.cpu_s for run in tries]
    *first, last = (f"{time_s:.4g}" for time_s in times_s)
    limit_s, clock = (limits.wall_limit_s, " on the wall clock") if on_wall else (limits.time_limit, " of CPU")
    return f"borderline: three runs took {', '.join(first)} and {last} s of {limit_s:g} s{clock}; the middle one counts"
