"""`input.txt`: what is read, what is forgiven, and what is refused where."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError, codes
from judge.model import Algorithm, Instance, ReadWarning
from judge.problems import puzzle_named

LIZARDS = puzzle_named("lizards").cases  # the form of the homework
GOOD = b"BFS\n3\n2\n000\n020\n002\n"

# what the file holds, the code, and the line and the column that are named
REFUSED = {
    "empty": (b"", "E401", 0, 0),
    "blank lines only": (b"\n \r\n\n", "E401", 0, 0),
    "lower case": (b"bfs\n1\n1\n0\n", "E402", 1, 1),
    "blank before the algorithm": (b" BFS\n1\n1\n0\n", "E402", 1, 1),
    "unknown algorithm": (b"A*\n1\n1\n0\n", "E402", 1, 1),
    "no algorithm": (b"1\n1\n0\n", "E402", 1, 1),
    "blank line first": (b"\nBFS\n1\n1\n0\n", "E402", 1, 1),
    "escape sequence": (b"\x1b[31mBFS\n1\n1\n0\n", "E402", 1, 1),
    "n missing": (b"BFS\n", "E403", 2, 1),
    "n zero": (b"BFS\n0\n1\n", "E403", 2, 1),
    "n negative": (b"BFS\n-3\n1\n", "E403", 2, 1),
    "n not whole": (b"BFS\n3.0\n1\n", "E403", 2, 1),
    "n with leading zero": (b"BFS\n03\n1\n", "E403", 2, 1),
    "n and p on one line": (b"BFS\n3 2\n000\n", "E403", 2, 1),
    "n in Arabic digits": ("BFS\n\u0663\n1\n".encode(), "E403", 2, 1),
    "n too large": (b"BFS\n20001\n1\n", "E403", 2, 1),
    "n with 5000 digits": (b"BFS\n" + b"9" * 5000 + b"\n1\n", "E403", 2, 1),
    "p missing": (b"BFS\n3\n", "E404", 3, 1),
    "p zero": (b"BFS\n3\n0\n000\n020\n002\n", "E404", 3, 1),
    "p missing, rows follow": (b"BFS\n3\n000\n020\n002\n", "E404", 3, 1),
    "p too large": (b"BFS\n1\n" + b"9" * 19 + b"\n0\n", "E404", 3, 1),
    "short row": (b"BFS\n3\n2\n000\n02\n002\n", "E405", 5, 3),
    "long row": (b"BFS\n3\n2\n000\n0200\n002\n", "E405", 5, 4),
    "long last row, not ended": (b"BFS\n3\n2\n000\n020\n0022", "E405", 6, 4),
    "blank row": (b"BFS\n3\n2\n000\n\n002\n", "E405", 5, 1),
    "all rows of another n": (b"BFS\n3\n2\n0000\n0000\n0000\n0000\n", "E405", 4, 4),
    "no rows": (b"BFS\n3\n2\n", "E406", 4, 0),
    "a row missing": (b"BFS\n3\n2\n000\n020\n", "E406", 6, 0),
    "a row missing, blank lines": (b"BFS\n3\n2\n000\n020\n\n\n", "E406", 6, 0),
    "a row too many": (GOOD + b"000\n", "E406", 7, 1),
    "a piece": (b"BFS\n3\n2\n000\n021\n002\n", "E407", 5, 3),
    "a piece and blanks": (b"BFS\n3\n2\n000 \n021 \n002\n", "E407", 5, 3),
    "a dot": (b"BFS\n3\n2\n000\n020\n.02\n", "E407", 6, 1),
    "blanks between digits": (b"BFS\n3\n2\n0 0 0\n0 2 0\n0 0 2\n", "E407", 4, 2),
    "blank before a row": (b"BFS\n3\n2\n000\n 020\n002\n", "E407", 5, 1),
    "CRLF and a letter": (b"BFS\r\n3\r\n2\r\n000\r\n0O0\r\n002\r\n", "E407", 5, 2),
    "text behind": (GOOD + b"\n the end\n", "E408", 8, 1),
    "UTF-16": ("BFS\n1\n1\n0\n".encode("utf-16"), "E409", 1, 1),
    "byte order mark": (b"\xef\xbb\xbf" + GOOD, "E409", 1, 1),
    "NUL in a row": (b"BFS\r\n3\r\n2\r\n000\r\n0\x000\r\n002\r\n", "E409", 5, 2),
    "NUL first": (b"\0" + GOOD, "E409", 1, 1),
}


@st.composite
def boards(draw: st.DrawFn) -> Instance:
    n = draw(st.integers(1, 9))
    cells = draw(st.binary(min_size=n * n, max_size=n * n))
    grid = (np.frombuffer(cells, np.uint8).reshape(n, n) % 2 * 2).astype(np.int8)
    return Instance(draw(st.sampled_from(get_args(Algorithm))), n, draw(st.integers(1, 10**18 - 1)), grid)


def same(one: Instance, other: Instance) -> bool:
    facts = [(b.algorithm, b.n, b.pieces, b.grid.dtype, b.grid.tolist()) for b in (one, other)]
    return facts[0] == facts[1]


def read_or_error(data: bytes) -> tuple[Instance, tuple[ReadWarning, ...]] | JudgeError:
    try:
        return LIZARDS.read(data, "input.txt")
    except JudgeError as error:
        return error


@pytest.mark.parametrize(("data", "code", "line", "column"), REFUSED.values(), ids=REFUSED.keys())
def test_a_fault_is_named_with_its_place_and_its_repair(data: bytes, code: str, line: int, column: int) -> None:
    with pytest.raises(JudgeError) as caught:
        LIZARDS.read(data, "mine.txt")
    error = caught.value
    assert error.place is not None
    assert (error.code, error.place.file, error.place.line, error.place.column) == (
        code,
        "mine.txt",
        line,
        column,
    )
    assert error.message.isprintable()
    assert error.help
    assert code in codes()


def test_the_sample_is_read() -> None:
    board, notices = LIZARDS.read(GOOD, "input.txt")
    assert notices == ()
    assert (board.algorithm, board.n, board.pieces) == ("BFS", 3, 2)
    assert board.grid.tolist() == [[0, 0, 0], [0, 2, 0], [0, 0, 2]]
    assert board.grid.dtype == np.int8
    assert board.grid.flags.c_contiguous
    assert board.grid.flags.writeable


@given(
    boards(),
    st.sampled_from([(b"\n", ""), (b"\r\n", "W102"), (b"\r", "W103")]),
    st.sampled_from([b"", b" ", b"\t  "]),
    st.sampled_from(["ended", "not ended", "blank lines", "blanks"]),
)
@settings(max_examples=120, deadline=None)
def test_decorations_are_forgiven_and_named(
    board: Instance, newline: tuple[bytes, str], trailing: bytes, end: str
) -> None:
    eol, eol_code = newline
    data = (trailing + eol).join(LIZARDS.write(board).splitlines()) + trailing
    data += {"ended": eol, "not ended": b"", "blank lines": eol * 3, "blanks": eol + b" \t"}[end]
    expected = {eol_code, "W105" if trailing else ""} - {""}
    expected |= {"ended": set(), "not ended": {"W104"}, "blank lines": {"W106"}, "blanks": {"W104", "W106"}}[end]
    again, notices = LIZARDS.read(data, "input.txt")
    assert same(board, again)
    assert {notice.code for notice in notices} == expected


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[bytes]) -> bytes:
    """A text with up to three stretches replaced by bytes that tend to matter."""
    data = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at, width = draw(st.integers(0, len(data))), draw(st.integers(0, 3))
        put = draw(st.one_of(st.binary(max_size=3), st.sampled_from([b"\n", b"\r\n", b" ", b"1", b"0", b"\0", b"2\n"])))
        data = data[:at] + put + data[at + width :]
    return data


@given(st.one_of(st.binary(max_size=80), mutated(boards().map(LIZARDS.write))))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_board_or_an_error_with_a_code(data: bytes) -> None:
    outcome = read_or_error(data)
    if isinstance(outcome, JudgeError):
        assert "E401" <= outcome.code <= "E409"
        assert outcome.place is not None
        assert outcome.help
        return
    board, notices = outcome
    assert set(np.unique(board.grid)) <= {0, 2}
    assert (LIZARDS.write(board) == data) == (notices == ())


def test_a_large_case_is_read_without_a_look_at_each_cell() -> None:
    n = 3000
    grid = np.zeros((n, n), np.int8)
    grid[::7, ::5] = 2
    data = LIZARDS.write(Instance("SA", n, n, grid))
    assert (LIZARDS.read(data, "input.txt")[0].grid == grid).all()
    assert (LIZARDS.read(data.replace(b"\n", b" \r\n"), "input.txt")[0].grid == grid).all()
    with pytest.raises(JudgeError) as caught:
        LIZARDS.read(data[:-2] + b"x\n", "input.txt")
    assert str(caught.value.place) == f"input.txt line {n + 3}, column {n}"


def test_a_huge_n_costs_nothing_when_the_rows_are_missing() -> None:
    with pytest.raises(JudgeError, match="E405"):
        LIZARDS.read(b"BFS\n20000\n1\n000\n", "input.txt")
