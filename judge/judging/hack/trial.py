"""Run submissions on one board after the other, each in a fresh box, as a contest would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from judge.judging.crew import Crew, Unit
from judge.judging.hack.differ import kind_of
from judge.judging.worker import Task, Worker
from judge.model import Answer, Attempt, Case, Instance, Limits, Prepared, Problem, Submission, Verdict
from judge.model.hack import Kind
from judge.problems.truth import Truth, is_easy, truth_of

STEPS = 20_000  # of the judge's own search, to know what is right
EASY = 10_000  # steps of the plainest search: what is out of time on such a board is so by a mistake
QUICK_S = {"function": 1.0, "program": 2.0}  # CPU on a board; who needs more is asked again, with the whole limit
NAME, GROUP = "board", "hack"


class Trial(msgspec.Struct, frozen=True, eq=False):
    """What the submissions did on a board. None stands for one that was not run, or was late on a hard board."""

    board: Instance
    truth: Truth
    attempts: tuple[Attempt | None, ...]
    kind: Kind | None


class Tries(Protocol):
    """What tries boards: the processes themselves, or in a test what stands for them."""

    def run(self, boards: Iterable[Instance], *, patient: bool = True) -> Iterator[Trial]:
        """Try each board, in this order. If `patient`, nobody is late who is not so with the whole limit."""
        ...

    def again(self, board: Instance, answer: Answer | None, round_: int) -> Trial:
        """Try a board once more, with the whole limits."""
        ...


class Runner:
    """Tries boards with the workers of a crew."""

    def __init__(
        self, crew: Crew, problem: Problem, submissions: Sequence[Submission], *, against_rules: bool = False
    ) -> None:
        self._crew, self._against_rules = crew, against_rules
        self._problem, self._submissions = problem, tuple(submissions)
        self._patient = {one: msgspec.structs.replace(one, words=f"{one.words} ") for one in submissions}
        self._slow: set[Submission] = set()  # need more than the quick limit
        self._hopeless: dict[Submission, int] = {}  # the smallest hard board on which it was late
        self._known: set[tuple[int, Submission]] = set()  # by worker: those that are expected there

    def prepare(self) -> list[Prepared]:
        """Make all ready to run."""
        found: list[Prepared] = []
        for one in self._submissions:
            found += self._crew.prepare(_quick(self._problem, one), [one])
        return found

    def run(self, boards: Iterable[Instance], *, patient: bool = True) -> Iterator[Trial]:
        """Try each board, as many at once as there are workers."""
        return self._crew.run(self._unit(board, patient=patient) for board in boards)

    def again(self, board: Instance, answer: Answer | None, round_: int = 0) -> Trial:
        """Try a board once more, with the whole limits; in round 0 the first wrong answer is looked at closely."""
        truth = Truth(True, answer) if answer else truth_of(board, self._problem.puzzle, STEPS)

        def work(worker: Worker) -> Iterator[Trial]:
            case = _case(board, truth)
            yield self._trial(
                board, truth, [self._with_patience(worker, one, case, round_) for one in self._submissions]
            )

        return next(iter(list(self._crew.run([work]))))

    def _unit(self, board: Instance, *, patient: bool) -> Unit[Trial]:
        def work(worker: Worker) -> Iterator[Trial]:
            truth = truth_of(board, self._problem.puzzle, STEPS)
            case = _case(board, truth)
            attempts = [self._attempt(worker, one, case, patient=patient) for one in self._submissions]
            yield self._trial(board, truth, attempts)

        return work

    def _trial(self, board: Instance, truth: Truth, attempts: Sequence[Attempt | None]) -> Trial:
        kind = kind_of(attempts, decided=truth.decided, against_rules=self._against_rules)
        return Trial(board, truth, tuple(attempts), kind)

    def _attempt(self, worker: Worker, one: Submission, case: Case, *, patient: bool) -> Attempt | None:
        """Run one of them. Where it is late, whole limits decide on an easy board, and nothing on another."""
        n = case.board.n
        if n >= self._hopeless.get(one, n + 1) and not self._is_easy(case):
            return None
        if one in self._slow:
            attempt = self._with_patience(worker, one, case, 1)
        else:
            attempt = worker.run(Task(_quick(self._problem, one), one, case, None, 1))
        if attempt.verdict is not Verdict.TLE:
            return attempt
        if not self._is_easy(case):
            self._hopeless[one] = min(n, self._hopeless.get(one, n))
            return None
        if one in self._slow or not patient:
            return attempt
        again = self._with_patience(worker, one, case, 1)
        if again.verdict is not Verdict.TLE:
            self._slow.add(one)
        return again

    def _is_easy(self, case: Case) -> bool:
        return is_easy(case.board, self._problem.puzzle, EASY)

    def _with_patience(self, worker: Worker, one: Submission, case: Case, round_: int) -> Attempt:
        """Run one with the whole limits; for the worker it is another submission, as its limits differ."""
        patient = self._patient[one]
        if (id(worker), patient) not in self._known:
            self._known.add((id(worker), patient))
            worker.expect(patient)
        return worker.run(Task(self._problem, patient, case, None, round_))


def _case(board: Instance, truth: Truth) -> Case:
    """Return the board as a case. Where nobody knows what is right, an arrangement is to refute FAIL."""
    return Case(NAME, GROUP, board, truth.answer if truth.decided else Answer(fail=True), truth.proof)


def _quick(problem: Problem, submission: Submission) -> Problem:
    """Return the problem with little time for a board."""
    limits: Limits = problem.limits
    quick = msgspec.structs.replace(limits, time_limit=min(limits.time_limit, QUICK_S[submission.contract]))
    return msgspec.structs.replace(problem, limits=quick)
