"""Several workers share out a contest: who does what meanwhile, and how it ends. The sandbox is a pretended one."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Generator
from threading import Barrier

import pytest

from judge.judging import Contest
from judge.model import Case, Entry, Event, Problem, Ran, Readied
from judge.problems import read_package
from tests.conftest import RIGHT, MakePackage, MakeSubmission
from tests.pretended import Pretended

PATIENCE_S = 100
MANY = 30  # submissions whose runs of a case are one unit
Begin = Callable[..., Contest]


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    """With the cases six and four, in this order."""
    return read_package(package())


@pytest.fixture
def begin(pretended: Pretended, problem: Problem, submission: MakeSubmission) -> Begin:
    """Two workers, and submissions of these names."""

    def contest(*names: str, repeat: int = 1) -> Contest:
        given = tuple(submission(f"{RIGHT}# {name}\n", name) for name in names)
        return Contest(pretended.hands * 2, [Entry(problem, given)], repeat)

    return contest


def first_run(contest: Contest) -> Generator[Event]:
    """The events that follow the first run."""
    events = contest.events()
    assert next(event for event in events if isinstance(event, Ran))
    return events


def test_what_ran_is_told_at_once(pretended: Pretended, begin: Begin) -> None:
    """Though others are to run in the same unit."""
    told = threading.Event()
    pretended.meanwhile = lambda name, _: name == "a" or told.wait(PATIENCE_S)
    for event in begin("a", "b").events():
        if isinstance(event, Ran):
            assert told.is_set() == (event.done > 1)
            told.set()


def test_a_worker_takes_the_next_unit_while_the_oldest_one_runs(pretended: Pretended, begin: Begin) -> None:
    count, last = itertools.count(1), threading.Event()

    def meanwhile(*_: object) -> None:
        match next(count):
            case 1:
                assert last.wait(PATIENCE_S)
            case 10:
                last.set()

    pretended.meanwhile = meanwhile
    ran = [event.run for event in begin("a", repeat=5).events() if isinstance(event, Ran)]
    order = [(run.case, run.samples[0].round) for run in ran]
    assert order == [(case, round_) for case in ("six", "four") for round_ in range(5)]


def test_who_wants_no_more_waits_for_one_attempt_and_not_for_a_unit(pretended: Pretended, begin: Begin) -> None:
    count = itertools.count()
    pretended.meanwhile = lambda *_: next(count) and pretended.stopped.wait(PATIENCE_S)  # all but the first
    first_run(begin(*(f"s{number}" for number in range(MANY)))).close()
    ran = sum(word.startswith("run") for word in pretended.asked)
    assert 1 <= ran <= 3, "one more at most by each worker, and nobody is at work any more"


def test_who_wants_no_more_does_not_wait_for_the_end_of_what_runs(pretended: Pretended, begin: Begin) -> None:
    """A box of another thread is told: Ctrl-C itself reaches the main thread alone."""
    broken_off = []

    def meanwhile(_: str, case: Case) -> None:
        if case.name == "four":
            broken_off.append(pretended.stopped.wait(PATIENCE_S))

    pretended.meanwhile = meanwhile
    first_run(begin("a")).close()
    assert broken_off in ([True], []), "if it had begun at all"
    assert not pretended.stopped.is_set(), "the sandboxes can be used again"


def test_compiling_is_broken_off_too(pretended: Pretended, begin: Begin) -> None:
    first, broken_off = threading.Lock(), []

    def preparing(_: str) -> None:
        if first.acquire(blocking=False):
            raise KeyboardInterrupt
        broken_off.append(pretended.stopped.wait(PATIENCE_S))

    pretended.preparing = preparing
    with pytest.raises(KeyboardInterrupt):
        list(begin("a", "b").events())
    assert broken_off in ([True], [])


def test_a_run_that_is_broken_off_ends_all(pretended: Pretended, begin: Begin) -> None:
    pretended.raises["run a"] = KeyboardInterrupt()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        list(begin("a", *(f"s{number}" for number in range(MANY))).events())
    assert len(pretended.asked) < 3 * (MANY + 1)


def test_different_submissions_are_prepared_at_the_same_time_each_once(pretended: Pretended, begin: Begin) -> None:
    meeting = Barrier(2, timeout=120)
    pretended.preparing = lambda _: meeting.wait()  # nobody gets on before two are there
    ready = (event.prepared.verdict for event in begin(*"abcd").events() if isinstance(event, Readied))
    assert list(itertools.islice(ready, 4)) == ["AC"] * 4
    assert sorted(pretended.asked) == [f"prepare {name}" for name in "abcd"]


def test_a_worker_that_has_not_prepared_it_does_so_when_it_is_its_turn(pretended: Pretended, begin: Begin) -> None:
    meeting = Barrier(2, timeout=120)
    pretended.meanwhile = lambda *_: meeting.wait()  # each worker has one of two runs
    assert [event.run.verdict for event in begin("a").events() if isinstance(event, Ran)] == ["AC"] * 2
    assert pretended.asked.count("prepare a") == 2
    assert pretended.asked.count("run a") == 2
