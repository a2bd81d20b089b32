"""What counts of a student, written a second time from the manual: which attempt, and its points. It shares no code
with the judge. Seconds are since 1970 and whole, points are fractions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import NamedTuple
from zoneinfo import ZoneInfo

EPOCH, DAY = datetime(1970, 1, 1), 86_400
Verdicts = Sequence[Sequence[str]]  # AC, WA or JE for each case of each group


class Penalty(NamedTuple):
    amount: Fraction
    percent: bool
    per_s: int  # 0: once
    most: Fraction | None
    cutoff_s: int | None


class Rules(NamedTuple):
    """What a package says. `groups` are the points of each, and whether only all of its cases give them."""

    attempt: str
    zone: ZoneInfo
    due: datetime
    grace_s: int
    penalty: Penalty | None
    groups: Sequence[tuple[int, bool]]
    all_or_count: bool
    bonus: int


class Longer(NamedTuple):
    """An extension: until a date on a clock in `zone`, or so many days and seconds."""

    until: datetime | None = None
    zone: ZoneInfo | None = None
    days: int = 0
    seconds: int = 0


class Attempt(NamedTuple):
    """`at` is what the clock of the LMS shows. `verdicts` is None as long as nothing was judged."""

    at: datetime | None
    version: int
    late: bool
    has_program: bool
    judge_failed: bool
    verdicts: Verdicts | None


class Mark(NamedTuple):
    kind: str
    points: int | None


class Row(NamedTuple):
    """`attempt` is the number of the one that counts; None where nobody can tell the order of them."""

    attempt: int | None
    points: Fraction | None
    off: Fraction = Fraction(0)
    late: bool = False
    late_days: int = 0
    excused: bool = False


def readings(shown: datetime, zone: ZoneInfo) -> list[int]:
    """Every moment at which a clock there shows this; of an hour that it skips, by the offset before and after."""
    naive = int((shown - EPOCH).total_seconds())
    offsets = {_offset(naive - DAY, zone), _offset(naive + DAY, zone)}
    found = sorted(naive - offset for offset in offsets if _offset(naive - offset, zone) == offset)
    return found or sorted(naive - offset for offset in offsets)


def _offset(moment: int, zone: ZoneInfo) -> int:
    offset = datetime.fromtimestamp(moment, UTC).astimezone(zone).utcoffset()
    return int((offset or timedelta()).total_seconds())


def deadline(rules: Rules, longer: Longer | None) -> int:
    own = readings(rules.due, rules.zone)[-1]
    if longer is None:
        return own
    if longer.until is not None:
        return max(own, readings(longer.until, longer.zone or rules.zone)[-1])
    calendar = readings(rules.due + timedelta(days=longer.days), rules.zone)[-1]
    return max(calendar, own + longer.days * DAY) + longer.seconds


def earned(rules: Rules, verdicts: Verdicts) -> Fraction | None:
    groups = zip(rules.groups, verdicts, strict=True)
    counting = [verdict for (points, _), cases in groups if points for verdict in cases]
    if "JE" in counting:
        return None
    right = counting.count("AC")
    if rules.all_or_count:
        total = Fraction(100 if counting and right == len(counting) else right)
    else:
        total = Fraction(0)
        for (points, whole), cases in zip(rules.groups, verdicts, strict=True):
            share = Fraction(list(cases).count("AC"), len(cases))
            total += points * (share if not whole or share == 1 else 0)
    return total + (rules.bonus if counting and right == len(counting) else 0)


def charge(rules: Rules, points: Fraction, late_s: int) -> Fraction:
    """What is taken off: all is counted from the end of the grace."""
    penalty, over_s = rules.penalty, late_s - rules.grace_s
    if penalty is None or over_s <= 0:
        return Fraction(0)
    if penalty.cutoff_s is not None and over_s > penalty.cutoff_s:
        return points
    amount = penalty.amount * (ceil(Fraction(over_s, penalty.per_s)) if penalty.per_s else 1)
    amount = amount if penalty.most is None else min(amount, penalty.most)
    return min(points, points * amount / 100 if penalty.percent else amount)


def order(rules: Rules, attempts: Sequence[Attempt]) -> list[int] | None:
    """Nobody knows it of two that are equal, or of an hour that a clock shows twice."""
    timed = all(one.at for one in attempts)
    shown = [readings(one.at, rules.zone) if timed and one.at else [0] for one in attempts]
    told = [(moments[0], one.version) for moments, one in zip(shown, attempts, strict=True)]
    newest_first = sorted(range(len(attempts)), key=told.__getitem__, reverse=True)
    known = newest_first if rules.attempt == "last-on-time" else newest_first[:2]
    for newer, older in pairwise(known):
        if told[newer] == told[older] or shown[older][0] < shown[newer][0] <= shown[older][-1]:
            return None
    return newest_first


def alone(rules: Rules, number: int, one: Attempt, due_s: int, told: datetime | None, *, left: int = 0) -> Row:
    """What an attempt comes to before a mark. `told` is when the roster says that it was handed in. Of the late days
    that are `left` it spends the fewest with which it is on time, or all; of what is not judged nobody knows that."""
    at = one.at or told
    late_s = None if at is None else max(0, readings(at, rules.zone)[0] - due_s)
    judged = one.has_program and not one.judge_failed and one.verdicts is not None
    needed = ceil(Fraction((late_s or 0) - rules.grace_s, DAY)) if judged or one.judge_failed else 0
    spent = max(0, min(left, needed))
    late_s = None if late_s is None else max(0, late_s - spent * DAY)
    late = one.late if late_s is None else late_s > rules.grace_s
    points = earned(rules, one.verdicts or []) if judged else None
    off = Fraction(0) if points is None or late_s is None else charge(rules, points, late_s)
    return Row(number, None if points is None else points - off, off, late, spent)


def counting(rules: Rules, attempts: Sequence[Attempt], due_s: int, told: datetime | None, left: int) -> Row:
    """What the attempt that counts comes to before a mark; of equals that of the fewest late days."""
    newest_first = order(rules, attempts)
    if newest_first is None:
        return Row(None, None)
    rows = [alone(rules, at, attempts[at], due_s, told, left=left) for at in newest_first]
    tried = zip(rows, (attempts[at] for at in newest_first), strict=True)
    able = [row for row, one in tried if one.has_program or one.judge_failed]
    if rules.attempt == "last-on-time":
        on_time = (not alone(rules, at, attempts[at], due_s, told).late for at in newest_first)
        return next((row for row, there in zip(rows, on_time, strict=True) if there), rows[0])
    if rules.attempt == "best" and able:
        waits = [one for one in able if one.points is None]
        return max(waits or able, key=lambda one: (one.points or 0, -one.late_days))
    return rows[0]


def row(
    rules: Rules,
    attempts: Sequence[Attempt],
    longer: Longer | None,
    told: datetime | None,
    marks: Sequence[Mark],
    *,
    left: int = 0,
) -> Row:
    """The row of the gradebook; who is excused spends no late days."""
    since = list(marks)[max((at + 1 for at, mark in enumerate(marks) if mark.kind == "clear"), default=0) :]
    last = next((mark for mark in reversed(since) if mark.kind in ("points", "excuse")), None)
    excused = last is not None and last.kind == "excuse"
    found = counting(rules, attempts, deadline(rules, longer), told, 0 if excused else left)
    if last is None:
        return found
    return found._replace(points=None if last.points is None else Fraction(last.points), excused=excused)
