"""`output.txt`: what is read, what is forgiven, and what is refused where. No rule of any puzzle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import codes
from judge.model import Answer, Finding
from judge.problems.formats.answer import LISTED_N, write_answer
from judge.problems.puzzles import named, names, read_answer
from judge.problems.row.answers import QUEENS

BOM = b"\xef\xbb\xbf"
GOOD = b"OK\n010\n000\n002\n"
BOARD = [[0, 1, 0], [0, 0, 0], [0, 0, 2]]
PUZZLES = [name for name in names() if named(name).goal.shows or named(name).goal.listed]  # of boards or lists

# what the file holds, the code, and the place that is named; n is 3
REFUSED = {
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
}

# what is forgiven, and the line where each thing occurs first; n is 3
FORGIVEN = {
    "byte order mark": (BOM + GOOD, {"W101": 1}),
    "CRLF": (b"OK\r\n010\r\n000\r\n002\r\n", {"W102": 1}),
    "lone CR": (b"OK\n010\r000\n002\r", {"W103": 2}),
    "no final newline": (GOOD[:-1], {"W104": 4}),
    "blanks behind OK": (b"OK \t\n010\n000\n002\n", {"W105": 1}),
    "blanks behind a row": (b"OK\n010\n000 \n002 \n", {"W105": 3}),
    "blank lines": (GOOD + b"\n \n", {"W106": 5}),
    "blank lines within": (b"OK\n\n010\n \t\n\n000\n002\n\n", {"W106": 2}),
    "a blank row": (b"OK\n010\n\n000\n002\n", {"W106": 3}),
    "blanks between digits": (b"OK\n0 1 0\n0\t0  0\n 0 0 2\n", {"W107": 2}),
    "lower case": (b"ok\n010\n000\n002\n", {"W108": 1}),
    "text behind": (GOOD + b"\n3 lizards in 0.1 s\n", {"W109": 6}),
    "another answer behind": (GOOD + b"OK\n111\n111\n111\n", {"W109": 5}),
    "a row too many": (GOOD + b"000\n", {"W109": 5}),
    "binary behind": (GOOD + bytes(9), {"W104": 5, "W109": 5}),
    "megabytes behind": (GOOD + b"0" * 3_000_000, {"W109": 5}),
    "blank before": (b"\n  OK\n010\n000\n002\n", {"W111": 1}),
    "several": (BOM + b"Ok \r\n010\r\n000\r\n002", {"W101": 1, "W102": 1, "W104": 4, "W105": 1, "W108": 1}),
}

NUMBERS_REFUSED = {
    "too few": ("spies", 4, b"1 3 2\n", "E114", "output.txt line 1"),
    "too many": ("spies", 4, b"1 3 2 4 1\n", "E114", "output.txt line 1"),
    "another n": ("spies", 4, b"5\n1 3 2 4\n", "E114", "output.txt line 1"),
    "n only": ("spies", 4, b"4\n", "E114", "output.txt line 2"),
    "one a line": ("spies", 4, b"4\n1\n3\n2\n4\n", "E114", "output.txt line 2"),
    "counted from 0": ("spies", 4, b"4\n1 3 0 2\n", "E115", "output.txt line 2, column 5"),
    "beyond the board": ("spies", 4, b"1  3 12 4\n", "E115", "output.txt line 1, column 6"),
    "very long": ("spies", 4, b"1 2 3 " + b"9" * 6000, "E115", "output.txt line 1, column 7"),
    "commas": ("spies", 4, b"1, 3, 2, 4\n", "E111", "output.txt line 1, column 2"),
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
    "brackets": ("all-queens", 4, b"2\n[2, 4, 1, 3]\n", "E111", "output.txt line 2, column 1"),
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


@pytest.mark.parametrize(("data", "code", "where"), REFUSED.values(), ids=REFUSED.keys())
def test_a_fault_is_named_with_its_place_and_its_repair(data: bytes, code: str, where: str) -> None:
    assert_refused(read_answer(data, "lizards", 3), code, where)


@pytest.mark.parametrize(("puzzle", "n", "data", "code", "where"), NUMBERS_REFUSED.values(), ids=NUMBERS_REFUSED.keys())
def test_a_fault_in_numbers_is_named_too(puzzle: str, n: int, data: bytes, code: str, where: str) -> None:
    assert_refused(read_answer(data, puzzle, n), code, where)


@pytest.mark.parametrize(("data", "notices"), FORGIVEN.values(), ids=FORGIVEN.keys())
def test_a_blemish_is_forgiven_by_name_and_refused_by_the_strict(data: bytes, notices: dict[str, int]) -> None:
    answer = read_answer(data, "lizards", 3)
    assert facts(answer) == facts(Answer(board=np.array(BOARD, np.int8)))
    assert warnings(answer) == notices
    first = min(notices.values())
    assert_refused(read_answer(data, "lizards", 3, strict=True), "E119", f"output.txt line {first}")


@pytest.mark.parametrize(
    ("data", "notices"),
    [
        (b"FAIL\n", {}),
        (b"FAIL", {"W104": 1}),
        (b"fail\n\n", {"W106": 2, "W108": 1}),
        (b"FAIL\n010\n000\n002\n", {"W110": 2}),
        (b"FAIL\r\n\0\xff\n", {"W102": 1, "W110": 2}),
        (b"FAIL\n" + b"0" * 3_000_000, {"W110": 2}),
    ],
)
def test_whatever_follows_fail_is_ignored(data: bytes, notices: dict[str, int]) -> None:
    for puzzle in ("lizards", "queens", "spies"):
        answer = read_answer(data, puzzle, 3)
        assert facts(answer) == facts(Answer(fail=True))
        assert warnings(answer) == notices


@pytest.mark.parametrize(
    ("data", "first_line"),
    [(b"1 3 2\n", 1), (b"3\n1 3 2\n", 2), (b"\n1  3 2\nbye\n", 2), (b"03 \n 1 3 2", 2)],
)
def test_spies_may_answer_in_columns(data: bytes, first_line: int) -> None:
    answer = read_answer(data, "spies", 3)
    assert facts(answer) == facts(Answer(columns=np.array([[0, 2, 1]])))
    assert isinstance(answer, Answer)
    assert answer.first_line == first_line


@pytest.mark.parametrize("data", [b"OK\n2 4 1 3\n", b"OK\n1 2 3 4", b"OK\n\n2 1 4 3\n"])
def test_column_numbers_below_ok_are_told_to_stand_alone(data: bytes) -> None:
    for puzzle, alone in (("spies", True), ("queens", False)):
        finding = read_answer(data, puzzle, 4)
        assert isinstance(finding, Finding)
        assert ("without OK" in finding.help) == alone


@pytest.mark.parametrize(
    ("n", "data", "count", "columns", "notices"),
    [
        (4, b"2\n2 4 1 3\n3 1 4 2\n", 2, [[1, 3, 0, 2], [2, 0, 3, 1]], {}),
        (4, b"3\n2 4 1 3\n", 3, [[1, 3, 0, 2]], {}),
        (4, b"1\n2 4 1 3\n3 1 4 2\n", 1, [[1, 3, 0, 2]], {"W109": 3}),
        (4, b"1\n2 2  2 2", 1, [[1, 1, 1, 1]], {"W104": 2, "W107": 2}),
        (4, b"2\n", 2, [], {}),
        (3, b"0\n", 0, [], {}),
        (3, b"0\n1 2 3\n", 0, [], {"W109": 2}),
        (3, b"FAIL\n", 0, [], {"W112": 1}),
        (12, b"14200\n", 14200, None, {}),
        (12, b"FAIL\n", 0, None, {"W112": 1}),
        (12, b"14200\n1 2 3\n", 14200, None, {"W109": 2}),
        (27, b"234907967154122528\n", 234907967154122528, None, {}),
    ],
)
def test_all_queens_answers_with_a_number_and_a_list(
    n: int, data: bytes, count: int, columns: list[list[int]] | None, notices: dict[str, int]
) -> None:
    answer = read_answer(data, "all-queens", n)
    rows = None if columns is None else np.array(columns, np.int64).reshape(-1, n)
    assert facts(answer) == facts(Answer(count=count, columns=rows))
    assert warnings(answer) == notices


@pytest.mark.parametrize(
    ("puzzle", "data", "notices"),
    [
        ("spies", b"01 03 00005 2 4\n", {"W107": 1}),
        ("spies", b"05\n1 3 5 2 4\n", {"W107": 1}),
        ("all-queens", b"010\n1 3 5 2 4\n", {"W107": 1}),
        ("all-queens", b"10\n 1 3 5 2 4\n1 4 2  5 3\n", {"W107": 2}),
        ("all-queens", b"10\n1\t3 5 2 4\n", {"W107": 2}),
        ("all-queens", b"FAIL\n", {"W112": 1}),
        ("scooters", b"092\n", {"W107": 1}),
    ],
)
def test_no_number_is_forgiven_without_a_word(puzzle: str, data: bytes, notices: dict[str, int]) -> None:
    assert warnings(read_answer(data, puzzle, 5)) == notices
    assert_refused(read_answer(data, puzzle, 5, strict=True), "E119", f"output.txt line {min(notices.values())}")


@pytest.mark.parametrize(("n", "row"), [(1, b"1\n"), (4, b"2 4 1 3\n")])
def test_a_list_is_read_up_to_one_row_more_than_there_can_be(n: int, row: bytes) -> None:
    read = read_answer(b"9" * 39 + b"\n" + row * 100_000, "all-queens", n)
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
    read = read_answer(data, puzzle, 4)
    assert isinstance(read, Answer)
    assert [read.line_of(row) for row in range(len(lines))] == lines


def test_half_a_crlf_at_the_end_of_the_part_that_is_looked_at_is_no_lone_cr() -> None:
    seen = 3 * (3 + 4) ** 2 + (1 << 20)
    data = GOOD.replace(b"\n", b"\r\n")
    data += b"x" * (seen - 1 - len(data)) + b"\r\nmore"
    assert data[seen - 1 : seen + 1] == b"\r\n"
    assert warnings(read_answer(data, "lizards", 3)) == {"W102": 1, "W109": 5}


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, int, Answer]:
    """A puzzle, n, and an answer of a form that this puzzle takes."""
    puzzle: str = draw(st.sampled_from(PUZZLES))
    n = draw(st.integers(1, 12))
    column = st.integers(0, n - 1)
    if named(puzzle).goal.listed:
        if n > LISTED_N:
            return puzzle, n, Answer(count=draw(st.integers(0, 10**30)))
        listed = draw(st.lists(st.lists(column, min_size=n, max_size=n), max_size=4))
        return puzzle, n, Answer(count=len(listed), columns=np.array(listed, np.int64).reshape(-1, n))
    kind = draw(st.sampled_from(["fail", "board", "columns"] if puzzle == "spies" else ["fail", "board"]))
    if kind == "fail":
        return puzzle, n, Answer(fail=True)
    if kind == "columns":
        return puzzle, n, Answer(columns=np.array([draw(st.lists(column, min_size=n, max_size=n))], np.int64))
    cells = np.frombuffer(draw(st.binary(min_size=n * n, max_size=n * n)), np.uint8) % 3
    return puzzle, n, Answer(board=cells.reshape(n, n).astype(np.int8))


@given(answers())
@settings(max_examples=120, deadline=None)
def test_what_is_written_is_read_by_the_strict(given_answer: tuple[str, int, Answer]) -> None:
    puzzle, n, answer = given_answer
    again = read_answer(write_answer(answer), puzzle, n, strict=True)
    assert facts(again) == facts(answer)
    assert warnings(again) == {}


@given(
    answers(),
    st.sampled_from([(b"\n", ""), (b"\r\n", "W102"), (b"\r", "W103")]),
    st.sampled_from([b"", b" ", b"\t  "]),
    st.sampled_from(["ended", "not ended", "blank lines", "blanks"]),
    st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_decorations_change_no_answer(
    given_answer: tuple[str, int, Answer],
    newline: tuple[bytes, str],
    trailing: bytes,
    end: str,
    bom: bool,
) -> None:
    puzzle, n, answer = given_answer
    eol, eol_code = newline
    data = BOM * bom + (trailing + eol).join(write_answer(answer).splitlines()) + trailing
    data += {"ended": eol, "not ended": b"", "blank lines": eol * 3, "blanks": eol + b" \t"}[end]
    expected = {"W101" if bom else "", eol_code if eol in data else "", "W105" if trailing else ""} - {""}
    expected |= {"ended": set(), "not ended": {"W104"}, "blank lines": {"W106"}, "blanks": {"W104", "W106"}}[end]
    again = read_answer(data, puzzle, n)
    assert facts(again) == facts(answer)
    assert set(warnings(again)) == expected
    strict = read_answer(data, puzzle, n, strict=True)
    if expected:
        assert isinstance(strict, Finding)
        assert strict.code == "E119"
    else:
        assert facts(strict) == facts(answer)


@given(answers(), st.data())
@settings(max_examples=400, deadline=None)
def test_no_bytes_make_the_reader_raise(given_answer: tuple[str, int, Answer], data: st.DataObject) -> None:
    puzzle, n, answer = given_answer
    text = data.draw(st.one_of(st.just(write_answer(answer)), st.binary(max_size=60)))
    for _ in range(data.draw(st.integers(1, 3))):
        at, width = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
        put = data.draw(
            st.one_of(st.binary(max_size=3), st.sampled_from([b"\n", b"\r\n", b" ", b"1", b"0", b"\0", b"OK\n"]))
        )
        text = text[:at] + put + text[at + width :]
    tolerant, strict = read_answer(text, puzzle, n), read_answer(text, puzzle, n, strict=True)
    if isinstance(tolerant, Finding):
        assert tolerant == strict
        assert tolerant.code in {"E101", "E102", "E103", "E104", "E105", "E111", "E112", "E114", "E115"}
        assert tolerant.help
        assert tolerant.where.startswith("output.txt")
        return
    assert isinstance(strict, Finding) == bool(tolerant.warnings)
    if tolerant.board is not None:
        assert tolerant.board.shape == (n, n)
        assert set(np.unique(tolerant.board)) <= {0, 1, 2}
        assert (write_answer(tolerant) == text) == (not tolerant.warnings)
    if tolerant.columns is not None:
        assert tolerant.columns.shape[1] == n
        assert ((tolerant.columns >= 0) & (tolerant.columns < n)).all()


def test_a_large_board_is_read_without_a_look_at_each_cell() -> None:
    n = 3000
    board = np.zeros((n, n), np.int8)
    board[::7, ::5], board[3::9, 1::4] = 2, 1
    data = write_answer(Answer(board=board))
    for text in (data, data.replace(b"\n", b" \r\n"), data.replace(b"0", b"0 ")):
        answer = read_answer(text, "lizards", n)
        assert isinstance(answer, Answer)
        assert answer.board is not None
        assert (answer.board == board).all()
