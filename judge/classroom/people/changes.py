"""What a class list would change about those who have an account, before it does."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.model.account import Account
from judge.model.classroom import Student


class Changes(msgspec.Struct, frozen=True):
    """`new` get an account as students, `renewed` another profile: each as it was and as the list has it. Those in
    `above` have a higher role than who enters the list, and stay as they are; students in `unlisted` stay, too."""

    new: tuple[Student, ...] = ()
    renewed: tuple[tuple[Student, Student], ...] = ()
    same: tuple[Student, ...] = ()
    above: tuple[Student, ...] = ()
    unlisted: tuple[Student, ...] = ()

    @property
    def entered(self) -> list[Student]:
        """Return those whom the list makes or changes."""
        return [*self.new, *(student for _, student in self.renewed)]


def changes(listed: Iterable[Student], accounts: Iterable[Account], by: Account, *, emptied: bool = False) -> Changes:
    """Return what a list changes when this account enters it. A field that the list leaves empty stays as it was,
    unless such fields are to be `emptied`: a list of another system has other columns."""
    held = {one.owner: one for one in accounts}
    students = {one.id: one for one in listed}
    if not emptied:
        students = {name: _over(held[name].student, one) if name in held else one for name, one in students.items()}
    known = [(held[name], one) for name, one in students.items() if name in held]
    mine = [(old.student, one) for old, one in known if by.may(old.role)]
    return Changes(
        tuple(one for name, one in students.items() if name not in held),
        tuple((old, one) for old, one in mine if old != one),
        tuple(one for old, one in mine if old == one),
        tuple(one for old, one in known if not by.may(old.role)),
        tuple(one.student for name, one in held.items() if one.role == "student" and name not in students),
    )


def _over(old: Student, new: Student) -> Student:
    """Return what is known of a student from both, the new first."""
    told = {name: value for name, value in msgspec.structs.asdict(new).items() if value}
    return msgspec.structs.replace(old, **told)
