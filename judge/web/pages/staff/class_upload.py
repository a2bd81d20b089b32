"""An LMS's export of a class, uploaded: who is who is shown, what is not clear is settled, then it is handed in."""

from __future__ import annotations

import time
from typing import Any, Final

from judge.classroom.people.people import Roster
from judge.classroom.settled import Settled
from judge.classroom.uploaded import Known, Uploaded, uploaded
from judge.errors import JudgeError
from judge.reports.moments import moment
from judge.reports.web.upload import Handed, Question, key_of, questions, upload_page
from judge.store.accounts import check_id
from judge.text import counted
from judge.web.ask import Ask
from judge.web.pages.staff.going_on import go_on, said
from judge.web.reply import Page, RefusedError, Reply
from judge.web.uploads import MOST, Kept, Uploads, reading

_LONGEST: Final = 400  # characters of a field
_OF_UPLOAD: Final = ("E461", "E514")  # what is wrong with an upload itself


def show(ask: Ask) -> Page:
    """Show the class that was uploaded, or how to upload one."""
    return _page(ask)


def upload(ask: Ask) -> Reply:
    """Take an export that can be read; then nothing is handed in yet."""
    sent = next(iter(ask.files.get("class", ())), None)
    if sent is None:
        raise RefusedError(400, "No file came.", "Choose the zip of the class first.")
    if len(sent.body) > MOST:
        raise RefusedError(413, f"A zip of a class has at most {MOST >> 20} MiB.", "Upload it in parts.")
    uploads = _uploads(ask)
    with reading(), uploads.incoming(sent.name, sent.body) as path:
        try:
            uploaded(path, ask.problem, _known(ask), uploads.settled)
        except JudgeError as fault:
            if fault.code not in _OF_UPLOAD:
                raise
            return _empty(ask, 422, f"{fault.message} [{fault.code}]")
        ask.check_seen(uploads.mark)
        uploads.keep(path, Kept(path.name, time.time(), ask.viewer.owner))
    ask.write_down("class uploaded", problem=ask.problem.name, words=f"{len(sent.body) >> 10:,} KiB")
    return _back(ask, "uploaded")


def settle(ask: Ask) -> Reply:
    """Keep what was filled in about what is not clear. What is wrong is said at its field, and nothing is kept."""
    uploads = _uploads(ask)
    with reading():
        ask.check_seen(uploads.mark)
        found = _read(ask, uploads)
        held, roster = uploads.settled, _known(ask).roster
        wrong: dict[str, str] = {}
        for one in questions(found.roll):
            try:
                held |= _said(ask, one, held, roster)
            except JudgeError as fault:
                wrong[one.key] = f"{fault.message}: {fault.help}"
            except RefusedError as fault:
                wrong[one.key] = fault.words
        if not wrong:
            uploads.settle(held)
    if wrong:
        return _page(ask, 422, form=ask.form, wrong=wrong)
    ask.write_down("class settled", problem=ask.problem.name, words=counted(len(held), "submission"))
    return _back(ask, "settled")


def undo(ask: Ask) -> Reply:
    """Open again what was settled about one submission."""
    uploads = _uploads(ask)
    with reading():
        ask.check_seen(uploads.mark)
        _kept(uploads)
        uploads.settle({name: one for name, one in uploads.settled.items() if key_of(name) != ask.form.get("key", "")})
    return _back(ask, "undone")


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
    if found.ready:
        ask.write_down("class handed in", problem=name, words=_counted(found))
    return _back(ask, "handed-in")


def discard(ask: Ask) -> Reply:
    """Delete the upload, and what was settled about it."""
    uploads = _uploads(ask)
    with reading():
        ask.check_seen(uploads.mark)
        uploads.discard()
    ask.write_down("class deleted", problem=ask.problem.name)
    return _back(ask, "discarded")


def _page(ask: Ask, status: int = 200, **more: Any) -> Page:
    """Return the page of the class. What can't be read any more can still be deleted."""
    uploads = _uploads(ask)
    try:
        kept = uploads.kept
        if kept is None:
            return _empty(ask)
        with reading():
            found, settled, seen = _read(ask, uploads), uploads.settled, uploads.mark
    except JudgeError as fault:
        if fault.code not in _OF_UPLOAD:
            raise
        return _empty(ask, 422, f"{fault.message} [{fault.code}]", broken=True)
    handed = {one.student.id: Handed("handed in before", _when(one.at_s, one.known)) for one in found.before}
    handed |= {one.student.id: Handed("ready", _when(one.at_s, one.known)) for one in found.ready}
    return ask.page(
        "staff/class.html",
        status=status,
        problem=ask.problem,
        kept=kept,
        uploaded_at=moment(kept.at_s),
        page=upload_page(found.roll, handed),
        found=found,
        seen=seen,
        settled=[(key_of(name), name, _words(one)) for name, one in settled.items()],
        people=[one.student for one in ask.store.accounts.everybody() if one.role == "student"],
        done=said(ask),
        **{"form": {}, "wrong": {}, "fault": "", **more},
    )


def _empty(ask: Ask, status: int = 200, fault: str = "", *, broken: bool = False) -> Page:
    """Return the page without a class; `broken` where one is there and can't be read."""
    students = sum(one.role == "student" for one in ask.store.accounts.everybody())
    words = {"problem": ask.problem, "students": students, "fault": fault, "broken": broken, "seen": _uploads(ask).mark}
    return ask.page("staff/class_new.html", status=status, done=said(ask), **words)


def _uploads(ask: Ask) -> Uploads:
    return Uploads(ask.site.settings.store, ask.problem.name)


def _known(ask: Ask) -> Known:
    store, name = ask.store, ask.problem.name
    return Known(store.accounts.everybody(), store.terms.of(name), store.queue.handed_in(name))


def _read(ask: Ask, uploads: Uploads) -> Uploaded:
    """Read the class that is kept. RefusedError 409 where none is."""
    return uploaded(uploads.path(_kept(uploads)), ask.problem, _known(ask), uploads.settled)


def _kept(uploads: Uploads) -> Kept:
    kept = uploads.kept
    if kept is None:
        raise RefusedError(409, "The class is not here any more.", "Upload it again.")
    return kept


def _said(ask: Ask, one: Question, held: dict[str, Settled], roster: Roster | None) -> dict[str, Settled]:
    """Return what a form says about one submission, nothing where it says nothing new."""
    who, main = (ask.form.get(f"{field}-{one.key}", "").strip()[:_LONGEST] for field in ("who", "main"))
    if ask.form.get(f"nobody-{one.key}"):
        return {one.folder: Settled(nobodys=True)}
    before = held.get(one.folder, Settled())
    students = before.students if who in ("", one.who) else _named(who, roster)
    said = Settled(students, main or before.main)
    return {one.folder: said} if said not in (before, Settled()) else {}


def _named(who: str, roster: Roster | None) -> tuple[str, ...]:
    """Return the ids of those whom a field names: one, or several with commas between."""
    words = [who] if roster is None or roster.by("id", who) else [part.strip() for part in who.split(",")]
    return tuple(dict.fromkeys(_one(word, roster) for word in words if word))


def _one(word: str, roster: Roster | None) -> str:
    if roster is None:
        check_id(word)
        return word
    found = roster.find(dict.fromkeys(("id", "email", "login", "name"), word))[1]
    if len(found) == 1:
        return found[0].id
    several = f"is {len(found)} students: write the id" if found else "is nobody of the class: add them under People"
    raise RefusedError(422, f"{word} {several}.")


def _words(one: Settled) -> str:
    if one.nobodys:
        return "nobody's"
    return ", ".join(filter(None, (" and ".join(one.students), one.main and f"runs {one.main}")))


def _when(at_s: float, known: bool) -> str:
    return moment(at_s) if known else "not known: on time"


def _counted(found: Uploaded) -> str:
    return f"{counted(len(found.ready), 'submission')}, {counted(len(found.new), 'new account')}"


def _back(ask: Ask, done: str) -> Reply:
    return go_on(f"/staff/problems/{ask.problem.name}/class", done)
