"""The gradebook's rows against the same rules, written a second time, on made-up histories of a student."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import submissions_of
from judge.classroom.content import Assignment, content_of
from judge.classroom.file import File
from judge.classroom.gradebook import graded
from judge.classroom.intake import by_user
from judge.classroom.marks import with_marks
from judge.classroom.shapes.pile import Pile
from judge.model import (
    Bonus,
    Case,
    Conditions,
    Deadline,
    Doubt,
    Graded,
    Group,
    Instance,
    Limits,
    Member,
    Prepared,
    Problem,
    Record,
    Roll,
    Run,
    Scheme,
    Student,
    Verdict,
)
from judge.model import Mark as Decision
from judge.model import Penalty as Taken
from judge.scoring import judgement_of
from tests.classroom import written_again as again
from tests.classroom.written_again import DAY, Attempt, Longer, Mark, Penalty, Row, Rules
from tests.judging.test_session import HOST

# Days on which clocks change, and others; in São Paulo they did so at midnight.
DAYS = {
    "Europe/Berlin": [(2026, 3, 29), (2026, 10, 25), (2026, 7, 1)],
    "America/New_York": [(2026, 3, 8), (2026, 11, 1), (2026, 12, 31)],
    "Australia/Lord_Howe": [(2026, 4, 5), (2026, 10, 4)],
    "America/Sao_Paulo": [(2018, 2, 18), (2018, 11, 4), (2026, 11, 20)],
    "Asia/Tokyo": [(2026, 11, 20)],
    "UTC": [(2026, 2, 28)],
}
CLOCK = st.sampled_from(
    ["00:00:00", "00:30:00", "01:30:00", "01:59:59", "02:30:00", "03:00:00", "12:00:00", "23:59:59"]
)
STEPS = [*(0, 1, 59, 60, 61, 900, 1800, 3599, 3600, 3601, 7200), *(DAY - 1, DAY, DAY + 1, DAY + 901)]
STEPS += [2 * DAY, 2 * DAY + 1, 7 * DAY]


@st.composite
def shown(draw: st.DrawFn, zone: str) -> datetime:
    day = date(*draw(st.sampled_from(DAYS[zone]))) + timedelta(days=draw(st.integers(-2, 2)))
    return datetime.fromisoformat(f"{day} {draw(CLOCK)}")


SMALL = st.integers(1, 400).map(lambda number: Fraction(number, 4))
PER_S, CUTOFFS = st.sampled_from([0, 60, 3600, 12 * 3600, DAY]), st.sampled_from([0, 60, 3600, DAY, 7 * DAY])
PENALTIES = st.builds(Penalty, SMALL, st.booleans(), PER_S, st.none() | SMALL, st.none() | CUTOFFS)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    zone = draw(st.sampled_from(list(DAYS)))
    groups = draw(st.lists(st.tuples(st.sampled_from([0, 10, 25]), st.booleans()), min_size=1, max_size=3))
    attempt = draw(st.sampled_from(["newest", "best", "last-on-time"]))
    grace_s, penalty = draw(st.sampled_from([0, 1, 60, 900, 3600])), draw(st.none() | PENALTIES)
    counted, bonus = draw(st.booleans()), draw(st.sampled_from([0, 5]))
    return Rules(attempt, ZoneInfo(zone), draw(shown(zone)), grace_s, penalty, groups, counted, bonus)


@st.composite
def longer(draw: st.DrawFn, zone: str) -> Longer | None:
    kind = draw(st.sampled_from(["none", "until", "elsewhere", "days", "seconds", "both"]))
    if kind in ("until", "elsewhere"):
        return Longer(draw(shown(zone)), ZoneInfo("Asia/Tokyo") if kind == "elsewhere" else None)
    days, seconds = draw(st.integers(0, 3)), draw(st.sampled_from([60, 3600, DAY, 36 * 3600]))
    both = {"none": None, "days": Longer(days=days), "seconds": Longer(seconds=seconds)}
    return both[kind] if kind in both else Longer(days=days, seconds=seconds)


@st.composite
def attempts(draw: st.DrawFn, asked: Rules) -> list[Attempt]:
    verdicts = st.tuples(
        *(st.lists(st.sampled_from(["AC"] * 6 + ["WA", "JE"]), min_size=2, max_size=2) for _ in asked.groups)
    )
    after = st.builds(
        lambda step, sign: timedelta(seconds=step * sign), st.sampled_from(STEPS), st.sampled_from([-1, 1, 1])
    )
    times: st.SearchStrategy[datetime | None] = after.map(lambda more: asked.due + more)
    times = times if draw(st.integers(0, 4)) else st.none() | times
    often = st.sampled_from([True] * 9 + [False])
    one = st.builds(Attempt, times, st.integers(0, 9), st.booleans(), often, often.map(lambda it: not it), verdicts)
    one = one.flatmap(lambda it: st.sampled_from([it] * 9 + [it._replace(verdicts=None)]))
    return draw(st.lists(one, min_size=1, max_size=4))


@st.composite
def histories(draw: st.DrawFn) -> tuple[Rules, list[Attempt], Longer | None, datetime | None, list[Mark]]:
    asked = draw(rules())
    told = draw(st.none() | st.sampled_from(STEPS).map(lambda step: asked.due + timedelta(seconds=step)))
    kinds = st.sampled_from(["points", "excuse", "comment", "clear"])
    marks = draw(st.just([]) | st.lists(st.builds(Mark, kinds, st.integers(0, 30)), max_size=5))
    marks = [mark if mark.kind == "points" else mark._replace(points=None) for mark in marks]
    return asked, draw(attempts(asked)), draw(longer(asked.zone.key)), told, marks


# --- the same history for the judge -----------------------------------------------------------------------------------
def package(asked: Rules) -> Problem:
    board = Instance("DFS", 2, 1, np.zeros((2, 2), dtype=np.int8))
    names = [f"g{number}" for number in range(len(asked.groups))]
    groups: dict[str, Group] = {
        name: Group(points, "pass-fail" if whole else "sum")
        for name, (points, whole) in zip(names, asked.groups, strict=True)
    }
    cases = tuple(Case(f"c{number}", name, board) for name in names for number in range(2))
    scheme = Scheme(
        "all-or-count" if asked.all_or_count else "groups", Bonus(1.0, asked.bonus) if asked.bonus else None
    )
    taken = asked.penalty and Taken(
        float(asked.penalty.amount),
        "percent" if asked.penalty.percent else "points",
        asked.penalty.per_s,
        None if asked.penalty.most is None else float(asked.penalty.most),
        asked.penalty.cutoff_s,
    )
    due: Any = Deadline(asked.due.replace(tzinfo=asked.zone), asked.grace_s, taken)
    more: dict[str, Any] = {"scheme": scheme, "deadline": due, "attempt": asked.attempt}
    return Problem("pkg", "P", "lizards", ("DFS",), False, Limits(), groups, cases, "pkg", **more)


def words(one: Longer | None) -> str:
    if one is None:
        return ""
    if one.until:
        return f"{one.until:%Y-%m-%d %H:%M:%S} {one.zone.key if one.zone else ''}".strip()
    return f"{one.days} days {one.seconds}s"


def pile(number: int, one: Attempt) -> Pile:
    made = Pile(f"try {number}", [], late=one.late, handed_in=one.at, user="ann", version=one.version)
    name, data = "hw.py" if one.has_program else "hw.txt", f"print({number})".encode()
    made.add(name, File(name, len(data), lambda _: data), name)
    return made


def judged(member: Member, one: Attempt, problem: Problem) -> Record:
    assert one.verdicts is not None
    [(owner, paper)] = submissions_of(Roll("plain", (member,)), msgspec.structs.replace(problem, attempt="newest"))
    verdicts = [Verdict(verdict) for cases in one.verdicts for verdict in cases]
    runs = tuple(
        Run(case.name, case.group, "DFS", verdict) for case, verdict in zip(problem.cases, verdicts, strict=True)
    )
    return Record(1, owner, judgement_of(paper, problem, Prepared(), runs), Conditions.of(problem, HOST), 0.0, 0.0)


def row_of(
    asked: Rules, tries: Sequence[Attempt], more: Longer | None, told: datetime | None, marks: Sequence[Mark]
) -> Graded:
    """What the judge makes of it, through the doors of classroom."""
    problem = package(asked)
    student = Student("ann", extension=words(more), handed_in=f"{told:%Y-%m-%d %H:%M:%S}" if told else "")
    piles = [pile(number, one) for number, one in enumerate(tries)]
    [newest_first, *others] = by_user(piles, problem.attempt)
    members, records = [], []
    for made in newest_first:
        one = tries[int(made.folder.removeprefix("try "))]
        member = msgspec.structs.replace(content_of(made, Assignment.of(problem)), student=student)
        if one.judge_failed:
            member = msgspec.structs.replace(member, main="", files=(), doubt=Doubt(made.folder, "it broke", ours=True))
        elif member.main and one.verdicts is not None:
            records.append(judged(member, one, problem))
        members.append(member)
    first = msgspec.structs.replace(members[0], others=tuple(members[1:]))
    if others:
        first = Member(student, "", "", doubt=Doubt("", "ann has several submissions"))
    rows = graded(Roll("Blackboard", (first,)), problem, [] if others else records)
    decisions = [Decision("ann", mark.kind, "why", "smith", 0.0, mark.points) for mark in marks]  # type: ignore[arg-type]
    [row] = with_marks(rows, decisions)
    return row


def check(history: tuple[Rules, list[Attempt], Longer | None, datetime | None, list[Mark]]) -> None:
    expected, found = again.row(*history), row_of(*history)
    assert found.folder == ("" if expected.attempt is None else f"try {expected.attempt}")
    assert found.excused == expected.excused
    assert (found.points is None) == (expected.points is None)
    assert (found.points or 0) == pytest.approx(float(expected.points or 0), abs=1e-9)
    if expected.attempt is not None:
        assert found.late == expected.late
        assert found.lateness.off == pytest.approx(float(expected.off), abs=1e-9)


@settings(max_examples=150, deadline=None)
@given(histories())
def test_what_counts_is_what_a_second_writing_of_the_rules_says(history: Any) -> None:
    check(history)


@pytest.mark.nightly
@pytest.mark.timeout(900)
@settings(max_examples=1500, deadline=None)
@given(histories())
def test_what_counts_is_so_of_thousands(history: Any) -> None:
    check(history)


def test_the_second_writing_is_right_by_hand() -> None:
    """Else both may be wrong in the same way."""
    due, penalty = datetime(2027, 3, 27, 23, 59, 59), Penalty(Fraction(10), True, DAY, None, 7 * DAY)
    asked = Rules("best", ZoneInfo("Europe/Berlin"), due, 900, penalty, [(10, False)], False, 5)
    on_time = Attempt(datetime(2027, 3, 28, 0, 14, 59), 0, False, True, False, [["AC", "WA"]])
    late = Attempt(datetime(2027, 4, 4, 0, 14, 59), 0, False, True, False, [["AC", "AC"]])
    assert again.row(asked, [on_time], None, None, []) == Row(0, Fraction(5))
    assert again.row(asked, [on_time, late], None, None, []) == Row(0, Fraction(5))
    assert again.deadline(asked, Longer(days=1)) == again.deadline(asked, Longer(seconds=DAY))
