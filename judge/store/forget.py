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
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

import msgspec

from judge.errors import JudgeError
from judge.model import Student
from judge.store import codec
from judge.store.database import Database
from judge.store.tables import NAMELESS, TABLES, TEXT, Coder
from judge.submissions import languages
from judge.zips import TooLongError, open_bounded_zip

_LIST_LIMIT = 64 << 20  # bytes of a zip's list of contents, as of a class that is handed in
NEAR = 5  # names that are offered for one that nobody has
_PENDING = """
SELECT DISTINCT problem FROM batch JOIN judgement ON judgement.batch = batch.id
WHERE owner = ? AND batch.kind = 'regrade' AND batch.id NOT IN (SELECT batch FROM decision)
"""
_OTHERS = "SELECT 1 FROM {0} WHERE sha256 = ?1 AND owner != ?2"
_HELD = f"{_OTHERS.format('judgement')} UNION ALL {_OTHERS.format('job')}"  # by somebody else
_OWN = "SELECT sha256 FROM judgement WHERE owner = ?1 UNION SELECT sha256 FROM job WHERE owner = ?1"
_COLUMNS = """
SELECT tables.name AS place, columns.name AS said
FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' AND columns.type IN ('TEXT', 'BLOB') ORDER BY 1, 2
"""


def _columns(db: Database) -> list[tuple[str, str, Coder]]:
    """Return each column in which a name may stand, with its table and how it is read and written. A table that is not
    the judge's is left alone."""
    found = [(TABLES[row["place"]], row["said"]) for row in db.ask(_COLUMNS) if row["place"] in TABLES]
    named = [(table, column) for table, column in found if column not in NAMELESS and column not in table.nameless]
    return [(table.name, column, table.holds.get(column, TEXT)) for table, column in named]


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

    A class that lies beside the store and names them is deleted, and so are copies of an older store. They go first: a
    judge that is killed leaves a name that can be forgotten again.

    Raises JudgeError E489 where nobody has the name, E354 when another process has the store open, E451 when a regrade
    of theirs is pending.
    """
    name = codec.plain(name)
    found = db.first("SELECT key FROM person WHERE name = ?", name)
    if not found:
        raise _nobody(db, name)
    key = str(found["key"])
    with db.alone(), db.rewriting():
        if pending := db.ask(_PENDING, key):
            problem = pending[0]["problem"]
            repair = f"judge regrade --problem {problem} --apply   or   --cancel   it first"
            raise JudgeError("E451", f"a regrade of {problem} is pending, and {name} is in it", help=repair)
        words = [name, *filter(None, map(codec.plain, also))]
        listed = _listed(db, key)
        done = _Forgetting(db, key, words).everything()
        for copy in db.copies:
            copy.unlink()
        uploads, left = forget_uploads(uploads_of(db.path), _names([*words, *listed]))
    return msgspec.structs.replace(done, uploads=uploads, left=left)


def uploads_of(store: Path) -> Path:
    """Return the folder of the classes that were uploaded on the web and not handed in yet: one for each problem."""
    return store.parent / "web" / "classes"


def forget_uploads(folder: Path, names: re.Pattern[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Delete each upload that has one of the names, in a path of its zip or in its match file; return the problems of
    those that went, and of those that are left: one that can't be read is."""
    gone: list[str] = []
    left: list[str] = []
    for one in sorted(folder.glob("*")):
        if any(names.search(words) for words in _words(one)):
            shutil.rmtree(one, ignore_errors=True)
        (left if one.exists() else gone).append(one.name)
    return tuple(gone), tuple(left)


def _words(upload: Path) -> Iterator[str]:
    for path in (*upload.glob("*.json"), *upload.glob("*.csv")):
        yield path.read_text(encoding="utf-8", errors="replace")
    for path in upload.glob("*.zip"):
        yield path.name
        with suppress(zipfile.BadZipFile, TooLongError, OSError), open_bounded_zip(path, _LIST_LIMIT) as archive:
            yield from archive.namelist()


def _listed(db: Database, key: str) -> list[str]:
    """Return what a class list says by which files of an export are known as somebody's."""
    found = db.ask("SELECT facts FROM profile WHERE key = ?", key)
    students = [codec.unpack(row["facts"], Student) for row in found]
    return [word for one in students for word in (one.name, one.email, one.login, one.export_id, one.lms_id) if word]


def _names(words: Sequence[str]) -> re.Pattern[str]:
    """Return what finds one of these words where it stands by itself."""
    ends = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{ends})(?![^\W_])", re.IGNORECASE)


def _how_it_is_run(path: str) -> str:
    """Return what decides that of the file of somebody else: its ending, of Java its name; empty for another text."""
    name = path.rpartition("/")[2]
    ending = name[name.rfind(".") :]
    if ending == ".java" and " " not in name:
        return name
    return ending if ending in languages().endings else ""


class _Forgetting:
    """One student's rows, rewritten. Inside a transaction that may."""

    def __init__(self, db: Database, key: str, words: Sequence[str]) -> None:
        self._db, self._key, self._name, self._found = db, key, words[0], 0
        self._names = _names(words)

    def everything(self) -> Forgotten:
        """Rewrite all that is theirs, and take the names out of what is everybody's; count it."""
        own = [row["sha256"] for row in self._db.ask(_OWN, self._key)]
        for table in TABLES.values():
            if table.forget:
                self._db.ask(table.forget.statement(table.name), key=self._key, name=self._name)
        done = self._sources(own)
        for place, column, coder in _columns(self._db):
            self._reword(place, column, coder)
        return done

    def _sources(self, mine: Sequence[str]) -> Forgotten:
        own = [sha256 for sha256 in mine if not self._db.ask(_HELD, sha256, self._key)]
        anew = {old: secrets.token_hex(32) for old in own}
        rows = self._db.ask("SELECT id, sha256, kind, paper FROM judgement WHERE owner = ? ORDER BY id", self._key)
        for fresh in anew.values():
            self._db.add("INSERT INTO source VALUES (?, ?, ?)", fresh, b"", codec.pack(()))
        for row in rows:
            sha256 = anew.get(row["sha256"], row["sha256"])
            kind = self._kind(row["sha256"], row["kind"])
            paper = codec.bare_submission(row["paper"], sha256, kind if PurePath(kind).suffix else f"forgotten{kind}")
            self._db.add(
                "UPDATE judgement SET sha256 = ?, kind = ?, paper = ? WHERE id = ?", sha256, kind, paper, row["id"]
            )
            for held in self._db.ask("SELECT id, prepared, runs FROM outcome WHERE judgement = ?", row["id"]):
                bare = codec.bare_prepared(held["prepared"]), codec.bare_runs(held["runs"])
                self._db.add("UPDATE outcome SET prepared = ?, runs = ? WHERE id = ?", *bare, held["id"])
        for old in anew:
            self._db.add("DELETE FROM source WHERE sha256 = ?", old)
        return Forgotten(len(rows), len(anew), len(mine) - len(anew))

    def _kind(self, sha256: str, kind: str) -> str:
        """Return how the code is run without a name that its author gave it; as it is where others handed in the
        same, since the same bytes share a rank."""
        if self._db.ask(f"{_OTHERS.format('judgement')} AND kind = ?3", sha256, self._key, kind):
            return kind
        if kind.endswith(".java"):
            return f"F{self._key}.java"
        return "" if self._names.search(kind) else kind

    def _reword(self, table: str, column: str, coder: Coder) -> None:
        read, write = coder
        for row in self._db.ask(f"SELECT rowid AS number, {column} AS said FROM {table}"):
            before = self._found
            said = codec.reworded(read(row["said"]), self._nameless)
            if self._found > before:
                self._db.add(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", write(said), row["number"])

    def _nameless(self, said: str) -> str:
        """Return a text without the names."""
        kept = _how_it_is_run(said)
        text, count = self._names.subn(f"forgotten-{self._key}", said.removesuffix(kept))
        self._found += count
        return text + kept


def _nobody(db: Database, name: str) -> JudgeError:
    known = [str(row["name"]) for row in db.ask("SELECT name FROM person ORDER BY name")]
    shapes = {one.casefold(): one for one in known}
    near = [shapes[shape] for shape in difflib.get_close_matches(name.casefold(), list(shapes), NEAR)]
    note = f"close to it: {', '.join(near)}" if near else f"it knows {len(known)} names"
    repair = "name a student by the id in the gradebook, or by the name that was given with --as"
    return JudgeError("E489", f"nobody in the store is called {name!r}", note=note, help=repair)
