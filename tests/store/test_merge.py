"""Two stores become one: each row comes once, ids and keys are found again, and what contradicts is refused whole."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

from judge.errors import JudgeError, Place
from judge.model import Prepared, Problem, Verdict
from judge.model.classroom import Student
from judge.model.deed import Deed, Term
from judge.model.mark import Mark
from judge.model.record import Batch, conditions, latest
from judge.scoring.leaderboard import Leaderboard
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.store.database import Database
from judge.store.merge import Merged
from tests.store.test_migration import OLD
from tests.store.test_store import HOST, PROBLEM, attempt_of, batch_of, judge_it, problem_of, runs_of, submission_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
MENDED = problem_of(pieces=2)
UNDER, MENDED_UNDER = conditions(PROBLEM, HOST), conditions(MENDED, HOST)


@pytest.fixture(autouse=True)
def _a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two rows are written at one time, however fast the machine is."""
    ticks = count(1_700_000_000)
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "a").mkdir()
    with Store(tmp_path / "a/store.db") as opened:
        yield opened


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "b").mkdir()
    with Store(tmp_path / "b/store.db") as opened:
        yield opened


def merged(here: Store, there: Store) -> Merged:
    return here.upkeep.merge(there._db.path)


def copied(here: Store, tmp_path: Path) -> Store:
    """A store that was the same until now."""
    (tmp_path / "copy").mkdir()
    here.upkeep.backup(tmp_path / "copy/store.db")
    return Store(tmp_path / "copy/store.db")


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(store._db.path)) as raw:
        tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {table: sorted(raw.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}


def told(board: Leaderboard) -> list[tuple[str, int | None, int]]:
    return [(row.owner, row.standing.rank, row.standing.solved) for row in board.rows]


def regrade(store: Store, verdicts: Sequence[Verdict], word: str = "", problem: Problem = MENDED) -> Batch:
    batch = store.regrades.begin(Batch("regrade", problem, HOST, conditions(problem, HOST), reason="mended"))
    for ticket in store.regrades.tickets(batch):
        for run in runs_of(verdicts):
            store.record_run(ticket, attempt_of(run))
        store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), runs_of(verdicts)))
    if word:
        store.regrades.decide(batch, word)  # type: ignore[arg-type]
    return batch


def test_two_classes_become_one(here: Store, there: Store) -> None:
    judge_it(here, batch_of(here, label="one"), "ann", [AC] * 4, time_s=2.0)
    judge_it(here, batch_of(here, label="one"), "bob", [AC, WA, AC, AC])
    judge_it(there, batch_of(there, label="two"), "cleo", [AC] * 4, time_s=1.0)
    judge_it(there, batch_of(there, label="two"), "bob", [AC] * 4, "better", time_s=3.0)
    judge_it(there, batch_of(there, MENDED, label="two", conditions=MENDED_UNDER), "cleo", [WA] * 4, "mended")
    before = {record.owner: record for record in there.records(PROBLEM) if record.conditions == UNDER}
    assert merged(here, there) == Merged(2, 3, 1)
    assert told(here.board(PROBLEM, UNDER)) == [("cleo", 1, 4), ("ann", 2, 4), ("bob", 3, 4)]
    assert told(here.board(PROBLEM, UNDER, "SA")) == [("cleo", 1, 2), ("ann", 2, 2), ("bob", 3, 2)]
    assert told(here.board(MENDED, MENDED_UNDER)) == [("cleo", 1, 0)]
    counts = [(row.owner, row.judgement.submission.sha256) for row in here.records(PROBLEM)]
    assert len(counts) == 5
    after = {
        row.owner: row
        for row in here.records(PROBLEM)
        if row.judgement.submission == before["cleo"].judgement.submission
    }
    assert msgspec.structs.replace(after["cleo"], id=0) == msgspec.structs.replace(before["cleo"], id=0)
    assert here.sourced(after["cleo"].judgement.submission) == submission_of("cleo")
    assert here.regrades.classes(PROBLEM) == [
        {"ann": submission_of("ann").sha256, "bob": submission_of("bob").sha256},
        {"cleo": submission_of("mended").sha256, "bob": submission_of("better").sha256},
    ]
    [ann, bob, *_] = here.regrades.tickets(batch_of(here, label="two"))
    assert [(ticket.owner, ticket.done, len(ticket.runs)) for ticket in (ann, bob)] == [
        ("cleo", True, 4),
        ("bob", True, 4),
    ]


def test_merging_twice_changes_nothing(here: Store, there: Store) -> None:
    for store, owner in ((here, "ann"), (there, "bob")):
        judge_it(store, batch_of(store), owner, [AC] * 4)
        judge_it(store, batch_of(store), "both", [AC, WA, AC, AC])
    regrade(there, [AC] * 4, "applied")
    begun = there.enter(batch_of(there), submission_of("begun"), "cleo")
    there.record_run(begun, attempt_of(runs_of([AC])[0]))
    foreign = everything(there)
    merged(here, there)
    once = everything(here)
    assert merged(here, there) == Merged(0, 0, 0)
    assert merged(here, here) == Merged(0, 0, 0)
    assert everything(here) == once
    assert everything(there) == foreign
    assert sorted(
        file.name for file in here._db.path.parent.iterdir() if "wal" not in file.name and "shm" not in file.name
    ) == ["store.claims", "store.db"]


def test_each_gets_from_the_other_what_it_lacks(here: Store, there: Store) -> None:
    for store, owner in ((here, "ann"), (there, "bob")):
        judge_it(store, batch_of(store), owner, [AC] * 4)
    merged(here, there)
    assert merged(there, here) == Merged(1, 1, 1)
    assert told(there.board(PROBLEM, UNDER)) == told(here.board(PROBLEM, UNDER))
    assert merged(here, there) == Merged(0, 0, 0)


def test_copies_of_one_store_that_went_on_apart(here: Store, tmp_path: Path) -> None:
    batch = batch_of(here)
    judge_it(here, batch, "ann", [AC] * 4)
    failed = judge_it(here, batch, "bob", [JE, AC, AC, AC])
    with copied(here, tmp_path) as there:
        ticket = there.enter(batch_of(there), submission_of("bob"), "bob")
        assert ticket.id == failed
        there.record_run(ticket, attempt_of(runs_of([AC])[0]))
        there.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of([AC] * 4)))
        judge_it(there, batch_of(there), "cleo", [AC] * 4)
        judge_it(here, batch, "dan", [AC] * 4)
        assert merged(here, there) == Merged(0, 1, 1)
    state = {row.owner: row.judgement.verdict for row in latest(here.records(PROBLEM))}
    assert state == {"ann": AC, "bob": AC, "cleo": AC, "dan": AC}
    assert len(here.board(PROBLEM, UNDER).rows) == 4
    assert here.board(PROBLEM, UNDER).faulty == 0
    runs = here._db.ask("SELECT count(*) AS count FROM run WHERE judgement = ?", failed)
    assert runs[0]["count"] == 5, "four, and the one that was run again"


@pytest.mark.parametrize("first", ["here", "there"])
def test_what_was_judged_last_counts_wherever_that_was(here: Store, there: Store, first: str) -> None:
    order = [(here, [AC] * 4), (there, [WA] * 4)] if first == "here" else [(there, [AC] * 4), (here, [WA] * 4)]
    for store, verdicts in order:
        judge_it(store, batch_of(store), "ann", verdicts, "same")
    merged(here, there)
    assert told(here.board(PROBLEM, UNDER)) == [("ann", 1, 0)]
    [ann] = latest(here.records(PROBLEM))
    assert ann.judgement.verdict is WA


def test_a_judge_error_replaces_nothing(here: Store, there: Store) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4, "same")
    judge_it(there, batch_of(there), "ann", [JE] * 4, "same")
    merged(here, there)
    assert told(here.board(PROBLEM, UNDER)) == [("ann", 1, 4)]


def test_a_regrade_that_was_applied_elsewhere_counts_here(here: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    regrade(here, [WA] * 4)
    with copied(here, tmp_path) as there:
        batch = there.regrades.pending(MENDED)
        assert batch
        there.regrades.decide(batch, "applied")
        assert merged(here, there) == Merged(0, 0, 0)
    assert here.regrades.pending(MENDED) is None
    assert [row.judgement.verdict for row in latest(here.records(MENDED))] == [WA]
    assert told(here.board(MENDED, MENDED_UNDER)) == [("ann", 1, 0)]
    [change] = here._db.ask("SELECT replaces FROM judgement WHERE replaces IS NOT NULL")
    assert change["replaces"] == 1


def test_an_outcome_of_a_regrade_that_is_applied_here_is_ranked(here: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    batch = regrade(here, [WA] * 4)
    with copied(here, tmp_path) as there:
        [ticket] = there.regrades.tickets(batch)
        there.finish(ticket, judgement_of(ticket.submission, MENDED, Prepared(), runs_of([AC, AC, AC, WA])))
        here.regrades.decide(batch, "applied")
        merged(here, there)
    assert told(here.board(MENDED, MENDED_UNDER)) == [("ann", 1, 3)]
    assert told(here.board(MENDED, MENDED_UNDER, "DFS")) == [("ann", 1, 2)]


@pytest.mark.parametrize(("word", "other"), [("applied", "cancelled"), ("cancelled", "applied")])
def test_contradicting_decisions_are_refused(here: Store, tmp_path: Path, word: str, other: str) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    batch = regrade(here, [WA] * 4)
    with copied(here, tmp_path) as there:
        here.regrades.decide(batch, word)  # type: ignore[arg-type]
        there.regrades.decide(batch, other)  # type: ignore[arg-type]
        judge_it(there, batch_of(there), "bob", [AC] * 4)
        before = everything(here)
        with pytest.raises(JudgeError) as caught:
            merged(here, there)
    error = caught.value
    assert (error.code, error.message) == (
        "E491",
        "a regrade of pkg is applied in one store and cancelled in the other",
    )
    assert error.help == "apply or cancel a regrade in the same way in both stores, then merge"
    assert everything(here) == before


def test_two_pending_regrades_of_one_problem_are_refused(here: Store, there: Store) -> None:
    for store in (here, there):
        judge_it(store, batch_of(store), "ann", [AC] * 4)
        regrade(store, [WA] * 4)
    with pytest.raises(JudgeError) as caught:
        merged(here, there)
    assert (caught.value.code, caught.value.message) == ("E491", "a regrade of pkg is pending in both stores")
    batch = there.regrades.pending(MENDED)
    assert batch
    there.regrades.decide(batch, "cancelled")
    assert merged(here, there) == Merged(2, 2, 0)
    assert here.regrades.pending(MENDED) is not None
    regrade(there, [AC] * 4)
    with pytest.raises(JudgeError):
        merged(here, there)


def test_a_pending_regrade_that_both_have_is_one(here: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    regrade(here, [WA] * 4)
    with copied(here, tmp_path) as there:
        assert merged(here, there) == Merged(0, 0, 0)


def test_who_is_forgotten_here_is_so_in_what_comes(here: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4, "code of ann, first")
    judge_it(here, batch_of(here), "bob", [AC] * 4)
    with copied(here, tmp_path) as there:
        judge_it(there, batch_of(there), "ann", [AC] * 4, "code of ann, second")
        here.upkeep.forget("ann")
        assert merged(here, there) == Merged(0, 1, 0)
        assert there.people.knows("ann")
    files = [file.read_bytes() for file in here._db.path.parent.iterdir()]
    assert not [data for data in files if b"code of ann" in data]
    assert not here.people.knows("ann")
    assert len({row.owner for row in here.records(PROBLEM)}) == 2
    assert len(here.records(PROBLEM)) == 3
    once = everything(here)
    with Store(tmp_path / "copy/store.db") as there:
        assert merged(here, there) == Merged(0, 0, 0)
    assert everything(here) == once


def test_who_is_forgotten_there_comes_without_a_name_or_is_known(here: Store, there: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    with copied(here, tmp_path) as copy:
        copy.upkeep.forget("ann")
        assert merged(here, copy) == Merged(0, 0, 0)
        assert here.people.knows("ann")
        assert merged(there, copy) == Merged(1, 1, 0)
    [ann] = there.records(PROBLEM)
    assert ann.owner == f"forgotten-{here.people.key('ann')}"
    assert told(there.board(PROBLEM, UNDER)) == [(ann.owner, 1, 4)]


def test_what_was_pruned_here_does_not_come_back(here: Store, tmp_path: Path) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    with copied(here, tmp_path) as there:
        here.upkeep.prune()
        merged(here, there)
    assert here._db.ask("SELECT 1 FROM run") == []


def test_marks_come_once_under_the_keys_of_here(here: Store, there: Store) -> None:
    for store in (here, there):
        judge_it(store, batch_of(store), "ann", [AC] * 4)
        key = store.people.key("ann")
        store._db.add("INSERT INTO mark VALUES (7, 'pkg', ?, 'points', 7.5, 'ill', 'smith', 1.0, 'hw1')", key)
    there._db.add("INSERT INTO mark VALUES (9, 'pkg', 'eve', 'comment', NULL, 'good', 'smith', 2.0, 'web:')")
    merged(here, there)
    merged(here, there)
    found = [tuple(row) for row in here._db.ask("SELECT * FROM mark ORDER BY id")]
    assert found == [
        (7, "pkg", here.people.key("ann"), "points", 7.5, "ill", "smith", 1.0, "hw1"),
        (8, "pkg", "eve", "comment", None, "good", "smith", 2.0, "web:"),
    ]


def test_a_store_of_an_older_version_is_merged_and_left_as_it_is(here: Store, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as raw:
        raw.executescript(OLD.read_text())
    before = old.read_bytes()
    assert here.upkeep.merge(old) == Merged(3, 5, 4)
    assert here.upkeep.merge(old) == Merged(0, 0, 0)
    assert {row.owner for row in here.records(PROBLEM)} == {"ann", "bob", "cid", "dan"}
    assert old.read_bytes() == before


def test_what_is_no_store_is_refused(here: Store, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database at all, but text" * 99)
    with closing(sqlite3.connect(tmp_path / "foreign")) as raw:
        raw.execute("CREATE TABLE t (x)")
        raw.commit()
    for name, why in (("text", "file is not a database"), ("foreign", "it is the database of another program")):
        with pytest.raises(JudgeError) as caught:
            here.upkeep.merge(tmp_path / name)
        error = caught.value
        assert (error.code, error.message) == ("E352", f"this file can't be read as a store: {why}")
        assert error.place == Place(str(tmp_path / name))
    assert error.help.startswith("move it away")
    with pytest.raises(JudgeError) as caught:
        here.upkeep.merge(tmp_path / "nowhere")
    said = "name the store.db of the other store, or a backup of it"
    assert (caught.value.code, caught.value.help) == ("E435", said)
    assert caught.value.message == f"{tmp_path / 'nowhere'} can't be opened: it is not a file"
    assert [file.name for file in tmp_path.glob("a/.judge-*")] == []


def test_all_of_it_or_nothing(here: Store, there: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_it(here, batch_of(here), "ann", [AC] * 4)
    judge_it(there, batch_of(there), "bob", [AC] * 4)
    before, add = everything(here), Database.add

    def failing(self: Database, statement: str, *values: object) -> int:
        if "INTO main.score" in statement:
            raise RuntimeError
        return add(self, statement, *values)

    monkeypatch.setattr(Database, "add", failing)
    with pytest.raises(RuntimeError):
        merged(here, there)
    monkeypatch.undo()
    assert everything(here) == before
    assert merged(here, there) == Merged(1, 1, 1)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        here._db.add("DELETE FROM run")


def test_the_copy_is_private(here: Store, there: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    add = Database.add

    def noted(self: Database, statement: str, *values: object) -> int:
        if statement.startswith("ATTACH"):
            seen.append(Path(str(values[0])).stat().st_mode & 0o777)
        return add(self, statement, *values)

    monkeypatch.setattr(Database, "add", noted)
    merged(here, there)
    assert seen == [0o600]


def test_the_doors_and_the_queue_of_another_server_stay_there(here: Store, there: Store) -> None:
    judge_it(there, batch_of(there), "ann", [AC] * 4)
    for store, name in ((there, "ann"), (there, "door-only"), (here, "ann")):
        made = store.accounts.enter(Student(name, f"{name} of {store._db.path.parent.name}"), "student", "")
        store.credentials.make("link", made, "student", None, "prof")
        store.queue.add(PROBLEM.name, name, name, submission_of(f"{name} queued"), 1.0, replaces=False)
        store.deeds.add(Deed(1.0, "prof", "link made", name))
        store.terms.set(PROBLEM.name, name, Term(extension="1 day"), "prof", 1.0)
    before, theirs = everything(here), everything(there)
    assert merged(here, there).students == 0
    now = everything(here)
    doors = ("account", "profile", "credential", "deed", "term", "contest_word", "job", "step", "queued", "person")
    assert {table: now[table] for table in doors} == {table: before[table] for table in doors}
    assert [record.owner for record in here.records(PROBLEM)] == ["ann"]
    assert [job.owner for job in here.queue.open()] == ["ann"]
    assert here._db.ask("PRAGMA foreign_key_check") == []
    assert everything(there) == theirs


def test_who_was_forgotten_here_and_has_left_a_mark_alone_comes_without_a_name(here: Store, tmp_path: Path) -> None:
    here.marks.add(PROBLEM.name, "web:", [Mark("ann", "points", "why", "smith", 1.0, 5.0)])
    with copied(here, tmp_path) as other:
        here.upkeep.forget("ann")
        judge_it(other, batch_of(other), "ann", [AC] * 4)
        merged(here, other)
    assert not here.people.knows("ann")
    assert [record.owner[:10] for record in here.records(PROBLEM)] == ["forgotten-"]
