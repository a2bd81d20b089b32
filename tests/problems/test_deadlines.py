"""The words of a deadline, a grace, a penalty and an extension: what they mean, and what is said of others."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import ValueFault
from judge.model import Deadline
from judge.problems import read_deadline, read_extension, read_moment
from judge.text import DAY_S
from tests.conftest import there

EVENING = datetime(2026, 11, 20, 23, 59, 59)
BERLIN, EAST = ZoneInfo("Europe/Berlin"), timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("words", "due"),
    [
        (EVENING, EVENING),
        (EVENING.replace(tzinfo=UTC), EVENING.replace(tzinfo=UTC)),
        (date(2026, 11, 20), EVENING),
        ("2026-11-20", EVENING),
        ("2026-11-20 Europe/Berlin", EVENING.replace(tzinfo=BERLIN)),
        (" 2026-11-20 23:59:59 ", EVENING),
        ("2026-11-20T23:59:59Z", EVENING.replace(tzinfo=UTC)),
        ("2026-11-20 23:59:59 UTC", EVENING.replace(tzinfo=UTC)),
        ("2026-11-20 23:59:59+0530", EVENING.replace(tzinfo=EAST)),
        ("2026-11-20 23:59:59 +05:30", EVENING.replace(tzinfo=EAST)),
        ("2026-11-20 23:59:59 Europe/Berlin", EVENING.replace(tzinfo=BERLIN)),
        ("2026-11-20 9:05", datetime(2026, 11, 20, 9, 5)),
        ("2026-11-20 24:00 Europe/Berlin", datetime(2026, 11, 21, tzinfo=BERLIN)),
        ("2026-11-20 24:00:00", datetime(2026, 11, 21)),
    ],
)
def test_a_deadline_in_many_words(words: Any, due: datetime) -> None:
    found = there(read_deadline({"deadline": words}))
    assert (found, found.due.utcoffset()) == (Deadline(due), due.utcoffset())


@pytest.mark.parametrize(
    ("words", "grace_s"),
    [("15min", 900), ("90 s", 90), ("1h 30min", 5400), ("1 day and 2 hours", 93600), ("0.5h", 1800)],
)
def test_a_grace_in_many_words(words: str, grace_s: int) -> None:
    assert read_deadline({"deadline": EVENING, "grace": words}) == Deadline(EVENING, grace_s)


@pytest.mark.parametrize(
    ("words", "penalty"),
    [
        ("10% per day", Deadline.Penalty(10, per_s=DAY_S)),
        ("10 percent per 12 hours", Deadline.Penalty(10, per_s=12 * 3600)),
        ("5 points per hour", Deadline.Penalty(5, "points", 3600)),
        ("1 Point each day, at most 3 points", Deadline.Penalty(1, "points", DAY_S, 3)),
        ("20%", Deadline.Penalty(20)),
        ("12.5% per day, at most 50%, nothing after 7 days", Deadline.Penalty(12.5, "percent", DAY_S, 50, 7 * DAY_S)),
        ("20%, nothing after 1 week", Deadline.Penalty(20, cutoff_s=7 * DAY_S)),
        ("20%,nothing after 1 day, at most 20%", Deadline.Penalty(20, most=20, cutoff_s=DAY_S)),
    ],
)
def test_a_penalty_in_many_words(words: str, penalty: Deadline.Penalty) -> None:
    assert read_deadline({"deadline": EVENING, "late_penalty": words}) == Deadline(EVENING, penalty=penalty)


def test_what_a_course_does_not_say_is_as_in_the_package() -> None:
    base = Deadline(EVENING, 900, Deadline.Penalty(20))
    assert read_deadline({}, base) == base
    noon = read_deadline({"deadline": "2026-12-01 12:00"}, base)
    assert noon == Deadline(datetime(2026, 12, 1, 12), 900, Deadline.Penalty(20))
    assert read_deadline({"grace": "1h"}, base) == Deadline(EVENING, 3600, Deadline.Penalty(20))
    assert read_deadline({"late_penalty": "10%"}, base) == Deadline(EVENING, 900, Deadline.Penalty(10))
    short = read_deadline({"late_penalty": "10%, nothing after 5min"}, base)
    assert short == Deadline(EVENING, 900, Deadline.Penalty(10, cutoff_s=300)), "from the end of the grace"


@pytest.mark.parametrize(
    ("words", "extension"),
    [
        ("", None),
        ("2 days", Deadline.Extension(days=2)),
        ("+2 days", Deadline.Extension(days=2)),
        ("1 week", Deadline.Extension(days=7)),
        ("36h", Deadline.Extension(more_s=36 * 3600)),
        ("+ 1d 12h", Deadline.Extension(days=1, more_s=12 * 3600)),
        ("1.5 days", Deadline.Extension(days=1, more_s=12 * 3600)),
        ("2026-11-20", Deadline.Extension(EVENING)),
        ("2026-11-20 9:05 UTC", Deadline.Extension(datetime(2026, 11, 20, 9, 5, tzinfo=UTC))),
    ],
)
def test_an_extension_in_many_words(words: str, extension: Deadline.Extension | None) -> None:
    assert read_extension(words) == extension


@pytest.mark.parametrize(
    ("words", "key", "said"),
    [
        ({"grace": "15min"}, "grace", "there is grace, but no deadline"),
        ({"late_penalty": "20%"}, "late_penalty", "there is late_penalty, but no deadline"),
        ({"deadline": 5}, "deadline", "the deadline is no date: 5"),
        ({"deadline": time(23, 59)}, "deadline", "the deadline is no date: 23:59:00"),
        ({"deadline": date(1999, 1, 1)}, "deadline", "the deadline is no date: 1999-01-01"),
        ({"deadline": "20.11.2026"}, "deadline", "the deadline can't be read: '20.11.2026'"),
        ({"deadline": "2026-11-31"}, "deadline", "'2026-11-31' is no date and time: day is out of range for month"),
        ({"deadline": "2026-11-20 25:00"}, "deadline", "'2026-11-20 25:00' is no date and time"),
        ({"deadline": "2026-11-20 24:01"}, "deadline", "'2026-11-20 24:01' is no date and time"),
        ({"deadline": "0026-11-20"}, "deadline", "'0026-11-20' is in the year 26"),
        ({"deadline": "2026-11-20 Europe/Berln"}, "deadline", "the zone 'Europe/Berln' is not known on this host"),
        ({"deadline": "2026-11-20 +99:00"}, "deadline", "the zone '+99:00' is not known on this host"),
        ({"deadline": EVENING, "grace": 15}, "grace", "the key 'grace' must be text in quotes, but is 15"),
        ({"deadline": EVENING, "grace": "15"}, "grace", "grace is no length of time: '15'"),
        ({"deadline": EVENING, "grace": "2 years"}, "grace", "grace is no length of time: '2 years'"),
        ({"deadline": EVENING, "grace": "367 days"}, "grace", "grace is longer than a year: '367 days'"),
        ({"deadline": EVENING, "grace": "-5min"}, "grace", "grace is no length of time: '-5min'"),
        ({"deadline": EVENING, "late_penalty": "10"}, "late_penalty", "late_penalty can't be read: '10'"),
        ({"deadline": EVENING, "late_penalty": "0%"}, "late_penalty", "late_penalty can't be read: '0%'"),
        ({"deadline": EVENING, "late_penalty": "101%"}, "late_penalty", "late_penalty can't be read: '101%'"),
        ({"deadline": EVENING, "late_penalty": "10%, most 5%"}, "late_penalty", "can't be read from 'most 5%' on"),
        ({"deadline": EVENING, "late_penalty": "10%, at most 5 points"}, "late_penalty", "from 'at most 5 points' on"),
        ({"deadline": EVENING, "late_penalty": "10%, at most 5%"}, "late_penalty", "late_penalty contradicts itself"),
        ({"deadline": EVENING, "late_penalty": "10% per 0 h"}, "late_penalty", "late_penalty contradicts itself"),
        ({"deadline": EVENING, "late_penalty": "9%, nothing after 9"}, "late_penalty", "is no length of time: '9'"),
    ],
)
def test_what_is_said_of_other_words(words: dict[str, Any], key: str, said: str) -> None:
    with pytest.raises(ValueFault) as refused:
        read_deadline(words)
    assert refused.value.key == key
    assert said in refused.value.what
    assert refused.value.help


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("2026-11-20 9:05", datetime(2026, 11, 20, 9, 5)),
        ("2026-11-20T09:05:07Z", datetime(2026, 11, 20, 9, 5, 7, tzinfo=UTC)),
        ("Friday, 20 November 2026, 11:59 PM", datetime(2026, 11, 20, 23, 59)),
        ("Friday, 6 November 2026, 12:05 AM", datetime(2026, 11, 6, 0, 5)),
        ("Friday, 6 November 2026, 12:05 PM", datetime(2026, 11, 6, 12, 5)),
        ("Friday, 31 November 2026, 12:05 PM", None),
        ("Friday, 6 Nevember 2026, 12:05 PM", None),
        ("Friday, 6 November 2026, 13:05 PM", None),
        ("Freitag, 20. November 2026, 23:59", None),
        ("2026-11-20", None),
        ("2026-11-20 25:00", None),
        ("2026-11-20 9:05 Nowhere", None),
        ("-", None),
        ("", None),
    ],
)
def test_when_something_was_handed_in(words: str, moment: datetime | None) -> None:
    assert read_moment(words) == moment


@pytest.mark.parametrize("words", ["25.11.2026", "2 fortnights", "-2 days", "yes", "2026-11-31", "9999 weeks"])
def test_what_is_no_extension(words: str) -> None:
    with pytest.raises(ValueFault) as refused:
        read_extension(words)
    assert (refused.value.key, "2026-11-25" in refused.value.help) == ("extension", True)


@given(st.text(max_size=40) | st.text("0123456789 +-:.TZ%dhaymin,/AB", max_size=60))
def test_any_words_are_read_or_refused(words: str) -> None:
    for key in ("deadline", "grace", "late_penalty"):
        with suppress(ValueFault):
            read_deadline({"deadline": EVENING, key: words})
    with suppress(ValueFault):
        read_extension(words)
    read_moment(words)
