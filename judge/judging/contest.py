"""Submissions x cases x repetitions through the workers, as a stream of events.

Order: every submission of a problem is prepared; then case by case, and within a case repetition by repetition over
all submissions (A B A B), so that a slow minute of the machine hits all alike. Several workers, each on a core of
its own, run in parallel; their events come in the same order as from one. Whoever stops consuming the events can
still ask for the judgements of what has run.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

from judge.judging.worker import Task, Worker
from judge.model import (
    Attempt,
    CaseResult,
    Entry,
    Event,
    Finding,
    Judgement,
    Prepared,
    Ran,
    Readied,
    Submission,
    Verdict,
    VerdictRule,
)
from judge.model.fence import fault_of
from judge.problems.symmetry import images
from judge.sandbox.sandbox import Sandbox
from judge.scoring.verdict import judgement_of, unjudged

HOPELESS = 2  # time-outs in a group, after which its larger cases are not run
_Key = tuple[str, Submission]


class Contest:
    """Consume `events()`, `total` runs, then read `judgements()`; both in the order of the entries."""

    def __init__(
        self,
        sandboxes: Sequence[Sandbox],
        entries: Sequence[Entry],
        repeat: int = 1,
        *,
        symmetric: bool = False,
        hopeless: bool = False,
    ) -> None:
        self.entries, self.repeat, self.symmetric, self.hopeless = entries, repeat, symmetric, hopeless
        self._workers = [Worker(sandbox) for sandbox in sandboxes]
        for contract in {submission.contract for entry in entries for submission in entry.submissions}:
            for worker in self._workers:
                worker.get_ready(contract)
        self._prepared: dict[_Key, Prepared] = {}
        self._runs: dict[_Key, dict[str, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
        self._timeouts: dict[tuple[_Key, str], dict[str, int]] = defaultdict(dict)  # of a group: case and its n
        self._held: dict[tuple[_Key, str], int] = defaultdict(int)  # repetitions that were run earlier
        self._done = 0
        self.total = sum(len(list(self._tasks(entry, entry.submissions))) for entry in entries)

    def resume(self, entry: Entry, submission: Submission, runs: Sequence[Attempt]) -> None:
        """Take up, before `events`, attempts that an interrupted contest has recorded. They count, and are not run
        again."""
        key = _key(entry, submission)
        sizes = {(case.group, case.name): case.board.n for case in entry.problem.cases}
        for run in runs:
            name = f"{run.group}/{run.case}"
            if (run.group, run.case) in sizes and self._held[key, name] < self.repeat:
                self._held[key, name] += 1
                self._keep(key, run, sizes[run.group, run.case])
        self.total = sum(len(list(self._tasks(one, one.submissions))) for one in self.entries)

    def events(self) -> Iterator[Event]:
        for entry in self.entries:
            try:
                yield from self._events(entry)
            finally:
                for worker in self._workers:
                    worker.forget()

    def _events(self, entry: Entry) -> Iterator[Event]:
        for submission in entry.submissions:
            yield self._prepare(entry, submission)
        ready = [one for one in entry.submissions if self._prepared[_key(entry, one)].verdict is Verdict.AC]
        self._done += len(list(self._tasks(entry, [one for one in entry.submissions if one not in ready])))
        yield from self._run_all(self._tasks(entry, ready))

    def judgements(self) -> list[Judgement]:
        """Return what has been judged so far, points and verdicts included."""
        return [
            self._judged(entry, submission)
            for entry in self.entries
            for submission in entry.submissions
            if _key(entry, submission) in self._prepared
        ]

    def _judged(self, entry: Entry, submission: Submission) -> Judgement:
        try:
            prepared, runs = self._prepared[_key(entry, submission)], self._merged(entry, submission)
            return judgement_of(submission, entry.problem, prepared, runs)
        except Exception as error:
            return unjudged(submission, entry.problem, fault_of(error))

    def _merged(self, entry: Entry, submission: Submission) -> tuple[CaseResult, ...]:
        """Return one result for each case, in the order of the cases, though a judge error's may be run last, on
        resuming."""
        place = {f"{case.group}/{case.name}": index for index, case in enumerate(entry.problem.cases)}
        runs = self._runs[_key(entry, submission)]
        names = sorted(runs, key=lambda name: place[name.partition("~")[0]])
        return tuple(merged(runs[name], entry.problem.verdict_rule) for name in names)

    def _tasks(self, entry: Entry, submissions: Sequence[Submission]) -> Iterator[Task]:
        for case in entry.problem.cases:
            for symmetry in [None, *(images(case) if self.symmetric else ())]:
                for repetition in range(self.repeat):
                    for submission in submissions:
                        held = self._held.get((_key(entry, submission), f"{case.group}/{case.name}"), 0)
                        if symmetry or repetition >= held:
                            yield Task(entry.problem, submission, case, symmetry)

    def _prepare(self, entry: Entry, submission: Submission) -> Readied:
        """Prepare it in every worker, as each has kernels of its own; the first that fails speaks for all."""
        with ThreadPoolExecutor(len(self._workers)) as pool:
            results = list(pool.map(lambda worker: worker.prepare(entry.problem, submission), self._workers))
        prepared = next((one for one in results if one.verdict is not Verdict.AC), results[0])
        self._prepared[_key(entry, submission)] = prepared
        return Readied(submission, prepared)

    def _run_all(self, tasks: Iterator[Task]) -> Iterator[Ran]:
        """Run as many at once as there are workers, and yield them in the order of the tasks."""
        idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            idle.put(worker)
        if len(self._workers) == 1:  # no thread between the judge and its clock where none is needed
            for task in tasks:
                yield self._tell(task, self._not_run(task) or self._workers[0].run(task))
            return
        with ThreadPoolExecutor(len(self._workers)) as pool:
            running: deque[tuple[Task, Future[Attempt]]] = deque()
            try:
                for task in tasks:
                    while len(running) >= len(self._workers):
                        first, run = running.popleft()
                        yield self._tell(first, run.result())
                    running.append((task, pool.submit(self._not_run_or(_with_a_worker(idle), task))))
                while running:
                    first, run = running.popleft()
                    yield self._tell(first, run.result())
            finally:
                for _, run in running:
                    run.cancel()

    def _not_run(self, task: Task) -> Attempt | None:
        """Spare who ran out of time on two cases of a group its larger ones, and the judge the wait."""
        timeouts = self._timeouts[(task.problem.path, task.submission), task.case.group]
        if self.hopeless or len(timeouts) < HOPELESS or task.case.board.n <= min(timeouts.values()):
            return None
        message = "not run: it ran out of time on two smaller cases of this group"
        finding = Finding("E209", message, help="--all  runs it all the same", verdict=Verdict.TLE)
        case = task.case
        return Attempt(case.name, case.group, case.board.algorithm, Verdict.TLE, finding.code, message, finding=finding)

    def _not_run_or(self, work: Callable[[Task], Attempt], task: Task) -> Callable[[], Attempt]:
        """Decide this here, in the consumer's thread, not in a worker's."""
        spared = self._not_run(task)
        return lambda: spared or work(task)

    def _tell(self, task: Task, run: Attempt) -> Ran:
        key = task.problem.path, task.submission
        self._keep(key, run, task.case.board.n)
        self._done += 1
        return Ran(task.submission, run, self._done, self.total)

    def _keep(self, key: _Key, run: Attempt, n: int) -> None:
        self._runs[key][f"{run.group}/{run.case}"].append(run)
        if run.verdict is Verdict.TLE and run.samples:
            self._timeouts[key, run.group][run.case.partition("~")[0]] = n


def _key(entry: Entry, submission: Submission) -> _Key:
    """Return problem and submission: one file may compete on several packages."""
    return entry.problem.path, submission


def _with_a_worker(idle: SimpleQueue[Worker]) -> Callable[[Task], Attempt]:
    def work(task: Task) -> Attempt:
        worker = idle.get()
        try:
            return worker.run(task)
        finally:
            idle.put(worker)

    return work


def merged(attempts: Sequence[Attempt], rule: VerdictRule) -> CaseResult:
    """Return the case's result out of its attempts: AC if as many are right as the rule asks, else the first that is
    not."""
    right = [run for run in attempts if run.verdict is Verdict.AC]
    needed = {"all": len(attempts), "any": 1, "majority": len(attempts) // 2 + 1}[rule]
    wrong = (run for run in attempts if run.verdict is not Verdict.AC)
    return CaseResult.of(right[0] if len(right) >= needed else next(wrong), attempts)
