"""A run has one limit, that of its language: terminal, pages, web, JSON, PAR-2 and plots say the same."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from judge.model import Finding, Judgement, Measuring, Prepared, Programs, Verdict
from judge.model.classroom import Graded, Student
from judge.model.run_record import RunRecord
from judge.reports.export.atomic import as_json
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradescope import results_json
from judge.reports.export.own_run_json import own_run_json
from judge.reports.export.run_json import run_json
from judge.reports.leaderboard_row import facts
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_html
from judge.reports.plots.times import limit_marks
from judge.reports.site import case, strip, submission
from judge.reports.site.contents import contents_of
from judge.reports.terminal import contest
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.problem import groups
from judge.scoring.ranking import boards
from judge.store.saved import read_record
from tests.reports.runs import HOST, LIMITS, judged, problem

FACTOR = 14.0  # 7 s of 0.5 s
STUDENT, SHEET = Student("ada"), Sheet("T")
LANGUAGES = pytest.mark.parametrize(("language", "factor"), [("Python", FACTOR), ("python", FACTOR), ("C", 1.0)])


def made(language: str) -> Judgement:
    """What came of a program in this language; its last case was wrong after 0.4 s."""
    chosen = msgspec.structs.replace(problem(12), programs=Programs(multipliers={"Python": FACTOR}))
    row = judged(chosen, 0)
    finding = Finding("E106", "two lizards", verdict=Verdict.WA)
    wrong = {"verdict": Verdict.WA, "code": "E106", "finding": finding, "cpu_s": 0.4}
    runs = (*row.runs[:-1], msgspec.structs.replace(row.runs[-1], **wrong))
    return msgspec.structs.replace(
        row, prepare=Prepared(language=language, startup_s=0.0), runs=runs, verdict=Verdict.WA
    )


def recorded(row: Judgement) -> RunRecord:
    return RunRecord(tuple(map(tuple, boards([row], "cpu", 0.01))), HOST, "cpu", Measuring(0.01), made_s=1e9)


def read_again(row: Judgement, folder: Path) -> Judgement:
    """The judgement as a saved run has it."""
    file = folder / "run.json"
    file.write_bytes(as_json(run_json(recorded(row))))
    return read_record(file).boards[0][0].judgement


def on_a_terminal(row: Judgement) -> str:
    return "".join(as_text(part, 100) for part in contest.diagnostics(row, 100))


def page_of_a_run(row: Judgement) -> str:
    return dict(submission.pages(contents_of(recorded(row)))).popitem()[1]


def feedback(row: Judgement) -> str:
    return student_html(student_page(Graded(STUDENT, judgement=row, verdict=row.verdict), SHEET))


def gradescope(row: Judgement) -> str:
    tests = results_json(Graded(STUDENT, judgement=row, verdict=row.verdict, points=1.0), SHEET)["tests"]
    return "\n".join(one["output"] for one in tests)


@LANGUAGES
@pytest.mark.parametrize("shown", [on_a_terminal, page_of_a_run, feedback, gradescope])
def test_every_report_says_the_limit_of_the_language(
    shown: Callable[[Judgement], str], language: str, factor: float, tmp_path: Path
) -> None:
    row = made(language)
    for one in (row, read_again(row, tmp_path)):
        said = re.findall(r"\b0\.40 s of ([\d.]+) s", re.sub(r"<[^>]*>", "", shown(one)))
        assert said
        assert set(map(float, said)) == {factor * LIMITS.time_limit}


@LANGUAGES
def test_bars_and_lines_end_at_the_limit_of_the_language(language: str, factor: float, tmp_path: Path) -> None:
    limit_s = factor * LIMITS.time_limit
    for row in (made(language), read_again(made(language), tmp_path)):
        assert [mark.at for mark in limit_marks([row])] == [limit_s]
        [part] = contents_of(recorded(row)).parts
        assert submission.submission_page(part, 0, "cpu").limit == f"{limit_s:g} s"
        shown = student_page(Graded(STUDENT, judgement=row), SHEET).groups
        timings = [one.timing for group in shown for one in group.cases]
        assert {timing.limit_s for timing in timings if timing} == {limit_s}
    assert case.case_page(part, 11, "cpu").rows[0].bar == strip.bar(0.4, limit_s)


@LANGUAGES
def test_a_missed_case_costs_twice_the_limit_of_the_language(language: str, factor: float, tmp_path: Path) -> None:
    for row in (made(language), read_again(made(language), tmp_path)):
        solved_s = math.fsum(run.cpu_s for run in row.runs if run.verdict is Verdict.AC)
        missed = sum(run.verdict is not Verdict.AC for run in row.runs)
        par2_s = solved_s + 2 * missed * factor * LIMITS.time_limit
        assert recorded(row).boards[0][0].par2_s == pytest.approx(par2_s)
        board = results_json(Graded(STUDENT, judgement=row, points=1.0), SHEET)["leaderboard"]
        assert board[-1]["value"] == pytest.approx(par2_s, abs=1e-3)


def test_json_holds_what_the_limit_of_a_run_is_made_of() -> None:
    row = made("Python")
    for data in (run_json(recorded(row)), own_run_json(row, HOST, None)):
        [limits] = data["limits"].values()
        assert limits["time_limit"] * limits["multipliers"]["Python"] == row.limits.time_limit == 7.0


def test_what_a_problem_allows_names_the_languages_with_another_limit() -> None:
    multipliers = {"Python": 2.0, "C": 1.0, "Java": 1.5}
    chosen = msgspec.structs.replace(problem(3), programs=Programs(multipliers=multipliers))
    for said in (facts, groups):
        assert "(Java 0.75 s, Python 1 s)" in said(chosen)
        assert "(" not in said(problem(3))
