"""Which attempt counts, and what it comes to: late or not, by hand or not, in any time zone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge.classroom import Marking, Roster, submissions_of, with_extensions, with_term
from judge.model import Course, Deadline, Graded, Mark, Problem, Record, Roll, Student, Verdict
from judge.text import DAY_S
from tests.classroom.make import book, graded, judged, roll_of
from tests.conftest import host_in, there
from tests.judging.make import PLAIN, problem_of
from tests.make import AC, JE, WA, member, replace
from tests.refused import refused

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DUE = Deadline(NOON, penalty=Deadline.Penalty(10, per_s=DAY_S))


class Try(NamedTuple):
    """What was handed in so many days after the deadline, and what it came to on two cases, nothing if not judged yet;
    each took this long."""

    days: float
    verdicts: tuple[Verdict, ...] = ()
    time_s: float = 1.0


def problem(attempt: Problem.AttemptRule, scheme: Problem.Scheme = PLAIN, deadline: Deadline = DUE) -> Problem:
    return replace(problem_of(2, scheme), deadline=deadline, attempt=attempt)


def tried(who: str, number: int, days: float) -> Roll.Member:
    made = member(who, f"{who} try {number}", handed_in_s=NOON.timestamp() + days * DAY_S)
    return replace(made, folder=f"{who}_{number}", page=f"{who}_{number}/feedback")


def class_of(asked: Problem, *students: Sequence[Try]) -> list[Graded]:
    """A class in which each student has these attempts, the newest first."""
    members, records = list[Roll.Member](), list[Record]()
    for number, theirs in enumerate(students):
        made = [tried(f"s{number}", at, one.days) for at, one in enumerate(theirs)]
        members.append(replace(made[0], others=tuple(made[1:])))
        pairs = zip(made, theirs, strict=True)
        records += [judged(one, *it.verdicts, problem=asked, cpu_s=it.time_s) for one, it in pairs if it.verdicts]
    return graded(Roll("Blackboard", tuple(members)), asked, records)


RIGHT, HALF, WRONG, LOST = (AC, AC), (AC, WA), (WA, WA), (AC, JE)
BEST = "of 2 attempts the best counts: s0_1"


@pytest.mark.parametrize(
    ("attempt", "tries", "folder", "points", "note"),
    [
        ("best", [Try(-1, RIGHT)], "s0_0", 10, ""),
        ("best", [Try(6, RIGHT), Try(-2, HALF)], "s0_1", 5, BEST),
        ("best", [Try(-1, LOST), Try(-2, RIGHT)], "s0_0", None, BEST.replace("s0_1", "s0_0")),
        ("last-on-time", [Try(1, RIGHT), Try(-1, WRONG)], "s0_1", 0, BEST.replace("best", "last on time")),
        ("last-on-time", [Try(2, RIGHT), Try(1, RIGHT)], "s0_0", 8,
         "of 2 attempts none was on time, so the newest counts: s0_0; 8 of 10 points: 10 less 20% for 2 days late"),
    ],
)  # fmt: skip
def test_the_note_says_why_an_attempt_counts(
    attempt: Problem.AttemptRule, tries: list[Try], folder: str, points: float | None, note: str
) -> None:
    """Which one it is, a second writing of the rules says in test_written_again.py."""
    [row] = class_of(problem(attempt), tries)
    assert (row.folder, row.points, row.page) == (folder, points, "s0_0/feedback"), "the page is that of the newest"
    assert row.note.endswith(note)
    assert (row.note == note) == (points is not None)


def test_a_student_runs_against_others_and_not_against_their_own_attempts() -> None:
    """One place of ten, and a late attempt that is faster than all but could not count takes it from nobody."""
    tenth, other = Problem.Scheme(bonus=Problem.Scheme.Bonus(0.1, 5, ("DFS",))), [Try(-1, RIGHT, 3.0)]
    for off, ann, points in (
        (40, [Try(-1, RIGHT, 9.0), Try(-2, RIGHT, 1.0), Try(-3, RIGHT, 2.0)], [15, 10]),
        (90, [Try(5, RIGHT, 1.0), Try(-1, RIGHT, 9.0)], [10, 15]),
        (20, [Try(5, RIGHT, 1.0), Try(-1, RIGHT, 9.0)], [12, 10]),  # with the bonus it would count, and does
    ):
        asked = problem("best", tenth, Deadline(NOON, penalty=Deadline.Penalty(off)))
        assert [row.points for row in class_of(asked, ann, other)] == points


TRIED = st.builds(Try, st.floats(-3, 3), st.sampled_from([RIGHT, HALF, WRONG]), st.sampled_from([1.0, 2.0, 9.0]))
CLASSES = st.lists(st.lists(TRIED, min_size=1, max_size=3), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(CLASSES, st.sampled_from([0.1, 0.5, 1.0]), st.integers(1, 99))
def test_the_best_counts_of_what_each_attempt_alone_would_count(tries: list[list[Try]], share: float, off: int) -> None:
    bonus = Problem.Scheme.Bonus(share, 5, ("DFS", "BFS"))
    asked = problem("best", Problem.Scheme(bonus=bonus), Deadline(NOON, penalty=Deadline.Penalty(off)))
    first, *others = [sorted(theirs, key=lambda one: -one.days) for theirs in tries]
    alone = [class_of(asked, [one], *others)[0].points or 0.0 for one in first]
    assert class_of(asked, first, *others)[0].points == max(alone)


@pytest.mark.parametrize(
    ("attempt", "folders"), [("newest", ["ann_0"]), ("best", ["ann_2", "ann_1", "ann_0"]), ("last-on-time", ["ann_1"])]
)
def test_only_what_may_count_is_judged_the_newest_last(attempt: Problem.AttemptRule, folders: list[str]) -> None:
    first, second, third = (tried("ann", number, 1 - number) for number in range(3))
    ann, asked = replace(first, others=(second, third)), problem(attempt)
    sources = {one.folder: dict(one.files)["homework.py"] for one in (first, second, third)}
    due = [paper.source for _, paper in submissions_of(Roll("plain", (ann,)), asked)]
    assert due == [sources[folder] for folder in folders]


def test_what_nobody_has_settled_waits() -> None:
    first, older = tried("ann", 0, -1), tried("ann", 1, -2)
    both = Roll.Doubt("ann_0 and ann_1", "ann has two submissions")
    unsettled = replace(first, main="", files=(), folder=both.where, doubt=both, others=(first, older))
    assert submissions_of(Roll("plain", (unsettled,)), problem("best")) == []
    [row] = graded(Roll("plain", (unsettled,)), problem("best"), [judged(first, AC, AC, problem=problem("best"))])
    assert (row.folder, row.points, row.verdict, row.note) == (both.where, None, None, both.what)


DUE_AT = Deadline(NOON, 900, Deadline.Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S))


FREE = {"deadline": Deadline(NOON)}  # without a penalty
BONUS = {"scheme": Problem.Scheme(bonus=Problem.Scheme.Bonus(1, 5, ("DFS",)))}


@pytest.mark.parametrize(
    ("after_s", "known", "late", "points", "note"),
    [
        (900, {"late": True}, (False, 900), 10, ""),
        (901, {}, (True, 901), 9, "9 of 10 points: 10 less 10% (1 day begun) for 15 min 1 s late"),
        (2 * DAY_S, {"extension": "2 days", "late": True}, (False, 0), 10, ""),
        (2 * DAY_S, {"extension": "2026-11-21 12:00"}, (True, DAY_S), 9, "9 of 10 points: 10 less 10% for 1 day late"),
        (8 * DAY_S, {}, (True, 8 * DAY_S), 0,
         "0 of 10 points: nothing counts after 7 days and 15 min of grace, and this was 8 days late"),
        # Where only LATE is known, nothing is taken off.
        (None, {"late": True}, (True, None), 10, "late, but the export does not say how late: nothing is taken off"),
        (None, {}, (False, None), 10, ""),
        (None, {"late": True} | FREE, (True, None), 10, ""),
        # Without a deadline the export says who is late; without a penalty it is said, and costs nothing.
        (5 * DAY_S, {"late": True, "deadline": None}, (True, None), 10, ""),
        (DAY_S, FREE, (True, DAY_S), 10, "handed in 1 day late"),
        # A bonus is charged as well.
        (DAY_S, BONUS, (True, DAY_S), 13.5, "bonus: 5 for DFS; 13.5 of 10 points: 15 less 10% for 1 day late"),
    ],
)  # fmt: skip
def test_a_late_row_says_what_counts(
    after_s: float | None, known: dict[str, Any], late: tuple[bool, int | None], points: float, note: str
) -> None:
    """Of ann, who handed in so long after noon, as the export says; it may also say that she was late."""
    at_s = None if after_s is None else NOON.timestamp() + after_s
    one = member("ann", late=known.get("late", False), handed_in_s=at_s)
    one = replace(one, student=replace(one.student, extension=known.get("extension", "")))
    asked = replace(problem_of(2, known.get("scheme", PLAIN)), deadline=known.get("deadline", DUE_AT))
    [row] = graded(Roll("plain", (one,)), asked, [judged(one, *RIGHT, problem=asked)])
    assert ((row.late, row.lateness.late_s), row.points, row.note) == (late, points, note)
    assert (row.lateness.handed_in_s, row.lateness.off + points) == (at_s, 15 if known == BONUS else 10)
    assert there(row.judgement).points == 10, "what was judged stays"


def test_an_extension_of_a_roster_that_can_not_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name,extension\nada,Ada,+2 days\nbob,Bob,25.11.2026\n")
    said = "'25.11.2026' is neither a date nor a length of time"
    with refused("E482", said, tmp_path / "roster.csv", 3) as caught:
        Roster.read(tmp_path / "roster.csv")
    assert caught.value.help.startswith("write a date")


BERLIN = ZoneInfo("Europe/Berlin")
HOSTS = ("UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Berlin")


def due(shown: datetime) -> Problem:
    deadline = Deadline(shown, 60, Deadline.Penalty(10, per_s=3600))
    return replace(problem_of(1), deadline=deadline, attempt="last-on-time")


def read(folder: Path, problem: Problem, *names: str, roster: str = "") -> Roll:
    return roll_of(folder, {name: name.encode() for name in names}, roster, problem=problem, kind="zip")


def blackboard(shown: datetime) -> str:
    return f"HW_ann_attempt_{shown:%Y-%m-%d-%H-%M-%S}_hw.py"


def brightspace(shown: datetime) -> str:
    return f"1-2 - Ann Lee - {shown:%d} Nov, {shown:%Y} {shown:%H%M}/hw.py"


@pytest.mark.parametrize("host", HOSTS[:3])
@pytest.mark.parametrize("zone", [None, UTC, timezone(timedelta(hours=2))])
def test_an_offset_names_no_place(tmp_path: Path, zone: tzinfo | None, host: str) -> None:
    shown = datetime(2026, 11, 20, 12)
    for name in (blackboard(shown), brightspace(shown)):
        with host_in(host):
            roll = read(tmp_path, due(shown.replace(tzinfo=zone)), name)
        assert roll.members[0].handed_in_s == shown.replace(tzinfo=ZoneInfo(host)).timestamp()


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


ANN, BOB, ROB = Student("1", "Ann Lee", "ann@x.edu"), Student("2", "Bob"), Student("3", "bob", login="rob")
CY = Student("4", "Cy Featherstonehaugh")
ROLL = Roll("plain", (Roll.Member(ANN, "1", "1/feedback"), Roll.Member(BOB, "2", "2/feedback")), absent=(ROB, CY))


def by_hand(kind: str, points: float | None = None, owner: str = "1") -> Mark:
    return Mark(owner, kind, "why", "smith", 0.0, points)  # type: ignore[arg-type]


def marked(judgement: Record | None, *marks: Mark) -> Graded:
    """What is decided about Ann, of whom this is known; Bob has nothing."""
    roll = Roll("plain", (replace(member("1"), student=ANN), replace(member("2"), student=BOB)))
    found = book(roll, problem_of(2), [judgement] if judgement else [], marks)
    row, other = found.rows
    assert (other.points, other.mark) == (None, None)
    assert found.marks == list(marks)
    return row


@pytest.mark.parametrize(("hours", "day"), [(14, "1970-01-02"), (-12, "1970-01-01")])
def test_what_is_decided_by_hand_is_dated_where_the_homework_is_due(hours: int, day: str) -> None:
    due, at = Deadline(NOON.astimezone(timezone(timedelta(hours=hours)))), replace(by_hand("excuse"), at_s=DAY_S / 2)
    [row] = book(Roll("plain", (member("1"),)), replace(problem_of(2), deadline=due), [], [at]).rows
    assert row.note == f"excused (smith, {day}): why; not judged yet"


def test_points_by_hand_count_and_the_note_says_what_the_judge_gave() -> None:
    ten, failed = judged(replace(member("1"), student=ANN), AC, AC), judged(replace(member("1"), student=ANN), AC, JE)
    row = marked(ten, by_hand("points", 15.0))
    assert (row.points, row.mark and row.mark.judged) == (15.0, 10.0)
    assert "15 points by hand (smith, " in row.note
    assert row.note.endswith("): why; the judge gave 10")
    assert "the judge gave" not in marked(ten, by_hand("points", 10.0)).note
    row = marked(ten, by_hand("comment"))
    assert (row.points, row.excused) == (10.0, False)
    assert marked(ten, by_hand("points", 1.0), by_hand("clear")) == marked(ten)
    assert (marked(failed).waits, marked(failed, by_hand("points", 3.0)).waits) == (True, False)
    row = marked(failed, by_hand("excuse"))
    assert (row.points, row.excused, row.waits) == (None, True, False)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("1", ANN), ("ANN lee", ANN), ("ann@x.edu", ANN), ("rob", ROB), ("3", ROB), ("bob", "they are 2 Bob, 3 bob"),
        ("an lee", "close to it: Ann Lee"), ("zzz", "it has 4 stud"),
        *((one, f"close to it: {CY.name}") for one in ("featherstonehaugh", "Cy")),  # one name of several
    ],
)  # fmt: skip
def test_a_student_is_found_by_id_or_by_any_name(word: str, found: Student | str) -> None:
    asked = replace(of(5, why="by mail"), student=word)
    if isinstance(found, Student):
        assert asked.find(ROLL, []) is found
        return
    with refused("E485") as caught:
        asked.find(ROLL, [])
    assert caught.value.note.startswith(found)


KINDS = st.sampled_from(("points", "excuse", "comment", "clear"))
DECIDED = st.lists(st.tuples(st.sampled_from("123x"), KINDS), max_size=9)


@settings(deadline=None)
@given(DECIDED, DECIDED)
def test_what_is_decided_counts_or_is_told(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> None:
    """In whatever order: the last points or excuse since the last clear is on a row or in the list, never in both."""
    both = ours, theirs
    marks, others = ([by_hand(kind, float(at), owner) for at, (owner, kind) in enumerate(said)] for said in both)
    found = book(ROLL, BARE, (), marks, others)
    lost = {owner: said for one in found.lost for owner, said in one.about}
    standing, abroad = standing_of(marks), standing_of(others)
    for row in found.rows:
        grade, comment = standing.get(row.student.id, (None, None))
        assert (row.mark.grade if row.mark else None, row.mark.comment if row.mark else None) == (grade, comment)
        assert (row.student.id in lost) == (row.student.id in abroad and row.student.id not in standing)
    assert ("x" in lost) == ("x" in standing)


def standing_of(marks: list[Mark]) -> dict[str, tuple[Mark | None, Mark | None]]:
    """What counts of each owner, found from the last mark back."""
    found = {}
    for owner in {mark.owner for mark in marks}:
        own = [mark for mark in marks if mark.owner == owner]
        cleared = max((at for at, mark in enumerate(own) if mark.kind == "clear"), default=-1)
        since = own[cleared + 1 :][::-1]
        if since:
            grade = next((mark for mark in since if mark.kind in ("points", "excuse")), None)
            found[owner] = grade, next((mark for mark in since if mark.kind == "comment"), None)
    return found


def test_what_was_decided_for_somebody_else_is_shown_and_taken_back_alone() -> None:
    ghost = Mark("bob", "points", "why", "smith", 0.0, 5.0)
    clear = Marking("bob", None, excuse=False, comment="", clear=True, why="", name="smith")
    assert clear.find(ROLL, [ghost]) == Student("bob")
    for points, comment in ((3.0, ""), (None, "well")):
        with refused("E485"):
            replace(clear, clear=False, points=points, comment=comment).find(ROLL, [ghost])
    assert replace(clear, student="2").find(ROLL, [by_hand("points", owner="2")]) is BOB


POINTS = st.none() | st.floats()
WORDS = st.sampled_from(["", " ", "by mail"])


def of(points: float | None = None, *, excuse: bool = False, clear: bool = False, why: str = "") -> Marking:
    return Marking("ada", points, excuse, "", clear, why, "smith")


@pytest.mark.parametrize(
    ("marking", "wrong"),
    [
        (of(5, excuse=True, why="x"), "several"),
        (of(math.inf, why="x"), "number"),
        (of(-0.5, why="x"), "number"),
        (of(5), "no reason"),
        (of(excuse=True, why=" "), "no reason"),
        (of(why="x"), "idle reason"),
        (Marking("ada", None, False, "well", False, "", " "), "nobody"),
    ],
)
def test_what_is_wrong_is_said_and_not_kept(marking: Marking, wrong: str) -> None:
    assert marking.wrong == wrong
    with refused("E516", "nothing was decided: ") as caught:
        marking.check()
    assert caught.value.help


@example(5.0, False, "", False, "by mail")
@example(None, True, "well", False, "by mail")
@example(None, False, " ", True, "")
@example(None, False, "", False, "")
@given(POINTS, st.booleans(), WORDS, st.booleans(), WORDS)
def test_what_is_right_is_kept_as_said(points: float | None, excuse: bool, comment: str, clear: bool, why: str) -> None:
    marking = Marking("ada", points, excuse, comment, clear, why, "smith")
    if marking.wrong:
        return
    marking.check()
    kinds = [mark.kind for mark in marking.marks("ada")]
    asked = {"clear": clear, "points": points is not None, "excuse": excuse, "comment": bool(comment.strip())}
    assert kinds == [kind for kind, wanted in asked.items() if wanted]
    assert [mark.points for mark in marking.marks("ada") if mark.kind == "points"] == [points] * kinds.count("points")
    assert marking.overrides == bool(set(kinds) - {"comment"})
    assert all((mark.owner, mark.author) == ("ada", "smith") for mark in marking.marks("ada"))


WEB_DUE = Deadline(datetime(2026, 11, 20, 12, tzinfo=BERLIN), 60, Deadline.Penalty(10, per_s=DAY_S))
BARE = problem_of(1)
GIVEN = replace(BARE, deadline=WEB_DUE)


@pytest.mark.parametrize(
    ("problem", "term", "deadline"),
    [
        (GIVEN, Deadline.Term(), WEB_DUE),
        (GIVEN, Deadline.Term("2026-12-01"),
         Deadline(datetime(2026, 12, 1, 23, 59, 59, tzinfo=BERLIN), 60, WEB_DUE.penalty)),
        (GIVEN, Deadline.Term(grace="2h"), replace(WEB_DUE, grace_s=7200)),
        (GIVEN, Deadline.Term(late_penalty="20%"), replace(WEB_DUE, penalty=Deadline.Penalty(20))),
        (GIVEN, Deadline.Term("2026-12-01T12:00:00+00:00"),
         Deadline(datetime(2026, 12, 1, 12, tzinfo=UTC), 60, WEB_DUE.penalty)),  # a zone that it names itself
        (BARE, Deadline.Term("2026-12-01 12:00"), Deadline(datetime(2026, 12, 1, 12))),
        (BARE, Deadline.Term(" ", "", "\t"), None),
    ],
)  # fmt: skip
def test_what_a_term_or_course_omits_stays(problem: Problem, term: Deadline.Term, deadline: Deadline | None) -> None:
    """A later deadline alone takes away neither grace nor penalty, and a penalty alone no deadline."""
    found = with_term(problem, term).deadline
    assert found == deadline
    assert problem is BARE or (found and found.due.tzinfo == BERLIN), "an offset takes no place away"
    assert with_term(problem, Course.Homework("one", "pkg", None, term=term)).deadline == deadline


def test_what_can_not_be_read_is_said() -> None:
    term = Deadline.Term
    for one in (term("tomorrow"), term(grace="15min"), term("2026-12-01", late_penalty="a lot")):
        with refused("E507") as caught:
            with_term(BARE, one)
        assert caught.value.help
    with refused("E492", "two: there is grace, but no deadline"):
        with_term(BARE, Course.Homework("two", "pkg", None, term=term(grace="15min")))


def test_an_extension_of_the_web_counts_in_place_of_the_list_s() -> None:
    students = [Student("ann", extension="1 day"), Student("bob", extension="2 days"), Student("z\udcff")]
    said = {"": "9 days", "ann": "3 days", "bob": "", "z\\udcff": "4 days"}
    found = with_extensions(students, {owner: Deadline.Term(extension=one) for owner, one in said.items()})
    assert [one.extension for one in found] == ["3 days", "2 days", "4 days"]
