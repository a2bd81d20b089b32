"""The pages of a run: what each shows, that each link leads somewhere, and that nothing in them runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Answer, Case, CaseResult, Excerpt, Finding, Instance, Judgement, Validator, Verdict
from judge.model.given import Given, packed
from judge.model.run_record import RunRecord
from judge.reports.export.run_json import run_json
from judge.reports.laws import law_words
from judge.reports.leaderboard_row import leaderboard_row
from judge.reports.page.html import Html
from judge.reports.plots.cactus import cactus
from judge.reports.site import case, contest, problem, submission
from judge.reports.site.answers import MOST_DRAWN, answers
from judge.reports.site.board import law_tables
from judge.reports.site.case import CasePage, case_page
from judge.reports.site.contents import contents_of
from judge.reports.site.contest import CODES
from judge.reports.site.folder import check_folder, write_folder
from judge.reports.site.places import Link
from judge.reports.site.problem import expected_answer, grid_of
from judge.reports.site.strip import bar, strip
from judge.reports.site.submission import SubmissionPage, submission_page
from judge.reports.site.write import write_site
from judge.reports.terminal.alike import alike
from judge.reports.units import mebibytes, seconds
from judge.scoring.scaling import scalings
from tests.reports import make
from tests.reports.make import judged, record, result, trees, uncompiled
from tests.reports.pages import KINDS, Page, broken_links, pages, ranked
from tests.reports.students import VECTORS

FILES = {"index.html": b"new", "1-c001.html": b"new", "assets/report.js": b"new"}


def held(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if not one.is_dir()}


def test_a_report_replaces_an_earlier_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_site(record(3, 6), folder)
    made = write_site(record(2, 3), folder)
    assert made.index.is_file()
    assert len([*folder.glob("*.html")]) == made.pages
    assert [one.name for one in folder.parent.iterdir()] == ["report"]
    said = (folder / "judge-report.txt").stat().st_size
    assert made.size_bytes == sum((folder / one).stat().st_size for one in held(folder)) - said


def test_what_somebody_put_into_a_report_stays(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    own = {"run.json", "notes/today.txt", "mine.html"}
    for name in own:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    del (left := dict(FILES))["1-c001.html"]
    write_folder(tmp_path, left)
    assert held(tmp_path) == {*own, *left, "judge-report.txt"}


def test_a_folder_in_which_somebody_stands_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    for _ in range(2):
        write_site(record(1, 1), Path())
    assert Path().stat().st_ino == before
    assert "index.html" in os.listdir()  # noqa: PTH208 - of the folder itself, by whatever name


def test_a_writer_that_was_killed_leaves_nothing(tmp_path: Path) -> None:
    killed = f"""
import os, pathlib, shutil, signal
from judge.reports.site import folder
folder._put = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
folder.write_folder(pathlib.Path({str(tmp_path)!r}), {FILES!r})
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    assert any(name.startswith(".judge-") for name in held(tmp_path))
    check_folder(tmp_path)
    write_folder(tmp_path, FILES)
    assert held(tmp_path) == {*FILES, "judge-report.txt"}


def test_what_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    write_folder(tmp_path / "old", FILES)
    for folder in (tmp_path / "old", tmp_path / "new"):
        with pytest.raises(JudgeError) as raised:
            write_folder(folder, {**FILES, "x" * 300: b""})
        assert raised.value.code == "E435"
    assert [one.name for one in tmp_path.iterdir()] == ["old"]
    assert held(tmp_path / "old") == {*FILES, "judge-report.txt"}


def test_a_link_in_a_report_is_not_followed(tmp_path: Path) -> None:
    report, other = tmp_path / "report", tmp_path / "other"
    other.mkdir()
    write_folder(report, {"index.html": b"old"})
    (report / "assets").rmdir()
    (report / "assets").symlink_to(other)
    write_folder(report, FILES)
    assert held(other) == set()
    assert held(report) == {*FILES, "judge-report.txt"}


@pytest.mark.parametrize("check", [check_folder, lambda folder: write_site(record(1, 3), folder)])
def test_a_folder_of_something_else_stays_as_it_is(tmp_path: Path, check: object) -> None:
    own = tmp_path / "homework.py"
    own.write_text("print(1)")
    with pytest.raises(JudgeError, match="is not empty") as raised:
        check(tmp_path)  # type: ignore[operator]
    assert raised.value.code == "E475"
    assert [*tmp_path.iterdir()] == [own]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file, link = tmp_path / "report", tmp_path / "link"
    file.write_text("x")
    link.symlink_to(tmp_path / "nothing")
    for place in (file, file / "inside", link, tmp_path / ("x" * 300)):
        with pytest.raises(JudgeError) as raised:
            check_folder(place)
        assert raised.value.code == "E435"


@pytest.mark.parametrize("kind", KINDS)
def test_each_page_is_well_formed_and_each_link_leads_somewhere(kind: str) -> None:
    read = {name: Page(text) for name, text in pages(KINDS[kind]()).items()}
    assert "index.html" in read
    assert [*broken_links(read)] == []
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.tags.count("h1") == 1, name


@pytest.mark.parametrize("kind", ["usual", "judge failed"])
def test_a_page_holds_no_script_no_style_and_nothing_from_a_network(kind: str) -> None:
    for name, text in pages(KINDS[kind]()).items():
        page = Page(text)
        assert not {one for one in page.attributes if one == "style" or one.startswith("on")}, name
        assert all("src" in one or one.get("type") == "application/json" for one in page.scripts), name
        assert not re.search(r"https?:|//[a-z]", " ".join(page.links)), name
        assert "script-src 'self'" in text, name


@cache
def tame() -> list[object]:
    """Return the tags of each page of a record whose names have no markup."""
    return [Page(one).tags for one in pages(record(3, 4, text="x")).values()]


@pytest.mark.parametrize("evil", VECTORS)
def test_a_name_is_text_on_each_page(evil: str) -> None:
    for tags, other in zip(tame(), pages(record(3, 4, text=evil)).values(), strict=True):
        assert Page(other).tags == tags


def test_the_grid_has_the_times_of_the_record() -> None:
    (part, _) = contents_of(record(4, 9)).parts
    for row in grid_of(part, "cpu"):
        for at, cell in enumerate(row.cells):
            run = part.result(at, row.at)
            if run is None:
                assert cell is None
                continue
            assert cell is not None
            assert (cell.kind, cell.time) == (run.verdict, seconds(run.cpu_s))
            assert (cell.said == "") is (run.verdict is Verdict.AC)


def test_a_cell_is_small() -> None:
    text = next(text for _, text in problem.pages(contents_of(record(20, 6))))
    cells = re.findall(r'<td class="[A-Z]+" data-value=.*?</td>', text)
    assert len(cells) == 120
    assert max(map(len, cells)) < 190
    assert sum(map(len, cells)) / len(cells) < 145


def test_who_grows_fastest_is_said_with_the_exponent() -> None:
    made = record(4, 30)
    part = contents_of(made).parts[0]
    first = law_tables(part.judgements, "cpu")[0]
    laws = {one["stem"]: one["laws"] for one in _json_scaling(made, first.rows[0].name)}
    assert first.fastest.startswith(f"{first.rows[0].name} grows fastest on {first.label}: {first.rows[0].words}.")
    assert f"n^{laws[first.family.stem][0]['value']:.2f}" in first.fastest
    assert first.fastest in dict(contest.pages(contents_of(made)))["index.html"]
    values = [float(row.words.split("^")[1].split()[0]) for row in first.rows if row.words.startswith("n^")]
    assert values == sorted(values, reverse=True)


def _json_scaling(made: RunRecord, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one for one in _said(made) if one["name"] == name)["scaling"]
    return found


def _said(made: RunRecord) -> list[dict[str, Any]]:
    """Return what the JSON of a run says of its submissions."""
    found: list[dict[str, Any]] = run_json(made)["submissions"]
    return found


def test_a_plot_in_a_page_has_the_numbers_of_the_record() -> None:
    made = record(3, 6)
    text = pages(made)["index.html"]
    data = [json.loads(one) for one in re.findall(r'application/json">(.*?)</script>', text)]
    drawn = cactus(made.boards[0], "cpu")
    assert drawn is not None
    assert data[0]["title"] == drawn.title
    for series, shown in zip(drawn.series, data[0]["series"], strict=True):
        assert shown.get("y", []) == pytest.approx([1000 * dot.y for dot in series.dots], rel=1e-3)


def test_a_run_that_was_stopped_says_so_and_gives_no_final_verdict() -> None:
    text = pages(KINDS["stopped"]())["index.html"]
    assert "stopped before its end" in text
    assert "so far" in text
    assert "grows fastest" not in text


def test_with_images_nobody_has_a_rank() -> None:
    text = pages(KINDS["images"]())["index.html"]
    assert "nobody has a rank" in text
    assert "PAR-2" not in text


def test_nothing_judged_is_said() -> None:
    assert "Nothing was judged" in pages(KINDS["empty"]())["index.html"]


def test_an_answer_is_known_in_a_word() -> None:
    (part, _) = contents_of(record(1, 3)).parts
    assert [expected_answer(one.case) for one in part.cases] == ["arrangement", "arrangement", "FAIL"]
    assert expected_answer(None) == "not known"
    assert part.cases[0].case is not None
    listed = msgspec.structs.replace(part.cases[0].case, answer=Answer(columns=np.zeros((0, 0), np.int64)))
    assert expected_answer(listed) == "a number"


CHOSEN = make.problem(24)


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
    made = judged(make.problem(60), 2)
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


SOME = make.problem(4)


def with_runs(*runs: CaseResult) -> RunRecord:
    """Return a run of submissions that have run the first case alone."""
    rows = [
        msgspec.structs.replace(judged(SOME, number), runs=(run,), verdict=run.verdict)
        for number, run in enumerate(runs)
    ]
    return ranked(rows)


def case_page_of(made: RunRecord, at: int = 0) -> CasePage:
    return case_page(contents_of(made).parts[0], at, "cpu")


def run(verdict: Verdict, time_s: float = 0.01, **words: object) -> CaseResult:
    return msgspec.structs.replace(result(SOME.cases[0], verdict, time_s), **words)


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


def test_answers_that_are_the_same_are_drawn_once_and_wrong_ones_come_first() -> None:
    other = trees(6).copy()
    other[5, 0] = 1
    page = case_page_of(
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
    page = case_page_of(with_runs(*(run(Verdict.AC, given=Given(rows=6, cells=packed(board))) for board in boards)))
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
    (one,) = case_page_of(with_runs(run(Verdict.AC, given=given))).answers
    assert (one.what, one.picture) == (what, Html())


def test_who_refutes_a_fail_is_named() -> None:
    said = run(Verdict.WA, given=Given(fail=True), board=None, cells=(), found_by="champion<b>")
    (one,) = case_page_of(with_runs(said)).answers
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
    first = msgspec.structs.replace(SOME.cases[0], answer=answer, why_fail=why)
    facts = {fact.name: fact.text for fact in case_page_of(_in_place(first)).facts}
    assert facts["known answer"].startswith(said)
    assert facts["on the board"].split()[0] == str(np.count_nonzero(first.board.grid == 2))


def test_of_a_hidden_board_nothing_is_said() -> None:
    board = msgspec.structs.replace(SOME.cases[0].board, grid=np.zeros((0, 0), np.int8))
    page = case_page_of(_in_place(msgspec.structs.replace(SOME.cases[0], board=board, answer=None)))
    assert page.board == ""
    assert page.missing == "This record does not hold the board."
    assert "known answer" not in {fact.name for fact in page.facts}


def test_a_package_without_boards_shows_sizes_alone() -> None:
    first = Case("one", "secret", Instance("ANY", 0, 0, np.zeros((0, 0), np.int8)), Answer(text=b"42\n"), text=b"6 7\n")
    chosen = msgspec.structs.replace(SOME, cases=(first,), validator=Validator())
    said = CaseResult("one", "secret", "ANY", Verdict.WA, "E110", "<i>41</i>")
    row = msgspec.structs.replace(judged(SOME, 0), problem=chosen, runs=(said,), verdict=Verdict.WA)
    page = case_page_of(ranked([row]))
    assert [fact.text for fact in page.facts] == ["4 bytes", "3 bytes"]
    assert (page.board, page.missing, page.answers) == ("", "", ())


@pytest.mark.slow
def test_a_large_board_stays_small_on_its_page() -> None:
    large = Case("large", "sample", Instance("SA", 1000, 900, trees(1000)))
    wrong = trees(1000).copy()
    wrong[500, 500] = wrong[501, 501] = 1
    one = result(SOME.cases[0], Verdict.WA, 0.1)
    one = msgspec.structs.replace(one, case="large", board=wrong, cells=((501, 501), (502, 502)), given=Given())
    (_, text), *_ = case.pages(contents_of(_in_place(large, one)))
    assert len(text) < 300_000
    assert "lizard A in row 501, column 501 and lizard B in row 502, column 502 see each other" in text


def test_a_case_that_nobody_has_run_says_so() -> None:
    made = ranked([msgspec.structs.replace(judged(SOME, 0), runs=judged(SOME, 0).runs[:1])])
    assert case_page_of(made, 2).headline == "Nobody has run it."


def test_a_case_leads_to_its_neighbours() -> None:
    part = contents_of(record(1, 3)).parts[0]
    found = [case_page(part, at, "cpu") for at in range(3)]
    assert [one.after.file if one.after else None for one in found] == [part.case_file(1), part.case_file(2), None]
    assert found[0].before is None
    for _, text in case.pages(contents_of(record(1, 3))):
        assert "style" not in Page(text).attributes


def _in_place(first: Case, one: CaseResult | None = None) -> RunRecord:
    chosen = msgspec.structs.replace(SOME, cases=(first,))
    found = one or msgspec.structs.replace(run(Verdict.AC), case=first.name, group=first.group)
    row: Judgement = msgspec.structs.replace(judged(SOME, 0), problem=chosen, runs=(found,), verdict=found.verdict)
    return ranked([row])


def test_given_pieces_are_squares_on_the_board_and_on_answers() -> None:
    made = with_runs(run(Verdict.WA))
    part = contents_of(made).parts[0]
    grid = SOME.cases[0].board.grid.copy()
    grid[1, 1] = 1
    shown = part.cases[0]
    assert shown.case
    board = msgspec.structs.replace(shown.case.board, grid=grid)
    given = msgspec.structs.replace(shown, case=msgspec.structs.replace(shown.case, board=board))
    drawn = answers(SOME, given, [(Link(row.submission.name), one) for row in part.judgements for one in row.runs])
    assert 'class="given"' in drawn.board
    assert "marked-given" in drawn.answers[0].picture


def test_regions_are_drawn_once_below_every_answer() -> None:
    board = msgspec.structs.replace(SOME.cases[0].board, layer=np.arange(36).reshape(6, 6) // 18)
    cases = (msgspec.structs.replace(SOME.cases[0], board=board), *SOME.cases[1:])
    for parted in (True, False):
        chosen = msgspec.structs.replace(SOME, cases=cases, parted=parted)
        row = msgspec.structs.replace(judged(chosen, 0), runs=(run(Verdict.AC),))
        page = case_page_of(ranked([row]))
        assert page.ground.count('class="border"') == parted
        assert 'class="border"' not in page.board
        assert ('class="weight2"' in page.board) != parted
        assert all(('class="borne2"' in answer.picture) != parted for answer in page.answers)
