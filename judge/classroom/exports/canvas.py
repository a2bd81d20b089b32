"""Canvas's names, from lib/content_zipper.rb: `name_LATE_user_attachment_file`; `anon_x1Y2z` for the name and user
where it grades anonymously."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.exports.pile import Pile, Sorted
from judge.classroom.file import File
from judge.model.classroom import Student

CANVAS = re.compile(
    r"(?P<name>[^/]*?)(?:_|(?<=^))(?P<late>LATE_)?(?P<id>\d+|anon_[A-Za-z0-9]+)_"
    r"(?:(?P<file>\d+)_(?P<rest>[^/]+)|(?P<text>text|link)\.html)"
)


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by user."""
    found: dict[str, Pile] = {}
    strays = [file for file in files if not _placed(file, found)]
    return Sorted("Canvas", list(found.values()), strays)


def _placed(file: File, found: dict[str, Pile]) -> bool:
    match = None if "/" in file.path else CANVAS.fullmatch(file.path)
    if not match:
        return False
    number = match["id"]
    if number not in found:
        words = {"lms_id": number, "name": match["name"]}
        found[number] = Pile(
            file.path,
            [Student(number, match["name"], lms_id=number)],
            [words],
            flat=True,
            late=bool(match["late"]),
        )
    found[number].add(match["rest"] or f"{match['text']}.html", file, file.path)
    return True
