"""Times of exports that name no zone: Blackboard's and Brightspace's are those of a clock on the LMS's wall.

They are read as if that clock were this machine's. Where the deadline names its place, such as Europe/Berlin, the clock
is there: else a judge that runs elsewhere would find all of a class late, or nobody. An offset alone names no place.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from judge.model import Problem
from judge.model.classroom import Member, Roll

_SHAPES = ("Blackboard", "Brightspace")


def placed(roll: Roll, problem: Problem) -> Roll:
    """Return the class with the times that it was handed in at the place of the deadline."""
    zone = problem.deadline.due.tzinfo if problem.deadline else None
    if roll.shape not in _SHAPES or not isinstance(zone, ZoneInfo):
        return roll
    return msgspec.structs.replace(roll, members=tuple(_placed(member, zone) for member in roll.members))


def _placed(member: Member, zone: ZoneInfo) -> Member:
    others = tuple(_placed(one, zone) for one in member.others)
    shown = None if member.handed_in_s is None else datetime.fromtimestamp(member.handed_in_s).replace(tzinfo=zone)
    handed_in_s = min(shown.replace(fold=fold).timestamp() for fold in (0, 1)) if shown else None
    return msgspec.structs.replace(member, handed_in_s=handed_in_s, others=others)
