"""A column of a leaderboard is one line of a table, which all that show a leaderboard follow."""

from __future__ import annotations

import pytest

from judge.reports import BoardsReport, LiveBoard, Overview, run_report
from judge.reports.blocks import Column
from judge.reports.views import leaderboard
from judge.scoring import Leaderboard
from tests.reports.make import alone, as_text, record
from tests.reports.pages import pages, said_on


def shown() -> tuple[dict[str, str], object]:
    """A leaderboard of four wherever it is shown, a submission of it by itself, and its document."""
    made = alone(record(3, 6))
    [rows] = made.boards
    board = Leaderboard(
        rows[0].judgement.problem,
        Leaderboard.Ground("lizards", "", ""),
        tuple(Leaderboard.Row(f"student {at}", "", row) for at, row in enumerate(rows)),
    )
    web, site = LiveBoard.of(board, b"key"), pages(made)
    texts = {
        "a terminal": as_text(run_report(made), 300),
        "a page": site["index.html"],
        "a notebook": Overview([rows], made.clock, made.host).html(),
        "the web": web.head + web.lines_with_names({}),
        "a submission": said_on(site["1-s01-champion.html"]),
    }
    return texts, BoardsReport([board]).document()


def test_a_column_is_added_by_one_line_and_is_shown_everywhere_but_in_documents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, before = shown()
    added: Column[leaderboard.Entrant] = Column("left", "to go", "right", value=lambda one: f"all {one.cases}")
    monkeypatch.setattr(leaderboard, "COLUMNS", (*leaderboard.COLUMNS, added))
    texts, after = shown()
    assert "to go | all 6" in texts.pop("a submission")
    for name, text in texts.items():
        assert (text.count("to go"), text.count("all 6")) == (1, 4), name
    assert after == before
