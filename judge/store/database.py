"""The file under the store: opened with care, brought up to `schema.sql` where an older judge has made it, written in
transactions, its failures said as the judge's own errors.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

import msgspec

from judge.errors import JudgeError, Place
from judge.store.codec import kept_place

VERSION = 8  # of schema.sql
APPLICATION = 0x4A554447  # "JUDG"
_Noun = TypeVar("_Noun", bound=msgspec.Struct)


class Database:
    """A connection. Its methods raise JudgeError E352 to E355 when the file fails; what it held stays as it was."""

    def __init__(self, path: Path, wait_s: float) -> None:
        """Open the file, or make it. Another judge that is writing is waited for, `wait_s` at most.

        Raises JudgeError E351 for the store of a newer judge, E352 for a file that is no store.
        """
        self.path, self.folder = path, path.parent
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # it holds what students wrote, and who they are
        except OSError as fault:
            raise _unusable(path, str(fault.strerror)) from fault
        with self._as_judge_errors():
            self._connection = sqlite3.connect(path, timeout=wait_s, isolation_level=None)
        try:
            with self._as_judge_errors():
                self._open(wait_s)
        except BaseException:
            self._connection.close()
            raise

    @property
    def version(self) -> int:
        """Return the version of what lies in the file; below VERSION until `score` is filled."""
        return self.number("PRAGMA user_version")

    def close(self) -> None:
        self._connection.close()

    def ask(self, question: str, *values: object, **named: object) -> list[sqlite3.Row]:
        """Return all rows of the answer; values go by place or by name."""
        with self._as_judge_errors():
            return self._connection.execute(question, named or values).fetchall()

    def first(self, question: str, *values: object, **named: object) -> sqlite3.Row | None:
        """Return the first row of the answer; None where it has none."""
        return next(iter(self.ask(question, *values, **named)), None)

    def number(self, question: str, *values: object) -> int:
        """Return the whole number that the answer begins with; 0 where it has no row, or NULL."""
        found = self.first(question, *values)
        return int(found[0] or 0) if found else 0

    def add(self, statement: str, *values: object) -> int:
        """Insert a row; its id."""
        with self._as_judge_errors():
            return self._connection.execute(statement, values).lastrowid or 0

    def insert(self, table: str, **row: object) -> int:
        """Insert a row with these columns; its id."""
        values = ", ".join("?" * len(row))
        return self.add(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", *row.values())

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold one transaction, the only one that writes from its beginning on; all of it or nothing is kept. Inside of
        another one it is a part of that."""
        begin, keep, drop = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
        if self._connection.in_transaction:
            begin, keep, drop = ("SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part")
        with self._as_judge_errors():
            self._connection.execute(begin)
            try:
                yield
                self._connection.execute(keep)
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have ended it already
                    for statement in drop.split(";"):
                        self._connection.execute(statement)
                raise

    @contextmanager
    def patient(self, wait_s: float) -> Iterator[None]:
        """Wait for others that are writing only so long meanwhile."""
        [(usual_ms,)] = self.ask("PRAGMA busy_timeout")
        self.ask(f"PRAGMA busy_timeout = {round(wait_s * 1000)}")
        try:
            yield
        finally:
            self.ask(f"PRAGMA busy_timeout = {usual_ms}")

    @contextmanager
    def rewriting(self) -> Iterator[None]:
        """Hold one transaction in which rows may also be changed and deleted. Nobody else ever sees that they may."""
        with self.writing():
            guards = self.ask("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            for guard in guards:
                self.add(f"DROP TRIGGER {guard['name']}")
            yield
            for guard in guards:
                self.add(guard["sql"])

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the file for this process alone; what is deleted meanwhile is overwritten, in the journal too.

        Raises JudgeError E354 when another process has it open.
        """
        with self._as_judge_errors():
            for name, value in (("secure_delete", "ON"), ("temp_store", "MEMORY"), ("journal_mode", "TRUNCATE")):
                self._connection.execute(f"PRAGMA {name} = {value}")
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            try:
                for statement in ("BEGIN EXCLUSIVE", "COMMIT"):  # from here on the file is locked
                    self._connection.execute(statement)
                if self._pragma("journal_mode") != "truncate":  # another process has come in between
                    raise _locked(self.path)
                yield
                self._connection.execute("VACUUM")
            finally:
                self._connection.execute("PRAGMA locking_mode = NORMAL")
                with suppress(sqlite3.OperationalError):  # whoever has opened it again does the same
                    self._connection.execute("PRAGMA journal_mode = WAL")

    def shrink(self) -> None:
        """Give back to the disk what was deleted, as far as others that have the file open let it."""
        with self._as_judge_errors():
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy(self, target: Path) -> None:
        """Write all that it holds now into an empty file, and check that; others may go on writing meanwhile.

        Raises JudgeError E352 when something in it is damaged, E353 when there is no room.
        """
        with self._as_judge_errors(target), closing(sqlite3.connect(target)) as made:
            self._connection.backup(made)
            made.execute("PRAGMA journal_mode = DELETE")  # one file, without a second one beside it
            said = str(made.execute("PRAGMA integrity_check").fetchone()[0])
        if said != "ok":
            raise _not_a_store(self.path, said)

    def _open(self, wait_s: float) -> None:
        self._connection.row_factory = sqlite3.Row
        tables = self.ask("SELECT 1 FROM sqlite_master")  # before the mark: another judge may be making the store
        application, version = (int(self._pragma(name)) for name in ("application_id", "user_version"))
        if application != APPLICATION and (version or tables):
            raise _not_a_store(self.path, "it is the database of another program")
        if version > VERSION:
            message = f"the store has version {version}, but this judge knows versions up to {VERSION}"
            repair = "use the judge that wrote it, or a newer one: git pull in its clone"
            raise JudgeError("E351", message, Place(str(self.path)), help=repair)
        self._write_ahead(time.monotonic() + wait_s)
        if version < VERSION:
            if tables:
                self._copy_first(version)
            migrate(self._connection, self.folder)
            self._connection.executescript(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
        # In WAL mode nothing is lost with the judge; a power cut may take the last transactions, but breaks nothing.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA foreign_keys = ON")

    @property
    def copies(self) -> list[Path]:
        """Return the copies beside it that were made of older stores."""
        return sorted(self.folder.glob(f"{self.path.stem}-version-*"))

    def _copy_first(self, version: int) -> None:
        """Copy the store of an older judge beside it, before its tables change; once."""
        kept = self.path.with_name(f"{self.path.stem}-version-{version}{self.path.suffix}")
        if kept.exists():
            return
        with NamedTemporaryFile(dir=self.folder, prefix=f"{kept.stem}-", delete=False) as part:
            made = Path(part.name)
        try:
            self.copy(made)
            if not kept.exists():  # else another judge was quicker, and has changed the tables since
                made.replace(kept)
        finally:
            made.unlink(missing_ok=True)

    def _write_ahead(self, until_s: float) -> None:
        """Switch to WAL. SQLite does not wait for that lock by itself, and two judges may make one store at once."""
        while self._pragma("journal_mode") != "wal":
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as fault:
                if _kind(fault) != sqlite3.SQLITE_BUSY or time.monotonic() > until_s:
                    raise
                time.sleep(0.01)
            else:
                return  # a file system that can't have it keeps the older journal, which is as safe

    def _pragma(self, name: str) -> int | str:
        value: int | str = self._connection.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    @contextmanager
    def _as_judge_errors(self, path: Path | None = None) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as fault:
            error = _judge_error(fault, path or self.path)
            if error is None:
                raise
            raise error from fault


def noun_in(row: sqlite3.Row, noun: type[_Noun], **others: object) -> _Noun:
    """Return the noun whose fields are the columns of their names in a row, or among the `others`."""
    return noun(**{name: row[name] for name in noun.__struct_fields__ if name not in others}, **others)


def _kind(fault: sqlite3.Error) -> int:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def _judge_error(fault: sqlite3.Error, path: Path) -> JudgeError | None:
    """Return the file's failure in words; None for a mistake of ours."""
    kind, place = _kind(fault), Place(str(path))
    if kind in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return _not_a_store(path, str(fault))
    if kind in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        repair = "free some space there and run the same command again: it goes on where it stopped"
        return JudgeError("E353", f"the store can't grow: {fault}", place, "what it held is kept", repair)
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _locked(path)
    if kind in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return _unusable(path, str(fault))
    return None


def _not_a_store(path: Path, why: str) -> JudgeError:
    repair = f"move it away (mv {path} {path}.broken), or put back a copy; a new one is made where there is none"
    return JudgeError("E352", f"this file can't be read as a store: {why}", Place(str(path)), help=repair)


def _locked(path: Path) -> JudgeError:
    repair = "wait for the other judge, or end it, and run the same command again"
    return JudgeError("E354", "another process has kept the store locked for too long", Place(str(path)), help=repair)


def _unusable(path: Path, why: str) -> JudgeError:
    repair = "run the judge in a folder that you may write to"
    return JudgeError("E355", f"the store can't be opened for writing: {why}", Place(str(path)), help=repair)


# --- an older store: each step is done whole or not at all, and only once ---------------------------------------------
# Version 3 ranks each class of host by itself. SQLite can't change what is UNIQUE, so the table is written anew.
_NEW_GROUND = """
CREATE TABLE ground_new (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    package TEXT NOT NULL,
    limits TEXT NOT NULL,
    clock TEXT NOT NULL CHECK (clock IN ('cpu', 'wall')),
    boxed INTEGER NOT NULL,
    host_class TEXT NOT NULL,
    UNIQUE (problem, package, limits, boxed, clock, host_class)
)
"""
_GROUND = (
    _NEW_GROUND,
    "INSERT INTO ground_new SELECT id, problem, package, limits, clock, boxed, '' FROM ground",
    "DROP TABLE ground",
    "ALTER TABLE ground_new RENAME TO ground",
)

# Version 4 keeps names in one table, and keys everywhere else. The triggers come back with `schema.sql`.
_PEOPLE = (
    "CREATE TABLE person (key TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "INSERT INTO person SELECT lower(hex(randomblob(8))), owner FROM (SELECT DISTINCT owner FROM judgement)",
    "DROP TRIGGER IF EXISTS judgement_stays",
    "UPDATE judgement SET paper = json_set(paper, '$.name', '') WHERE json_extract(paper, '$.name') = owner",
    "UPDATE judgement SET owner = (SELECT key FROM person WHERE name = owner)",
)
_RANKED = (
    "DROP TRIGGER IF EXISTS score_stays",
    "UPDATE score SET owner = (SELECT key FROM person WHERE name = owner)",
)

# Version 5 ranks by scores; until then each case that was solved was worth 1.
_WORTH = (
    "DROP TRIGGER IF EXISTS score_stays",
    "DROP INDEX IF EXISTS score_of_owner",
    "ALTER TABLE score ADD COLUMN worth REAL NOT NULL DEFAULT 0",
    "UPDATE score SET worth = solved",
)

# Version 7 keeps the class of a mark. Of an older one it is that in which the student was graded before: of a student
# who handed in nothing, any class on the problem. Where these are several, nobody knows, and it counts in all of them.
_CLASS = (
    "DROP TRIGGER IF EXISTS mark_stays",
    "ALTER TABLE mark ADD COLUMN class TEXT NOT NULL DEFAULT ''",
)
_CLASSES = """
SELECT DISTINCT label, judgement.owner FROM batch JOIN judgement ON judgement.batch = batch.id
WHERE batch.kind = 'grade' AND batch.problem = ?1 AND judgement.begun_s <= ?2
"""
_ON_THE_WEB = "SELECT DISTINCT 'web:', owner FROM job WHERE kind = 'submit' AND problem = ?1 AND at_s <= ?2"
_BY_A_PAGE = """
SELECT 1 FROM deed WHERE problem = ? AND about = ? AND what LIKE 'marked: %' AND abs(at_s - ?) < 60
"""
# It also ranks by PAR-2; what a miss costs is filled in by `ranks.py`, which reads packages.
_MISSED = (
    "DROP INDEX IF EXISTS score_by_worth",
    "ALTER TABLE score ADD COLUMN missed_s REAL NOT NULL DEFAULT 0",
)
# What came later: a column of a table that is there, and what brings it.
_LATER = (
    ("ground", "host_class", _GROUND),
    ("score", "worth", _WORTH),
    ("score", "missed_s", _MISSED),
    ("mark", "class", _CLASS),
)


def migrate(connection: sqlite3.Connection, folder: Path) -> None:
    """Bring the tables up to date that are there, of a store in `folder`. Another judge that does so is waited for."""
    connection.execute("PRAGMA foreign_keys = OFF")  # or the scores would go with the old table
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "judgement" in tables and "person" not in tables:
            for step in (*_PEOPLE, *(_RANKED if "score" in tables else ())):
                connection.execute(step)
        for table, column, steps in _LATER:
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            if columns and column not in columns:
                for step in steps:
                    connection.execute(step)
                if steps is _CLASS:
                    _find_classes(connection, folder, web="job" in tables)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _find_classes(connection: sqlite3.Connection, folder: Path, *, web: bool) -> None:
    """Give marks their classes, as far as these can be known; `web` where the store has what came on the web."""
    marks = connection.execute("SELECT id, problem, owner, at_s FROM mark").fetchall()
    for mark, problem, owner, at_s in marks:
        graded = connection.execute(_CLASSES, (problem, at_s)).fetchall()
        graded += connection.execute(_ON_THE_WEB, (problem, at_s)).fetchall() if web else []
        if web and connection.execute(_BY_A_PAGE, (problem, owner, at_s)).fetchone():
            graded = [("web:", owner)]
        known = [label for label, whose in graded if whose == owner] or [label for label, _ in graded]
        places = {kept_place(_where_it_is(label, folder), folder) for label in known}
        if len(places) == 1:
            connection.execute("UPDATE mark SET class = ? WHERE id = ?", (places.pop(), mark))


def _where_it_is(label: str, folder: Path) -> str:
    """Return the path of a class now, where it was moved with the folder that the store is in."""
    path = Path(label)
    moved = (folder.parent.joinpath(*path.parts[at:]) for at in range(1, len(path.parts)))
    return label if path.exists() else next((str(one) for one in moved if one.exists()), label)
