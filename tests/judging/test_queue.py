"""A judge of the queue: every job is judged once, wherever one is killed; a regrade gives way; nothing ends it."""

from __future__ import annotations

import itertools
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError, Place
from judge.judging import QueueJudge
from judge.model import Case, Conditions, Job, Problem, Record, Roll, Student, Submission, Verdict
from judge.store import Store
from tests.judging.make import PLAIN, member, problem_of
from tests.make import AC, HOST, JE, replace
from tests.pretended import VERDICTS, Pretended
from tests.store.make import hear, sql

CASES = 3
SCHEME = PLAIN
MOST_ENDED, MOST_TRIES = 3, 2  # judges that a job may end, and tries after a judge error


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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def packages(name: str) -> Problem:
    """As a site reads them."""
    if name != "pkg":
        raise JudgeError("E421", "there is no package", Place(name))
    return problem_of(CASES, SCHEME)


def submission_of(name: str, text: str = "") -> Submission:
    [(_, found)] = submissions_of(Roll("plain", (member(name, text),)), problem_of(CASES))
    return found


def add(store: Store, owner: str, at_s: float = 1.0, text: str = "", problem: str = "pkg") -> Job:
    return store.queue.add(problem, owner, owner, submission_of(owner, text), at_s, replaces=True)


def judge_of(store: Store, pretended: Pretended) -> QueueJudge:
    return QueueJudge(store, [pretended], HOST, packages)  # type: ignore[list-item]  # it stands in for a Sandbox


def judge_all(store: Store, pretended: Pretended) -> None:
    """Judge until nothing is left."""
    judge_of(store, pretended).run(lambda: not store.queue.open())


def now(store: Store, job: Job) -> Job:
    found = store.queue.job(job.code)
    assert found
    return found


def record_of(store: Store, job: Job) -> Record:
    found = store.record(now(store, job).judgement or 0, problem_of(CASES))
    assert found
    return found


def words_of(path: Path, job: Job) -> list[str]:
    return [word for (word,) in sql(path, "SELECT word FROM step WHERE job = ? ORDER BY id", job.id)]


def test_what_waits_is_judged_and_counts_from_when_it_was_handed_in(
    store: Store, path: Path, pretended: Pretended
) -> None:
    jobs = [add(store, name, at_s) for at_s, name in enumerate("abc", 5)]
    judge_all(store, pretended)
    for job in jobs:
        assert words_of(path, job) == ["taken", "preparing", "running", "done"]
        assert record_of(store, job).judgement.verdict is AC
    assert sql(path, "SELECT begun_s FROM judgement ORDER BY id") == [(job.at_s,) for job in jobs]
    assert [row.owner for row in board(store)] == ["a", "b", "c"]
    assert pretended.asked == [f"{word} {name}" for name in "abc" for word in ("prepare", "run", "run", "run")]


def board(store: Store) -> list[Any]:
    problem = problem_of(CASES)
    outline = store.boards.outline(problem, Conditions.of(problem, HOST))
    return list(store.boards.board(outline).rows)


def test_the_same_bytes_are_not_run_again_and_written_down_as_often(
    store: Store, path: Path, pretended: Pretended
) -> None:
    first = add(store, "a", 1)
    judge_all(store, pretended)
    again, other = add(store, "a", 2), add(store, "b", 3, "a")
    judge_all(store, pretended)
    judgements = {now(store, job).judgement for job in (first, again, other)}
    assert len(judgements) == 3
    assert words_of(path, again) == ["taken", "preparing", "done"]
    assert pretended.asked == ["prepare a", "run a", "run a", "run a"]


# --- killed ----------------------------------------------------------------------------------------------------------
def killed_at(begins: str, count: int, path: Path, pretended: Pretended) -> bool:
    """Judge in another process, which SIGKILL ends before a statement that begins so, when so many are asked. Say
    whether it came to that."""
    pid = os.fork()  # nobody has the store open
    if not pid:
        left = itertools.count(count - 1, -1)

        def heard(_: object, statement: str, *__: object) -> None:
            if statement.startswith(begins) and next(left) == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            with pytest.MonkeyPatch.context() as patch:
                hear(patch, heard)
                with Store(path) as store:
                    judge_all(store, pretended)
        finally:
            os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert ended in (0, -signal.SIGKILL)
    return ended != 0


def finished(path: Path) -> list[tuple[int, int, int]]:
    """Of each judgement, how many outcomes it has, how many of its runs are kept, and how many jobs name it."""
    return sql(
        path,
        "SELECT (SELECT count(*) FROM outcome WHERE judgement = judgement.id),"
        " (SELECT count(*) FROM run WHERE judgement = judgement.id),"
        " (SELECT count(DISTINCT job) FROM step WHERE judgement = judgement.id) FROM judgement",
    )


@pytest.mark.parametrize("first", range(0, 10, 5))
def test_whoever_is_killed_is_followed_by_one_that_goes_on(tmp_path: Path, pretended: Pretended, first: int) -> None:
    """At any statement, one after the other; and then at known bytes, which are written down once."""
    for number in itertools.count(30 + first, 10):
        path = tmp_path / str(number) / "store.db"
        with Store(path) as store:
            jobs = [add(store, name, at_s) for at_s, name in enumerate("ab")]
        if not killed_at("", number, path, pretended):
            break
        with Store(path) as store:
            before = now(store, jobs[0])
            judge_all(store, pretended)
            assert [now(store, job).state for job in jobs] == ["done", "done"]
            assert finished(path) == [(1, CASES, 1)] * 2
            assert before.judgement in (None, now(store, jobs[0]).judgement)
            assert record_of(store, jobs[0]).owner == "a"
            again = add(store, "a", 3)
        killed_at("", number, path, pretended)
        with Store(path) as store:
            judge_all(store, pretended)
            assert now(store, again).state == "done"
        assert finished(path)[2:] == [(1, 0, 1)]
    assert number > 60, "it came to the midst of things"


def test_what_has_ended_three_judges_becomes_je_and_the_others_are_judged(path: Path, pretended: Pretended) -> None:
    with Store(path) as store:
        deadly, other = add(store, "a"), add(store, "b", 2)
    for _ in range(MOST_ENDED):
        killed_at("INSERT INTO run", 1, path, pretended)
    with Store(path) as store:
        judge_all(store, pretended)
        made = record_of(store, deadly).judgement
        assert (made.verdict, made.points, now(store, deadly).state) == (JE, None, "done")
        assert made.prepare.finding
        assert made.prepare.finding.code == "E310"
        assert record_of(store, other).judgement.verdict is AC
        assert pretended.asked == [f"{word} b" for word in ("prepare", "run", "run", "run")]
        again = add(store, "a", 3)
        judge_all(store, pretended)
        assert record_of(store, again).judgement.verdict is AC, "handed in again, it is run"


def test_what_was_finished_before_the_package_changed_is_not_judged_again(
    path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        whole, half = add(store, "a"), add(store, "b", 2)
    killed_at("INSERT INTO step", 4, path, pretended)
    with Store(path) as store:
        monkeypatch.setattr(f"{__name__}.CASES", 2)
        first = now(store, whole).judgement
        judge_all(store, pretended)
        assert now(store, whole).judgement == first
        assert len(record_of(store, half).judgement.runs) == 2


def test_what_was_begun_before_the_package_changed_is_judged_on_what_it_is_now(
    path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        job = add(store, "a")
    killed_at("INSERT INTO run", 3, path, pretended)
    with Store(path) as store:
        monkeypatch.setattr(f"{__name__}.CASES", 2)
        first = now(store, job).judgement
        judge_all(store, pretended)
        assert now(store, job).judgement != first
        assert finished(path) == [(0, 2, 1), (1, 2, 1)]


# --- what the judge fails on -----------------------------------------------------------------------------------------
def test_a_judge_error_is_tried_again_twice_and_then_stays(store: Store, path: Path, pretended: Pretended) -> None:
    pretended.raises["run a"] = RuntimeError("no")
    job, other = add(store, "a"), add(store, "b", 2)
    judge_all(store, pretended)
    again = ["taken", "preparing", "running", "again"]
    assert words_of(path, job)[:4] == again
    assert words_of(path, job).count("again") == MOST_TRIES
    assert words_of(path, job)[-1] == "done"
    made = record_of(store, job).judgement
    assert (made.verdict, made.faults) == (JE, CASES)
    assert record_of(store, other).judgement.verdict is AC
    assert sql(path, "SELECT count(DISTINCT judgement) FROM outcome") == [(2,)]


def test_a_judge_error_that_passes_is_nobodys(store: Store, pretended: Pretended) -> None:
    pretended.raises["run a"] = RuntimeError("no")
    job = add(store, "a")

    def stop() -> bool:
        if now(store, job).tries == MOST_TRIES:
            pretended.raises.clear()
        return now(store, job).over

    judge_of(store, pretended).run(stop)
    assert record_of(store, job).judgement.verdict is AC
    assert now(store, job).words == ""


def test_what_is_the_packages_fault_is_not_tried_again(
    store: Store, path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VERDICTS, "E302", JE)
    pretended.codes = ["E302"]
    job = add(store, "a")
    judge_all(store, pretended)
    assert words_of(path, job) == ["taken", "preparing", "running", "done"]
    assert record_of(store, job).judgement.verdict is JE


def test_what_has_no_package_waits_and_says_why(store: Store, pretended: Pretended, hurried: Hurried) -> None:
    job, other = add(store, "a", problem="gone"), add(store, "b", 2)
    judge_of(store, pretended).run(lambda: now(store, other).over)
    found = now(store, job)
    assert (found.state, found.tries, found.judgement) == ("waiting", 1, None)
    assert found.words == "E421: there is no package (gone)"
    assert store.queue.take("judge") is None
    hurried.sleep(100)
    assert store.queue.take("judge"), "nobody holds it"


def test_a_package_that_was_gone_for_long_leaves_a_judge_error_its_tries(
    store: Store, path: Path, pretended: Pretended
) -> None:
    pretended.raises["run a"] = RuntimeError("no")
    found = iter(["gone"] * 5)
    job = add(store, "a")
    boxes: Any = [pretended]
    judge = QueueJudge(store, boxes, HOST, lambda name: packages(next(found, name)))
    judge.run(lambda: now(store, job).over)
    words = words_of(path, job)
    assert words == ["taken", "again"] * 5 + ["taken", "preparing", "running", "again"] + [
        *["taken", "running", "again", "taken", "running", "done"]
    ]


def test_where_the_judge_fails_all_along_it_ends_with_the_reason(
    store: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("not foreseen")

    job = add(store, "a")
    monkeypatch.setattr(Store, "begin", fails)
    judge_all(store, pretended)
    found = now(store, job)
    assert (found.state, found.tries, found.judgement) == ("done", MOST_TRIES, None)
    assert found.words == "E304: the judge itself failed: ValueError: not foreseen"


def test_a_store_that_fails_ends_the_judge_and_not_the_job(
    store: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JudgeError("E353", "the store can't grow")

    job = add(store, "a")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "record_run", full)
        with pytest.raises(JudgeError, match="can't grow"):
            judge_all(store, pretended)
    assert (now(store, job).state, now(store, job).takes) == ("waiting", 0)
    judge_all(store, pretended)
    assert record_of(store, job).judgement.verdict is AC


# --- to stop ---------------------------------------------------------------------------------------------------------
def test_a_submission_that_runs_is_finished_before_the_judge_stops(store: Store, pretended: Pretended) -> None:
    told: list[str] = []
    pretended.meanwhile = lambda name, _: told.append(name)
    jobs = [add(store, name, at_s) for at_s, name in enumerate("ab")]
    judge_of(store, pretended).run(lambda: bool(told))
    assert [now(store, job).state for job in jobs] == ["done", "waiting"]
    assert store.queue.judges() == 0


def test_who_is_ended_by_ctrl_c_leaves_it_to_another(store: Store, path: Path, pretended: Pretended) -> None:
    pretended.meanwhile = lambda *_: signal.raise_signal(signal.SIGINT)
    job = add(store, "a")
    with pytest.raises(KeyboardInterrupt):
        judge_all(store, pretended)
    found = now(store, job)
    assert (found.state, found.takes, found.judgement) == ("waiting", 0, 1)
    pretended.meanwhile = lambda *_: None
    judge_all(store, pretended)
    assert finished(path) == [(1, CASES, 1)]


# --- regrades --------------------------------------------------------------------------------------------------------
def regrade(store: Store, **wish: Any) -> Job:
    return store.queue.add_regrade("pkg", "teacher", Job.Wish("case c1 was wrong", **wish), 9)


@pytest.fixture
def graded(store: Store, pretended: Pretended) -> Store:
    """A store in which three were judged."""
    for at_s, name in enumerate("abc"):
        add(store, name, at_s)
    judge_all(store, pretended)
    del pretended.asked[:]
    return store


def test_a_regrade_is_judged_aside(graded: Store, path: Path, pretended: Pretended) -> None:
    pretended.codes = ["E106"]
    job = regrade(graded)
    judge_all(graded, pretended)
    found, batch = now(graded, job), graded.regrades.pending(problem_of(CASES))
    assert batch
    assert (found.state, found.batch, found.words) == ("done", batch.id, "")
    assert words_of(path, job) == ["taken", "running", "done"]
    changes = graded.regrades.changes(replace(batch, problem=problem_of(CASES)))
    assert [change.new.judgement.verdict for change in changes if change.new] == [Verdict.WA, AC, AC]
    assert batch.reason == "case c1 was wrong"


def test_of_a_part_nothing_else_is_run(graded: Store, pretended: Pretended) -> None:
    job = regrade(graded, students=("b",), cases=("c1",))
    judge_all(graded, pretended)
    assert now(graded, job).state == "done"
    assert pretended.asked == ["prepare b", "run b"]


def test_a_regrade_gives_way_to_a_submission_and_goes_on_afterwards(
    graded: Store, path: Path, pretended: Pretended
) -> None:
    order: list[str] = []

    def ran(name: str, case: Case) -> None:
        order.append(name)
        if len(order) == 2:
            add(graded, "d", 20)

    pretended.meanwhile = ran
    job = regrade(graded)
    judge_all(graded, pretended)
    assert words_of(path, job) == ["taken", "running", "waiting", "taken", "running", "done"]
    assert order[2:5] == ["d", "d", "d"], "as soon as the run is over"
    assert sorted(order) == [name for name in "abcd" for _ in range(CASES)], "nothing is lost, and nothing run twice"
    assert sql(path, "SELECT count(*) FROM batch WHERE kind = 'regrade'") == [(1,)]
    assert sorted(finished(path)[3:]) == [(1, CASES, 0)] * 3 + [(1, CASES, 1)]


def test_a_regrade_gives_way_to_a_stop(graded: Store, pretended: Pretended) -> None:
    told: list[str] = []
    pretended.meanwhile = lambda name, _: told.append(name)
    job = regrade(graded)
    judge_of(graded, pretended).run(lambda: len(told) > 1)
    assert (now(graded, job).state, len(told)) == ("waiting", 2)
    judge_all(graded, pretended)
    assert (now(graded, job).state, len(told)) == ("done", 3 * CASES)


def test_a_regrade_that_is_cancelled_is_left_at_once(graded: Store, pretended: Pretended) -> None:
    told: list[str] = []
    job = regrade(graded)

    def ran(name: str, _: Case) -> None:
        told.append(name)
        if len(told) == 2:
            graded.queue.end(job, "cancelled")

    pretended.meanwhile = ran
    judge_all(graded, pretended)
    assert (now(graded, job).state, now(graded, job).words, len(told)) == ("done", "cancelled", 2)


def test_what_somebody_has_decided_about_is_not_gone_on_with(graded: Store, pretended: Pretended) -> None:
    told: list[str] = []
    pretended.meanwhile = lambda name, _: told.append(name)
    job = regrade(graded)
    judge_of(graded, pretended).run(lambda: len(told) > 1)
    batch = graded.regrades.pending(problem_of(CASES))
    assert batch
    graded.regrades.decide(batch, "cancelled")
    judge_all(graded, pretended)
    assert (now(graded, job).state, now(graded, job).words) == ("done", "somebody has decided about it meanwhile")


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"cases": ("c9",)}, "E433: pkg has no case 'c9'"),
        ({"disturbed": True}, "nothing that counts is one of --disturbed"),
        ({"students": ("zoe",)}, "nothing that counts is one of --student zoe"),
    ],
)
def test_a_wish_that_names_nothing_says_so(
    graded: Store, pretended: Pretended, wish: dict[str, Any], words: str
) -> None:
    job = regrade(graded, **wish)
    judge_all(graded, pretended)
    assert (now(graded, job).state, now(graded, job).words) == ("done", words)
    assert pretended.asked == []


def test_a_regrade_of_nothing_or_of_no_package_ends_with_the_reason(store: Store, pretended: Pretended) -> None:
    job, gone = regrade(store), store.queue.add_regrade("gone", "", Job.Wish("why"), 1)
    judge_all(store, pretended)
    assert now(store, job).words == "E453: there is nothing to regrade: nothing was judged on pkg"
    assert now(store, gone).words == "E421: there is no package (gone)"


def test_a_regrade_that_ends_judges_is_over_too(path: Path, pretended: Pretended) -> None:
    with Store(path) as store:
        add(store, "a")
        judge_all(store, pretended)
        job = regrade(store)
    for _ in range(MOST_ENDED):
        killed_at("INSERT INTO run", 1, path, pretended)
    with Store(path) as store:
        judge_all(store, pretended)
        assert now(store, job).words == "E310: 3 judges ended while they were at this"


def test_who_is_near_a_bonus_is_measured(store: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SCHEME", Problem.Scheme("groups", Problem.Scheme.Bonus(0.2, 5, ("DFS",))))
    dice, speeds = random.Random(3), {"a": 1.0, "b": 1.05, "d": 2.0, "e": 3.0}
    pretended.cpu_s = lambda name, _: 0.1 * speeds[name] * dice.lognormvariate(0, 0.01)
    for at_s, name in enumerate(speeds):
        store.accounts.enter(Student(name), "student", "")
        add(store, name, at_s)
    judge_all(store, pretended)
    pretended.asked.clear()
    regrade(store)
    judge_all(store, pretended)
    ran = {name: pretended.asked.count(f"run {name}") for name in speeds}
    assert ran["a"] == ran["b"] > CASES == ran["d"] == ran["e"]
