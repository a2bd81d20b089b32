"""The file under the store: what is said when it fails, and how it is opened beside other judges."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from judge.store import Store
from judge.store.database import Database
from tests.refused import refused
from tests.store.make import sql

OTHER = "wait for the other judge, or end it, and run the same command again"


class Failing:
    """A connection to a file that fails in one way."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def execute(self, *_: object) -> None:
        raise self.fault


def failing(path: Path, fault: Exception) -> Database:
    database = Database(path, 0)
    database.close()
    database._connection = Failing(fault)  # type: ignore[assignment]  # as far as it is used
    return database


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = Database(path, 0)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("E352", (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)),
        ("E353", (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_WRITE)),  # an extended code
        ("E354", (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)),
        ("E355", (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)),
    ],
)
def test_a_file_that_fails_is_said_in_the_judges_words(path: Path, code: str, kinds: tuple[int, ...]) -> None:
    fault = sqlite3.OperationalError("it failed")
    for kind in kinds:
        fault.sqlite_errorcode = kind
        with refused(code, place=path) as caught:
            failing(path, fault).ask("SELECT 1")
        assert caught.value.help
    with pytest.raises(sqlite3.ProgrammingError, match="ours"):  # which is not blamed on the file
        failing(path, sqlite3.ProgrammingError("ours")).ask("SELECT 1")


def test_a_store_is_made_with_its_folders_and_waits_as_long_as_it_is_told(tmp_path: Path) -> None:
    database = Database(tmp_path / "a" / "b" / "store.db", 0.25)
    assert database.ask("PRAGMA busy_timeout")[0][0] == 250
    assert database.ask("PRAGMA journal_mode")[0][0] == "wal", "readers and a writer go on side by side"
    database.close()


def test_to_open_a_store_needs_no_turn_to_write(path: Path, database: Database) -> None:
    with Store(path):
        pass
    with database.writing(), Store(path, wait_s=0) as store:
        assert store.key


def refusing(monkeypatch: pytest.MonkeyPatch, times: int) -> list[float]:
    """Let SQLite refuse to switch the journal so often, as while another judge makes the same store; the waits."""
    waits: list[float] = []

    class Refusing(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement == "PRAGMA journal_mode = WAL" and len(waits) < times:
                fault = sqlite3.OperationalError("database is locked")
                fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise fault
            return super().execute(statement, *values)

    monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=Refusing))
    monkeypatch.setattr("time.sleep", waits.append)
    return waits


def test_two_judges_may_make_one_store_at_once_and_none_waits_for_ever(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = refusing(monkeypatch, 2)
    database = Database(path, 3600)
    assert database.ask("PRAGMA journal_mode")[0][0] == "wal"
    assert (len(waits), 0 < sum(waits) < 1) == (2, True)
    database.close()
    monkeypatch.undo()
    waits = refusing(monkeypatch, 50)
    with refused("E354"):
        Database(tmp_path / "other.db", -1)
    assert waits == []


# --- alone with the file ---------------------------------------------------------------------------------------------
SETTINGS = ("secure_delete", "temp_store", "locking_mode", "journal_mode")


def settings_of(database: Database) -> list[object]:
    return [database.ask(f"PRAGMA {name}")[0][0] for name in SETTINGS]


def test_alone_what_is_deleted_is_overwritten_and_nobody_else_comes_in(path: Path, database: Database) -> None:
    with database.alone():
        assert settings_of(database) == [1, 2, "exclusive", "truncate"]
        with refused("E354"):
            Database(path, 0)
        with database.writing():
            database.add("INSERT INTO source VALUES ('x', ?, '[]')", b"x" * 100_000)
            database.add("DELETE FROM source")
        size = path.stat().st_size
    assert path.stat().st_size < size - 90_000, "the file is written anew in the end"
    assert settings_of(database)[2:] == ["normal", "wal"]
    Database(path, 0).close()


def test_a_process_that_comes_in_between_ends_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    class Between(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement == "BEGIN EXCLUSIVE":
                other = connect(path)
                other.execute("PRAGMA journal_mode = WAL")
                other.close()
            return super().execute(statement, *values)

    monkeypatch.setattr("sqlite3.connect", partial(connect, factory=Between))
    database = Database(path, 0)
    with refused("E354", place=path) as caught, database.alone():
        raise AssertionError
    assert caught.value.help == OTHER
    assert settings_of(database)[2:] == ["normal", "wal"]
    database.close()


def test_who_has_opened_it_again_writes_ahead_for_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[str] = []

    class Busy(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement == "PRAGMA journal_mode = WAL" and self.in_use:
                refused.append(statement)
                raise sqlite3.OperationalError("database is locked")
            return super().execute(statement, *values)

        in_use = False

    monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=Busy))
    database = Database(tmp_path / "store.db", 0)
    Busy.in_use = True
    with database.alone():
        pass
    assert refused == ["PRAGMA journal_mode = WAL"]
    database.close()


def test_rows_can_be_changed_for_one_transaction_alone(path: Path, database: Database) -> None:
    triggers = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"
    guards = sql(path, triggers)
    assert guards
    with database.rewriting():
        assert database.ask(triggers) == []
        assert sql(path, triggers) == guards, "nobody else sees that"
    assert sql(path, triggers) == guards


def test_what_is_written_inside_is_a_part_and_may_fail_alone(path: Path, database: Database) -> None:
    add = "INSERT INTO package VALUES (?, '')"
    with database.writing():
        database.add(add, "before")
        with suppress(KeyError), database.writing():
            database.add(add, "lost")
            raise KeyError
        with database.writing():
            database.add(add, "part")
    with suppress(KeyError), database.writing():
        with database.writing():
            database.add(add, "lost with the whole")
        raise KeyError
    assert sql(path, "SELECT digest FROM package ORDER BY digest") == [("before",), ("part",)]


# What is changed in place: who is who, what lets somebody in, what waits, and what is known by its digest.
CHANGED = {"credential", "ground", "host", "batch", "person", "profile", "queued", "secret", "source"}


def test_every_table_but_these_is_only_added_to(store: Store) -> None:
    tables = {row["name"] for row in store._db.ask("SELECT name FROM sqlite_master WHERE type = 'table'")} - CHANGED
    guards = [row["sql"] for row in store._db.ask("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
    assert len(tables) > 10
    for table in tables:
        for change in ("UPDATE", "DELETE"):
            [guard] = [one for one in guards if f"BEFORE {change} ON {table} BEGIN" in one]
            assert guard.endswith("SELECT raise(ABORT, 'append only'); END")
