"""The manual's list of small deviations is what the readers of answers forgive: no more, and no less."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import judge
from judge.model import Answer, Finding
from judge.problems.formats import answer, page
from judge.problems.puzzles import read_answer

MANUAL = Path(judge.__file__).parent / "cli/help/formats.md"
GOOD = b"OK\n010\n000\n002\n"
COLUMNS = b"2 4 1 3\n"
LIST = b"2\n2 4 1 3\n3 1 4 2\n"
# By the manual's words: what deviates, as texts for a puzzle and n.
EXAMPLES: dict[str, list[tuple[str, int, bytes]]] = {
    "a byte order mark": [("lizards", 3, b"\xef\xbb\xbf" + GOOD)],
    "lines end in CRLF": [("lizards", 3, GOOD.replace(b"\n", b"\r\n"))],
    "lines end in CR alone": [("lizards", 3, GOOD.replace(b"\n", b"\r"))],
    "no newline at the end": [("lizards", 3, GOOD[:-1]), ("lizards", 3, b"FAIL"), ("scooters", 3, b"7")],
    "blanks at the end of a line": [("lizards", 3, GOOD.replace(b"\n", b" \t\n", 2)), ("spies", 4, b"2 4 1 3 \n")],
    "blank lines at the end": [("lizards", 3, GOOD + b"\n \n"), ("all-queens", 4, LIST + b"\n")],
    "blank lines below `OK`, or between rows or lists": [
        ("lizards", 3, GOOD.replace(b"OK\n", b"OK\n\n")),
        ("lizards", 3, GOOD.replace(b"\n0", b"\n\n \n0")),
        ("most-queens", 3, GOOD.replace(b"\n0", b"\n\n0")),
        ("all-queens", 4, LIST.replace(b"\n", b"\n\n", 2)),
    ],
    "blanks before a row, or between its digits": [
        ("lizards", 3, GOOD.replace(b"010", b" 010")),
        ("lizards", 3, GOOD.replace(b"010", b"0\t1  0")),
    ],
    "more than one blank between two numbers, or blanks before them": [
        ("spies", 4, b"2  4\t1 3\n"),
        ("all-queens", 4, LIST.replace(b"\n3", b"\n 3")),
    ],
    "a number begins with 0": [("spies", 4, b"02 4 1 3\n"), ("scooters", 3, b"007\n"), ("all-queens", 11, b"02680\n")],
    "`OK`, `FAIL` or a word of a decision in other capitals, such as `ok`": [
        ("lizards", 3, GOOD.replace(b"OK", b"ok")),
        ("lizards", 3, b"Fail\n"),
        ("verify-queens", 3, b"VALID\n"),
    ],
    "text after the board or the numbers": [
        ("lizards", 3, GOOD + b"solved\n"),
        ("spies", 4, COLUMNS + b"solved\n"),
        ("scooters", 3, b"7\npoints\n"),
    ],
    "text after `FAIL`": [("lizards", 3, b"FAIL\n" + GOOD)],
    "blanks or blank lines before the answer": [("lizards", 3, b"\n \n" + GOOD), ("lizards", 3, b" FAIL\n")],
    "`FAIL` for the number 0, of `all-queens` and `list-queens`": [
        ("all-queens", 3, b"FAIL\n"),
        ("list-queens", 3, b"FAIL\n"),
    ],
}


def listed() -> dict[str, str]:
    """The rows of the manual's table: the warning of each deviation."""
    table = MANUAL.read_text(encoding="utf-8").partition("| small deviation |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| (.*?) \| (W\d+) \|$", table, re.MULTILINE))


def test_the_manual_lists_what_is_shown_here_and_each_warning_of_the_readers() -> None:
    assert list(listed()) == list(EXAMPLES)
    sources = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in (answer, page))
    assert set(listed().values()) == set(re.findall(r'"(W\d+)"', sources))


@pytest.mark.parametrize("deviation", EXAMPLES)
def test_each_is_forgiven_with_its_warning_and_refused_by_the_strict(deviation: str) -> None:
    for puzzle, n, data in EXAMPLES[deviation]:
        read = read_answer(data, puzzle, n)
        assert isinstance(read, Answer), (data, read)
        assert [notice.code for notice in read.warnings] == [listed()[deviation]], data
        strict = read_answer(data, puzzle, n, strict=True)
        assert isinstance(strict, Finding)
        assert strict.code == "E119"
