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
from judge.reports.blocks import (
    Beside,
    Diagnostic,
    Diagnostics,
    Dots,
    Facts,
    Figure,
    Link,
    Links,
    Matrix,
    Para,
    Picture,
    Section,
    Table,
    Warnings,
    plain,
)
from judge.reports.excerpt import details
from judge.reports.page.marks import bar, strip
from judge.reports.plots.plot import Plot
from judge.reports.reader import Reader
from judge.reports.site.pages import pages
from judge.reports.views import record as views
from judge.reports.views.case import MOST_DRAWN, CaseView, case
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
    made = record(4, 9)
    (part, _) = views.parts(made)
    [grid] = blocks_in(views.problem(views.board(part, made), "cpu").cases, Matrix)
    for number, row in enumerate(grid.rows):
        for at, cell in enumerate(row.tried):
            run = part.result(at, number)
            assert (cell is None) is (run is None)
            if cell and run:
                assert (cell.kind.verdict, cell.text) == (run.verdict, seconds(run.cpu_s))
    text = dict(pages(record(20, 6)))["1-lizards.html"]
    sizes = [len(cell) for cell in re.findall(r'<td class="[A-Z]+" data-value=.*?</td>', text)]
    assert (len(sizes), max(sizes) < 220, sum(sizes) / len(sizes) < 180) == (120, True, True)


def test_who_grows_fastest_is_said_with_the_exponent() -> None:
    made = record(4, 30)
    first = law_tables(views.parts(made)[0].judgements, "cpu")[0]
    assert first.table
    assert first.fastest
    names, laws, fastest = first.table.texts("name"), first.table.texts("law"), plain(first.fastest.line)
    [row] = [one for one in made.boards[0] if one.judgement.submission.name == names[0]]
    [value] = [one.laws[0].value for one in Scaling.of(row.judgement) if one.family == first.found[0][1].family]
    assert fastest.startswith(f"{names[0]} grows fastest on {first.label}: {laws[0]}.")
    assert f"n^{value:.2f}" in fastest
    assert fastest in dict(pages(made))["index.html"]
    values = [float(law.split("^")[1].split()[0]) for law in laws if law.startswith("n^")]
    assert values == sorted(values, reverse=True)


# --- the page of a submission ----------------------------------------------------------------------------------------
CHOSEN, SOME = make.problem(24), make.problem(4)
WRONG, RIGHT = judged(CHOSEN, 3), judged(CHOSEN, 0)


def page_of(*runs: Run, of: Judgement | None = None) -> SubmissionView:
    row = of or judged(CHOSEN, 2)
    if runs:
        row = replace(row, runs=runs, verdict=next((run.verdict for run in runs if run.verdict is not AC), AC))
    part = views.parts(ranked(row))[0]
    return submission(part.standings[0], Reader(), "cpu", part.anchors)


def blocks_in(section: Section | Figure | None, kind: type[T]) -> list[T]:
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
    return next(text for name, text in pages(ranked(*rows)) if name.startswith("1-s01"))


def test_the_head_and_each_row_have_the_numbers_of_the_leaderboard_and_the_runs() -> None:
    part = views.parts(record(4, 12, 5))[0]
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
        assert [one.anchor for one in cases.rows] == [views.anchor(number) for number in range(len(runs))]
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


def view_of(made: RunRecord, at: int = 0) -> CaseView:
    return case(views.parts(made)[0], at, "cpu")


def page_of_first(made: RunRecord) -> str:
    return dict(pages(made))["1-c001.html"]


def shown(view: CaseView, kind: type[T]) -> list[T]:
    """What stands beside one another below the head."""
    return [one for column in view.shown.columns for one in column if isinstance(one, kind)] if view.shown else []


def answers_of(view: CaseView) -> list[Figure]:
    columns = [column for one in blocks_in(view.answers, Beside) for column in one.columns]
    return [one for column in columns for one in column if isinstance(one, Figure)]


def said_in(answer: Figure) -> str:
    return "".join(plain(one.line) for one in blocks_in(answer, Para))


def run(verdict: Verdict, time_s: float = 0.01, **words: object) -> Run:
    return replace(result(FIRST, verdict, time_s), **words)


def arranged(row: int, column: int) -> Run:
    board = trees(6).copy()
    board[row, column] = 1
    return run(AC, given=Given.of_board(board))


def test_who_solved_it_stands_first_by_time() -> None:
    part = views.parts(record(6, 12))[0]
    view, chosen = case(part, 3, "cpu"), part.cases[3]
    times = {
        row.submission.name: one.cpu_s
        for row in part.judgements
        for one in row.runs
        if (one.group, one.case, one.verdict) == (chosen.group, chosen.name, AC)
    }
    [table] = shown(view, Table)
    names, solved = table.texts("submission"), sorted(times, key=lambda name: times[name])
    assert names[: len(solved)] == solved
    assert table.texts("verdict").count("AC") == len(solved)
    assert table.texts("time")[: len(solved)] == [seconds(times[name]) for name in solved]
    assert table.texts("ratio")[0] == "1.00x"
    assert plain(view.lead.line).startswith(f"Solved by {len(times)} of ")
    links = [one for row in table.rows for one in row.cells[0] if isinstance(one, Link)]
    assert [one.to.anchor for one in links] == [views.anchor(3)] * len(names)


def test_answers_that_are_the_same_are_drawn_once_wrong_ones_first_and_of_many_the_first() -> None:
    runs = (run(AC), run(AC), arranged(5, 0), run(WA), run(TLE))
    found = answers_of(view_of(case_of(*runs)))
    assert [plain(one.caption[:1]) for one in found] == ["WA", "AC", "AC"]
    assert [len(who.names) for one in found for who in one.caption if isinstance(who, Links)] == [1, 2, 1]
    assert [len(blocks_in(one, Picture)) for one in found] == [1, 1, 1]
    assert [why.finding for one in found for why in blocks_in(one, Diagnostic)] == [runs[3].finding]
    spots = np.argwhere(trees(6) == 0)[: MOST_DRAWN + 2]
    found = answers_of(view_of(case_of(*(arranged(*spot) for spot in spots))))
    assert [len(blocks_in(one, Picture)) for one in found] == [1] * MOST_DRAWN + [0] * 2
    assert [said_in(one) for one in found[MOST_DRAWN:]] == [f"not drawn: {MOST_DRAWN} other answers are"] * 2


def told_of_cases() -> Iterator[str]:
    """What a page says of an answer that is no board, of answer.txt, and of whether a verdict is as expected."""
    refuted = run(WA, given=Given(fail=True), board=None, cells=(), found_by="champion<b>")
    given = (None, Given(), Given(count=1_234), Given(fail=True))
    for one in (*(run(AC, given=one) for one in given), refuted):
        (found,) = answers_of(view_of(case_of(one)))
        yield f"answer {one.given}: {said_in(found)}"
    fail, listed = Answer(fail=True), Answer(columns=np.zeros((3, 6), dtype=np.int64))
    yield f"answer.txt, {views.expected_answer(None)}"
    for known in (None, fail, Answer(count=92), listed, Answer(board=trees(6))):
        first = replace(FIRST, answer=known, why_fail="3 rows of trees")
        facts = dict(view_of(case_of(run(AC), case=first)).facts.rows)
        yield f"answer.txt, {views.expected_answer(first)}: {facts}"
    for expected in ((AC,), (TLE,), (WA, AC)):
        row = replace(WRONG, submission=replace(WRONG.submission, expected=expected))
        yield f"expected {expected}: {said_of(page_of(of=row))[-1]}"
    assert "<b>champion" not in page_of_first(case_of(refuted))


def test_what_is_said_of_a_case_is_as_it_is_kept() -> None:
    hold(TOLD / "cases.txt", told_of_cases())


def test_of_a_hidden_board_nothing_is_said_and_without_boards_sizes_alone() -> None:
    hidden = replace(FIRST, board=replace(FIRST.board, grid=np.zeros((0, 0), np.int8)), answer=None)
    view = view_of(case_of(run(AC), case=hidden))
    assert view.missing
    assert (shown(view, Picture), plain(view.missing.line)) == ([], "This record does not hold the board.")
    assert "known answer" not in dict(view.facts.rows)
    nothing = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))
    words = Case("one", "secret", nothing, Answer(text=b"42\n"), text=b"6 7\n")
    said = Run("one", "secret", "ANY", WA, "E110", "<i>41</i>")
    view = view_of(case_of(said, case=words, cases=(words,), validator=Problem.Validator()))
    assert [text for _, text in view.facts.rows] == ["4 bytes", "3 bytes"]
    assert (shown(view, Picture), view.missing, view.answers) == ([], None, None)


def test_a_case_leads_to_its_neighbours_and_may_be_run_by_nobody() -> None:
    part = views.parts(record(1, 3))[0]
    paths = [one.path for one in part.cases]
    found = [case(part, at, "cpu").neighbours for at in range(3)]
    assert [plain(one.line) if one else "" for one in found] == [
        f"next: {paths[1]}",
        f"before: {paths[0]}next: {paths[2]}",
        f"before: {paths[1]}",
    ]
    assert plain(view_of(case_of(run(AC)), 2).lead.line) == "Nobody has run it."


def test_given_pieces_are_squares_on_the_board_and_on_answers() -> None:
    grid = FIRST.board.grid.copy()
    grid[1, 1] = 1
    text = page_of_first(case_of(run(WA), case=replace(FIRST, board=replace(FIRST.board, grid=grid))))
    board, _, answers = text.partition("Every answer")
    assert 'class="given"' in board
    assert "marked-given" in answers


@pytest.mark.parametrize("parted", [True, False])
def test_regions_are_drawn_once_below_every_answer(parted: bool) -> None:
    first = replace(FIRST, board=replace(FIRST.board, layer=np.arange(36).reshape(6, 6) // 18))
    board, _, answers = page_of_first(case_of(run(AC), case=first, parted=parted)).partition("Every answer")
    assert (board.count('class="border"'), answers.count('class="border"')) == (parted, 0)
    assert board.count('<use href="#ground"') == answers.count('<use href="#ground"') == 1
    assert ('class="weight2"' in board) != parted
    assert ('class="borne2"' in answers) != parted
