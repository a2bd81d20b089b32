"""When a homework is due, who has longer, and what lateness costs. Arithmetic only; problems/deadlines.py reads the
words.

Lateness is counted in whole seconds, and a part of a second is nobody's loss. When summer time begins or ends, a clock
shows an hour twice or never: a deadline is the later of the two readings, and a submission came at the earlier one.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, tzinfo
from typing import ClassVar, Literal

import msgspec

from judge.text import DAY_S, points_of, span

Unit = Literal["percent", "points"]


class Deadline(msgspec.Struct, frozen=True):
    """When a homework is due. A `due` without a zone is in the host's. `grace_s` later is still on time, and only what
    is later than that is charged."""

    KEYS: ClassVar = ("deadline", "grace", "late_penalty")  # that say so in a file
    YEARS: ClassVar = range(2000, 2200)  # of any moment that a class names

    class Extension(msgspec.Struct, frozen=True):
        """How much longer a student has: to a date, or so many days and seconds. A date without a zone is in that of
        the deadline. A day ends at the same time of the next day, and is never less than 24 hours."""

        until: datetime | None = None
        days: int = 0
        more_s: int = 0

    class Penalty(msgspec.Struct, frozen=True):
        """What is taken off: `amount` for each `per_s` seconds that have begun, or once where that is 0; `most` at
        most, and everything after `cutoff_s`. All seconds are from the end of the grace. Percents are of what was
        earned."""

        amount: float
        unit: Unit = "percent"
        per_s: int = 0
        most: float | None = None
        cutoff_s: int | None = None

        def steps(self, charged_s: int) -> int:
            """Return how many times `amount` is taken off."""
            return math.ceil(charged_s / self.per_s) if self.per_s else 1

        def amount_of(self, charged_s: int) -> float:
            """Return what is taken off after so many seconds, in the unit."""
            most = math.inf if self.most is None else self.most
            return min(self.amount * self.steps(charged_s), most, 100.0 if self.unit == "percent" else math.inf)

        def priced(self, amount: float) -> str:
            """Return so much of the unit, such as `10%` or `1 point`."""
            return f"{points_of(amount)}{'%' if self.unit == 'percent' else ' point' + 's' * (amount != 1)}"

    class Lateness(msgspec.Struct, frozen=True):
        """How late somebody was, and what that cost. `late_s` is None where there is no deadline, or the export does
        not say when it was handed in; `off` was taken off of the points."""

        handed_in_s: float | None = None  # since 1970, UTC
        late_s: int | None = None
        off: float = 0.0

    class Term(msgspec.Struct, frozen=True):
        """When a homework is due, as somebody typed it; empty words say nothing. Of one student, `extension` alone."""

        deadline: str = ""
        grace: str = ""
        late_penalty: str = ""
        extension: str = ""

    due: datetime
    grace_s: int = 0
    penalty: Penalty | None = None

    @property
    def at_s(self) -> float:
        """Return when that is, in seconds since 1970, UTC."""
        return latest_s(self.due)

    def late_s(self, handed_in_s: float) -> int:
        """Return how much later that is than the deadline; 0 before it."""
        return max(0, math.ceil(math.floor(handed_in_s) - self.at_s))

    def is_late(self, late_s: int) -> bool:
        """Say whether that is later than the grace."""
        return late_s > self.grace_s

    def has_passed(self, at_s: float) -> bool:
        """Say whether what is handed in then, in seconds since 1970, is late."""
        return self.is_late(self.late_s(at_s))

    def is_over(self, late_s: int) -> bool:
        """Say whether nothing counts any more."""
        cutoff_s = self.penalty.cutoff_s if self.penalty else None
        return cutoff_s is not None and self.is_late(late_s) and late_s - self.grace_s > cutoff_s

    @property
    def end(self) -> str:
        """Return after how much lateness nothing counts; "" where it always does."""
        if self.penalty is None or self.penalty.cutoff_s is None:
            return ""
        return span(self.penalty.cutoff_s) + (f" and {span(self.grace_s)} of grace" if self.grace_s else "")

    def off(self, points: float, late_s: int) -> float:
        """Return what is taken off of so many points; never more than they are."""
        if self.penalty is None or points <= 0 or not self.is_late(late_s):
            return 0.0
        if self.is_over(late_s):
            return points
        amount = self.penalty.amount_of(late_s - self.grace_s)
        return min(points, points * amount / 100 if self.penalty.unit == "percent" else amount)

    def extended(self, extension: Deadline.Extension | None) -> Deadline:
        """Return the deadline of somebody who has longer; nobody's comes earlier by it."""
        if extension is None:
            return self
        if extension.until:
            until_s = latest_s(extension.until, self.due.tzinfo)
        else:
            calendar_s = latest_s(self.due + timedelta(days=extension.days))
            until_s = max(calendar_s, self.at_s + extension.days * DAY_S) + extension.more_s
        if until_s <= self.at_s:
            return self
        shown = datetime.fromtimestamp(until_s, self.due.tzinfo)
        again = latest_s(shown) != until_s  # the clock shows the same later: then that of UTC says when
        due = datetime.fromtimestamp(until_s, UTC) if again else shown
        return msgspec.structs.replace(self, due=due)


def read_clock(shown: datetime, zone: tzinfo | None = None) -> tuple[float, float]:
    """Return when a clock shows this the first and the last time, in seconds since 1970. `zone` is where the clock is,
    if `shown` has none; without both it is this host's."""
    zoned = shown if shown.tzinfo else shown.replace(tzinfo=zone)
    first_s, last_s = sorted(zoned.replace(fold=fold).timestamp() for fold in (0, 1))
    return first_s, last_s


def latest_s(shown: datetime, zone: tzinfo | None = None) -> float:
    """Return when a clock shows this the last time, as `read_clock` does."""
    return read_clock(shown, zone)[1]
