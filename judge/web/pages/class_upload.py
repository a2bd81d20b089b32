"""An LMS's export of a class, uploaded: who is who is shown, a match file settles the rest, then it is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from datetime import tzinfo
from typing import Any, Final

from judge.classroom import ClassUpload, Match
from judge.errors import JudgeError
from judge.model import Problem, Roll
from judge.reports import MatchFile
from judge.text import counted, moment
from judge.web.ask import Ask, File, Page, RefusedError, Reply, Sent, WrongError, go_on
from judge.web.shared import Books
from judge.web.uploads import MATCH, MOST, Kept, Uploads, reading, safe_name

_OF_UPLOAD: Final = ("E461", "E472", "E473", "E514")  # what is wrong with an upload itself
_DONE: Final = {
    "settled": "The match file is kept.",
    "uploaded": "The class is read. Nothing is handed in yet.",
    "handed-in": "All that is clear is handed in.",
    "discarded": "The upload is deleted here. Work that was handed in before stays.",
}


def upload(ask: Ask) -> Reply:
    """Take an export, or a match file for the one that is here; then nothing is handed in yet."""
    export, match = (next(iter(ask.files.get(name, ())), None) for name in ("class", "match"))
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
    body = str(MatchFile((*held, *rows))).encode()
    return File(body, "text/csv; charset=utf-8", f"{ask.problem.name}-{MATCH}")


def _take(ask: Ask, sent: Sent) -> Reply:
    if len(sent.body) > MOST:
        raise RefusedError(413, f"A zip of a class has at most {MOST >> 20} MiB.", "Upload it in parts.")
    uploads, problem = _uploads(ask), ask.problem
    with reading(), uploads.incoming(safe_name(sent.name), sent.body) as path:
        version = Books.version(ask.store, [problem])
        try:
            found = ClassUpload.read(ask.store, path, problem)
        except JudgeError as fault:
            return _empty(ask, _wrong(fault))
        ask.check_seen(uploads.mark)
        uploads.keep(path, Kept(path.name, time.time(), ask.viewer.owner))
        _held(ask, uploads, problem, lambda: found, version)
    ask.write_down("class uploaded", problem=problem.name, words=f"{len(sent.body) >> 10:,} KiB")
    return _back(ask, "uploaded")


def _settle(ask: Ask, sent: Sent) -> Reply:
    """Keep a match file in the place of the one before. Of one that can't be read nothing is kept."""
    uploads, problem = _uploads(ask), ask.problem
    with reading():
        kept = _kept(uploads)
        ask.check_seen(uploads.mark)
        version = Books.version(ask.store, [problem])
        with uploads.incoming(MATCH, sent.body) as path:
            try:
                match = Match.read(path)
                found = ClassUpload.read(ask.store, uploads.path(kept), problem, match)
            except JudgeError as fault:
                raise WrongError(wrong=_wrong(fault)) from None
        uploads.settle(match)
        _held(ask, uploads, problem, lambda: found, version)
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
        return _empty(ask, _wrong(fault), broken=True)
    zone = ask.zone
    handed = {one.student.id: ("handed in before", _when(one.at_s, zone, known=one.known)) for one in found.before}
    handed |= {one.student.id: ("ready", _when(one.at_s, zone, known=one.known)) for one in found.ready}
    return ask.page(
        "staff/class.html",
        problem=ask.problem,
        kept=kept,
        found=found,
        seen=seen,
        settled=uploads.match is not None,
        wrong="",
        done=ask.done(_DONE),
        **upload_words(found.roll, handed, zone),
    )


def _empty(ask: Ask, fault: str = "", *, broken: bool = False) -> Page:
    """Return the page without a class; `broken` where one is there and can't be read."""
    students = sum(one.role == "student" for one in ask.store.accounts.everybody())
    words = {"problem": ask.problem, "students": students, "fault": fault, "broken": broken, "seen": _uploads(ask).mark}
    return ask.page("staff/class_new.html", status=422 if fault else 200, done=ask.done(_DONE), **words)


def _uploads(ask: Ask) -> Uploads:
    return Uploads(ask.site.settings.store, ask.problem.name)


def _read(ask: Ask, uploads: Uploads) -> ClassUpload:
    """Return the class that is kept. RefusedError 409 where none is."""
    path, match, problem = uploads.path(_kept(uploads)), uploads.match, ask.problem
    return _held(ask, uploads, problem, lambda: ClassUpload.read(ask.store, path, problem, match))


def _held(
    ask: Ask, uploads: Uploads, problem: Problem, read: Callable[[], ClassUpload], version: Hashable = None
) -> ClassUpload:
    """Return what was read of this upload: to read one of 20,000 files takes seconds. What changes meanwhile, such as
    what a student hands in, is not in it: `version` was there before."""
    return ask.site.books.of(ask.store, [problem], read, "upload", uploads.mark, version=version)


def _kept(uploads: Uploads) -> Kept:
    kept = uploads.kept
    if kept is None:
        raise RefusedError(409, "The class is not here any more.", "Upload it again.")
    return kept


def _wrong(fault: JudgeError) -> str:
    """Return what is wrong with an upload; what is wrong with something else is raised again."""
    if fault.code not in _OF_UPLOAD:
        raise fault
    line = f", line {fault.place.line}" if fault.place and fault.place.line else ""
    return f"{fault.message}{line} [{fault.code}]"


def _when(at_s: float, zone: tzinfo | None, *, known: bool) -> str:
    return moment(at_s, zone) if known else "not known: on time"


def _back(ask: Ask, done: str) -> Reply:
    return go_on(f"/staff/problems/{ask.problem.name}/class", done)


_LISTED: Final = 1500  # lines of a table


def upload_words(roll: Roll, handed: Mapping[str, tuple[str, str]], zone: tzinfo | None = None) -> dict[str, Any]:
    """Return what is said of a class: of each student who, how they stand, what is run, when it was handed in, by what
    they are known, and the submission; `unclear` is what a match file has to settle. `handed` says by student's id how
    what they handed in stands, such as "ready", and when that was, in words."""
    noted = [f"{one.student.id}: {text}" for one in roll.members for text in one.remarks]
    return {
        "lines": [_line(one, *handed.get(one.student.id, ("", "")), zone) for one in roll.members[:_LISTED]],
        "unclear": [*{row[0]: row[4] for row in MatchFile.of(roll).rows if row[4]}.items()],
        "strays": roll.strays[:_LISTED],
        "notes": [*roll.remarks, *noted][:_LISTED],
        "absent": [one.who for one in roll.absent[:_LISTED]],
        "twins": [", ".join(one.student.id for one in group) for group in roll.twins[:_LISTED]],
    }


def _line(member: Roll.Member, mark: str, at: str, zone: tzinfo | None) -> tuple[str, ...]:
    student = member.student
    if member.doubt:
        mark = "the judge failed on it" if member.doubt.ours else "not clear"
    when = at or moment(member.handed_in_s, zone)
    return student.id, student.other_name, mark, member.what_runs, when, member.matched, member.folder
