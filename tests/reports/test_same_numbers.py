"""The terminal, the pages and the JSON of a run say the same: each is read as its reader reads it, and compared."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from judge.model import Verdict
from judge.model.run_record import RunRecord
from judge.reports.export.atomic import as_json
from judge.reports.export.run_json import run_json
from judge.reports.site import contest
from judge.reports.site.contents import contents_of
from judge.reports.terminal.whole_run import run_report
from judge.reports.units import mebibytes, ratio, seconds
from judge.store.saved import read_record
from tests.reports.runs import record

Said = tuple[RunRecord, dict[str, Any], str, "_Tables"]


class _Tables(HTMLParser):
    """The rows of each table by its id, as texts, and all other text; what no screen reader says is left out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows = dict[str, list[list[str]]]()
        self.text = ""
        self._table = ""
        self._unsaid = False
        self.feed(page)
        self.rows = {
            name: [[" ".join(cell.split()) for cell in row] for row in rows] for name, rows in self.rows.items()
        }

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = dict(attrs)
        self._unsaid = tag in ("script", "style") or "aria-hidden" in words
        if tag == "table":
            self._table = words["id"] or ""
            self.rows[self._table] = []
        elif tag == "tr":
            self.rows[self._table].append([])
        elif tag in ("td", "th"):
            self.rows[self._table][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._unsaid = False
        self._table = "" if tag == "table" else self._table

    def handle_data(self, data: str) -> None:
        if self._unsaid:
            return
        if self._table and self.rows[self._table] and self.rows[self._table][-1]:
            self.rows[self._table][-1][-1] += data
        self.text += data


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """A run as it was written and read again, its JSON, the terminal's text and the first page."""
    file = tmp_path_factory.mktemp("run") / "run.json"
    file.write_bytes(as_json(run_json(record(7, 30, 3))))
    made = read_record(Path(file))
    console = Console(width=200, record=True, file=(file.parent / "terminal.txt").open("w"), color_system=None)
    console.print(run_report(made, 200))
    page = dict(contest.pages(contents_of(made)))["index.html"]
    return made, json.loads(file.read_bytes()), console.export_text(), _Tables(page)


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
