"""Moodle's names, from mod/assign: `Name_1234567_assignsubmission_file_/...`; before 3.1 and on request without
folders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.exports.pile import Pile, Sorted
from judge.classroom.file import File
from judge.model.classroom import Student

MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?P<end>_?)(?P<rest>[^/]*)")


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by participant."""
    found: dict[str, Pile] = {}
    strays = [file for file in files if not _placed(file, found)]
    return Sorted("Moodle", list(found.values()), strays)


def _placed(file: File, found: dict[str, Pile]) -> bool:
    name, _, inside = file.path.partition("/")
    match = MOODLE.fullmatch(name)
    if not match:
        return False
    number, who = match["id"], match["name"]
    pile = found.get(number)
    if pile is None:
        student = Student(number, who, lms_id=number)
        # A group's export has the group before the name, and a blind one no name at all: the number is believed first.
        pile = found[number] = Pile(name, [student], [{"lms_id": number, "name": who}], flat=not inside)
    if match["plugin"] == "file" and inside:
        pile.folder, pile.flat = name, False
    path = inside or match["rest"]
    pile.add(path if match["plugin"] == "file" else f"{match['plugin']}/{path}", file, name)
    return True
