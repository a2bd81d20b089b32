"""The gradebook for Canvas, column by column."""

from __future__ import annotations

import csv
import io

from judge.reports.export.canvas import CANVAS, canvas_gradebook
from tests.reports.export.graded import everybody


def test_canvas_s_importer_finds_its_columns() -> None:
    """As lib/gradebook_importer.rb looks for them."""
    text = canvas_gradebook(everybody(), "Homework 1 (1234)", "Canvas")
    head, possible, first, *_ = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head == [*CANVAS, "Homework 1 (1234)"]
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert (head[2], head[3]) == ("SIS User ID", "SIS Login ID")
    assert "Section" in head[4]
    assert "Points Possible" in possible[0]
    assert float(possible[5]) == 50
    assert first == ["李小龍", "1", "U1", "login1", "A", "50"]
