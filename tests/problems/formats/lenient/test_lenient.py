"""Answers in other shapes: each is written here by a small writer and read back; what is no answer stays none."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import codes
from judge.model import Answer, Finding
from judge.problems.formats.lenient.text import plainer
from judge.problems.puzzles import names, read_answer, read_shape
from judge.problems.rules.plain import every_queens
from tests.problems.formats.lenient.writers import BOARD, EIGHT, FOUR, LISTS, WRITERS, board, numbers

PUZZLES = names()


def read_columns(text: str | bytes, n: int, puzzle: str = "queens") -> list[int]:
    answer = read_shape(text.encode() if isinstance(text, str) else text, puzzle, n)
    assert isinstance(answer, Answer), answer
    assert [notice.code for notice in answer.warnings] == ["W112"]
    if answer.columns is not None:
        return list(answer.columns[0].tolist())
    assert answer.board is not None
    assert answer.board.sum() == n
    return list(answer.board.argmax(axis=1).tolist())


def mixed(n: int) -> st.SearchStrategy[list[int]]:
    """Permutations that are no rim of a board, as no valid arrangement is one."""
    return st.permutations(range(n)).filter(lambda columns: columns != sorted(columns))


@pytest.mark.parametrize("shape", WRITERS)
@settings(max_examples=15, deadline=None)
@given(columns=st.integers(4, 12).flatmap(mixed), puzzle=st.sampled_from(["queens", "spies"]))
def test_each_shape_is_read_back(shape: str, columns: list[int], puzzle: str) -> None:
    assert read_columns(WRITERS[shape](columns), len(columns), puzzle) == columns


@pytest.mark.parametrize(
    ("text", "n", "said"),
    [
        ("1 5 8 6 3 7 2 4", 8, "read as column numbers on one line, counted from 1"),
        ("8\n1 5 8 6 3 7 2 4", 8, "read as column numbers on one line, counted from 1"),
        ("[0, 4, 7, 5, 2, 6, 1, 3]", 8, "read as column numbers on one line, counted from 0"),
        ("0\n4\n7\n5\n2\n6\n1\n3", 8, "read as one column number a line, counted from 0"),
        (BOARD, 4, "read as a board of Q and ."),
        ("_ * _ _\n_ _ _ *\n* _ _ _\n_ _ * _\n", 4, "read as a board of * and _"),
        ("2413", 4, "read as column numbers side by side, counted from 1"),
        ("['04752613']", 8, "read as column numbers side by side, counted from 0"),
        ("Enter n: 2413", 4, "read as column numbers side by side, counted from 1"),
        ("1 2\n2 4\n3 1\n4 3\n", 4, "read as pairs of row and column, counted from 1"),
        ("(3, 2), (0, 1), (2, 0), (1, 3)", 4, "read as pairs of row and column, counted from 0"),
        ("1 1\n2 3\n3 0\n4 2\n", 4, "read as pairs of row and column, counted from 1 and from 0"),
        ("0100\n0001\n1000\n0010\n", 4, "read as a board of 1 and 0"),
        (f"{BOARD}\n{BOARD}", 4, "read as a board of Q and ."),
        ("2 4 1 3\n3 1 4 2\n", 4, "read as column numbers on one line, counted from 1"),
        (
            "2 4 1 3\n1 4 2 3\n",
            4,
            "read as column numbers on one line, counted from 1, one of several that differ, "
            "of which each has to be right",
        ),
    ],
)
def test_the_notice_says_which_shape(text: str, n: int, said: str) -> None:
    answer = read_shape(text.encode(), "queens", n)
    assert isinstance(answer, Answer)
    assert answer.warnings[0].message == said
    assert read_columns(text, n) == (EIGHT if n == 8 else FOUR)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Enter n: 4\n",
        "4\n",
        "1 2 3 4\n",  # the rim of a board, and of every debug line the likeliest
        "1\n2\n3\n4\n",
        "2 4 1\n",
        "2 4 1 3 5\n",
        "4 2 4 1 3\n",  # n belongs on a line of its own
        "2 4 4 3\n",
        "3 5 2 4\n",
        "0.2 4 1 3.5\n",
        "2 -4 1 3\n",
        "row 2, row 4, row 1, row 3\n",
        "b1, d2, a3, c4\n",
        "Q...\n..Q.\n",
        "----\n----\n----\n----\n",
        "****\n****\n****\n****\n",
        "1000\n",
        "Took 13 ms for 24 nodes\n",
        "Nodes: 2413\n",
        "2413 nodes\n",
        "1234\n",  # the rim again
        "2443\n",
        "1 2\n2 4\n3 1\n",
        "4 4\n1 2\n2 4\n3 1\n4 3\n",  # not told apart from a fifth pair
        "1 2\n2 4\n3 1\n4 4\n",
        "0 2\n2 4\n3 1\n4 3\n",
        "1 1\n2 2\n3 3\n4 4\n",
        "-1 2\n-2 4\n-3 1\n-4 3\n",
        "1.2\n2.4\n3.1\n4.3\n",
        "try 1 2\ntry 2 4\ntry 3 1\ntry 4 3\n",
        "1 0100\n1 0001\n2 1000\n3 0010\n",  # numbers of rows that are none
        "No solution for column 3\n",
        "no solution yet, going on\n",
        "This is not possible here\n",
        "None\n",
    ],
)
@pytest.mark.parametrize("puzzle", ["queens", "spies", "all-queens"])
def test_prompts_and_debug_lines_are_no_answer(text: str, puzzle: str) -> None:
    assert read_shape(text.encode(), puzzle, 4) is None


@pytest.mark.parametrize("text", ["Total: 2413\n", "No solution for n = 5\n"])
def test_a_total_and_another_n_are_no_answer(text: str) -> None:
    assert read_shape(text.encode(), "queens", 4) is None


@pytest.mark.parametrize("text", ["1", "0", "n = 1\n", "Enter n: 1\n0\n", "*", "x"])
def test_a_board_of_one_cell_is_not_found_in_a_number(text: str) -> None:
    assert read_shape(text.encode(), "queens", 1) is None
    assert read_columns("Q", 1) == read_columns("[0]", 1) == [0]


@pytest.mark.parametrize(
    "text",
    [
        f"[0, 2, 1, 3]\n{BOARD}",
        f"first guess: 2 1 4 3\n{BOARD}",
        f"(0, 0), (1, 2), (2, 1), (3, 3)\n{BOARD}",
        f"2143\n{BOARD}",
        f"{FOUR}\n1 2\n2 1\n3 4\n4 3\n",
        f"No solution\n{BOARD}",
        f"{BOARD}\nImpossible!",
    ],
)
def test_two_shapes_that_differ_are_refused(text: str) -> None:
    finding = read_shape(text.encode(), "queens", 4, "out.txt")
    assert isinstance(finding, Finding)
    assert finding.code == "E123"
    assert finding.code in codes()
    assert finding.where == "out.txt line 1"
    assert "(line " in finding.message
    assert finding.help


@pytest.mark.parametrize("shown", [FOUR, [2, 0, 3, 1], FOUR[::-1], [int(k) for k in np.argsort(FOUR)]])
def test_two_shapes_of_one_arrangement_are_one_answer(shown: list[int]) -> None:
    """A list that gives the row of each column stands beside a board that is therefore turned."""
    assert read_columns(f"{FOUR}\n{board(shown)}", 4) == FOUR


def test_a_wrong_board_is_read_so_that_its_fault_can_be_told() -> None:
    answer = read_shape(b"Q...\nQ...\n...Q\n.Q..\n", "queens", 4)
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert answer.board.argmax(axis=1).tolist() == [0, 0, 3, 1]
    assert answer.first_line == 1


def test_an_unfinished_board_of_the_search_is_passed_over() -> None:
    assert read_columns(f"Q...\n....\n....\n....\n\n{BOARD}", 4) == FOUR


def test_lizards_are_read_from_boards_only() -> None:
    answer = read_shape(b"Found:\n[0 1 0]\n[0 0 0]\n[1 0 2]\n", "lizards", 3)
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert answer.board.tolist() == [[0, 1, 0], [0, 0, 0], [1, 0, 2]]
    answer = read_shape(b"L . T\n. . .\n. L .", "lizards", 3)
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert answer.board.tolist() == [[1, 0, 2], [0, 0, 0], [0, 1, 0]]
    assert read_shape(b"2 4 1 3", "lizards", 4) is None


@pytest.mark.parametrize("n", [4, 6, 8])
@pytest.mark.parametrize("shape", LISTS)
def test_every_arrangement_is_read_in_order(shape: str, n: int) -> None:
    every = [list(columns) for columns in every_queens(n)]
    answer = read_shape(LISTS[shape](every).encode(), "all-queens", n)
    assert isinstance(answer, Answer)
    assert answer.columns is not None
    assert answer.columns.tolist() == every
    assert answer.count is None
    assert answer.warnings[0].message.startswith("read as")
    assert answer.warnings[0].message.endswith(f", {len(every)} of them")


def test_a_list_and_boards_that_differ_are_refused() -> None:
    finding = read_shape(f"[1, 3, 0, 2]\n[2, 0, 3, 1]\n{BOARD}".encode(), "all-queens", 4)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Total: 14200\n", 14200),
        ("Enter n: Total solutions = 14200.\n", 14200),
        ("There are 14200 solutions for n = 12 (320 ms)\n", 14200),
        ("solutions: 14200 in 320 ms\ntotal time 3 s\n", 14200),
        ("14200\n", None),  # `read_answer` takes it, where nothing else stands there
        ("Enter n: 14200\n", None),
        ("Total: 12\n", None),
        ("Total: 14,200\n", None),
        ("Total: 14200\nSolutions tried: 99999\n", None),
        ("Solution 13:\nSolution 14:\n", None),
    ],
)
def test_the_number_beside_a_total(text: str, count: int | None) -> None:
    answer = read_shape(text.encode(), "all-queens", 12)
    assert (answer.count if isinstance(answer, Answer) else answer) == count


def test_a_total_alone_lists_nothing() -> None:
    answer = read_shape(b"Total: 92", "all-queens", 8)
    assert isinstance(answer, Answer)
    assert (answer.count, answer.columns.shape if answer.columns is not None else None) == (92, (0, 8))


def test_the_first_line_is_true_or_left_out() -> None:
    def first_line(text: str, puzzle: str = "queens") -> int:
        answer = read_shape(text.encode(), puzzle, 4)
        assert isinstance(answer, Answer)
        return answer.first_line

    plain = board(FOUR, "Q.", "")
    assert first_line(f"Solution\n\n{plain}") == 3
    assert first_line(BOARD) == 0, "columns of the text are not those of the board"
    assert first_line(f"Solution:{plain}") == 0
    assert first_line("4\n2 4 1 3", "spies") == 2
    assert first_line("4\n2 4 1 3") == 0, "row k of a board does not stand on line k"
    assert first_line("\n2 4 1 3\n3 1 4 2\n", "all-queens") == 2
    assert first_line("\n2 4 1 3\n\n3 1 4 2\n", "all-queens") == 0


def test_both_readers_agree_where_both_read() -> None:
    text = WRITERS["columns from 1"](EIGHT).encode()
    answer = read_answer(text, "spies", 8)
    assert isinstance(answer, Answer)
    assert answer.columns is not None
    assert answer.columns[0].tolist() == read_columns(text, 8, "spies")


FRAGMENTS = [
    "NO",
    "no solution",
    "does not",
    "exist",
    "row",
    "column",
    "1",
    "2: 1",
    "(1, 2)",
    "->",
    "\n",
    "2413",
    "=",
    "Q",
    "|",
]


@settings(max_examples=300, deadline=None)
@given(
    data=st.binary(max_size=80)
    | st.text(alphabet="Q.01234 \n[],:|+-*ab\t\r\u2655\u2502\u25a1", max_size=80).map(str.encode)
    | st.lists(st.sampled_from(FRAGMENTS), max_size=20).map(lambda words: " ".join(words).encode()),
    puzzle=st.sampled_from(PUZZLES),
    n=st.integers(1, 12),
)
def test_no_bytes_make_it_raise(data: bytes, puzzle: str, n: int) -> None:
    result = read_shape(data, puzzle, n)
    if isinstance(result, Answer):
        assert result.board is None or result.board.shape == (n, n)
        assert result.columns is None or result.columns.shape[1] == n
    if isinstance(result, Finding):
        assert result.code == "E123"


def literally_in(text: str, answer: Answer, n: int) -> bool:
    """Whether the numbers stand in the text one after the other, or the rows of the board from top to bottom."""
    shape, cells = answer.warnings[0].message, answer.board
    if cells is None:
        assert answer.columns is not None
        cells = np.eye(n, dtype=np.int8)[answer.columns[0]]
    columns = cells.argmax(axis=1).tolist()
    if "pairs" in shape or "side by side" in shape:
        digits, first, other = re.findall(r"\d+", text), "counted from 1" in shape, shape[-1] == "1"
        pairs = {f"{row} {column}" for row, column in pairwise(digits)}
        wanted = {f"{row + first} {column + other}" for row, column in enumerate(columns)}
        turned = {f"{column + first} {row + other}" for row, column in enumerate(columns)}
        return numbers(columns, int(first), "") in digits or wanted <= pairs or turned <= pairs
    if "counted from" in shape:
        words = " ".join(re.findall(r"[^][(),;:=\s|]+", text))
        return f" {numbers(columns, int('counted from 1' in shape), ' ')} " in f" {words} "
    piece, free = shape[len("read as a board of ") :].split(" and ")
    bare = re.sub(r"[][(),;|'\"{}\s]", "", plainer(text.encode(), 1 << 20).decode())
    at = 0
    for row in cells.tolist():
        at = bare.find("".join(piece if cell else free for cell in row), at) + n
        if at < n:
            return False
    return True


@settings(max_examples=300, deadline=None)
@given(
    shape=st.sampled_from(sorted(WRITERS)),
    columns=st.integers(4, 8).flatmap(mixed),
    puzzle=st.sampled_from(["queens", "spies"]),
    edits=st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["", "Q", ".", "0", "1", "3", " ", "\n", ":", "]"]))),
)
def test_a_mutated_text_yields_only_what_stands_in_it(
    shape: str, columns: list[int], puzzle: str, edits: list[tuple[int, str]]
) -> None:
    text = WRITERS[shape](columns)
    for at, sign in edits:
        spot = at % (len(text) or 1)
        text = text[:spot] + sign + text[spot + 1 :]
    answer = read_shape(text.encode(), puzzle, len(columns))
    if isinstance(answer, Answer):
        assert literally_in(text, answer, len(columns))


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "text", [b"\n", b"[", b"1 ", b"1:", b"[1 \n", b"| ", b"1-", b"(1, 2)", b"No solution ", b"\x1b["]
)
def test_a_long_text_ends(text: bytes) -> None:
    data = text * ((1 << 18) // len(text))
    assert read_shape(data, "queens", 4) is None


@pytest.mark.slow
def test_a_long_text_is_read_at_its_two_ends() -> None:
    trace, board = b"step 1 of 2\n" * 300_000, BOARD.encode() + b"\n"
    for text in (board + trace, trace + board):
        answer = read_shape(text, "queens", 4)
        assert isinstance(answer, Answer)
        [notice] = answer.warnings
        assert notice.line == text.partition(board)[0].count(b"\n") + 1
    assert read_shape(trace + board + trace, "queens", 4) is None
    assert isinstance(read_shape(board + trace + b"2 4 1 3\n3 1 4 2\n2413 1\n", "queens", 4), Answer | Finding)
    one_line = b"1 " * (4 << 20)
    assert read_shape(one_line, "queens", 4) is None
    assert isinstance(read_shape(one_line + b"\n" + board, "queens", 4), Answer)
