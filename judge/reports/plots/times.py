"""What plots share: the axes of times, their limits, the least that a logarithmic axis shows, and names."""

from __future__ import annotations

from collections.abc import Iterable

from judge.model import Clock, Judgement
from judge.reports.plots.plot import Axis, Mark
from judge.reports.sanitize import clean_line
from judge.reports.units import seconds
from judge.scoring.statistics import RESOLUTION_S

_FLOOR = f"as exact as the clock: {seconds(RESOLUTION_S)}"
_NAME = 40  # characters: what is said behind a name must not be cut off with it
_CLOCKS: dict[Clock, str] = {"cpu": "CPU time", "wall": "wall time"}


def time_axis(clock: Clock, of: str = "") -> Axis:
    """Return an axis of seconds; `of` names whose they are."""
    return Axis(f"{_CLOCKS[clock]} of {of}" if of else _CLOCKS[clock], "s", log=True)


def shown_s(time_s: float) -> float:
    """Return where a time is drawn: a logarithmic axis knows no 0, so what is below the clock's resolution is there."""
    return max(time_s, RESOLUTION_S)


def said_s(time_s: float) -> str:
    """Return a time in words; of one that the clock can't tell from 0, what it is at most."""
    return seconds(time_s) if time_s > RESOLUTION_S else f"at most {seconds(RESOLUTION_S)}"


def floor_marks(times_s: Iterable[float]) -> tuple[Mark, ...]:
    """Return the line of the clock's resolution, where one of the times is not above it."""
    return (Mark(_FLOOR, RESOLUTION_S),) if min(times_s, default=1) <= RESOLUTION_S else ()


def limit_marks(judgements: Iterable[Judgement]) -> tuple[Mark, ...]:
    """Return the line of each time limit, in seconds: a package may give slow languages more."""
    limits = sorted({one.limits.time_limit for one in judgements})
    return tuple(Mark(f"limit: {one:g} s", one) for one in limits)


def name_of(judgement: Judgement) -> str:
    """Return the name of a submission, cut where it is very long."""
    return clean_line(judgement.submission.name, _NAME)
