"""What an instructor decided by hand, put on the rows of a class; and whom a word on the command line means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

import msgspec

from judge.classroom.gradebook.grades import owner_of
from judge.classroom.gradebook.marking import Marking
from judge.classroom.people.roster import squeezed
from judge.errors import JudgeError
from judge.model.classroom import Graded, Roll, Student
from judge.model.mark import Decided, Mark, decided
from judge.model.overview import Reason

NEAR = 5  # names that are offered for one that is unknown
_NOBODY = "decided by hand for somebody who is not in this class"
_GIVE = "give it to the student's id in the gradebook:  judge mark;  --clear  takes this one back"
_ELSEWHERE = "decided by hand in another class, so it does not count in this one"
_AGAIN = "if that is this class, put it where it was, or give the mark here as well:  judge mark"


def with_marks(rows: Iterable[Graded], marks: Iterable[Mark]) -> list[Graded]:
    """Return the rows with points and notes as decided by hand. It comes last: what was decided is not changed by a
    bonus or a deduction."""
    found = decided(marks)
    return [_with_mark(row, found.get(owner_of(row.student))) for row in rows]


def lost_marks(
    rows: Iterable[Graded], marks: Iterable[Mark], elsewhere: Mapping[str, Iterable[Mark]]
) -> tuple[Reason, ...]:
    """Return what was decided by hand and counts for nobody here.

    That is what is about somebody who has no row, and of those who have one what was decided in other classes alone.
    """
    here, owners = decided(marks), {owner_of(row.student) for row in rows}
    nobody = [(owner, str(one)) for owner, one in here.items() if owner not in owners]
    others = [(place, owner, one) for place, theirs in elsewhere.items() for owner, one in decided(theirs).items()]
    abroad = [(owner, f"in {place}: {one}") for place, owner, one in others if owner in owners and owner not in here]
    found = (Reason(_NOBODY, _GIVE, tuple(nobody)), Reason(_ELSEWHERE, _AGAIN, tuple(abroad)))
    return tuple(one for one in found if one.about)


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
    names = {squeezed(name): name for one in students for name in (one.id, one.name) if name}
    near = [names[shape] for shape in difflib.get_close_matches(squeezed(word), list(names), NEAR)]
    raise JudgeError(
        "E485",
        f"the class has no student {word!r}",
        note=f"close to it: {', '.join(near)}"
        if near
        else f"it has {len(students)} student{'s' * (len(students) != 1)}",
        help="name a student by the id in the gradebook; who handed in nothing is known with --roster FILE",
    )


def find_marked(asked: Marking, roll: Roll, marks: Iterable[Mark]) -> Student:
    """Return the student whom something is decided about, as `find_in_class` does. What was decided for somebody who is
    not in the class may be shown and taken back."""
    gives = asked.points is not None or asked.excuse or asked.comment
    present = {owner_of(one) for one in (*(member.student for member in roll.members), *roll.absent)}
    if not gives and asked.student in {one.owner for one in marks} - present:
        return Student(asked.student)
    return find_in_class(asked.student, roll)


def _with_mark(row: Graded, mark: Decided | None) -> Graded:
    if mark is None:
        return row
    mark = msgspec.structs.replace(mark, judged=row.points)
    points = mark.grade.points if mark.grade else row.points
    note = "; ".join(filter(None, (str(mark), _judged_otherwise(mark), row.note)))
    return msgspec.structs.replace(row, points=points, mark=mark, note=note)


def _judged_otherwise(mark: Decided) -> str:
    """Return what the judge gave, where it is not what counts."""
    if mark.grade is None or mark.judged is None or mark.judged == mark.grade.points:
        return ""
    return f"the judge gave {mark.judged:.6g}"
