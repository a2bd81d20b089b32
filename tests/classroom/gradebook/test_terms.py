"""Dates that were set on the web lie over those of package and class list, where they say something."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from judge.classroom.gradebook.lateness import with_extensions, with_homework, with_term
from judge.errors import JudgeError
from judge.model.classroom import Student
from judge.model.course import Homework
from judge.model.deadline import DAY_S, Deadline, Penalty
from judge.model.deed import Term
from tests.judging.test_session import problem_of

BERLIN = ZoneInfo("Europe/Berlin")
DUE = Deadline(datetime(2026, 11, 20, 12, tzinfo=BERLIN), 60, Penalty(10, per_s=DAY_S))
PLAIN = problem_of(1)
GIVEN = msgspec.structs.replace(PLAIN, deadline=DUE)


def due(term: Term) -> Deadline:
    found = with_term(GIVEN, term).deadline
    assert found is not None
    return found


def test_what_a_term_does_not_say_stays() -> None:
    assert due(Term()) == DUE
    assert with_term(PLAIN, Term(" ", "", "\t")).deadline is None
    later = due(Term("2026-12-01"))
    assert (later.due, later.grace_s, later.penalty) == (
        datetime(2026, 12, 1, 23, 59, 59, tzinfo=BERLIN),
        60,
        DUE.penalty,
    )
    assert due(Term(grace="2h")) == msgspec.structs.replace(DUE, grace_s=7200)
    assert due(Term(late_penalty="20%")).penalty == Penalty(20)


def test_a_date_that_names_a_zone_is_in_that_one() -> None:
    assert due(Term("2026-12-01T12:00:00+00:00")).due == datetime(2026, 12, 1, 12, tzinfo=UTC)
    made = with_term(PLAIN, Term("2026-12-01 12:00")).deadline
    assert made is not None
    assert made.due == datetime(2026, 12, 1, 12)


@pytest.mark.parametrize("term", [Term("tomorrow"), Term(grace="15min"), Term("2026-12-01", late_penalty="a lot")])
def test_what_can_not_be_read_is_said(term: Term) -> None:
    with pytest.raises(JudgeError) as caught:
        with_term(PLAIN, term)
    assert caught.value.code == "E507"
    assert caught.value.help


def test_an_extension_of_the_web_counts_in_place_of_the_list_s() -> None:
    ann, bob, zoe = Student("ann", extension="1 day"), Student("bob", extension="2 days"), Student("z\udcff")
    terms = {"": Term(extension="9 days"), "ann": Term(extension="3 days"), "bob": Term("2026-12-01")}
    found = with_extensions([ann, bob, zoe], terms | {"z\\udcff": Term(extension="4 days")})
    assert [one.extension for one in found] == ["3 days", "2 days", "4 days"]


def test_what_a_course_does_not_say_the_package_does() -> None:
    """A later deadline alone takes away neither grace nor penalty, and a penalty alone no deadline."""
    later = with_homework(GIVEN, Homework("one", "pkg", None, term=Term("2026-12-01 12:00"))).deadline
    assert later == Deadline(datetime(2026, 12, 1, 12, tzinfo=BERLIN), 60, DUE.penalty)
    dearer = with_homework(GIVEN, Homework("one", "pkg", None, term=Term(late_penalty="20%"))).deadline
    assert dearer == Deadline(DUE.due, 60, Penalty(20))
    assert with_homework(PLAIN, Homework("one", "pkg", None)).deadline is None
    with pytest.raises(JudgeError, match="two: there is grace, but no deadline") as refused:
        with_homework(PLAIN, Homework("two", "pkg", None, term=Term(grace="15min")))
    assert refused.value.code == "E492"
