"""Whatever bytes a submission leaves: each reader says an answer or a finding, and what judges it says a verdict."""

from __future__ import annotations

import sys

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Finding, Verdict
from judge.problems import judge_answer, puzzle_named
from tests.problems.formats.kept import readings
from tests.problems.formats.test_answer import OUTPUTS, in_the_manual
from tests.problems.make import blank, heard

PUZZLES: tuple[str, ...] = ("lizards", "queens", "spies", "all-queens")
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
    for puzzle in PUZZLES:
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


def test_the_texts_are_longer_than_a_number_may_be() -> None:
    assert sys.get_int_max_str_digits() < 5000


def test_cells_do_not_wrap() -> None:
    """int8 -128 to 127: none of them is a piece, a tree or a column of another place."""
    for value in range(-128, 128):
        assert judged(Answer(board=np.full((4, 4), value, np.int8)), "queens", 4) is Verdict.WA
