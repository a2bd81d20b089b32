"""Results for Gradescope and JUnit, held against schemas that are written from their specifications."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.model import Finding, Judgement, Prepared, Verdict
from judge.model.classroom import Graded
from judge.problems.package import SUBMISSIONS
from judge.reports.export import junit
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradescope import results_json
from judge.reports.export.junit import junit_xml, run_junit_xml
from tests.reports.graded import SECRET, everybody, graded, judgement, uncompiled

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


@pytest.mark.parametrize("row", everybody(), ids=lambda row: row.student.id)
def test_it_is_what_the_specification_says(row: Graded) -> None:
    result = json.loads(json.dumps(results_json(row, Sheet(scheme="50 points for all")), allow_nan=False))
    assert faults(result, SCHEMA) == []
    assert ("score" in result) == ("tests" in result) == (row.points is not None), "what has no points has no number"
    assert "50 points for all" in result["output"]
    assert result["visibility"] == "visible"
    assert result["stdout_visibility"] == "hidden"


def test_scores_add_up_where_the_scheme_is_a_sum_and_else_the_whole_is_scored_alone() -> None:
    result = results_json(graded(1, judgement("AC AC AC WA", 25.0)), Sheet())
    assert result["score"] == sum(test.get("score", 0) for test in result["tests"]) == 25
    assert sum(test.get("max_score", 0) for test in result["tests"]) == 50
    assert [test["status"] for test in result["tests"]] == ["passed", "passed", "passed", "failed"]
    assert "two pieces attack each other [E106]" in result["tests"][3]["output"]
    assert "0.40 s of 5 s" in result["tests"][3]["output"]
    other = results_json(graded(1, judgement("AC AC AC WA", 3.0)), Sheet())
    assert (other["score"], any("score" in test for test in other["tests"])) == (3, False)
    held = results_json(graded(1, judgement("JE AC AC AC", 50.0)), Sheet())
    assert held["score"] == 50, "a judge error on a case for no points holds nothing back"


def test_an_unfinished_one_scores_and_ranks_below_the_finished() -> None:
    """A time-out of Gradescope's own leaves what was written after the last case."""
    half = results_json(graded(1, judgement("AC AC AC", 25.0)), Sheet())
    whole = results_json(graded(1, judgement("AC AC AC AC", 50.0)), Sheet())
    assert half["score"] == 25
    assert half["output"].startswith("not finished: 3 of 4 cases solved so far")
    times = [next(one for one in row["leaderboard"] if one["order"] == "asc")["value"] for row in (half, whole)]
    assert times[0] > times[1]


@pytest.mark.parametrize("verdicts", ["AC AC JE AC", "AC AC JE"])
def test_where_the_judge_failed_there_is_nothing_to_score_by(verdicts: str) -> None:
    """Neither a score nor tests to sum up: not full marks, and not none."""
    result = results_json(graded(1, judgement(verdicts, None)), Sheet(scheme="50 points for all"))
    assert faults(result, SCHEMA) == []
    assert {"score", "tests", "leaderboard"}.isdisjoint(result)
    assert result["output"].startswith("JE: the judge itself failed, so there is no score yet")
    assert result["visibility"] == "visible"
    assert SECRET not in json.dumps(result)


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


def test_it_is_what_the_schema_says_and_its_numbers_are_those_of_the_cases() -> None:
    root = ET.fromstring(junit_xml(everybody()))
    assert root.tag == "testsuites"
    assert xml_faults(root) == []
    assert len(root) == len(everybody())
    for suite in [*root, root]:
        for attribute, path in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            assert int(suite.get(attribute, "-1")) == len(list(suite.iter(path))), (suite.get("name"), attribute)
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["54", "3", "2"]
    assert [case.find("skipped") is not None for case in root[4]] == [True]


def test_what_is_wrong_is_told_to_the_instructor() -> None:
    [failure] = ET.fromstring(junit_xml([graded(1, judgement("AC AC WA AC", 25.0))])).iter("failure")
    assert failure.get("type") == "WA E106"
    assert "two lizards" in failure.get("message", "")
    assert "stderr" in (failure.text or "")
    root = ET.fromstring(junit_xml([*everybody(), graded(99, judgement("AC AC JE AC", None))]))
    assert root[0].get("name", "").startswith("U99"), "judge errors come first"


def test_a_suite_that_can_t_be_drawn_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    real = junit._suite

    def broken(row: Graded) -> ET.Element:
        if row.student.id == "U2":
            raise RecursionError("too deep")
        return real(row)

    monkeypatch.setattr(junit, "_suite", broken)
    root = ET.fromstring(junit_xml(everybody()))
    assert xml_faults(root) == []
    assert len(root) == len(everybody())
    [error] = root[1].iter("error")
    assert error.get("type") == "JE E304"
    assert "RecursionError: too deep" in (error.text or "")


@pytest.mark.filterwarnings("error")
@example("\uffff\ufffe\ud800\x00")
@given(st.text())
def test_any_text_is_xml(text: str) -> None:
    document = junit_xml([graded(1, None, text, text)])
    document.encode()
    assert xml_faults(ET.fromstring(document)) == []


def run_suite(row: Judgement, *expected: Verdict) -> ET.Element:
    """The suite of one submission of a run, whose author expects these verdicts."""
    submission = msgspec.structs.replace(row.submission, expected=expected or (Verdict.AC,))
    root = ET.fromstring(run_junit_xml([msgspec.structs.replace(row, submission=submission)]))
    assert xml_faults(root) == []
    assert [root.get(name) for name in ("tests", "failures", "errors")] == [
        root[0].get(name) for name in ("tests", "failures", "errors")
    ]
    return root[0]


def test_a_run_has_a_case_for_each_case_of_each_submission() -> None:
    suite = run_suite(judgement("AC AC WA RTE", 25.0))
    assert suite.get("name") == "pkg/mine"
    assert [case.get("name") for case in suite] == [
        *("sample/sample-1", "sample/sample-2", "secret/secret-1", "secret/secret-2")
    ]
    ([failure], [error]) = (list(suite.iter(tag)) for tag in ("failure", "error"))
    assert (failure.get("type"), error.get("type")) == ("WA E106", "RTE E207")
    assert "two lizards" in failure.get("message", "")


@pytest.mark.parametrize(
    ("row", "expected", "count", "found"),
    [
        (judgement("AC AC WA AC", 0.0), Verdict.WA, "failures", "0"),
        (judgement("AC AC WA TLE", 0.0), Verdict.WA, "failures", "1"),
        (judgement("AC AC AC AC", 50.0), Verdict.TLE, "failures", "1"),
        (uncompiled(), Verdict.CE, "errors", "0"),
        (uncompiled(), Verdict.AC, "errors", "1"),
    ],
)
def test_of_a_run_what_its_author_expects_is_no_failure(
    row: Judgement, expected: Verdict, count: str, found: str
) -> None:
    suite = run_suite(row, expected)
    assert suite.get(count) == found
    assert all("TLE" in one.get("message", "") for one in suite.iter("failure") if expected is Verdict.TLE)


def test_of_a_run_what_this_host_has_no_language_for_is_skipped() -> None:
    row = uncompiled()
    own = msgspec.structs.replace(row.submission, path=Path(row.problem.path, SUBMISSIONS, "accepted/mine.rs"))
    lacking = Prepared(Verdict.CE, 0.0, "there is no rustc", Finding("E220", "there is no rustc"))
    assert lacking.lacks_language
    suite = run_suite(msgspec.structs.replace(row, submission=own, prepare=lacking))
    assert [suite.get(name) for name in ("failures", "errors", "skipped")] == ["0", "0", "1"]
