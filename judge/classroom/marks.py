"""What somebody decides about a student by hand: its rules, for a command or a form; and the rows that it changes."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from judge.classroom.lateness import joined
from judge.classroom.names import near_note, squeezed
from judge.errors import JudgeError
from judge.model import Graded, Mark, Overview, Roll, Student
from judge.text import counted

Wrong = Literal["several", "number", "no reason", "idle reason", "nobody"]
_SAID: Final[dict[Wrong, tuple[str, str]]] = {
    "several": ("several things are decided at once", "choose one of points, an excuse, and taking back"),
    "number": ("these are no points", "give a number from 0 up"),
    "no reason": ("points or an excuse have no reason", "say why, such as: handed in by mail; the student reads it"),
    "idle reason": ("a reason belongs to nothing", "choose what it is for, or write it as a comment"),
    "nobody": ("nobody decides this", "say who you are"),
}


class Marking(msgspec.Struct, frozen=True):
    """What is decided about whom, by whom and why. `student` is a word for them, such as their id."""

    student: str
    points: float | None
    excuse: bool
    comment: str
    clear: bool
    why: str
    name: str

    @property
    def overrides(self) -> bool:
        """Say whether it changes more than a comment."""
        return self.points is not None or self.excuse or self.clear

    @property
    def wrong(self) -> Wrong | None:
        """Return what contradicts itself, or lacks a reason."""
        chosen = [self.points is not None, self.excuse, self.clear].count(True)
        if chosen > 1:
            return "several"
        if self.points is not None and not (math.isfinite(self.points) and self.points >= 0):
            return "number"
        if (self.points is not None or self.excuse) and not self.why.strip():
            return "no reason"
        if self.why and not chosen:
            return "idle reason"
        return None if self.name.strip() else "nobody"

    def check(self) -> None:
        """Raise JudgeError E516 where something is wrong."""
        if self.wrong:
            what, repair = _SAID[self.wrong]
            raise JudgeError("E516", f"nothing was decided: {what}", help=repair)

    def find(self, roll: Roll, marks: Iterable[Mark]) -> Student:
        """Return the student whom it is about, as `find_in_class` does. What was decided for somebody who is not in the
        class may be shown and taken back."""
        gives = self.points is not None or self.excuse or self.comment
        present = {one.owner for one in (*(member.student for member in roll.members), *roll.absent)}
        if not gives and self.student in {one.owner for one in marks} - present:
            return Student(self.student)
        return find_in_class(self.student, roll)

    def marks(self, owner: str) -> list[Mark]:
        """Return what is to be kept, in this order."""
        now_s = time.time()
        made = [Mark(owner, "clear", self.why, self.name, now_s)] if self.clear else []
        made += [Mark(owner, "points", self.why, self.name, now_s, self.points)] if self.points is not None else []
        made += [Mark(owner, "excuse", self.why, self.name, now_s)] if self.excuse else []
        return made + ([Mark(owner, "comment", self.comment, self.name, now_s)] if self.comment.strip() else [])


_NOBODY = "decided by hand for somebody who is not in this class"
_GIVE = "give it to the student's id in the gradebook", "judge mark;  --clear  takes this one back"
_ELSEWHERE = "decided by hand in another class, so it does not count in this one"
_AGAIN = "if that is this class, put it where it was, or give the mark here as well", "judge mark"


def with_marks(rows: Iterable[Graded], marks: Iterable[Mark]) -> list[Graded]:
    """Return the rows with points and notes as decided by hand. It comes last: what was decided is not changed by a
    bonus or a deduction."""
    found, made = Mark.Decided.by_owner(marks), []
    for row in rows:
        if mark := found.get(row.student.owner):
            mark = msgspec.structs.replace(mark, judged=row.points)
            points = mark.grade.points if mark.grade else row.points
            otherwise = mark.grade is not None and row.points is not None and row.points != points
            note = joined(str(mark), f"the judge gave {row.points:.6g}" if otherwise else "", row.note)
            made.append(msgspec.structs.replace(row, points=points, mark=mark, note=note))
        else:
            made.append(row)
    return made


def lost_marks(
    rows: Iterable[Graded], marks: Iterable[Mark], elsewhere: Mapping[str, Iterable[Mark]]
) -> tuple[Overview.Reason, ...]:
    """Return what was decided by hand and counts for nobody here.

    That is what is about somebody who has no row, and of those who have one what was decided in other classes alone.
    """
    here, owners = Mark.Decided.by_owner(marks), {row.student.owner for row in rows}
    nobody = [(owner, str(one)) for owner, one in here.items() if owner not in owners]
    theirs = {place: Mark.Decided.by_owner(marks) for place, marks in elsewhere.items()}
    others = [(place, owner, one) for place, found in theirs.items() for owner, one in found.items()]
    abroad = [(owner, f"in {place}: {one}") for place, owner, one in others if owner in owners and owner not in here]
    found = ((_NOBODY, *_GIVE, nobody), (_ELSEWHERE, *_AGAIN, abroad))
    return tuple(Overview.Reason(what, help_, tuple(about), way) for what, help_, way, about in found if about)


def find_in_class(word: str, roll: Roll) -> Student:
    """Return the student of this id, or else of this name, email or login, who may have handed in nothing. JudgeError
    E485 where the class has nobody who is called so, or several."""
    students = [*(member.student for member in roll.members), *roll.absent]
    exact = [one for one in students if one.id == word]
    if exact:
        return exact[0]
    for fields in (("id",), ("email", "login", "name", "lms_id")):
        found = [one for one in students if squeezed(word) in {squeezed(getattr(one, field)) for field in fields}]
        if len(found) == 1:
            return found[0]
        if found:
            who = ", ".join(map(str, found))
            message = f"several students are called {word!r}"
            raise JudgeError("E485", message, note=f"they are {who}", help="name one of them by this id")
    names = [name for one in students for name in (one.id, one.name) if name][::-1]
    note = near_note(word, names, f"it has {counted(len(students), 'student')}")
    repair = "name a student by the id in the gradebook; who handed in nothing is known with --roster FILE"
    raise JudgeError("E485", f"the class has no student {word!r}", note=note, help=repair)
