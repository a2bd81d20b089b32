"""Who is who in a class: a folder or zip, and perhaps a roster, to a Roll. Nothing runs, and nothing is guessed.

What is not clear is said with the file it is about: a student without a row in the roster, two submissions of one, an
archive in the archive, several programs in a folder. Such a student keeps a row in the gradebook, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from judge.classroom.archive import Archive
from judge.classroom.content import ANYTHING, Assignment, Contents, twins
from judge.classroom.file import File
from judge.classroom.match import Match, Settled
from judge.classroom.matching import Matching
from judge.classroom.roster import Roster, moved, near_group, turned
from judge.classroom.shapes import Pile, Sorted, Told, piles, shape_of, top
from judge.classroom.shapes.gradescope import METADATA
from judge.classroom.zipped import Fits
from judge.errors import JudgeError, Place, keep_trace
from judge.model import AttemptRule
from judge.model.classroom import Doubt, Member, Roll, Student, Unmatched
from judge.model.fence import fault_of
from judge.submissions.languages import endings, is_source

_Given = tuple[list[Member], list[Unmatched], list[Doubt]]


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
        if roster:
            roster = turned(roster, [one.called for pile in found.piles for one in pile.told])
        settled = match.settle(found.piles, roster) if match else Settled()
        owners = Owners(found, roster, settled, Contents(archive, assignment, found.shape))
        counts = {pile.user: pile.folder for pile in found.piles if pile.user and settled.students(pile)}
        kept, left = _kept(found, settled, owners)
        given, unmatched, passed = _rows(by_user(kept, assignment.attempt), owners, counts)
    members, instead = one_row_each(given)
    present = {member.student.id for member in members}
    absent = [student for student in roster.students if student.id not in present] if roster else []
    strays = (*map(_stray, found.strays), *left, *passed, *instead)
    unmatched = [_absent_first(one, absent) for one in unmatched]
    remarks = (*filter(None, [archive.remark]), *(roster.remarks if roster else ()), *owners.remarks)
    roll = Roll(found.shape, tuple(members), tuple(absent), strays, twins(members), tuple(unmatched), remarks)
    return msgspec.structs.replace(roll, place=str(path.resolve()))


def _fits(roster: Roster | None) -> Fits | None:
    """Return what says how many names of an export are in the roster, of those that are not ASCII."""
    if roster is None:
        return None

    def count(paths: Sequence[str]) -> int:
        files = [File(path if "." in path else f"{path}/x.py", 0, lambda _: b"") for path in paths]
        found = piles(files, _endings())
        told = [one for pile in found.piles for one in pile.told]
        matching = Matching(roster, found.shape, told)
        return sum(not one.called.isascii() and matching.knows(one.called) for one in told)

    return count


def _endings() -> list[str]:
    """Return the endings of a file that may be a submission by itself."""
    return [*endings(), *map(str.upper, endings()), ".ipynb"]


def _kept(found: Sorted, settled: Settled, owners: Owners) -> tuple[list[Pile], list[Doubt]]:
    """Return the piles that count after what the instructor has settled, each with the file that is run, and those that
    are said to be nobody's."""
    kept, left = [], []
    for pile in found.piles:
        pile.main = settled.main(pile) or pile.main
        if settled.is_nobodys(pile):
            left.append(Doubt(pile.folder, "the match file leaves it out"))
            continue
        if whose := settled.students(pile):  # it counts: only what is said to be of the same is an attempt beside it
            pile.user = " ".join(filter(None, [pile.user, *(one.id for one in whose)]))
        elif found.shape == "Brightspace" and not owners.is_sure(pile):
            pile.user = ""  # nobody knows whether two of a name are one
        kept.append(pile)
    return kept, left


def _rows(users: Iterable[Sequence[Pile]], owners: Owners, counts: Mapping[str, str]) -> _Given:
    """Return the rows of the attempts of each user, what is nobody's for certain, and what the match file leaves out
    by saying which attempt of a user counts."""
    members: list[Member] = []
    unmatched: list[Unmatched] = []
    left: list[Doubt] = []
    for attempts in users:
        given, unclear = owners.rows(attempts)
        members += given
        if unclear and not given and (counting := counts.get(attempts[0].user)):
            left += [Doubt(one.folder, f"the match file names {counting} instead") for one in attempts]
        else:
            unmatched += unclear
    return members, unmatched, left


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


# --- several attempts of one user: Blackboard, Brightspace and Autolab export each of them ----------------------------
def by_user(piles: Iterable[Pile], rule: AttemptRule = "newest") -> list[list[Pile]]:
    """Return the attempts of each user, the newest first, in the order in which the export has the users.

    They are in the order of their times, if all have one, else in that of the export's own count. Where that says not
    which is the newest, nobody guesses: each attempt stands by itself, and the instructor names the one that counts.
    """
    found: dict[str, list[Pile]] = {}
    for pile in piles:
        found.setdefault(f"user {pile.user}" if pile.user else f"pile {pile.folder}", []).append(pile)
    return [group for attempts in found.values() for group in _in_order(attempts, rule)]


def _in_order(attempts: Sequence[Pile], rule: AttemptRule) -> list[list[Pile]]:
    """Return them in one list, or each in its own where two are equal. Only for the last on time any two matter."""
    timed = all(pile.handed_in for pile in attempts)
    told = [_told(pile, timed=timed) for pile in attempts]
    order = sorted(range(len(attempts)), key=told.__getitem__, reverse=True)
    neighbours = list(pairwise(order))[: None if rule == "last-on-time" else 1]
    if any(told[newer] == told[older] for newer, older in neighbours):
        return [[pile] for pile in attempts]
    return [[attempts[at] for at in order]]


def _told(pile: Pile, *, timed: bool) -> tuple[datetime | None, int]:
    """Return what an export says of when: of one export all times have a zone, or none has."""
    at = pile.handed_in if timed else None
    return (at.replace(tzinfo=at.tzinfo or UTC) if at else None), pile.version


# --- one row for each student, however many submissions are theirs: to choose among them is the instructor's ----------
def one_row_each(members: Sequence[Member]) -> tuple[list[Member], list[Doubt]]:
    """Return a row for each student, and what the match file leaves out by giving them another submission. A row of
    several submissions says so, has them as `others`, and is not judged."""
    theirs: dict[str, list[Member]] = {}
    for member in members:
        theirs.setdefault(member.student.id, []).append(member)
    rows, left = [], []
    for several in theirs.values():
        settled = [one for one in several if one.matched == SETTLED] or several
        if len(settled) < len(several):
            what = f"the match file gives {settled[0].student.id} {settled[0].folder} instead"
            left += [Doubt(one.folder, what) for one in several if one.matched != SETTLED]
        rows.append(settled[0] if len(settled) == 1 else _unclear(settled))
    return rows, left


def _unclear(several: Sequence[Member]) -> Member:
    first, count = several[0], {2: "two"}.get(len(several), str(len(several)))
    folders = " and ".join(one.folder for one in several)
    repair = "leave the one that counts in the class, or name it in the match file (--match)"
    repair = f"nothing says which is the newest: {repair}"
    doubt = Doubt(folders, f"{first.student.id} has {count} submissions", repair)
    return msgspec.structs.replace(first, main="", files=(), folder=folders, doubt=doubt, others=tuple(several))


# --- whose each submission is: its students get a row each; what is nobody's for certain waits in a list instead ------
SETTLED = "the match file"  # what says who it is, where the instructor does
_NEAREST = 500  # submissions whose nearest names are looked for
_SHOWN = 20  # students who may be in a default group
_LIST = "list its members with --groups, or in the match file (--match)"
_NUMBERS = "the roster's numbers are another assignment's, so names alone say who is who"
_GROUPS = "without a roster, a group's folder of Moodle can't be told from a participant's"
_Given2 = tuple[list[Member], list[Unmatched]]


class _Owner(NamedTuple):
    student: Student
    matched: str


class Owners:
    """Gives the submissions of a class to their students."""

    def __init__(self, found: Sorted, roster: Roster | None, settled: Settled, contents: Contents) -> None:
        self.shape, self.roster, self.settled, self.contents = found.shape, roster, settled, contents
        told = [one for pile in found.piles for one in pile.told]
        self.matching = Matching(roster, found.shape, told) if roster else None
        self._looked_for = 0  # names that are near
        self._other_numbers = False  # somebody has another in the roster

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return what is to be said of how the class is matched."""
        if self.shape != "Moodle":
            return ()
        if self.matching is None:
            return (_GROUPS,)
        return (_NUMBERS,) if self._other_numbers else ()

    def is_sure(self, pile: Pile) -> bool:
        """Say whether somebody is known to have handed it in, as far as the export and the roster tell."""
        return self.matching is None or any(self.matching.whose(one).students for one in pile.told)

    def rows(self, attempts: Sequence[Pile]) -> _Given2:
        """Return a row for each student of a submission, of which there may be older attempts. Where the judge itself
        fails to read it, its students keep their rows, and all others theirs."""
        try:
            return self._rows(attempts)
        except JudgeError:
            raise
        except Exception as error:
            what = fault_of(error).message
            repair = f"an error of the judge, kept in {keep_trace(error)}: report it, and grade the class again"
            doubt = Doubt(attempts[0].folder, what, repair, ours=True)
        return self._in_spite_of(doubt, attempts[0])

    def _rows(self, attempts: Sequence[Pile]) -> _Given2:
        pile, *older = attempts
        owners, unmatched = self._owners(pile)
        for one in attempts:
            one.main = one.main or self._main(owners)
        content = self.contents.of(pile)
        members = [
            msgspec.structs.replace(content, student=owner.student, matched=owner.matched, page=page)
            for owner, page in zip(owners, _pages(content.page, len(owners)), strict=True)
        ]
        if older:
            members = _with_older(members, [self.contents.of(one) for one in older])
        if not (pile.told or self.matching or owners):
            unknown = Student(pile.folder, lms_id=pile.folder.removeprefix("submission_"))
            return [msgspec.structs.replace(content, student=unknown, doubt=content.doubt or _nobody(pile))], []
        if pile.unclear and not self.matching:
            members = [_in_doubt(one, pile.unclear) for one in members]
        before = f"; before it: {', '.join(one.folder for one in older)}" if older else ""
        return members, [_waiting(one, content.main, before) for one in unmatched]

    def _main(self, owners: Sequence[_Owner]) -> str:
        mains = self.roster.mains if self.roster else {}
        return next((mains[owner.student.id] for owner in owners if owner.student.id in mains), "")

    def _owners(self, pile: Pile) -> tuple[list[_Owner], list[Unmatched]]:
        """Return whose a submission is, and for whom of its students that is not clear."""
        if settled := self.settled.students(pile):
            return [_Owner(student, SETTLED) for student in settled], []
        if not pile.told and self.matching:
            return [], [Unmatched(pile.folder, _nobody(pile))]
        owners: dict[str, _Owner] = {}
        unmatched: list[Unmatched] = []
        for told in pile.told:
            found, unclear = self._identified(pile, told)
            owners |= {owner.student.id: owner for owner in found if owner.student.id not in owners}
            unmatched += [unclear] if unclear else []
        return list(owners.values()), unmatched

    def _identified(self, pile: Pile, told: Told) -> tuple[list[_Owner], Unmatched | None]:
        if self.matching is None:
            return [_Owner(told.student, "the export")], None
        found = self.matching.whose(told)
        if found.students:
            return [self._owner(one, found.how, told) for one in found.students], None
        if pile.unclear:
            return [], Unmatched(pile.folder, Doubt(pile.folder, pile.unclear, _LIST), self._in_no_group())
        nearest = found.nearest or self._near(told)
        return [], Unmatched(pile.folder, Doubt(pile.folder, found.doubt, found.help), nearest)

    def _near(self, told: Told) -> tuple[Student, ...]:
        """Return the students whose names are like what an export tells: of so many submissions, as it takes time."""
        self._looked_for += 1
        if self.roster is None or self._looked_for > _NEAREST:
            return ()
        word = told.name or told.text
        return self.roster.near.to(word) or near_group(self.roster, word)

    def _in_no_group(self) -> tuple[Student, ...]:
        """Return the first students who are in no group, where the roster says who is in which."""
        students = self.roster.students if self.roster else ()
        alone = tuple(one for one in students if not one.group)
        return alone[:_SHOWN] if len(alone) < len(students) else ()

    def _owner(self, student: Student, how: str, told: Told) -> _Owner:
        """Return the student with what the export tells beside the roster, for the files that its platform takes."""
        if how == "group":  # the number is the group's, or that of one of them
            return _Owner(student, how)
        number, login = told.student.lms_id, told.logins[0] if len(told.logins) == 1 else ""
        self._other_numbers |= self.shape == "Moodle" and bool(number) and student.lms_id not in ("", number)
        return _Owner(moved(student, number, login if self.shape == "Blackboard" else ""), how)

    def _in_spite_of(self, doubt: Doubt, pile: Pile) -> _Given2:
        try:
            owners, unmatched = self._owners(pile)
        except Exception:  # even that: then they are called as the export calls them
            owners, unmatched = [_Owner(told.student, "the export") for told in pile.told], []
        if not owners and not pile.told:
            owners, unmatched = [_Owner(Student(pile.folder), "the export")], []
        row = Member(Student(""), pile.folder, "", late=pile.late, doubt=doubt)
        members = [msgspec.structs.replace(row, student=owner.student, matched=owner.matched) for owner in owners]
        return members, [msgspec.structs.replace(one, doubt=doubt) for one in unmatched]


def _pages(page: str, count: int) -> list[str]:
    """Return a page for each member of a group, which has one folder."""
    return [page, *(f"{page}-{number}" for number in range(2, count + 1))][:count]


def _with_older(members: Sequence[Member], older: Sequence[Member]) -> list[Member]:
    folders = ", ".join(one.folder for one in older)
    remark = f"the newest of {len(older) + 1} attempts; before it: {folders}"
    return [
        msgspec.structs.replace(
            member,
            remarks=(*member.remarks, remark),
            others=tuple(msgspec.structs.replace(one, student=member.student, matched=member.matched) for one in older),
        )
        for member in members
    ]


def _waiting(one: Unmatched, main: str, before: str) -> Unmatched:
    doubt = msgspec.structs.replace(one.doubt, what=one.doubt.what + before)
    return msgspec.structs.replace(one, main=main, doubt=doubt)


def _in_doubt(member: Member, what: str) -> Member:
    if member.matched == SETTLED or member.doubt:
        return member
    doubt = Doubt(member.folder, what, _LIST)
    return msgspec.structs.replace(member, doubt=doubt)


def _nobody(pile: Pile) -> Doubt:
    repair = f"find out whose it is, and add it to {METADATA} or hand it in by itself"
    return Doubt(pile.folder, "the list of submitters names nobody for it", repair)
