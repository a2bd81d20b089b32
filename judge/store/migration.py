"""What brings the tables of an older store up to `schema.sql`. Each step is done whole or not at all, and only once."""

from __future__ import annotations

import sqlite3

# Version 3 ranks each class of host by itself. SQLite can't change what is UNIQUE, so the table is written anew.
_GROUND = """
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

# Version 7 ranks by PAR-2; what a miss costs is filled in by `ranks.py`, which reads packages.
_MISSED = (
    "DROP INDEX IF EXISTS score_by_worth",
    "ALTER TABLE score ADD COLUMN missed_s REAL NOT NULL DEFAULT 0",
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables that are there up to date. Another judge that does the same is waited for."""
    connection.execute("PRAGMA foreign_keys = OFF")  # or the scores would go with the old table
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "judgement" in tables and "person" not in tables:
            for step in (*_PEOPLE, *(_RANKED if "score" in tables else ())):
                connection.execute(step)
        columns = {row[1] for row in connection.execute("PRAGMA table_info(ground)")}
        if columns and "host_class" not in columns:
            connection.execute(_GROUND)
            connection.execute(
                "INSERT INTO ground_new SELECT id, problem, package, limits, clock, boxed, '' FROM ground"
            )
            connection.execute("DROP TABLE ground")
            connection.execute("ALTER TABLE ground_new RENAME TO ground")
        columns = {row[1] for row in connection.execute("PRAGMA table_info(score)")}
        if columns and "worth" not in columns:
            for step in _WORTH:
                connection.execute(step)
        if columns and "missed_s" not in columns:
            for step in _MISSED:
                connection.execute(step)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
