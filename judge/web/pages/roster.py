"""A class list that is uploaded: what it would change is shown, and done when that is said to be right.

Between the two the list travels in the form itself, so nothing of it stays here that nobody wants.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.classroom.csv_file import remarks
from judge.classroom.roster import roster_in
from judge.errors import JudgeError
from judge.model.account import Account
from judge.model.classroom import Student
from judge.store.people import check_id
from judge.web.ask import Ask, Page, RefusedError, Reply, Sent, go_on

MOST: Final = 512 << 10  # bytes of a list: some 5,000 people
FORM: Final = 1 << 20  # what is sent with one in it
_ENCODED: Final = MOST * 4 // 3 + 4


class Changes(msgspec.Struct, frozen=True):
    """What a list would change. `new` get an account as students, `renewed` another profile: each as it was and as the
    list has it. Those in `above` have a higher role than who enters the list, and stay as they are; students in
    `unlisted` stay, too."""

    new: tuple[Student, ...] = ()
    renewed: tuple[tuple[Student, Student], ...] = ()
    same: tuple[Student, ...] = ()
    above: tuple[Student, ...] = ()
    unlisted: tuple[Student, ...] = ()

    @property
    def entered(self) -> list[Student]:
        """Return those whom the list makes or changes."""
        return [*self.new, *(student for _, student in self.renewed)]


def compare(ask: Ask) -> Page:
    """Show what an uploaded list would change, or what is wrong with it."""
    sent = _held(ask) if "held" in ask.form else _sent(ask)
    try:
        found = _changes_by(ask, sent.body, sent.name)
    except JudgeError as fault:
        words: dict[str, Any] = {"fault": fault, "changes": Changes(), "held": "", "emptied": False, "seen": ""}
        return ask.page("staff/roster.html", status=422, name=sent.name, **words)
    held = urlsafe_b64encode(sent.body).decode()
    words = {"fault": None, "changes": found, "held": held, "emptied": _emptied(ask), "seen": _seen(found)}
    return ask.page("staff/roster.html", name=sent.name, remarks=remarks(sent.body, Path(sent.name)), **words)


def enter(ask: Ask) -> Reply:
    """Enter the list that was shown."""
    sent = _held(ask)
    with ask.store.at_once():
        found = _changes_by(ask, sent.body, sent.name)
        ask.check_seen(_seen(found))
        made = ask.store.accounts.enter_all(found.entered, ask.viewer.owner)
        ask.write_down("roster entered", words=f"{made.made} new, {made.renewed} renewed")
    return go_on("/staff/people", "roster")


def _sent(ask: Ask) -> Sent:
    """Return the list that was chosen. RefusedError 400 where none was, 413 where it is too long."""
    sent = next(iter(ask.files.get("roster", ())), None)
    if sent is None:
        raise RefusedError(400, "No file came.", "Choose a CSV file first.")
    if len(sent.body) > MOST:
        raise RefusedError(413, f"The list is longer than {MOST >> 10} KiB.", "Upload it in parts.")
    return sent


def _held(ask: Ask) -> Sent:
    """Return the list that the form holds. RefusedError 400 where that is none."""
    held = ask.form.get("held", "")
    if not held or len(held) > _ENCODED or not held.isascii():
        raise RefusedError(400, "The list is not there any more.", "Upload it again.")
    try:
        return Sent("roster.csv", urlsafe_b64decode(held))
    except ValueError as fault:
        raise RefusedError(400, "The list can't be read any more.", "Upload it again.") from fault


def _seen(changes: Changes) -> str:
    """Return what tells these changes from others."""
    return hashlib.sha256(msgspec.json.encode((changes.new, changes.renewed))).hexdigest()


def _changes_by(ask: Ask, body: bytes, name: str) -> Changes:
    """Return what a list changes. JudgeError E462, E482 or E505 where it can't be entered."""
    listed = roster_in(body, Path(name)).students
    found = changes(listed, ask.store.accounts.everybody(), ask.viewer, emptied=_emptied(ask))
    for student in found.entered:
        check_id(student.id)
    return found


def _emptied(ask: Ask) -> bool:
    return bool(ask.form.get("emptied"))


def changes(listed: Iterable[Student], accounts: Iterable[Account], by: Account, *, emptied: bool = False) -> Changes:
    """Return what a list changes when this account enters it. A field that the list leaves empty stays as it was,
    unless such fields are to be `emptied`: a list of another system has other columns."""
    held = {one.owner: one for one in accounts}
    students = {one.id: one for one in listed}
    if not emptied:
        students = {name: _over(held[name].student, one) if name in held else one for name, one in students.items()}
    known = [(held[name], one) for name, one in students.items() if name in held]
    mine = [(old.student, one) for old, one in known if by.may(old.role)]
    return Changes(
        tuple(one for name, one in students.items() if name not in held),
        tuple((old, one) for old, one in mine if old != one),
        tuple(one for old, one in mine if old == one),
        tuple(one for old, one in known if not by.may(old.role)),
        tuple(one.student for name, one in held.items() if one.role == "student" and name not in students),
    )


def _over(old: Student, new: Student) -> Student:
    """Return what is known of a student from both, the new first."""
    told = {name: value for name, value in msgspec.structs.asdict(new).items() if value}
    return msgspec.structs.replace(old, **told)
