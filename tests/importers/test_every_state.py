"""One row everywhere: whatever became of each student, and whatever they are called, all files and platforms hold the
same points, and none where there are none. No cell is a formula."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge.classroom import CourseBook, Gradebook, read_lms_list
from judge.model import Course, Graded, LmsList, Mark, Problem, Record, Roll, Student, Verdict
from judge.problems import read_deadline
from judge.reports import CourseReport, GradebookReport, Sheet, feedback
from judge.text import number
from tests.classroom.make import book, judged
from tests.importers.canvas import Course as CanvasCourse
from tests.importers.canvas import User
from tests.importers.gradebooks import Blackboard, Brightspace, take_results
from tests.importers.handed import written
from tests.importers.moodle import ENGLISH, GERMAN, Assignment, Participant, Words
from tests.judging.make import problem_of
from tests.make import member

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
DUE = read_deadline({"deadline": "2026-11-20T23:59:59+00:00", "late_penalty": "50% per day"})
PROBLEM: Final[Problem] = msgspec.structs.replace(problem_of(2), deadline=DUE)
LATE_S = DUE.at_s + 60 if DUE else 0.0
JUDGED: Final = {"right": (AC, AC), "half": (AC, WA), "late": (AC, AC), "waits": (AC, JE), "excused": (AC, AC)}
EMPTY, ABSENT = ("not clear", "failed", "empty"), ("missing", "missing, by hand", "missing, excused")
STATES = (*JUDGED, "not judged", "by hand", "commented", *EMPTY, *ABSENT)
POINTS: Final = {"right": 10, "half": 5, "late": 5, "by hand": 7.25, "missing, by hand": 7.25}
MARKED: Final = {"by hand": "points", "missing, by hand": "points", "excused": "excuse", "missing, excused": "excuse",
                 "commented": "comment"}  # fmt: skip
DOUBTS: Final = {
    "not clear": Roll.Doubt("x", "it is not clear which of its programs is run: a.py, b.py"),
    "failed": Roll.Doubt("x", "an error of the judge", ours=True),
    "empty": Roll.Doubt("x", Graded.NOTHING),
}
TITLE = 'Homework, "1" (1234)'
NAMES = st.text(st.sampled_from("aÉ李'\",;=+-@|\t\n\r \u202e\u200b<&#_0"), min_size=1, max_size=8)
FORMULA = tuple("=+-@|%")
People = list[tuple[str, str]]  # the state and the name of each


def class_of(people: People, unmatched: int) -> Gradebook:
    """A class in which each student is in one of the states; this many submissions are nobody's."""
    members, absent, records, marks = list[Roll.Member](), list[Student](), list[Record](), list[Mark]()
    for place, (state, name) in enumerate(people):
        student = Student(f"u{place}", name, login=f"l{place}", lms_id=f"{100 + place}")
        if state in MARKED:
            points = 7.25 if MARKED[state] == "points" else None
            marks.append(Mark(student.id, MARKED[state], "why", "smith", 0.0, points))  # type: ignore[arg-type]
        if state in ABSENT:
            absent.append(student)
            continue
        one = msgspec.structs.replace(member(f"u{place}"), student=student)
        if state in EMPTY:
            one = msgspec.structs.replace(one, main="", files=(), doubt=DOUBTS[state])
        one = msgspec.structs.replace(one, handed_in_s=LATE_S if state == "late" else LATE_S - 3600)
        members.append(one)
        records += [judged(one, *JUDGED[state], problem=PROBLEM)] if state in JUDGED else []
    waiting = tuple(Roll.Unmatched(f"x{place}", Roll.Doubt("x", "nobody")) for place in range(unmatched))
    roll = Roll("plain", tuple(members), tuple(absent), unmatched=waiting)
    found = book(roll, PROBLEM, records, marks)
    found.rows.sort(key=lambda row: int(row.student.id[1:]))
    return found


def table(text: str) -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))}


@given(st.lists(st.tuples(st.sampled_from(STATES), NAMES), min_size=1, max_size=8), st.integers(0, 2), st.booleans())
@example([(state, f"Ann {state}") for state in STATES], 0, False)
@example([(state, '="1;2"') for state in STATES], 1, True)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_file_holds_the_same_points(people: People, unmatched: int, german: bool) -> None:
    states, made = [state for state, _ in people], class_of(people, unmatched)
    rows = made.rows
    ids = [row.student.id for row in rows]
    points = {name: POINTS.get(state) for name, state in zip(ids, states, strict=True)}
    cells = {name: number(held) for name, held in points.items()}
    assert {row.student.id: row.points for row in rows} == points
    said = msgspec.to_builtins(GradebookReport(rows, PROBLEM).document())
    assert {one["id"]: one["points"] for one in said["students"]} == points
    assert_in_a_course(made, states, cells)
    with tempfile.TemporaryDirectory() as folder:
        written("gradebook", rows, Sheet(""), Path(folder) / "all.csv")
        text = (Path(folder) / "all.csv").read_bytes().decode()
        assert {name: row["points"] for name, row in table(text).items()} == cells
        assert_on_pages(rows, cells, Path(folder))
        assert_in_platforms(rows, states, Path(folder), GERMAN if german else ENGLISH)


def assert_in_a_course(made: Gradebook, states: list[str], cells: dict[str, str]) -> None:
    """What waits for the judge or the instructor makes no total; what is missing counts as nothing."""
    course = Course("c", (Course.Homework("hw", "pkg", None),))
    found = CourseBook.of(course, [made]).rows
    known = table(CourseReport(course, found).csv())
    assert {name: row["hw (10)"] for name, row in known.items()} == cells
    waiting = ("waits", "failed", "not clear", "not judged", "commented")
    for one, state in zip(found, states, strict=True):
        held = POINTS.get(state, 0) * 10
        assert one.total == (None if state in waiting or "excused" in state else held), state


def assert_on_pages(rows: list[Graded], cells: dict[str, str], folder: Path) -> None:
    written("feedback", rows, Sheet("T"), folder / "pages")
    for row in rows:
        cell = cells[row.student.id]
        beginning: Any = feedback(row, Sheet("T")).blocks("result")
        found = beginning[0].inside[0]
        assert (found.share and (found.share.part, found.share.whole)) == ((row.points, 10) if cell else None)
        assert cell or not re.search(r"\d", found.points)
        if row.page and cell:
            assert f"{cell} of 10 points" in (folder / "pages" / f"{row.page}.html").read_text()


def assert_in_platforms(rows: list[Graded], states: list[str], folder: Path, words: Words) -> None:
    given_points = {row.student.id: float(row.points) for row in rows if row.points is not None}

    def export(name: str, shape: str, title: str = "", lms: LmsList = LmsList()) -> Path:  # noqa: B008 - it is frozen
        sheet = Sheet("Homework 1", column=title, shape=shape, lms=lms)  # type: ignore[arg-type]
        written(name, rows, sheet, folder / name)
        return folder / name

    def exported(*what: Any) -> str:
        text = export(*what).read_bytes().decode()
        for row in csv.reader(io.StringIO(text, newline=""), strict=True):
            assert not [cell for cell in row if cell.strip().startswith(FORMULA) and cell != "-"]
        return text

    canvas = CanvasCourse([User(100 + place, f"other {place}") for place in range(len(rows))])
    canvas.scores = dict.fromkeys(canvas.users, "before")
    canvas.take(exported("canvas", "Canvas", TITLE))
    assert (canvas.created, canvas.strangers) == ([], [])
    excused = {place for place, state in enumerate(states) if "excused" in state}
    for place, row in enumerate(rows):
        kept = "EX" if place in excused else "before"
        assert canvas.scores[100 + place] == (kept if row.points is None else number(row.points))
    moodle = Assignment([Participant(100 + place, row.student.name) for place, row in enumerate(rows)], words=words)
    came = read_lms_list(folder, moodle.worksheet().encode()).worksheet if words == GERMAN else None
    moodle.upload(exported("moodle", "Moodle", "", LmsList(worksheet=came)), 1_790_000_000)
    assert moodle.grades == {100 + int(name[1:]): held for name, held in given_points.items()}
    assert not [said for said in moodle.comments.values() if "matched" in said or "under this name" in said]
    assert not [one for one, said in moodle.comments.items() if one in moodle.grades and said.startswith("Not")]
    blackboard = Blackboard([row.student.login for row in rows])
    blackboard.take(export("blackboard", "Blackboard", blackboard.header).read_bytes())
    assert blackboard.points == {f"l{name[1:]}": held for name, held in given_points.items()}
    brightspace = Brightspace([(row.student.id, row.student.login) for row in rows])
    brightspace.take(exported("brightspace", "Brightspace"))
    assert brightspace.points == {(name, f"l{name[1:]}"): held for name, held in given_points.items()}
    results = export("gradescope", "plain")
    for row in rows:
        if row.page:
            path = results / row.page.replace("feedback", "results.json")
            assert take_results(path.read_bytes()).score == row.points
            assert ("tests" in json.loads(path.read_bytes())) == (row.points is not None)
    assert len(list(results.rglob("*.json")) if results.exists() else []) == sum(bool(row.page) for row in rows)
