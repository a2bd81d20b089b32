"""The file under the store: what is said when it fails, and how it is opened beside other judges."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError, Place
from judge.store import Store
from judge.store.database import Database

OTHER = "wait for the other judge, or end it, and run the same command again"


class Failing:
    """A connection to a file that fails in one way."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def execute(self, *_: object) -> None:
        raise self.fault

    def close(self) -> None:
        pass


def failing(path: Path, fault: Exception) -> Database:
    database = Database(path, 0)
    database.close()
    database._connection = Failing(fault)  # type: ignore[assignment]  # as far as it is used
    return database


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("E352", (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)),
        ("E353", (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_WRITE)),  # an extended code
        ("E354", (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)),
        ("E355", (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)),
    ],
)
def test_a_file_that_fails_is_said_in_the_judges_words(tmp_path: Path, code: str, kinds: tuple[int, ...]) -> None:
    path, fault = tmp_path / "store.db", sqlite3.OperationalError("it failed")
    for kind in kinds:
        fault.sqlite_errorcode = kind
        with pytest.raises(JudgeError) as caught:
            failing(path, fault).ask("SELECT 1")
        assert (caught.value.code, caught.value.place) == (code, Place(str(path)))
        assert caught.value.help


def test_a_mistake_of_the_judge_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.ProgrammingError, match="ours"):
        failing(tmp_path / "store.db", sqlite3.ProgrammingError("ours")).ask("SELECT 1")


def test_a_store_is_made_with_its_folders_and_waits_as_long_as_it_is_told(tmp_path: Path) -> None:
    database = Database(tmp_path / "a" / "b" / "store.db", 0.25)
    assert database.ask("PRAGMA busy_timeout")[0][0] == 250
    assert database.ask("PRAGMA journal_mode")[0][0] == "wal", "readers and a writer go on side by side"
    database.close()


def test_to_open_a_store_needs_no_turn_to_write(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Store(path, wait_s=0) as store:
        assert store.key
    other.close()


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


def test_two_judges_may_make_one_store_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = refusing(monkeypatch, 2)
    database = Database(tmp_path / "store.db", 3600)
    assert database.ask("PRAGMA journal_mode")[0][0] == "wal"
    assert len(waits) == 2
    assert 0 < sum(waits) < 1
    database.close()


def test_another_judge_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = refusing(monkeypatch, 50)
    with pytest.raises(JudgeError) as caught:
        Database(tmp_path / "store.db", -1)
    assert (caught.value.code, waits) == ("E354", [])


# --- alone with the file ---------------------------------------------------------------------------------------------
SETTINGS = ("secure_delete", "temp_store", "locking_mode", "journal_mode")


def settings_of(database: Database) -> list[object]:
    return [database.ask(f"PRAGMA {name}")[0][0] for name in SETTINGS]


def test_alone_what_is_deleted_is_overwritten_and_nobody_else_comes_in(tmp_path: Path) -> None:
    database = Database(tmp_path / "store.db", 0)
    with database.alone():
        assert settings_of(database) == [1, 2, "exclusive", "truncate"]
        with pytest.raises(JudgeError) as caught:
            Database(tmp_path / "store.db", 0)
        assert caught.value.code == "E354"
    assert settings_of(database)[2:] == ["normal", "wal"]
    Database(tmp_path / "store.db", 0).close()
    database.close()


def test_alone_the_file_is_written_anew_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    database = Database(path, 0)
    with database.alone():
        with database.writing():
            database.add("INSERT INTO source VALUES ('x', ?, '[]')", b"x" * 100_000)
            database.add("DELETE FROM source")
        size = path.stat().st_size
    assert path.stat().st_size < size - 90_000
    database.close()


def test_a_process_that_comes_in_between_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, connect = tmp_path / "store.db", sqlite3.connect

    class Between(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement == "BEGIN EXCLUSIVE":
                other = connect(path)
                other.execute("PRAGMA journal_mode = WAL")
                other.close()
            return super().execute(statement, *values)

    monkeypatch.setattr("sqlite3.connect", partial(connect, factory=Between))
    database = Database(path, 0)
    with pytest.raises(JudgeError) as caught, database.alone():
        raise AssertionError
    assert (caught.value.code, caught.value.place, caught.value.help) == ("E354", Place(str(path)), OTHER)
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


def test_rows_can_be_changed_for_one_transaction_alone(tmp_path: Path) -> None:
    database = Database(tmp_path / "store.db", 0)
    guards = [tuple(row) for row in database.ask("SELECT * FROM sqlite_master WHERE type = 'trigger'")]
    assert guards
    with database.rewriting():
        assert database.ask("SELECT 1 FROM sqlite_master WHERE type = 'trigger'") == []
        other = sqlite3.connect(tmp_path / "store.db")
        assert other.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone()[0] == len(guards)
        other.close()
    kept = [tuple(row) for row in database.ask("SELECT * FROM sqlite_master WHERE type = 'trigger'")]
    assert [row[:3] + row[4:] for row in kept] == [row[:3] + row[4:] for row in guards]
    database.close()


def test_what_is_written_inside_is_a_part_and_may_fail_alone(tmp_path: Path) -> None:
    database = Database(tmp_path / "store.db", 0)
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
    assert [row["digest"] for row in database.ask("SELECT digest FROM package ORDER BY digest")] == ["before", "part"]
    database.close()


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
