"""Moodle's names, from mod/assign/classes/downloader.php: `Name_1234567_assignsubmission_file/...`, or without folders.

The number is a participant's, or a group's where groups hand in; nothing in the name says which. Those who are in no
group hand in as `Default group_assignsubmission_file`, in the site's language and without a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student

_MARK = "_assignsubmission_"
DEFAULT = "Moodle's default group, of those who are in no group, handed it in: the export does not say who they are"
_TAIL = re.compile(r"(?P<plugin>[a-z]+)_?(?P<rest>[^/]*)")
_NUMBER = re.compile(r"[0-9]{1,18}")


def is_moodle(name: str) -> bool:
    """Say whether a folder or file is called as Moodle does it."""
    head, mark, tail = name.partition(_MARK)
    return bool(head and mark and _TAIL.fullmatch(tail))


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by participant or group."""
    found: dict[tuple[str, str], Pile] = {}
    strays = [file for file in files if not _placed(file, found)]
    return Sorted("Moodle", list(found.values()), strays)


def _placed(file: File, found: dict[tuple[str, str], Pile]) -> bool:
    name, _, inside = file.path.partition("/")
    head, mark, tail = name.partition(_MARK)
    match = _TAIL.fullmatch(tail)
    if not (head and mark and match):
        return False
    who, number = _who(head)
    pile = found.get((who, number))
    if pile is None:
        pile = found[who, number] = _pile(name, who, number)
        pile.flat = not inside
    if match["plugin"] == "file" and inside:
        pile.folder, pile.flat = name, False
    path = inside or match["rest"]
    pile.add(path if match["plugin"] == "file" else f"{match['plugin']}/{path}", file, name)
    return True


def _who(head: str) -> tuple[str, str]:
    name, _, number = head.rpartition("_")
    return (name, number) if name and _NUMBER.fullmatch(number) else (head, "")


def _pile(folder: str, who: str, number: str) -> Pile:
    if number:
        return Pile(folder, [Told(Student(number, who, lms_id=number), who, number)])
    return Pile(folder, [Told(Student(who, who), who)], unclear=DEFAULT)
