"""When something was handed in, as exports write it. What names no zone is what a clock at the LMS shows, and the
assignment knows where that is (`content.Assignment`)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from judge.model import Deadline

_WHEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T-](\d\d)[:-](\d\d)[:-](\d\d)(?:\.\d{1,9})?(?: ?(\S{1,60}))?")
_ZONE = re.compile(r"([+-])(\d\d):?(\d\d)")
_SPOKEN = re.compile(
    r"(?:(?P<m1>[A-Za-z]{3,9}) (?P<d1>\d{1,2})|(?P<d2>\d{1,2}) (?P<m2>[A-Za-z]{3,9})),? (?P<year>\d{4}),? "
    r"(?P<hour>\d{1,2}):?(?P<minute>\d\d)(?: (?P<half>[AP]M))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def written_time(text: str) -> datetime | None:
    """Return the time of `2026-11-21 18:00:00 +01:00` and the like; None where its zone is not known."""
    match = _WHEN.fullmatch(text.strip()[:100])
    if not match:
        return None
    try:
        return _shown(*map(int, match.groups()[:6]), zone=_zone(match[7]))
    except (ValueError, OSError):  # no such time or zone, or the zone's name is a path
        return None


def spoken_time(text: str) -> datetime | None:
    """Return the time of `Sep 24, 2024 926 PM`, as a clock without a zone shows it."""
    match = _SPOKEN.fullmatch(text.strip()[:100])
    month = (match["m1"] or match["m2"])[:3].lower() if match else ""
    if not match or month not in _MONTHS:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] == "PM" else 0)
    day, year, minute = int(match["d1"] or match["d2"]), int(match["year"]), int(match["minute"])
    try:
        return _shown(year, _MONTHS.index(month) + 1, day, hour, minute)
    except ValueError:
        return None


def _shown(*parts: int, zone: tzinfo | None = None) -> datetime | None:
    shown = datetime(*parts, tzinfo=zone)  # type: ignore[arg-type, misc]
    return shown if shown.year in Deadline.YEARS else None


def _zone(word: str | None) -> tzinfo | None:
    """Return a zone by its name or offset, None for no word. ValueError or OSError where nobody knows it: of `JST`,
    `IST` or `CST` there are several."""
    if word is None:
        return None
    if word in ("Z", "UTC", "GMT"):
        return UTC
    if match := _ZONE.fullmatch(word):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(word)
    except KeyError as unknown:
        raise ValueError(word) from unknown
