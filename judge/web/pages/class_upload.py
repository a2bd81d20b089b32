"""An LMS's export of a class, uploaded: who is who is shown, a match file settles the rest, then it is handed in, and
is deleted here."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import tzinfo
from pathlib import Path
from typing import Final

import msgspec

from judge.classroom import ClassUpload, Match
from judge.errors import JudgeError
from judge.model import Problem
from judge.reports import MatchFile, RollReport, csv_text, view_html
from judge.store import uploads_of
from judge.text import counted, moment
from judge.web.ask import Ask, Page, RefusedError, Reply, Sent, csv_file, go_on
from judge.web.responses import as_refusal
from judge.web.snapshots import Books

MOST: Final = 64 << 20  # bytes of a zip
_LISTED: Final = 1500  # lines of a table
MATCH: Final = "match.csv"
_KEPT: Final = "kept.json"
_PATIENCE_S: Final = 5.0  # for another class that is being read
_READING: Final = threading.Lock()
_UNSAFE: Final = re.compile(r"^\.+|[^A-Za-z0-9 ._-]+")
_OF_UPLOAD: Final = ("E461", "E472", "E473", "E514")  # what is wrong with an upload itself
_DONE: Final = {
    "settled": "The match file is kept.",
    "uploaded": "The class is read. Nothing is handed in yet.",
    "handed-in": "All that is clear is handed in.",
    "discarded": "The upload is deleted here. Work that was handed in before stays.",
}


def upload(ask: Ask) -> Reply:
    """Take an export, or a match file for the one that is here; then nothing is handed in yet."""
    export, match = ask.file("class"), ask.file("match")
    if export is not None:
        return _take(ask, export)
    if match is not None:
        return _settle(ask, match)
    raise RefusedError(400, "No file came.", "Choose the zip of the class first.")


def match_file(ask: Ask) -> Reply:
    """Return the match file: what was settled, and a row for each doubt."""
    uploads = _uploads(ask)
    with reading():
        rows, match = MatchFile.of(_read(ask, uploads).roll).rows, uploads.match
    unclear = {row[0] for row in rows}
    held = [(*line, "", "") for line in match.lines if line[0] not in unclear] if match else []
    return csv_file(str(MatchFile((*held, *rows))), f"{ask.problem.name}-{MATCH}")


def _take(ask: Ask, sent: Sent) -> Reply:
    if len(sent.body) > MOST:
        raise RefusedError(413, f"A zip of a class has at most {MOST >> 20} MiB.", "Upload it in parts.")
    uploads, problem = _uploads(ask), ask.problem
    with reading(), uploads.incoming(safe_name(sent.name), sent.body) as path:
        version = Books.version(ask.store, [problem])
        found = ClassUpload.read(ask.store, path, problem)
        ask.check_seen(uploads.mark)
        uploads.keep(path, Kept(path.name, time.time(), ask.viewer.owner))
        _hold(ask, uploads, problem, lambda: found, version)
    ask.write_down("class uploaded", problem=problem.name, words=f"{len(sent.body) >> 10:,} KiB")
    return _back(ask, "uploaded")


def _settle(ask: Ask, sent: Sent) -> Reply:
    """Keep a match file in the place of the one before. Of one that can't be read nothing is kept."""
    uploads, problem = _uploads(ask), ask.problem
    with reading():
        kept = _need_kept(uploads)
        ask.check_seen(uploads.mark)
        version = Books.version(ask.store, [problem])
        with uploads.incoming(MATCH, sent.body) as path:
            match = Match.read(path)
            found = ClassUpload.read(ask.store, uploads.path(kept), problem, match)
        uploads.settle(match)
        _hold(ask, uploads, problem, lambda: found, version)
    ask.write_down("class settled", problem=problem.name, words=counted(len(match.lines), "row"))
    return _back(ask, "settled")


def hand_in(ask: Ask) -> Reply:
    """Hand in all that is clear. Once nothing waits any more, the upload is deleted."""
    uploads, store, name = _uploads(ask), ask.store, ask.problem.name
    with reading():
        ask.check_seen(uploads.mark)
        found = _read(ask, uploads)
        if found.new:
            store.accounts.enter_all(found.new, ask.viewer.owner)
        for one in found.ready:
            store.queue.add(name, one.owner, ask.viewer.owner, one.submission, one.at_s, replaces=False)
        if not found.waits:
            uploads.discard()
            ask.site.books.forget()
    if found.ready:
        words = f"{counted(len(found.ready), 'submission')}, {counted(len(found.new), 'new account')}"
        ask.write_down("class handed in", problem=name, words=words)
    return _back(ask, "handed-in")


def discard(ask: Ask) -> Reply:
    """Delete the upload, and its match file."""
    uploads = _uploads(ask)
    with reading():
        ask.check_seen(uploads.mark)
        uploads.discard()
        ask.site.books.forget()
    ask.write_down("class deleted", problem=ask.problem.name)
    return _back(ask, "discarded")


def show(ask: Ask) -> Page:
    """Show the class that was uploaded, or how to upload one. What can't be read any more can still be deleted."""
    uploads = _uploads(ask)
    try:
        kept = uploads.kept
        if kept is None:
            return _empty(ask)
        with reading():
            found, seen = _read(ask, uploads), uploads.mark
    except JudgeError as fault:
        if fault.code not in _OF_UPLOAD:
            raise
        return _empty(ask, as_refusal(fault).words)
    zone = ask.zone
    clear = [("handed in before", one) for one in found.before] + [("ready", one) for one in found.ready]
    handed = {one.student.id: (state, _when(one.at_s, zone, known=one.known, late=one.late)) for state, one in clear}
    view = RollReport(found.roll).view(handed, zone, _LISTED)
    return ask.page(
        "staff/class.html",
        problem=ask.problem,
        kept=kept,
        found=found,
        seen=seen,
        settled=uploads.match is not None,
        done=ask.done(_DONE),
        unclear=len({row[0] for row in MatchFile.of(found.roll).rows if row[4]}),
        doubts=view_html(view, lambda _: "", "unclear"),
        shown=view_html(view, lambda _: "", "who", "strays", "absent", "twins", "noted"),
    )


def _empty(ask: Ask, fault: str = "") -> Page:
    """Return the page without a class, or the `fault` of one that can't be read."""
    words = {
        "problem": ask.problem,
        "students": len(ask.students),
        "fault": fault,
        "seen": _uploads(ask).mark,
    }
    return ask.page("staff/class_new.html", status=422 if fault else 200, done=ask.done(_DONE), **words)


def _uploads(ask: Ask) -> Uploads:
    return Uploads(ask.site.settings.store, ask.problem.name)


def _read(ask: Ask, uploads: Uploads) -> ClassUpload:
    """Return the class that is kept. RefusedError 409 where none is."""
    path, match, problem = uploads.path(_need_kept(uploads)), uploads.match, ask.problem
    return _hold(ask, uploads, problem, lambda: ClassUpload.read(ask.store, path, problem, match))


def _hold(
    ask: Ask, uploads: Uploads, problem: Problem, read: Callable[[], ClassUpload], version: Hashable = None
) -> ClassUpload:
    """Return what was read of this upload: to read one of 20,000 files takes seconds. What changes meanwhile, such as
    what a student hands in, is not in it: `version` was there before."""
    return ask.site.books.of(ask.store, [problem], read, "upload", uploads.mark, version=version)


def _need_kept(uploads: Uploads) -> Kept:
    kept = uploads.kept
    if kept is None:
        raise RefusedError(409, "The class is not here any more.", "Upload it again.")
    return kept


def _when(at_s: float, zone: tzinfo | None, *, known: bool, late: bool) -> str:
    if known:
        return moment(at_s, zone)
    return "late, not known how late: counts as on time" if late else "not known: on time"


def _back(ask: Ask, done: str) -> Reply:
    return go_on(f"/staff/problems/{ask.problem.name}/class", done)


# --- what is kept until it is handed in, beside the store: for each problem one zip, and its match file. Only the user
# of the site may read them.
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
