"""Who is who in a class: a folder or zip, and perhaps a roster, to a Roll. Nothing runs, and nothing is guessed.

What is not clear is said with the file it is about: a student without a row in the roster, two submissions of one, an
archive in the archive, several programs in a folder. Such a student keeps a row in the gradebook, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from judge.classroom.archive import Archive
from judge.classroom.assignment import ANYTHING, Assignment
from judge.classroom.content import Contents
from judge.classroom.exports import METADATA, Pile, piles, shape_of, top
from judge.classroom.file import File
from judge.classroom.roster import Roster, moved
from judge.errors import JudgeError, Place, keep_trace
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.model.fence import fault_of
from judge.submissions.languages import endings, is_source
from judge.submissions.read import digest


def read_roll(path: Path, roster: Roster | None = None, assignment: Assignment = ANYTHING) -> Roll:
    """Read the class in a folder or zip. JudgeError E461 when it can't be read or has no bounds."""
    with Archive(path) as archive:
        files = _unwrapped(archive.files, path)
        shape, found, strays = piles(files, [*endings(), *map(str.upper, endings()), ".ipynb"])
        if not found:
            message = f"{path.name} can't be read as a class: there is no submission in it"
            repair = "name a folder or zip with a source file or a folder for each student"
            raise JudgeError("E461", message, Place(str(path)), help=repair)
        contents = Contents(archive, assignment, shape)
        members = _one_row_each([member for pile in found for member in _fenced(pile, roster, contents)])
    present = {member.student.id for member in members}
    absent = [student for student in roster.students if student.id not in present] if roster else []
    return Roll(shape, tuple(members), tuple(absent), tuple(map(_stray, strays)), _twins(members))


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


# --- whose it is ------------------------------------------------------------------------------------------------------
def _fenced(pile: Pile, roster: Roster | None, contents: Contents) -> list[Member]:
    """Read a pile. Where the judge itself fails to read a submission, its students keep their rows, and all others
    theirs."""
    try:
        return _members(pile, roster, contents)
    except JudgeError:
        raise
    except Exception as error:
        what = fault_of(error).message
        repair = f"an error of the judge, kept in {keep_trace(error)}: report it, and grade the class again"
        doubt = Doubt(pile.folder, what, repair, ours=True)
    students = pile.students or (Student(pile.folder),)
    members = [Member(student, pile.folder, "", late=pile.late, doubt=doubt) for student in students]
    try:
        pairs = zip(members, pile.words, strict=True)
        return [_identified(member, words, roster) for member, words in pairs] if pile.students else members
    except Exception:  # even that: then they are called as the export calls them
        return members


def _members(pile: Pile, roster: Roster | None, contents: Contents) -> list[Member]:
    content = contents.of(pile)
    if not pile.students:
        repair = f"find out whose it is, and add it to {METADATA} or hand it in by itself"
        doubt = Doubt(pile.folder, "the list of submitters names nobody for it", repair)
        unknown = Student(pile.folder, lms_id=pile.folder.removeprefix("submission_"))
        return [msgspec.structs.replace(content, student=unknown, doubt=content.doubt or doubt)]
    # A group's members have one folder, but a page each.
    pages = [content.page, *(f"{content.page}-{number}" for number in range(2, len(pile.students) + 1))]
    return [
        _identified(msgspec.structs.replace(content, student=student, page=page), words, roster)
        for student, words, page in zip(pile.students, pile.words, pages, strict=True)
    ]


def _identified(member: Member, words: dict[str, str], roster: Roster | None) -> Member:
    if roster is None:
        return member
    how, found = roster.find({field: word for field, word in words.items() if word})
    if len(found) == 1:
        return msgspec.structs.replace(member, student=moved(found[0], member.student.lms_id), matched=how)
    who = " or ".join(dict.fromkeys(word for word in words.values() if word))
    if found:
        ids = ", ".join(student.id for student in found)
        doubt = Doubt(member.folder, f"{len(found)} students share the {how} {who}: {ids}", "name the folder by the id")
    else:
        doubt = Doubt(member.folder, f"the roster has no row for {who}", "add the student to the roster")
    return msgspec.structs.replace(member, doubt=member.doubt or doubt, matched="nobody in the roster")


def _one_row_each(members: list[Member]) -> list[Member]:
    """Make one row of two submissions of one student, which says so: to choose is the instructor's."""
    rows: dict[str, Member] = {}
    for member in members:
        first = rows.get(member.student.id)
        if first is None:
            rows[member.student.id] = member
            continue
        folders = f"{first.folder} and {member.folder}"
        doubt = Doubt(folders, f"{member.student.id} has two submissions", "leave the one that counts in the class")
        rows[member.student.id] = msgspec.structs.replace(first, main="", files=(), folder=folders, doubt=doubt)
    return list(rows.values())


def _twins(members: Sequence[Member]) -> tuple[tuple[Member, ...], ...]:
    """Return those with the same bytes; a group that handed in once is one submission, not twins."""
    alike: dict[tuple[str, str], dict[str, Member]] = {}
    for member in members:
        if member.main:
            key = (
                PurePosixPath(member.main).suffix,
                digest(dict(member.files)[member.main], member.files if len(member.files) > 1 else ()),
            )
            alike.setdefault(key, {}).setdefault(member.folder, member)
    return tuple(tuple(group.values()) for group in alike.values() if len(group) > 1)
