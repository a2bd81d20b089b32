"""When something was handed in, as exports write it: to seconds since 1970, UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

_WHEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T-](\d\d)[:-](\d\d)[:-](\d\d)(?:\.\d{1,9})?(?: ?(\S{1,60}))?")
_ZONE = re.compile(r"([+-])(\d\d):?(\d\d)")
_SPOKEN = re.compile(
    r"(?:(?P<m1>[A-Za-z]{3,9}) (?P<d1>\d{1,2})|(?P<d2>\d{1,2}) (?P<m2>[A-Za-z]{3,9})),? (?P<year>\d{4}),? "
    r"(?P<hour>\d{1,2}):?(?P<minute>\d\d)(?: (?P<half>[AP]M))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def written(text: str) -> float | None:
    """Return the time of `2026-11-21 18:00:00 +01:00` and the like; this machine's zone where none is named."""
    match = _WHEN.fullmatch(text.strip()[:100])
    if not match:
        return None
    try:
        year, month, day, hour, minute, second = map(int, match.groups()[:6])
        return datetime(year, month, day, hour, minute, second, tzinfo=_zone(match[7])).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def spoken(text: str) -> float | None:
    """Return the time of `Sep 24, 2024 926 PM`, in this machine's zone."""
    match = _SPOKEN.fullmatch(text.strip()[:100])
    month = (match["m1"] or match["m2"])[:3].lower() if match else ""
    if not match or month not in _MONTHS:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] == "PM" else 0)
    day, year, minute = int(match["d1"] or match["d2"]), int(match["year"]), int(match["minute"])
    try:
        return datetime(year, _MONTHS.index(month) + 1, day, hour, minute).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _zone(word: str | None) -> tzinfo | None:
    """Return a zone by its name or offset; None for this machine's, also where the name is unknown."""
    if word is None:
        return None
    if word in ("Z", "UTC", "GMT"):
        return UTC
    if match := _ZONE.fullmatch(word):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(word)
    except (KeyError, ValueError, OSError):  # no such zone, or a name that is a path
        return None
