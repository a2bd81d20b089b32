"""Which of several attempts of a student counts: the newest, the best, or the last that was on time.

Where the export says nothing of the time, an attempt is on time unless the export calls it late. Where nobody was on
time the newest counts, and is charged as late. The best is the one with the most points after that; it is not known
before all are judged, so an attempt that waits keeps the others waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from judge.classroom.gradebook.lateness import charged, late_s, own_deadline
from judge.model import Problem
from judge.model.classroom import Graded, Member, Roll

_WHY = {"best": "the best", "last-on-time": "the last on time"}


def to_judge(member: Member, problem: Problem) -> Sequence[Member]:
    """Return the attempts of a student that have to be judged, the newest last."""
    attempts = _attempts(member)
    match problem.attempt:
        case "best":
            return attempts[::-1]
        case "last-on-time":
            return [next((one for one in attempts if not _is_late(one, problem)), member)]
    return [member]


def counting(roll: Roll, problem: Problem, row_of: Callable[[Member], Graded]) -> Roll:
    """Return the class with the attempt that counts in the place of the newest one. `row_of` says what one came to."""
    members = tuple(_counting(member, problem, row_of) for member in roll.members)
    return msgspec.structs.replace(roll, members=members)


def _counting(member: Member, problem: Problem, row_of: Callable[[Member], Graded]) -> Member:
    attempts = _attempts(member)
    if problem.attempt == "newest" or len(attempts) == 1:
        return member

    def worth(one: Member) -> tuple[bool, float]:
        points = charged(row_of(one), one, problem.deadline).points
        return points is None, points or 0.0

    newest_first = to_judge(member, problem)[::-1]
    one = max(filter(_may_get_points, newest_first), key=worth, default=newest_first[0])
    why = "none was on time, so the newest" if _fell_back(one, problem) else _WHY[problem.attempt]
    words = f"of {len(attempts)} attempts {why} counts: {one.folder}"
    return msgspec.structs.replace(one, page=member.page, others=member.others, counts=words)


def _fell_back(one: Member, problem: Problem) -> bool:
    return problem.attempt == "last-on-time" and _is_late(one, problem)


def _may_get_points(one: Member) -> bool:
    return bool(one.main or (one.doubt and one.doubt.ours))


def _attempts(member: Member) -> Sequence[Member]:
    """Return all attempts, the newest first. A row of several submissions that nobody has settled is no choice."""
    unsettled = len(member.others) > 1 and member.folder == " and ".join(one.folder for one in member.others)
    return [member] if unsettled else [member, *member.others]


def _is_late(one: Member, problem: Problem) -> bool:
    late, deadline = late_s(one, problem.deadline), problem.deadline
    return one.late if late is None or deadline is None else own_deadline(one.student, deadline).is_late(late)
