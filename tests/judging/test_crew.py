"""Units of work that several workers share out. The sandbox is a pretended one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from threading import Barrier
from typing import cast

import pytest

from judge.judging import Task, Work, Worker
from judge.judging.crew import Crew, Unit
from judge.model import Prepared
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended

PATIENCE_S = 100


@pytest.fixture
def task(package: MakePackage, submission: MakeSubmission) -> Task:
    problem = read_package(package())
    return Task(problem, submission(name="a"), problem.cases[0])


def unit(task: Task, rounds: range) -> Unit[Work.Done]:
    def work(worker: Worker) -> Iterator[Work.Done]:
        for number in rounds:
            yield Work.Done(task, worker.run(Task(task.problem, task.submission, task.case, number)))

    return work


@pytest.fixture
def crew(pretended: Pretended, task: Task) -> Crew:
    """Two workers, one of whom has prepared it."""
    made = Crew([cast(Sandbox, pretended)] * 2)
    list(made.prepare(task.problem, [task.submission]))
    return made


def test_what_a_unit_returns_is_told_at_once(task: Task, crew: Crew) -> None:
    told = threading.Event()

    def waits(worker: Worker) -> Iterator[Work.Done]:
        yield from unit(task, range(1))(worker)
        assert told.wait(PATIENCE_S)
        yield from unit(task, range(1, 2))(worker)

    rounds = []
    for _, run, _ in crew.run([waits]):
        rounds.append(run.samples[0].round)
        told.set()
    assert rounds == [0, 1]


def test_a_worker_takes_the_next_unit_while_the_oldest_one_runs(task: Task, crew: Crew) -> None:
    others = threading.Event()

    def oldest(worker: Worker) -> Iterator[Work.Done]:
        assert others.wait(PATIENCE_S)
        yield from unit(task, range(1))(worker)

    def latest(worker: Worker) -> Iterator[Work.Done]:
        yield from unit(task, range(9, 10))(worker)
        others.set()

    units = [oldest, *(unit(task, range(number, number + 1)) for number in range(1, 9)), latest]
    assert [run.samples[0].round for _, run, _ in crew.run(units)] == list(range(10))


def test_who_wants_no_more_waits_for_one_attempt_and_not_for_a_unit(
    pretended: Pretended, task: Task, crew: Crew
) -> None:
    events = crew.run([unit(task, range(1)), unit(task, range(10**9))])
    next(iter(events))
    events.close()  # type: ignore[attr-defined]  # it is a generator
    ran = pretended.asked.count("run a")
    assert ran < 10**9
    assert pretended.asked.count("run a") == ran, "nobody is at work any more"


def test_who_wants_no_more_does_not_wait_for_the_end_of_what_runs(pretended: Pretended, task: Task, crew: Crew) -> None:
    """A box of another thread is told: Ctrl-C itself reaches the main thread alone."""
    broken_off = []

    def long(worker: Worker) -> Iterator[Work.Done]:
        broken_off.append(worker.sandbox.stopped.wait(PATIENCE_S))
        yield from ()

    events = crew.run([unit(task, range(1)), long])
    next(iter(events))
    events.close()  # type: ignore[attr-defined]  # it is a generator
    assert broken_off in ([True], []), "if it had begun at all"
    assert not pretended.stopped.is_set(), "the sandboxes can be used again"


def test_compiling_is_broken_off_too(pretended: Pretended, task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    first, broken_off = threading.Lock(), []

    def prepare(worker: Worker, *_: object) -> Prepared:
        if first.acquire(blocking=False):
            raise KeyboardInterrupt
        broken_off.append(worker.sandbox.stopped.wait(PATIENCE_S))
        return Prepared()

    monkeypatch.setattr(Worker, "prepare", prepare)
    with pytest.raises(KeyboardInterrupt):
        list(Crew([cast(Sandbox, pretended)] * 2).prepare(task.problem, [task.submission] * 2))
    assert broken_off in ([True], [])


def test_a_unit_that_fails_ends_all(task: Task, crew: Crew) -> None:
    def fails(_: Worker) -> Iterator[Work.Done]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        list(crew.run([fails, unit(task, range(10**9))]))


def test_different_submissions_are_prepared_at_the_same_time_each_once(
    pretended: Pretended, task: Task, submission: MakeSubmission
) -> None:
    meeting = Barrier(2, timeout=120)

    pretended.preparing = lambda _: meeting.wait()  # nobody gets on before two are there
    crew, names = Crew([cast(Sandbox, pretended)] * 2), ["a", "b", "c", "d"]
    submissions = [task.submission, *(submission(name=name) for name in names[1:])]
    found = list(crew.prepare(task.problem, submissions))
    assert [one.verdict for one in found] == ["AC"] * 4
    assert sorted(pretended.asked) == [f"prepare {name}" for name in names]


def test_a_worker_that_has_not_prepared_it_does_so_when_it_is_its_turn(
    pretended: Pretended, task: Task, crew: Crew
) -> None:
    meeting = Barrier(2, timeout=120)
    pretended.meanwhile = lambda *_: meeting.wait()  # each worker has one of two runs
    for _ in range(2):
        assert [run.verdict for _, run, _ in crew.run([unit(task, range(1))] * 2)] == ["AC"] * 2
    assert pretended.asked.count("prepare a") == 2
    assert pretended.asked.count("run a") == 4
