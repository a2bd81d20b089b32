"""The line of open jobs: what is at work, how long a job rests, and how long the others are likely to take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model.job import Job
from judge.store import Store
from judge.store.line import Line
from judge.store.queue import Word
from tests.store.test_queue import add


class Clock:
    """The time that the queue reads, in seconds; it stands still until somebody moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 1000.0
        monkeypatch.setattr("judge.store.queue.time.time", lambda: self.now_s)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened, opened._db.writing():  # in one transaction: that is quicker
        yield opened


def judged(store: Store, clock: Clock, seconds: float, problem: str = "pkg") -> None:
    job = store.queue.step(add(store, "somebody", clock.now_s, problem), "taken")
    clock.now_s += seconds
    store.queue.step(job, "done")


def waits(store: Store, *jobs: Job) -> list[float | None]:
    with store.queue.seated():
        return [store.queue.place(job).wait_s for job in jobs]


@pytest.mark.parametrize("word", ["taken", "preparing", "running"])
def test_who_is_at_work_is_ahead_of_the_line(store: Store, clock: Clock, word: Word) -> None:
    add(store, "a", 1), store.queue.step(add(store, "b", 2), word)
    assert [(one.id, one.at_work) for one in Line(store._db).at(clock.now_s)] == [(2, True), (1, False)]


def test_a_rest_is_twice_as_long_each_time_up_to_ten_minutes(store: Store, clock: Clock) -> None:
    job, rests_s = add(store, "a", 1), []
    for _ in range(9):
        job = store.queue.put_off(job)
        rests_s += [one.rest_s for one in Line(store._db).at(clock.now_s)]
    assert rests_s == [10, 20, 40, 80, 160, 320, 600, 600, 600]


def test_an_owners_turns_follow_each_other_and_what_was_taken_last(store: Store) -> None:
    line, key = Line(store._db), store.people.enter("a")
    assert line.turn_of(key) == 0
    first = add(store, "a", 1)
    assert line.turn_of(key) == 1
    second = add(store, "a", 2)
    assert [line.turn_of(key), line.turn_of("another")] == [2, 0]
    for job in (first, second):
        store.queue.step(store.queue.step(job, "taken"), "done")
    assert line.turn_of("another") == 1


def test_the_last_twenty_say_how_long_one_takes(store: Store, clock: Clock) -> None:
    for seconds in [100.0, *[1.0, 3.0] * 10]:
        judged(store, clock, seconds)
    assert waits(store, add(store, "a", 1, "fresh"), add(store, "b", 2), add(store, "c", 3)) == [0, 2, 4]


def test_a_problem_whose_last_hundred_were_replaced_has_the_time_of_all(store: Store, clock: Clock) -> None:
    judged(store, clock, 5)
    judged(store, clock, 50, "quiz")
    for number in range(99):
        store.queue.step(add(store, "somebody", number), "replaced")
    assert waits(store, add(store, "a", 1), add(store, "b", 2)) == [0, 5]
    store.queue.step(add(store, "somebody", 99), "replaced")
    assert waits(store, *store.queue.open()) == [0, 27.5]


def test_what_runs_longer_than_usual_may_end_at_any_time(store: Store, clock: Clock) -> None:
    judged(store, clock, 4)
    store.queue.step(add(store, "a", 1), "taken")
    clock.now_s += 9
    assert waits(store, add(store, "b", 2)) == [0]
