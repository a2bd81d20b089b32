"""Who is who in a class: a folder or zip, and perhaps a roster, to a Roll. Nothing runs, and nothing is guessed.

What is not clear is said with the file it is about: a student without a row in the roster, two submissions of one, an
archive in the archive, several programs in a folder. Such a student keeps a row in the gradebook, with the reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import msgspec

from judge.classroom.archive import Archive
from judge.classroom.content import Assignment, content_of, twins
from judge.classroom.file import SURPLUS, File
from judge.classroom.match import Match
from judge.classroom.matching import MATCH, Matching, Whose
from judge.classroom.roster import Roster, group_names, moved, near_group, turned
from judge.classroom.shapes import Pile, Sorted, Told, piles, shape_of, top
from judge.classroom.shapes.gradescope import METADATA
from judge.classroom.zip_file import Fits
from judge.errors import JudgeError, Place, keep_trace
from judge.model import Problem, Roll, Student, fault_of, read_clock
from judge.submissions import languages

EXPORT, SETTLED = "the export", "the match file"  # what says who it is: without a class list, and the instructor
_NEAREST = 500  # submissions whose nearest names are looked for
_SHOWN = 20  # students who may be in a default group
_LIST = "list its members in the match file", f"{MATCH}; --groups FILE  has all groups"
_TAKE_OUT, _NAME = "take the file out of the class", "name it as the others are, or take it out of the class"
_NUMBERS = "the roster's numbers are another assignment's, so names alone say who is who, and no time counts"
_GROUPS = "without a roster, a group's folder of Moodle can't be told from a participant's"
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_Rows = tuple[list[Roll.Member], list[Roll.Unmatched]]


def read_roll(
    path: Path,
    roster: Roster | None = None,
    match: Match | None = None,
    problem: Problem | None = None,
    main: str = "",
) -> Roll:
    """Read the class in a folder or zip, and what was handed in for a problem. `match` holds what the instructor has
    settled, `main` names the file that is run. JudgeError E461 when it can't be read or has no bounds."""
    assignment = Assignment.of(problem, main)
    given: list[Roll.Member] = []
    unmatched: list[Roll.Unmatched] = []
    with Archive(path, _fits(roster)) as archive:
        found = _piles(_unwrapped(archive.files, path, roster), roster)
        if not found.piles:
            message = f"{path.name} can't be read as a class: there is no submission in it"
            repair = "name a folder or zip with a source file or a folder for each student"
            raise JudgeError("E461", message, Place(str(path)), help=repair)
        if roster:
            roster = turned(roster, [one.called for pile in found.piles for one in pile.told])
        if match:
            match.settle(found.piles, roster)
        owners = Owners(found, roster, archive, assignment)
        counts = {pile.user: pile.folder for pile in found.piles if pile.user and pile.settled}
        kept, left = _kept(found, owners)
        for attempts in by_user(kept, assignment):
            rows, unclear = owners.rows(attempts)
            given += rows
            if unclear and not rows and (counting := counts.get(attempts[0].user)):
                left += [Roll.Doubt(one.folder, f"the match file names {counting} instead") for one in attempts]
            else:
                unmatched += unclear
    if owners.other_numbers:
        given = [msgspec.structs.replace(one, student=_without_time(one.student)) for one in given]
    rows, instead = one_row_each(given)
    members = list(_with_pages(rows))
    strays = [
        Roll.Doubt(file.path, file.fault or "it belongs to no student", _TAKE_OUT if file.fault else _NAME)
        for file in found.strays
    ]
    present = {member.student.id for member in members}
    absent = [student for student in roster.students if student.id not in present] if roster else []
    waiting = {student.id for student in absent}
    for at, one in enumerate(unmatched):  # first those whose it may be and who handed in nothing else
        nearest = sorted(one.nearest, key=lambda student: student.id not in waiting)
        unmatched[at] = msgspec.structs.replace(one, nearest=tuple(nearest))
    return Roll(
        found.shape,
        tuple(members),
        tuple(absent),
        (*strays, *left, *instead),
        twins(members),
        tuple(unmatched),
        (*filter(None, [archive.remark]), *(roster.remarks if roster else ()), *owners.remarks),
        str(path.resolve()),
        frozenset(owner for pile in found.piles if pile.left_out for owner in owners.ids_of(pile)),
    )


def _fits(roster: Roster | None) -> Fits | None:
    """Return what says how many names of an export are in the roster, of those that are not ASCII."""
    if roster is None:
        return None

    def count(paths: Sequence[str]) -> int:
        files = [File(path if "." in path else f"{path}/x.py", 0, lambda _: b"") for path in paths]
        matching, told = _matched(_piles(files, roster), roster)
        return sum(not one.called.isascii() and matching.knows(one.called) for one in told)

    return count


def _piles(files: Sequence[File], roster: Roster | None) -> Sorted:
    groups = (name for one in roster.students for name in group_names(one.group)) if roster else ()
    return piles(files, _endings(), groups)


def _matched(found: Sorted, roster: Roster) -> tuple[Matching, list[Told]]:
    """Return what finds the students of a class, and what the class tells of each."""
    told = [one for pile in found.piles for one in pile.told]
    return Matching(roster, found.shape, told), told


def _endings() -> list[str]:
    """Return the endings of a file that may be a submission by itself."""
    return [*languages().endings, *map(str.upper, languages().endings), ".ipynb"]


def _kept(found: Sorted, owners: Owners) -> tuple[list[Pile], list[Roll.Doubt]]:
    """Return the piles that count after what the instructor has settled, and those that are said to be nobody's."""
    kept, left = [], []
    for pile in found.piles:
        if pile.left_out:
            left.append(Roll.Doubt(pile.folder, "the match file leaves it out"))
            continue
        if pile.settled:  # it counts: only what is said to be of the same is an attempt beside it
            pile.user = " ".join(filter(None, [pile.user, *(one.id for one in pile.settled)]))
        elif found.shape == "Brightspace" and not owners.is_sure(pile):
            pile.user = ""  # nobody knows whether two of a name are one
        kept.append(pile)
    return kept, left


def _unwrapped(files: list[File], path: Path, roster: Roster | None) -> list[File]:
    """Return the files without the folder that only holds the class: named as the zip, or around an export, or around
    folders alone. One that is called as a student of the roster is the student's."""
    while files and all("/" in file.path for file in files) and len({top(file.path) for file in files}) == 1:
        inner = [msgspec.structs.replace(file, path=file.path.partition("/")[2]) for file in files]
        inner = [file for file in inner if file.path]
        folders = {top(file.path) for file in inner if "/" in file.path}
        loose = any(languages().is_source(file.path) for file in inner if "/" not in file.path)
        wraps = top(files[0].path) == path.stem or (len(folders) > 1 and not loose)
        if shape_of(files) != "plain" or not (wraps or shape_of(inner) != "plain"):
            break
        if roster and _any_known(roster, files) and not _any_known(roster, inner):
            break
        files = inner
    return _without_sections(files, roster) if roster else files


def _without_sections(files: list[File], roster: Roster) -> list[File]:
    """Return the files without folders that hold several students each, as a section's does: where the roster knows
    most of what is in them and, unless that is an export, none of them. A folder that holds one thing is a student's,
    who calls it at will. What two of them hold stays where it is, and all where one holds more than is read."""
    if shape_of(files) != "plain" or any(file.fault == SURPLUS for file in files):
        return files
    parts = [file.path.partition("/") for file in files]
    held = Counter(inside for _, inside in {(folder, top(inside)) for folder, _, inside in parts if inside})
    inner = [
        msgspec.structs.replace(file, path=inside) if held[top(inside)] == 1 else file
        for file, (_, slash, inside) in zip(files, parts, strict=True)
        if inside or not slash
    ]
    if inner in ([], files):
        return files
    found = _found(inner, roster)
    most = 2 * sum(bool(one.students) and one.how != "group" for one in found) > len(found)
    several = len(found) >= 2 * len({folder for folder, slash, _ in parts if slash})
    return inner if most and several and (shape_of(inner) != "plain" or not _any_known(roster, files)) else files


def _any_known(roster: Roster, files: Sequence[File]) -> bool:
    """Say whether something in it is somebody's of the roster, or may be."""
    return any(one.students or one.nearest for one in _found(files, roster))


def _found(files: Sequence[File], roster: Roster) -> list[Whose]:
    matching, told = _matched(_piles(files, roster), roster)
    return [matching.whose(one) for one in told]


# --- several attempts of one user: Blackboard, Brightspace and Autolab export each of them ----------------------------
def by_user(piles: Iterable[Pile], assignment: Assignment) -> list[list[Pile]]:
    """Return the attempts of each user, the newest first, in the order in which the export has the users.

    They are in the order of their times, if all have one, else in that of the export's own count. Where that says not
    which is the newest, nobody guesses: each attempt stands by itself, and the instructor names the one that counts.
    """
    found: dict[str, list[Pile]] = {}
    for pile in piles:
        found.setdefault(f"user {pile.user}" if pile.user else f"pile {pile.folder}", []).append(pile)
    return [group for attempts in found.values() for group in _in_order(attempts, assignment)]


def _in_order(attempts: Sequence[Pile], assignment: Assignment) -> list[list[Pile]]:
    """Return the attempts in one list, or each in its own where the order of two is unknown: their times are equal, or
    in an hour that the clock shows twice. The two newest matter; for the last on time any two."""
    times = [pile.handed_in for pile in attempts if pile.handed_in]
    timed = times if len(times) == len(attempts) else [_NO_TIME] * len(attempts)
    spans = [read_clock(at, assignment.zone) for at in timed]
    told = [(first_s, pile.version) for (first_s, _), pile in zip(spans, attempts, strict=True)]
    order = sorted(range(len(attempts)), key=told.__getitem__, reverse=True)
    neighbours = list(pairwise(order))[: None if assignment.attempt == "last-on-time" else 1]
    if any(told[one] == told[other] or spans[other][0] < spans[one][0] <= spans[other][1] for one, other in neighbours):
        return [[pile] for pile in attempts]
    return [[attempts[at] for at in order]]


# --- one row for each student, however many submissions are theirs: to choose among them is the instructor's ----------
def one_row_each(members: Sequence[Roll.Member]) -> tuple[list[Roll.Member], list[Roll.Doubt]]:
    """Return a row for each student, and what the match file leaves out by giving them another submission. A row of
    several submissions says so, has them as `others`, and is not judged."""
    theirs: dict[str, list[Roll.Member]] = {}
    for member in members:
        theirs.setdefault(member.student.id, []).append(member)
    rows, left = [], []
    for several in theirs.values():
        settled = [one for one in several if one.matched == SETTLED] or several
        if len(settled) < len(several):
            what = f"the match file gives {settled[0].student.id} {settled[0].folder} instead"
            left += [Roll.Doubt(one.folder, what) for one in several if one.matched != SETTLED]
        rows.append(settled[0] if len(settled) == 1 else _unclear(settled))
    return rows, left


def _with_pages(members: Sequence[Roll.Member]) -> Iterator[Roll.Member]:
    """Give each row a page of its own. The members of a group share a folder, so their pages are numbered; such a name
    may be the page of another submission already."""
    taken, given = {one.page for one in members}, set[str]()
    numbers: dict[str, Iterator[int]] = defaultdict(lambda: count(2))
    for one in members:
        page = one.page
        if page and page in given:
            named = (f"{one.page}-{number}" for number in numbers[one.page])
            page = next(name for name in named if name not in taken)
        given.add(page)
        yield msgspec.structs.replace(one, page=page)


def _unclear(several: Sequence[Roll.Member]) -> Roll.Member:
    first, count = several[0], {2: "two"}.get(len(several), str(len(several)))
    folders = " and ".join(one.folder for one in several)
    repair = "nothing says which is the newest: leave the one that counts in the class, or name it in the match file"
    doubt = Roll.Doubt(folders, f"{first.student.id} has {count} submissions", repair, MATCH)
    return msgspec.structs.replace(first, main="", files=(), folder=folders, doubt=doubt, others=tuple(several))


# --- whose each submission is: its students get a row each; what is nobody's for certain waits in a list instead ------
class Owners:
    """Gives the submissions of a class to their students."""

    def __init__(self, found: Sorted, roster: Roster | None, archive: Archive, assignment: Assignment) -> None:
        self._shape, self._roster, self._archive, self._assignment = found.shape, roster, archive, assignment
        self._matching = _matched(found, roster)[0] if roster else None
        self._looked_for = 0  # names that are near
        self.other_numbers = False  # somebody has another one of Moodle in the roster

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return what is to be said of how the class is matched."""
        if self._shape != "Moodle":
            return ()
        if self._matching is None:
            return (_GROUPS,)
        return (_NUMBERS,) if self.other_numbers else ()

    def is_sure(self, pile: Pile) -> bool:
        """Say whether somebody is known to have handed it in, as far as the export and the roster tell."""
        return self._matching is None or bool(self.ids_of(pile))

    def ids_of(self, pile: Pile) -> set[str]:
        """Return who of the roster is known to have handed it in."""
        found = map(self._matching.whose, pile.told) if self._matching else ()
        return {student.id for one in found for student in one.students}

    def rows(self, attempts: Sequence[Pile]) -> _Rows:
        """Return a row for each student of a submission, of which there may be older attempts. Where the judge itself
        fails to read it, its students keep their rows, and all others theirs."""
        try:
            return self._rows(attempts)
        except JudgeError:
            raise
        except Exception as error:
            what = fault_of(error).message
            repair = f"an error of the judge, kept in {keep_trace(error)}: report it, and grade the class again"
            doubt = Roll.Doubt(attempts[0].folder, what, repair, ours=True)
        return self._in_spite_of(doubt, attempts[0])

    def _rows(self, attempts: Sequence[Pile]) -> _Rows:
        pile, *older = attempts
        owners, unmatched = self._owners(pile)
        mains = self._roster.mains if self._roster else {}
        main = next((mains[owner.student.id] for owner in owners if owner.student.id in mains), "")
        for one in attempts:
            one.main = one.main or main
        content, *others = map(self._content, attempts)
        if not (pile.told or self._matching or owners):
            unknown = Student(pile.folder, lms_id=pile.folder.removeprefix("submission_"))
            return [msgspec.structs.replace(content, student=unknown, doubt=content.doubt or _nobody(pile))], []
        before = f"before it: {', '.join(one.folder for one in older)}"
        if older:
            remark = f"the newest of {len(attempts)} attempts; {before}"
            content = msgspec.structs.replace(content, remarks=(*content.remarks, remark))
        members = [_given(content, owner, others=tuple(_given(one, owner) for one in others)) for owner in owners]
        if pile.unclear and not (self._matching or pile.settled or content.doubt):
            unclear = Roll.Doubt(pile.folder, pile.unclear, *_LIST)
            members = [msgspec.structs.replace(one, doubt=unclear) for one in members]
        for at, waiting in enumerate(unmatched):
            doubt = waiting.doubt
            if older:
                doubt = msgspec.structs.replace(doubt, what=f"{doubt.what}; {before}")
            unmatched[at] = msgspec.structs.replace(waiting, main=content.main, doubt=doubt)
        return members, unmatched

    def _content(self, pile: Pile) -> Roll.Member:
        """Return the submission in a pile. What is not kept of it takes nothing of the class's bound."""
        kept = 0
        try:
            member = content_of(pile, self._assignment, self._shape)
            kept = sum(len(data) for _, data in member.files)
        finally:
            self._archive.settle(pile.folder, kept)
        return member

    def _owners(self, pile: Pile) -> _Rows:
        """Return whose a submission is, without what it holds, and for whom of its students that is not clear."""
        if pile.settled:
            return [_bare(pile, self._settled(student, pile), SETTLED) for student in pile.settled], []
        if not pile.told and self._matching:
            return [], [Roll.Unmatched(pile.folder, _nobody(pile))]
        owners: dict[str, Roll.Member] = {}
        unmatched: list[Roll.Unmatched] = []
        for told in pile.told:
            found, unclear = self._identified(pile, told)
            owners |= {owner.student.id: owner for owner in found if owner.student.id not in owners}
            unmatched += unclear
        return list(owners.values()), unmatched

    def _identified(self, pile: Pile, told: Told) -> _Rows:
        if self._matching is None:
            return [_bare(pile, told.student)], []
        found = self._matching.whose(told)
        if found.students:
            return [_bare(pile, self._known(one, found.how, told), found.how) for one in found.students], []
        if pile.unclear:
            return [], [Roll.Unmatched(pile.folder, Roll.Doubt(pile.folder, pile.unclear, *_LIST), self._in_no_group())]
        nearest = found.nearest or self._near(told)
        return [], [Roll.Unmatched(pile.folder, Roll.Doubt(pile.folder, found.doubt, *found.todo), nearest)]

    def _near(self, told: Told) -> tuple[Student, ...]:
        """Return the students whose names are like what an export tells: of so many submissions, as it takes time."""
        self._looked_for += 1
        if self._roster is None or self._looked_for > _NEAREST:
            return ()
        words = [told.name] if told.name else [*told.words[-1:], *told.words[:1], told.text]
        found = (self._roster.near.to(word) or near_group(self._roster, word) for word in words)
        return next(filter(None, found), ())

    def _in_no_group(self) -> tuple[Student, ...]:
        """Return the first students who are in no group, where the roster says who is in which."""
        students = self._roster.students if self._roster else ()
        alone = tuple(one for one in students if not one.group)
        return alone[:_SHOWN] if len(alone) < len(students) else ()

    def _known(self, student: Student, how: str, told: Told) -> Student:
        """Return the student with what the export tells beside the roster, for the files that its platform takes."""
        if how == "group":  # the number is the group's, or that of one of them
            return student
        number, login = told.student.lms_id, told.logins[0] if len(told.logins) == 1 else ""
        own = self._shape == "Moodle" and student.lms != "Canvas"
        self.other_numbers |= own and bool(number) and student.lms_id not in ("", number)
        return moved(student, number, login if self._shape == "Blackboard" else "")

    def _settled(self, student: Student, pile: Pile) -> Student:
        """Return whom the match file names, with the number of the export if it is of one who is called so: else it is
        somebody else's, or a group's."""
        if self._matching is None or len(pile.settled) > 1 or len(pile.told) > 1:
            return student
        own = [told for told in pile.told if self._matching.is_called(student, told)]
        return moved(student, own[0].student.lms_id) if own else student

    def _in_spite_of(self, doubt: Roll.Doubt, pile: Pile) -> _Rows:
        try:
            members, unmatched = self._owners(pile)
        except Exception:  # even that: then they are called as the export calls them
            members, unmatched = [_bare(pile, told.student) for told in pile.told], []
        if not members and not pile.told:
            members, unmatched = [_bare(pile, Student(pile.folder))], []
        members = [msgspec.structs.replace(one, doubt=doubt) for one in members]
        return members, [msgspec.structs.replace(one, doubt=doubt) for one in unmatched]


def _without_time(student: Student) -> Student:
    """Return the student without the time that the worksheet of another assignment has."""
    return msgspec.structs.replace(student, handed_in="") if student.lms == "Moodle" else student


def _bare(pile: Pile, student: Student, matched: str = EXPORT) -> Roll.Member:
    """Return a student's row without what was handed in."""
    return Roll.Member(student, pile.folder, "", late=pile.late, matched=matched)


def _given(content: Roll.Member, owner: Roll.Member, **more: Any) -> Roll.Member:
    """Return what was handed in as a row of its owner."""
    return msgspec.structs.replace(content, student=owner.student, matched=owner.matched, **more)


def _nobody(pile: Pile) -> Roll.Doubt:
    repair = f"find out whose it is, and add it to {METADATA} or hand it in by itself"
    return Roll.Doubt(pile.folder, "the list of submitters names nobody for it", repair)
