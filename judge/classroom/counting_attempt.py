"""Which of several attempts of a student counts: the newest, the best, or the last that was on time. Only `counting`
says so, to every command and page.

Where the export says nothing of the time, an attempt is on time unless the export calls it late. Where nobody was on
time the newest counts, and is charged as late. The best is the one with the most points after bonus and lateness; it is
not known before all are judged, so an attempt that waits counts until then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from judge.classroom.lateness import late_s, own_deadline
from judge.model import AttemptRule, Problem
from judge.model.classroom import Member


class Candidate(msgspec.Struct, frozen=True):
    """What decides whether an attempt counts. It is `able` to if it has a program, or the judge itself failed to read
    it. `points` are what its row comes to, None while they wait."""

    late: bool = False
    able: bool = True
    points: float | None = None


def counting(rule: AttemptRule, newest_first: Sequence[Candidate]) -> int:
    """Return the place of the attempt that counts."""
    if rule == "last-on-time":
        return next((at for at, one in enumerate(newest_first) if not one.late), 0)
    if rule == "best":
        able = (at for at, one in enumerate(newest_first) if one.able)
        return max(able, key=lambda at: worth(newest_first[at].points), default=0)
    return 0


def worth(points: float | None) -> float:
    """Return what the best one has most of: what waits may be worth anything."""
    return math.inf if points is None else points


def to_judge(member: Member, problem: Problem) -> Sequence[Member]:
    """Return the attempts of a student that may count, so have to be judged; the newest last. Each has the page of the
    newest, and says why it counts if it does."""
    attempts, rule = _attempts(member), problem.attempt
    if rule == "newest" or len(attempts) == 1:
        return [member]
    late = [_is_late(one, problem) for one in attempts]
    chosen = attempts[::-1] if rule == "best" else [attempts[counting(rule, [Candidate(late=one) for one in late])]]
    on_time = "none was on time, so the newest" if all(late) else "the last on time"
    why = f"of {len(attempts)} attempts {'the best' if rule == 'best' else on_time} counts"
    return [msgspec.structs.replace(one, page=member.page, counts=f"{why}: {one.folder}") for one in chosen]


def _attempts(member: Member) -> Sequence[Member]:
    """Return all attempts, the newest first. A row of several submissions that nobody has settled is no choice."""
    unsettled = len(member.others) > 1 and member.folder == " and ".join(one.folder for one in member.others)
    return [member] if unsettled else [member, *member.others]


def _is_late(one: Member, problem: Problem) -> bool:
    late, deadline = late_s(one, problem.deadline), problem.deadline
    return one.late if late is None or deadline is None else own_deadline(one.student, deadline).is_late(late)
