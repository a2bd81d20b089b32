"""Blackboard's gradebook zip has no folders: `Homework 1_jdoe_attempt_2026-11-21-18-00-00_hw1.py` for each file, and a
receipt that ends in the time and `.txt` for each attempt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.exports import times
from judge.classroom.exports.pile import Pile, Sorted
from judge.classroom.files.file import File
from judge.model.classroom import Student

RECEIPT_LIMIT = 64 << 10  # bytes
BLACKBOARD = re.compile(r"(?P<head>[^/]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>[^/]+)|\.txt)")
_RECEIPT = re.compile(r"^Name: (?P<name>.*) \((?P<user>[^()]+)\)\s*$", re.MULTILINE)


def sort(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    found: dict[tuple[str, str], Pile] = {}
    matches = [(file, None if "/" in file.path else BLACKBOARD.fullmatch(file.path)) for file in files]
    for file, match in matches:
        if match and not match["rest"]:
            found[match["head"], match["time"]] = _pile(file, match, _receipt(file, match["head"]))
    for file, match in matches:
        if match and match["rest"]:
            user = match["head"].rpartition("_")[2]
            student = Student(user, login=user)
            new = _pile(file, match, student)
            found.setdefault((match["head"], match["time"]), new).add(match["rest"], file, file.path)
    return Sorted("Blackboard", list(found.values()), [file for file, match in matches if not match])


def _pile(file: File, match: re.Match[str], student: Student) -> Pile:
    words, at = [_words(student)], times.written(match["time"])
    return Pile(file.path, [student], words, flat=True, handed_in=at, user=match["head"])


def _receipt(file: File, head: str) -> Student:
    """Return who a receipt is for. It names the user in brackets, which tells where the assignment's name ends in
    `head`."""
    text = "" if file.fault else file.read(RECEIPT_LIMIT).decode("utf-8-sig", errors="replace")
    match = _RECEIPT.search(text)
    if match and head.endswith(f"_{match['user']}"):
        return Student(match["user"], match["name"].strip(), login=match["user"])
    user = head.rpartition("_")[2]
    return Student(user, login=user)


def _words(student: Student) -> dict[str, str]:
    return {"login": student.login, "id": student.login, "name": student.name}
