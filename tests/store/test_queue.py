"""The queue: in turn, one of an owner at a time, to one judge each, and nothing is lost with a judge."""

from __future__ import annotations

import errno
import fcntl
import json
import stat
import struct
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Job, Run, Student, Submission, Verdict
from judge.store import Store
from tests.conftest import there
from tests.make import AC, JE
from tests.refused import refused
from tests.store.make import PROBLEM, Child, Clock, Fork, add, batch_of, finish, sql, submission_of, take


def over(store: Store, job: Job, word: Literal["done", "waiting"] = "done") -> Job:
    job = store.queue.step(job, word)
    store.queue.give_back(job)
    return job


def judged(store: Store, owner: str, verdicts: Sequence[Verdict]) -> Job:
    """Take the next job, or queue one of this owner, and judge it."""
    job = store.queue.take("one")
    if job is None:
        add(store, owner, 1.0, text=owner)
        job = take(store)
    ticket = store.enter(batch_of(store, kind="submit"), submission_of(owner), owner, job.at_s)
    job = store.queue.step(job, "preparing", ticket.id)
    finish(store, ticket, verdicts)
    return over(store, job)


# --- in turn ---------------------------------------------------------------------------------------------------------
def test_an_owner_has_one_at_work_at_most(store: Store) -> None:
    add(store, "a", 1), add(store, "a", 2), add(store, "b", 3)
    first, second = take(store), take(store)
    assert (first.owner, second.owner, store.queue.take("judge 1")) == ("a", "b", None)
    assert [job.state for job in store.queue.open()] == ["preparing", "preparing", "waiting"]
    over(store, first)
    assert take(store).at_s == 2


def test_a_regrade_comes_after_every_submission_and_one_of_a_problem_at_a_time(store: Store) -> None:
    wish = Job.Wish("case four was wrong", ("a",), ("four",), disturbed=True)
    first = store.queue.add_regrade("pkg", "teacher", wish, 1)
    second = store.queue.add_regrade("pkg", "", wish, 2)
    assert (second.author, store.people.knows("")) == ("", False), "the command line is nobody"
    other = store.queue.add_regrade("quiz", "", wish, 3)
    assert store.queue.regrades("pkg") == [second, first]
    add(store, "a", 4), add(store, "a", 5)
    assert take(store).owner == "a"
    taken = take(store)
    assert (taken.code, taken.kind, taken.owner, taken.author) == (first.code, "regrade", "", "teacher")
    assert (taken.wish, taken.submission) == (wish, None)
    new = add(store, "b", 4)
    assert [job.at_s for job in store.queue.open() if job.state == "waiting"][:2] == [new.at_s, 5], "no turn is moved"
    known = store.queue.add_regrade("spies", "", wish, 5, "known")
    assert (store.queue.job("known"), known.code, first.code != other.code) == (known, "known", True)
    store.queue.end(known, "why")
    assert [take(store).id, take(store).id, store.queue.take("judge 1")] == [new.id, other.id, None]


def test_a_newer_submission_has_the_place_of_the_one_that_it_replaces(store: Store) -> None:
    old, _, elsewhere = add(store, "a", 1), add(store, "b", 2), add(store, "a", 3, "quiz")
    new = add(store, "a", 4, replaces=True)
    assert [job.id for job in store.queue.open()] == [new.id, 2, elsewhere.id]
    found = there(store.queue.job(old.code))
    assert (found.state, found.over) == ("replaced", True)
    assert (store.queue.again(old), store.queue.ended(9)) == (found, []), "it is not judged any more"
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
                over(store, job)
                for one, other in most:
                    more = max(0, most[one, other]) + (job.owner == one) - (job.owner == other)
                    most[one, other] = more if waiting[one] and waiting[other] else 0
                    assert more <= 2
                waiting[job.owner] -= 1
        assert not any(waiting.values())


# --- by claims -------------------------------------------------------------------------------------------------------
def holds(path: Path) -> Iterator[list[bool]]:
    """Claim some tickets, one of them twice."""
    with Store(path) as own:
        yield [own.claims.take(number) for number in (1, 2, 1, 5)]


def test_a_claim_dies_with_its_judge_and_is_free_when_it_is_given_back(path: Path, fork: Fork) -> None:
    other, third = fork(lambda: holds(path)), fork(lambda: holds(path))
    with Store(path) as store:
        assert stat.S_IMODE(path.with_suffix(".claims").stat().st_mode) == 0o600
        assert store.claims.take(2)
        assert other.asked() == "[True, False, True, True]", "the second is ours"
        assert [store.claims.take(number) for number in (1, 3)] == [False, True]
        asked = ((0, 64), (0, 2), (1, 1), (2, 60), (2, 1))
        assert [store.claims.others(*one) for one in asked] == [2, 1, 1, 1, 0], "one's own is not counted"
        other.kill()
        assert (store.claims.others(0, 64), store.claims.take(1)) == (0, True)
        store.claims.give_back(1)
        assert third.asked() == "[True, False, True, True]", "no other is free"


def test_two_stores_of_a_process_are_two_judges_and_none_drops_what_the_other_holds(path: Path, fork: Fork) -> None:
    third = fork(lambda: holds(path))
    with Store(path) as store:
        add(store, "a", 1)
        with Store(path) as other, other.queue.seated():
            assert (store.claims.take(1), store.queue.judges()) == (True, 1)
            assert [other.claims.take(number) for number in (1, 2)] == [False, True]
            assert (store.claims.others(0, 64), other.claims.others(0, 64)) == (1, 1)
            other.claims.give_back(1)
            taken = take(store)
            assert other.queue.take("judge 2") is None
        assert (store.claims.others(0, 64), store.queue.judges()) == (0, 0), "what the closed one held is free"
        assert third.asked() == "[False, True, False, True]", "and what this one holds is not"
        with Store(path) as other:
            assert other.queue.take("judge 2") is None, "a job that is at work"
        assert over(store, taken).state == "done"


def test_where_no_claims_can_be_that_is_told_or_all_may_be_had(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fcntl.lockf", "fcntl.fcntl"):
        monkeypatch.setattr(name, Mock(side_effect=OSError(errno.ENOLCK, "No locks available")))
    with Store(path) as store:
        assert (store.claims.take(1), store.claims.others(1, 9)) == (True, 0)
        store.claims.give_back(1)
    path.with_suffix(".claims").unlink()
    path.with_suffix(".claims").mkdir()
    with refused("E355", "nobody can say what is being judged", path.with_suffix(".claims")):
        Store(path)


def test_no_job_is_taken_by_two_judges(path: Path, fork: Fork) -> None:
    def takes_all() -> Iterator[list[int]]:
        with Store(path) as own:
            yield [job.id for job in iter(partial(own.queue.take, "judge"), None)]

    children = [fork(takes_all) for _ in range(3)]
    with Store(path) as store:
        for number in range(40):
            add(store, f"s{number}", number)
        before = store.queue.changed()
        for one in children:
            one.begin()
        taken = [number for one in children for number in json.loads(one.answer())]
        assert store.queue.changed() != before, "another process is noticed"
    assert sorted(taken) == list(range(1, 41))


def test_what_a_killed_judge_was_at_is_taken_before_all_else(path: Path, fork: Fork) -> None:
    def takes() -> Iterator[str]:
        with Store(path) as own:
            yield own.queue.step(take(own), "running").owner

    other = fork(takes)
    with Store(path) as store:
        before = store.queue.changed()
        add(store, "a", 1), add(store, "a", 2), add(store, "b", 3)
        assert store.queue.changed() == before
        assert other.asked() == "a"
        assert [job.state for job in store.queue.open()] == ["running", "waiting", "waiting"]
        assert store.queue.judges() == 0, "a claim to a job is no seat"
        taken = take(store)
        assert (taken.owner, taken.takes, store.queue.take("judge 1")) == ("b", 1, None)
        other.kill()
        again = take(store)
        assert (again.owner, again.at_s, again.takes, again.state) == ("a", 1, 2, "preparing")
        over(store, again, "waiting")
        assert take(store).takes == 1, "this one did not end its judge"


def sits(path: Path) -> Iterator[int]:
    """Be a judge for good."""
    with Store(path) as own, own.queue.seated():
        yield own.queue.judges()


def test_living_judges_are_counted_and_a_submission_presses_where_none_is_free(path: Path, fork: Fork) -> None:
    one, other = fork(lambda: sits(path)), fork(lambda: sits(path))
    with Store(path) as store:
        assert [store.queue.judges(), one.asked(), store.queue.judges()] == [0, "1", 1]
        with store.queue.seated():
            assert store.queue.judges() == 2
            one.kill()
            assert store.queue.judges() == 1
            store.queue.add_regrade("pkg", "", Job.Wish("why"), 1)
            take(store)
            store.queue.add_regrade("quiz", "", Job.Wish("why"), 2)
            assert not store.queue.presses(), "a regrade does not"
            add(store, "a", 3)
            assert store.queue.presses()
            other.asked()
            assert not store.queue.presses(), "the other one will take it"
            other.kill()
            assert store.queue.presses()
            take(store)
            assert not store.queue.presses()
        assert store.queue.judges() == 0


def test_a_claim_stays_and_what_is_over_is_given_back(path: Path, fork: Fork, monkeypatch: pytest.MonkeyPatch) -> None:
    def claims(job: int) -> Iterator[str]:
        """Have a claim to a job, of which nothing is written yet."""
        with path.with_suffix(".queue").open("ab") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, job)
            yield "has it"

    first, second, lock = fork(lambda: claims(1)), fork(lambda: claims(4)), fcntl.fcntl
    with Store(path) as store:
        add(store, "a", 1), add(store, "a", 2)
        first.asked()
        assert store.queue.take("judge 1") is None
        add(store, "b", 3)
        assert take(store).owner == "b"
        job = add(store, "c", 4)

        def slowly(file: int, command: int, what: bytes) -> bytes:
            if command == fcntl.F_OFD_SETLK and struct.unpack("hhqqi0q", what)[2] == job.id:
                store.queue.step(job, "done")
            return lock(file, command, what)

        monkeypatch.setattr("fcntl.fcntl", slowly)
        assert store.queue.take("judge 1") is None
        assert second.asked() == "has it"


# --- how far ---------------------------------------------------------------------------------------------------------
def test_what_a_job_was_judged_as_stays_known_and_each_step_is_seen(store: Store) -> None:
    versions = {store.queue.version()}

    def seen() -> tuple[int, int]:
        """The last step and the judgement of the open job, which has a version of its own."""
        assert store.queue.version() not in versions
        versions.add(store.queue.version())
        [found] = store.queue.steps().values()
        return found

    add(store, "a", 1)
    assert seen() == (0, 0)
    job = take(store)
    began, judgement = seen()
    assert (began > 0, judgement) == (True, 0)
    batch_of(store, kind="grade")
    batch = batch_of(store, kind="submit")
    ticket = store.enter(batch, submission_of("a 1"), "a", job.at_s)
    job = store.queue.step(job, "preparing", judgement=ticket.id, batch=batch.id)
    assert seen() == (began + 1, ticket.id)
    job = store.queue.step(job, "running")
    assert (job.judgement, job.batch, job.state, job.over) == (ticket.id, batch.id, "running", False)
    assert store.queue.last_run(ticket.id) == 0
    runs = [Run(case.name, case.group, case.board.algorithm, AC) for case in PROBLEM.cases]
    for run in runs[:3]:
        store.record_run(ticket, run)
    (first, _), (second, _), (third, last) = store.queue.runs_of(ticket.id)
    assert first < second < third == store.queue.last_run(ticket.id)
    assert store.queue.runs_of(ticket.id, second) == [(third, last)] == [(third, runs[2])]
    done = store.queue.step(job, "done")
    assert (done.judgement, done.state, done.over, done.words) == (ticket.id, "done", True, "")
    assert store.queue.step(job, "running") == done, "it is over"
    assert (store.queue.open(), store.queue.steps()) == ([], {})


def test_students_and_what_they_handed_in_are_counted(store: Store) -> None:
    for owner, problem in (("a", "pkg"), ("b", "pkg"), ("b", "other"), ("stranger", "pkg")):
        add(store, owner, 1.0, problem)
    store.accounts.enter_all([Student("a"), Student("b")], "")
    store.queue.step(take(store), "done")
    assert store.queue.counts() == {"pkg": Job.Counts(2, 1, 1), "other": Job.Counts(1, 1, 0)}


def test_what_could_not_be_judged_rests_twice_as_long_each_time_up_to_ten_minutes(store: Store, clock: Clock) -> None:
    add(store, "a", 1)
    job = store.queue.put_off(take(store), "the package\ud800 is gone")
    store.queue.give_back(job)
    assert (job.state, job.tries, job.words) == ("waiting", 1, "the package\\ud800 is gone")
    assert (store.queue.take("judge 1"), store.queue.place(job).wait_s) == (None, None)
    for rest_s in (10, 20, 40, 80, 160, 320, 600, 600, 600):
        for gone_s in (0, rest_s - 0.1):
            clock.now_s = job.changed_s + gone_s
            assert store.queue.take("judge 1") is None
        with store.queue.seated():
            assert store.queue.place(job).wait_s == pytest.approx(0.1)
        clock.now_s = job.changed_s + rest_s + 0.1
        job = store.queue.put_off(take(store))
        store.queue.give_back(job)
    assert (job.words, job.tries) == ("", 10)
    clock.now_s = job.changed_s - 1e6
    store.queue.give_back(take(store))  # the clock was set back
    clock.now_s = job.changed_s + 601
    job = store.queue.end(take(store), "given up")
    assert (job.state, job.words, job.tries) == ("done", "given up", 10)
    anew = store.queue.again(job)
    assert (anew.id, anew.state, anew.tries, store.queue.open()) == (job.id, "waiting", 0, [anew])


@pytest.fixture
def another(path: Path, fork: Fork) -> Child:
    """Another judge, which sits down when it is asked."""
    return fork(lambda: sits(path))


def test_a_place_and_an_honest_time(another: Child, store: Store, clock: Clock) -> None:
    queue = store.queue

    def place(job: Job) -> tuple[int, float | None, int]:
        found = queue.place(job)
        return found.ahead, found.wait_s, found.judges

    one = add(store, "a", 1)
    assert place(one) == (0, None, 0), "nobody judges"
    with queue.seated():
        assert place(one) == (0, 0.0, 1)
        other = add(store, "b", 2)
        assert place(other) == (1, None, 1), "nothing says how long"
        assert [over(store, take(store)).id for _ in range(2)] == [one.id, other.id]
        for seconds in (2.0, 4.0, 30.0):
            add(store, "c", clock.now_s, "quiz")
            job = take(store)
            clock.now_s += seconds
            over(store, job)
        first, second = add(store, "a", 3, "quiz"), add(store, "b", 4, "quiz")
        assert place(second) == (1, 4.0, 1), "the median"
        assert take(store).id == first.id
        clock.now_s += 3
        third = add(store, "d", 5, "fresh")
        assert place(second) == (1, 1.0, 1), "it has run for a while"
        assert (place(third), place(first)) == ((2, 5.0, 1), (0, 0.0, 1))
        clock.now_s += 99
        assert (place(second), place(third)) == ((1, 0.0, 1), (2, 4.0, 1)), "it may end at any time"
        clock.now_s -= 99
        another.asked()
        assert place(third) == (2, 2.5, 2)
        queue.step(third, "taken")
        assert place(second) == (2, 1.5, 2), "behind all at work, of which one takes what any problem does"


# --- the rows --------------------------------------------------------------------------------------------------------
def test_a_job_comes_back_as_it_was_handed_in_and_its_row_does_not_name_the_owner(store: Store, path: Path) -> None:
    given = submission_of("print(1)", "ada.py")
    job = store.queue.add("pkg", "ada", "tutor", given, 7.5, replaces=True)
    assert (job.owner, job.author, job.at_s, job.state, job.changed_s) == ("ada", "tutor", 7.5, "waiting", 7.5)
    assert job.submission == Submission("ada", "pkg", "function", given.path, b"", given.sha256)
    assert store.sourced(there(job.submission)) == given
    assert store.queue.job(job.code) == job
    assert store.queue.of("ada") == store.queue.of("ada", "pkg") == [job]
    assert store.queue.of("ada", "quiz") == store.queue.of("nobody") == store.queue.of("") == []
    assert (store.queue.job("nothing"), len(job.code)) == (None, 16), "64 random bits, so that an address stays short"
    assert sql(path, "SELECT json_extract(paper, '$.name') FROM job") == [("",)]
    assert take(store).submission == job.submission
    assert sql(path, "SELECT word, words FROM step") == [("taken", "judge 1")]


def test_all_of_a_job_is_written_or_nothing(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "a", 1)
    monkeypatch.setattr("secrets.token_hex", Mock(side_effect=RuntimeError))
    with pytest.raises(RuntimeError):
        add(store, "a", 2, replaces=True)
    assert [job.at_s for job in store.queue.open()] == [1]
    assert not sql(path, "SELECT 1 FROM source WHERE sha256 = ?", submission_of("a 2.0").sha256)


def test_what_was_judged_is_told_the_latest_first_and_what_failed_is_judged_again(store: Store) -> None:
    first, second = judged(store, "ada", [AC] * 4), judged(store, "bob", [AC, JE, AC, AC])
    assert [(one.job, one.verdict) for one in store.queue.ended(9)] == [(second, JE), (first, AC)]
    assert all(one.took_s is not None and one.took_s >= 0 for one in store.queue.ended(9))
    assert [one.job for one in store.queue.ended(1)] == [one.job for one in store.queue.failed(9)] == [second]
    opened = store.queue.again(second)
    assert (opened.state, opened.judgement, opened.tries) == ("waiting", second.judgement, 0)
    assert store.queue.again(second) == opened, "a second host changes nothing"
    assert not store.queue.failed(9)
    assert judged(store, "bob", [AC] * 4).judgement == second.judgement
    assert [one.verdict for one in store.queue.ended(9)] == [AC, AC]
    add(store, "cid", 1.0)
    store.queue.end(take(store), "E301: the package is gone")
    [failed] = store.queue.failed(9)
    assert (failed.verdict, failed.job.words) == (None, "E301: the package is gone"), "no judge could begin it"
