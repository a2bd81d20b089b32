"""Read the words that say when a homework is due, from problem.toml or a course file.

deadline = 2026-11-20T23:59:59+01:00        or "2026-11-20 23:59:59 Europe/Berlin"; a date alone: its last second
grace = "15min"                             later than the deadline, but on time
late_penalty = "10% per day, at most 50%, nothing after 7 days"

Times without a zone are in that of the host.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from judge.errors import ValueFault
from judge.model import Deadline
from judge.text import DAY_S

_UNITS = {
    "s sec secs second seconds": 1,
    "m min mins minute minutes": 60,
    "h hour hours": 3600,
    "d day days": DAY_S,
    "w week weeks": 7 * DAY_S,
}
_SECONDS = {word: seconds for words, seconds in _UNITS.items() for word in words.split()}
_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
_WORD = "|".join(sorted(_SECONDS, key=len, reverse=True))
_PART = re.compile(rf"({_NUMBER})\s*({_WORD})(?![a-z])")
_SPAN = re.compile(rf"(?:{_PART.pattern}[\s,]*(?:and\s+)?)+")
_OFF = re.compile(rf"({_NUMBER})\s*(%|percent|points?)\s*(?:(?:per|each|every)\s+(?:([0-9]{{1,3}})\s*)?({_WORD}))?")
_MOST = re.compile(rf"at most\s+({_NUMBER})\s*(%|percent|points?)")
_AFTER = re.compile(r"nothing after\s+(.+)")
_DATE = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:(?:T|\s+)([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?))?"
    r"\s*([+-][0-9]{2}:?[0-9]{2}|[A-Z][A-Za-z0-9_/+-]{0,60})?"
)
_MOODLE = re.compile(r"[A-Z][a-z]+day, ([0-9]{1,2}) ([A-Z][a-z]+) ([0-9]{4}), ([0-9]{1,2}):([0-9]{2}) ([AP]M)")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DATE_HELP = 'write 2026-11-20T23:59:59+01:00, "2026-11-20 23:59:59 Europe/Berlin", or a date: its last second'
_TIME_HELP = 'write 2026-11-20T14:00:00+01:00, or "2026-11-20 14:00 Europe/Berlin"'
_SPAN_HELP = 'write "15min", "2h", "1 day", or "1h 30min"'
_OFF_HELP = 'write "10% per day", "5 points per hour" or "20%"; behind it ", at most 50%" and ", nothing after 7 days"'
_LONGER_HELP = "write a date, such as 2026-11-25 or 2026-11-25 12:00, or how much longer, such as 2 days"


def read_deadline(words: Mapping[str, Any], base: Deadline | None = None) -> Deadline | None:
    """Return the deadline that these keys describe, None where there is none; a key that is not there is as in `base`.
    ValueFault where one is wrong."""
    due, grace, price = (words.get(key) for key in Deadline.KEYS)
    if due is None and base is None:
        if alone := next((key for key in Deadline.KEYS if words.get(key) is not None), ""):
            raise ValueFault(alone, f"there is {alone}, but no deadline", f"add a deadline, or delete {alone}")
        return None
    first = base or Deadline(_due(due))
    grace_s = first.grace_s if grace is None else span_s(_text("grace", grace, _SPAN_HELP), "grace")
    penalty = first.penalty if price is None else _penalty(_text("late_penalty", price, _OFF_HELP))
    return Deadline(first.due if due is None else _due(due), grace_s, penalty)


def read_extension(words: str) -> Deadline.Extension | None:
    """Return how much longer a student has, None for no words. ValueFault where they can't be read."""
    words = words.strip()
    if not words:
        return None
    if found := _DATE.fullmatch(words):
        return Deadline.Extension(until=_moment(found, "extension", _LONGER_HELP))
    parts = words.removeprefix("+").strip().lower()
    if not _SPAN.fullmatch(parts):
        raise ValueFault("extension", f"{words!r} is neither a date nor a length of time", _LONGER_HELP)
    days = sum(int(float(count)) * (_SECONDS[unit] // DAY_S) for count, unit in _PART.findall(parts))
    return Deadline.Extension(days=days, more_s=span_s(parts, "extension") - days * DAY_S)


def read_moment(words: str) -> datetime | None:
    """Return when something was handed in, in a zone if the words name one; None where nobody can say.

    It is written as a deadline is, or as Moodle's worksheet has it in English: `Friday, 20 November 2026, 11:59 PM`.
    """
    try:
        if found := _DATE.fullmatch(words.strip()):
            return _moment(found, "handed_in", _DATE_HELP) if found[2] else None
        found = _MOODLE.fullmatch(words.strip())
        if not found or found[2] not in _MONTHS or not 1 <= int(found[4]) <= 12:
            return None
        month, hour = _MONTHS.index(found[2]) + 1, int(found[4]) % 12 + 12 * (found[6] == "PM")
        return datetime(int(found[3]), month, int(found[1]), hour, int(found[5]))
    except ValueError:  # a ValueFault too
        return None


def read_time(value: Any, key: str) -> datetime:
    """Return a moment that a TOML file names, with its time of day. ValueFault where it names none."""
    if isinstance(value, str):
        found = _DATE.fullmatch(value.strip())
        if found and found[2]:
            return _moment(found, key, _TIME_HELP)
    elif isinstance(value, datetime) and value.year in Deadline.YEARS:
        return value
    raise ValueFault(key, f"the key '{key}' names no date with a time of day: {value!s}", _TIME_HELP)


def span_s(words: str, key: str) -> int:
    """Return a length of time in seconds, at most a year: "15min", "2h", "1 day", "1h 30min"."""
    text = words.strip().lower()
    found = _SPAN.fullmatch(text)
    total = sum(float(count) * _SECONDS[unit] for count, unit in _PART.findall(text)) if found else -1
    if not found or total > 366 * DAY_S:
        what = "is longer than a year" if found else "is no length of time"
        raise ValueFault(key, f"{key} {what}: {words!r}", _SPAN_HELP if key != "extension" else _LONGER_HELP)
    return round(total)


def _text(key: str, value: Any, repair: str) -> str:
    if not isinstance(value, str):
        raise ValueFault(key, f"the key '{key}' must be text in quotes, but is {value}", repair)
    return value


def _penalty(words: str) -> Deadline.Penalty:
    first, *more = (part.strip().lower() for part in words.split(","))
    taken = _OFF.fullmatch(first)
    if not taken or not float(taken[1]) or (_unit(taken[2]) == "percent" and float(taken[1]) > 100):
        raise ValueFault("late_penalty", f"late_penalty can't be read: {words!r}", _OFF_HELP)
    unit, most, cutoff_s = _unit(taken[2]), None, None
    for part in more:
        if (found := _MOST.fullmatch(part)) and most is None and _unit(found[2]) == unit:
            most = float(found[1])
        elif (found := _AFTER.fullmatch(part)) and cutoff_s is None:
            cutoff_s = span_s(found[1], "late_penalty")
        else:
            raise ValueFault("late_penalty", f"late_penalty can't be read from {part!r} on", _OFF_HELP)
    per_s = int(taken[3] or 1) * _SECONDS[taken[4]] if taken[4] else 0
    if (taken[4] and not per_s) or (most is not None and most < float(taken[1])):
        raise ValueFault("late_penalty", f"late_penalty contradicts itself: {words!r}", _OFF_HELP)
    return Deadline.Penalty(float(taken[1]), unit, per_s, most, cutoff_s)


def _unit(word: str) -> Any:
    return "points" if word.startswith("point") else "percent"


def _due(value: Any) -> datetime:
    if isinstance(value, str):
        found = _DATE.fullmatch(value.strip())
        if not found:
            raise ValueFault("deadline", f"the deadline can't be read: {value!r}", _DATE_HELP)
        return _moment(found, "deadline", _DATE_HELP)
    if not isinstance(value, date) or value.year not in Deadline.YEARS:
        raise ValueFault("deadline", f"the deadline is no date: {value}", _DATE_HELP)
    return value if isinstance(value, datetime) else datetime.combine(value, time(23, 59, 59))


def _moment(found: re.Match[str], key: str, repair: str) -> datetime:
    day, clock, zone = found.groups()
    hours, _, rest = (clock or "23:59:59").partition(":")
    midnight = hours == "24" and not rest.strip("0:")  # of the day that begins
    try:
        on = date.fromisoformat(day) + timedelta(days=midnight)
        at = time.fromisoformat(f"{'00' if midnight else hours:0>2}:{rest}")
    except ValueError as fault:
        raise ValueFault(key, f"{found[0]!r} is no date and time: {fault}", repair) from None
    if on.year not in Deadline.YEARS:
        raise ValueFault(key, f"{found[0]!r} is in the year {on.year}", repair)
    return datetime.combine(on, at, _zone(zone, key))


def _zone(name: str | None, key: str) -> tzinfo | None:
    if not name:
        return None
    if name in ("Z", "UTC"):
        return UTC
    if name[0] in "+-":
        distance = timedelta(hours=int(name[1:3]), minutes=int(name[-2:]))
        if distance < timedelta(days=1):
            return timezone(-distance if name[0] == "-" else distance)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        repair = "write a name such as Europe/Berlin, or how far it is from UTC, such as +01:00"
        raise ValueFault(key, f"the zone {name!r} is not known on this host", repair) from None
