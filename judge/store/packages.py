"""The packages that were judged, kept whole: an appeal in three years is shown the board and the answer of then."""

from __future__ import annotations

import contextlib
import tempfile
import zlib
from pathlib import Path, PurePosixPath

import msgspec

from judge.errors import JudgeError, Place
from judge.model import Problem
from judge.problems import Files, package_files, read_package
from judge.store import codec
from judge.store.database import Database

_HELP = "judge store info  lists the packages; the first digits of a digest are enough"


class Packages:
    """Those of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(self, digest: str, problem: Problem) -> None:
        """Keep the files of a package, once. Inside a transaction."""
        if self._db.ask("SELECT 1 FROM package WHERE digest = ?", digest):
            return
        if files := package_files(problem):
            self._db.add("INSERT INTO package VALUES (?, ?)", digest, zlib.compress(codec.pack(files).encode()))

    def find(self, begun: str) -> tuple[str, str]:
        """Return problem and digest of the package whose digest begins so. JudgeError E493 where there is none, or
        several."""
        found = self._db.ask(
            "SELECT DISTINCT problem, digest FROM package JOIN batch ON package = digest"
            " WHERE substr(digest, 1, length(?1)) = ?1 ORDER BY 1, 2",
            begun.lower(),
        )
        if len(found) == 1:
            return found[0]["problem"], found[0]["digest"]
        if not found:
            raise JudgeError("E493", f"the store keeps no package {begun!r}", help=_HELP)
        known = ", ".join(f"{row['problem']} {row['digest'][:12]}" for row in found)
        raise JudgeError("E493", f"{begun!r} names several packages", note=f"they are {known}", help=_HELP)

    def files(self, digest: str) -> Files:
        """Return the files of a package by path, as they were when it was judged first."""
        [row] = self._db.ask("SELECT files FROM package WHERE digest = ?", digest)
        return msgspec.json.decode(zlib.decompress(row["files"]), type=Files)

    def problem(self, digest: str) -> Problem | None:
        """Return the package as it was judged first; None where it isn't kept, or this judge can't read it."""
        if not self._db.ask("SELECT 1 FROM package WHERE digest = ?", digest):
            return None
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(JudgeError):
            write_back(self.files(digest), Path(folder, "package"))
            return read_package(Path(folder, "package"))
        return None


def write_back(files: Files, folder: Path) -> None:
    """Write a package into a new folder. JudgeError E490 where something is there already, E435 when it can't be
    written."""
    if folder.exists():
        raise JudgeError("E490", f"{folder} is there already", help="name a folder that is not there yet")
    for name, data in files:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:  # of a store that somebody else has made
            raise JudgeError("E493", f"the package holds a file that leads out of it: {name!r}", help=_HELP)
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        except OSError as fault:
            message = f"{folder / path} can't be written: {fault.strerror}"
            raise JudgeError("E435", message, Place(str(folder)), help="name a folder that you may write to") from fault
