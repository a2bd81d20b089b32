"""The late days of a course: which homework spends how many, what is charged then; by two writings of the rule."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.course import in_turn
from judge.classroom.gradebook import Gradebook, graded
from judge.classroom.lateness import days_spent
from judge.model import Deadline, Graded, Problem, Record, Roll, Verdict
from judge.text import DAY_S
from tests.classroom.make import judged
from tests.judging.make import problem_of
from tests.make import AC, JE, WA, member, replace

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PENALTY = Deadline.Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S)
WHO = ("ann", "bob", "cy")
HOUR_S = 3600


class Work(NamedTuple):
    """What a student handed in, so many seconds after noon of the first day; None where nobody knows when. `came_to` is
    empty while it is not judged."""

    after_s: float | None
    came_to: tuple[Verdict, ...] = (AC, AC)
    extension_h: int = 0


class Homework(NamedTuple):
    """A homework that is due so many hours after noon of the first day, None if it has no deadline; by student."""

    due_h: int | None
    grace_s: int = 0
    works: Mapping[str, Work | None] = {}

    @property
    def problem(self) -> Problem:
        due = None if self.due_h is None else NOON + timedelta(hours=self.due_h)
        return replace(problem_of(2), deadline=due and Deadline(due, self.grace_s, PENALTY))


@cache
def record(who: str, came_to: tuple[Verdict, ...]) -> Record:
    return judged(member(who), *came_to)


def rows_of(days: int, homeworks: Sequence[Homework]) -> list[dict[str, Graded]]:
    """What each student has in each homework."""
    handed_in = []
    for homework in homeworks:
        members, records = [], []
        for who, work in homework.works.items():
            if work:
                at_s = None if work.after_s is None else NOON.timestamp() + work.after_s
                one = member(who, handed_in_s=at_s)
                extension = f"{work.extension_h}h" if work.extension_h else ""
                members.append(replace(one, student=replace(one.student, extension=extension)))
                records += [record(who, work.came_to)] if work.came_to else []
        handed_in.append((Roll("plain", tuple(members)), homework.problem, records))
    of = {id(roll): records for roll, _, records in handed_in}

    def read(roll: Roll, problem: Problem, left: Mapping[str, int]) -> Gradebook:
        return Gradebook(problem, roll, graded(roll, problem, of[id(roll)], left), [], [])

    books = in_turn([(roll, problem) for roll, problem, _ in handed_in], days, read)
    return [{row.student.id: row for row in book.rows} for book in books if book]


def written_again(who: str, days: int, homeworks: Sequence[Homework]) -> dict[int, tuple[int, bool, float | None]]:
    """Of each homework that was handed in: the days that it spends, whether it is late, and the points."""
    found = {}
    dated = [at for at, one in enumerate(homeworks) if one.due_h is not None]
    dated.sort(key=lambda at: (homeworks[at].due_h, at))
    for at in dated + [at for at, one in enumerate(homeworks) if one.due_h is None]:
        due_h, grace_s, works = homeworks[at]
        work = works.get(who)
        if not work:
            continue
        known = work.came_to and JE not in work.came_to
        points = 5.0 * work.came_to.count(AC) if known else None
        if due_h is None or work.after_s is None:
            found[at] = (0, False, points)
            continue
        over_s = math.floor(work.after_s) - (due_h + work.extension_h) * HOUR_S - grace_s
        needed = math.ceil(over_s / 86400) if over_s > 0 and work.came_to else 0
        spent = needed if needed < days else days
        days -= spent
        over_s -= spent * 86400
        if over_s > 0 and points is not None:
            share = 1.0 if over_s > 7 * 86400 else min(0.1 * math.ceil(over_s / 86400), 0.5)
            points -= points * share
        found[at] = (spent, over_s > 0, points)
    return found


CAME_TO = st.sampled_from([(AC, AC), (AC, WA), (WA, WA), (AC, JE), ()])
# Whole days after a deadline at a whole hour, and seconds around them: the borders come up often.
AFTER_S = st.builds(
    lambda days, hours, more_s: days * DAY_S + hours * HOUR_S + more_s,
    st.integers(-2, 12), st.sampled_from([0, 0, 1, 6, 23]), st.sampled_from([-1.0, 0.0, 0.9, 1.0, 900.0, 901.0, 5e3]),
)  # fmt: skip
WORK = st.builds(Work, st.none() | AFTER_S, CAME_TO, st.sampled_from([0, 0, 0, 1, 24, 72]))
HOMEWORK = st.builds(
    Homework,
    st.none() | st.sampled_from([0, 0, 1, 24, 72, 168]),
    st.sampled_from([0, 1, 900]),
    st.fixed_dictionaries(dict.fromkeys(WHO, st.none() | WORK)),
)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 9), st.lists(HOMEWORK, min_size=1, max_size=5))
def test_both_writings_of_the_rule_agree(days: int, homeworks: list[Homework]) -> None:
    """Also where there are none, and whatever the verdicts are: the second one looks at no verdict for the days."""
    found = rows_of(days, homeworks)
    for who in WHO:
        rows = {at: rows[who] for at, rows in enumerate(found) if who in rows}
        told = written_again(who, days, homeworks)
        assert {at: (row.late_days, row.late) for at, row in rows.items()} == {at: it[:2] for at, it in told.items()}
        assert [rows[at].points for at in sorted(told)] == pytest.approx([told[at][2] for at in sorted(told)])
        assert sum(row.late_days for row in rows.values()) <= days
        assert all(bool(row.late_days) == ("late day" in row.note and "left" in row.note) for row in rows.values())


def test_a_day_ends_at_the_same_time_of_the_next_day() -> None:
    """That on which summer time ends has 25 hours."""
    own = Deadline(datetime(2026, 10, 24, 23, 59, 59, tzinfo=ZoneInfo("Europe/Berlin")))
    after_s = (24 * HOUR_S + 1, 25 * HOUR_S, 25 * HOUR_S + 1, 99 * DAY_S)
    assert [days_spent(own, own.at_s + one_s, 5) for one_s in after_s] == [1, 1, 2, 5]


@pytest.mark.parametrize(
    ("attempt", "after_h", "counts", "spent"),
    [
        ("newest", (30, -1), 0, 2),
        ("best", (30, -1), 1, 0),  # of equals that of the fewest
        ("best", (30, 6), 1, 1),
        ("best", (-1, -2), 0, 0),
        ("last-on-time", (30, -1), 1, 0),  # no other was judged
        ("last-on-time", (30, 6), 0, 2),
    ],
)
def test_which_attempt_counts(attempt: Problem.AttemptRule, after_h: tuple[int, int], counts: int, spent: int) -> None:
    def handed_in(at: int) -> Roll.Member:
        return replace(member("ann", f"{at}", handed_in_s=NOON.timestamp() + after_h[at] * HOUR_S), folder=f"{at}")

    first, older = handed_in(0), handed_in(1)
    asked = replace(Homework(0).problem, attempt=attempt)
    records = [judged(one, AC, AC, problem=asked) for one in (first, older)]
    [row] = graded(Roll("Blackboard", (replace(first, others=(older,)),)), asked, records, {"ann": 5})
    assert (row.folder, row.late_days, row.points, row.late) == (f"{counts}", spent, 10, False)
