"""When a homework is due, who has longer, and what lateness costs. Arithmetic only; problems/deadlines.py reads the
words.

Lateness is counted in whole seconds, and a part of a second is nobody's loss. What a clock shows twice, or never, when
summer time begins or ends, is the later of its two readings.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Literal

import msgspec

Unit = Literal["percent", "points"]
DAY_S = 86_400


class Penalty(msgspec.Struct, frozen=True):
    """What is taken off: `amount` for each `per_s` seconds that have begun, or once where that is 0; `most` at most,
    and all of it more than `cutoff_s` after the deadline. Percents are of what was earned."""

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


class Extension(msgspec.Struct, frozen=True):
    """How much longer a student has: to a date, or so many days of the calendar and seconds. A date without a zone is
    in that of the deadline."""

    until: datetime | None = None
    days: int = 0
    more_s: int = 0


class Deadline(msgspec.Struct, frozen=True):
    """When a homework is due. A `due` without a zone is in the host's. `grace_s` later is still on time, and only what
    is later than that is charged."""

    due: datetime
    grace_s: int = 0
    penalty: Penalty | None = None

    @property
    def at_s(self) -> float:
        """Return when that is, in seconds since 1970, UTC."""
        return max(self.due.replace(fold=fold).timestamp() for fold in (0, 1))

    def late_s(self, handed_in_s: float) -> int:
        """Return how much later that is than the deadline; 0 before it."""
        return max(0, math.ceil(math.floor(handed_in_s) - self.at_s))

    def is_late(self, late_s: int) -> bool:
        """Say whether that is later than the grace."""
        return late_s > self.grace_s

    def is_over(self, late_s: int) -> bool:
        """Say whether nothing counts any more."""
        cutoff_s = self.penalty.cutoff_s if self.penalty else None
        return cutoff_s is not None and self.is_late(late_s) and late_s > cutoff_s

    def off(self, points: float, late_s: int) -> float:
        """Return what is taken off of so many points; never more than they are."""
        if self.penalty is None or points <= 0 or not self.is_late(late_s):
            return 0.0
        if self.is_over(late_s):
            return points
        amount = self.penalty.amount_of(late_s - self.grace_s)
        return min(points, points * amount / 100 if self.penalty.unit == "percent" else amount)

    def extended(self, extension: Extension | None) -> Deadline:
        """Return the deadline of somebody who has longer; nobody's comes earlier by it."""
        if extension is None:
            return self
        later = self.due + timedelta(days=extension.days)
        if extension.until:
            until = extension.until
            later = until if until.tzinfo else until.replace(tzinfo=self.due.tzinfo)
        if extension.more_s:
            moved_s = msgspec.structs.replace(self, due=later).at_s + extension.more_s
            later = datetime.fromtimestamp(moved_s, self.due.tzinfo)
        found = msgspec.structs.replace(self, due=later)
        return found if found.at_s > self.at_s else self


class Lateness(msgspec.Struct, frozen=True):
    """How late somebody was, and what that cost. `late_s` is None where there is no deadline, or the export does not
    say when it was handed in; `off` was taken off of the points."""

    handed_in_s: float | None = None  # since 1970, UTC
    late_s: int | None = None
    off: float = 0.0
