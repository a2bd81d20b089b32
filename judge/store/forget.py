"""Forgetting a student: code and name go, and so does all that their program wrote or a compiler said of it, what they
handed in on the web, and what let them in.

What ranks and totals need stays under a key that nobody has any more: verdicts, times and points. Rows are append-only
but for this, so it is one transaction, in a file that no other process has open. Deleted bytes are overwritten and the
file is written anew, so that nothing of them is left in it, nor in a journal.
"""

from __future__ import annotations

import difflib
import re
import secrets
from collections.abc import Sequence
from pathlib import PurePath

import msgspec

from judge.errors import JudgeError
from judge.model.classroom import Student
from judge.store import codec
from judge.store.classes import folder_of, forget_in
from judge.store.database import Database

NEAR = 5  # names that are offered for one that nobody has
_PENDING = """
SELECT DISTINCT problem FROM batch JOIN judgement ON judgement.batch = batch.id
WHERE owner = ? AND batch.kind = 'regrade' AND batch.id NOT IN (SELECT batch FROM decision)
"""
_SHARED = "SELECT 1 FROM judgement WHERE sha256 = ? AND owner != ?"
_OTHERS = "SELECT 1 FROM {0} WHERE sha256 = ?1 AND owner != ?2"
_HELD = f"{_OTHERS.format('judgement')} UNION ALL {_OTHERS.format('job')}"  # by somebody else
_OWN = "SELECT sha256 FROM judgement WHERE owner = ?1 UNION SELECT sha256 FROM job WHERE owner = ?1"
_THEIRS = "(SELECT id FROM job WHERE owner = ?)"
# What was theirs at the door and in the queue. In what others did, a key stays that is nobody's.
_GOES = (
    f"DELETE FROM queued WHERE job IN {_THEIRS}",
    f"DELETE FROM step WHERE job IN {_THEIRS}",
    "DELETE FROM job WHERE owner = ?",
    "DELETE FROM account WHERE owner = ?",
    "DELETE FROM profile WHERE key = ?",
    "DELETE FROM credential WHERE owner = ?",
    "DELETE FROM term WHERE owner = ?",
    "UPDATE deed SET words = '' WHERE about = ?",
)
_TYPED = (  # by somebody, perhaps with a name in it
    *(("batch", "label"), ("batch", "reason"), ("mark", "text"), ("mark", "author"), ("mark", "class")),
    *(("deed", "words"), ("credential", "words"), ("step", "words")),
)


class Forgotten(msgspec.Struct, frozen=True):
    """What was done: how many judgements have no author now; how many sources went, and how many stay, as others
    handed in the same. `uploads` are the problems whose uploaded class named the student and is deleted, `left` those
    of which one is still there."""

    judgements: int
    removed: int
    shared: int
    uploads: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def forget(db: Database, name: str, also: Sequence[str] = ()) -> Forgotten:
    """Forget the student of this name. The words `also`, such as a full name, go from labels and reasons too.

    A class that lies beside the store and names them is deleted.

    Raises JudgeError E489 where nobody has the name, E354 when another process has the store open, E451 when a regrade
    of theirs is pending.
    """
    name = codec.plain(name)
    found = db.ask("SELECT key FROM person WHERE name = ?", name)
    if not found:
        raise _nobody(db, name)
    key = str(found[0]["key"])
    with db.alone(), db.rewriting():
        if pending := db.ask(_PENDING, key):
            problem = pending[0]["problem"]
            repair = f"judge regrade --problem {problem} --apply   or   --cancel   it first"
            raise JudgeError("E451", f"a regrade of {problem} is pending, and {name} is in it", help=repair)
        words = [name, *filter(None, map(codec.plain, also))]
        listed = _listed(db, key)
        done = _Forgetting(db, key, words).everything()
        uploads, left = forget_in(folder_of(db.path), _names([*words, *listed]))
        db.add("DELETE FROM person WHERE key = ?", key)
    return msgspec.structs.replace(done, uploads=uploads, left=left)


def _listed(db: Database, key: str) -> list[str]:
    """Return what a class list says by which files of an export are known as somebody's."""
    found = db.ask("SELECT facts FROM profile WHERE key = ?", key)
    students = [msgspec.json.decode(row["facts"], type=Student) for row in found]
    return [word for one in students for word in (one.name, one.email, one.login, one.export_id, one.lms_id) if word]


def _names(words: Sequence[str]) -> re.Pattern[str]:
    """Return what finds one of these words where it stands by itself."""
    ends = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{ends})(?![^\W_])", re.IGNORECASE)


class _Forgetting:
    """One student's rows, rewritten. Inside a transaction that may."""

    def __init__(self, db: Database, key: str, words: Sequence[str]) -> None:
        self._db, self._key, self._name = db, key, words[0]
        self._names = _names(words)

    def everything(self) -> Forgotten:
        """Rewrite all that is theirs, and count it."""
        own = [row["sha256"] for row in self._db.ask(_OWN, self._key)]
        for statement in _GOES:
            self._db.add(statement, self._key)
        done = self._sources(own)
        self._marks()
        for table, column in _TYPED:
            self._clean(table, column)
        self._wishes()
        return done

    def _sources(self, mine: Sequence[str]) -> Forgotten:
        own = [sha256 for sha256 in mine if not self._db.ask(_HELD, sha256, self._key)]
        anew = {old: secrets.token_hex(32) for old in own}
        rows = self._db.ask("SELECT id, sha256, kind, paper FROM judgement WHERE owner = ? ORDER BY id", self._key)
        for fresh in anew.values():
            self._db.add("INSERT INTO source VALUES (?, ?, ?)", fresh, b"", codec.pack_files(()))
        for row in rows:
            sha256 = anew.get(row["sha256"], row["sha256"])
            kind = self._kind(row["sha256"], row["kind"])
            paper = codec.bare_submission(row["paper"], sha256, kind if PurePath(kind).suffix else f"forgotten{kind}")
            self._db.add(
                "UPDATE judgement SET sha256 = ?, kind = ?, paper = ? WHERE id = ?", sha256, kind, paper, row["id"]
            )
            self._results(row["id"])
        for old in anew:
            self._db.add("DELETE FROM source WHERE sha256 = ?", old)
        for sha256 in mine:
            self._shared(sha256)
        return Forgotten(len(rows), len(anew), len(mine) - len(anew))

    def _kind(self, sha256: str, kind: str) -> str:
        """Return how the code is run without a name that its author gave it; as it is where others handed in the
        same, since the same bytes share a rank."""
        if self._db.ask(f"{_SHARED} AND kind = ?", sha256, self._key, kind):
            return kind
        if kind.endswith(".java"):
            return f"F{self._key}.java"
        return "" if self._names.search(kind) else kind

    def _results(self, judgement: int) -> None:
        self._db.add("DELETE FROM run WHERE judgement = ?", judgement)
        for row in self._db.ask("SELECT id, prepared, runs FROM outcome WHERE judgement = ?", judgement):
            bare = codec.bare_prepared(row["prepared"]), codec.bare_runs(row["runs"])
            self._db.add("UPDATE outcome SET prepared = ?, runs = ? WHERE id = ?", *bare, row["id"])

    def _shared(self, sha256: str) -> None:
        """Take the names out of what was found with the same code of others: it may have been run for this student."""
        others = "SELECT outcome.id, prepared, runs FROM outcome JOIN judgement ON judgement.id = judgement"
        for row in self._db.ask(f"{others} WHERE sha256 = ? AND owner != ?", sha256, self._key):
            prepared = codec.reworded_prepared(row["prepared"], self._nameless)
            runs = codec.reworded_runs(row["runs"], self._nameless)
            self._db.add("UPDATE outcome SET prepared = ?, runs = ? WHERE id = ?", prepared, runs, row["id"])

    def _nameless(self, said: str) -> str:
        return self._names.sub(f"forgotten-{self._key}", said)

    def _marks(self) -> None:
        """Take the words of the student's marks away: points that were given by hand stay."""
        self._db.add("UPDATE mark SET owner = ?1, text = '' WHERE owner IN (?1, ?2)", self._key, self._name)

    def _wishes(self) -> None:
        """Take the names out of regrades that somebody has asked for."""
        for row in self._db.ask("SELECT id, paper FROM job WHERE kind = 'regrade'"):
            bare = codec.reworded_wish(row["paper"], self._nameless)
            self._db.add("UPDATE job SET paper = ? WHERE id = ?", bare, row["id"])

    def _clean(self, table: str, column: str) -> None:
        """Take the names out of what people have typed."""
        for row in self._db.ask(f"SELECT id, {column} AS said FROM {table}"):
            if (said := self._nameless(row["said"])) != row["said"]:
                self._db.add(f"UPDATE {table} SET {column} = ? WHERE id = ?", said, row["id"])


def _nobody(db: Database, name: str) -> JudgeError:
    known = [str(row["name"]) for row in db.ask("SELECT name FROM person ORDER BY name")]
    shapes = {one.casefold(): one for one in known}
    near = [shapes[shape] for shape in difflib.get_close_matches(name.casefold(), list(shapes), NEAR)]
    note = f"close to it: {', '.join(near)}" if near else f"it knows {len(known)} names"
    repair = "name a student by the id in the gradebook, or by the name that was given with --as"
    return JudgeError("E489", f"nobody in the store is called {name!r}", note=note, help=repair)
