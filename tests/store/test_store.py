"""The store: nothing is lost, nothing is run twice, nothing is published too early, nothing foreign is overwritten."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError, Place
from judge.model import Finding, Judgement, Limits, Prepared, ReadWarning, Run
from judge.model.record import Batch, Record, conditions, matrix, movers
from judge.scoring.leaderboard import pseudonym, signed
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.store.database import VERSION, Database
from judge.store.writer import Writer
from tests.store.make import (
    AC,
    HOST,
    JE,
    NEW,
    PROBLEM,
    ROOT,
    TLE,
    WA,
    attempt_of,
    batch_of,
    board_of,
    judge_it,
    problem_of,
    regrade,
    runs_of,
    state,
    submission_of,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "store.db"


# --- what goes in comes out ------------------------------------------------------------------------------------------
def test_a_record_of_a_score_comes_back_with_its_sources(store: Store) -> None:
    for text in ("one", "two"):
        judge_it(store, batch_of(store), "ann", [AC] * 4, text)
    files = (("a/b.h", b"\xff\0"), ("mine.py", b"x"))
    whole = msgspec.structs.replace(submission_of("three"), files=files, expected=(AC, TLE), words="mine.py")
    ticket = store.enter(batch_of(store), whole, "bob")
    store.finish(ticket, judgement_of(whole, PROBLEM, Prepared(), runs_of([AC] * 4)))
    records = {row.judgement.submission.sha256: row for row in store.records(PROBLEM)}
    board = board_of(store, PROBLEM, conditions(PROBLEM, HOST))
    scores = {score.owner: score for score in store.scores.best(board.ground)}
    found = store.boards.record(scores["bob"].outcome, PROBLEM)
    assert found.judgement.problem is PROBLEM
    assert msgspec.structs.asdict(found) == msgspec.structs.asdict(records[whole.sha256])
    assert found.judgement.submission.files == ()
    assert store.sourced(found.judgement.submission) == whole
    other = store.boards.record(scores["ann"].outcome, PROBLEM)
    assert store.sourced(other.judgement.submission) == submission_of("one")


def test_a_judgement_comes_back_whole(path: Path) -> None:
    finding = Finding("E106", "two lizards can eat each other", ((1, 2), (3, 4)), "output.txt line 2", "n", "h")
    board = np.array([[1, 1], [0, 2]], dtype=np.int8)
    run = msgspec.structs.replace(
        runs_of([WA])[0], finding=finding, notices=(ReadWarning("W102", "lines end in CRLF", 1),), cells=((1, 2),)
    )
    submission = msgspec.structs.replace(
        submission_of(),
        expected=(AC, TLE),
        files=(("a/b.h", b"\xff\0"), ("mine.py", b"x")),
        words="mine.py --problem p",
    )
    prepared = Prepared(AC, 1.5, "ok", language="C", startup_s=0.1)
    with Store(path) as store:
        ticket = store.enter(batch_of(store, label="class.zip"), submission, "Zoë")
        store.record_run(ticket, attempt_of(msgspec.structs.replace(run, board=board)))
        store.finish(ticket, Judgement(submission, PROBLEM, prepared, (run,), WA, 12.5))
    with Store(path) as store:
        batch = batch_of(store, label="class.zip")
        [record], [found] = store.records(PROBLEM), store.regrades.tickets(batch)
    assert found.submission == submission
    assert msgspec.structs.replace(found.runs[0], board=None) == attempt_of(run)
    assert found.runs[0].board.tolist() == board.tolist()
    bare = msgspec.structs.replace(submission, source=b"", files=())
    assert record.judgement.submission == bare
    assert (record.owner, record.judgement.verdict, record.judgement.points) == ("Zoë", WA, 12.5)
    assert (record.judgement.prepare, record.judgement.runs) == (prepared, (run,))
    assert record.conditions == conditions(PROBLEM, HOST)
    assert abs(record.since_s - time.time()) < 60


def test_names_that_are_no_text_can_be_kept(store: Store) -> None:
    ticket = store.enter(batch_of(store, label="cl\udcffass"), submission_of(name="s\udcfcb.py"), "J\udcf6rg")
    run = msgspec.structs.replace(runs_of([WA])[0], message="it wrote \udcff.txt")
    store.record_run(ticket, attempt_of(run))
    store.finish(ticket, Judgement(ticket.submission, PROBLEM, Prepared(), (run,), WA))
    [record] = store.records(PROBLEM)
    assert record.owner == "J\\udcf6rg"
    assert record.judgement.runs[0].message == "it wrote \\udcff.txt"


def test_the_file_is_private(store: Store, path: Path) -> None:
    assert path.stat().st_mode & 0o077 == 0


# --- the same is not run twice ---------------------------------------------------------------------------------------
def test_the_same_bytes_under_the_same_conditions_are_found_again(store: Store) -> None:
    first = judge_it(store, batch_of(store), "ann", [AC, WA, AC, AC], "text")
    again = store.enter(batch_of(store), submission_of("text"), "ann")
    assert (again.done, again.id, again.owner) == (True, first, "ann")
    submitted = store.enter(batch_of(store, kind="submit"), submission_of("text"), "ann")
    assert (submitted.done, submitted.owner, submitted.submission) == (True, "ann", submission_of("text"))
    assert [run.verdict for run in submitted.runs] == [AC, WA, AC, AC]


def test_what_was_asked_for_last_counts_though_nothing_is_run(store: Store) -> None:
    """A mended package is put back as it was: what was judged on it before counts again, everywhere."""
    judge_it(store, batch_of(store), "ann", [AC] * 4)
    mended = problem_of(pieces=2)
    judge_it(store, batch_of(store, mended), "ann", [WA] * 4)
    assert state(store) == {"ann": (WA, 0)}
    assert store.enter(batch_of(store), submission_of("ann"), "ann").done
    assert state(store) == {"ann": (AC, 50)}


def test_another_owner_gets_a_record_of_the_same_runs(store: Store) -> None:
    first = judge_it(store, batch_of(store), "ann", [AC, WA, AC, AC], "text")
    ticket = store.enter(batch_of(store), submission_of("text"), "bob")
    assert (ticket.done, ticket.owner, ticket.submission) == (True, "bob", submission_of("text"))
    assert ticket.id > first
    record = store.record(ticket.id, PROBLEM)
    assert record is not None
    assert record.owner == "bob"
    assert state(store) == {"ann": (WA, 37.5), "bob": (WA, 37.5)}


def test_who_asks_for_new_runs_gets_none_of_the_old(store: Store) -> None:
    batch = msgspec.structs.replace(batch_of(store), again=True)
    interrupted = store.enter(batch, submission_of(), "ann")
    store.record_run(interrupted, attempt_of(runs_of([AC])[0]))
    ticket = store.enter(batch, submission_of(), "ann")
    assert ticket.id > interrupted.id
    assert (ticket.runs, ticket.done) == ((), False)


def test_what_counts_is_found_for_each_submission_that_is_named(store: Store) -> None:
    """Whatever the conditions; the last without a judge error, and nothing of another's."""
    judge_it(store, batch_of(store), "ann", [AC] * 4, "one")
    judge_it(store, batch_of(store, problem_of(pieces=2)), "ann", [AC, WA, AC, AC], "one")
    judge_it(store, batch_of(store), "ann", [WA] * 4, "two")
    judge_it(store, batch_of(store), "bob\udcff", [AC] * 4, "three")
    named = [("ann", submission_of("one")), ("bob\udcff", submission_of("three")), ("bob", submission_of("one"))]
    found = store.counting(PROBLEM, named)
    assert [(row.owner[:3], row.judgement.verdict, row.judgement.problem) for row in found] == [
        ("ann", WA, PROBLEM), ("bob", AC, PROBLEM),
    ]  # fmt: skip
    assert [row.judgement.points for row in found] == [37.5, 50]
    assert store.counting(PROBLEM, []) == []


def test_what_differs_is_judged(store: Store) -> None:
    judge_it(store, batch_of(store), "ann", [AC] * 4, "text")
    slow = msgspec.structs.replace(PROBLEM, limits=Limits(time_limit=9))
    other = msgspec.structs.replace(HOST, numba="0.64")
    due = [
        store.enter(batch_of(store), submission_of("other text"), "ann"),
        store.enter(batch_of(store), submission_of("text", "mine.c"), "ann"),
        store.enter(batch_of(store, slow), submission_of("text"), "ann"),
        store.enter(batch_of(store, problem_of(pieces=2)), submission_of("text"), "ann"),
        store.enter(batch_of(store, conditions=conditions(PROBLEM, HOST, repeat=3)), submission_of("text"), "ann"),
        store.enter(batch_of(store, host=other, conditions=conditions(PROBLEM, other)), submission_of("text"), "ann"),
        store.enter(batch_of(store, again=True), submission_of("text"), "ann"),
    ]
    assert [ticket.done for ticket in due] == [False] * len(due)
    assert not any(ticket.runs for ticket in due)


def test_a_judge_error_is_tried_again_on_its_case_alone(store: Store) -> None:
    batch = batch_of(store)
    first = judge_it(store, batch, "ann", [AC, JE, AC, AC])
    assert state(store) == {"ann": (JE, None)}
    ticket = store.enter(batch, submission_of("ann"), "ann")
    assert (ticket.id, ticket.done, [run.case for run in ticket.runs]) == (first, False, ["c0", "c2", "c3"])
    store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of([AC, WA, AC, AC])))
    assert state(store) == {"ann": (WA, 37.5)}
    judge_it(store, batch_of(store, again=True), "ann", [JE] * 4)
    assert state(store) == {"ann": (WA, 37.5)}, "a judge error replaces nothing"


def test_an_older_judge_s_points_for_its_own_error_are_not_believed(store: Store, path: Path) -> None:
    """It gave full marks for them."""
    ticket = store.enter(batch_of(store), submission_of(), "ann")
    store.finish(ticket, Judgement(ticket.submission, PROBLEM, Prepared(JE), (), JE, 50.0))
    assert state(store) == {"ann": (JE, None)}


def test_the_traceback_of_an_error_of_the_judge_is_kept(path: Path) -> None:
    fault = Finding("E304", "the judge itself failed", verdict=JE, traceback="Traceback ... \\udcff\nValueError")
    with Store(path) as store:
        ticket = store.enter(batch_of(store), submission_of(), "ann")
        run = msgspec.structs.replace(runs_of([JE])[0], finding=fault)
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), (run,)))
    with Store(path) as store:
        [record] = store.records(PROBLEM)
    assert record.judgement.runs[0].finding == fault


def test_an_interrupted_ticket_takes_what_was_judged_meanwhile(store: Store) -> None:
    """Nothing was run for the first; what was run for the second is older than what is known now."""
    grade = batch_of(store)
    empty, begun = (store.enter(grade, submission_of("text"), owner) for owner in ("ann", "bob"))
    store.record_run(begun, attempt_of(runs_of([WA])[0]))
    judge_it(store, batch_of(store, kind="submit"), "cid", [AC] * 4, "text")
    for ticket in (empty, begun):
        found = store.enter(grade, submission_of("text"), ticket.owner)
        assert (found.id, found.done, [run.verdict for run in found.runs]) == (ticket.id, True, [AC] * 4)


# --- killed ----------------------------------------------------------------------------------------------------------
WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from judge.model import Prepared
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.make import *
with Store(Path(sys.argv[2])) as store:
    batch = batch_of(store)
    for number in range(int(sys.argv[4])):
        ticket = store.enter(batch, submission_of(name="mine.py"), f"{sys.argv[3]}-{number}")
        for index in range(len(ticket.runs), int(sys.argv[5])):
            store.record_run(ticket, runs_of([AC], index)[0])
            print(ticket.id, index, flush=True)
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of([WA] * 4)))
"""


def writer(path: Path, name: str, owners: int, runs: int) -> subprocess.Popen[str]:
    """A judge of its own that says each run as soon as it is written."""
    command = [sys.executable, "-c", WRITER, str(ROOT), str(path), name, str(owners), str(runs)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_killed_judge_loses_nothing_that_it_has_said(path: Path) -> None:
    said: list[str] = []
    for moment in (1, 17, 300):
        process = writer(path, "ann", owners=1, runs=1_000_000)
        assert process.stdout
        said += [process.stdout.readline() for _ in range(moment)]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
        process.wait()
    with Store(path) as store:
        [ticket] = store.regrades.tickets(batch_of(store))
    numbers = [int(run.cpu_s) for run in ticket.runs]
    assert numbers == list(range(len(numbers))), "each went on where the last one stopped"
    assert len(said) <= len(numbers) <= len(said) + 3, "at most the run in flight of each was written and not said"


def test_two_judges_at_once_lose_nothing(path: Path) -> None:
    both = [writer(path, name, owners=5, runs=40) for name in ("ann", "bob")]  # they make the store, too
    said = [line for process in both for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in both] == [0, 0]
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT count(*) FROM run").fetchone()[0] == len(said)
    assert raw.execute("SELECT count(*) FROM batch").fetchone()[0] == 1
    raw.close()
    with Store(path) as store:
        assert len(store.records(PROBLEM)) == 10


def test_a_transaction_that_fails_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Writer, "add_judgement", fail)
    with pytest.raises(RuntimeError):
        store.enter(batch_of(store), submission_of(), "ann")
    monkeypatch.undo()
    assert store.regrades.tickets(batch_of(store)) == []
    assert judge_it(store, batch_of(store), "ann", [AC] * 4), "and the store can be used on"


def test_judging_reads_by_index_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So its cost does not grow with the store: a scan would show in SQLite's plan."""
    steps: list[str] = []
    ask = Database.ask

    def explained(self: Database, question: str, *values: object) -> list[sqlite3.Row]:
        steps.extend(row["detail"] for row in ask(self, f"EXPLAIN QUERY PLAN {question}", *values))
        return ask(self, question, *values)

    monkeypatch.setattr(Database, "ask", explained)
    judge_it(store, batch_of(store), "ann", [AC] * 4, "text")
    assert store.enter(batch_of(store), submission_of("text"), "bob").done
    assert store.record(1, PROBLEM)
    assert len(steps) > 10
    assert not [step for step in steps if step.startswith("SCAN")]


# --- files that fail -------------------------------------------------------------------------------------------------
def refused(path: Path, code: str) -> JudgeError:
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(JudgeError) as caught:
        Store(path, wait_s=0.05)
    assert (caught.value.code, caught.value.place) == (code, Place(str(path)))
    assert caught.value.help
    assert not path.is_file() or path.read_bytes() == before, "nothing is overwritten"
    return caught.value


def test_a_newer_store_is_left_alone(path: Path) -> None:
    with Store(path):
        pass
    raw = sqlite3.connect(path)
    raw.execute(f"PRAGMA user_version = {VERSION + 1}")
    raw.close()
    assert f"version {VERSION + 1}, but this judge knows versions up to {VERSION}" in refused(path, "E351").message


@pytest.mark.parametrize("garbage", [b"no database at all, but text" * 99, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_corrupt_file_is_left_alone(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(garbage)
    refused(path, "E352")


def test_a_page_that_went_bad_is_told(path: Path) -> None:
    with Store(path) as store:
        for number in range(30):
            judge_it(store, batch_of(store), f"owner {number}", [AC] * 4)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(JudgeError) as caught, Store(path) as store:
        store.records(PROBLEM)
    assert caught.value.code == "E352"


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE theirs (x)")
    raw.close()
    assert "another program" in refused(path, "E352").message


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, why in ((tmp_path / "file" / "store.db", "File exists"), (tmp_path, "unable to open database file")):
        assert refused(path, "E355").message == f"the store can't be opened for writing: {why}"


def test_a_lock_is_waited_for_and_then_told(path: Path) -> None:
    with Store(path, wait_s=0.05) as store:
        batch = batch_of(store)
        raw = sqlite3.connect(path, isolation_level=None)
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(JudgeError) as caught:
            store.enter(batch, submission_of(), "ann")
        assert caught.value.code == "E354"
        raw.execute("ROLLBACK")
        raw.close()
        assert not store.enter(batch, submission_of(), "ann").done


FULL = """
import resource, sys
from pathlib import Path
from judge.errors import JudgeError
from judge.store import Store
from tests.store.make import *
path = Path(sys.argv[1])
with Store(path) as store:
    ticket = store.enter(batch_of(store), submission_of(), "ann")
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
    for index in range(10_000):
        try:
            store.record_run(ticket, runs_of([AC], index)[0])
        except JudgeError as error:
            print(error.code, index, len(ticket.runs))
            break
"""


def test_a_full_disk_is_told_and_takes_nothing(path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(path)]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    code, count, _ = done.stdout.split()
    assert (code, int(count) > 10) == ("E353", True)
    with Store(path) as store:
        assert len(store.regrades.tickets(batch_of(store))[0].runs) == int(count)


# --- the board -------------------------------------------------------------------------------------------------------


def test_a_frozen_board_knows_nothing_later(store: Store) -> None:
    batch = batch_of(store)
    judge_it(store, batch, "ann", [AC, AC, WA, WA], "first")
    frozen_s = time.time()
    time.sleep(0.01)
    judge_it(store, batch, "ann", [AC] * 4, "second")
    judge_it(store, batch, "bob", [AC] * 4)
    judge_it(store, batch, "cleo", [JE] * 4)
    frozen = board_of(store, PROBLEM, batch.conditions, before_s=frozen_s)
    assert [(row.owner, row.standing.solved) for row in frozen.rows] == [("ann", 2)]
    assert (frozen.faulty, frozen.stale, frozen.apart) == (0, 0, 0)
    later = board_of(store, PROBLEM, batch.conditions)
    assert (len(later.rows), later.faulty) == (3, 1)


def test_pseudonyms_stay_and_tell_nothing(store: Store, tmp_path: Path) -> None:
    batch = batch_of(store)
    for owner in ("ann", "bob"):
        judge_it(store, batch, owner, [AC] * 4)
    board = signed(board_of(store, PROBLEM, batch.conditions), "bob", store.key)
    assert {row.owner: row.shown for row in board.rows} == {"ann": pseudonym("ann", store.key), "bob": "bob"}
    assert [row.own for row in board.rows] == [row.owner == "bob" for row in board.rows]
    assert len({pseudonym(f"owner {number}", store.key) for number in range(2000)}) == 2000
    with Store(tmp_path / "other.db") as other:
        assert pseudonym("ann", other.key) != pseudonym("ann", store.key)


# --- regrades --------------------------------------------------------------------------------------------------------


@pytest.fixture
def graded(store: Store) -> Store:
    """A class of three, judged on the old package."""
    for owner, verdicts in {"ann": [AC, WA, AC, AC], "bob": [AC] * 4, "cid": [TLE, TLE, AC, AC]}.items():
        judge_it(store, batch_of(store), owner, verdicts)
    return store


RESULTS = {"ann": [AC] * 4, "bob": [AC, AC, AC, WA], "cid": [JE, TLE, AC, AC]}
OLD_STATE = {"ann": (WA, 37.5), "bob": (AC, 50), "cid": (TLE, 25)}


def test_a_regrade_is_compared_and_published_only_when_applied(graded: Store) -> None:
    batch, changes = regrade(graded, RESULTS)
    assert matrix(changes) == {(AC, WA): 1, (WA, AC): 1, (TLE, JE): 1}
    assert [(change.old.owner, change.gain) for change in movers(changes)] == [("bob", -12.5), ("ann", 12.5)]
    assert state(graded) == OLD_STATE
    pending = graded.regrades.pending(NEW)
    assert pending
    assert (pending.id, pending.reason, pending.host) == (batch.id, "case c1 was wrong", HOST)

    before_s = time.time()
    graded.regrades.decide(batch, "applied")
    assert state(graded) == {"ann": (AC, 50), "bob": (WA, 37.5), "cid": (TLE, 25)}, "a judge error changes nothing"
    assert graded.regrades.pending(NEW) is None
    before = board_of(graded, PROBLEM, conditions(PROBLEM, HOST), before_s=before_s)
    old = {row.owner: row.standing.judgement.points for row in before.rows}
    assert old == {"ann": 37.5, "bob": 50, "cid": 25}, "the old judgements stay"


def test_a_regrade_goes_on_where_it_stopped_and_is_not_applied_before_its_end(graded: Store) -> None:
    batch, changes = regrade(graded, {"ann": [AC] * 4})
    assert [change.new is None for change in changes] == [False, True, True]
    with pytest.raises(JudgeError, match="2 submissions are still to be judged") as caught:
        graded.regrades.decide(batch, "applied")
    assert caught.value.code == "E452"
    assert [ticket.done for ticket in graded.regrades.tickets(batch)] == [True, False, False]
    again, changes = regrade(graded, RESULTS)
    assert again.id == batch.id
    assert all(change.new for change in changes)


def test_a_part_of_a_regrade_holds_what_was_taken_over(graded: Store) -> None:
    """Ann's third case and nobody else's; her other runs are there when it begins, and are not run again."""

    def kept(record: Record) -> Sequence[Run] | None:
        runs = [attempt_of(run) for run in record.judgement.runs]
        return (*runs[:2], runs[3]) if record.owner == "ann" else None

    part = Batch("regrade", PROBLEM, HOST, conditions(PROBLEM, HOST), label="--student ann", reason="noise")
    batch = graded.regrades.begin(part, kept)
    [ticket] = graded.regrades.tickets(batch)
    assert (ticket.owner, [run.case for run in ticket.runs]) == ("ann", ["c0", "c1", "c3"])
    assert [record.owner for record in graded.regrades.others(batch)] == ["bob", "cid"]
    assert graded.regrades.pending(PROBLEM).part == "--student ann"  # type: ignore[union-attr]
    same = graded.regrades.begin(msgspec.structs.replace(part, reason="again"), kept)
    assert (same.id, same.reason, same.part) == (batch.id, "noise", "--student ann"), "it goes on"
    whole = graded.regrades.begin(msgspec.structs.replace(part, label=""), kept)
    assert (whole.id, whole.part) == (batch.id, "--student ann"), "without its words, too"
    with pytest.raises(JudgeError) as caught:
        graded.regrades.begin(msgspec.structs.replace(part, label="--disturbed"), kept)
    assert caught.value.code == "E451"
    graded.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of([AC] * 4)))
    graded.regrades.decide(batch, "applied")
    assert state(graded) == OLD_STATE | {"ann": (AC, 50)}


def test_a_whole_regrade_is_no_part_of_itself(graded: Store) -> None:
    batch, _ = regrade(graded, {})
    assert (batch.part, graded.regrades.others(batch)) == ("", [])
    with pytest.raises(JudgeError) as caught:
        graded.regrades.begin(msgspec.structs.replace(batch, label="--disturbed"))
    assert caught.value.code == "E451"


def test_a_part_without_anything_is_no_regrade(graded: Store) -> None:
    batch = Batch("regrade", PROBLEM, HOST, conditions(PROBLEM, HOST), label="--disturbed")
    with pytest.raises(JudgeError) as caught:
        graded.regrades.begin(batch, lambda _: None)
    assert caught.value.code == "E453"
    assert graded.regrades.pending(PROBLEM) is None


def test_pending_results_are_not_used_for_anything(graded: Store) -> None:
    regrade(graded, RESULTS)
    assert not graded.enter(batch_of(graded, NEW), submission_of("ann"), "ann").done


def test_the_classes_of_a_problem_are_told_apart(store: Store) -> None:
    """The bonuses of one class are its own; of who has handed in twice the last counts."""
    for label, owner, text in (
        ("/a/class.zip", "ann", "x"),
        ("/a/class.zip", "bob", "y"),
        ("/b/class.zip", "ann", "z"),
    ):
        judge_it(store, batch_of(store, label=label), owner, [AC] * 4, text)
    judge_it(store, batch_of(store, label="/a/class.zip"), "ann", [WA] * 4, "new")
    judge_it(store, batch_of(store, kind="submit"), "cid", [AC] * 4)
    sums = {text: submission_of(text).sha256 for text in ("y", "z", "new")}
    assert store.regrades.classes(PROBLEM) == [{"ann": sums["new"], "bob": sums["y"]}, {"ann": sums["z"]}]


def test_a_ticket_is_found_again_in_its_own_batch_and_its_host(store: Store) -> None:
    batch, other = (batch_of(store, PROBLEM, label=label) for label in ("one.zip", "two.zip"))
    ticket = store.enter(batch, submission_of("x"), "ann")
    [run, *_] = runs_of([AC] * 4)
    store.record_run(ticket, attempt_of(run))
    found = store.entered(ticket.id, batch)
    assert found is not None
    assert (found.id, found.owner, len(found.runs)) == (ticket.id, "ann", 1)
    assert store.entered(ticket.id, other) is None
    assert store.entered(ticket.id + 1, batch) is None
    assert store.host(ticket.id) == HOST
