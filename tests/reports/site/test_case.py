"""The page of a case: the board, who solved it, and every answer, the wrong ones first."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, CaseResult, Instance, Judgement, Validator, Verdict
from judge.model.given import Given, packed
from judge.model.run_record import RunRecord
from judge.reports.page.html import Html
from judge.reports.site import case
from judge.reports.site.answers import MOST_DRAWN, answers
from judge.reports.site.case import CasePage, case_page
from judge.reports.site.contents import contents_of
from judge.reports.site.places import Link
from judge.reports.units import seconds
from tests.reports.runs import judged, problem, record, result, trees
from tests.reports.site.made import Page, ranked

CHOSEN = problem(4)


def with_runs(*runs: CaseResult) -> RunRecord:
    """Return a run of submissions that have run the first case alone."""
    rows = [
        msgspec.structs.replace(judged(CHOSEN, number), runs=(run,), verdict=run.verdict)
        for number, run in enumerate(runs)
    ]
    return ranked(rows)


def page_of(made: RunRecord, at: int = 0) -> CasePage:
    return case_page(contents_of(made).parts[0], at, "cpu")


def run(verdict: Verdict, time_s: float = 0.01, **words: object) -> CaseResult:
    return msgspec.structs.replace(result(CHOSEN.cases[0], verdict, time_s), **words)


def test_who_solved_it_stands_first_by_time() -> None:
    made = record(6, 12)
    part = contents_of(made).parts[0]
    page = case_page(part, 3, "cpu")
    shown = part.cases[3]
    times = {
        row.submission.name: one.cpu_s
        for row in part.judgements
        for one in row.runs
        if (one.group, one.case, one.verdict) == (shown.group, shown.name, Verdict.AC)
    }
    solved = [row for row in page.rows if row.verdict is Verdict.AC]
    assert [row.submission.name for row in solved] == sorted(times, key=lambda name: times[name])
    assert [row.time for row in solved] == [seconds(times[row.submission.name]) for row in solved]
    assert solved[0].ratio == "1.00x"
    assert page.headline.startswith(f"Solved by {len(times)} of ")
    assert all(row.submission.file.endswith(f"#{part.case_anchor(3)}") for row in page.rows)


def test_which_two_lizards_see_each_other() -> None:
    page = page_of(with_runs(run(Verdict.WA)))
    (wrong,) = page.answers
    assert wrong.seen == "lizard A in row 2, column 2 and lizard B in row 3, column 3 see each other"
    assert wrong.code == "E106"
    assert "Board of" in wrong.picture


def test_answers_that_are_the_same_are_drawn_once_and_wrong_ones_come_first() -> None:
    other = trees(6).copy()
    other[5, 0] = 1
    page = page_of(
        with_runs(
            run(Verdict.AC), run(Verdict.AC), run(Verdict.AC, given=Given(rows=6, cells=packed(other))),
            run(Verdict.WA), run(Verdict.TLE),
        )
    )  # fmt: skip
    assert [(one.verdict, len(one.who)) for one in page.answers] == [
        (Verdict.WA, 1), (Verdict.AC, 2), (Verdict.AC, 1),
    ]  # fmt: skip
    assert all(one.picture for one in page.answers)


def test_of_many_different_answers_the_first_are_drawn_and_all_are_named() -> None:
    spots = np.argwhere(trees(6) == 0)[: MOST_DRAWN + 2]
    boards = [trees(6).copy() for _ in spots]
    for board, (row, column) in zip(boards, spots, strict=True):
        board[row, column] = 1
    page = page_of(with_runs(*(run(Verdict.AC, given=Given(rows=6, cells=packed(board))) for board in boards)))
    assert [bool(one.picture) for one in page.answers] == [True] * MOST_DRAWN + [False] * 2
    assert [one.what for one in page.answers[MOST_DRAWN:]] == [f"not drawn: {MOST_DRAWN} other answers are"] * 2
    assert sum(len(one.who) for one in page.answers) == len(boards)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (None, "not kept"),
        (Given(), "not drawn, as it is too large"),
        (Given(count=1_234), "the number 1,234"),
        (Given(fail=True), "FAIL: it says that there is no arrangement"),
    ],
)
def test_an_answer_that_is_no_board_is_said(given: Given | None, what: str) -> None:
    (one,) = page_of(with_runs(run(Verdict.AC, given=given))).answers
    assert (one.what, one.picture) == (what, Html())


def test_who_refutes_a_fail_is_named() -> None:
    said = run(Verdict.WA, given=Given(fail=True), board=None, cells=(), found_by="champion<b>")
    (one,) = page_of(with_runs(said)).answers
    assert one.what.endswith("but champion<b> has found one")
    assert "<b>champion" not in next(text for _, text in case.pages(contents_of(with_runs(said))))


@pytest.mark.parametrize(
    ("answer", "why", "said"),
    [
        (None, "", "nobody knows"),
        (Answer(fail=True), "3 rows of trees", "FAIL: there is no arrangement (3 rows of trees)"),
        (Answer(count=92), "", "a number is known"),
        (Answer(columns=np.zeros((3, 6), dtype=np.int64)), "", "a number is known"),
        (Answer(board=trees(6)), "", "an arrangement is known"),
    ],
)
def test_what_answer_txt_says(answer: Answer | None, why: str, said: str) -> None:
    first = msgspec.structs.replace(CHOSEN.cases[0], answer=answer, why_fail=why)
    facts = {fact.name: fact.text for fact in page_of(_in_place(first)).facts}
    assert facts["known answer"].startswith(said)


def test_of_a_hidden_board_nothing_is_said() -> None:
    board = msgspec.structs.replace(CHOSEN.cases[0].board, grid=np.zeros((0, 0), np.int8))
    page = page_of(_in_place(msgspec.structs.replace(CHOSEN.cases[0], board=board, answer=None)))
    assert page.board == ""
    assert page.missing == "This record does not hold the board."
    assert "known answer" not in {fact.name for fact in page.facts}


def test_a_package_without_boards_shows_sizes_alone() -> None:
    first = Case("one", "secret", Instance("ANY", 0, 0, np.zeros((0, 0), np.int8)), Answer(text=b"42\n"), text=b"6 7\n")
    chosen = msgspec.structs.replace(CHOSEN, cases=(first,), validator=Validator())
    said = CaseResult("one", "secret", "ANY", Verdict.WA, "E110", "<i>41</i>")
    row = msgspec.structs.replace(judged(CHOSEN, 0), problem=chosen, runs=(said,), verdict=Verdict.WA)
    page = page_of(ranked([row]))
    assert [fact.text for fact in page.facts] == ["4 bytes", "3 bytes"]
    assert (page.board, page.missing, page.answers) == ("", "", ())


@pytest.mark.slow
def test_a_large_board_stays_small_on_its_page() -> None:
    large = Case("large", "sample", Instance("SA", 1000, 900, trees(1000)))
    wrong = trees(1000).copy()
    wrong[500, 500] = wrong[501, 501] = 1
    one = result(CHOSEN.cases[0], Verdict.WA, 0.1)
    one = msgspec.structs.replace(one, case="large", board=wrong, cells=((501, 501), (502, 502)), given=Given())
    (_, text), *_ = case.pages(contents_of(_in_place(large, one)))
    assert len(text) < 300_000
    assert "lizard A in row 501, column 501 and lizard B in row 502, column 502 see each other" in text


def test_a_case_that_nobody_has_run_says_so() -> None:
    made = ranked([msgspec.structs.replace(judged(CHOSEN, 0), runs=judged(CHOSEN, 0).runs[:1])])
    assert page_of(made, 2).headline == "Nobody has run it."


def test_a_case_leads_to_its_neighbours() -> None:
    part = contents_of(record(1, 3)).parts[0]
    found = [case_page(part, at, "cpu") for at in range(3)]
    assert [one.after.file if one.after else None for one in found] == [part.case_file(1), part.case_file(2), None]
    assert found[0].before is None
    for _, text in case.pages(contents_of(record(1, 3))):
        assert "style" not in Page(text).attributes


def _in_place(first: Case, one: CaseResult | None = None) -> RunRecord:
    chosen = msgspec.structs.replace(CHOSEN, cases=(first,))
    found = one or msgspec.structs.replace(run(Verdict.AC), case=first.name, group=first.group)
    row: Judgement = msgspec.structs.replace(judged(CHOSEN, 0), problem=chosen, runs=(found,), verdict=found.verdict)
    return ranked([row])


def test_given_pieces_are_squares_on_the_board_and_on_answers() -> None:
    made = with_runs(run(Verdict.WA))
    part = contents_of(made).parts[0]
    grid = CHOSEN.cases[0].board.grid.copy()
    grid[1, 1] = 1
    shown = part.cases[0]
    assert shown.case
    board = msgspec.structs.replace(shown.case.board, grid=grid)
    given = msgspec.structs.replace(shown, case=msgspec.structs.replace(shown.case, board=board))
    drawn = answers(CHOSEN, given, [(Link(row.submission.name), one) for row in part.judgements for one in row.runs])
    assert 'class="given"' in drawn.board
    assert "marked-given" in drawn.answers[0].picture


def test_regions_are_drawn_once_below_every_answer() -> None:
    board = msgspec.structs.replace(CHOSEN.cases[0].board, layer=np.arange(36).reshape(6, 6) // 18)
    cases = (msgspec.structs.replace(CHOSEN.cases[0], board=board), *CHOSEN.cases[1:])
    for parted in (True, False):
        chosen = msgspec.structs.replace(CHOSEN, cases=cases, parted=parted)
        row = msgspec.structs.replace(judged(chosen, 0), runs=(run(Verdict.AC),))
        page = page_of(ranked([row]))
        assert page.ground.count('class="border"') == parted
        assert 'class="border"' not in page.board
        assert ('class="weight2"' in page.board) != parted
        assert all(('class="borne2"' in answer.picture) != parted for answer in page.answers)
