"""Whose each submission is: its students get a row each. What is nobody's for certain waits in a list instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from judge.classroom.content import Contents
from judge.classroom.match import Settled
from judge.classroom.matching import Matching
from judge.classroom.roster import Roster, moved, near_group
from judge.classroom.shapes import Pile, Sorted, Told
from judge.classroom.shapes.gradescope import METADATA
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
        if not (pile.told or self.matching or owners):
            unknown = Student(pile.folder, lms_id=pile.folder.removeprefix("submission_"))
            return [msgspec.structs.replace(content, student=unknown, doubt=content.doubt or _nobody(pile))], []
        if pile.unclear and not self.matching:
            members = [_unclear(one, pile.unclear) for one in members]
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

    def _in_spite_of(self, doubt: Doubt, pile: Pile) -> _Rows:
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


def _unclear(member: Member, what: str) -> Member:
    if member.matched == SETTLED or member.doubt:
        return member
    doubt = Doubt(member.folder, what, _LIST)
    return msgspec.structs.replace(member, doubt=doubt)


def _nobody(pile: Pile) -> Doubt:
    repair = f"find out whose it is, and add it to {METADATA} or hand it in by itself"
    return Doubt(pile.folder, "the list of submitters names nobody for it", repair)
