"""Submissions x cases x repetitions through one sandbox, as a stream of events.

Order: every submission of a problem is prepared; then case by case, and within a case repetition by repetition over
all submissions (A B A B), so that a slow minute of the machine hits all alike. Whoever stops consuming the events
can still ask for the judgements of what has run.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from judge import scoring
from judge.errors import JudgeError
from judge.model import (
    Case,
    Entry,
    Event,
    Finding,
    Judgement,
    Prepared,
    Problem,
    Ran,
    Readied,
    Run,
    Submission,
    Verdict,
)
from judge.runner import execute
from judge.runner.sandbox import Sandbox


class Contest:
    """Consume `events()`, then read `judgements()`; both in the order of the entries."""

    def __init__(self, sandbox: Sandbox, entries: Sequence[Entry], repeat: int = 1) -> None:
        self.sandbox, self.entries, self.repeat = sandbox, entries, repeat
        self._prepared: dict[Submission, Prepared] = {}
        self._ready: dict[Submission, execute.Ready] = {}
        self._runs: dict[Submission, dict[Case, list[Run]]] = defaultdict(lambda: defaultdict(list))
        self._done = 0

    @property
    def total(self) -> int:
        """The number of attempts, if nothing fails to compile."""
        return self.repeat * sum(len(entry.problem.cases) * len(entry.submissions) for entry in self.entries)

    def events(self) -> Iterator[Event]:
        for entry in self.entries:
            for submission in entry.submissions:
                yield self._prepare(entry.problem, submission)
            for case in entry.problem.cases:
                for _ in range(self.repeat):
                    for submission in entry.submissions:
                        if submission in self._ready:
                            yield self._run(entry.problem, submission, case)

    def judgements(self) -> list[Judgement]:
        """What has been judged so far, points and verdicts included."""
        return [
            scoring.judgement(
                submission,
                entry.problem,
                self._prepared[submission],
                tuple(_merge(samples) for samples in self._runs[submission].values()),
            )
            for entry in self.entries
            for submission in entry.submissions
            if submission in self._prepared
        ]

    def _prepare(self, problem: Problem, submission: Submission) -> Readied:
        try:
            prepared, ready = execute.prepare(self.sandbox, submission, problem)
        except JudgeError as error:
            self.sandbox.restart()
            finding = _judge_failed(error)
            prepared, ready = Prepared(Verdict.JE, 0.0, finding.message, finding), None
        self._prepared[submission] = prepared
        if ready:
            self._ready[submission] = ready
        else:
            self._done += self.repeat * len(problem.cases)
        return Readied(submission, prepared)

    def _run(self, problem: Problem, submission: Submission, case: Case) -> Ran:
        try:
            run = self._try_twice(problem, submission, case)
        except JudgeError as error:
            finding = _judge_failed(error)
            run = Run(
                case.name,
                case.group,
                case.board.algorithm,
                Verdict.JE,
                finding.code,
                finding.message,
                finding=finding,
            )
        self._runs[submission][case].append(run)
        self._done += 1
        return Ran(submission, run, self._done, self.total)

    def _try_twice(self, problem: Problem, submission: Submission, case: Case) -> Run:
        """The judge's own failure is tried once more, with a new zygote."""
        try:
            return execute.run_case(self.sandbox, self._ready[submission], problem, case)
        except JudgeError:
            self.sandbox.restart()
            return execute.run_case(self.sandbox, self._ready[submission], problem, case)


def _judge_failed(error: JudgeError) -> Finding:
    return Finding(error.code, error.message, note=error.note, help=error.help, verdict=Verdict.JE)


def _merge(repetitions: list[Run]) -> Run:
    """One run out of its repetitions: the first that is not AC decides, the times are medians."""
    decides = next((run for run in repetitions if run.verdict is not Verdict.AC), repetitions[0])
    return msgspec.structs.replace(
        decides,
        wall_s=statistics.median(run.wall_s for run in repetitions),
        cpu_s=statistics.median(run.cpu_s for run in repetitions),
        memory_bytes=max(run.memory_bytes for run in repetitions),
        samples=tuple(sample for run in repetitions for sample in run.samples),
    )
