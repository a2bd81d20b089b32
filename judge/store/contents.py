"""What a store holds, counted; how much of it nobody needs any more."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from sqlite3 import Row

from judge.model.contents import Contents, Counts, PackageHeld, WebHeld
from judge.store.database import Database
from judge.store.prune import prunable

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


def contents(db: Database) -> Contents:
    """Count what the store holds. Nothing is changed."""
    [all_of_it] = db.ask(f"SELECT {_COUNTED}")
    packages = db.ask(
        "SELECT problem, package, EXISTS (SELECT 1 FROM package WHERE digest = batch.package) AS whole,"
        f" {_COUNTED} GROUP BY problem, package ORDER BY problem, first_s"
    )
    years = db.ask(f"SELECT {_YEAR} AS year, {_COUNTED} GROUP BY year ORDER BY year")
    [(runs,)] = db.ask("SELECT count(*) FROM run")
    [(forgotten,)] = db.ask("SELECT count(DISTINCT owner) FROM judgement WHERE owner NOT IN (SELECT key FROM person)")
    return Contents(
        size_bytes=size_of(db.path),
        counts=_counts(all_of_it),
        runs=runs,
        forgotten=forgotten,
        packages=tuple(_package(row) for row in packages),
        years=tuple((row["year"], _counts(row)) for row in years),
        prunable_bytes=prunable(db)[1],
        web=WebHeld(*db.ask(_WEB)[0]),
    )


def size_of(path: Path) -> int:
    """Return how many bytes the store takes, with what is not yet written into its file."""
    return sum(file.stat().st_size for file in _files(path) if file.exists())


def _files(path: Path) -> Iterable[Path]:
    return path, path.with_name(f"{path.name}-wal")


def _package(row: Row) -> PackageHeld:
    return PackageHeld(row["problem"], row["package"], _counts(row), bool(row["whole"]))


def _counts(row: Row) -> Counts:
    return Counts(row["batches"], row["judgements"], row["students"], row["first_s"], row["last_s"])
