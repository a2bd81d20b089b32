"""Exports for platforms: gradebooks and worksheets, results for Gradescope, JUnit; by their specifications."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Course, Deadline, Finding, Graded, Judgement, LmsList, Prepared, Problem, Roll, Student, Verdict
from judge.reports import ClassReport, CourseReport, Sheet, cell, csv_text, make_export, run_junit_xml
from tests.make import AC, CE, TLE, WA, replace
from tests.problems.told import hold
from tests.reports.graded import EVIL, SECRET, everybody, exported, graded, judgement, results, uncompiled, undrawable
from tests.reports.make import TOLD, in_codes, overview, told
from tests.reports.test_class import COURSE
from tests.reports.test_class import ROWS as COURSE_ROWS

NUMBER = (int, float)
VISIBILITY = ("hidden", "after_due_date", "after_published", "visible")
FORMATS = ("text", "html", "simple_format", "md", "ansi")
TEST = {
    "score": NUMBER, "max_score": NUMBER, "status": ("passed", "failed"), "name": str, "name_format": FORMATS,
    "number": str, "output": str, "output_format": FORMATS, "tags": [str], "visibility": VISIBILITY, "extra_data": dict,
}  # fmt: skip
SCHEMA: dict[str, Any] = {
    "score": NUMBER, "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
    "test_name_format": FORMATS, "visibility": VISIBILITY, "stdout_visibility": VISIBILITY, "extra_data": dict,
    "tests": [TEST], "leaderboard": [{"name": str, "value": (int, float, str), "order": ("asc", "desc")}],
}  # fmt: skip


def faults(value: Any, shape: Any, path: str = "$") -> list[str]:
    """Where `value` is not what the specification has: every field is optional, an unknown one is wrong."""
    if isinstance(shape, dict):
        unknown = [f"{path} has a field {key}" for key in value if key not in shape]
        return unknown + [
            line for key in value if key in shape for line in faults(value[key], shape[key], f"{path}.{key}")
        ]
    if isinstance(shape, list):
        return [line for index, one in enumerate(value) for line in faults(one, shape[0], f"{path}[{index}]")]
    if isinstance(shape, tuple) and isinstance(shape[0], str):
        return [] if value in shape else [f"{path} is {value!r}"]
    return [] if isinstance(value, shape) and not isinstance(value, bool) else [f"{path} is {value!r}"]


SCHEME = Sheet(scheme="50 points for all")
RESULTS = {
    **{f"of {row.student.id}": row for row in everybody()},
    "points that are a sum": graded(1, judgement("AC AC AC WA", 25.0)),
    "points that are none": graded(1, judgement("AC AC AC WA", 3.0)),
    "not finished": graded(1, judgement("AC AC AC", 25.0)),  # a time-out of Gradescope's own leaves it
    "a judge error on a case for no points": graded(1, judgement("JE AC AC AC", 50.0)),
    "a judge error": graded(1, judgement("AC AC JE AC", None)),
    "a judge error in the middle": graded(1, judgement("AC AC JE", None)),
}


def test_results_are_as_they_are_kept_and_what_the_specification_says() -> None:
    """Where the judge failed there is neither a score nor tests to sum up: not full marks, and not none."""
    found = {name: results(row, SCHEME) for name, row in RESULTS.items()}
    lines = (f"{name}: {in_codes(json.dumps(one, ensure_ascii=False))}" for name, one in found.items())
    hold(TOLD / "results.txt", lines)
    for name, result in found.items():
        assert faults(result, SCHEMA) == []
        assert ("score" in result) == ("tests" in result) == (RESULTS[name].points is not None)
        assert name != "a judge error" or SECRET not in json.dumps(result)


# Of each element: required attributes, optional ones, and the elements it may hold.
XSD: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "skipped": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "failure": (set(), {"type", "message"}, set()),
}
SUREFIRE_TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?")


def xml_faults(element: ET.Element) -> list[str]:
    required, optional, inside = XSD[element.tag]
    found = [f"{element.tag} lacks {name}" for name in required - set(element.keys())]
    found += [f"{element.tag} has {name}" for name in set(element.keys()) - required - optional]
    found += [f"{element.tag} holds {child.tag}" for child in element if child.tag not in inside]
    if "time" in element.keys() and not SUREFIRE_TIME.fullmatch(element.get("time", "")):  # noqa: SIM118 - an Element
        found.append(f"{element.tag} has the time {element.get('time')}")
    return found + [line for child in element if child.tag in XSD for line in xml_faults(child)]


def held_to_the_schema(document: str) -> str:
    assert xml_faults(ET.fromstring(document)) == []
    return document


RUNS = {  # by how many failures and errors they have, where their author expects this verdict
    "1 1": (judgement("AC AC WA RTE", 25.0), AC),
    "0 0": (judgement("AC AC WA AC", 0.0), WA),
    "1 0": (judgement("AC AC WA TLE", 0.0), WA),
    "1 0 as it was to be late": (judgement("AC AC AC AC", 50.0), TLE),
    "0 0 uncompiled": (uncompiled(), CE),
    "0 1": (uncompiled(), AC),
}


def expecting(row: Judgement, *expected: Verdict) -> Judgement:
    """The same, whose author expects these verdicts: that is no failure."""
    return replace(row, submission=replace(row.submission, expected=expected))


def test_junit_is_as_it_is_kept_and_what_the_schema_says() -> None:
    root = ET.fromstring(held_to_the_schema(exported("junit", everybody())))
    assert root.tag == "testsuites"
    assert len(root) == len(everybody())
    for suite in [*root, root]:
        for attribute, path in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            assert int(suite.get(attribute, "-1")) == len(list(suite.iter(path))), (suite.get("name"), attribute)
    runs = {name: run_junit_xml([expecting(row, *expected)]) for name, (row, *expected) in RUNS.items()}
    for name, text in runs.items():
        assert [ET.fromstring(text).get(one) for one in ("failures", "errors")] == name.split()[:2]
    waits = exported("junit", [*everybody(), graded(99, judgement("AC AC JE AC", None))])
    assert (ET.fromstring(waits)[0].get("name") or "").startswith("U99"), "judge errors come first"
    kept = {"a class": exported("junit", everybody()[2:5]), **{name: runs[name] for name in ("1 1", [*runs][3])}}
    hold(TOLD / "junit.txt", told(kept))


def test_a_suite_that_can_t_be_drawn_is_an_error_of_its_own() -> None:
    rows = everybody()
    rows[1] = undrawable(rows[1])
    root = ET.fromstring(held_to_the_schema(exported("junit", rows)))
    assert len(root) == len(everybody())
    [error] = root[1].iter("error")
    assert error.get("type") == "JE E304"
    assert "TypeError: " in (error.text or "")


def test_of_a_run_what_this_host_has_no_language_for_is_skipped() -> None:
    row = uncompiled()
    own = replace(row.submission, path=Path(row.problem.path, Problem.SUBMISSIONS, "accepted/mine.rs"))
    lacking = Prepared(Verdict.CE, 0.0, "there is no rustc", Finding("E220", "there is no rustc"))
    assert lacking.lacks_language
    document = run_junit_xml([replace(row, submission=own, prepare=lacking)])
    root = ET.fromstring(held_to_the_schema(document))
    assert [root[0].get(name) for name in ("failures", "errors", "skipped")] == ["0", "0", "1"]


WRITERS: dict[str, Callable[[Sequence[Graded]], str]] = {
    "plain": partial(exported, "gradebook"),
    "Canvas": lambda rows: exported("canvas", rows, Sheet(column="judge (1)", shape="Canvas")),
    "Moodle": lambda rows: exported("moodle", rows, Sheet(shape="Moodle")),
}
WAITS = graded(99, judgement("AC AC JE AC", None), note="no points yet")
LATE = replace(graded(6, judgement("AC AC AC AC", 50.0)), late=True, lateness=Deadline.Lateness(1e9, 90061, 1 / 3))
ON_TIME = replace(graded(7, judgement("AC AC AC AC", 50.0)), lateness=Deadline.Lateness(1e9, 0))
FEW = Course.Row(Student("s1"), (Course.Cell(1, 20), Course.Cell(excused=True)), 5.0)  # of two, the second not known
SPENT = (Course.Cell(1, 20, late_days=2), Course.Cell(None, 20, "nothing came", late_days=1))
FEW_MORE = [LATE, ON_TIME, WAITS]
TABLES = {name: write([*everybody()[:6], *FEW_MORE]) for name, write in WRITERS.items()} | {
    "plain": WRITERS["plain"]([*everybody(), *FEW_MORE]),
    "a class": ClassReport(overview(1)).csv(),
    "a course": CourseReport(COURSE, COURSE_ROWS).csv(),
    "a course of one": CourseReport(COURSE, [FEW]).csv(),
    "a course of nobody": CourseReport(COURSE, []).csv(),
    "a course with late days": CourseReport(replace(COURSE, late_days=5), [replace(FEW, cells=SPENT)]).csv(),
    "quoted": csv_text([["a", "b,c", ""]], quoted=True),
    "not quoted": csv_text([["a", "b,c", ""]]),
}
HEADS = {  # that no version takes away, in their order
    "plain": "id name email section folder verdict points max_points late solved cases sha256 identical_to note "
    "handed_in late_by taken_off",
    "a class": "id name verdict points max_points solved late excused by_hand",
    "a course": "id name email section total missing",
}
STARTS = "=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20"


def table(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=True))


def test_each_table_is_as_it_is_kept() -> None:
    """People get every column; Canvas's lib/gradebook_importer.rb and Moodle's mod/assign/feedback/offline look for
    theirs. Judge errors come first where a blank cell is nothing, and have no row where it clears a score."""
    shown = {name: text.replace("\ufeff", "<BOM>").replace("\r\n", "<CRLF>\n") for name, text in TABLES.items()}
    hold(TOLD / "tables.txt", told(shown))
    for text in TABLES.values():
        assert len({len(row) for row in table(text)}) == 1


@pytest.mark.parametrize(("name", "kept"), HEADS.items())
def test_no_column_is_taken_away(name: str, kept: str) -> None:
    assert [head for head in table(TABLES[name])[0] if head in kept.split()] == kept.split()


STRANGE = {name: write(everybody()) for name, write in WRITERS.items()} | {
    "a class": ClassReport(overview(len(EVIL))).csv()  # its students are called so, too
}


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_separates_them(name: str, delimiter: str) -> None:
    own = {"-", "    Points Possible"}
    text = STRANGE[name]
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter):
        for content in row:
            assert content in own or not content.strip().startswith(tuple(STARTS)), content
    assert "\x1b" not in text
    assert "\x07" not in text


@given(st.text(max_size=30))
@settings(deadline=None)
def test_a_cell_is_one_line_that_starts_no_formula(text: str) -> None:
    made = cell(text)
    assert "\n" not in made
    assert "\r" not in made
    for part in made.split(";"):
        assert not part.strip().startswith(tuple(STARTS))


@pytest.mark.parametrize("columns", ["Canvas", "Moodle"])
def test_who_waits_has_no_row_where_a_blank_cell_clears_a_score(columns: str) -> None:
    assert WRITERS[columns]([*everybody(), WAITS]) == WRITERS[columns](everybody())
    known = graded(99, judgement("JE AC AC AC", 50.0))  # on a case for no points
    assert len(table(WRITERS[columns]([*everybody(), known]))) == len(table(WRITERS[columns](everybody()))) + 1


HEAD = ("Id", "Name", "Grade", "Most", "When")
PLACES = LmsList.Worksheet.Places(0, 2, 4, name=1, maximum=3)
ANN = Graded(Student("U1", "Ann", lms_id="1"), points=7.25 + 1e-9, max_points=10)  # as a sum of floats may be


def sheet(*rows: tuple[str, ...], places: LmsList.Worksheet.Places = PLACES, comma: bool = False) -> Sheet:
    found = {row[0].removeprefix("P"): row for row in rows}
    return Sheet("T", shape="Moodle", lms=LmsList(worksheet=LmsList.Worksheet(HEAD, found, places, "P", comma)))


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def warnings(row: Graded, of: Sheet) -> tuple[str, ...]:
    return make_export("moodle", [row], of).warnings


SATURDAY = "Saturday, 21 November 2026, 6:00 PM"
RETURNED = {  # a row comes back with our grade alone
    "with a comma": sheet(("P1", "=Ann", "", "10,00", SATURDAY), comma=True),
    "of another": sheet(("P2", "Bob", "", "10", "-")),
    "that is long": sheet(("P1", "Ann", "", "10", "-", "more")),
    "that is short": sheet(("P1",)),
}
FORMULAS = ("7", "=s7", "-7", "+7", "%s7")  # Brightspace's own mark keeps an id from being one
ENGLISH, GERMAN = "Sunday, 1 May 2026, 6:00 AM", "Sonntag, 1. Mai 2026, 06:00"
CAME = (
    *(("P1", "Ann", "", "10", "-"), ("P1", "Ann", "1", "7.25", ENGLISH), ("P1", "Ann", "", "7.24", "-")),
    *(("P1", "Ann", "", "7,24", "-"), ("P1", "Ann", "1", "10", GERMAN), ("P2", "Bob", "", "10", "-")),
)
SCALE = sheet(("P1", "Ann", "", "A", "-"), places=LmsList.Worksheet.Places(0, 2, 4))
STUDENTS = {
    "exported": Student("7", "Ann", lms_id="7"),
    "listed": Student("U7", "Ann", lms_id="70", lms="Moodle"),
    "both": Student("U7", "Ann", lms_id="70", lms="Moodle", export_id="7"),
    "in Canvas": Student("U7", "Ann", lms_id="5", lms="Canvas", export_id="7"),
    "in Canvas alone": Student("U7", lms_id="5", lms="Canvas"),
    "anonymous": Student("anon_x", lms_id="anon_x"),
    "no digit of ours": Student("x", lms_id="\u0667"),
    "name for id": Student("Ann", "Ann"),
    "no name for id": Student("ann", "Ann"),
    "number for id": Student("7", "Ann", lms_id="70", export_id="7"),
    "name turned round": Student("Lee Ann", "Ann Lee"),
    "login for id": Student("ann", "Ann", login="ann"),
    "of GitHub": Student("lee", login="lee"),  # somebody else may be called so where the points go
    "of GitHub, with an id": Student("S1", "Ann", login="lee"),
}
SHAPES: tuple[Roll.Shape, ...] = ("plain", "Moodle", "Canvas", "Gradescope", "GitHub Classroom")
COLUMNS = tuple(LmsList.Column("Brightspace", f"HW {number} Points Grade") for number in (1, 2))
ASKED = (("HW 2 Points Grade", "HW 1"), ("hw  2", "HW 1"), ("", "HW 1"), ("HW 3", "HW 1"), ("", "HW 3"))


def known(student: Student, shape: Roll.Shape) -> str:
    """Where this student is found: the number in Moodle, and what Canvas looks for."""
    row = Graded(student, points=1.0, max_points=2.0)
    canvas = cells(exported("canvas", [row], Sheet(column="HW (1)", shape=shape)))[-1]
    moodle = cells(exported("moodle", [row], Sheet("HW", shape=shape)))[-1]
    return ", ".join(map(repr, (moodle[0].removeprefix("Participant "), *canvas[1:4])))


def found_in_an_lms() -> Iterator[str]:
    """A number of one LMS alone, an id of the institution, a login; the column; and whom Moodle would skip."""
    for name, student in STUDENTS.items():
        plain, *others = (known(student, shape) for shape in SHAPES)
        unlike = [f"{shape}: {one}" for shape, one in zip(SHAPES[1:], others, strict=True) if one != plain]
        yield f"{name}: {'; '.join([plain, *unlike])}"
    for asked, title in ASKED:
        of = Sheet(title, column=asked, lms=LmsList(COLUMNS))
        yield f"{asked!r}, {title!r}: {exported('brightspace', [ANN], of).splitlines()[0]}"
    yield from (f"{came}: {warnings(ANN, sheet(came))}" for came in CAME)
    yield from (f"a row {name}: {cells(exported('moodle', [ANN], of))[1]}" for name, of in RETURNED.items())
    for word in FORMULAS:
        of_brightspace = Graded(Student(word, "Ann Lee", login="@ann"), points=1.0)
        yield f"{word}: {cells(exported('brightspace', [of_brightspace], Sheet('HW')))[1]}"
    yield f"a scale: {warnings(ANN, SCALE)}"
    yield f"no number: {warnings(Graded(Student('U2', 'Bob'), points=1.0), Sheet('T'))}"


def test_who_is_who_in_an_lms_is_as_it_is_kept() -> None:
    hold(TOLD / "lms.txt", found_in_an_lms())
