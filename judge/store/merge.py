"""Two stores become one: what the other one holds is taken over, each row once, all of it or nothing.

A row is known again by when it was written and to what it belongs, as ids differ and who is forgotten has other bytes.
So merging twice changes nothing. Who is forgotten here is forgotten in what comes as well. The other store is copied
first, as it may be of an older version; nothing in it is changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place
from judge.store import codec, merging
from judge.store.database import Database
from judge.store.ranks import Scores

_HELP = "name the store.db of the other store, or a backup of it"
_GONE = """
SELECT owner FROM (
    SELECT owner FROM judgement UNION SELECT owner FROM mark UNION SELECT author FROM job
    UNION SELECT author FROM deed UNION SELECT about FROM deed
) WHERE owner NOT IN (SELECT key FROM person)
"""
_UNRANKED = """
SELECT outcome, runs FROM published WHERE outcome NOT IN (SELECT outcome FROM score) ORDER BY since_s, outcome
"""


class Merged(msgspec.Struct, frozen=True):
    """How much was new."""

    batches: int
    judgements: int
    students: int


def merge(db: Database, scores: Scores, other: Path) -> Merged:
    """Take over what the other store holds.

    Raises JudgeError E435 where it can't be read, E351 and E352 where it is no store that this judge knows, E491 where
    its decisions contradict those here.
    """
    with _copied(db, other) as copy, _attached(db, copy), db.rewriting():
        for question, said in (merging.CONTRADICT, merging.PENDING):
            if found := db.ask(question):
                repair = "apply or cancel a regrade in the same way in both stores, then merge"
                raise JudgeError("E491", f"a regrade of {found[0]['problem']} {said}", help=repair)
        for step in merging.copying():
            db.add(step)
        for row in db.ask(_UNRANKED):
            scores.add(row["outcome"], codec.unpack_runs(row["runs"]))
        done = Merged(*(int(db.ask(question)[0]["count"]) for question in merging.NEW))
        for step in merging.closing():
            db.add(step)
    return done


@contextmanager
def _copied(db: Database, other: Path) -> Iterator[Path]:
    """Lend a copy of the other store, of this version, in which those are forgotten who are forgotten here."""
    from judge.store import Store

    if not other.is_file():
        raise JudgeError("E435", f"{other} can't be opened: it is not a file", help=_HELP)
    scratch = db.path.with_name(f".judge-{os.getpid()}.merge")
    try:
        scratch.touch(mode=0o600)
        with _of(other), closing(sqlite3.connect(other)) as theirs, closing(sqlite3.connect(scratch)) as copy:
            theirs.backup(copy)
        with _of(other), Store(scratch, folder=other.parent) as store:
            for owner in db.ask(_GONE):
                for known in store._db.ask("SELECT name FROM person WHERE key = ?", owner["owner"]):
                    store.upkeep.forget(known["name"])
        yield scratch
    finally:
        for path in scratch.parent.glob(f"{scratch.stem}.*"):
            path.unlink(missing_ok=True)


@contextmanager
def _of(other: Path) -> Iterator[None]:
    """Say of the other store what is wrong with it or with its copy."""
    try:
        yield
    except JudgeError as error:
        raise JudgeError(error.code, error.message, Place(str(other)), error.note, error.help) from error
    except sqlite3.DatabaseError as fault:
        message = f"this file can't be read as a store: {fault}"
        raise JudgeError("E352", message, Place(str(other)), help=_HELP) from fault


@contextmanager
def _attached(db: Database, path: Path) -> Iterator[None]:
    db.add("ATTACH ? AS theirs", str(path))
    try:
        yield
    finally:
        db.add("DETACH theirs")
