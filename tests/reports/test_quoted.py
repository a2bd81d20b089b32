"""The line of a submission below its place, in whatever width, and hostile lines."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from judge.model import Excerpt, Finding
from judge.reports.quoted import quoted
from judge.reports.terminal.diagnostic import finding_lines


def test_it_reads_as_rustc_has_it() -> None:
    finding = Finding("E205", "solve raised ValueError", help="look").at(Excerpt("a.py", 12, "    x = f(y)", 9, 13))
    assert finding_lines(finding).plain.splitlines() == [
        "error[E205]: solve raised ValueError",
        "  --> a.py:12:9",
        "   |",
        "12 |     x = f(y)",
        "   |         ^^^^",
        "  = help: look",
    ]


def test_a_whole_line_has_no_caret() -> None:
    assert quoted(Excerpt("a.py", 3, "x = 1"), 80).plain.splitlines() == ["  |", "3 | x = 1"]
    assert quoted(Excerpt("a.py", 3, ""), 80).plain == ""


def test_the_caret_stands_below_wide_characters_and_tabs() -> None:
    _, line, caret = quoted(Excerpt("a.py", 1, "\t漢 = y", 6, 7), 80).plain.splitlines()
    assert cell_len(line[: line.index("y")]) == caret.index("^")
    assert caret.count("^") == 1


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize(("column", "end"), [(1, 2), (150, 160), (150, 400), (399, 401)])
def test_it_fits_and_the_place_is_in_it(width: int, column: int, end: int) -> None:
    text = "".join(chr(ord("a") + k % 26) for k in range(400))
    _, line, caret = quoted(Excerpt("a.py", 1, text, column, end), width).plain.splitlines()
    assert max(len(line), len(caret)) <= width
    at = caret.index("^")
    assert line[at : len(caret)] == text[column - 1 :][: len(caret) - at]


def test_hostile_words_stay_words() -> None:
    lines = quoted(Excerpt("a.py", 1, "\x1b[2J[bold]\u202e x", 1, 5), 80).plain
    assert "\x1b" not in lines
    assert "\u202e" not in lines
    assert "[bold]" in lines
