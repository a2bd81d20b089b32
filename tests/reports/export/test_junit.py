"""JUnit XML, held against the elements and attributes of Jenkins's junit-10.xsd."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.model import Finding, Judgement, Prepared, Verdict
from judge.model.classroom import Graded
from judge.problems.package import SUBMISSIONS
from judge.reports.export import junit
from judge.reports.export.junit import junit_xml, run_junit_xml
from tests.reports.export.graded import everybody, graded, judgement, uncompiled

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


def faults(element: ET.Element) -> list[str]:
    required, optional, inside = XSD[element.tag]
    found = [f"{element.tag} lacks {name}" for name in required - set(element.keys())]
    found += [f"{element.tag} has {name}" for name in set(element.keys()) - required - optional]
    found += [f"{element.tag} holds {child.tag}" for child in element if child.tag not in inside]
    if "time" in element.keys() and not SUREFIRE_TIME.fullmatch(element.get("time", "")):  # noqa: SIM118 - an Element
        found.append(f"{element.tag} has the time {element.get('time')}")
    return found + [line for child in element if child.tag in XSD for line in faults(child)]


def test_it_is_what_the_schema_says() -> None:
    root = ET.fromstring(junit_xml(everybody()))
    assert root.tag == "testsuites"
    assert faults(root) == []
    assert len(root) == len(everybody())


def test_the_numbers_are_those_of_the_cases() -> None:
    root = ET.fromstring(junit_xml(everybody()))
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


def test_judge_errors_come_first() -> None:
    root = ET.fromstring(junit_xml([*everybody(), graded(99, judgement("AC AC JE AC", None))]))
    assert root[0].get("name", "").startswith("U99")


def test_a_suite_that_can_t_be_drawn_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    real = junit._suite

    def broken(row: Graded) -> ET.Element:
        if row.student.id == "U2":
            raise RecursionError("too deep")
        return real(row)

    monkeypatch.setattr(junit, "_suite", broken)
    root = ET.fromstring(junit_xml(everybody()))
    assert faults(root) == []
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
    assert faults(ET.fromstring(document)) == []


def run_suite(row: Judgement, *expected: Verdict) -> ET.Element:
    """The suite of one submission of a run, whose author expects these verdicts."""
    submission = msgspec.structs.replace(row.submission, expected=expected or (Verdict.AC,))
    root = ET.fromstring(run_junit_xml([msgspec.structs.replace(row, submission=submission)]))
    assert faults(root) == []
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


def test_of_a_run_what_its_author_expects_is_no_failure() -> None:
    assert run_suite(judgement("AC AC WA AC", 0.0), Verdict.WA).get("failures") == "0"
    assert run_suite(judgement("AC AC WA TLE", 0.0), Verdict.WA).get("failures") == "1"
    assert run_suite(uncompiled(), Verdict.CE).get("errors") == "0"
    assert run_suite(uncompiled()).get("errors") == "1"


def test_of_a_run_what_is_expected_and_does_not_happen_is_a_failure() -> None:
    (failure,) = run_suite(judgement("AC AC AC AC", 50.0), Verdict.TLE).iter("failure")
    assert "TLE" in failure.get("message", "")


def test_of_a_run_what_this_host_has_no_language_for_is_skipped() -> None:
    row = uncompiled()
    own = msgspec.structs.replace(row.submission, path=Path(row.problem.path, SUBMISSIONS, "accepted/mine.rs"))
    lacking = Prepared(Verdict.CE, 0.0, "there is no rustc", Finding("E220", "there is no rustc"))
    assert lacking.lacks_language
    suite = run_suite(msgspec.structs.replace(row, submission=own, prepare=lacking))
    assert [suite.get(name) for name in ("failures", "errors", "skipped")] == ["0", "0", "1"]
