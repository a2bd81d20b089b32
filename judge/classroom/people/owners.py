"""Whose each submission is: its students get a row each. What is nobody's for certain waits in a list instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from judge.classroom.exports import METADATA, Pile, Sorted, any_of
from judge.classroom.homework.content import Contents
from judge.classroom.people.groups import near_group
from judge.classroom.people.identity import Identity
from judge.classroom.people.match import Match
from judge.classroom.people.roster import Roster, moved
from judge.errors import JudgeError, keep_trace
from judge.model.classroom import Doubt, Member, Student, Unmatched
from judge.model.fence import fault_of

SETTLED = "the match file"  # what says who it is, where the instructor does
_NEAREST = 500  # submissions whose nearest names are looked for
_SHOWN = 20  # students who may be in a default group
_LIST = "list its members with --groups, or in the match file (--match)"
_NUMBERS = "the roster's numbers are another assignment's, so names alone say who is who"
_GROUPS = "without a roster, a group's folder of Moodle can't be told from a participant's"
_Rows = tuple[list[Member], list[Unmatched]]


class _Owner(NamedTuple):
    student: Student
    matched: str


class Owners:
    """Gives the submissions of a class to their students."""

    def __init__(self, found: Sorted, roster: Roster | None, match: Match | None, contents: Contents) -> None:
        self.shape, self.roster, self.match, self.contents = found.shape, roster, match, contents
        told = [words for pile in found.piles for words in pile.words]
        self.identity = Identity(roster, found.shape, told) if roster else None
        self._looked_for = 0  # names that are near
        self._other_numbers = False  # somebody has another in the roster

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return what is to be said of how the class is matched."""
        if self.shape != "Moodle":
            return ()
        if self.identity is None or self.roster is None:
            return (_GROUPS,)
        return (_NUMBERS,) if self._other_numbers else ()

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
            doubt = Doubt(attempts[0].folder, what, repair, ours=True)
        return self._in_spite_of(doubt, attempts[0])

    def _rows(self, attempts: Sequence[Pile]) -> _Rows:
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
        if not pile.students and not self.identity and not owners:
            unknown = Student(pile.folder, lms_id=pile.folder.removeprefix("submission_"))
            return [msgspec.structs.replace(content, student=unknown, doubt=content.doubt or _nobody(pile))], []
        if pile.unclear and not self.identity:
            members = [_unclear(one, pile.unclear) for one in members]
        return members, [msgspec.structs.replace(one, main=content.main) for one in unmatched]

    def _main(self, owners: Sequence[_Owner]) -> str:
        mains = self.roster.mains if self.roster else {}
        return next((mains[owner.student.id] for owner in owners if owner.student.id in mains), "")

    def _owners(self, pile: Pile) -> tuple[list[_Owner], list[Unmatched]]:
        """Return whose a submission is, and for whom of its students that is not clear."""
        if self.match and (settled := self.match.students(self.match.of(pile), self.roster)):
            return [_Owner(student, SETTLED) for student in settled], []
        if not pile.students and self.identity:
            return [], [Unmatched(pile.folder, _nobody(pile))]
        owners: dict[str, _Owner] = {}
        unmatched: list[Unmatched] = []
        for student, words in zip(pile.students, pile.words, strict=True):
            found, unclear = self._identified(pile, student, words)
            owners |= {owner.student.id: owner for owner in found if owner.student.id not in owners}
            unmatched += [unclear] if unclear else []
        return list(owners.values()), unmatched

    def _identified(self, pile: Pile, student: Student, words: dict[str, str]) -> tuple[list[_Owner], Unmatched | None]:
        if self.identity is None:
            return [_Owner(student, "the export")], None
        found = self.identity.find(words)
        if self.shape == "GitHub Classroom" and (whole := self.identity.find(any_of(pile.folder))).students:
            found = whole  # its form may be a class's own, as in 2026-ann
        if found.students:
            login = student.login if self.shape == "Blackboard" else ""
            return [self._owner(one, found.how, student.lms_id, login) for one in found.students], None
        if pile.unclear:
            return [], Unmatched(pile.folder, Doubt(pile.folder, pile.unclear, _LIST), self._in_no_group())
        nearest = found.nearest or self._near(words)
        return [], Unmatched(pile.folder, Doubt(pile.folder, found.doubt, found.help), nearest)

    def _near(self, words: dict[str, str]) -> tuple[Student, ...]:
        """Return the students whose names are like what an export tells: of so many submissions, as it takes time."""
        told = words.get("name") or next(filter(None, words.values()), "")
        self._looked_for += 1
        if self.roster is None or self._looked_for > _NEAREST:
            return ()
        return self.roster.near.to(told) or near_group(self.roster, told)

    def _in_no_group(self) -> tuple[Student, ...]:
        """Return the first students who are in no group, where the roster says who is in which."""
        students = self.roster.students if self.roster else ()
        alone = tuple(one for one in students if not one.group)
        return alone[:_SHOWN] if len(alone) < len(students) else ()

    def _owner(self, student: Student, how: str, lms_id: str, login: str) -> _Owner:
        if how == "group":  # the number is the group's, or that of one of them
            return _Owner(student, how)
        self._other_numbers |= self.shape == "Moodle" and bool(lms_id) and student.lms_id not in ("", lms_id)
        return _Owner(moved(student, lms_id, login), how)

    def _in_spite_of(self, doubt: Doubt, pile: Pile) -> _Rows:
        try:
            owners, unmatched = self._owners(pile)
        except Exception:  # even that: then they are called as the export calls them
            owners, unmatched = [_Owner(student, "the export") for student in pile.students], []
        if not owners and not pile.students:
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


def _unclear(member: Member, what: str) -> Member:
    if member.matched == SETTLED or member.doubt:
        return member
    doubt = Doubt(member.folder, what, _LIST)
    return msgspec.structs.replace(member, doubt=doubt)


def _nobody(pile: Pile) -> Doubt:
    repair = f"find out whose it is, and add it to {METADATA} or hand it in by itself"
    return Doubt(pile.folder, "the list of submitters names nobody for it", repair)
