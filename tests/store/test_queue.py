"""The queue: in turn, one of an owner at a time, to one judge each, and nothing is lost with a judge."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Run, Submission, Verdict
from judge.model.job import Job, RegradeWish
from judge.model.record import Batch, conditions
from judge.store import Store
from judge.store.locks import Claims
from tests.store.make import HOST, PROBLEM, submission_of

KEPT: list[object] = []  # by a child, as long as it lives


def add(store: Store, owner: str, at_s: float, problem: str = "pkg", *, replaces: bool = False) -> Job:
    return store.queue.add(problem, owner, owner, submission_of(f"{owner} {at_s}"), at_s, replaces=replaces)


def take(store: Store) -> Job:
    job = store.queue.take("judge 1")
    assert job
    return job


def finish(store: Store, job: Job) -> None:
    store.queue.step(job, "done")
    store.queue.give_back(job)


def taken_in_turn(store: Store) -> list[str]:
    """Take what there is, one after the other; who handed it in and when."""
    found = []
    while job := store.queue.take("judge 1"):
        found.append(f"{job.owner}{job.at_s:g}")
        finish(store, job)
    return found


class Child:
    """Another process. It does its work when it is asked, answers with a line, and waits to be killed. It is made
    before this process opens the store: SQLite must not be carried into a child."""

    def __init__(self, work: Callable[[], object]) -> None:
        (self._heard, self._ask), (self._answers, self._said) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.read(self._heard, 1)
            kept = work()
            os.write(self._said, f"{kept}\n".encode())
            signal.pause()

    def asked(self, *, begun: bool = False) -> str:
        """Begin the work unless it is begun; what it answers."""
        if not begun:
            self.begin()
        said = b""
        while not said.endswith(b"\n"):
            said += os.read(self._answers, 1 << 16)
        return said.decode().strip()

    def begin(self) -> None:
        os.write(self._ask, b".")

    def kill(self) -> None:
        """End it, and wait for that."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            for end in (self._heard, self._ask, self._answers, self._said):
                os.close(end)
        self._pid = 0


Fork = Callable[[Callable[[], object]], Child]


@pytest.fixture
def fork() -> Iterator[Fork]:
    """Make children, and kill them in the end."""
    made: list[Child] = []

    def child(work: Callable[[], object]) -> Child:
        made.append(Child(work))
        return made[-1]

    yield child
    for one in made:
        one.kill()


# --- in turn ---------------------------------------------------------------------------------------------------------


def test_an_owner_has_one_at_work_at_most(store: Store) -> None:
    add(store, "a", 1), add(store, "a", 2), add(store, "b", 3)
    first, second = take(store), take(store)
    assert (first.owner, second.owner) == ("a", "b")
    assert store.queue.take("judge 1") is None
    assert [job.state for job in store.queue.open()] == ["preparing", "preparing", "waiting"]
    finish(store, first)
    assert take(store).at_s == 2


def test_a_regrade_comes_after_every_submission_and_one_of_a_problem_at_a_time(store: Store) -> None:
    wish = RegradeWish("case four was wrong", ("a",), ("four",), disturbed=True)
    first = store.queue.add_regrade("pkg", "teacher", wish, 1)
    assert store.queue.add_regrade("pkg", "", wish, 2).author == "", "the command line is nobody"
    assert not store.people.knows("")
    other = store.queue.add_regrade("quiz", "", wish, 3)
    add(store, "a", 4)
    assert take(store).owner == "a"
    taken = take(store)
    assert (taken.code, taken.kind, taken.owner, taken.author) == (first.code, "regrade", "", "teacher")
    assert (taken.wish, taken.submission) == (wish, None)
    known = store.queue.add_regrade("spies", "", wish, 5, "known")
    assert (store.queue.job("known"), known.code, first.code != other.code) == (known, "known", True)
    store.queue.end(known, "why")
    assert take(store).id == other.id
    assert store.queue.take("judge 1") is None


def test_a_regrade_at_work_moves_nobodys_turn(store: Store) -> None:
    add(store, "a", 1), add(store, "a", 2)
    store.queue.add_regrade("pkg", "", RegradeWish("why"), 3)
    assert [take(store).kind, take(store).kind] == ["submit", "regrade"]
    new = add(store, "b", 4)
    assert [job.at_s for job in store.queue.open() if job.state == "waiting"] == [new.at_s, 2]


def test_a_newer_submission_has_the_place_of_the_one_that_it_replaces(store: Store) -> None:
    old, _, elsewhere = add(store, "a", 1), add(store, "b", 2), add(store, "a", 3, "quiz")
    new = add(store, "a", 4, replaces=True)
    assert [job.id for job in store.queue.open()] == [new.id, 2, elsewhere.id]
    found = store.queue.job(old.code)
    assert found
    assert (found.state, found.over) == ("replaced", True)
    assert store.queue.handed_in("pkg") == [*store.queue.of("b"), new]
    assert store.queue.of("a", "pkg") == [new, found]
    taken = take(store)
    assert taken.id == new.id
    add(store, "a", 5, replaces=True)
    assert store.queue.job(new.code) == taken, "what is at work is not replaced"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "c", "take"]), max_size=30))
def test_of_two_who_wait_none_is_served_two_times_more(ops: list[str]) -> None:
    """What start-time fair queueing promises, of every stretch in which both had something waiting."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "store.db") as store:
        waiting = dict.fromkeys("abc", 0)
        most = dict.fromkeys(permutations("abc", 2), 0)  # by how much the one was served more, in a stretch until now
        for at_s, op in enumerate([*ops, *["take"] * len(ops)]):
            if op != "take":
                add(store, op, at_s)
                waiting[op] += 1
            elif job := store.queue.take("judge 1"):
                finish(store, job)
                for one, other in most:
                    more = max(0, most[one, other]) + (job.owner == one) - (job.owner == other)
                    most[one, other] = more if waiting[one] and waiting[other] else 0
                    assert more <= 2
                waiting[job.owner] -= 1
        assert not any(waiting.values())


# --- by claims -------------------------------------------------------------------------------------------------------
def test_no_job_is_taken_by_two_judges(tmp_path: Path, fork: Fork) -> None:
    def takes_all() -> list[int]:
        taken, own = [], Store(tmp_path / "store.db")
        while job := own.queue.take("judge"):
            taken.append(job.id)
        return taken

    children = [fork(takes_all) for _ in range(3)]
    with Store(tmp_path / "store.db") as store:
        for number in range(40):
            add(store, f"s{number}", number)
        for one in children:
            one.begin()
        taken = [number for one in children for number in json.loads(one.asked(begun=True))]
    assert sorted(taken) == list(range(1, 41))


def test_what_a_killed_judge_was_at_is_taken_before_all_else(tmp_path: Path, fork: Fork) -> None:
    def takes() -> object:
        own = Store(tmp_path / "store.db")
        KEPT.append(own)
        return own.queue.step(take(own), "running").owner

    other = fork(takes)
    with Store(tmp_path / "store.db") as store:
        add(store, "a", 1), add(store, "a", 2), add(store, "b", 3)
        assert other.asked() == "a"
        assert [job.state for job in store.queue.open()] == ["running", "waiting", "waiting"]
        assert store.queue.judges() == 0, "a claim to a job is no seat"
        taken = take(store)
        assert (taken.owner, taken.takes) == ("b", 1)
        assert store.queue.take("judge 1") is None
        other.kill()
        again = take(store)
        assert (again.owner, again.at_s, again.takes, again.state) == ("a", 1, 2, "preparing")
        store.queue.step(again, "waiting")
        store.queue.give_back(again)
        assert take(store).takes == 1, "this one did not end its judge"


def test_the_judges_that_are_alive_are_counted(tmp_path: Path, fork: Fork) -> None:
    one, other = fork(lambda: sits(tmp_path)), fork(lambda: sits(tmp_path))
    with Store(tmp_path / "store.db") as store:
        assert [store.queue.judges(), one.asked(), other.asked(), store.queue.judges()] == [0, "1", "2", 2]
        with store.queue.seated():
            assert store.queue.judges() == 3
        assert store.queue.judges() == 2
        one.kill()
        assert store.queue.judges() == 1


def test_a_submission_presses_where_no_judge_is_free(tmp_path: Path, fork: Fork) -> None:
    other = fork(lambda: sits(tmp_path))
    with Store(tmp_path / "store.db") as store, store.queue.seated():
        store.queue.add_regrade("pkg", "", RegradeWish("why"), 1)
        take(store)
        store.queue.add_regrade("quiz", "", RegradeWish("why"), 2)
        assert not store.queue.presses(), "a regrade does not"
        add(store, "a", 3)
        assert store.queue.presses()
        other.asked()
        assert not store.queue.presses(), "the other one will take it"
        other.kill()
        assert store.queue.presses()
        take(store)
        assert not store.queue.presses()


def test_what_is_over_when_it_is_claimed_is_given_back(
    tmp_path: Path, fork: Fork, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = fork(lambda: Claims(tmp_path / "store.queue").take(1))
    with Store(tmp_path / "store.db") as store:
        job, before = add(store, "a", 1), Claims.take

        def slowly(claims: Claims, ticket: int) -> bool:
            store.queue.step(job, "done")
            return before(claims, ticket)

        monkeypatch.setattr(Claims, "take", slowly)
        assert store.queue.take("judge 1") is None
        assert other.asked() == "True"


def test_behind_a_job_that_another_judge_has_just_claimed_its_owner_waits(tmp_path: Path, fork: Fork) -> None:
    other = fork(lambda: Claims(tmp_path / "store.queue").take(1))
    with Store(tmp_path / "store.db") as store:
        add(store, "a", 1), add(store, "a", 2)
        assert other.asked() == "True"
        assert store.queue.take("judge 1") is None
        add(store, "b", 3)
        assert take(store).owner == "b"


def sits(folder: Path) -> int:
    """Be a judge for good."""
    own = Store(folder / "store.db")
    KEPT.append(seat := own.queue.seated())
    seat.__enter__()
    return own.queue.judges()


# --- how far ---------------------------------------------------------------------------------------------------------
def test_what_a_job_was_judged_as_stays_known(store: Store) -> None:
    add(store, "a", 1)
    job = take(store)
    store.begin(batch_of())
    batch = store.begin(batch_of())
    ticket = store.enter(batch, submission_of("a 1"), "a", job.at_s)
    job = store.queue.step(job, "preparing", judgement=ticket.id, batch=batch.id)
    job = store.queue.step(job, "running")
    assert (job.judgement, job.batch, job.state, job.over) == (ticket.id, batch.id, "running", False)
    assert store.queue.last_run(ticket.id) == 0
    runs = [Run(case.name, case.group, case.board.algorithm, Verdict.AC) for case in PROBLEM.cases]
    for run in runs[:2]:
        store.record_run(ticket, run)
    assert job.judgement
    [(first, run), (second, _)] = store.queue.runs_of(job.judgement)
    assert run == runs[0]
    store.record_run(ticket, runs[2])
    [(third, run)] = store.queue.runs_of(job.judgement, second)
    assert first < second < third == store.queue.last_run(job.judgement)
    assert run == runs[2]
    done = store.queue.step(job, "done")
    assert (done.judgement, done.state, done.over, done.words) == (ticket.id, "done", True, "")
    assert store.queue.step(job, "running") == done, "it is over"
    assert store.queue.open() == []


def test_what_could_not_be_judged_rests_longer_each_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "a", 1)
    job = store.queue.put_off(take(store), "the package\ud800 is gone")
    store.queue.give_back(job)
    assert (job.state, job.tries, job.words) == ("waiting", 1, "the package\\ud800 is gone")
    assert store.queue.take("judge 1") is None
    assert store.queue.place(job).wait_s is None
    line = "judge.store.queue.time.time"
    monkeypatch.setattr(line, lambda: job.changed_s + 10.1)
    job = store.queue.put_off(take(store))
    assert job.words == ""
    store.queue.give_back(job)
    assert store.queue.take("judge 1") is None
    monkeypatch.setattr(line, lambda: job.changed_s + 19.9)
    assert store.queue.take("judge 1") is None
    with store.queue.seated():
        wait_s = store.queue.place(job).wait_s
        assert wait_s is not None
        assert 0 < wait_s < 0.2
    monkeypatch.setattr(line, lambda: job.changed_s - 1e6)
    assert store.queue.take("judge 1"), "the clock was set back"
    store.queue.give_back(job)
    monkeypatch.setattr(line, lambda: job.changed_s + 20.1)
    job = store.queue.end(take(store), "given up")
    assert (job.state, job.words, job.tries) == ("done", "given up", 2)


def test_a_job_that_is_opened_anew_may_be_tried_as_often_as_a_new_one(store: Store) -> None:
    other, job = add(store, "a", 1), add(store, "b", 2)
    store.queue.end(other, "given up")
    ended = store.queue.end(store.queue.put_off(job), "given up")
    assert (ended.tries, store.queue.open()) == (1, [])
    anew = store.queue.again(ended)
    assert (anew.id, anew.state, anew.tries) == (job.id, "waiting", 0)
    assert store.queue.open() == [anew]


def test_a_place_and_an_honest_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr("judge.store.queue.time.time", lambda: clock[0])
    queue = store.queue

    def judged(owner: str, seconds: float, problem: str = "pkg") -> None:
        add(store, owner, clock[0], problem)
        job = take(store)
        clock[0] += seconds
        finish(store, job)

    one = add(store, "a", 1)
    assert (queue.place(one).ahead, queue.place(one).wait_s, queue.place(one).judges) == (0, None, 0), "nobody judges"
    with queue.seated():
        assert queue.place(one).wait_s == 0.0
        other = add(store, "b", 2)
        assert (queue.place(other).ahead, queue.place(other).wait_s) == (1, None), "nothing says how long"
        assert taken_in_turn(store) == ["a1", "b2"]
        for seconds in (2.0, 4.0, 30.0):
            judged("c", seconds, "quiz")
        first, second = add(store, "a", 3, "quiz"), add(store, "b", 4, "quiz")
        assert queue.place(second).wait_s == 4.0, "the median"
        job = take(store)
        assert job.id == first.id
        clock[0] += 3
        third = add(store, "d", 5, "fresh")
        assert (queue.place(second).ahead, queue.place(second).wait_s) == (1, 1.0), "it has run for a while"
        assert (queue.place(third).ahead, queue.place(third).wait_s) == (2, 5.0)
        assert (queue.place(job).ahead, queue.place(job).wait_s, queue.place(job).judges) == (0, 0.0, 1)
        monkeypatch.setattr(Claims, "others", lambda *_: 1)
        assert (queue.place(third).judges, queue.place(third).wait_s) == (2, 2.5)


# --- the rows --------------------------------------------------------------------------------------------------------
def test_a_job_comes_back_as_it_was_handed_in(store: Store) -> None:
    given = submission_of("print(1)", "homework.py")
    job = store.queue.add("pkg", "ada", "tutor", given, 7.5, replaces=True)
    assert (job.owner, job.author, job.at_s, job.state, job.changed_s) == ("ada", "tutor", 7.5, "waiting", 7.5)
    assert job.submission == Submission("homework", "pkg", "function", given.path, b"", given.sha256)
    assert job.submission
    assert store.sourced(job.submission) == given
    assert store.queue.job(job.code) == job
    assert store.queue.of("ada") == store.queue.of("ada", "pkg") == [job]
    assert store.queue.of("ada", "quiz") == store.queue.of("nobody") == store.queue.of("") == []
    assert store.queue.job("nothing") is None
    assert len(job.code) == 16, "64 random bits, so that an address stays short"


def test_the_rows_do_not_name_the_owner_but_say_which_judge_has_a_job(store: Store) -> None:
    store.queue.add("pkg", "ada", "ada", submission_of("x", "ada.py"), 1, replaces=True)
    [(paper,)] = store._db.ask("SELECT json_extract(paper, '$.name') FROM job")
    assert not paper
    assert take(store).submission == Submission(
        "ada", "pkg", "function", Path("ada.py"), b"", hashlib.sha256(b"x").hexdigest()
    )
    assert [tuple(row) for row in store._db.ask("SELECT word, words FROM step")] == [("taken", "judge 1")]


def test_another_process_is_noticed(tmp_path: Path, fork: Fork) -> None:
    other = fork(lambda: add(Store(tmp_path / "store.db"), "a", 1).owner)
    with Store(tmp_path / "store.db") as store:
        before = store.queue.changed()
        add(store, "b", 0)
        assert store.queue.changed() == before
        assert other.asked() == "a"
        assert store.queue.changed() != before


def test_all_of_a_job_is_written_or_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "a", 1)

    def fails(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("judge.store.queue.secrets.token_hex", fails)
    with pytest.raises(RuntimeError):
        add(store, "a", 2, replaces=True)
    assert [job.at_s for job in store.queue.open()] == [1]
    sha256 = hashlib.sha256(b"a 2.0").hexdigest()
    assert not store._db.ask("SELECT 1 FROM source WHERE sha256 = ?", sha256)


def batch_of() -> Batch:
    return Batch("submit", PROBLEM, HOST, conditions(PROBLEM, HOST))
