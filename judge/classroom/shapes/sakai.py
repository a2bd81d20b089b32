"""Sakai's zip, from AssignmentServiceImpl.zipSubmissions: `Last, First(eid)/Submission attachment(s)/hw1.py` below a
folder of the assignment's name, or `Last, First(eid)_Submission attachment(s)_hw1.py`; a group's folder names each
member. Accents are taken out of names. What graders wrote lies beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from judge.classroom.file import File
from judge.classroom.shapes import times
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student

STAMP, ATTACHED = "timestamp.txt", "Submission attachment(s)"
_OF_GRADERS = ("comments.txt", "feedbackText.html", "feedbackComment.txt")
_GRADES = ("grades.csv", "grades.xls", "grades.xlsx")
_FEEDBACK = "Feedback Attachment(s)"
_WHO = re.compile(r"(?P<name>[^;]*?,.*?)\((?P<eid>[^()]+)\)(?:; |$)")
_STAMPED = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{0,3}")
_LONGEST = 1024  # characters of a name


def is_sakai(name: str) -> bool:
    """Say whether a folder or file is called as Sakai does it."""
    return bool(_submitters(_parts(name)[0]))


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by submitter."""
    found: dict[str, Pile] = {}
    strays = [file for file in files if not _placed(file, found) and file.path not in _GRADES]
    return Sorted("Sakai", list(found.values()), strays)


def _placed(file: File, found: dict[str, Pile]) -> bool:
    name, slash, inside = file.path.partition("/")
    who, rest = (name, inside) if slash else _parts(name)
    if who not in found:
        told = _submitters(who)
        if not (told and (slash or rest)):
            return False
        found[who] = Pile(name, told, flat=not slash)
    pile = found[who]
    if inside == STAMP and not file.fault:
        pile.handed_in = _time(file.read(100).decode(errors="replace"))
    elif inside not in _OF_GRADERS and not inside.startswith(f"{_FEEDBACK}/"):
        pile.add(rest.removeprefix(f"{ATTACHED}/"), file, name)
    return True


def _parts(name: str) -> tuple[str, str]:
    """Return the submitter and the file in the name of a file without folders."""
    who, mark, rest = name.partition(f"_{ATTACHED}_")
    return (who, rest) if mark else (name, "")


def _submitters(who: str) -> list[Told]:
    matches = list(_WHO.finditer(who)) if len(who) <= _LONGEST else []
    if "".join(match[0] for match in matches) != who:
        return []
    return [_told(match["name"].strip(), match["eid"]) for match in matches]


def _told(name: str, eid: str) -> Told:
    return Told(Student(eid, name, login=eid), name, logins=(eid,))


def _time(text: str) -> datetime | None:
    """Return a time of Sakai's, which is in UTC: 20261120153012345 up to version 12."""
    match = _STAMPED.fullmatch(text.strip())
    return times.written("-".join(match.groups()) + " UTC" if match else text)
