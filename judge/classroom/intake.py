"""Who is who in a class: a folder or zip, and perhaps a roster, to a Roll. Nothing runs, and nothing is guessed.

What is not clear is said with the file it is about: a student without a row in the roster, two submissions of one, an
archive in the archive, several programs in a folder. Such a student keeps a row in the gradebook, with the reason.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from judge.classroom.archive import Archive
from judge.classroom.bounds import FOLDER_MOST
from judge.classroom.exports import METADATA, Pile, piles, shape_of, top
from judge.classroom.file import SURPLUS, File, name_fault
from judge.classroom.roster import Roster, moved
from judge.errors import JudgeError, Place, keep_trace
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.model.fence import fault_of
from judge.submissions.folder import BEGINNINGS, FILES_LIMIT, FOLDER_LIMIT, SOURCE_LIMIT, run_of
from judge.submissions.languages import endings
from judge.submissions.read import digest, handed_in

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".jar")
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")
_NAMED = 5  # of a list of files, in a sentence


def read_roll(path: Path, roster: Roster | None = None) -> Roll:
    """Read the class in a folder or zip. JudgeError E461 when it can't be read or has no bounds."""
    with Archive(path) as archive:
        files = _unwrapped(archive.files, path)
        shape, found, strays = piles(files, endings())
        if not found:
            message = f"{path.name} can't be read as a class: there is no submission in it"
            repair = "name a folder or zip with a source file or a folder for each student"
            raise JudgeError("E461", message, Place(str(path)), help=repair)
        members = _one_row_each([member for pile in found for member in _fenced(pile, roster)])
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
        loose = any(_is_source(file.path) for file in inner if "/" not in file.path)
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
def _fenced(pile: Pile, roster: Roster | None) -> list[Member]:
    """Read a pile. Where the judge itself fails to read a submission, its students keep their rows, and all others
    theirs."""
    try:
        return _members(pile, roster)
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


def _members(pile: Pile, roster: Roster | None) -> list[Member]:
    content = _content(pile)
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


# --- what it is -------------------------------------------------------------------------------------------------------
def _content(pile: Pile) -> Member:
    """Return the submission in a pile, for a student who is still to be found."""
    nobody = Student("")
    page = _page(pile, "")
    try:
        data, remarks = _read(pile)
        main = _main(pile, data)
        _check_alone(pile, main, data)
    except _UnclearError as unclear:
        return Member(nobody, pile.folder, page, late=pile.late, doubt=unclear.doubt)
    kept, documents = _without_documents(main, data)
    if documents:
        remarks.append(f"{_listed(documents)}: not part of the program")
    return Member(nobody, pile.folder, _page(pile, main), main, kept, pile.late, remarks=tuple(remarks))


class _UnclearError(Exception):
    """Why nothing in a pile can be judged."""

    def __init__(self, where: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.doubt = Doubt(where, what, repair)


def _page(pile: Pile, main: str) -> str:
    """Return where feedback is looked for by those who upload the pages again."""
    name = pile.tops.get(main, pile.folder)
    page = (name.rpartition(".")[0] or name) if pile.flat else f"{pile.folder}/feedback"
    if name_fault(f"{page}-99.html"):  # no file could be written there
        page = f"unnamed-{hashlib.sha256(page.encode(errors='surrogatepass')).hexdigest()[:12]}/feedback"
    return page


def _read(pile: Pile) -> tuple[dict[str, bytes], list[str]]:
    """Return the bytes of every file that may be part of a program, and remarks on the others."""
    if not pile.files:
        raise _UnclearError(pile.folder, "nothing was handed in", "ask the student")
    if pile.twice:
        repair = "leave the one that counts in the class"
        raise _UnclearError(pile.folder, f"there are two of {_listed(pile.twice)}", repair)
    if len(pile.files) > FOLDER_MOST or any(file.fault == SURPLUS for file in pile.files.values()):
        raise _UnclearError(pile.folder, f"it has more than {FOLDER_MOST:,} files", "leave the sources alone in it")
    data: dict[str, bytes] = {}
    remarks: list[str] = []
    taken = 0  # bytes, also of what is then left out: they come off the class's bound
    for path, file in pile.files.items():
        fault, content = _bytes(path, file)
        taken += len(content)
        if not fault:
            data[path] = content
        elif _is_source(path):
            raise _UnclearError(file.path, fault, "let the student hand in a plain source file")
        else:
            remarks.append(f"{path}: {fault}")
        if len(data) > FILES_LIMIT or taken > FOLDER_LIMIT:
            what = f"it has more than {FILES_LIMIT} files, or more than {FOLDER_LIMIT >> 20} MiB of them"
            raise _UnclearError(pile.folder, what, "leave the sources alone in it")
    return data, remarks


def _bytes(path: str, file: File) -> tuple[str, bytes]:
    """Return what is wrong with a file, and the bytes that were read of it."""
    if file.fault:
        return file.fault, b""
    if PurePosixPath(path).name.startswith(".") and not _is_source(path):
        return "it is hidden", b""
    if path.lower().endswith(ARCHIVES):
        return "it is an archive in the archive, which is not opened", b""
    too_long = f"it is longer than {SOURCE_LIMIT >> 10} KiB"
    if file.size > SOURCE_LIMIT:
        return too_long, b""
    try:
        content = file.read(SOURCE_LIMIT + 1)
    except OSError as error:
        return error.strerror or "it can't be read", b""
    return too_long if len(content) > SOURCE_LIMIT else "", content


def _main(pile: Pile, data: dict[str, bytes]) -> str:
    """Return the file that is run."""
    sources = {path: content for path, content in data.items() if _is_source(path)}
    begun = run_of(sources)
    if len(begun) == 1:
        return begun[0]
    if sources:
        repair = f"call the one that is run {' or '.join(BEGINNINGS)}, and no other"
        raise _UnclearError(
            pile.folder, f"it is not clear which of its programs is run: {_listed(begun or list(sources))}", repair
        )
    known = ", ".join(endings())
    packed = [path for path in pile.files if path.lower().endswith(ARCHIVES)]
    if packed:
        raise _UnclearError(
            pile.folder, f"it is an archive in the archive: {_listed(packed)}", "unpack it in its place"
        )
    raise _UnclearError(
        pile.folder, f"none of {_listed(list(pile.files))} is a source file", f"known endings are {known}"
    )


def _check_alone(pile: Pile, main: str, data: dict[str, bytes]) -> None:
    """Refuse a function that needs another file: it is judged as one file, and with a second one that it names it would
    be judged as something it is not."""
    if not _is_function(main, data[main]):
        return
    stems = {PurePosixPath(path).stem: path for path in data if _is_source(path) and path != main}
    named = [path for stem, path in stems.items() if re.search(rf"\b{re.escape(stem)}\b".encode(), data[main])]
    if named:
        what = f"{main} defines solve, which is judged as one file, but it names {_listed(named)}"
        raise _UnclearError(pile.folder, what, "let the student hand in one file")


def _is_function(main: str, source: bytes) -> bool:
    alone = handed_in("", "", main, ((main, source),))
    return alone.contract == "function" and alone.fault is None


def _without_documents(main: str, data: dict[str, bytes]) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Take a source beside a report as one file; what the source names stays, except the files that the judge gives
    it."""
    source = data[main]
    others = [path for path in data if path != main]
    if _is_function(main, source):
        return ((main, source),), others
    documents = [
        path
        for path in others
        if path.lower().endswith(DOCUMENTS)
        and (path in ("input.txt", "output.txt") or PurePosixPath(path).name.encode() not in source)
    ]
    if len(documents) < len(others):
        documents = [path for path in documents if path in ("input.txt", "output.txt")]
    return tuple((path, data[path]) for path in sorted(data) if path not in documents), documents


def _is_source(path: str) -> bool:
    return path.endswith(endings())


def _listed(paths: Sequence[str]) -> str:
    rest = len(paths) - _NAMED
    return ", ".join(sorted(paths)[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
