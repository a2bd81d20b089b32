"""`output.txt`: what is read, what is forgiven, and what is refused where. No rule of any puzzle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import judge
from judge.errors import codes
from judge.model import Answer, Finding
from judge.problems import puzzle_named, puzzle_names
from tests.oracle import QUEENS
from tests.problems.make import heard

BOM = b"\xef\xbb\xbf"
GOOD = b"OK\n010\n000\n002\n"
BOARD = [[0, 1, 0], [0, 0, 0], [0, 0, 2]]
PUZZLES = [name for name in puzzle_names() if puzzle_named(name).goal.shows or puzzle_named(name).goal.listed]

# what the file holds, the code, and the place that is named; first the puzzle and n, unless they are lizards and 3
REFUSED: dict[str, tuple[Any, ...]] = {
    "empty": (b"", "E101", "output.txt"),
    "blank": (b" \r\n\n\t", "E101", "output.txt"),
    "byte order mark only": (BOM, "E101", "output.txt"),
    "no OK": (b"010\n000\n002\n", "E102", "output.txt line 1, column 1"),
    "prose": (b"\n  Solution:\nOK\n", "E102", "output.txt line 2, column 3"),
    "escape sequence": (b"\x1b[31mOK\n010\n", "E102", "output.txt line 1, column 1"),
    "OK and the first row on one line": (b"OK 010\n000\n002\n", "E102", "output.txt line 1, column 4"),
    "OK and all rows on one line": (b"ok010000002", "E102", "output.txt line 1, column 3"),
    "FAIL with a reason": (b"FAIL: none\n", "E102", "output.txt line 1, column 5"),
    "column numbers": (b"1 3 2\n", "E102", "output.txt line 1, column 1"),
    "only OK": (b"OK", "E103", "output.txt line 2"),
    "only OK and blank lines": (b"OK\n\n \n", "E103", "output.txt line 2"),
    "OK twice": (b"OK\nok \n010\n000\n002\n", "E103", "output.txt line 2"),
    "OK and FAIL": (b"OK\nFAIL\n", "E103", "output.txt line 2"),
    "a longer word": (b"OKAY\n010\n000\n002\n", "E102", "output.txt line 1, column 1"),
    "a cut last row": (b"OK\n010\n000\n00", "E105", "output.txt line 4, column 3"),
    "a row missing": (b"OK\n010\n000\n", "E104", "output.txt line 4"),
    "a row missing, blank lines": (b"OK\r\n010\r\n000\r\n\r\n\r\n", "E104", "output.txt line 4"),
    "short row": (b"OK\n010\n00\n002\n", "E105", "output.txt line 3, column 3"),
    "long row": (b"OK\n010\n0000\n002\n", "E105", "output.txt line 3, column 4"),
    "short row below blank lines": (b"OK\n\n010\n\n00\n002\n", "E105", "output.txt line 5, column 3"),
    "row missing below blank lines": (b"OK\n\n010\n\n000\n\n", "E104", "output.txt line 6"),
    "long row with blanks": (b"OK\n0 1 0\n0 0 0  0\n0 0 2\n", "E105", "output.txt line 3, column 8"),
    "long last row, not ended": (b"OK\n010\n000\n0020", "E105", "output.txt line 4, column 4"),
    "a smaller board": (b"OK\n01\n00\n", "E105", "output.txt line 2, column 3"),
    "a larger board": (b"OK\n0100\n0000\n0002\n0000\n", "E105", "output.txt line 2, column 4"),
    "one row of all cells": (b"OK\n010000002\n", "E105", "output.txt line 2, column 4"),
    "a letter": (b"OK\n0L0\n000\n002\n", "E111", "output.txt line 2, column 2"),
    "a 3": (b"OK\n010\n003\n002\n", "E111", "output.txt line 3, column 3"),
    "brackets": (b"OK\n[0 1 0]\n[0 0 0]\n[0 0 2]\n", "E111", "output.txt line 2, column 1"),
    "commas": (b"OK\n0,1,0\n0,0,0\n0,0,2\n", "E111", "output.txt line 2, column 2"),
    "a wide character": ("OK\n010\n0\u20ac0\n002\n".encode(), "E111", "output.txt line 3, column 2"),
    "NUL in a row": (b"OK\n010\n000\n00\0\n", "E111", "output.txt line 4, column 3"),
    "NUL bytes only": (bytes(20), "E111", "output.txt line 1, column 1"),
    "UTF-16": ("OK\n010\n".encode("utf-16"), "E111", "output.txt line 1, column 1"),
    "UTF-16 without a mark": ("OK\n010\n".encode("utf-16-le"), "E111", "output.txt line 1, column 2"),
    "megabytes of digits": (b"0" * 3_000_000, "E112", "output.txt line 1"),
    "OK and megabytes of digits": (b"OK\n" + b"0" * 3_000_000, "E112", "output.txt line 2"),
    "a row and megabytes of digits": (b"OK\n000\n" + b"0" * 3_000_000, "E112", "output.txt line 3"),
    "too few numbers": ("spies", 4, b"1 3 2\n", "E114", "output.txt line 1"),
    "too many numbers": ("spies", 4, b"1 3 2 4 1\n", "E114", "output.txt line 1"),
    "another n": ("spies", 4, b"5\n1 3 2 4\n", "E114", "output.txt line 1"),
    "n only": ("spies", 4, b"4\n", "E114", "output.txt line 2"),
    "one a line": ("spies", 4, b"4\n1\n3\n2\n4\n", "E114", "output.txt line 2"),
    "counted from 0": ("spies", 4, b"4\n1 3 0 2\n", "E115", "output.txt line 2, column 5"),
    "beyond the board": ("spies", 4, b"1  3 12 4\n", "E115", "output.txt line 1, column 6"),
    "very long": ("spies", 4, b"1 2 3 " + b"9" * 6000, "E115", "output.txt line 1, column 7"),
    "commas between numbers": ("spies", 4, b"1, 3, 2, 4\n", "E111", "output.txt line 1, column 2"),
    "negative": ("spies", 4, b"1 3 -2 4\n", "E111", "output.txt line 1, column 5"),
    "rows without OK": ("spies", 4, b"0100\n0001\n1000\n0010\n", "E102", "output.txt line 1, column 1"),
    "word": ("spies", 4, b"none\n", "E102", "output.txt line 1, column 1"),
    "no number": ("all-queens", 4, b"OK\n2\n", "E102", "output.txt line 1, column 1"),
    "list without a number": ("all-queens", 4, b"2 4 1 3\n", "E102", "output.txt line 1, column 1"),
    "negative number": ("all-queens", 12, b"-2\n", "E102", "output.txt line 1, column 1"),
    "endless number": ("all-queens", 12, b"9" * 6000, "E102", "output.txt line 1, column 1"),
    "short arrangement": ("all-queens", 4, b"2\n2 4 1 3\n3 1 4\n", "E114", "output.txt line 3"),
    "short row of a list with a blank line": ("all-queens", 4, b"2\n\n2 4 1 3\n\n3 1\n", "E114", "output.txt line 5"),
    "column 0": ("all-queens", 4, b"2\n1 3 0 2\n", "E115", "output.txt line 2, column 5"),
    "brackets in a list": ("all-queens", 4, b"2\n[2, 4, 1, 3]\n", "E111", "output.txt line 2, column 1"),
    "a negative result": ("scooters", 4, b"-1\n", "E102", "output.txt line 1, column 1"),
    "two results": ("scooters", 4, b"4 2\n", "E102", "output.txt line 1, column 1"),
    "a fraction": ("scooters", 4, b"4.0\n", "E102", "output.txt line 1, column 1"),
    "a very long result": ("scooters", 4, b"9" * 41, "E102", "output.txt line 1, column 1"),
    "no result": ("scooters", 4, b"", "E101", "output.txt"),
    "another word": ("verify-queens", 4, b"yes\n", "E102", "output.txt line 1, column 1"),
    "no word": ("verify-queens", 4, b"\xff\n", "E102", "output.txt line 1, column 1"),
    "both words": ("verify-queens", 4, b"valid invalid\n", "E102", "output.txt line 1, column 1"),
    "a 4": ("most-rooks", (2, 3), b"OK\n014\n300\n", "E111", "output.txt line 2, column 3"),
}

COLUMNS, LIST = b"2 4 1 3\n", b"2\n2 4 1 3\n3 1 4 2\n"
# by the manual's words: what is forgiven, and the line where it occurs first; as above
FORGIVEN: dict[str, list[tuple[Any, ...]]] = {
    "a byte order mark": [(BOM + GOOD, 1)],
    "lines end in CRLF": [(GOOD.replace(b"\n", b"\r\n"), 1)],
    "lines end in CR alone": [(GOOD.replace(b"\n", b"\r"), 1), (b"OK\n010\r000\n002\r", 2)],
    "no newline at the end": [(GOOD[:-1], 4), (b"FAIL", 1), ("scooters", 3, b"7", 1)],
    "blanks at the end of a line": [
        (b"OK \t\n010\n000\n002\n", 1),
        (b"OK\n010\n000 \n002 \n", 3),
        ("spies", 4, b"2 4 1 3 \n", 1),
    ],
    "blank lines at the end": [(GOOD + b"\n \n", 5), ("all-queens", 4, LIST + b"\n", 4)],
    "blank lines below `OK`, or between rows or lists": [
        (b"OK\n\n010\n \t\n\n000\n002\n\n", 2),
        (b"OK\n010\n\n000\n002\n", 3),
        ("most-queens", 3, GOOD.replace(b"\n0", b"\n\n0"), 2),
        ("all-queens", 4, LIST.replace(b"\n", b"\n\n", 2), 2),
    ],
    "blanks before a row, or between its digits": [
        (b"OK\n0 1 0\n0\t0  0\n 0 0 2\n", 2),
        (GOOD.replace(b"010", b" 010"), 2),
    ],
    "more than one blank between two numbers, or blanks before them": [
        ("spies", 4, b"2  4\t1 3\n", 1),
        ("all-queens", 4, LIST.replace(b"\n3", b"\n 3"), 3),
        ("all-queens", 4, LIST.replace(b" ", b"\t", 1), 2),
    ],
    "a number begins with 0": [
        ("spies", 5, b"01 03 00005 2 4\n", 1),
        ("spies", 4, b"04\n2 4 1 3\n", 1),
        ("scooters", 3, b"007\n", 1),
        ("all-queens", 11, b"02680\n", 1),
        ("all-queens", 5, b"010\n1 3 5 2 4\n", 1),
    ],
    "`OK`, `FAIL` or a word of a decision in other capitals, such as `ok`": [
        (b"ok\n010\n000\n002\n", 1),
        (b"Fail\n", 1),
        ("verify-queens", 3, b"VALID\n", 1),
    ],
    "text after the board or the numbers": [
        (GOOD + b"\n3 lizards in 0.1 s\n", 6),
        (GOOD + b"OK\n111\n111\n111\n", 5),  # another answer
        (GOOD + b"000\n", 5),
        (GOOD + b"0" * 3_000_000, 5),
        ("spies", 4, COLUMNS + b"solved\n", 2),
        ("scooters", 3, b"7\npoints\n", 2),
        ("verify-queens", 3, b"invalid\nas two attack\n", 2),
    ],
    "text after `FAIL`": [(b"FAIL\n" + GOOD, 2), (b"FAIL\n" + b"0" * 3_000_000, 2), ("scooters", 3, b"FAIL\nwhy\n", 2)],
    "blanks or blank lines before the answer": [
        (b"\n  OK\n010\n000\n002\n", 1),
        (b" FAIL\n", 1),
        ("scooters", 3, b"\n42\n", 1),
    ],
    "`FAIL` for the number 0, of `all-queens` and `list-queens`": [
        ("all-queens", 3, b"FAIL\n", 1),
        ("list-queens", 3, b"FAIL\n", 1),
    ],
}


def facts(answer: Answer | Finding) -> tuple[object, ...]:
    """All of an answer that can be compared, but for the warnings and the line."""
    assert isinstance(answer, Answer), answer
    arrays = [None if a is None else (a.dtype, a.shape, a.tolist()) for a in (answer.board, answer.columns)]
    return answer.fail, answer.count, *arrays


def warnings(answer: Answer | Finding) -> dict[str, int]:
    assert isinstance(answer, Answer), answer
    return {notice.code: notice.line for notice in answer.warnings}


def assert_refused(finding: Answer | Finding, code: str, where: str) -> None:
    assert isinstance(finding, Finding)
    assert (finding.code, finding.where) == (code, where)
    assert finding.message.isprintable()
    assert finding.help
    assert code in codes()


def whole(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with its puzzle and the shape of the board."""
    puzzle, n, *rest = row if isinstance(row[0], str) else ("lizards", 3, *row)
    return puzzle, shaped(n), *rest


def shaped(n: Any) -> tuple[int, int]:
    return n if isinstance(n, tuple) else (n, n)


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED.keys())
def test_a_fault_is_named_with_its_place_and_its_repair(row: tuple[Any, ...]) -> None:
    puzzle, shape, data, code, where = whole(row)
    assert_refused(heard(data, puzzle, shape), code, where)


def in_the_manual() -> dict[str, str]:
    """The rows of its table: the warning of each deviation."""
    manual = (Path(judge.__file__).parent / "cli/help/formats.md").read_text(encoding="utf-8")
    table = manual.partition("| small deviation |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| (.*?) \| (W\d+) \|$", table, re.MULTILINE))


def test_the_manual_lists_what_is_forgiven_here() -> None:
    assert list(in_the_manual()) == list(FORGIVEN)


@pytest.mark.parametrize("deviation", FORGIVEN)
def test_a_blemish_is_forgiven_by_name_and_refused_by_the_strict(deviation: str) -> None:
    for puzzle, shape, data, line in map(whole, FORGIVEN[deviation]):
        read = heard(data, puzzle, shape)
        assert warnings(read) == {in_the_manual()[deviation]: line}, data
        if puzzle == "lizards":
            fail = b"FAIL" in data.upper()
            assert facts(read) == facts(Answer(fail=True) if fail else Answer(board=np.array(BOARD, np.int8)))
        assert_refused(heard(data, puzzle, shape, strict=True), "E119", f"output.txt line {line}")


@pytest.mark.parametrize(
    ("data", "notices"),
    [
        (GOOD + bytes(9), {"W104": 5, "W109": 5}),
        (BOM + b"Ok \r\n010\r\n000\r\n002", {"W101": 1, "W102": 1, "W104": 4, "W105": 1, "W108": 1}),
        (b"fail\n\n", {"W106": 2, "W108": 1}),
        (b"FAIL\r\n\0\xff\n", {"W102": 1, "W110": 2}),
    ],
)
def test_several_blemishes_are_named_each(data: bytes, notices: dict[str, int]) -> None:
    assert warnings(heard(data, "lizards", (3, 3))) == notices
    assert_refused(heard(data, "lizards", (3, 3), strict=True), "E119", f"output.txt line {min(notices.values())}")


def columns(*rows: list[int], n: int = 4) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(rows, np.int64).reshape(-1, n)


@pytest.mark.parametrize(
    ("puzzle", "n", "data", "said", "first_line"),
    [
        ("spies", 3, b"1 3 2\n", Answer(columns=columns([0, 2, 1], n=3)), 1),
        ("spies", 3, b"3\n1 3 2\n", Answer(columns=columns([0, 2, 1], n=3)), 2),
        ("spies", 3, b"\n1  3 2\nbye\n", Answer(columns=columns([0, 2, 1], n=3)), 2),
        ("spies", 3, b"03 \n 1 3 2", Answer(columns=columns([0, 2, 1], n=3)), 2),
        ("all-queens", 4, LIST, Answer(count=2, columns=columns([1, 3, 0, 2], [2, 0, 3, 1])), 2),
        ("all-queens", 4, b"3\n2 4 1 3\n", Answer(count=3, columns=columns([1, 3, 0, 2])), 2),
        ("all-queens", 4, b"1\n2 4 1 3\n3 1 4 2\n", Answer(count=1, columns=columns([1, 3, 0, 2])), 2),
        ("all-queens", 4, b"1\n2 2  2 2", Answer(count=1, columns=columns([1, 1, 1, 1])), 2),
        ("all-queens", 4, b"2\n", Answer(count=2, columns=columns()), 0),
        ("all-queens", 3, b"0\n1 2 3\n", Answer(count=0, columns=columns(n=3)), 0),
        ("all-queens", 3, b"FAIL\n", Answer(count=0, columns=columns(n=3)), 0),
        ("all-queens", 12, b"14200\n1 2 3\n", Answer(count=14200), 1),
        ("all-queens", 12, b"FAIL\n", Answer(count=0), 0),
        ("all-queens", 27, b"234907967154122528\n", Answer(count=234907967154122528), 1),
        ("scooters", 4, b"\n42\n", Answer(count=42), 2),
        ("scooters", 4, b"fail\n", Answer(fail=True), 1),
        ("verify-queens", 4, b"Valid\n", Answer(count=1), 1),
        ("verify-queens", 4, b"invalid\n", Answer(count=0), 1),
        ("most-rooks", (2, 3), b"OK\n013\n300\n", Answer(board=np.array([[0, 1, 3], [3, 0, 0]], np.int8)), 2),
    ],
)
def test_what_is_said(puzzle: str, n: Any, data: bytes, said: Answer, first_line: int) -> None:
    answer = heard(data, puzzle, shaped(n))
    assert isinstance(answer, Answer)
    assert (facts(answer), answer.first_line) == (facts(said), first_line)


@pytest.mark.parametrize("data", [b"OK\n2 4 1 3\n", b"OK\n1 2 3 4", b"OK\n\n2 1 4 3\n"])
def test_column_numbers_below_ok_are_told_to_stand_alone(data: bytes) -> None:
    for puzzle, alone in (("spies", True), ("queens", False)):
        finding = heard(data, puzzle, (4, 4))
        assert isinstance(finding, Finding)
        assert ("without OK" in finding.help) == alone


@pytest.mark.parametrize(("n", "row"), [(1, b"1\n"), (4, b"2 4 1 3\n")])
def test_a_list_is_read_up_to_one_row_more_than_there_can_be(n: int, row: bytes) -> None:
    read = heard(b"9" * 39 + b"\n" + row * 100_000, "all-queens", (n, n))
    assert isinstance(read, Answer)
    assert read.columns is not None
    assert len(read.columns) == QUEENS[10] + 1
    assert [notice.code for notice in read.warnings] == ["W109"]


@pytest.mark.parametrize(
    ("puzzle", "data", "lines"),
    [
        ("queens", b"OK\n0100\n0001\n1000\n0010\n", [2, 3, 4, 5]),
        ("queens", b"OK\n\n0100\n0001\n1000\n0010\n", [3, 4, 5, 6]),
        ("queens", b"OK\n0100\n\n0001\n\n\n1000\n0010\n", [2, 4, 7, 8]),
        ("all-queens", b"2\n\n2 4 1 3\n\n3 1 4 2\n", [3, 5]),
    ],
)
def test_the_line_of_each_row_is_known(puzzle: str, data: bytes, lines: list[int]) -> None:
    read = heard(data, puzzle, (4, 4))
    assert isinstance(read, Answer)
    assert [read.line_of(row) for row in range(len(lines))] == lines


def test_half_a_crlf_at_the_end_of_the_part_that_is_looked_at_is_no_lone_cr() -> None:
    seen = 3 * (3 + 4) ** 2 + (1 << 20)
    data = GOOD.replace(b"\n", b"\r\n")
    data += b"x" * (seen - 1 - len(data)) + b"\r\nmore"
    assert data[seen - 1 : seen + 1] == b"\r\n"
    assert warnings(heard(data, "lizards", (3, 3))) == {"W102": 1, "W109": 5}


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, Any, Answer]:
    """A puzzle, the size, and an answer of a form that this puzzle takes."""
    puzzle: str = draw(st.sampled_from(PUZZLES))
    n = draw(st.integers(1, 12))
    column = st.integers(0, n - 1)
    if puzzle_named(puzzle).goal.listed:
        if n > 10:
            return puzzle, n, Answer(count=draw(st.integers(0, 10**30)))
        listed = draw(st.lists(st.lists(column, min_size=n, max_size=n), max_size=4))
        return puzzle, n, Answer(count=len(listed), columns=np.array(listed, np.int64).reshape(-1, n))
    kind = draw(st.sampled_from(["fail", "board", "columns"] if puzzle == "spies" else ["fail", "board"]))
    if kind == "fail":
        return puzzle, n, Answer(fail=True)
    if kind == "columns":
        return puzzle, n, Answer(columns=np.array([draw(st.lists(column, min_size=n, max_size=n))], np.int64))
    shape = n, draw(st.integers(1, 12))
    cells = np.frombuffer(draw(st.binary(min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])), np.uint8) % 3
    return puzzle, shape, Answer(board=cells.reshape(shape).astype(np.int8))


@given(answers())
@settings(max_examples=120, deadline=None)
def test_what_is_written_is_read_by_the_strict(given_answer: tuple[str, Any, Answer]) -> None:
    puzzle, n, answer = given_answer
    again = heard(puzzle_named(puzzle).answers.write(answer), puzzle, shaped(n), strict=True)
    assert facts(again) == facts(answer)
    assert warnings(again) == {}


def test_an_array_is_a_board_or_a_list_by_its_puzzle() -> None:
    table = np.array([[1, 0], [-128, 127]], np.int8)
    form = {name: puzzle_named(name).answers for name in puzzle_names()}
    for name in ("queens", "lizards", "spies"):
        assert form[name].take(table).board is table
        assert form[name].shape((3, 7)) == (3, 7)  # type: ignore[misc]  # it is there
    assert facts(form["all-queens"].take(table)) == facts(Answer(columns=table.astype(np.int64)))
    assert form["all-queens"].shape((7, 7)) == (None, 7)  # type: ignore[misc]
    assert form["scooters"].take(table).board is table
    word = form["verify-queens"]
    assert [word.write(Answer(count=count)) for count in (1, 0)] == [b"valid\n", b"invalid\n"]
    assert [word.take(np.asarray(value)).count for value in (True, False, 1)] == [1, 0, 1]
    assert word.take(table).count is None


def test_a_large_board_is_read_without_a_look_at_each_cell() -> None:
    n = 3000
    board = np.zeros((n, n), np.int8)
    board[::7, ::5], board[3::9, 1::4] = 2, 1
    data = puzzle_named("lizards").answers.write(Answer(board=board))
    for text in (data, data.replace(b"\n", b" \r\n"), data.replace(b"0", b"0 ")):
        answer = heard(text, "lizards", (n, n))
        assert isinstance(answer, Answer)
        assert answer.board is not None
        assert (answer.board == board).all()
