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
from judge.model import AsOf, ContestMoment, ContestWord, Schedule

_REPAIR: Final = "--jury  shows what is hidden, for the jury alone"


def adjusted_schedule(schedule: Schedule, moments: Sequence[ContestMoment]) -> Schedule:
    """Return the contest with the moments that its host has chosen by hand.

    A start moves end and freeze along. After an unfreeze the board freezes again at its planned time, if that is still
    to come.
    """
    planned_ms = schedule.freeze_ms
    for moment in moments:
        at_ms, freeze_ms = round(moment.at_s * 1000), schedule.freeze_ms
        if moment.word == "start":
            by_ms = at_ms - schedule.start_ms
            planned_ms = freeze_ms = None if freeze_ms is None else freeze_ms + by_ms
            schedule = msgspec.structs.replace(schedule, start_ms=at_ms, end_ms=schedule.end_ms + by_ms)
        elif moment.word == "freeze":
            freeze_ms = at_ms if freeze_ms is None else min(at_ms, freeze_ms)
        elif moment.word == "unfreeze":
            freeze_ms = planned_ms if planned_ms and planned_ms > at_ms else None
        schedule = msgspec.structs.replace(schedule, freeze_ms=freeze_ms)
    return schedule


def is_revealed(moments: Sequence[ContestMoment]) -> bool:
    """Say whether the host has last said that the result is for everybody."""
    said = [one.word for one in moments if one.word in ("reveal", "hide")]
    return said[-1:] == ["reveal"]


def rights_at(schedule: Schedule, moments: Sequence[ContestMoment], now_ms: int, *, jury: bool = False) -> AsOf:
    """Return with which rights somebody looks now at a contest that is `adjusted_schedule`."""
    return AsOf(now_ms, jury=jury, final=not jury and now_ms >= schedule.end_ms and is_revealed(moments))


def hidden_from_ms(schedule: Schedule, as_of: AsOf) -> float:
    """Return from when on verdicts are hidden from who looks; infinity where none is."""
    hides = schedule.freeze_ms is not None and as_of.hides(schedule, schedule.freeze_ms)
    return schedule.freeze_ms if hides and schedule.freeze_ms is not None else math.inf


def contest_refusal(schedule: Schedule, now_ms: int) -> str:
    """Return why nothing can be handed in at that time for a problem of the contest; "" where it can."""
    if now_ms < schedule.start_ms:
        return f"The contest has not begun: it begins on {schedule.said(schedule.start_ms)}."
    if now_ms >= schedule.end_ms:
        return f"The contest is over since {schedule.said(schedule.end_ms)}: nothing can be handed in any more."
    return ""


def refuse_word(word: ContestWord, schedule: Schedule, moments: Sequence[ContestMoment], now_ms: int) -> None:
    """Refuse what a host can't say now. JudgeError E458 for a result before the end, E519 for the rest."""
    if word == "reveal":
        refuse_before_end(schedule, now_ms, "wait for the end; the jury's view shows what is hidden")
    begun, over, shown = now_ms >= schedule.start_ms, now_ms >= schedule.end_ms, is_revealed(moments)
    frozen = schedule.freeze_ms is not None and now_ms >= schedule.freeze_ms
    wrong = ""
    if word == "start":
        wrong = f"the contest has begun on {schedule.said(schedule.start_ms)}" if begun else ""
    elif word == "reveal":
        wrong = "everybody sees the result already" if shown else ""
    elif word == "hide":
        wrong = "" if shown else "the result is not shown"
    elif not begun:
        wrong = "the contest has not begun"
    elif over:
        wrong = "the contest is over: what is hidden stays so until it is revealed"
    elif frozen is (word == "freeze"):
        wrong = "the scoreboard is frozen already" if frozen else "the scoreboard is not frozen"
    if wrong:
        raise JudgeError("E519", wrong, help="look at the scoreboard: it says how far the contest is")


def refuse_before_end(schedule: Schedule, now_ms: int, repair: str = _REPAIR) -> None:
    """Refuse to show everybody the result of a contest that goes on. JudgeError E458."""
    if now_ms < schedule.end_ms:
        message = f"the contest is not over: it ends at {schedule.said(schedule.end_ms)}"
        raise JudgeError("E458", message, help=repair)
