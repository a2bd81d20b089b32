"""The page of a submission: what went wrong first, every case with its times, and how these grow."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import CaseResult, Excerpt, Finding, Verdict
from judge.reports.laws import law_words
from judge.reports.leaderboard_row import leaderboard_row
from judge.reports.site import submission
from judge.reports.site.contents import contents_of
from judge.reports.site.contest import CODES
from judge.reports.site.strip import bar, strip
from judge.reports.site.submission import SubmissionPage, submission_page
from judge.reports.terminal.alike import alike
from judge.reports.units import mebibytes, seconds
from judge.scoring.scaling import scalings
from tests.reports.runs import judged, problem, record, uncompiled
from tests.reports.site.made import Page, pages, ranked

CHOSEN = problem(24)


def page_of(*runs: CaseResult) -> SubmissionPage:
    made = judged(CHOSEN, 2)
    verdict = next((run.verdict for run in runs if run.verdict is not Verdict.AC), Verdict.AC)
    row = msgspec.structs.replace(made, runs=runs or made.runs, verdict=verdict if runs else made.verdict)
    return submission_page(contents_of(ranked([row])).parts[0], 0, "cpu")


def test_the_head_says_what_the_leaderboard_says() -> None:
    part = contents_of(record(4, 12)).parts[0]
    for at, standing in enumerate(part.standings):
        row = leaderboard_row(standing, len(part.problem.cases))
        facts = {fact.name: fact.text for fact in submission_page(part, at, "cpu").facts}
        assert facts.get("rank", "") == row.rank
        assert facts["solved"] == row.solved
        assert facts["PAR-2"] == row.par2


def test_each_case_has_its_row_with_its_numbers() -> None:
    made = record(3, 12, 5)
    part = contents_of(made).parts[0]
    page = submission_page(part, 1, "cpu")
    for at, (row, run) in enumerate(zip(page.rows, part.judgements[1].runs, strict=True)):
        assert row.anchor == part.case_anchor(at)
        assert (row.time, row.memory, row.tries) == (seconds(run.cpu_s), mebibytes(run.memory_bytes), "5")
        assert row.dots.count("h0") in range(1, 6)


def test_missed_cases_are_grouped_as_on_the_terminal() -> None:
    made = judged(CHOSEN, 3)
    missed = alike(run for run in made.runs if run.verdict is not Verdict.AC)
    page = page_of(*made.runs)
    assert [len(fault.same) + 1 for fault in page.faults] == [len(same) for same in missed]
    assert [fault.message for fault in page.faults] == [same[0].message for same in missed]
    assert {row.why for row in page.rows if row.why} == {fault.anchor for fault in page.faults}


def test_a_wrong_answer_is_drawn_and_says_which_two_see_each_other() -> None:
    wrong = [fault for fault in page_of(*judged(CHOSEN, 3).runs).faults if fault.verdict is Verdict.WA]
    assert wrong
    for fault in wrong:
        assert fault.seen == "lizard A in row 2, column 2 and lizard B in row 3, column 3 see each other"
        assert "A line joins them" in fault.picture


def test_the_first_faults_are_open_and_all_are_there() -> None:
    runs = judged(CHOSEN, 0).runs[:8]
    wrong = [
        msgspec.structs.replace(run, verdict=Verdict.WA, finding=Finding("E106", f"fault of {run.case}"))
        for run in runs
    ]
    page = page_of(*[msgspec.structs.replace(run, message=run.case) for run in wrong])
    assert [fault.opened for fault in page.faults] == [True] * 3 + [False] * 5
    text = next(text for _, text in submission.pages(contents_of(ranked([_with(wrong)]))))
    assert text.count('<details class="fault told" open>') == 1  # all have one message, so they are one fault
    assert all(f">{run.group}/{run.case}<" in text for run in wrong)


def test_the_line_of_the_source_is_shown_and_a_long_note_is_cut() -> None:
    run = judged(CHOSEN, 0).runs[0]
    note = "\n".join(f"line {number}" for number in range(1000))
    found = Finding("E224", "it broke", note=note, verdict=Verdict.RTE).at(Excerpt("mine.py", 3, "x = 1 / 0", 5, 10))
    (fault,) = page_of(msgspec.structs.replace(run, verdict=Verdict.RTE, code="E224", finding=found)).faults
    assert "3 | x = 1 / 0" in fault.source
    assert "^^^^^" in fault.source
    assert fault.where == "mine.py:3:5"
    assert fault.note.startswith("line 0\n")
    assert fault.note.endswith("line 999")
    assert len(fault.note.splitlines()) == 26


def test_what_was_not_run_and_what_the_judge_failed_on_is_said() -> None:
    first, second, third = judged(CHOSEN, 0).runs[:3]
    left = msgspec.structs.replace(second, verdict=Verdict.TLE, samples=(), code="E209", finding=None)
    failed = msgspec.structs.replace(
        third, verdict=Verdict.JE, code="E304", finding=None, message="no room on the disk"
    )
    page = page_of(first, left, failed)
    assert [link.name for link in page.left_out] == [f"{left.group}/{left.case}"]
    assert [(row.not_run, row.time == "") for row in page.rows] == [(False, False), (True, True), (False, True)]
    assert [fault.message for fault in page.faults] == ["no room on the disk"]
    assert page.not_judged == "21 cases of the others' were not run."


def test_what_does_not_compile_says_why() -> None:
    page = submission_page(contents_of(ranked([uncompiled(CHOSEN)])).parts[0], 0, "cpu")
    assert page.uncompiled is not None
    assert page.uncompiled.message == "it can't be compiled"
    assert (page.faults, page.rows, page.not_judged) == ((), (), "No case was run.")


def test_growth_is_in_the_words_of_the_terminal() -> None:
    made = judged(problem(60), 2)
    found = scalings(made, "cpu")
    page = submission_page(contents_of(ranked([made])).parts[0], 0, "cpu")
    assert len(page.growths) == len(found) > 0
    for one, scaling in zip(page.growths, found, strict=True):
        assert law_words(scaling) in one.words
        assert one.plot is not None


def test_warnings_of_one_kind_are_said_once() -> None:
    (warned,) = page_of().warnings
    assert (warned.code, warned.more) == ("W101", ", the first of 3 cases")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ((Verdict.AC,), "Its author declares AC, and not WA."),
        ((Verdict.TLE,), "Its author declares TLE, and not WA."),
        ((Verdict.WA, Verdict.AC), "Its author declares WA or AC: that is as expected."),
    ],
)
def test_whether_it_is_as_expected_is_said(expected: tuple[Verdict, ...], said: str) -> None:
    made = judged(CHOSEN, 3)
    row = msgspec.structs.replace(made, submission=msgspec.structs.replace(made.submission, expected=expected))
    assert submission_page(contents_of(ranked([row])).parts[0], 0, "cpu").expected == said


def test_each_code_is_explained_on_one_page() -> None:
    read = pages(record(6, 12))
    assert {"E203", "E224", "W101"} <= set(Page(read[CODES]).ids)


@given(st.lists(st.floats(0, 1e6), max_size=9), st.floats(1e-3, 1e3))
def test_dots_lie_within_the_strip_and_late_ones_behind_the_line(times: list[float], limit_s: float) -> None:
    drawn = strip(times, limit_s)
    assert (drawn == "") is (not times)
    places = [int(one.split()[0]) for one in drawn.split('d="M')[-1].split("M")] if times else []
    assert all(5 <= place <= 118 for place in places)
    assert all((place <= 110) or max(times) > limit_s for place in places)
    assert all('class="late"' in bar(one, limit_s) for one in times if one > limit_s)


def _with(runs: list[CaseResult]):  # type: ignore[no-untyped-def]
    return msgspec.structs.replace(judged(CHOSEN, 0), runs=tuple(runs), verdict=Verdict.WA)
