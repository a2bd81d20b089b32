"""Who was late, and what it costs: the deadline of each student, on the rows of a gradebook; and the dates of a course
file or of the web, laid over what a package says.

A student's own deadline is the homework's, or later where the roster's column `extension` says so. Points that wait
for a judge error are charged when they are known. A bonus is earned like all other points, and charged like them.
Where the export says nothing but LATE, nobody knows how late that was, and nothing is taken off.

A course may give each student late days. What a homework spends of them follows from its times alone, whatever the
points come to: `days_spent` says how many, and `in_turn` in course.py hands on what is left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from judge.errors import JudgeError, Place, ValueFault
from judge.model import Course, Deadline, Graded, Problem, Roll, Student, read_clock
from judge.problems import read_deadline, read_extension, read_moment
from judge.text import DAY_S, counted, points_of, span

_NONE = Deadline.Term()
UNKNOWN = "late, but the export does not say how late: nothing is taken off"


def with_term(problem: Problem, of: Deadline.Term | Course.Homework) -> Problem:
    """Return the problem with the deadline of its class, as the web has it or the homework of a course; what that does
    not say stays, and so does the place of the LMS. A date without a zone is in that of the deadline before, else of
    the host. JudgeError E507, or E492 of a course, where it can't be read."""
    term, code, where = (of, "E507", "") if isinstance(of, Deadline.Term) else (of.term, "E492", f"{of.title}: ")
    words = {key: getattr(term, key).strip() or None for key in Deadline.KEYS}
    before = problem.deadline
    try:
        found = read_deadline(words, before)
    except ValueFault as fault:
        raise JudgeError(code, where + fault.what, help=fault.help) from None
    if found and before and not isinstance(found.due.tzinfo, ZoneInfo):  # an offset names no place
        there, due = before.due.tzinfo, found.due
        if due.tzinfo is None:
            due = due.replace(tzinfo=there)
        elif isinstance(there, ZoneInfo):
            due = due.astimezone(there)
        found = msgspec.structs.replace(found, due=due)
    return msgspec.structs.replace(problem, deadline=found)


def with_extensions(students: Iterable[Student], terms: Mapping[str, Deadline.Term]) -> list[Student]:
    """Return the students, each with the extension that was set on the web in place of the class list's."""
    pairs = ((one, terms.get(one.owner, _NONE).extension.strip()) for one in students)
    return [msgspec.structs.replace(one, extension=words) if words else one for one, words in pairs]


def handed_in_s(member: Roll.Member, deadline: Deadline | None) -> float | None:
    """Return when they handed in, in seconds since 1970, UTC: as the export says, or else the roster. Words without a
    zone are in the deadline's; of a time that a clock shows twice the first counts. None where neither says it."""
    if member.handed_in_s is not None:
        return member.handed_in_s
    moment = read_moment(member.student.handed_in)
    if moment is None:
        return None
    return read_clock(moment, deadline.due.tzinfo if deadline else None)[0]


def late_s(member: Roll.Member, deadline: Deadline | None) -> int | None:
    """Return how many seconds after their own deadline they handed in; None where that is not known."""
    handed_in = handed_in_s(member, deadline)
    if deadline is None or handed_in is None:
        return None
    return own_deadline(member.student, deadline).late_s(handed_in)


def own_deadline(student: Student, deadline: Deadline) -> Deadline:
    """Return the student's deadline, extension included. JudgeError E482 where the extension can't be read."""
    return deadline.extended(read_extension(checked_extension(student.extension)))


def checked_extension(extension: str, path: Path | None = None, line: int = 0) -> str:
    """Return the words of an extension. JudgeError E482, with their line in the roster, where they can't be read."""
    try:
        read_extension(extension)
    except ValueFault as fault:
        place = Place(str(path), line) if path else None
        raise JudgeError("E482", fault.what, place, help=fault.help) from None
    return extension


def charged_row(row: Graded, member: Roll.Member, deadline: Deadline | None, left: int = 0) -> Graded:
    """Return the row of a member with what lateness takes off, and why. So many late days of a course are `left`: what
    is not judged spends none."""
    handed_in, points, spent, words = handed_in_s(member, deadline), row.points, "", ""
    lateness = Deadline.Lateness(handed_in)
    if deadline and handed_in is None and row.late and deadline.penalty:
        words = UNKNOWN
    elif deadline and handed_in is not None:
        own, earned = own_deadline(member.student, deadline), row.points or 0.0
        if days := days_spent(own, handed_in, left if row.verdict else 0):
            own = _longer(own, days)
            spent = f"{counted(days, 'late day')}, {left - days} left"
        late = own.late_s(handed_in)
        row = msgspec.structs.replace(row, late=own.is_late(late), late_days=days)
        off = own.off(earned, late)
        words = why(earned, off, late, own) if row.late else ""
        if off:
            points = earned - off
            words = f"{points_of(points)} of {points_of(row.max_points)} points: {words}"
        lateness = Deadline.Lateness(handed_in, late, off)
    note = joined(row.note, member.counts, spent, words)
    return msgspec.structs.replace(row, points=points, lateness=lateness, note=note)


# --- the late days of a course ----------------------------------------------------------------------------------------
def days_spent(own: Deadline, handed_in_s: float, left: int) -> int:
    """Return how many of the late days that are `left` a submission spends: the fewest with which it is on time, or all
    where these are not enough. `own` is the student's deadline, extension included."""
    most = min(math.ceil(own.late_s(handed_in_s) / DAY_S), left)  # as a late day is never less than 24 hours
    return next((days for days in range(most) if not _longer(own, days).has_passed(handed_in_s)), most)


def _longer(own: Deadline, days: int) -> Deadline:
    return own.extended(Deadline.Extension(days=days))


def joined(*notes: str) -> str:
    """Return several notes as one; the empty ones are left out."""
    return "; ".join(filter(None, notes))


def why(earned: float, off: float, late_s: int, deadline: Deadline) -> str:
    """Return what was taken off of what was earned, and why: `15 less 20% for 2 days late`."""
    penalty = deadline.penalty
    if penalty is None or not off:
        return f"handed in {span(late_s)} late"
    if deadline.is_over(late_s):
        return f"nothing counts after {deadline.end}, and this was {span(late_s)} late"
    charged_s = late_s - deadline.grace_s
    amount, steps = penalty.amount_of(charged_s), penalty.steps(charged_s)
    charged = span(steps * penalty.per_s)
    begun = f" ({charged} begun)" if penalty.per_s and charged != span(late_s) else ""
    how = " (the most)" if amount < penalty.amount * steps else begun
    return f"{points_of(earned)} less {penalty.priced(amount)}{how} for {span(late_s)} late"
