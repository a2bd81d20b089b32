"""When it is due, who has longer, and what lateness takes off: to the second, in every zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Deadline
from judge.text import DAY_S
from tests.conftest import host_in

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
AT_S = NOON.timestamp()
PER_DAY = Deadline.Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S)


def due(penalty: Deadline.Penalty | None = PER_DAY, grace_s: int = 0) -> Deadline:
    return Deadline(NOON, grace_s, penalty)


@pytest.mark.parametrize(
    ("after_s", "late_s", "off"),
    [
        (-3600, 0, 0), (0, 0, 0), (0.999, 0, 0), (899, 899, 0), (900, 900, 0), (900.9, 900, 0), (901, 901, 2),
        (900 + DAY_S, 900 + DAY_S, 2), (901 + DAY_S, 901 + DAY_S, 4), (5.5 * DAY_S, 5.5 * DAY_S, 10),
        (7 * DAY_S + 900, 7 * DAY_S + 900, 10), (7 * DAY_S + 901, 7 * DAY_S + 901, 20),
    ],
)  # fmt: skip
def test_a_second_decides_at_every_border(after_s: float, late_s: int, off: float) -> None:
    deadline = due(grace_s=900)
    assert deadline.late_s(AT_S + after_s) == late_s
    assert deadline.off(20, late_s) == off


@pytest.mark.parametrize(
    ("penalty", "late_s", "off"),
    [
        (Deadline.Penalty(20), 1, 4),
        (Deadline.Penalty(20), 90 * DAY_S, 4),
        (Deadline.Penalty(5, "points", 3600), 3601, 10),
        (Deadline.Penalty(5, "points", 3600), 9 * 3600, 20),
        (Deadline.Penalty(5, "points", 3600, most=12), 9 * 3600, 12),
        (Deadline.Penalty(30, per_s=3600), 9 * 3600, 20),
        (None, DAY_S, 0),
    ],
)
def test_what_is_taken_off_of_twenty(penalty: Deadline.Penalty | None, late_s: int, off: float) -> None:
    assert due(penalty).off(20, late_s) == off
    assert due(penalty).off(0, late_s) == 0


def test_a_time_that_a_clock_shows_twice_or_never_is_the_later_one() -> None:
    twice, never = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN), datetime(2026, 3, 29, 2, 30, tzinfo=BERLIN)
    assert Deadline(twice).at_s == datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp()
    assert Deadline(never).at_s == datetime(2026, 3, 29, 1, 30, tzinfo=UTC).timestamp()


def test_a_time_without_a_zone_is_the_hosts() -> None:
    with host_in("America/New_York"):
        deadline = Deadline(datetime(2026, 10, 31, 12))
        assert deadline.at_s == datetime(2026, 10, 31, 16, tzinfo=UTC).timestamp()
        longer = deadline.extended(Deadline.Extension(days=1))  # summer time ends in that night
        assert longer.at_s == datetime(2026, 11, 1, 17, tzinfo=UTC).timestamp()
        more = deadline.extended(Deadline.Extension(more_s=DAY_S))
        assert more.at_s == datetime(2026, 11, 1, 16, tzinfo=UTC).timestamp()


def test_a_day_longer_is_a_day_of_the_calendar() -> None:
    deadline = Deadline(datetime(2026, 10, 24, 23, 59, 59, tzinfo=BERLIN))
    assert deadline.extended(Deadline.Extension(days=1)).at_s - deadline.at_s == 25 * 3600
    assert deadline.extended(Deadline.Extension(more_s=DAY_S)).at_s - deadline.at_s == DAY_S
    short = Deadline(datetime(2026, 3, 28, 23, 59, 59, tzinfo=BERLIN)).extended(Deadline.Extension(days=1))
    assert short.due == datetime(2026, 3, 30, 0, 59, 59, tzinfo=BERLIN), "but is never shorter than 24 hours"
    until = deadline.extended(Deadline.Extension(until=datetime(2026, 10, 26, 9)))
    assert until.at_s == datetime(2026, 10, 26, 8, tzinfo=UTC).timestamp()
    there = datetime(2026, 10, 26, 9, tzinfo=timezone(timedelta(hours=9)))
    assert deadline.extended(Deadline.Extension(until=there)).at_s == there.timestamp()


PENALTIES = st.builds(
    Deadline.Penalty,
    st.floats(0.01, 100),
    st.sampled_from(["percent", "points"]),
    st.sampled_from([0, 1, 60, 3600, DAY_S]),
    st.none() | st.floats(0.01, 100),
    st.none() | st.integers(0, 30 * DAY_S),
)
ZONES: st.SearchStrategy[tzinfo] = st.sampled_from(
    [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")]
)
DUES = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=ZONES)
DEADLINES = st.builds(Deadline, DUES, st.integers(0, 2 * DAY_S), st.none() | PENALTIES)
EXTENSIONS = st.none() | st.builds(
    Deadline.Extension,
    st.none() | st.datetimes(datetime(2025, 6, 1), datetime(2027, 6, 1)),
    st.integers(0, 40),
    st.integers(0),
).map(lambda one: msgspec.structs.replace(one, more_s=one.more_s % (30 * DAY_S)))
AFTER = st.floats(-40 * DAY_S, 40 * DAY_S)


@settings(deadline=None)
@given(DEADLINES, st.floats(0, 1000), AFTER, st.floats(0, 40 * DAY_S))
def test_later_never_costs_less(deadline: Deadline, points: float, after_s: float, more_s: float) -> None:
    first, second = (deadline.late_s(deadline.at_s + when_s) for when_s in (after_s, after_s + more_s))
    assert 0 <= deadline.off(points, first) <= deadline.off(points, second) <= points
    assert deadline.is_late(first) <= deadline.is_late(second)


@settings(deadline=None)
@given(DEADLINES, EXTENSIONS, st.integers(0, 2 * DAY_S), st.floats(0, 1000), AFTER)
def test_neither_an_extension_nor_more_grace_costs_a_point(
    deadline: Deadline, extension: Deadline.Extension | None, grace_s: int, points: float, after_s: float
) -> None:
    longer, handed_in_s = deadline.extended(extension), deadline.at_s + after_s
    assert longer.at_s >= deadline.at_s
    for kinder in (longer, msgspec.structs.replace(deadline, grace_s=deadline.grace_s + grace_s)):
        assert kinder.off(points, kinder.late_s(handed_in_s)) <= deadline.off(points, deadline.late_s(handed_in_s))
