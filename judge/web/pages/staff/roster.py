"""A class list that is uploaded: what it would change is shown, and done when that is said to be right.

Between the two the list travels in the form itself, so nothing of it stays here that nobody wants.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.classroom.people.changes import Changes, changes
from judge.classroom.people.csv_file import remarks
from judge.classroom.people.roster import roster_in
from judge.errors import JudgeError
from judge.store.accounts import check_id
from judge.web.ask import Ask, Sent
from judge.web.pages.staff.going_on import go_on
from judge.web.reply import Page, RefusedError, Reply

MOST: Final = 512 << 10  # bytes of a list: some 5,000 people
FORM: Final = 1 << 20  # what is sent with one in it
_ENCODED: Final = MOST * 4 // 3 + 4


def compare(ask: Ask) -> Page:
    """Show what an uploaded list would change, or what is wrong with it."""
    sent = _held(ask) if "held" in ask.form else _sent(ask)
    try:
        found = _changes(ask, sent.body, sent.name)
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
        found = _changes(ask, sent.body, sent.name)
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


def _changes(ask: Ask, body: bytes, name: str) -> Changes:
    """Return what a list changes. JudgeError E462, E482 or E505 where it can't be entered."""
    listed = roster_in(body, Path(name)).students
    found = changes(listed, ask.store.accounts.everybody(), ask.viewer, emptied=_emptied(ask))
    for student in found.entered:
        check_id(student.id)
    return found


def _emptied(ask: Ask) -> bool:
    return bool(ask.form.get("emptied"))
