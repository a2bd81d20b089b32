"""Only what nobody needs goes: what counts, what is ranked and what is to go on stays as it was."""

from __future__ import annotations

import math
import os
import sqlite3
from contextlib import closing
from functools import partialmethod
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import msgspec
import pytest

from judge.model import Batch, Deadline, Deed, Job, Mark, Student
from judge.problems import read_package
from judge.store import Contents, Store
from tests.conftest import MakePackage
from tests.make import AC, JE, WA, batch, replace
from tests.refused import refused
from tests.store.make import (
    NEW,
    OWNERS,
    PROBLEM,
    Clock,
    add,
    batch_of,
    board_of,
    fault,
    finish,
    hear,
    judge_it,
    runs_of,
    script,
    seen,
    sql,
    submission_of,
)


def runs(path: Path) -> dict[int, int]:
    """How many repetitions each judgement has in the file."""
    return dict(sql(path, "SELECT judgement, count(*) FROM run GROUP BY judgement"))


def regraded(store: Store, word: str) -> Batch:
    """A regrade of all, pending unless a word decides about it."""
    begun = store.regrades.begin(batch(NEW, kind="regrade", reason=word))
    for ticket in store.regrades.tickets(begun):
        for run in runs_of([AC] * 4):
            store.record_run(ticket, run)
        finish(store, ticket, [AC] * 4, NEW)
    if word:
        store.regrades.decide(begun, word)  # type: ignore[arg-type]
    return begun


def test_repetitions_go_what_counts_stays_and_the_file_becomes_smaller(store: Store, path: Path) -> None:
    for number in range(20):
        ticket = store.enter(batch_of(store), submission_of(f"{number}"), f"zoë {number}")
        for run in runs_of([AC, WA, AC, AC]):
            store.record_run(ticket, replace(run, message=f"{number}" * 4000))
        finish(store, ticket, [AC, WA, AC, AC])

    def counts() -> list[bytes]:
        return [msgspec.json.encode(rows, enc_hook=str) for rows in (store.records(PROBLEM), board_of(store).rows)]

    before, size = counts(), sum(len(facts.encode()) for (facts,) in sql(path, "SELECT facts FROM run"))
    held = store.upkeep.contents()
    assert held.prunable_bytes == size > 400_000
    assert [store.upkeep.prune(dry_run=True), store.upkeep.prune()] == [(80, size)] * 2
    assert store.upkeep.contents().size_bytes < held.size_bytes - size
    assert (sql(path, "PRAGMA freelist_count"), path.with_name("store.db-wal").stat().st_size) == ([(0,)], 0)
    assert runs(path) == {}
    assert [store.upkeep.prune(), store.upkeep.prune(dry_run=True)] == [(0, 0)] * 2
    assert counts() == before
    again = store.enter(batch_of(store), submission_of("7"), "zoë 7")
    assert (again.done, len(again.runs)) == (True, 4)


def test_what_was_judged_later_stays(store: Store, path: Path) -> None:
    first, second = (judge_it(store, batch_of(store), owner, [AC] * 4) for owner in ("ann", "bob"))
    [(then_s,)] = sql(path, "SELECT begun_s FROM judgement WHERE id = ?", second)
    assert store.upkeep.prune(0.0) == (0, 0)
    assert runs(path) == {first: 4, second: 4}
    assert (store.upkeep.prune(then_s, dry_run=True)[0], store.upkeep.prune(then_s)[0]) == (4, 4)
    assert runs(path) == {second: 4}


def test_what_is_to_go_on_stays(store: Store, path: Path) -> None:
    failed = judge_it(store, batch_of(store), "ann", [AC, JE, AC, AC])
    begun = store.enter(batch_of(store), submission_of("bob"), "bob")
    store.record_run(begun, runs_of([AC])[0])
    assert store.upkeep.prune() == (0, 0)
    assert runs(path) == {failed: 4, begun.id: 1}
    ticket = store.enter(batch_of(store), submission_of("ann"), "ann")
    assert (ticket.id, len(ticket.runs)) == (failed, 3)


@pytest.mark.parametrize(("word", "left"), [("", 4), ("applied", 0), ("cancelled", 0)])
def test_a_pending_regrade_stays(store: Store, path: Path, word: str, left: int) -> None:
    judge_it(store, batch_of(store), "ann", [AC] * 4)
    regraded(store, word)
    assert store.upkeep.prune(math.inf)[0] == 8 - left
    assert sum(runs(path).values()) == left


def test_what_lets_nobody_in_any_more_goes_and_jobs_stay(store: Store, path: Path) -> None:
    ann = store.accounts.enter(Student("ann"), "student", "")
    job = add(store, "ann", 1.0)
    store.queue.end(job, "why")
    made = {lasts_s: store.credentials.make("session", ann, "student", lasts_s, "") for lasts_s in (-9.0, -1.0, 60.0)}
    store.credentials.end(store.credentials.make("link", ann, "student", None, "")[1].id)
    for before_s, left in ((made[-9.0][1].expires_s + 1, 3), (math.inf, 1)):
        store.upkeep.prune(before_s)
        assert sql(path, "SELECT count(*) FROM credential") == [(left,)]
    assert store.credentials.find("session", made[60.0][0], made[60.0][1].made_s) == made[60.0][1]
    assert [(one.code, one.state) for one in store.queue.of("ann")] == [(job.code, "done")]


# --- What a store holds ----------------------------------------------------------------------------------------------
YEAR_S = 365 * 86400.0


def test_judgements_count_by_package_and_year(store: Store, path: Path, package: MakePackage, clock: Clock) -> None:
    wal = path.with_name("store.db-wal").stat().st_size
    empty = Contents(path.stat().st_size + wal, Contents.Counts(), 0, 0, (), (), 0)
    assert store.upkeep.contents() == empty
    problem = read_package(package("lizards"))
    times = [(3.5 + at) * YEAR_S for at in range(4)]
    for owner, clock.now_s in zip(("ann", "bob", "ann"), times, strict=False):
        judge_it(store, batch_of(store), owner, [AC] * 4, f"{owner} {clock.now_s}")
    clock.now_s = times[3]
    store.enter(batch_of(store, problem, label="class"), replace(submission_of("x"), problem="lizards"), "cleo")
    held = store.upkeep.contents()
    assert (held.counts, held.runs, held.forgotten) == (Contents.Counts(2, 4, 3, times[0], times[3]), 12, 0)
    assert [(one.problem, one.digest, one.whole, one.counts) for one in held.packages] == [
        ("lizards", problem.digest, True, Contents.Counts(1, 1, 1, times[3], times[3])),
        ("pkg", PROBLEM.digest, False, Contents.Counts(1, 3, 2, times[0], times[2])),
    ]
    assert held.years == tuple((1973 + at, Contents.Counts(1, 1, 1, at_s, at_s)) for at, at_s in enumerate(times))


def test_who_is_forgotten_is_counted_once_and_what_the_web_has_left(store: Store) -> None:
    for owner, text in (("ann", "one"), ("ann", "two"), ("bob", "one"), ("bob", "two")):
        judge_it(store, batch_of(store), owner, [AC] * 4, f"{owner} {text}")
    store.upkeep.forget("ann")
    held = store.upkeep.contents()
    assert (held.forgotten, held.counts.students) == (1, 2)
    for name in ("ann", "bob", "ann"):
        store.accounts.enter(Student(name), "student", "")
    store.accounts.remove("bob", "")
    store.queue.end(add(store, "ann", 1.0), "why")
    add(store, "ann", 2.0)
    store.queue.add_regrade("pkg", "prof", Job.Wish("why"), 1.0)
    store.deeds.add(Deed(1.0, "prof", "regrade"))
    assert store.upkeep.contents().web == Contents.Web(1, 2, 1, 1)


# --- how it does just now --------------------------------------------------------------------------------------------
def test_a_disk_that_is_full_or_gone_is_not_writable(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = Mock(side_effect=[SimpleNamespace(free=(16 << 20) - left) for left in (0, 1)] + [FileNotFoundError])
    monkeypatch.setattr("shutil.disk_usage", usage)
    assert [store.upkeep.writable() for _ in range(3)] == [True, False, False]
    usage.assert_called_with(path.parent)


def test_jobs_that_are_done_are_counted_and_no_others(store: Store) -> None:
    done, replaced, _ = (store.queue.add_regrade("quiz", "hal", Job.Wish("why"), at_s) for at_s in (1.0, 2.0, 3.0))
    for job, word in ((done, "running"), (done, "done"), (replaced, "replaced")):
        store.queue.step(job, word)  # type: ignore[arg-type]
    assert store.upkeep.judged() == 1


# --- a backup is one whole file --------------------------------------------------------------------------------------
@pytest.fixture
def kept(store: Store) -> Store:
    """A store that holds something of everything, in a folder with nothing else."""
    for owner in OWNERS:
        judge_it(store, batch_of(store), owner, [AC, WA, AC, AC])
        account = store.accounts.enter(Student(owner, f"in room {owner}"), "student", "")
        store.credentials.make("link", account, "student", None, "")
        add(store, owner, 1.0)
        store.deeds.add(Deed(1.0, owner, "link made", "ann"))
        store.terms.set(PROBLEM.name, owner, Deadline.Term("2026-12-01"), "", 1.0)
        store.contest_words.add(owner, "start", "", 1.0)
        store.marks.add("pkg", "", [Mark(owner, "excuse", "x", "prof", 1.0)])
    return store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state/store.db"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.suffix != ".claims")


def test_a_backup_holds_what_the_store_held(kept: Store, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies/copy.db"
    copy.parent.mkdir()
    with Store(path) as other:  # another judge that writes
        judge_it(other, batch_of(other), "cleo", [AC] * 4)
        before = seen(kept)
        with closing(sqlite3.connect(path)) as web:  # and the web, in the midst of a row
            web.execute("INSERT INTO deed (at_s, author, what, about, problem, words) VALUES (2, '', '', '', '', '')")
            size = kept.upkeep.backup(copy)
        judge_it(other, batch_of(other), "dan", [AC] * 4)
    assert names(copy.parent) == ["copy.db"]
    assert (copy.stat().st_size == size > 0, copy.stat().st_mode & 0o777) == (True, 0o600)
    with Store(copy) as again:
        assert (seen(again), again.key) == (before, kept.key)
        assert (len(again.records(PROBLEM)), len(kept.records(PROBLEM))) == (3, 4)
        assert len(again.deeds.latest(9)) == 2


def test_nothing_is_overwritten(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").write_text("precious")
    (tmp_path / "link").symlink_to("nowhere")
    sync = os.fsync

    def slow(file: int) -> None:
        sync(file)
        (tmp_path / "late").write_text("precious")

    monkeypatch.setattr("os.fsync", slow)
    for name in ("old", "link", "late"):  # the last is taken by somebody meanwhile
        with refused("E490", f"{tmp_path / name} is there already"):
            kept.upkeep.backup(tmp_path / name)
    assert [(tmp_path / name).read_text() for name in ("old", "late")] == ["precious"] * 2
    assert names(tmp_path) == ["late", "link", "old", "state"]


def test_it_is_on_the_disk_before_it_has_its_name(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, there = Mock(), tmp_path / "copy.db"
    calls.hardlink_to.side_effect = PermissionError(1, "Operation not permitted")
    calls.rename.side_effect = Path.rename
    monkeypatch.setattr("os.fsync", calls.fsync)
    for name in ("hardlink_to", "rename"):
        monkeypatch.setattr(Path, name, partialmethod(getattr(calls, name)))
    kept.upkeep.backup(there)
    assert [name for name, *_ in calls.mock_calls] == ["fsync", "hardlink_to", "rename"]
    assert names(tmp_path) == ["copy.db", "state"]
    with Store(there) as again:
        assert seen(again) == seen(kept)


def test_a_backup_that_can_not_be_made_is_said_and_leaves_nothing(
    kept: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "nowhere/copy.db"
    with refused("E435", f"{target} can't be written: No such file or directory", target):
        kept.upkeep.backup(target)
    script(
        path,
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '(judgement)', '(id)')"
        " WHERE name = 'run_of_judgement'; PRAGMA writable_schema = RESET",
    )
    with refused("E352", "this file can't be read as a store: ", path) as caught:
        kept.upkeep.backup(tmp_path / "copy.db")
    assert "run_of_judgement" in caught.value.message
    hear(monkeypatch, Mock(side_effect=fault(sqlite3.SQLITE_FULL)))
    with refused("E353"):
        kept.upkeep.backup(tmp_path / "copy.db")
    assert names(tmp_path) == ["state"]
