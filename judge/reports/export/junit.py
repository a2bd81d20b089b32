"""JUnit XML for CI systems, in the form that Jenkins's junit-10.xsd describes: a suite for each submission, a case for
each run. A wrong answer is a failure; what crashed, did not compile or the judge's own fault is an error."""

from __future__ import annotations

import functools
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.files import write_whole
from judge.model import Finding, Graded, Judgement, Run, Verdict, fault_of
from judge.reports.export.cells import xml_text
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.views.faults import NOT_RUN
from judge.text import clean, clean_line, counted

_ERRORS = (Verdict.RTE, Verdict.CE, Verdict.JE)


def export(rows: Sequence[Graded], _: Sheet, path: Path) -> Exported:
    """Write the results of all as one document, for the instructor, diagnostics whole. Times are wall seconds."""
    suites = [_fenced(row.student.id, functools.partial(_suite, row)) for row in judge_errors_first(rows)]
    write_whole(path, _document(suites))
    return Exported(f"JUnit XML of {counted(len(rows), 'student')}")


def run_junit_xml(judgements: Sequence[Judgement]) -> str:
    """Return the results of a run in the same form. A verdict that the submission's author expects is no failure."""
    return _document([_fenced(_name(row), functools.partial(_run_suite, row)) for row in judgements])


def _document(suites: Sequence[ET.Element]) -> str:
    root = ET.Element("testsuites", name="judge")
    root.extend(suites)
    for node in root.iter():
        node.attrib.update({key: xml_text(clean_line(value, 1000)) for key, value in node.attrib.items()})
        node.text = node.text and xml_text(clean(node.text))
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _fenced(name: str, draw: Callable[[], ET.Element]) -> ET.Element:
    try:
        return draw()
    except Exception as error:
        fault = fault_of(error)
    suite = ET.Element("testsuite", name=name, tests="1", failures="0", errors="1", time="0.000")
    case = _case(suite.get("name", ""), "submission", 0.0)
    broken = ET.SubElement(case, "error", type=f"{Verdict.JE} {fault.code}", message=fault.message)
    broken.text = fault.traceback
    suite.append(case)
    return suite


def _suite(row: Graded) -> ET.Element:
    name = row.student.who
    suite = ET.Element("testsuite", name=name)
    if row.judgement is None:
        suite.append(_case(name, "submission", 0.0))
        ET.SubElement(suite[0], "skipped", message=row.note or "nothing was handed in")
    else:
        _fill(suite, name, row.judgement)
    _count(suite)
    if row.disturbance.disturbed:
        properties = ET.Element("properties")
        for key in ("disturbed", "starved"):
            ET.SubElement(properties, "property", name=key, value=str(getattr(row.disturbance, key)))
        suite.insert(0, properties)
    return suite


def _run_suite(judgement: Judgement) -> ET.Element:
    name, expected = _name(judgement), judgement.submission.expected
    suite = ET.Element("testsuite", name=name)
    _fill(suite, name, judgement, (Verdict.AC, *expected))
    if not judgement.as_expected and not [*suite.iter("failure"), *suite.iter("error")]:
        message = f"the verdict is {judgement.verdict}, but the file says that {' or '.join(expected)} is expected"
        suite.append(_case(name, "expected verdict", 0.0))
        ET.SubElement(suite[-1], "failure", type=str(judgement.verdict), message=message)
    _count(suite)
    return suite


def _name(judgement: Judgement) -> str:
    return f"{judgement.submission.problem}/{judgement.submission.name}"


def _count(suite: ET.Element) -> None:
    suite.set("tests", str(len(suite)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(len(suite.findall(f"testcase/{tag}"))))
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in suite):.3f}")


def _fill(suite: ET.Element, name: str, judgement: Judgement, passing: Sequence[Verdict] = (Verdict.AC,)) -> None:
    prepare = judgement.prepare
    if prepare.verdict is not Verdict.AC:
        case = _case(name, "prepare", prepare.wall_s)
        code = prepare.finding.code if prepare.finding else ""
        if judgement.skipped:
            ET.SubElement(case, "skipped", message=prepare.message)
        elif prepare.verdict not in passing:
            kind = f"{prepare.verdict} {code}".strip()
            fault = ET.SubElement(case, "error", type=kind, message=prepare.message)
            fault.text = _details(prepare.finding) if prepare.finding else prepare.message
        suite.append(case)
    suite.extend(_run(name, run, passing) for run in judgement.runs)


def _run(name: str, run: Run, passing: Sequence[Verdict]) -> ET.Element:
    case = _case(name, run.path, run.wall_s)
    if run.not_run:
        ET.SubElement(case, "skipped", message=NOT_RUN)
    elif run.verdict not in passing:
        tag = "error" if run.verdict in _ERRORS else "failure"
        fault = ET.SubElement(case, tag, type=f"{run.verdict} {run.code}".strip(), message=run.message)
        fault.text = _details(run.finding) if run.finding else ""
    return case


def _details(finding: Finding) -> str:
    return "\n".join(filter(None, (finding.where, finding.note, finding.advice)))


def _case(name: str, case: str, wall_s: float) -> ET.Element:
    return ET.Element("testcase", classname=name, name=case, time=f"{wall_s:.3f}")
