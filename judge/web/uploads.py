"""Classes that were uploaded and not handed in yet, beside the store: for each problem one zip, and its match
file. Only the user of the site may read them, and they go when the class is handed in."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from judge.classroom import Match
from judge.errors import JudgeError
from judge.reports import csv_text
from judge.store import uploads_of
from judge.web.ask import RefusedError

MOST: Final = 64 << 20  # bytes of a zip
MATCH: Final = "match.csv"
_KEPT: Final = "kept.json"
_PATIENCE_S: Final = 5.0  # for another class that is being read
_READING: Final = threading.Lock()
_UNSAFE: Final = re.compile(r"^\.+|[^A-Za-z0-9 ._-]+")


@contextmanager
def reading() -> Iterator[None]:
    """Be the only one who reads a class or hands it in: it takes memory, and nothing is handed in twice. RefusedError
    503 where another one takes long, as who waits keeps a thread from all others."""
    if not _READING.acquire(timeout=_PATIENCE_S):
        raise RefusedError(503, "Another class is being read just now.", "Try again in a minute.")
    try:
        yield
    finally:
        _READING.release()


class Kept(msgspec.Struct, frozen=True):
    """What is kept: the name of the zip here, when it was uploaded in seconds since 1970, and by whom."""

    file: str
    at_s: float
    author: str


class Uploads:
    """That of one problem."""

    def __init__(self, store: Path, problem: str) -> None:
        self._folder = uploads_of(store) / problem

    @property
    def kept(self) -> Kept | None:
        """Return what is kept, None where nothing is. JudgeError E514 where it can't be read."""
        try:
            return msgspec.json.decode((self._folder / _KEPT).read_bytes(), type=Kept)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as fault:
            raise _unreadable() from fault

    @property
    def match(self) -> Match | None:
        """Return its match file, None where there is none. JudgeError E472 where it can't be read."""
        path = self._folder / MATCH
        return Match.read(path) if path.is_file() else None

    @property
    def mark(self) -> str:
        """Return what tells this upload and its match file from any other; it may be spoilt."""
        held = [path.read_bytes() for name in (_KEPT, MATCH) if (path := self._folder / name).is_file()]
        return hashlib.sha256(b"\n".join(held)).hexdigest() if held else ""

    def path(self, kept: Kept) -> Path:
        """Return where the zip is. JudgeError E514 where it is not there."""
        found = self._folder / Path(kept.file).name
        if not found.is_file():
            raise _unreadable()
        return found

    @contextmanager
    def incoming(self, name: str, body: bytes) -> Iterator[Path]:
        """Write an upload down without taking it; it is gone afterwards, unless `keep` has taken it. JudgeError E515
        where that can't be done."""
        folder = self._folder / f"incoming-{secrets.token_hex(8)}"
        path = folder / name
        try:
            with _writing():
                _make(folder)
                _write(path, body)
            yield path
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def keep(self, path: Path, kept: Kept) -> None:
        """Take an upload in the place of the one before and its match file. JudgeError E515 as above."""
        with _writing():
            for old in (*self._folder.glob("*.zip"), self._folder / MATCH):
                old.unlink(missing_ok=True)
            path.rename(self._folder / kept.file)
            self._put(_KEPT, msgspec.json.encode(kept))

    def settle(self, match: Match) -> None:
        """Keep a match file in the place of the one before, in UTF-8, so that names are found in it. JudgeError E515 as
        above."""
        with _writing():
            self._put(MATCH, csv_text([("file", "student", "main"), *match.lines]).encode())

    def discard(self) -> None:
        """Delete all of it."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _put(self, name: str, data: bytes) -> None:
        part = self._folder / f"{name}.part"
        part.unlink(missing_ok=True)
        _write(part, data)
        part.replace(self._folder / name)


def safe_name(name: str) -> str:
    """Return a name for the zip here that looks like its own: folders in it that are called so are seen through."""
    return f"{_UNSAFE.sub('_', name.removesuffix('.zip'))[:80] or 'class'}.zip"


def _make(folder: Path) -> None:
    """Make a folder and those above it, for the user of the site alone."""
    for one in (*reversed(folder.parents[:3]), folder):
        one.mkdir(mode=0o700, exist_ok=True)


def _write(path: Path, body: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(body)


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        repair = "make room on the host, or let the site write into the folder of its store"
        raise JudgeError("E515", f"the uploaded class can't be kept: {fault.strerror}", help=repair) from fault


def _unreadable() -> JudgeError:
    repair = "delete the upload, and upload the class again"
    return JudgeError("E514", "what is kept of the uploaded class can't be read", help=repair)
