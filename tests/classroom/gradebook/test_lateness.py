"""What lateness does to a row of the gradebook: a day late, an extension, a judge error, a bonus, an unknown time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from judge.classroom.gradebook.grades import graded
from judge.classroom.gradebook.lateness import UNKNOWN, checked, handed_in_s, late_s
from judge.classroom.people.roster import read_roster
from judge.errors import JudgeError, Place
from judge.model import Bonus, Scheme, Verdict
from judge.model.classroom import Graded, Member, Roll
from judge.model.deadline import DAY_S, Deadline, Lateness, Penalty
from tests.classroom.gradebook.test_grades import judged
from tests.judging.test_session import member, problem_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
AT_S = NOON.timestamp()
DUE = Deadline(NOON, 900, Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S))


def came(after_s: float | None, *, late: bool = False, extension: str = "") -> Member:
    one = member("ann", late=late, handed_in_s=None if after_s is None else AT_S + after_s)
    return msgspec.structs.replace(one, student=msgspec.structs.replace(one.student, extension=extension))


def row_of(one: Member, *verdicts: Verdict, deadline: Deadline | None = DUE, scheme: Scheme | None = None) -> Graded:
    problem = msgspec.structs.replace(problem_of(2), deadline=deadline)
    problem = msgspec.structs.replace(problem, scheme=scheme) if scheme else problem
    [row] = graded(Roll("plain", (one,)), problem, [judged(one, *verdicts, problem=problem)])
    return row


@pytest.mark.parametrize(
    ("after_s", "extension", "late", "points", "note"),
    [
        (-1, "", False, 10, ""),
        (900, "", False, 10, ""),
        (901, "", True, 9, "9 of 10 points: 10 less 10% (1 day begun) for 15 min 1 s late"),
        (2 * DAY_S, "", True, 8, "8 of 10 points: 10 less 20% for 2 days late"),
        (2 * DAY_S, "2 days", False, 10, ""),
        (2 * DAY_S, "2026-11-21 12:00", True, 9, "9 of 10 points: 10 less 10% for 1 day late"),
        (2 * DAY_S, "2025-01-01", True, 8, "8 of 10 points: 10 less 20% for 2 days late"),
        (
            8 * DAY_S,
            "",
            True,
            0,
            "0 of 10 points: nothing counts after 7 days and 15 min of grace, and this was 8 days late",
        ),
    ],
)
def test_a_late_row_says_what_counts_and_why(
    after_s: float, extension: str, late: bool, points: float, note: str
) -> None:
    row = row_of(came(after_s, late=not late, extension=extension), AC, AC)
    assert (row.late, row.points, row.note) == (late, points, note)
    assert row.lateness.handed_in_s == AT_S + after_s
    assert row.lateness.off == 10 - points
    assert row.judgement is not None
    assert row.judgement.points == 10, "what was judged stays"


def test_where_only_late_is_known_nothing_is_taken_off() -> None:
    row = row_of(came(None, late=True), AC, AC)
    assert (row.late, row.points, row.note, row.lateness) == (True, 10, UNKNOWN, Lateness())
    assert row_of(came(None), AC, AC).note == ""
    assert row_of(came(None, late=True), AC, AC, deadline=Deadline(NOON)).note == ""


def test_without_a_deadline_the_export_says_who_is_late() -> None:
    row = row_of(came(5 * DAY_S, late=True), AC, AC, deadline=None)
    assert (row.late, row.points, row.note, row.lateness) == (True, 10, "", Lateness(AT_S + 5 * DAY_S))
    assert late_s(came(5), None) is None


def test_without_a_penalty_lateness_is_said_and_costs_nothing() -> None:
    row = row_of(came(DAY_S), AC, AC, deadline=Deadline(NOON))
    assert (row.late, row.points, row.note) == (True, 10, "handed in 1 day late")


def test_points_that_wait_are_not_charged_yet() -> None:
    row = row_of(came(DAY_S), WA, JE)
    assert (row.late, row.points, row.lateness.off, row.waits) == (True, None, 0, True)
    assert row.note.endswith("handed in 1 day late")


def test_a_bonus_is_charged_like_all_points() -> None:
    row = row_of(came(DAY_S), AC, AC, scheme=Scheme(bonus=Bonus(1, 5, ("DFS",))))
    assert row.points == 13.5
    assert row.note == "bonus: 5 for DFS; 13.5 of 10 points: 15 less 10% for 1 day late"


def test_who_is_absent_is_not_late() -> None:
    problem = msgspec.structs.replace(problem_of(1), deadline=DUE)
    [_, row] = graded(Roll("plain", (came(0),), (member("bob").student,)), problem, [])
    assert (row.student.id, row.late, row.lateness) == ("bob", False, Lateness())


def test_where_the_export_says_no_time_the_roster_may() -> None:
    berlin = Deadline(datetime(2026, 10, 24, 12, tzinfo=ZoneInfo("Europe/Berlin")))

    def said(words: str, handed_in: float | None = None) -> float | None:
        one = member("ann", handed_in_s=handed_in)
        one = msgspec.structs.replace(one, student=msgspec.structs.replace(one.student, handed_in=words))
        return handed_in_s(one, berlin)

    assert said("") is None
    assert said("2026-10-24 12:00:01") == berlin.at_s + 1
    assert said("2026-10-24 12:00:01 UTC") == berlin.at_s + 2 * 3600 + 1
    assert said("Saturday, 24 October 2026, 12:01 PM") == berlin.at_s + 60
    assert said("2026-10-25 02:30") == datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp(), "the first of the two"
    assert said("2026-10-24 12:00:01", 5.0) == 5.0
    there = member("ann")
    there = msgspec.structs.replace(there, student=msgspec.structs.replace(there.student, handed_in="2026-10-24 12:01"))
    assert row_of(there, AC, AC, deadline=berlin).lateness == Lateness(berlin.at_s + 60, 60)
    one = member("ann")
    one = msgspec.structs.replace(one, student=msgspec.structs.replace(one.student, handed_in="2026-11-22 12:00"))
    row = row_of(one, AC, AC)
    assert (row.points, row.lateness) == (8, Lateness(AT_S + 2 * DAY_S, 2 * DAY_S, 2.0))


def test_a_worksheet_of_moodle_says_when(tmp_path: Path) -> None:
    roster, when = tmp_path / "worksheet.csv", "Friday, 20 November 2026, 11:59 PM"
    roster.write_text(f'Identifier,Full name,Last modified (submission)\nParticipant 7,Ada,"{when}"\n')
    [ada] = read_roster(roster).students
    assert ada.handed_in == when


def test_a_roster_has_a_column_for_extensions(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,extension\nada,Ada,+2 days\nbob,Bob,\n")
    assert [student.extension for student in read_roster(roster).students] == ["+2 days", ""]
    roster.write_text("id,name,extension\nada,Ada,\nbob,Bob,25.11.2026\n")
    with pytest.raises(JudgeError, match=r"'25\.11\.2026' is neither a date nor a length of time") as refused:
        read_roster(roster)
    assert refused.value.code == "E482"
    assert refused.value.place is not None
    assert (refused.value.place.file, refused.value.place.line) == (str(roster), 3)
    assert refused.value.help.startswith("write a date")
    with pytest.raises(JudgeError) as refused:
        checked("soon")
    assert refused.value.place is None
    with pytest.raises(JudgeError) as refused:
        checked("soon", roster)
    assert (refused.value.place or Place("")).line == 0
