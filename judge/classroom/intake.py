"""Who is who in a class: a folder or zip, and perhaps a roster, to a Roll. Nothing runs, and nothing is guessed.

What is not clear is said with the file it is about: a student without a row in the roster, two submissions of one, an
archive in the archive, several programs in a folder. Such a student keeps a row in the gradebook, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from judge.classroom.exports import Pile, piles, shape_of, top
from judge.classroom.files.archive import Archive
from judge.classroom.files.codepage import Fits
from judge.classroom.files.file import File
from judge.classroom.homework.assignment import ANYTHING, Assignment
from judge.classroom.homework.attempts import by_user
from judge.classroom.homework.content import Contents
from judge.classroom.homework.twins import twins
from judge.classroom.people.match import NOBODY, Match
from judge.classroom.people.owners import Owners
from judge.classroom.people.roster import Roster
from judge.classroom.people.rows import one_row_each
from judge.errors import JudgeError, Place
from judge.model.classroom import Doubt, Roll, Student, Unmatched
from judge.submissions.languages import endings, is_source


def read_roll(
    path: Path, roster: Roster | None = None, match: Match | None = None, assignment: Assignment = ANYTHING
) -> Roll:
    """Read the class in a folder or zip. `match` holds what the instructor has settled. JudgeError E461 when it can't
    be read or has no bounds."""
    with Archive(path, _fits(roster)) as archive:
        files = _unwrapped(archive.files, path)
        found = piles(files, _endings())
        if not found.piles:
            message = f"{path.name} can't be read as a class: there is no submission in it"
            repair = "name a folder or zip with a source file or a folder for each student"
            raise JudgeError("E461", message, Place(str(path)), help=repair)
        kept, left = _settled(found.piles, match)
        owners = Owners(found, roster, match, Contents(archive, assignment, found.shape))
        rows = [owners.rows(attempts) for attempts in by_user(kept, assignment.attempt)]
    members, instead = one_row_each([member for given, _ in rows for member in given])
    unmatched = [one for _, unclear in rows for one in unclear]
    present = {member.student.id for member in members}
    absent = [student for student in roster.students if student.id not in present] if roster else []
    strays = (*map(_stray, found.strays), *left, *instead)
    unmatched = [_absent_first(one, absent) for one in unmatched]
    remarks = (*filter(None, [archive.remark]), *owners.remarks)
    return Roll(found.shape, tuple(members), tuple(absent), strays, twins(members), tuple(unmatched), remarks)


def _fits(roster: Roster | None) -> Fits | None:
    """Return what says how many names of an export are in the roster, of those that are not ASCII."""
    if roster is None:
        return None

    def count(paths: Sequence[str]) -> int:
        files = [File(path if "." in path else f"{path}/x.py", 0, lambda _: b"") for path in paths]
        told = (words.get("name", "") for pile in piles(files, _endings()).piles for words in pile.words)
        return sum(not name.isascii() and roster.has_name(name) for name in told)

    return count


def _endings() -> list[str]:
    """Return the endings of a file that may be a submission by itself."""
    return [*endings(), *map(str.upper, endings()), ".ipynb"]


def _settled(found: Sequence[Pile], match: Match | None) -> tuple[list[Pile], list[Doubt]]:
    """Return the piles that count after what the instructor has settled, each with the file that is run, and those that
    are said to be nobody's."""
    if match is None:
        return list(found), []
    match.check(found)
    kept, left = [], []
    for pile in found:
        rows = match.of(pile)
        pile.main = next((row.main for row in rows if row.main), pile.main)
        if any(row.student == NOBODY for row in rows):
            left.append(Doubt(pile.folder, "the match file leaves it out"))
            continue
        if any(row.student for row in rows):
            pile.user = ""  # it is no attempt among others: it counts
        kept.append(pile)
    return kept, left


def _absent_first(one: Unmatched, absent: Sequence[Student]) -> Unmatched:
    """Return it with those first whose it may be and who handed in nothing else."""
    waiting = {student.id for student in absent}
    nearest = sorted(one.nearest, key=lambda student: student.id not in waiting)
    return msgspec.structs.replace(one, nearest=tuple(nearest))


def _unwrapped(files: list[File], path: Path) -> list[File]:
    """Return the files without the folder that only holds the class: named as the zip, or around an export, or around
    folders alone."""
    while files and all("/" in file.path for file in files) and len({top(file.path) for file in files}) == 1:
        inner = [msgspec.structs.replace(file, path=file.path.partition("/")[2]) for file in files]
        inner = [file for file in inner if file.path]
        folders = {top(file.path) for file in inner if "/" in file.path}
        loose = any(is_source(file.path) for file in inner if "/" not in file.path)
        wraps = top(files[0].path) == path.stem or (len(folders) > 1 and not loose)
        if shape_of(files) != "plain" or not (wraps or shape_of(inner) != "plain"):
            break
        files = inner
    return files


def _stray(file: File) -> Doubt:
    if file.fault:
        return Doubt(file.path, file.fault, "take the file out of the class")
    return Doubt(file.path, "it belongs to no student", "name it as the others are, or take it out of the class")
