"""What came of jobs: how long they took, and which could not be judged; those are opened anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judge.model import Prepared, Verdict
from judge.model.classroom import Student
from judge.model.job import Job, JobCounts, RegradeWish
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.store.line import Line
from judge.store.queue import Word
from tests.store.make import AC, JE, PROBLEM, batch_of, runs_of, submission_of
from tests.store.test_queue import add


def judged(store: Store, owner: str, verdicts: Sequence[Verdict]) -> Job:
    """Take the next job, or queue one of this owner, and judge it."""
    job = store.queue.take("one")
    if job is None:
        store.queue.add("pkg", owner, owner, submission_of(owner), 1.0, replaces=False)
        job = store.queue.take("one")
    assert job
    ticket = store.enter(batch_of(store, kind="submit"), submission_of(owner), owner, job.at_s)
    job = store.queue.step(job, "preparing", ticket.id)
    store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of(verdicts)))
    job = store.queue.step(job, "done")
    store.queue.give_back(job)
    return job


def test_what_was_judged_is_told_with_its_verdict_the_latest_first(store: Store) -> None:
    first, second = judged(store, "ada", [AC] * 4), judged(store, "bob", [AC, JE, AC, AC])
    assert [(one.job, one.verdict) for one in store.queue.ended(9)] == [(second, Verdict.JE), (first, Verdict.AC)]
    assert all(one.took_s is not None and one.took_s >= 0 for one in store.queue.ended(9))
    assert [one.job for one in store.queue.ended(1)] == [second]
    assert [one.job for one in store.queue.failed(9)] == [second]


def test_what_failed_is_judged_again_with_its_own_judgement(store: Store) -> None:
    job = judged(store, "bob", [AC, JE, AC, AC])
    opened = store.queue.again(job)
    assert (opened.state, opened.judgement, opened.tries) == ("waiting", job.judgement, 0)
    assert store.queue.again(job) == opened, "a second host changes nothing"
    assert not store.queue.failed(9)
    assert judged(store, "bob", [AC] * 4).judgement == job.judgement
    assert [one.verdict for one in store.queue.ended(9)] == [Verdict.AC]
    assert not store.queue.failed(9)


def test_what_no_judge_could_begin_has_failed_with_its_words(store: Store) -> None:
    store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=False)
    job = store.queue.take("one")
    assert job
    store.queue.end(job, "E301: the package is gone")
    [failed] = store.queue.failed(9)
    assert (failed.verdict, failed.job.words) == (None, "E301: the package is gone")


def test_what_was_replaced_is_not_judged_again(store: Store) -> None:
    old = store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=True)
    store.queue.add("pkg", "ada", "ada", submission_of("y"), 2.0, replaces=True)
    assert store.queue.again(old).state == "replaced"
    assert not store.queue.ended(9)


def test_students_alone_are_counted_and_what_was_replaced_is_not(store: Store) -> None:
    for owner in ("ada", "bob"):
        store.accounts.enter(Student(owner), "student", "")
    store.accounts.enter(Student("tutor"), "student", "")
    store.accounts.enter(Student("tutor"), "grader", "")
    judged(store, "ada", [AC] * 4)
    store.queue.add_regrade("pkg", "tutor", RegradeWish("why"), 1.0)
    for owner, text, replaces in (
        *[("ada", "x", False), ("ada", "y", False), ("bob", "x", False), ("bob", "y", True)],
        *[("tutor", "x", False), ("nobody", "x", False)],
    ):
        store.queue.add("pkg", owner, owner, submission_of(text), 2.0, replaces=replaces)
    store.queue.add("quiz", "bob", "bob", submission_of("z"), 3.0, replaces=False)
    assert store.queue.counts() == {"pkg": JobCounts(students=2, open=3, judged=1), "quiz": JobCounts(1, 1, 0)}


def test_regrades_are_those_of_their_problem_the_newest_first(store: Store) -> None:
    first = store.queue.add_regrade("pkg", "tutor", RegradeWish("why"), 1.0)
    store.queue.add_regrade("quiz", "tutor", RegradeWish("why"), 2.0)
    second = store.queue.add_regrade("pkg", "", RegradeWish("again"), 3.0)
    store.queue.add("pkg", "ada", "ada", submission_of("x"), 4.0, replaces=False)
    assert store.queue.regrades("pkg") == [second, first]


def test_each_step_is_seen_by_who_looks_for_changes(store: Store) -> None:
    seen = {store.queue.version()}
    job = store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=False)
    seen.add(store.queue.version())
    assert store.queue.steps() == {job.id: (0, 0)}
    taken = store.queue.take("one")
    assert taken
    seen.add(store.queue.version())
    [(began, judgement)] = store.queue.steps().values()
    assert (began > 0, judgement) == (True, 0)
    ticket = store.enter(batch_of(store, kind="submit"), submission_of("x"), "ada", 1.0)
    store.queue.step(taken, "preparing", ticket.id)
    seen.add(store.queue.version())
    [(number, [later, judgement])] = store.queue.steps().items()
    assert (number, later > began, judgement) == (job.id, True, ticket.id)
    store.queue.step(taken, "done")
    assert (len({*seen, store.queue.version()}), store.queue.steps()) == (5, {})


# --- The line of open jobs -------------------------------------------------------------------------------------------
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


def took(store: Store, clock: Clock, seconds: float, problem: str = "pkg") -> None:
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
        took(store, clock, seconds)
    assert waits(store, add(store, "a", 1, "fresh"), add(store, "b", 2), add(store, "c", 3)) == [0, 2, 4]


def test_a_problem_whose_last_hundred_were_replaced_has_the_time_of_all(store: Store, clock: Clock) -> None:
    took(store, clock, 5)
    took(store, clock, 50, "quiz")
    for number in range(99):
        store.queue.step(add(store, "somebody", number), "replaced")
    assert waits(store, add(store, "a", 1), add(store, "b", 2)) == [0, 5]
    store.queue.step(add(store, "somebody", 99), "replaced")
    assert waits(store, *store.queue.open()) == [0, 27.5]


def test_what_runs_longer_than_usual_may_end_at_any_time(store: Store, clock: Clock) -> None:
    took(store, clock, 4)
    store.queue.step(add(store, "a", 1), "taken")
    clock.now_s += 9
    assert waits(store, add(store, "b", 2)) == [0]
