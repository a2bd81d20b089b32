"""What each page of a run shows, and that its numbers are those of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Answer, Case, Finding, Given, Instance, Judgement, Problem, Run, RunRecord, Verdict
from judge.reports.blocks import Diagnostic, Diagnostics, Dots, Facts, Link, Para, Section, Table, Warnings, plain
from judge.reports.page.marks import bar, strip
from judge.reports.plots.plot import Plot
from judge.reports.quoted import details
from judge.reports.reader import Reader
from judge.reports.site import case, contest, problem
from judge.reports.site.case import MOST_DRAWN, CasePage, case_page
from judge.reports.site.contents import contents_of
from judge.reports.site.problem import expected_answer, grid_of
from judge.reports.site.write import submission_pages
from judge.reports.views.laws import law_tables, law_words
from judge.reports.views.leaderboard import leaderboard
from judge.reports.views.submission import SubmissionView, alike, submission
from judge.scoring import Scaling
from judge.text import mebibytes, seconds
from tests.make import AC, JE, RTE, TLE, WA, replace
from tests.problems.told import hold
from tests.reports import make
from tests.reports.make import TOLD, judged, record, result, trees, uncompiled
from tests.reports.pages import ranked

T = TypeVar("T")


# --- the first page and the page of a problem ------------------------------------------------------------------------
def test_the_grid_has_the_times_of_the_record_in_few_bytes() -> None:
    (part, _) = contents_of(record(4, 9)).parts
    for row in grid_of(part, "cpu"):
        for at, cell in enumerate(row.cells):
            run = part.result(at, row.at)
            assert (cell is None) is (run is None)
            if cell and run:
                assert (cell.kind, cell.time) == (run.verdict, seconds(run.cpu_s))
    text = next(text for _, text in problem.pages(contents_of(record(20, 6))))
    sizes = [len(cell) for cell in re.findall(r'<td class="[A-Z]+" data-value=.*?</td>', text)]
    assert (len(sizes), max(sizes) < 220, sum(sizes) / len(sizes) < 180) == (120, True, True)


def test_who_grows_fastest_is_said_with_the_exponent() -> None:
    made = record(4, 30)
    first = law_tables(contents_of(made).parts[0].judgements, "cpu")[0]
    assert first.table
    assert first.fastest
    names, laws, fastest = first.table.texts("name"), first.table.texts("law"), plain(first.fastest.line)
    [row] = [one for one in made.boards[0] if one.judgement.submission.name == names[0]]
    [value] = [one.laws[0].value for one in Scaling.of(row.judgement) if one.family == first.family]
    assert fastest.startswith(f"{names[0]} grows fastest on {first.label}: {laws[0]}.")
    assert f"n^{value:.2f}" in fastest
    assert fastest in dict(contest.pages(contents_of(made)))["index.html"]
    values = [float(law.split("^")[1].split()[0]) for law in laws if law.startswith("n^")]
    assert values == sorted(values, reverse=True)


# --- the page of a submission ----------------------------------------------------------------------------------------
CHOSEN, SOME = make.problem(24), make.problem(4)
WRONG, RIGHT = judged(CHOSEN, 3), judged(CHOSEN, 0)


def page_of(*runs: Run, of: Judgement | None = None) -> SubmissionView:
    row = of or judged(CHOSEN, 2)
    if runs:
        row = replace(row, runs=runs, verdict=next((run.verdict for run in runs if run.verdict is not AC), AC))
    part = contents_of(ranked(row)).parts[0]
    return submission(part.standings[0], Reader(), "cpu", part.anchors)


def blocks_in(section: Section | None, kind: type[T]) -> list[T]:
    return [one for one in section.inside if isinstance(one, kind)] if section else []


def faults_of(view: SubmissionView) -> list[Diagnostic]:
    return [fault for one in blocks_in(view.faults, Diagnostics) for fault in one.found]


def cases_of(view: SubmissionView) -> Table:
    [table] = blocks_in(view.cases, Table)
    return table


def said_of(view: SubmissionView) -> list[str]:
    """What the head says, a line each."""
    return [plain(one.line) for one in blocks_in(view.result, Para)]


def written(*rows: Judgement) -> str:
    """The page of the first submission as text."""
    return next(text for _, text in submission_pages(contents_of(ranked(*rows))))


def test_the_head_and_each_row_have_the_numbers_of_the_leaderboard_and_the_runs() -> None:
    part = contents_of(record(4, 12, 5)).parts[0]
    for at, standing in enumerate(part.standings):
        table = leaderboard(part.problem, part.standings).table
        view = submission(standing, Reader(), "cpu", part.anchors)
        [found] = blocks_in(view.facts, Facts)
        facts, (rank, solved, par2) = dict(found.rows), (table.texts(key)[at] for key in ("rank", "solved", "par2"))
        assert (facts.get("rank", ""), facts["solved"], facts["PAR-2"]) == (rank, solved, par2)
        runs = part.judgements[at].runs
        assert (view.cases is None) is (runs == ())
        if not runs:
            continue
        cases = cases_of(view)
        assert [one.anchor for one in cases.rows] == [part.case_anchor(number) for number in range(len(runs))]
        assert cases.texts("time") == [seconds(run.cpu_s) for run in runs]
        assert cases.texts("memory") == [mebibytes(run.memory_bytes) for run in runs]
        assert set(cases.texts("tries")) == {"5"}
        assert {
            len(one.times_s) for row in cases.rows for cell in row.cells for one in cell if isinstance(one, Dots)
        } == {5}


def test_missed_cases_are_grouped_as_on_the_terminal_and_drawn() -> None:
    missed, view = alike(run for run in WRONG.runs if run.verdict is not AC), page_of(of=WRONG)
    found = faults_of(view)
    assert [len(fault.names) for fault in found] == [len(same) for same in missed]
    assert [fault.finding.message for fault in found] == [same[0].message for same in missed]
    why = [row.cells[-1] for row in cases_of(view).rows]
    assert {one.to.key for cell in why for one in cell if isinstance(one, Link)} == {fault.anchor for fault in found}
    wrong = [fault for fault in found if fault.kind.verdict is WA]
    assert {picture.cells for fault in wrong for picture in fault.pictures} == {((2, 2), (11, 11))}
    said = "lizard A in row 2, column 2. lizard B in row 11, column 11. A line joins them."
    assert written(WRONG).count(said) == len(wrong) > 0


def test_the_first_faults_are_open_and_all_are_there() -> None:
    wrong = [replace(run, verdict=WA, finding=Finding("E106", f"fault of {run.case}")) for run in RIGHT.runs[:8]]
    view = page_of(*[replace(run, message=run.case) for run in wrong])
    assert [fault.opened for fault in faults_of(view)] == [True] * 3 + [False] * 5
    text = written(replace(RIGHT, runs=tuple(wrong), verdict=WA))
    assert text.count('<details class="fault told" open="">') == 1  # all have one message, so they are one fault
    assert all(f">{run.group}/{run.case}<" in text for run in wrong)


def test_the_line_of_the_source_is_shown_and_a_long_note_is_cut() -> None:
    note = "\n".join(f"line {number}" for number in range(1000))
    found = Finding("E224", "it broke", note=note, verdict=RTE)
    found = found.at(Finding.Excerpt("mine.py", 3, "x = 1 / 0", 5, 10))
    (fault,) = faults_of(page_of(replace(RIGHT.runs[0], verdict=RTE, code="E224", finding=found)))
    told = dict(details(fault.finding))
    assert told["where"].split("\n") == ["mine.py:3:5", "  |", "3 | x = 1 / 0", "  |     ^^^^^"]
    lines = told["note"].splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("line 0", "line 999", 26)


def test_what_was_not_run_and_what_the_judge_failed_on_is_said() -> None:
    first, second, third = RIGHT.runs[:3]
    left = replace(second, verdict=TLE, samples=(), code="E209", finding=None)
    failed = replace(third, verdict=JE, code="E304", finding=None, message="no room on the disk")
    view = page_of(first, left, failed)
    assert view.left_out
    assert plain(view.left_out.line) == f"Not run, after two time-outs on smaller cases: {left.group}/{left.case}."
    assert cases_of(view).texts("verdict") == ["AC", "not run", "JE"]
    assert [text != "" for text in cases_of(view).texts("time")] == [True, False, False]
    assert [fault.finding.message for fault in faults_of(view)] == ["no room on the disk"]
    assert view.not_judged
    assert plain(view.not_judged.line) == "21 cases of the others' were not run."
    view = page_of(of=uncompiled(CHOSEN))
    assert [fault.finding.message for fault in faults_of(view)] == ["it can't be compiled"]
    assert view.not_judged
    assert (view.cases, plain(view.not_judged.line)) == (None, "No case was run.")


def test_growth_is_in_the_words_of_the_terminal_and_warnings_are_said_once() -> None:
    made = judged(make.problem(60), 2)
    found, growth = Scaling.of(made, "cpu"), page_of(of=made).growth
    assert len(blocks_in(growth, Plot)) == len(found) > 0
    for one, scaling in zip(blocks_in(growth, Para), found, strict=True):
        assert law_words(scaling) in plain(one.line)
    [warned] = blocks_in(page_of().warnings, Warnings)
    assert [(one.code, one.more) for one in warned.found] == [("W101", ", the first of 3 cases")]


@given(st.lists(st.floats(0, 1e6), max_size=9), st.floats(1e-3, 1e3))
def test_dots_lie_within_the_strip_and_late_ones_behind_the_line(times: list[float], limit_s: float) -> None:
    drawn = strip(times, limit_s)
    assert (drawn == "") is (not times)
    places = [int(one.split()[0]) for one in drawn.split('d="M')[-1].split("M")] if times else []
    assert all(5 <= place <= 118 for place in places)
    assert all((place <= 110) or max(times) > limit_s for place in places)
    assert all('class="late"' in bar(one, limit_s) for one in times if one > limit_s)


# --- the page of a case ----------------------------------------------------------------------------------------------
FIRST = SOME.cases[0]


def case_of(*runs: Run, case: Case = FIRST, **problem: object) -> RunRecord:
    """Return a run of submissions that have run this case alone."""
    chosen = replace(SOME, **{"cases": (case, *SOME.cases[1:]), **problem})
    mine = [replace(judged(SOME, number), problem=chosen) for number in range(len(runs))]
    return ranked(*(replace(one, runs=(run,), verdict=run.verdict) for one, run in zip(mine, runs, strict=True)))


def case_page_of(made: RunRecord, at: int = 0) -> CasePage:
    return case_page(contents_of(made).parts[0], at, "cpu")


def run(verdict: Verdict, time_s: float = 0.01, **words: object) -> Run:
    return replace(result(FIRST, verdict, time_s), **words)


def arranged(row: int, column: int) -> Run:
    board = trees(6).copy()
    board[row, column] = 1
    return run(AC, given=Given.of_board(board))


def test_who_solved_it_stands_first_by_time() -> None:
    part = contents_of(record(6, 12)).parts[0]
    page, shown = case_page(part, 3, "cpu"), part.cases[3]
    times = {
        row.submission.name: one.cpu_s
        for row in part.judgements
        for one in row.runs
        if (one.group, one.case, one.verdict) == (shown.group, shown.name, AC)
    }
    solved = [row for row in page.rows if row.verdict is AC]
    assert [row.submission.name for row in solved] == sorted(times, key=lambda name: times[name])
    assert [row.time for row in solved] == [seconds(times[row.submission.name]) for row in solved]
    assert solved[0].ratio == "1.00x"
    assert page.headline.startswith(f"Solved by {len(times)} of ")
    assert all(row.submission.file.endswith(f"#{part.case_anchor(3)}") for row in page.rows)


def test_answers_that_are_the_same_are_drawn_once_wrong_ones_first_and_of_many_the_first() -> None:
    runs = (run(AC), run(AC), arranged(5, 0), run(WA), run(TLE))
    page = case_page_of(case_of(*runs))
    assert [(str(one.verdict), len(one.who)) for one in page.answers] == [("WA", 1), ("AC", 2), ("AC", 1)]
    assert all(one.picture for one in page.answers)
    wrong = runs[3].finding
    assert wrong
    assert (page.answers[0].message, page.answers[0].where) == (wrong.message, wrong.where)
    spots = np.argwhere(trees(6) == 0)[: MOST_DRAWN + 2]
    page = case_page_of(case_of(*(arranged(*spot) for spot in spots)))
    assert [bool(one.picture) for one in page.answers] == [True] * MOST_DRAWN + [False] * 2
    assert [one.what for one in page.answers[MOST_DRAWN:]] == [f"not drawn: {MOST_DRAWN} other answers are"] * 2
    assert sum(len(one.who) for one in page.answers) == len(spots)


def told_of_cases() -> Iterator[str]:
    """What a page says of an answer that is no board, of answer.txt, and of whether a verdict is as expected."""
    refuted = run(WA, given=Given(fail=True), board=None, cells=(), found_by="champion<b>")
    given = (None, Given(), Given(count=1_234), Given(fail=True))
    for one in (*(run(AC, given=one) for one in given), refuted):
        (found,) = case_page_of(case_of(one)).answers
        yield f"answer {one.given}: {found.what}{found.picture}"
    fail, listed = Answer(fail=True), Answer(columns=np.zeros((3, 6), dtype=np.int64))
    yield f"answer.txt, {expected_answer(None)}"
    for known in (None, fail, Answer(count=92), listed, Answer(board=trees(6))):
        first = replace(FIRST, answer=known, why_fail="3 rows of trees")
        yield f"answer.txt, {expected_answer(first)}: {dict(case_page_of(case_of(run(AC), case=first)).facts)}"
    for expected in ((AC,), (TLE,), (WA, AC)):
        row = replace(WRONG, submission=replace(WRONG.submission, expected=expected))
        yield f"expected {expected}: {said_of(page_of(of=row))[-1]}"
    assert "<b>champion" not in next(text for _, text in case.pages(contents_of(case_of(refuted))))


def test_what_is_said_of_a_case_is_as_it_is_kept() -> None:
    hold(TOLD / "cases.txt", told_of_cases())


def test_of_a_hidden_board_nothing_is_said_and_without_boards_sizes_alone() -> None:
    hidden = replace(FIRST, board=replace(FIRST.board, grid=np.zeros((0, 0), np.int8)), answer=None)
    page = case_page_of(case_of(run(AC), case=hidden))
    assert (page.board, page.missing) == ("", "This record does not hold the board.")
    assert "known answer" not in dict(page.facts)
    nothing = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))
    words = Case("one", "secret", nothing, Answer(text=b"42\n"), text=b"6 7\n")
    said = Run("one", "secret", "ANY", WA, "E110", "<i>41</i>")
    page = case_page_of(case_of(said, case=words, cases=(words,), validator=Problem.Validator()))
    assert [text for _, text in page.facts] == ["4 bytes", "3 bytes"]
    assert (page.board, page.missing, page.answers) == ("", "", ())


def test_a_case_leads_to_its_neighbours_and_may_be_run_by_nobody() -> None:
    part = contents_of(record(1, 3)).parts[0]
    found = [case_page(part, at, "cpu") for at in range(3)]
    assert [one.after.file if one.after else None for one in found] == [part.case_file(1), part.case_file(2), None]
    assert found[0].before is None
    assert case_page_of(case_of(run(AC)), 2).headline == "Nobody has run it."


def test_given_pieces_are_squares_on_the_board_and_on_answers() -> None:
    grid = FIRST.board.grid.copy()
    grid[1, 1] = 1
    page = case_page_of(case_of(run(WA), case=replace(FIRST, board=replace(FIRST.board, grid=grid))))
    assert 'class="given"' in page.board
    assert "marked-given" in page.answers[0].picture


@pytest.mark.parametrize("parted", [True, False])
def test_regions_are_drawn_once_below_every_answer(parted: bool) -> None:
    first = replace(FIRST, board=replace(FIRST.board, layer=np.arange(36).reshape(6, 6) // 18))
    page = case_page_of(case_of(run(AC), case=first, parted=parted))
    assert page.ground.count('class="border"') == parted
    assert 'class="border"' not in page.board
    assert ('class="weight2"' in page.board) != parted
    assert all(('class="borne2"' in answer.picture) != parted for answer in page.answers)
