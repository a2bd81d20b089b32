"""Results for Gradescope and JUnit, held against schemas that are written from their specifications."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from judge.model import Finding, Judgement, Prepared, Problem, Verdict
from judge.reports import Sheet, run_junit_xml
from tests.make import AC, CE, TLE, WA, replace
from tests.problems.told import hold
from tests.reports.graded import SECRET, everybody, exported, graded, judgement, results, uncompiled, undrawable
from tests.reports.make import TOLD, in_codes, told

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
    hold(
        TOLD / "results.txt",
        (f"{name}: {in_codes(json.dumps(one, ensure_ascii=False))}" for name, one in found.items()),
    )
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


RUNS = (
    *((judgement("AC AC WA RTE", 25.0), AC), (judgement("AC AC WA AC", 0.0), WA)),
    *((judgement("AC AC WA TLE", 0.0), WA), (judgement("AC AC AC AC", 50.0), TLE)),
    *((uncompiled(), CE), (uncompiled(), AC)),
)


def expecting(row: Judgement, *expected: Verdict) -> Judgement:
    """The same, whose author expects these verdicts: that is no failure."""
    return replace(row, submission=replace(row.submission, expected=expected))


def test_it_is_what_the_schema_says_and_its_numbers_are_those_of_the_cases() -> None:
    root = ET.fromstring(held_to_the_schema(exported("junit", everybody())))
    assert root.tag == "testsuites"
    assert len(root) == len(everybody())
    for suite in [*root, root]:
        for attribute, path in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            assert int(suite.get(attribute, "-1")) == len(list(suite.iter(path))), (suite.get("name"), attribute)
    runs = [run_junit_xml([expecting(row, *expected)]) for row, *expected in RUNS]
    few = everybody()[:7]
    waits = exported("junit", [*few, graded(99, judgement("AC AC JE AC", None))])  # judge errors come first
    texts = (exported("junit", few), waits, *runs)
    hold(TOLD / "junit.txt", told({str(number): text for number, text in enumerate(texts)}))


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
