"""A time without a zone is that of the place which the deadline names, wherever the judge runs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import msgspec
import pytest

from judge.classroom.gradebook.grades import graded, submissions_of
from judge.classroom.gradebook.zoneless import placed
from judge.model.classroom import Roll, Shape
from judge.model.deadline import Deadline
from tests.judging.test_session import member, problem_of

BERLIN, SHOWN = ZoneInfo("Europe/Berlin"), datetime(2026, 7, 1, 23, 59, 59)


@pytest.fixture(params=["UTC", "America/New_York", "Asia/Kolkata"])
def host(request: pytest.FixtureRequest) -> Iterator[ZoneInfo]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield ZoneInfo(request.param)
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def roll(shape: Shape, host: tzinfo) -> Roll:
    """As an export is read: the clock's time as if it were the host's."""
    at_s = SHOWN.replace(tzinfo=host).timestamp()
    older = member("ann", "older", handed_in_s=at_s - 10)
    return Roll(shape, (member("ann", handed_in_s=at_s, others=(older,)), member("bob")))


def times(found: Roll) -> list[float | None]:
    return [one.handed_in_s for row in found.members for one in (row, *row.others)]


@pytest.mark.parametrize("shape", ["Blackboard", "Brightspace"])
def test_the_clock_is_where_the_deadline_is(shape: Shape, host: ZoneInfo) -> None:
    there_s = SHOWN.replace(tzinfo=BERLIN).timestamp()
    problem = msgspec.structs.replace(problem_of(1), deadline=Deadline(SHOWN.replace(tzinfo=BERLIN)))
    assert times(placed(roll(shape, host), problem)) == [there_s, there_s - 10, None]
    ann, _ = graded(roll(shape, host), problem, [])
    assert (ann.late, ann.lateness.late_s, ann.lateness.handed_in_s) == (False, 0, there_s)
    early = msgspec.structs.replace(problem, deadline=Deadline(SHOWN.replace(second=58, tzinfo=BERLIN)))
    assert graded(roll(shape, host), early, [])[0].late
    (_, ann_s), _ = submissions_of(roll(shape, host), msgspec.structs.replace(early, attempt="last-on-time"))
    assert b"older" in ann_s.source, "it was on time, there"


def test_of_a_time_that_the_clock_shows_twice_the_first_counts() -> None:
    night = datetime(2026, 10, 25, 2, 30)
    found = Roll("Blackboard", (member("ann", handed_in_s=night.timestamp()),))
    problem = msgspec.structs.replace(problem_of(1), deadline=Deadline(SHOWN.replace(tzinfo=BERLIN)))
    assert times(placed(found, problem)) == [datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()]


@pytest.mark.parametrize("zone", [None, UTC, timezone(timedelta(hours=2))])
def test_an_offset_names_no_place(zone: tzinfo | None, host: ZoneInfo) -> None:
    found = roll("Blackboard", host)
    assert placed(found, msgspec.structs.replace(problem_of(1), deadline=Deadline(SHOWN.replace(tzinfo=zone)))) == found
    assert placed(found, problem_of(1)) == found


def test_an_export_with_zones_is_as_it_says(host: ZoneInfo) -> None:
    found = roll("Gradescope", host)
    assert (
        placed(found, msgspec.structs.replace(problem_of(1), deadline=Deadline(SHOWN.replace(tzinfo=BERLIN)))) == found
    )
