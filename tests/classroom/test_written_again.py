"""The gradebook's rows against the same rules, written a second time, on made-up histories of a student."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model import Deadline, Graded, Problem, Roll, Verdict
from judge.model import Mark as Decision
from tests import make
from tests.classroom import written_again as again
from tests.classroom.make import book, judged, roll_of
from tests.classroom.written_again import DAY, Attempt, Longer, Mark, Penalty, Row, Rules

# Days on which clocks change, and others; in São Paulo they did so at midnight.
DAYS = {
    "Europe/Berlin": [(2026, 3, 29), (2026, 10, 25), (2026, 7, 1)],
    "America/New_York": [(2026, 3, 8), (2026, 11, 1), (2026, 12, 31)],
    "Australia/Lord_Howe": [(2026, 4, 5), (2026, 10, 4)],
    "America/Sao_Paulo": [(2018, 2, 18), (2018, 11, 4), (2026, 11, 20)],
    "Asia/Tokyo": [(2026, 11, 20)],
    "Asia/Kolkata": [(2026, 11, 20)],
    "UTC": [(2026, 2, 28)],
}
TIMES = ["00:00:00", "00:30:00", "01:30:00", "01:59:59", "02:30:00", "03:00:00", "12:00:00", "23:59:59"]
STEPS = [*(0, 1, 59, 60, 61, 900, 1800, 3599, 3600, 3601, 7200), *(DAY - 1, DAY, DAY + 1, DAY + 901)]
STEPS += [2 * DAY, 2 * DAY + 1, 7 * DAY]


@st.composite
def shown(draw: st.DrawFn, zone: str) -> datetime:
    day = date(*draw(st.sampled_from(DAYS[zone]))) + timedelta(days=draw(st.integers(-2, 2)))
    return datetime.fromisoformat(f"{day} {draw(st.sampled_from(TIMES))}")


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
def attempts(draw: st.DrawFn, asked: Rules, platform: str) -> list[Attempt]:
    """What a platform says of several: Blackboard their times, Autolab their numbers, Canvas who was late."""
    two = st.lists(st.sampled_from(["AC"] * 6 + ["WA", "JE"]), min_size=2, max_size=2)
    verdicts = st.tuples(*(two for _ in asked.groups))
    steps, signs = st.sampled_from(STEPS), st.sampled_from([-1, 1, 1])
    after = st.builds(lambda step, sign: timedelta(seconds=step * sign), steps, signs)
    times: st.SearchStrategy[datetime | None] = after.map(lambda more: asked.due + more)
    times = times if draw(st.integers(0, 4)) else st.none() | times
    times = times if platform == "Blackboard" else st.none()
    number = st.integers(0, 9) if platform == "Autolab" else st.just(0)
    late = st.booleans() if platform == "Canvas" else st.just(False)
    often = st.sampled_from([True] * 9 + [False])
    one = st.builds(Attempt, times, number, late, often, often.map(lambda it: not it), verdicts)
    one = one.flatmap(lambda it: st.sampled_from([it] * 9 + [it._replace(verdicts=None)]))

    def place(it: Attempt) -> tuple[object, int]:
        return platform == "Blackboard" and (it.at or object()), it.version

    most = 1 if platform == "Canvas" else 4
    return draw(st.lists(one, min_size=1, max_size=most, unique_by=place))


History = tuple[str, Rules, list[Attempt], Longer | None, datetime | None, list[Mark], int]


@st.composite
def histories(draw: st.DrawFn) -> History:
    asked, platform = draw(rules()), draw(st.sampled_from(["Blackboard"] * 4 + ["Autolab", "Canvas"]))
    told = draw(st.none() | st.sampled_from(STEPS).map(lambda step: asked.due + timedelta(seconds=step)))
    kinds = st.sampled_from(["points", "excuse", "comment", "clear"])
    marks = draw(st.just([]) | st.lists(st.builds(Mark, kinds, st.integers(0, 30)), max_size=5))
    marks = [mark if mark.kind == "points" else mark._replace(points=None) for mark in marks]
    left = draw(st.integers(0, 4)) if len(DAYS[asked.zone.key]) == 1 else 0  # where each day has 24 hours
    return platform, asked, draw(attempts(asked, platform)), draw(longer(asked.zone.key)), told, marks, left


# --- the same history for the judge -----------------------------------------------------------------------------------
def package(asked: Rules) -> Problem:
    words = " ".join(f"c{number}:g{at}" for at in range(len(asked.groups)) for number in range(2))
    shares = [Problem.Group(points, "pass-fail" if whole else "sum") for points, whole in asked.groups]
    bonus = Problem.Scheme.Bonus(1.0, asked.bonus) if asked.bonus else None
    taken = asked.penalty and Deadline.Penalty(
        float(asked.penalty.amount),
        "percent" if asked.penalty.percent else "points",
        asked.penalty.per_s,
        None if asked.penalty.most is None else float(asked.penalty.most),
        asked.penalty.cutoff_s,
    )
    return make.problem(
        words,
        groups={f"g{at}": group for at, group in enumerate(shares)},
        scheme=Problem.Scheme("all-or-count" if asked.all_or_count else "groups", bonus),
        deadline=Deadline(asked.due.replace(tzinfo=asked.zone), asked.grace_s, taken),
        attempt=asked.attempt,
    )


def words(one: Longer | None) -> str:
    if one is None:
        return ""
    if one.until:
        return f"{one.until:%Y-%m-%d %H:%M:%S} {one.zone.key if one.zone else ''}".strip()
    return f"{one.days} days {one.seconds}s"


def name_of(platform: str, number: int, one: Attempt) -> str:
    """What the platform calls the file of an attempt."""
    ending = "py" if one.has_program else "docx"
    if platform == "Autolab":
        return f"ann@x.edu_{one.version}_hw.{ending}"
    if platform == "Canvas":
        return f"leeann_{'LATE_' if one.late else ''}5_801_hw.{ending}"
    at = f"{one.at:%Y-%m-%d-%H-%M-%S}" if one.at else f"2026-00-00-00-00-{number:02}"  # which no clock shows
    return f"HW_ann_attempt_{at}_hw.{ending}"


def row_of(folder: Path, history: History) -> tuple[list[str], Graded]:
    """What the judge makes of it: the names of the attempts, and the row."""
    platform, asked, tries, more, told, marks, left = history
    problem, names = package(asked), [name_of(platform, number, one) for number, one in enumerate(tries)]
    handed = f"{told:%Y-%m-%d %H:%M:%S}" if told else ""
    roster = f"id,name,email,login,extension,handed in\nann,Ann Lee,ann@x.edu,ann,{words(more)},{handed}\n"
    files = {name: f"print({number})".encode() for number, name in enumerate(names)}
    roll = roll_of(folder, files, roster, problem=problem, kind="zip")
    [ann] = roll.members
    records = []

    def known(member: Roll.Member) -> Roll.Member:
        if member.folder not in names:
            return member  # nobody knows which attempt counts
        one = tries[names.index(member.folder)]
        if one.judge_failed:
            return replace(member, main="", files=(), doubt=Roll.Doubt(member.folder, "it broke", ours=True))
        if member.main and one.verdicts is not None:
            records.append(judged(member, *(Verdict(it) for cases in one.verdicts for it in cases), problem=problem))
        return member

    first = replace(known(ann), others=tuple(map(known, ann.others)))
    decisions = [Decision("ann", mark.kind, "why", "smith", 0.0, mark.points) for mark in marks]  # type: ignore[arg-type]
    [row] = book(replace(roll, members=(first,)), problem, records, decisions, left={"ann": left}).rows
    return names, row


def check(folder: Path, history: History) -> None:
    expected, (names, found) = again.row(*history[1:-1], left=history[-1]), row_of(folder, history)
    if expected.attempt is None:
        assert found.folder not in names
    else:
        assert found.folder == names[expected.attempt]
        chosen = len(names) > 1 and history[1].attempt != "newest"
        assert (f"counts: {found.folder}" in found.note) == chosen
        assert (found.late, found.late_days) == (expected.late, expected.late_days)
        assert bool(found.late_days) == (f", {history[-1] - found.late_days} left" in found.note)
        assert found.lateness.off == pytest.approx(float(expected.off), abs=1e-9)
    assert found.excused == expected.excused
    assert (found.points is None) == (expected.points is None)
    assert (found.points or 0) == pytest.approx(float(expected.points or 0), abs=1e-9)


ANY = [HealthCheck.function_scoped_fixture]


def spending(
    rule: str, *hours: int, bonus: int = 0, grace_s: int = 0, judged: bool = True, marks: Sequence[Mark] = ()
) -> History:
    """Attempts that came to the same, so many hours after the deadline, of somebody who has late days. Where there is a
    bonus, the newest has no program."""
    due, penalty = datetime(2026, 11, 20, 12), Penalty(Fraction(10), True, DAY, None, None)
    asked = Rules(rule, ZoneInfo("UTC"), due, grace_s, penalty, [(10, False)], False, bonus)
    right = [["AC", "AC"]] if judged else None
    tries = [
        Attempt(due + timedelta(hours=one), 0, False, not bonus or at > 0, False, right) for at, one in enumerate(hours)
    ]
    return "Blackboard", asked, tries, None, None, [*marks], 5


@example(history=spending("best", 30, 6, bonus=5))
@example(history=spending("best", 30, 6))  # of equals that of the fewest days
@example(history=spending("last-on-time", 30, 6))  # days make no attempt the last on time
@example(history=spending("last-on-time", 30, -1))
@example(history=spending("newest", 30, judged=False))
@example(history=spending("newest", 30, marks=[Mark("excuse", None)]))
@example(history=spending("newest", 1, grace_s=3600))
@settings(max_examples=150, deadline=None, suppress_health_check=ANY)
@given(history=histories())
def test_what_counts_is_what_a_second_writing_of_the_rules_says(tmp_path: Path, history: History) -> None:
    check(tmp_path, history)


@pytest.mark.nightly
@pytest.mark.timeout(900)
@settings(max_examples=1500, deadline=None, suppress_health_check=ANY)
@given(history=histories())
def test_what_counts_is_so_of_thousands(tmp_path: Path, history: History) -> None:
    check(tmp_path, history)


def test_the_second_writing_is_right_by_hand() -> None:
    """Else both may be wrong in the same way."""
    due, penalty = datetime(2027, 3, 27, 23, 59, 59), Penalty(Fraction(10), True, DAY, None, 7 * DAY)
    asked = Rules("best", ZoneInfo("Europe/Berlin"), due, 900, penalty, [(10, False)], False, 5)
    on_time = Attempt(datetime(2027, 3, 28, 0, 14, 59), 0, False, True, False, [["AC", "WA"]])
    late = Attempt(datetime(2027, 4, 4, 0, 14, 59), 0, False, True, False, [["AC", "AC"]])
    assert again.row(asked, [on_time], None, None, []) == Row(0, Fraction(5))
    assert again.row(asked, [on_time, late], None, None, []) == Row(0, Fraction(5))
    assert again.deadline(asked, Longer(days=1)) == again.deadline(asked, Longer(seconds=DAY))
