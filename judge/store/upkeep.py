"""The care of a store: how it does just now, and what keeps it in order over the years: counting, copying, pruning it,
and forgetting a student."""

from __future__ import annotations

import math
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError, Place
from judge.store.database import Database, noun_in
from judge.store.forget import Forgotten, forget
from judge.store.tables import READ_BY_NOBODY, TABLES


class Contents(msgspec.Struct, frozen=True):
    """All of a store. `forgotten` students are among the others; `prunable_bytes` is what `judge store prune` would
    remove today."""

    class Counts(msgspec.Struct, frozen=True):
        """How much there is of something, and from when to when."""

        batches: int = 0
        judgements: int = 0
        students: int = 0
        first_s: float | None = None
        last_s: float | None = None

    class Package(msgspec.Struct, frozen=True):
        """What was judged on one package; `whole` where its files are kept too."""

        problem: str
        digest: str
        counts: Contents.Counts
        whole: bool

    class Web(msgspec.Struct, frozen=True):
        """What the web has left in a store: who may come in now; submissions, of which some are `open`, not judged
        yet; and lines of the audit log."""

        accounts: int = 0
        handed_in: int = 0
        open: int = 0
        deeds: int = 0

    size_bytes: int
    counts: Counts
    runs: int
    forgotten: int
    packages: tuple[Package, ...]
    years: tuple[tuple[int, Counts], ...]
    prunable_bytes: int
    web: Web = Web()


_WAIT_S: Final = 0.5  # for who is writing: usually it takes some milliseconds
_ROOM: Final = 16 << 20  # bytes that have to be free beside it
_COUNTED = """
count(DISTINCT batch.id) AS batches, count(judgement.id) AS judgements, count(DISTINCT judgement.owner) AS students,
min(judgement.begun_s) AS first_s, max(judgement.begun_s) AS last_s
FROM batch JOIN judgement ON judgement.batch = batch.id
"""
_WEB = """
SELECT (SELECT count(*) FROM account WHERE id IN (SELECT max(id) FROM account GROUP BY owner) AND role != ''),
    (SELECT count(*) FROM job WHERE kind = 'submit'),
    (SELECT count(*) FROM queued JOIN job ON job.id = queued.job WHERE kind = 'submit'),
    (SELECT count(*) FROM deed)
"""
_YEAR = "CAST(strftime('%Y', judgement.begun_s, 'unixepoch') AS INTEGER)"


class Upkeep:
    """What keeps one store in order; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def contents(self) -> Contents:
        """Count what it holds. Nothing is changed."""
        [all_of_it] = self._db.ask(f"SELECT {_COUNTED}")
        packages = self._db.ask(
            "SELECT problem, package, EXISTS (SELECT 1 FROM package WHERE digest = batch.package) AS whole,"
            f" {_COUNTED} GROUP BY problem, package ORDER BY problem, first_s"
        )
        years = self._db.ask(f"SELECT {_YEAR} AS year, {_COUNTED} GROUP BY year ORDER BY year")
        nameless = "SELECT count(DISTINCT owner) FROM judgement WHERE owner NOT IN (SELECT key FROM person)"
        return Contents(
            size_bytes=size_of(self._db.path),
            counts=noun_in(all_of_it, Contents.Counts),
            runs=self._db.number("SELECT count(*) FROM run"),
            forgotten=self._db.number(nameless),
            packages=tuple(
                Contents.Package(row["problem"], row["package"], noun_in(row, Contents.Counts), bool(row["whole"]))
                for row in packages
            ),
            years=tuple((row["year"], noun_in(row, Contents.Counts)) for row in years),
            prunable_bytes=self._prunable()[1],
            web=Contents.Web(*self._db.ask(_WEB)[0]),
        )

    def backup(self, target: Path) -> int:
        """Copy it into a new file, whole or not at all, and return its size. Judges may go on writing meanwhile.

        Raises JudgeError E490 where something is there already, E435 when it can't be written, E352 when the store is
        damaged. Nothing is left there then.
        """
        scratch = target.with_name(f".judge-{os.getpid()}.part")
        with _write_errors(target):
            if os.path.lexists(target):
                raise FileExistsError
            try:
                os.close(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
                self._db.copy(scratch)
                size = scratch.stat().st_size
                _publish(scratch, target)
            finally:
                scratch.unlink(missing_ok=True)
        return size

    def prune(self, before_s: float = math.inf, *, dry_run: bool = False) -> tuple[int, int]:
        """Remove the repetitions of finished judgements that were begun before `before_s`, and links, sessions and
        tokens that ended before; give their room back to the disk. Return how many repetitions they were, and their
        bytes.

        Ranks and totals need the outcomes, and the history of a student needs jobs and their steps: these stay.
        """
        if dry_run:
            return self._prunable(before_s)
        now_s = time.time()
        with self._db.rewriting():
            found = self._prunable(before_s)
            for table in TABLES.values():
                if table.prune:
                    self._db.ask(table.prune.statement(table.name), before_s=before_s, now_s=now_s)
        self._db.shrink()
        return found

    def forget(self, name: str, also: Sequence[str] = ()) -> Forgotten:
        """Remove name and code of a student, and the copies that were made of an older store, which hold both.
        JudgeError E489 where nobody has the name, E451 when a regrade of theirs is pending."""
        return forget(self._db, name, also)

    def writable(self) -> bool:
        """Say whether a row could be written now, and has room on the disk."""
        try:
            with self._db.patient(_WAIT_S), self._db.writing():
                pass
            return shutil.disk_usage(self._db.path.parent).free >= _ROOM
        except (JudgeError, OSError):
            return False

    def judged(self) -> int:
        """Count the submissions and regrades of the queue that came to their end."""
        return self._db.number("SELECT count(DISTINCT job) FROM step WHERE word = 'done'")

    def _prunable(self, before_s: float = math.inf) -> tuple[int, int]:
        """Return how many repetitions of judgements that were begun before `before_s` can go, and their bytes."""
        [(runs, size)] = self._db.ask(
            f"SELECT count(*), coalesce(sum(length(CAST(facts AS BLOB))), 0) FROM run WHERE {READ_BY_NOBODY}",
            before_s=before_s,
        )
        return int(runs), int(size)


def size_of(path: Path) -> int:
    """Return how many bytes the store takes, with what is not yet written into its file."""
    return sum(file.stat().st_size for file in (path, path.with_name(f"{path.name}-wal")) if file.exists())


def _publish(scratch: Path, target: Path) -> None:
    """Give the file its name, on the disk for sure. FileExistsError where somebody has taken the name meanwhile."""
    with scratch.open("rb") as file:
        os.fsync(file.fileno())
    try:
        target.hardlink_to(scratch)
    except FileExistsError:
        raise
    except OSError:  # a file system without a second name for one file
        scratch.rename(target)


@contextmanager
def _write_errors(target: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError as fault:
        raise JudgeError("E490", f"{target} is there already", help="name a file that is not there yet") from fault
    except OSError as fault:
        repair = "name a file in a folder that you may write to"
        raise JudgeError(
            "E435", f"{target} can't be written: {fault.strerror}", Place(str(target)), help=repair
        ) from fault
