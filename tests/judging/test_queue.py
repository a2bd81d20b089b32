"""A judge of the queue: every job is judged once, wherever one is killed; a regrade gives way; nothing ends it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError, Place
from judge.judging import QueueJudge
from judge.judging import queue as queue_job
from judge.judging.queue import MOST_ENDED, MOST_TRIES
from judge.model import Case, Job, Problem, Record, RegradeWish, Roll, Run, Submission, Verdict
from judge.store import Store
from judge.store.queue import Queue
from tests.judging.make import member, problem_of
from tests.make import HOST
from tests.pretended import VERDICTS, Pretended

AC, JE = Verdict.AC, Verdict.JE
CASES = 3


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    monkeypatch.setattr("judge.judging.queue.LOOK_S", 0)
    monkeypatch.setattr("judge.judging.queue.AGAIN_S", 0)
    monkeypatch.setattr("judge.store.line.REST_S", 0)
    return Pretended(monkeypatch)


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
    return problem_of(CASES)


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


def words_of(store: Store, job: Job) -> list[str]:
    return [row["word"] for row in store._db.ask("SELECT word FROM step WHERE job = ? ORDER BY id", job.id)]


def test_what_waits_is_judged_and_counts_from_when_it_was_handed_in(store: Store, pretended: Pretended) -> None:
    jobs = [add(store, name, at_s) for at_s, name in enumerate("abc", 5)]
    judge_all(store, pretended)
    for job in jobs:
        assert words_of(store, job) == ["taken", "preparing", "running", "done"]
        assert record_of(store, job).judgement.verdict is AC
        [(begun_s,)] = store._db.ask("SELECT begun_s FROM judgement WHERE id = ?", now(store, job).judgement)
        assert begun_s == job.at_s
    board = store._db.ask("SELECT count(*) FROM score WHERE algorithm = ''")
    assert [tuple(row) for row in board] == [(3,)]
    assert pretended.asked == [f"{word} {name}" for name in "abc" for word in ("prepare", "run", "run", "run")]


def test_the_same_bytes_are_not_run_again_and_written_down_as_often(store: Store, pretended: Pretended) -> None:
    first = add(store, "a", 1)
    judge_all(store, pretended)
    again, other = add(store, "a", 2), add(store, "b", 3, "a")
    judge_all(store, pretended)
    judgements = {now(store, job).judgement for job in (first, again, other)}
    assert len(judgements) == 3
    assert words_of(store, again) == ["taken", "preparing", "done"]
    assert pretended.asked == ["prepare a", "run a", "run a", "run a"]


# --- killed ----------------------------------------------------------------------------------------------------------
Moment = tuple[Any, str, int, bool]  # a function, at which of its calls, and whether after it

MOMENTS: dict[str, Moment] = {
    "taken": (Queue, "take", 1, True),
    "the batch begun": (Store, "begin", 1, True),
    "entered, without its step": (Store, "enter", 1, True),
    "its step in the same transaction": (Queue, "step", 1, True),
    "entered": (QueueJudge, "_entered", 1, True),
    "while preparing": (Queue, "step", 2, False),
    "running": (Queue, "step", 2, True),
    "before the first run is written": (Store, "record_run", 1, False),
    "after two runs": (Store, "record_run", 2, True),
    "before the outcome": (Store, "finish", 1, False),
    "after the outcome, before the step": (Store, "finish", 1, True),
    "with the last step": (Queue, "step", 3, True),
}


def killed_at(moment: Moment, path: Path, pretended: Pretended) -> None:
    """Judge in another process, which SIGKILL ends at that moment."""
    pid = os.fork()  # nobody has the store open
    if not pid:
        try:
            home, name, count, after = moment
            function, calls = getattr(home, name), []

            def watched(*arguments: object, **named: object) -> object:
                calls.append(name)
                last = len(calls) == count
                if last and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                found = function(*arguments, **named)
                if last:
                    os.kill(os.getpid(), signal.SIGKILL)
                return found

            setattr(home, name, watched)
            with Store(path) as store:
                judge_all(store, pretended)
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


def finished(store: Store) -> list[tuple[int, int, int]]:
    """Of each judgement, how many outcomes it has, how many of its runs are kept, and how many jobs name it."""
    asked = (
        "SELECT (SELECT count(*) FROM outcome WHERE judgement = judgement.id) AS outcomes,"
        " (SELECT count(*) FROM run WHERE judgement = judgement.id) AS runs,"
        " (SELECT count(DISTINCT job) FROM step WHERE judgement = judgement.id) AS jobs FROM judgement"
    )
    return [tuple(row) for row in store._db.ask(asked)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_is_killed_is_followed_by_one_that_goes_on(path: Path, pretended: Pretended, moment: str) -> None:
    with Store(path) as store:
        jobs = [add(store, name, at_s) for at_s, name in enumerate("ab")]
    killed_at(MOMENTS[moment], path, pretended)
    with Store(path) as store:
        before = now(store, jobs[0])
        judge_all(store, pretended)
        assert [now(store, job).state for job in jobs] == ["done", "done"]
        assert finished(store) == [(1, CASES, 1)] * 2
        assert before.judgement in (None, now(store, jobs[0]).judgement)
        assert record_of(store, jobs[0]).owner == "a"


@pytest.mark.parametrize("moment", ["entered, without its step", "entered", "with the last step"])
def test_who_is_killed_at_known_bytes_has_them_written_once(path: Path, pretended: Pretended, moment: str) -> None:
    with Store(path) as store:
        add(store, "a")
        judge_all(store, pretended)
        again = add(store, "a", 2)
    home, name, count, after = MOMENTS[moment]
    killed_at((home, name, min(count, 2), after), path, pretended)
    with Store(path) as store:
        judge_all(store, pretended)
        assert now(store, again).state == "done"
        assert finished(store) == [(1, CASES, 1), (1, 0, 1)]


def test_what_has_ended_three_judges_becomes_je_and_the_others_are_judged(path: Path, pretended: Pretended) -> None:
    with Store(path) as store:
        deadly, other = add(store, "a"), add(store, "b", 2)
    for _ in range(MOST_ENDED):
        killed_at(MOMENTS["before the first run is written"], path, pretended)
    with Store(path) as store:
        judge_all(store, pretended)
        made = record_of(store, deadly).judgement
        assert (made.verdict, made.points, now(store, deadly).state) == (JE, None, "done")
        assert made.prepare.finding
        assert (made.prepare.finding.code, made.prepare.finding.message) == (
            "E310",
            "3 judges ended while they were at this",
        )
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
    killed_at(MOMENTS["after the outcome, before the step"], path, pretended)
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
    killed_at(MOMENTS["after two runs"], path, pretended)
    with Store(path) as store:
        monkeypatch.setattr(f"{__name__}.CASES", 2)
        first = now(store, job).judgement
        judge_all(store, pretended)
        assert now(store, job).judgement != first
        assert finished(store) == [(0, 2, 1), (1, 2, 1)]


# --- what the judge fails on -----------------------------------------------------------------------------------------
def test_a_judge_error_is_tried_again_twice_and_then_stays(store: Store, pretended: Pretended) -> None:
    pretended.raises["run a"] = RuntimeError("no")
    job, other = add(store, "a"), add(store, "b", 2)
    judge_all(store, pretended)
    again = ["taken", "preparing", "running", "again"]
    assert words_of(store, job)[:4] == again
    assert words_of(store, job).count("again") == MOST_TRIES
    assert words_of(store, job)[-1] == "done"
    made = record_of(store, job).judgement
    assert (made.verdict, made.faults) == (JE, CASES)
    assert record_of(store, other).judgement.verdict is AC
    assert len({row["judgement"] for row in store._db.ask("SELECT judgement FROM outcome")}) == 2


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
    store: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VERDICTS, "E302", JE)
    pretended.codes = ["E302"]
    job = add(store, "a")
    judge_all(store, pretended)
    assert words_of(store, job) == ["taken", "preparing", "running", "done"]
    assert record_of(store, job).judgement.verdict is JE


def test_what_has_no_package_waits_and_says_why(
    store: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.store.line.REST_S", 100)
    job, other = add(store, "a", problem="gone"), add(store, "b", 2)
    judge_of(store, pretended).run(lambda: now(store, other).over)
    found = now(store, job)
    assert (found.state, found.tries, found.judgement) == ("waiting", 1, None)
    assert found.words == "E421: there is no package (gone)"
    monkeypatch.setattr("judge.store.line.REST_S", 0)
    assert store.queue.take("judge"), "nobody holds it"


def test_a_package_that_was_gone_for_long_leaves_a_judge_error_its_tries(store: Store, pretended: Pretended) -> None:
    pretended.raises["run a"] = RuntimeError("no")
    found = iter(["gone"] * 5)
    job = add(store, "a")
    boxes: Any = [pretended]
    judge = QueueJudge(store, boxes, HOST, lambda name: packages(next(found, name)))
    judge.run(lambda: now(store, job).over)
    words = words_of(store, job)
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


def test_who_is_ended_by_ctrl_c_leaves_it_to_another(store: Store, pretended: Pretended) -> None:
    pretended.meanwhile = lambda *_: signal.raise_signal(signal.SIGINT)
    job = add(store, "a")
    with pytest.raises(KeyboardInterrupt):
        judge_all(store, pretended)
    found = now(store, job)
    assert (found.state, found.takes, found.judgement) == ("waiting", 0, 1)
    pretended.meanwhile = lambda *_: None
    judge_all(store, pretended)
    assert finished(store) == [(1, CASES, 1)]


# --- regrades --------------------------------------------------------------------------------------------------------
def regrade(store: Store, **wish: Any) -> Job:
    return store.queue.add_regrade("pkg", "teacher", RegradeWish("case c1 was wrong", **wish), 9)


@pytest.fixture
def graded(store: Store, pretended: Pretended) -> Store:
    """A store in which three were judged."""
    for at_s, name in enumerate("abc"):
        add(store, name, at_s)
    judge_all(store, pretended)
    del pretended.asked[:]
    return store


def test_a_regrade_is_judged_aside(graded: Store, pretended: Pretended) -> None:
    pretended.codes = ["E106"]
    job = regrade(graded)
    judge_all(graded, pretended)
    found, batch = now(graded, job), graded.regrades.pending(problem_of(CASES))
    assert batch
    assert (found.state, found.batch, found.words) == ("done", batch.id, "")
    assert words_of(graded, job) == ["taken", "running", "done"]
    changes = graded.regrades.changes(msgspec.structs.replace(batch, problem=problem_of(CASES)))
    assert [change.new.judgement.verdict for change in changes if change.new] == [Verdict.WA, AC, AC]
    assert batch.reason == "case c1 was wrong"


def test_of_a_part_nothing_else_is_run(graded: Store, pretended: Pretended) -> None:
    job = regrade(graded, students=("b",), cases=("c1",))
    judge_all(graded, pretended)
    assert now(graded, job).state == "done"
    assert pretended.asked == ["prepare b", "run b"]


def test_a_regrade_gives_way_to_a_submission_and_goes_on_afterwards(graded: Store, pretended: Pretended) -> None:
    order: list[str] = []

    def ran(name: str, case: Case) -> None:
        order.append(name)
        if len(order) == 2:
            add(graded, "d", 20)

    pretended.meanwhile = ran
    job = regrade(graded)
    judge_all(graded, pretended)
    assert words_of(graded, job) == ["taken", "running", "waiting", "taken", "running", "done"]
    assert order[2:5] == ["d", "d", "d"], "as soon as the run is over"
    assert sorted(order) == [name for name in "abcd" for _ in range(CASES)], "nothing is lost, and nothing run twice"
    assert len(graded._db.ask("SELECT id FROM batch WHERE kind = 'regrade'")) == 1
    assert [row["runs"] for row in counted(graded, "regrade")] == [CASES] * 3


def counted(store: Store, kind: str) -> list[Any]:
    asked = (
        "SELECT judgement.id, (SELECT count(*) FROM run WHERE judgement = judgement.id) AS runs"
        " FROM judgement JOIN batch ON batch.id = batch WHERE batch.kind = ?"
    )
    return store._db.ask(asked, kind)


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
    job, gone = regrade(store), store.queue.add_regrade("gone", "", RegradeWish("why"), 1)
    judge_all(store, pretended)
    assert now(store, job).words == "E453: there is nothing to regrade: nothing was judged on pkg"
    assert now(store, gone).words == "E421: there is no package (gone)"


def test_a_regrade_that_ends_judges_is_over_too(path: Path, pretended: Pretended) -> None:
    with Store(path) as store:
        add(store, "a")
        judge_all(store, pretended)
        job = regrade(store)
    for _ in range(MOST_ENDED):
        killed_at(MOMENTS["before the first run is written"], path, pretended)
    with Store(path) as store:
        judge_all(store, pretended)
        assert now(store, job).words == "E310: 3 judges ended while they were at this"


def test_who_is_near_a_bonus_is_measured(graded: Store, pretended: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    raced: list[tuple[list[str], float]] = []

    class Race:
        def __init__(self, _: Store, __: object, tickets: list[Any], budget_s: float, *, more: bool) -> None:
            raced.append(([ticket.owner for ticket in tickets], budget_s))
            assert not more

        def events(self, _: object) -> Iterator[Run]:
            return iter(())

    monkeypatch.setattr(queue_job, "BonusRounds", Race)
    monkeypatch.setattr("judge.judging.regrading.Regrading.races", lambda *_: iter([[], []]))
    regrade(graded)
    judge_of(graded, pretended).run(lambda: not graded.queue.open())
    assert raced == [([], queue_job.BONUS_S)] * 2
