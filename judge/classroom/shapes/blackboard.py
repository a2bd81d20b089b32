"""Blackboard's gradebook zip has no folders: `Homework 1_jdoe_attempt_2026-11-21-18-00-00_hw1.py` for each file, and a
receipt that ends in the time and `.txt` for each attempt.

A student chooses what follows the time. Before it stand the assignment and the user, and both may hold underscores: a
receipt names the user; else the user begins at one of the underscores up to which all names are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from judge.classroom.file import File
from judge.classroom.shapes import times
from judge.classroom.shapes.pile import Pile, Sorted, Told, cuts
from judge.model.classroom import Student

RECEIPT_LIMIT = 64 << 10  # bytes
BLACKBOARD = re.compile(r"(?P<head>[^/]+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>[^/]+)|\.txt)")
_LINE = re.compile(r"[^:\uff1a]{1,40}[:\uff1a] ?(?P<name>.*) \((?P<user>[^()]+)\)\s*")  # `Name:`, in any language


def sort(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    found: dict[tuple[str, str], Pile] = {}
    matches = [(file, None if "/" in file.path else BLACKBOARD.fullmatch(file.path)) for file in files]
    attempts = [(file, match) for file, match in matches if match]
    read = {match["head"]: _told(file, match) for file, match in attempts[::-1] if not match["rest"]}
    receipts = {head: told for head, told in read.items() if told}
    users = receipts | _users({match["head"]: None for _, match in attempts if match["head"] not in receipts}, receipts)
    for file, match in sorted(attempts, key=lambda one: bool(one[1]["rest"])):  # a receipt's name is that of its pile
        head, time = match["head"], match["time"]
        new = Pile(file.path, [users[head]], flat=True, handed_in=times.written(time), user=head)
        pile = found.setdefault((head, time), new)
        if match["rest"]:
            pile.add(match["rest"], file, file.path)
    return Sorted("Blackboard", list(found.values()), [file for file, match in matches if not match])


def _told(file: File, match: re.Match[str]) -> Told | None:
    """Return whom a receipt names, in brackets, in one of its first lines: the student's words come after a blank
    one."""
    text = "" if file.fault else file.read(RECEIPT_LIMIT).decode("utf-8-sig", errors="replace")
    for line in text.splitlines():
        said = _LINE.fullmatch(line)
        if said and match["head"].endswith(f"_{said['user']}"):
            user, name = said["user"], said["name"].strip()
            return Told(Student(user, name, login=user), name, logins=(user,))
        if not line.strip():
            break
    return None


def _users(heads: Iterable[str], receipts: Mapping[str, Told]) -> dict[str, Told]:
    """Return which users the heads without a receipt may name."""
    unsaid = list(heads)
    known = {head.removesuffix(told.logins[0]) for head, told in receipts.items()}
    shared = cuts(unsaid, "_")
    found = {}
    for head in unsaid:
        before = [one for one in known if head.startswith(one)] or shared or cuts([head], "_")
        users = sorted({head.removeprefix(one) for one in before} - {""}, key=len, reverse=True) or [head]
        found[head] = Told(Student(users[-1], login=users[-1]), logins=tuple(users))
    return found
