"""Canvas's names, from lib/content_zipper.rb: `name_LATE_user_attachment_file`; `anon_x1Y2z` for the name and user
where it grades anonymously. A group's work is there once, with the group's name and the number of one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student

CANVAS = re.compile(  # a name always stands before the number, so 1234_5000245_9000598_hw.py is not user 1234's
    r"(?:(?P<late_anon>LATE_)?(?P<anon>anon_[A-Za-z0-9]+)|(?P<name>[^/]*?)_(?P<late>LATE_)?(?P<id>[0-9]+|anon_[A-Za-z0-9]+))_"
    r"(?:(?P<file>[0-9]+)_(?P<rest>[^/]+)|(?P<text>text|link)\.html)"
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
    number, name = match["id"] or match["anon"], match["name"] or ""
    if number not in found:
        told = Told(Student(number, name, lms_id=number), name, number if number.isdigit() else "")
        found[number] = Pile(file.path, [told], flat=True, late=bool(match["late"] or match["late_anon"]))
    found[number].add(match["rest"] or f"{match['text']}.html", file, file.path)
    return True
