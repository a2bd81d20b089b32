"""The terminal, the pages and the JSON say the same: the numbers of a run, its limit, and the look of a verdict."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from judge.files import as_json
from judge.model import About, Finding, Graded, Judgement, Prepared, Programs, RunRecord, Student, Verdict
from judge.reports import LiveBoard, Overview, Sheet, problem_page, run_report
from judge.scoring import Leaderboard, boards
from judge.store import read_run, run_json
from judge.text import seconds
from tests.make import replace
from tests.reports.graded import feedback, results
from tests.reports.make import HOST, LIMITS, as_text, judged, problem, record
from tests.reports.pages import Page, pages

Said = tuple[RunRecord, dict[str, Any], str, Page]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """A run as it was written and read again, its JSON, the terminal's text and the first page."""
    made, data = read_again(record(7, 30, 3), tmp_path_factory.mktemp("run"))
    return made, data, as_text(run_report(made), 200), Page(pages(made)["index.html"])


def _cells(line: str) -> list[str]:
    return [cell for cell in re.split(r" {2,}", line.strip()) if cell]


def test_each_cell_of_a_leaderboard_is_the_same_on_the_page_and_in_the_terminal(said: Said) -> None:
    made, _, terminal, page = said
    lines = [_cells(line) for line in terminal.splitlines()]
    for number, board in enumerate(made.boards, 1):
        head, *rows = page.rows[f"board-{number}"]
        assert head[:2] == ["#", "submission"]
        assert len(rows) == len(board)
        for row in rows:
            assert [cell for cell in row if cell] in lines


def test_each_cell_of_a_leaderboard_is_the_same_in_a_notebook_and_on_the_web(said: Said) -> None:
    """But for who is named: on the web students have pseudonyms."""
    made, _, _, page = said
    for number, board in enumerate(made.boards, 1):
        rows = tuple(Leaderboard.Row(row.judgement.submission.name, "", row) for row in board)
        ground = Leaderboard.Ground(board[0].judgement.problem.name, "", "")
        web = LiveBoard.of(Leaderboard(board[0].judgement.problem, ground, rows), b"key")
        shown = [_without_name(row) for row in page.rows[f"board-{number}"]]
        notebook = Overview([board], made.clock, made.host).html()
        for text in (notebook, f"<table>{web.head}{web.lines_with_names({})}</table>"):
            [rows_there] = Page(text).rows.values()
            assert [_without_name(row) for row in rows_there] == shown


def _without_name(row: list[str]) -> list[str]:
    return [row[0], *row[2:]]


def test_each_cell_of_a_leaderboard_is_a_number_of_the_json(said: Said) -> None:
    made, data, _, page = said
    boards = {board[0].judgement.problem.name: page.rows[f"board-{at}"][1:] for at, board in enumerate(made.boards, 1)}
    assert sum(map(len, boards.values())) == len(data["submissions"])
    for one in data["submissions"]:
        [row] = [row for row in boards[one["problem"]] if row[1] == one["name"]]
        assert row[0] == f"{'=' if one['tied'] else ''}{one['rank']}"
        runs = one["runs"]
        solved = sum(run["verdict"] == Verdict.AC for run in runs)
        assert row[2].split()[0] == one["verdict"]
        assert row[3] == f"{solved}/{len(data['problems'][one['problem']]['cases'])}"
        assert row[4] == seconds(_par2_s(one, data))
        assert row[5].split(" ±")[0] == (f"{one['ratio']:.2f}x" if one["ratio"] < 100 else f"{one['ratio']:,.0f}x")
        slowest = max(runs, key=lambda run: run["cpu_s"], default=None)
        assert row[6:8] == ([seconds(slowest["cpu_s"]), row[7]] if slowest else ["", ""])
        most = max((run["memory_bytes"] for run in runs), default=0)
        assert row[8] == (f"{most / 2**20:.0f} MiB" if most else "-")


def _par2_s(one: dict[str, Any], data: dict[str, Any]) -> float:
    """Return the sum of the times, a missed case counted as twice the limit."""
    missed_s = 2.0 * data["limits"][one["problem"]]["time_limit"]
    solved_s = [run["cpu_s"] for run in one["runs"] if run["verdict"] == Verdict.AC]
    missed = len(data["problems"][one["problem"]]["cases"]) - len(solved_s)
    return float(sum(solved_s) + missed * missed_s)


def test_each_law_is_the_same_everywhere(said: Said) -> None:
    made, data, terminal, page = said
    lines = [_cells(line) for line in terminal.splitlines()]
    compared = 0
    for number in range(1, len(made.boards) + 1):
        for row in page.rows.get(f"laws-{number}-1", [[]])[1:]:
            name, law, solved_to, reach = row
            assert [name, law, f"{solved_to}, by the law {reach}" if reach else solved_to] in lines
            laws = [
                law for one in data["submissions"] if one["name"] == name for it in one["scaling"] for law in it["laws"]
            ]
            assert law.split(" ±")[0] in [f"n^{one['value']:.{digits}f}" for one in laws for digits in (1, 2)]
            compared += 1
    assert compared > 4


FACTOR = 14.0  # 7 s of 0.5 s
SHEET = Sheet("T")


def made(language: str) -> Judgement:
    """What came of a program in this language; its last case was wrong after 0.4 s."""
    chosen = replace(problem(12), programs=Programs(multipliers={"Python": FACTOR}))
    row = judged(chosen, 0)
    finding = Finding("E106", "two lizards", verdict=Verdict.WA)
    wrong = replace(row.runs[-1], verdict=Verdict.WA, code="E106", finding=finding, cpu_s=0.4)
    prepared = Prepared(language=language, startup_s=0.0)
    return replace(row, prepare=prepared, runs=(*row.runs[:-1], wrong), verdict=Verdict.WA)


def recorded(row: Judgement) -> RunRecord:
    return RunRecord(tuple(map(tuple, boards([row], "cpu", 0.01))), HOST, "cpu", RunRecord.Measuring(0.01), made_s=1e9)


def read_again(made: RunRecord, folder: Path) -> tuple[RunRecord, dict[str, Any]]:
    """A run as a file has it, and the file."""
    file = folder / "run.json"
    file.write_bytes(as_json(run_json(made)))
    return read_run(file).record(), json.loads(file.read_bytes())


def on_a_terminal(row: Judgement) -> str:
    return as_text(Overview(recorded(row).boards, "cpu", HOST), 100)


def graded(row: Judgement) -> Graded:
    return Graded(Student("ada"), judgement=row, verdict=row.verdict, points=1.0)


def gradescope(row: Judgement) -> str:
    return "\n".join(one["output"] for one in results(graded(row), SHEET)["tests"])


@pytest.mark.parametrize(("language", "factor"), [("Python", FACTOR), ("python", FACTOR), ("C", 1.0)])
def test_every_report_goes_by_the_limit_of_the_language(language: str, factor: float, tmp_path: Path) -> None:
    """It says the limit, draws the line there, and counts a missed case as twice of it."""
    limit_s = factor * LIMITS.time_limit
    again, _ = read_again(recorded(made(language)), tmp_path)
    for row in (made(language), again.judgements[0]):
        written = sorted(pages(recorded(row)).items(), reverse=True)
        of_a_run, of_a_problem = (
            next(text for name, text in written if name.startswith(at)) for at in ("1-s01", "1-l")
        )
        of_a_student = feedback(graded(row), SHEET)
        for shown in (on_a_terminal(row), of_a_run, of_a_student, gradescope(row)):
            said = re.findall(r"\b0\.40 s of ([\d.]+) s", re.sub(r"<[^>]*>", "", shown))
            assert said
            assert set(map(float, said)) == {limit_s}
        for shown in (of_a_run, of_a_student):
            assert f"the line is the limit of {limit_s:g} s" in " ".join(Page(shown).text.split())
        assert f"{limit_s:g} s of CPU time and" in of_a_student
        marks = [one["marks"] for one in map(json.loads, re.findall(r'application/json">(.*?)</script>', of_a_problem))]
        assert 1000 * limit_s in [mark["at"] for mark in marks[0]]
        solved_s = math.fsum(run.cpu_s for run in row.runs if run.verdict is Verdict.AC)
        par2_s = solved_s + 2 * limit_s * sum(run.verdict is not Verdict.AC for run in row.runs)
        assert recorded(row).boards[0][0].par2_s == pytest.approx(par2_s)
        assert results(graded(row), SHEET)["leaderboard"][-1]["value"] == pytest.approx(par2_s, abs=1e-3)


def test_what_a_problem_allows_names_the_languages_with_another_limit() -> None:
    multipliers = {"Python": 2.0, "C": 1.0, "Java": 1.5}
    chosen = replace(problem(3), programs=Programs(multipliers=multipliers))
    for one, named in ((chosen, True), (problem(3), False)):
        page = problem_page(one, About("lizards", "", "", ""))
        row = replace(judged(problem(3), 0), problem=one)
        for said in (page, as_text(Overview(recorded(row).boards, "cpu", HOST), 200)):
            assert ("(Java 0.75 s, Python 1 s)" in said) == named
