"""What a student sees of a message: the line of the file with a caret, between the place and the help."""

from __future__ import annotations

from judge.model import Excerpt, Finding
from judge.reports.student_view import details_of

FINDING = Finding("E226", "the name np is not defined", help="import it", note="a note")


def test_the_line_stands_below_its_place() -> None:
    lines = details_of(FINDING.at(Excerpt("mine.py", 3, "    x = np.zeros(4)", 9, 11)), "note: ", "help: ")
    assert "\n".join(lines).split("\n") == [
        "mine.py:3:9",
        "  |",
        "3 |     x = np.zeros(4)",
        "  |         ^^",
        "note: a note",
        "help: import it",
    ]


def test_without_a_place_there_is_no_line() -> None:
    assert details_of(FINDING) == ["a note", "import it"]
