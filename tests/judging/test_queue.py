"""A judge of the queue: every job is judged once, wherever one is killed; a regrade gives way; nothing ends it."""

from __future__ import annotations

import itertools
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError, Place
from judge.judging import QueueJudge
from judge.model import Conditions, Job, Problem, Record, Roll, Student
from judge.store import Store
from tests.conftest import there
from tests.judging.make import problem_of
from tests.make import AC, HOST, JE, WA, member, replace
from tests.pretended import Pretended
from tests.store.make import hear, sql

CASES = 3
MOST_ENDED, MOST_TRIES = 3, 2  # judges that a job may end, and tries after a judge error
AGAIN = ["taken", "running", "again", "taken", "running", "done"]


class Hurried:
    """The clocks go on by themselves while somebody sleeps, which takes no time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slept_s, clock, steady = 0.0, time.time, time.monotonic
        monkeypatch.setattr("time.sleep", self.sleep)
        monkeypatch.setattr("time.time", lambda: clock() + self.slept_s)
        monkeypatch.setattr("time.monotonic", lambda: steady() + self.slept_s)

    def sleep(self, seconds: float) -> None:
        self.slept_s += seconds


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> Hurried:
    return Hurried(monkeypatch)


class Site:
    """A store with a queue, and who judges it: in a sandbox that is none."""

    def __init__(self, path: Path, pretended: Pretended) -> None:
        self.path, self.pretended, self.store = path, pretended, Store(path)
        self.problem = problem_of(CASES)

    def package(self, name: str) -> Problem:
        """As a site reads them."""
        if name != "pkg":
            raise JudgeError("E421", "there is no package", Place(name))
        return self.problem

    def closed(self) -> Site:
        """Close the store, as another process is to open it."""
        self.store.__exit__()
        return self

    def opened(self) -> Site:
        self.store = Store(self.path)
        return self

    def add(self, owner: str, at_s: float = 1.0, text: str = "", problem: str = "pkg") -> Job:
        [(_, one)] = submissions_of(Roll("plain", (member(owner, text),)), self.problem)
        return self.store.queue.add(problem, owner, owner, one, at_s, replaces=True)

    def add_all(self, owners: str) -> list[Job]:
        return [self.add(owner, at_s) for at_s, owner in enumerate(owners, 5)]

    def regrade(self, **wish: Any) -> Job:
        return self.store.queue.add_regrade("pkg", "teacher", Job.Wish("case c1 was wrong", **wish), 9)

    def judge(self, stop: Callable[[], bool] | None = None, package: Callable[[str], Problem] | None = None) -> None:
        """Judge until nothing is left, or it is told to stop."""
        judge = QueueJudge(self.store, self.pretended.hands, HOST, package or self.package, 1)
        judge.run(stop or (lambda: not self.store.queue.open()))

    def told(self) -> list[str]:
        """Whose cases are run from now on, as it goes on."""
        names: list[str] = []
        self.pretended.meanwhile = lambda name, _: names.append(name)
        return names

    def now(self, job: Job) -> Job:
        return there(self.store.queue.job(job.code))

    def record(self, job: Job) -> Record:
        return there(self.store.record(self.now(job).judgement or 0, self.problem))

    def words(self, job: Job) -> list[str]:
        """The steps of a job."""
        return [word for (word,) in sql(self.path, "SELECT word FROM step WHERE job = ? ORDER BY id", job.id)]

    def finished(self) -> list[tuple[int, int, int]]:
        """Of each judgement, how many outcomes it has, how many of its runs are kept, and how many jobs name it."""
        return sql(
            self.path,
            "SELECT (SELECT count(*) FROM outcome WHERE judgement = judgement.id),"
            " (SELECT count(*) FROM run WHERE judgement = judgement.id),"
            " (SELECT count(DISTINCT job) FROM step WHERE judgement = judgement.id) FROM judgement",
        )

    def killed_at(self, begins: str, count: int) -> bool:
        """Judge in another process, which SIGKILL ends before a statement that begins so, when so many are asked. Say
        whether it came to that."""
        self.closed()
        pid = os.fork()  # nobody has the store open
        if not pid:
            left = itertools.count(count - 1, -1)

            def heard(_: object, statement: str, *__: object) -> None:
                if statement.startswith(begins) and next(left) == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            try:
                with pytest.MonkeyPatch.context() as patch:
                    hear(patch, heard)
                    self.opened().judge()
                    self.closed()
            finally:
                os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert ended in (0, -signal.SIGKILL)
        self.opened()
        return ended != 0


@pytest.fixture
def site(tmp_path: Path, pretended: Pretended) -> Iterator[Site]:
    made = Site(tmp_path / "store.db", pretended)
    yield made
    made.closed()


def test_what_waits_is_judged_and_counts_from_when_it_was_handed_in(site: Site) -> None:
    jobs = site.add_all("abc")
    site.judge()
    for job in jobs:
        assert site.words(job) == ["taken", "preparing", "running", "done"]
        assert site.record(job).judgement.verdict is AC
    assert sql(site.path, "SELECT begun_s FROM judgement ORDER BY id") == [(job.at_s,) for job in jobs]
    board = site.store.boards.board(site.store.boards.outline(site.problem, Conditions.of(site.problem, HOST)))
    assert [row.owner for row in board.rows] == ["a", "b", "c"]
    assert site.pretended.asked == [f"{word} {name}" for name in "abc" for word in ("prepare", "run", "run", "run")]


# --- killed ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "first", [30, *(pytest.param(at, marks=pytest.mark.nightly(sample=1)) for at in range(31, 50))]
)
def test_whoever_is_killed_is_followed_by_one_that_goes_on(tmp_path: Path, pretended: Pretended, first: int) -> None:
    """At any statement, one after the other; and then at known bytes, which are written down once."""
    for number in itertools.count(first, 20):
        site = Site(tmp_path / str(number) / "store.db", pretended)
        jobs = site.add_all("ab")
        if not site.killed_at("", number):
            break
        before = site.now(jobs[0])
        site.judge()
        assert [site.now(job).state for job in jobs] == ["done", "done"]
        assert site.finished() == [(1, CASES, 1)] * 2
        assert before.judgement in (None, site.now(jobs[0]).judgement)
        assert site.record(jobs[0]).owner == "a"
        again = site.add("a", 9)
        site.killed_at("", number)
        site.judge()
        assert site.now(again).state == "done"
        assert site.finished()[2:] == [(1, 0, 1)]
        site.closed()
    assert number > 60, "it came to the midst of things"


def test_what_has_ended_three_judges_becomes_je_and_the_others_are_judged(site: Site) -> None:
    deadly, other = site.add_all("ab")
    for _ in range(MOST_ENDED):
        assert site.killed_at("INSERT INTO run", 1)
        assert not site.now(deadly).over
    site.judge()
    made = site.record(deadly).judgement
    assert (made.verdict, made.points, site.now(deadly).state) == (JE, None, "done")
    assert there(made.prepare.finding).code == "E310"
    assert site.record(other).judgement.verdict is AC
    assert site.pretended.asked == [f"{word} b" for word in ("prepare", "run", "run", "run")]
    again = site.add("a", 9)
    site.judge()
    assert site.record(again).judgement.verdict is AC, "handed in again, it is run"


def test_what_ended_before_the_package_changed_is_not_judged_again(site: Site) -> None:
    whole, half = site.add_all("ab")
    site.killed_at("INSERT INTO step", 4)
    site.problem = problem_of(2)
    first = site.now(whole).judgement
    site.judge()
    assert site.now(whole).judgement == first
    assert len(site.record(half).judgement.runs) == 2


def test_what_was_begun_before_the_package_changed_is_judged_anew(site: Site) -> None:
    job = site.add("a")
    site.killed_at("INSERT INTO run", 3)
    site.problem = problem_of(2)
    first = site.now(job).judgement
    site.judge()
    assert site.now(job).judgement != first
    assert site.finished() == [(0, 2, 1), (1, 2, 1)]


# --- what the judge fails on -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("asked", "without", "faults"), [("run a", "", CASES), ("prepare a", "running", 1)])
def test_a_judge_error_is_tried_again_twice_and_then_stays(site: Site, asked: str, without: str, faults: int) -> None:
    site.pretended.raises[asked] = RuntimeError("no")
    job, other = site.add_all("ab")
    site.judge()
    words = ["taken", "preparing", "running", "again", *AGAIN]
    assert site.words(job) == [word for word in words if word != without]
    made = site.record(job).judgement
    assert (made.verdict, made.faults) == (JE, faults)
    assert site.record(other).judgement.verdict is AC
    assert sql(site.path, "SELECT count(DISTINCT judgement) FROM outcome") == [(2,)]


@pytest.mark.parametrize("code", ["E301", "E309"])
def test_what_is_the_packages_fault_is_not_tried_again(site: Site, code: str) -> None:
    site.pretended.codes = [code]
    job = site.add("a")
    site.judge()
    assert site.words(job) == ["taken", "preparing", "running", "done"]
    assert site.record(job).judgement.verdict is JE


def test_what_has_no_package_waits_and_says_why(site: Site, hurried: Hurried) -> None:
    job, other = site.add("a", problem="gone"), site.add("b", 2)
    site.judge(lambda: site.now(other).over)
    found = site.now(job)
    assert (found.state, found.tries, found.judgement) == ("waiting", 1, None)
    assert found.words == "E421: there is no package (gone)"
    assert site.store.queue.take("judge") is None
    hurried.sleep(100)
    assert site.store.queue.take("judge"), "nobody holds it"


def test_a_package_that_was_gone_for_long_leaves_a_judge_error_its_tries(site: Site) -> None:
    site.pretended.raises["run a"] = RuntimeError("no")
    found, job = iter(["gone"] * 5), site.add("a")
    site.judge(lambda: site.now(job).over, lambda name: site.package(next(found, name)))
    assert site.words(job) == ["taken", "again"] * 5 + ["taken", "preparing", "running", "again", *AGAIN]


def test_where_the_judge_fails_all_along_it_ends_with_the_reason(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ValueError("not foreseen")

    job = site.add("a")
    monkeypatch.setattr(Store, "begin", fails)
    site.judge()
    found = site.now(job)
    assert (found.state, found.tries, found.judgement) == ("done", MOST_TRIES, None)
    assert found.words == "E304: the judge itself failed: ValueError: not foreseen"


def test_a_store_that_fails_ends_the_judge_and_not_the_job(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise JudgeError("E353", "the store can't grow")

    job = site.add("a")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "record_run", full)
        with pytest.raises(JudgeError, match="can't grow"):
            site.judge()
    assert (site.now(job).state, site.now(job).takes) == ("waiting", 0)
    site.judge()
    assert site.record(job).judgement.verdict is AC


# --- to stop ---------------------------------------------------------------------------------------------------------
def test_a_submission_that_runs_is_finished_before_the_judge_stops(site: Site) -> None:
    told, jobs = site.told(), site.add_all("ab")
    site.judge(lambda: bool(told))
    assert [site.now(job).state for job in jobs] == ["done", "waiting"]
    assert site.store.queue.judges() == 0


def test_who_is_ended_by_ctrl_c_leaves_it_to_another(site: Site) -> None:
    site.pretended.meanwhile = lambda *_: signal.raise_signal(signal.SIGINT)
    job = site.add("a")
    with pytest.raises(KeyboardInterrupt):
        site.judge()
    found = site.now(job)
    assert (found.state, found.takes, found.judgement) == ("waiting", 0, 1)
    site.told()
    site.judge()
    assert site.finished() == [(1, CASES, 1)]


# --- regrades --------------------------------------------------------------------------------------------------------
@pytest.fixture
def graded(site: Site) -> Site:
    """Where three were judged."""
    site.add_all("abc")
    site.judge()
    site.pretended.asked.clear()
    return site


def test_a_regrade_is_judged_aside(graded: Site) -> None:
    graded.pretended.codes = ["E106"]
    job = graded.regrade()
    graded.judge()
    found, batch = graded.now(job), there(graded.store.regrades.pending(graded.problem))
    assert (found.state, found.batch, found.words) == ("done", batch.id, "")
    assert graded.words(job) == ["taken", "running", "done"]
    changes = graded.store.regrades.changes(replace(batch, problem=graded.problem))
    assert [change.new.judgement.verdict for change in changes if change.new] == [WA, AC, AC]
    assert batch.reason == "case c1 was wrong"


def test_a_regrade_gives_way_to_a_submission_and_goes_on_afterwards(graded: Site) -> None:
    order: list[str] = []

    def ran(name: str, _: object) -> None:
        order.append(name)
        if len(order) == 2:
            graded.add("d", 20)

    graded.pretended.meanwhile = ran
    job = graded.regrade()
    graded.judge()
    assert graded.words(job) == ["taken", "running", "waiting", "taken", "running", "done"]
    assert order[2:5] == ["d", "d", "d"], "as soon as the run is over"
    assert sorted(order) == [name for name in "abcd" for _ in range(CASES)], "nothing is lost, and nothing run twice"
    assert sql(graded.path, "SELECT count(*) FROM batch WHERE kind = 'regrade'") == [(1,)]
    assert sorted(graded.finished()[3:]) == [(1, CASES, 0)] * 3 + [(1, CASES, 1)]


@pytest.mark.parametrize("decided", [False, True])
def test_a_regrade_gives_way_to_a_stop_and_is_gone_on_with_unless_it_was_decided(graded: Site, decided: bool) -> None:
    told, job = graded.told(), graded.regrade()
    graded.judge(lambda: len(told) > 1)
    assert (graded.now(job).state, len(told)) == ("waiting", 2)
    if decided:
        graded.store.regrades.decide(there(graded.store.regrades.pending(graded.problem)), "cancelled")
    graded.judge()
    assert (graded.now(job).state, len(told)) == ("done", 2 if decided else 3 * CASES)
    assert graded.now(job).words == "somebody has decided about it meanwhile" * decided


def test_a_regrade_that_is_cancelled_is_left_at_once(graded: Site) -> None:
    job, told = graded.regrade(), list[str]()

    def ran(name: str, _: object) -> None:
        told.append(name)
        if len(told) == 2:
            graded.store.queue.end(job, "cancelled")

    graded.pretended.meanwhile = ran
    graded.judge()
    assert (graded.now(job).state, graded.now(job).words, len(told)) == ("done", "cancelled", 2)


def test_a_wish_that_names_nothing_says_so(graded: Site) -> None:
    gone = graded.store.queue.add_regrade("gone", "", Job.Wish("why"), 1)
    jobs = gone, graded.regrade(cases=("c9",)), graded.regrade(students=("zoe",))
    graded.judge()
    told = ["E421: there is no package (gone)", "E433: pkg has no case 'c9'"]
    told += ["no run that counts is one of these"]
    assert [(graded.now(job).state, graded.now(job).words) for job in jobs] == [("done", words) for words in told]
    assert graded.pretended.asked == []


def test_a_regrade_of_nothing_ends_with_the_reason(site: Site) -> None:
    job = site.regrade()
    site.judge()
    assert site.now(job).words == "E453: there is nothing to regrade: nothing was judged on pkg"


def test_a_regrade_that_ends_judges_is_over_too(graded: Site) -> None:
    job = graded.regrade()
    for _ in range(MOST_ENDED):
        assert graded.killed_at("INSERT INTO run", 1)
    graded.judge()
    assert graded.now(job).words == "E310: 3 judges ended while they were at this"


def test_who_is_near_a_bonus_is_measured(site: Site) -> None:
    site.problem = problem_of(CASES, Problem.Scheme("groups", Problem.Scheme.Bonus(0.2, 5, ("DFS",))))
    dice, speeds = random.Random(3), {"a": 1.0, "b": 1.05, "d": 2.0, "e": 3.0}
    site.pretended.cpu_s = lambda name, _: 0.1 * speeds[name] * dice.lognormvariate(0, 0.01)
    for name in speeds:
        site.store.accounts.enter(Student(name), "student", "")
    site.add_all("".join(speeds))
    site.judge()
    site.pretended.asked.clear()
    site.regrade()
    site.judge()
    ran = {name: site.pretended.asked.count(f"run {name}") for name in speeds}
    assert ran["a"] == ran["b"] > CASES == ran["d"] == ran["e"]
