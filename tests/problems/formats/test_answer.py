"""`output.txt`: what is read, what is forgiven, and what is refused where. No rule of any puzzle. What is read of many
texts is kept in `outputs.txt`. Whatever bytes a submission leaves, each reader says an answer or a finding."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import judge
from judge.model import Answer, Case, Finding, Verdict
from judge.problems import judge_answer, puzzle_named, puzzle_names
from tests.conftest import there
from tests.oracle import QUEENS
from tests.problems.formats.kept import hold_readings, readings, said_of
from tests.problems.make import blank, heard, read_answer

GOOD = b"OK\n010\n000\n002\n"
OUTPUTS = Path(__file__).with_name("outputs.txt")
PUZZLES = [name for name in puzzle_names() if puzzle_named(name).goal.shows or puzzle_named(name).goal.listed]


def facts(answer: Answer) -> tuple[object, ...]:
    """All of an answer that can be compared, but for the warnings and the line."""
    arrays = [None if a is None else (a.dtype, a.shape, a.tolist()) for a in (answer.board, answer.columns)]
    return answer.fail, answer.count, *arrays


def place(found: Answer | Finding) -> tuple[str, str]:
    """Return the code of what is wrong, and where."""
    return (found.code, found.where) if isinstance(found, Finding) else ("", "")


def in_the_manual() -> dict[str, str]:
    """The rows of its table: the warning of each deviation."""
    manual = (Path(judge.__file__).parent / "cli/help/formats.md").read_text(encoding="utf-8")
    table = manual.partition("| small deviation |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| (.*?) \| (W\d+) \|$", table, re.MULTILINE))


def test_what_is_read_of_texts_is_as_kept() -> None:
    hold_readings(OUTPUTS)
    named = set(re.findall(r"[>;] (W\d+) line", OUTPUTS.read_text("utf-8")))
    assert named == {*in_the_manual().values()}, "the manual lists what is forgiven"


def test_a_blemish_is_refused_by_the_strict_where_it_occurs_first() -> None:
    for _, puzzle, board, data, _ in readings(OUTPUTS):
        read, strict = heard(data, puzzle, board), heard(data, puzzle, board, strict=True)
        if isinstance(read, Answer) and read.warnings:
            first = min(notice.line for notice in read.warnings)
            assert place(strict) == ("E119", f"output.txt line {first}"), data
        else:
            assert [*said_of(strict)] == [*said_of(read)]


@pytest.mark.parametrize(
    ("puzzle", "n", "data", "told"),
    [
        ("lizards", 3, b"0" * 3_000_000, ("E112", "output.txt line 1")),
        ("lizards", 3, b"OK\n" + b"0" * 3_000_000, ("E112", "output.txt line 2")),
        ("lizards", 3, b"OK\n000\n" + b"0" * 3_000_000, ("E112", "output.txt line 3")),
        ("lizards", 3, GOOD + b"0" * 3_000_000, ("", "")),
        ("lizards", 3, b"FAIL\n" + b"0" * 3_000_000, ("", "")),
        ("spies", 4, b"1 2 3 " + b"9" * 6000, ("E115", "output.txt line 1, column 7")),
        ("all-queens", 12, b"9" * 6000, ("E102", "output.txt line 1, column 1")),
    ],
)
def test_megabytes_of_digits(puzzle: str, n: int, data: bytes, told: tuple[str, str]) -> None:
    assert place(heard(data, puzzle, n)) == told


@pytest.mark.parametrize(("n", "row"), [(1, b"1\n"), (4, b"2 4 1 3\n")])
def test_a_list_is_read_up_to_one_row_more_than_there_can_be(n: int, row: bytes) -> None:
    read = read_answer(b"9" * 39 + b"\n" + row * 100_000, "all-queens", n)
    assert len(there(read.columns)) == QUEENS[10] + 1
    assert [notice.code for notice in read.warnings] == ["W109"]


def test_half_a_crlf_at_the_end_of_the_part_that_is_looked_at_is_no_lone_cr() -> None:
    seen = 3 * (3 + 4) ** 2 + (1 << 20)
    data = GOOD.replace(b"\n", b"\r\n")
    data += b"x" * (seen - 1 - len(data)) + b"\r\nmore"
    assert data[seen - 1 : seen + 1] == b"\r\n"
    warnings = read_answer(data, "lizards", 3).warnings
    assert {notice.code: notice.line for notice in warnings} == {"W102": 1, "W109": 5}


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
    again = read_answer(puzzle_named(puzzle).answers.write(answer), puzzle, n, strict=True)
    assert (facts(again), again.warnings) == (facts(answer), ())


def test_the_shape_of_an_array_is_that_of_a_board_or_of_a_list() -> None:
    shapes = {name: there(puzzle_named(name).answers.shape)((3, 7)) for name in ("queens", "spies", "all-queens")}
    assert shapes == {"queens": (3, 7), "spies": (3, 7), "all-queens": (None, 7)}


def test_a_large_board_is_read_in_any_form() -> None:
    n = 1000
    board = np.zeros((n, n), np.int8)
    board[::7, ::5], board[3::9, 1::4] = 2, 1
    data = puzzle_named("lizards").answers.write(Answer(board=board))
    for text in (data, data.replace(b"\n", b" \r\n"), data.replace(b"0", b"0 ")):
        assert np.array_equal(there(read_answer(text, "lizards", n).board), board)


# --- any bytes --------------------------------------------------------------------------------------------------------
VALID = [
    *{data: None for _, _, board, data, _ in readings(OUTPUTS) if board.n == 4},
    b"solution 1: [1, 3, 0, 2]\n",
    b"(0, 1), (1, 3), (2, 0), (3, 2)\n",
    b"queen 1: column 2\nqueen 2: column 4\nqueen 3: column 1\nqueen 4: column 3\n",
    b"B1 D2 A3 C4\n",
    b"  a b c d\n1 . Q . .\n2 . . . Q\n3 Q . . .\n4 . . Q .\n",
    b"There is no solution for n = 4.\n",
    "┌─┬─┐\n│♛│ │\n".encode(),
]
ODD = [  # with digits that are none for int()
    "²", "٣", "৩", "①", "\ud800", "\udcff", "\0", "\x85", "\u2028", "9" * 4301, "9" * 20, "-1", "+1", "1_0",
    "1e3", "0x1", "1.5", "9223372036854775808", "18446744073709551616", "128", "256", "255", "[", "]", "(", "nan",
    "inf", "007", "", " ", "\r", "\x1b[31m", "rows", "ROW", "TOTAL", "NO SOLUTION", "FAIL", "OK", "\ufeff", "♛", "A1",
    "Z99", "A999", ":", "|", "\v", "n = 99999999", "(1, 2)", "->", "Q...", "X Q _ _", "[ ][Q]", "[1,]", "v", "q/", "02",
    "True", "False", "...", "1.", "np.int64(1)", "array(", "dtype=", "row", "column", "2: 1", "does not", "exist", "\n",
    "OK\n", "\r\n", "\t", "*+-abTFX", "\u2502\u25a1",
]  # fmt: skip
WORDS = [word.encode(errors="surrogatepass") for word in ODD]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid text with a few places replaced, doubled, cut or filled with what no number is."""
    text = draw(st.sampled_from(VALID)) + draw(st.sampled_from([b"", *VALID]))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 4)))
        text = text[:at] + draw(st.sampled_from([*WORDS, text[at:], text[:at]])) + text[end:]
    return text


def case_of(puzzle: str, n: int) -> Case:
    board = blank(n)
    if puzzle == "lizards" and n > 2:
        board.grid[1, 1] = 2
    return Case("one", "secret", board, Answer(count=2) if puzzle == "all-queens" else Answer(fail=True))


def judged(answer: Answer, puzzle: str, n: int) -> Verdict:
    finding = judge_answer(case_of(puzzle, n), puzzle, answer)
    answer.drawn((n, n))
    return finding.verdict if finding else Verdict.AC


def read_all(data: bytes, n: int) -> None:
    forgiven = {*in_the_manual().values()}
    for puzzle in ("lizards", "queens", "spies", "all-queens"):
        write, board = puzzle_named(puzzle).answers.write, case_of(puzzle, n).board
        read, strict = heard(data, puzzle, board), heard(data, puzzle, board, strict=True)
        shaped = heard(data, puzzle, board, shapes=True)
        if isinstance(read, Answer):
            assert isinstance(strict, Finding) == bool(read.warnings)
            assert {notice.code for notice in read.warnings} <= forgiven
            assert read.board is None or (write(read) == data) == (not read.warnings)
            check(read, puzzle, n)
            assert isinstance(heard(write(read), puzzle, board), Answer)
            assert isinstance(shaped, Answer), "what is read is not read in another way"
            continue
        assert read == strict
        assert read.code in {"E101", "E102", "E103", "E104", "E105", "E111", "E112", "E114", "E115"}
        assert read.help
        assert read.where.startswith("output.txt")
        if isinstance(shaped, Answer):
            check(shaped, puzzle, n)
        else:
            assert shaped.code in (read.code, "E123", "E133", "E134", "E135")


def check(answer: Answer, puzzle: str, n: int) -> None:
    """See that it is of this size, and judge it."""
    assert answer.board is None or (answer.board.shape == (n, n) and set(np.unique(answer.board)) <= {0, 1, 2})
    columns = answer.columns
    assert columns is None or (columns.shape[1] == n and ((columns >= 0) & (columns < n)).all())
    judged(answer, puzzle, n)


@given(mutated() | st.binary(max_size=40), st.sampled_from([1, 2, 3, 4, 4, 4, 5, 8, 10, 11]))
@example(b"[2413 rows]", 4)
@example(b"[2413 \xb2]", 4)
@example(b"OK\n" + b"9" * 5000 + b"\n", 4)
@example(b"9" * 5000 + b"\n", 11)
@example(b"\n".join([b"9" * 5000] * 4), 4)
@settings(max_examples=600, deadline=None)
def test_no_bytes_stop_a_reader(data: bytes, n: int) -> None:
    read_all(data, n)


def test_cells_do_not_wrap() -> None:
    """int8 -128 to 127: none of them is a piece, a tree or a column of another place."""
    for value in range(-128, 128):
        assert judged(Answer(board=np.full((4, 4), value, np.int8)), "queens", 4) is Verdict.WA
