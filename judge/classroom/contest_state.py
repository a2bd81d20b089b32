"""A contest as its host has said since: when it starts and freezes, and whether its result is for everybody. Pure.

A contest begins by itself at the time of its file. A host may begin it earlier, freeze and unfreeze the board, and show
the result once it is over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.model import Deed, Schedule
from judge.scoring import Scoreboard

_JURY_SEES: Final = "wait for the end; the jury's view shows what is hidden"


def adjusted_schedule(schedule: Schedule, moments: Sequence[Deed]) -> Schedule:
    """Return the contest with the moments that its host has chosen by hand.

    A start moves end and freeze along. After an unfreeze the board freezes again at its planned time, if that is still
    to come.
    """
    planned_ms = schedule.freeze_ms
    for moment in moments:
        at_ms, freeze_ms = round(moment.at_s * 1000), schedule.freeze_ms
        if moment.what == "start":
            by_ms = at_ms - schedule.start_ms
            planned_ms = freeze_ms = None if freeze_ms is None else freeze_ms + by_ms
            schedule = msgspec.structs.replace(schedule, start_ms=at_ms, end_ms=schedule.end_ms + by_ms)
        elif moment.what == "freeze":
            freeze_ms = at_ms if freeze_ms is None else min(at_ms, freeze_ms)
        elif moment.what == "unfreeze":
            freeze_ms = planned_ms if planned_ms and planned_ms > at_ms else None
        schedule = msgspec.structs.replace(schedule, freeze_ms=freeze_ms)
    return schedule


class ContestState(msgspec.Struct, frozen=True):
    """A contest at a moment: its schedule and what its host has said, and who looks when."""

    schedule: Schedule
    moments: tuple[Deed, ...]
    as_of: Scoreboard.AsOf

    @classmethod
    def of(cls, planned: Schedule, moments: Sequence[Deed], now_ms: int, *, jury: bool = False) -> ContestState:
        """Return a contest that was planned so, with the rights that somebody has who looks now."""
        found = cls(adjusted_schedule(planned, moments), tuple(moments), Scoreboard.AsOf(now_ms, jury=jury))
        return found if jury or not (found.is_over and found.is_revealed) else found.as_final()

    @property
    def is_over(self) -> bool:
        """Say whether it is over by now."""
        return self.as_of.now_ms >= self.schedule.end_ms

    @property
    def is_revealed(self) -> bool:
        """Say whether the host has last said that the result is for everybody."""
        said = [one.what for one in self.moments if one.what in ("reveal", "hide")]
        return said[-1:] == ["reveal"]

    @property
    def hidden_from_ms(self) -> float:
        """Return from when on verdicts are hidden from who looks; infinity where none is."""
        frozen = self.as_of.phase(self.schedule) == "frozen"
        return self.schedule.freeze_ms if frozen and self.schedule.freeze_ms is not None else math.inf

    def as_final(self, repair: str = _JURY_SEES) -> ContestState:
        """Return it with the result for everybody. JudgeError E458 before the end."""
        if not self.is_over:
            message = f"the contest is not over: it ends at {self.schedule.said(self.schedule.end_ms)}"
            raise JudgeError("E458", message, help=repair)
        return msgspec.structs.replace(self, as_of=Scoreboard.AsOf(self.as_of.now_ms, final=True))

    def check(self, word: Schedule.Word) -> None:
        """Refuse what a host can't say now. JudgeError E458 for a result before the end, E519 for the rest."""
        if word == "reveal":
            self.as_final()
        now_ms, begins_ms, freeze_ms = self.as_of.now_ms, self.schedule.start_ms, self.schedule.freeze_ms
        begun, shown, frozen = now_ms >= begins_ms, self.is_revealed, freeze_ms is not None and now_ms >= freeze_ms
        wrong = ""
        if word == "start":
            wrong = f"the contest has begun on {self.schedule.said(begins_ms)}" if begun else ""
        elif word == "reveal":
            wrong = "everybody sees the result already" if shown else ""
        elif word == "hide":
            wrong = "" if shown else "the result is not shown"
        elif not begun:
            wrong = "the contest has not begun"
        elif self.is_over:
            wrong = "the contest is over: what is hidden stays so until it is revealed"
        elif frozen is (word == "freeze"):
            wrong = "the scoreboard is frozen already" if frozen else "the scoreboard is not frozen"
        if wrong:
            raise JudgeError("E519", wrong, help="look at the scoreboard: it says how far the contest is")
