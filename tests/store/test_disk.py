"""The file under the store: made with its folders, opened beside other judges, left as it was where it fails."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from judge.store import Store
from tests.make import AC, files, submission
from tests.refused import refused
from tests.store.make import PROBLEM, Fork, batch_of, fault, hear, judge_it, meanwhile, runs_of, script, sql

WAL = "PRAGMA journal_mode = WAL"
TRIGGERS = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"


# --- files that fail -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("E352", (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)),
        ("E353", (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_WRITE)),  # an extended code
        ("E354", (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)),
        ("E355", (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)),
    ],
)
def test_a_broken_file_is_told(path: Path, monkeypatch: pytest.MonkeyPatch, code: str, kinds: tuple[int, ...]) -> None:
    heard = Mock()
    hear(monkeypatch, heard)
    with Store(path) as store:
        for kind in kinds:
            heard.side_effect = chain([fault(kind)], repeat(None))
            with refused(code, place=path) as caught:
                store.records(PROBLEM)
            assert caught.value.help
        heard.side_effect = chain([sqlite3.ProgrammingError("ours")], repeat(None))
        with pytest.raises(sqlite3.ProgrammingError, match="ours"):  # which is not blamed on the file
            store.records(PROBLEM)


def test_what_is_no_store_of_this_judge_is_left_alone(tmp_path: Path, path: Path) -> None:
    with Store(path):
        pass
    [(version,)] = sql(path, "PRAGMA user_version")
    script(path, f"PRAGMA user_version = {version + 1}")
    garbage = b"SQLite format 3\0" + b"\xff" * 4096
    files(tmp_path, {"text": "no database at all, but text" * 99, "bytes": garbage, "file": ""})
    script(tmp_path / "theirs.db", "CREATE TABLE theirs (x)")
    for wrong, code, said in (
        (path, "E351", f"version {version + 1}, but this judge knows versions up to {version}"),
        *((tmp_path / name, "E352", "a store: file is not a database") for name in ("text", "bytes")),
        (tmp_path / "theirs.db", "E352", "another program"),
        (tmp_path / "file" / "store.db", "E355", "the store can't be opened for writing: File exists"),
        (tmp_path, "E355", "the store can't be opened for writing: unable to open database file"),
    ):
        before = wrong.read_bytes() if wrong.is_file() else b""
        with refused(code, said, wrong) as caught:
            Store(wrong, wait_s=0.05)
        assert caught.value.help
        assert not wrong.is_file() or wrong.read_bytes() == before


def test_a_page_that_went_bad_is_told(path: Path) -> None:
    with Store(path) as store:
        for number in range(30):
            judge_it(store, batch_of(store), f"owner {number}", [AC] * 4)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with refused("E352", "a store: database disk image is malformed"), Store(path) as store:
        store.records(PROBLEM)


def test_a_full_disk_is_told_and_takes_nothing(path: Path, fork: Fork) -> None:
    def fills() -> Iterator[int]:
        count, run = 0, runs_of([AC])[0]
        with Store(path) as store:
            ticket = store.enter(batch_of(store), submission(), "ann")
            resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
            with refused("E353"):
                while count < 10_000:
                    store.record_run(ticket, run)
                    count += 1
        yield count

    count = int(fork(fills).asked())
    assert count > 10
    with Store(path) as store:
        assert store.queue.last_run(1) == count


# --- beside other judges ---------------------------------------------------------------------------------------------
def test_a_store_is_made_with_its_folders_and_waits_as_long_as_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "store.db"
    with Store(path, 0.25) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun_s = time.monotonic()
        with refused("E354"):
            judge_it(store, batch_of(store), "ann", [])
        assert time.monotonic() - begun_s >= 0.25
        assert sql(path, "PRAGMA journal_mode") == [("wal",)], "readers and a writer go on side by side"
        with Store(path, wait_s=0) as again:
            assert again.key, "to open it needs no turn to write"


def test_two_judges_may_make_one_store_at_once(tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits, busy = list[float](), fault(sqlite3.SQLITE_BUSY)
    meanwhile(monkeypatch, WAL, Mock(side_effect=[busy, busy, None, busy]))
    monkeypatch.setattr("time.sleep", waits.append)
    with Store(path, 3600):
        assert sql(path, "PRAGMA journal_mode") == [("wal",)]
    assert (len(waits), 0 < sum(waits) < 1) == (2, True)
    with refused("E354"):
        Store(tmp_path / "other.db", -1)
    assert len(waits) == 2


# --- alone with the file ---------------------------------------------------------------------------------------------
def forgotten(path: Path) -> None:
    """Somebody comes and is forgotten, for which the file is held alone."""
    with Store(path, 0) as store:
        store.enter(batch_of(store), submission("x" * 100_000), "ann")
        store.upkeep.forget("ann")


def test_alone_what_is_deleted_is_overwritten_and_nobody_comes_in(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def look(connection: sqlite3.Connection, statement: str, *_: object) -> None:
        if statement == "VACUUM":
            for name in ("secure_delete", "temp_store", "locking_mode", "journal_mode"):
                seen.append(sqlite3.Connection.execute(connection, f"PRAGMA {name}").fetchone()[0])
            seen.append(path.stat().st_size)
            with refused("E354"):
                Store(path, 0)

    hear(monkeypatch, look)
    forgotten(path)
    *held, size = seen
    assert held == [1, 2, "exclusive", "truncate"]
    assert path.stat().st_size < int(str(size)) - 90_000, "the file is written anew in the end"
    assert sql(path, "PRAGMA journal_mode") == [("wal",)]


def test_a_process_that_comes_between_ends_it_or_writes_for_both(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect, between, told = sqlite3.connect, ["BEGIN EXCLUSIVE"], list[str]()

    def comes_in(_: object, statement: str, *__: object) -> None:
        if [statement] == between:
            with closing(connect(path)) as other:
                other.execute(WAL)
        if statement == WAL and told:
            told.append(statement)
            raise fault(sqlite3.SQLITE_BUSY)

    hear(monkeypatch, comes_in)
    with refused("E354", place=path) as caught:
        forgotten(path)
    assert caught.value.help == "wait for the other judge, or end it, and run the same command again"
    between.clear()
    with Store(path) as store:
        assert store.people.knows("ann")
        told.append("from here on")
        store.upkeep.forget("ann")
    assert told == ["from here on", WAL]


# What is changed in place: who is who, what lets somebody in, what waits, and what is known by its digest.
CHANGED = {"credential", "ground", "host", "batch", "person", "profile", "queued", "secret", "source"}


def test_rows_of_most_tables_change_for_one_transaction_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sequence[object]] = []

    def look(connection: sqlite3.Connection, statement: str, *_: object) -> None:
        if statement.startswith("DELETE FROM run "):
            seen.append(sqlite3.Connection.execute(connection, TRIGGERS).fetchall())
            seen.append(sql(path, TRIGGERS))

    hear(monkeypatch, look)
    with Store(path) as store:
        guards = sql(path, TRIGGERS)
        store.upkeep.prune()
    assert seen == [[], guards], "nobody else sees that"
    assert sql(path, TRIGGERS) == guards
    tables = {name for (name,) in sql(path, "SELECT name FROM sqlite_master WHERE type = 'table'")} - CHANGED
    assert len(tables) > 10
    for table in tables:
        for change in ("UPDATE", "DELETE"):
            [guard] = [one for *_, one in guards if f"BEFORE {change} ON {table} BEGIN" in one]
            assert guard.endswith("SELECT raise(ABORT, 'append only'); END")
