"""A time without a zone is that of the place which the deadline names, wherever the judge runs."""

from __future__ import annotations

import locale
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.classroom.gradebook.grades import graded, submissions_of
from judge.classroom.homework.content import Assignment
from judge.classroom.intake import read_roll
from judge.classroom.people.roster import read_roster
from judge.model import Problem
from judge.model.classroom import Graded, Roll
from judge.model.deadline import Deadline, Penalty
from tests.classes import RIGHT, write_zip
from tests.judging.test_session import problem_of

BERLIN = ZoneInfo("Europe/Berlin")
HOSTS = ("UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Berlin")


@contextmanager
def host_in(zone: str, language: str = "C") -> Iterator[None]:
    """As if this process had begun on a host there."""
    before, spoken = os.environ.get("TZ"), locale.setlocale(locale.LC_TIME)
    os.environ["TZ"] = zone
    time.tzset()
    with suppress(locale.Error):  # not every host has every language
        locale.setlocale(locale.LC_TIME, language)
    try:
        yield
    finally:
        locale.setlocale(locale.LC_TIME, spoken)
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()


@pytest.fixture(params=HOSTS[:3])
def host(request: pytest.FixtureRequest) -> Iterator[str]:
    with host_in(request.param):
        yield request.param


def due(shown: datetime) -> Problem:
    deadline = Deadline(shown, 60, Penalty(10, per_s=3600))
    return msgspec.structs.replace(problem_of(1), deadline=deadline, attempt="last-on-time")


def read(folder: Path, problem: Problem, *names: str, stamp: str = "", roster: str = "") -> Roll:
    """Read a class of these files, each with a source of its own, and of nbgrader's with this time."""
    files = {name: RIGHT.format(name).encode() for name in names}
    files |= {f"{Path(name).parent}/timestamp.txt": stamp.encode() for name in names if stamp}
    (folder / "roster.csv").write_text(roster)
    path = write_zip(folder / "class.zip", files)
    return read_roll(path, read_roster(folder / "roster.csv") if roster else None, assignment=Assignment.of(problem))


def blackboard(shown: datetime) -> str:
    return f"HW_ann_attempt_{shown:%Y-%m-%d-%H-%M-%S}_hw.py"


def brightspace(shown: datetime) -> str:
    return f"1-2 - Ann Lee - {shown:%d} Nov, {shown:%Y} {shown:%H%M}/hw.py"


def test_the_clock_is_where_the_deadline_is(tmp_path: Path, host: str) -> None:
    shown = datetime(2026, 7, 1, 23, 59, 59)
    names = [blackboard(shown), blackboard(shown - timedelta(seconds=90))]
    problem = due(shown.replace(tzinfo=BERLIN))
    [ann] = graded(read(tmp_path, problem, *names), problem, [])
    assert (ann.late, ann.lateness.late_s, ann.lateness.handed_in_s) == (False, 0, problem.deadline.at_s)  # type: ignore[union-attr]
    early = due(shown.replace(second=0, tzinfo=BERLIN) - timedelta(seconds=2))
    [(_, submission)] = submissions_of(read(tmp_path, early, *names), early)
    assert names[1].encode() in submission.source, "it was on time, there"


@pytest.mark.parametrize(
    ("shown", "read_utc"),
    [
        (datetime(2026, 3, 8, 2, 30), datetime(2026, 3, 8, 1, 30)),  # an hour that New York's clocks skip
        (datetime(2026, 3, 29, 2, 30), datetime(2026, 3, 29, 0, 30)),  # one that Berlin's skip
        (datetime(2026, 10, 25, 2, 30), datetime(2026, 10, 25, 0, 30)),  # one that Berlin's show twice
        (datetime(2026, 11, 1, 1, 30), datetime(2026, 11, 1, 0, 30)),  # one that New York's show twice
    ],
)
def test_no_time_goes_through_the_zone_of_the_host(
    tmp_path: Path, host: str, shown: datetime, read_utc: datetime
) -> None:
    roll = read(tmp_path, due(shown.replace(tzinfo=BERLIN)), blackboard(shown))
    assert roll.members[0].handed_in_s == read_utc.replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize("zone", [None, UTC, timezone(timedelta(hours=2))])
def test_an_offset_names_no_place(tmp_path: Path, zone: tzinfo | None, host: str) -> None:
    shown = datetime(2026, 11, 20, 12)
    for name in (blackboard(shown), brightspace(shown)):
        roll = read(tmp_path, due(shown.replace(tzinfo=zone)), name)
        assert roll.members[0].handed_in_s == shown.replace(tzinfo=ZoneInfo(host)).timestamp()


@pytest.mark.parametrize(
    ("stamp", "handed_in"),
    [
        ("2026-11-20 20:00:00 +0900", datetime(2026, 11, 20, 11, tzinfo=UTC)),
        ("2026-11-20 20:00:00 Asia/Tokyo", datetime(2026, 11, 20, 11, tzinfo=UTC)),
        ("2026-11-20 20:00:00", datetime(2026, 11, 20, 19, tzinfo=UTC)),
        ("2026-11-20 20:00:00 JST", None),
    ],
)
def test_an_export_with_zones_is_as_it_says_and_a_zone_that_nobody_knows_is_not_charged(
    tmp_path: Path, host: str, stamp: str, handed_in: datetime | None
) -> None:
    problem = due(datetime(2026, 11, 20, 10, tzinfo=BERLIN))
    [row] = graded(read(tmp_path, problem, "submitted/ann/hw1/hw.py", stamp=stamp), problem, [])
    assert row.lateness.handed_in_s == (handed_in.timestamp() if handed_in else None)
    assert row.late == (handed_in is not None)


ROSTER = "id,name,login,handed_in,extension\n1,Ann Lee,ann,,{}\n2,Bo Ray,bo,{},1 day\n"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.datetimes(datetime(2026, 11, 1), datetime(2026, 11, 29)).map(lambda one: one.replace(second=0, microsecond=0)),
    st.sampled_from([blackboard, brightspace]),
    st.sampled_from(["", "2h", "1 day", "2026-11-20", "2026-11-02 01:30 UTC"]),
    st.sampled_from(["", "2026-11-20 12:00", "2026-11-01 01:30", "Friday, 20 November 2026, 11:59 PM"]),
)
def test_the_zone_and_the_language_of_the_host_change_no_row(
    tmp_path: Path, shown: datetime, form: object, extension: str, handed_in: str
) -> None:
    problem = due(datetime(2026, 11, 14, 23, 59, 59, tzinfo=BERLIN))
    quoted = f'"{handed_in}"'

    def rows() -> list[Graded]:
        names = [form(shown), form(shown + timedelta(days=1))]  # type: ignore[operator]
        return graded(read(tmp_path, problem, *names, roster=ROSTER.format(extension, quoted)), problem, [])

    told = []
    for zone, language in zip(HOSTS, ("C", "de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C"), strict=True):
        with host_in(zone, language):
            told.append(rows())
    assert all(one == told[0] for one in told)
