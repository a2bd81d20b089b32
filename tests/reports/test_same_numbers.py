"""The terminal, the pages and the JSON say the same: the numbers of a run, its limit, and the look of a verdict."""

from __future__ import annotations

import colorsys
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

import judge
from judge.model import Finding, Graded, Judgement, Measuring, Prepared, Programs, RunRecord, Student, Verdict
from judge.reports import Sheet, run_json, run_report, seconds
from judge.reports.export.atomic import as_json
from judge.reports.export.gradescope import results_json
from judge.reports.notebook import badge
from judge.reports.page import marks as bars
from judge.reports.page.marks import mark
from judge.reports.page.student import student_html, student_page
from judge.reports.page.submission import submission_page
from judge.reports.palette import LOOKS, style_of
from judge.reports.plots.kinds import limit_marks
from judge.reports.site import case, contest
from judge.reports.site.contents import contents_of
from judge.reports.site.write import assets, submission_pages
from judge.reports.terminal import contest as terminal_contest
from judge.reports.terminal.letters import LETTERS, marked, unready
from judge.reports.terminal.problem import groups
from judge.reports.units import mebibytes, ratio
from judge.reports.views.leaderboard import facts
from judge.scoring import boards
from judge.store import read_run
from tests.problems.told import hold
from tests.reports.make import HOST, LIMITS, TOLD, as_text, judged, problem, record
from tests.reports.pages import Page

Said = tuple[RunRecord, dict[str, Any], str, Page]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """A run as it was written and read again, its JSON, the terminal's text and the first page."""
    file = tmp_path_factory.mktemp("run") / "run.json"
    file.write_bytes(as_json(run_json(record(7, 30, 3))))
    made = read_run(Path(file)).record()
    console = Console(width=200, record=True, file=(file.parent / "terminal.txt").open("w"), color_system=None)
    console.print(run_report(made, 200))
    page = dict(contest.pages(contents_of(made)))["index.html"]
    return made, json.loads(file.read_bytes()), console.export_text(), Page(page)


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
        assert row[5].split(" ±")[0] == ratio(one["ratio"])
        slowest = max(runs, key=lambda run: run["cpu_s"], default=None)
        assert row[6:8] == ([seconds(slowest["cpu_s"]), row[7]] if slowest else ["", ""])
        assert row[8] == mebibytes(max((run["memory_bytes"] for run in runs), default=0))


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


def test_what_was_expected_is_the_same_sentence(said: Said) -> None:
    _, data, terminal, page = said
    shown, printed = (" ".join(text.split()) for text in (page.text, terminal))
    sentence = re.search(r"\d+ submissions: (\d+) as expected, (\d+) not", shown)
    assert sentence
    assert sentence[0] in printed
    assert int(sentence[1]) + int(sentence[2]) == len(data["submissions"])
    assert sentence[0].startswith(f"{len(data['submissions'])} ")
    for line in terminal.splitlines():
        if re.match(r"noise of this machine", line):
            assert line.strip() in page.text


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
    return read_run(file).record().boards[0][0].judgement


def on_a_terminal(row: Judgement) -> str:
    return "".join(as_text(part, 100) for part in terminal_contest.diagnostics(row, 100))


def page_of_a_run(row: Judgement) -> str:
    return dict(submission_pages(contents_of(recorded(row)))).popitem()[1]


def feedback(row: Judgement) -> str:
    return student_html(Graded(STUDENT, judgement=row, verdict=row.verdict), SHEET)


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
        page = student_page(Graded(STUDENT, judgement=row), SHEET)
        assert dict(page.facts)["limits"].startswith(f"{limit_s:g} s of CPU time")
        for one in (submission_page(part.standings[0], "cpu", part.anchors), page):
            assert one.limit == f"{limit_s:g} s"
            assert one.cases[11].dots == bars.strip([one.cpu_s for one in row.runs[11].samples], limit_s)
    assert case.case_page(part, 11, "cpu").rows[0].bar == bars.bar(0.4, limit_s)


@LANGUAGES
def test_a_missed_case_costs_twice_the_limit_of_the_language(language: str, factor: float, tmp_path: Path) -> None:
    for row in (made(language), read_again(made(language), tmp_path)):
        solved_s = math.fsum(run.cpu_s for run in row.runs if run.verdict is Verdict.AC)
        missed = sum(run.verdict is not Verdict.AC for run in row.runs)
        par2_s = solved_s + 2 * missed * factor * LIMITS.time_limit
        assert recorded(row).boards[0][0].par2_s == pytest.approx(par2_s)
        board = results_json(Graded(STUDENT, judgement=row, points=1.0), SHEET)["leaderboard"]
        assert board[-1]["value"] == pytest.approx(par2_s, abs=1e-3)


def test_what_a_problem_allows_names_the_languages_with_another_limit() -> None:
    multipliers = {"Python": 2.0, "C": 1.0, "Java": 1.5}
    chosen = msgspec.structs.replace(problem(3), programs=Programs(multipliers=multipliers))
    for said in (facts, groups):
        assert "(Java 0.75 s, Python 1 s)" in said(chosen)
        assert "(" not in said(problem(3))


ROOT = Path(judge.__file__).parent
FOREIGN = {"chart.js", "htmx.js", "htmx-sse.js"}
SHOWING = [
    path
    for folder in ("reports", "web", "cli", "api")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".css", ".html", ".js", ".svg") and path.name not in (*FOREIGN, "palette.py")
]
HUES = {"red": 0, "yellow": 60, "green": 120, "cyan": 180, "blue": 240, "magenta": 300}


def looks() -> Iterator[str]:
    """Yield how each verdict looks: its mark, its shape and colours on the pages of a run, its letter and its badge."""
    css = dict(assets())["assets/report.css"].decode()
    for verdict in Verdict:
        yield f"{verdict}: {mark(verdict)}"
        yield from re.findall(rf"\.{verdict} b{{[^}}]*}}|--{verdict}:[^;}}]*", css)
        letter, unmade = marked("a", {"secret": [(LETTERS[verdict], verdict)]}), unready("a", verdict, "")
        yield f"{letter.plain}: {letter.spans}; {unmade.plain}: {unmade.spans}; {badge(verdict)}"


def test_each_look_is_as_it_is_kept() -> None:
    hold(TOLD / "looks.txt", looks())


def test_no_other_file_holds_the_colour_of_a_verdict() -> None:
    assert len(SHOWING) > 200
    colours = re.compile("|".join(colour for look in LOOKS.values() for colour in look.colours), re.IGNORECASE)
    assert [path for path in SHOWING if colours.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("verdict", Verdict)
def test_a_terminal_has_the_hue_of_the_page(verdict: Verdict) -> None:
    red, green, blue = (int(LOOKS[verdict].light[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if saturation > 0.2:  # the others are grey on a page, which no terminal shows on every ground
        apart = abs(360 * hue - HUES[LOOKS[verdict].style.split()[-1]])
        assert min(apart, 360 - apart) <= 40


def test_letters_and_shapes_tell_verdicts_apart_without_a_colour() -> None:
    assert set(LOOKS) == set(Verdict)
    assert len({look.letter for look in LOOKS.values()}) == len(LOOKS)
    round_ = [verdict for verdict, look in LOOKS.items() if not look.corners]
    assert round_ == [Verdict.AC, Verdict.JE]  # a disc with a check, and a dashed ring
    assert len({look.corners for look in LOOKS.values()}) == len(LOOKS) - 1


def test_a_word_that_is_no_verdict_is_bold() -> None:
    assert (style_of("TLE"), style_of("error"), style_of("")) == (LOOKS[Verdict.TLE].style, "bold", "bold")
