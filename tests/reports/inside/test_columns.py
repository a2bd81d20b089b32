"""A column of a leaderboard is declared once, and shows everywhere."""

from __future__ import annotations

import pytest

from judge.reports import LiveBoard, Overview
from judge.reports.views import leaderboard as views
from judge.scoring import Leaderboard
from tests.reports import make
from tests.reports.pages import pages


def test_a_new_column_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = views.Column("lost", "lost to others", "right", 5, lambda _: "17 ms", lambda _: 0.017)
    monkeypatch.setattr(views, "COLUMNS", (*views.COLUMNS, lost))
    record = make.record(4, 9)
    board = record.boards[0]
    rows = tuple(Leaderboard.Row(one.judgement.submission.name, "", one) for one in board)
    web = LiveBoard.of(Leaderboard(board[0].judgement.problem, Leaderboard.Ground("lizards", "", ""), rows), b"key")
    printed = Overview([board], record.clock, record.host)
    texts = (
        make.as_text(printed, 250),
        printed.html(),
        pages(record)["index.html"],
        web.head + web.lines_for("champion"),
    )
    for text in texts:
        assert "lost to others" in text
        assert text.count("17 ms") >= len(board)
