"""What brings the tables of an older store up to `schema.sql`. Each step is done whole or not at all, and only once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from judge.store.codec import kept_place

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
