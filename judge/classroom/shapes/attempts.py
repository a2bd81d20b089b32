"""Exports with several attempts of a user, each with its time: Blackboard's and Brightspace's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise
from typing import NamedTuple

from judge.classroom.file import File
from judge.classroom.shapes.pile import Pile, Place, Sorted, Told, cuts, sort_by, top
from judge.classroom.shapes.times import spoken_time, written_time
from judge.model import Student

# --- Blackboard: `Homework 1_jdoe_attempt_2026-11-21-18-00-00_hw1.py` for each file, without folders ------------------
# A receipt that ends in the time and `.txt` lies there for each attempt. The word is in the site's language.
# A student chooses what follows the time. Before it stand the assignment and the user, and both may hold underscores: a
# receipt names the user; else the user begins at one of the underscores up to which all names are the same.
RECEIPT_LIMIT = 64 << 10  # bytes
BLACKBOARD = re.compile(
    r"(?P<head>[^/]+?)_(?:attempt|tentative|intento|versuch|tentativ[oa]|poging|forsøk|forsøg|försök|yritys|próba|deneme)_"
    r"(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>[^/]+)|\.txt)",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^:\uff1a]{1,40}[:\uff1a] ?(?P<name>.*) \((?P<user>[^()]+)\)\s*")  # `Name:`, in any language


def sort_blackboard(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    found: dict[tuple[str, str], Pile] = {}
    matches = [(file, None if "/" in file.path else BLACKBOARD.fullmatch(file.path)) for file in files]
    attempts = [(file, match) for file, match in matches if match]
    read = {match["head"]: _told(file, match) for file, match in attempts[::-1] if not match["rest"]}
    receipts = {head: told for head, told in read.items() if told}
    users = receipts | _users({match["head"]: None for _, match in attempts if match["head"] not in receipts}, receipts)
    for file, match in sorted(attempts, key=lambda one: bool(one[1]["rest"])):  # a receipt's name is that of its pile
        head, time = match["head"], match["time"]
        new = Pile(file.path, [users[head]], flat=True, handed_in=written_time(time), user=head)
        pile = found.setdefault((head, time), new)
        if match["rest"]:
            pile.add(match["rest"], file, file.path)
    return Sorted("Blackboard", list(found.values()), [file for file, match in matches if not match])


def _told(file: File, match: re.Match[str]) -> Told | None:
    """Return whom a receipt names, in brackets, in one of its first lines: the student's words come after a blank
    one."""
    text = "" if file.fault else file.read(RECEIPT_LIMIT).decode(errors="replace")
    for line in text.splitlines():
        said = _LINE.fullmatch(line)
        if said and match["head"].endswith(f"_{said['user']}"):
            user, name = said["user"], said["name"].strip()
            return Told(Student(user, name, login=user), name, logins=(user,))
        if not line.strip():
            break
    return None


def _users(heads: Iterable[str], receipts: Mapping[str, Told]) -> dict[str, Told]:
    """Return which users the heads without a receipt may name. All have one assignment before the user: where they do
    not, students may have called their files so, and they name nobody."""
    unsaid = list(heads)
    known = {head.removesuffix(told.logins[0]) for head, told in receipts.items()}
    shared = cuts(unsaid, "_")
    found = {}
    for head in unsaid:
        before = [one for one in known if head.startswith(one)] or shared
        users = sorted({head.removeprefix(one) for one in before} - {""}, key=len, reverse=True) or [head]
        found[head] = Told(Student(users[-1], login=users[-1]), logins=tuple(users))
    return found


# --- Brightspace: `1234-5678 - First Last - Sep 24, 2024 926 PM/`, a folder for each attempt --------------------------
# Or there are files alone, whose names follow after one more dash. Some sites have the institution's id in the place of
# both numbers, or behind them, and no blank before the time's dash. What the two numbers are is not documented, and
# some exports have the same pair for everybody: they name nobody.
LISTING = "index.html"  # Brightspace's own
_NUMBERS = re.compile(r"(?P<user>\d{1,18})-\d{1,18}|(?P<sid>[A-Za-z]?\d{4,18})")
_BEHIND = re.compile(r"(?P<sid>(?!20\d\d )[A-Za-z]?\d{4,18}) - (?P<name>.+)", re.DOTALL)  # a year may be a group's
_DASH = re.compile(" ?- ")
_MOST = 20  # parts of a name with dashes between them


class Attempt(NamedTuple):
    """What the name of an attempt says."""

    user: str
    name: str
    at: datetime | None
    top: str  # what all of its files have in common
    rest: str = ""  # of a file without a folder
    sid: str = ""


def of_brightspace(text: str) -> Attempt | None:
    """Return what a name says; None where it is not Brightspace's."""
    dashes = [match.span() for match in islice(_DASH.finditer(text), _MOST)]
    numbers = _NUMBERS.fullmatch(text, 0, dashes[0][0]) if len(dashes) > 1 else None
    if not numbers:
        return None
    (_, begin), *others = dashes
    for (end, behind), (stop, rest) in pairwise([*others, (len(text), len(text))]):
        if (shown := spoken_time(text[behind:stop])) is not None:
            return _attempt(numbers, text[begin:end], shown, text[:stop], text[rest:])
    return None if numbers["sid"] else _attempt(numbers, text[begin : others[-1][0]], None, text)


def _attempt(numbers: re.Match[str], name: str, at: datetime | None, top: str, rest: str = "") -> Attempt:
    behind = _BEHIND.fullmatch(name)
    sid = numbers["sid"] or (behind["sid"] if behind else "")
    return Attempt(numbers["user"] or sid, behind["name"] if behind else name, at, top, rest, sid)


def sort_brightspace(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    said = {name: found for name in {top(file.path) for file in files} if (found := of_brightspace(name))}
    names: dict[str, set[str]] = {}
    for attempt in said.values():
        names.setdefault(attempt.user, set()).add(attempt.name)

    def place(file: File) -> Place | None:
        name, slash, inside = file.path.partition("/")
        one = said.get(name)
        if one is None or not (slash or one.rest):
            return None
        own = len(names[one.user]) == 1 and one.user != one.sid  # else the number is not a student's
        number = one.user if own else ""
        told = [Told(Student(one.sid or number or one.name, one.name, lms_id=number), one.name, sid=one.sid)]
        pile = Pile(name, told, flat=not slash, handed_in=one.at, user=f"{one.user} {one.sid} {one.name}")
        return Place(one.top, pile, inside or one.rest, name)

    return sort_by("Brightspace", place, [file for file in files if file.path != LISTING])
