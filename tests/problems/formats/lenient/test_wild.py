"""Boards as other languages print them: read back as they were written, and never as another board."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import codes
from judge.model import Answer, Finding
from judge.problems.formats.lenient.target import Target
from judge.problems.formats.page import Cells
from judge.problems.puzzles import near_shape, read_shape
from tests.problems.formats.lenient.wild import BOARDS, NOT_READ_ANY_MORE, places, r_matrix, rows_of
from tests.problems.formats.lenient.writers import EIGHT, FOUR

Size = tuple[int, int]


def of(columns: list[int]) -> Cells:
    return np.eye(len(columns), dtype=np.int8)[columns]


def mixed(least: int = 4, most: int = 12) -> st.SearchStrategy[Cells]:
    """Return boards with a piece a row and a column, that are no rim."""
    columns = st.integers(least, most).flatmap(lambda n: st.permutations(range(n)))
    return columns.filter(lambda found: found != sorted(found)).map(of)


@st.composite
def groves(draw: st.DrawFn) -> tuple[Cells, Cells]:
    """Return a case with trees and cells that must stay empty, of any size, and a board with pieces on free cells."""
    rows, columns = draw(st.integers(3, 7)), draw(st.integers(3, 7))  # a row of two cells may be a pair
    cells = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=rows * columns, max_size=rows * columns)
    drawn = np.array(draw(cells.filter(lambda found: 0 in found and found.count(1) > 1)), np.int8)
    drawn = drawn.reshape(rows, columns)
    return np.where(drawn > 1, drawn, 0).astype(np.int8), (drawn == 1).astype(np.int8)


def board_in(text: str, target: Target | int, puzzle: str = "queens") -> Cells:
    answer = read_shape(text.encode(), puzzle, target)
    assert isinstance(answer, Answer), answer
    assert [notice.code for notice in answer.warnings] == ["W112"]
    assert answer.board is not None
    return answer.board


@pytest.mark.parametrize("shape", BOARDS)
@settings(max_examples=6, deadline=None)
@given(board=mixed())
def test_each_shape_is_read_back(shape: str, board: Cells) -> None:
    assert np.array_equal(board_in(BOARDS[shape](board), len(board)), board)


@pytest.mark.parametrize("shape", BOARDS)
@settings(max_examples=6, deadline=None)
@given(grove=groves())
def test_each_shape_is_read_on_a_board_of_any_size(shape: str, grove: tuple[Cells, Cells]) -> None:
    """A board that shows pieces alone is read as it stands: without its trees, where it says what each cell holds."""
    grid, board = grove
    size = (int(grid.shape[0]), int(grid.shape[1]))
    shown = board_in(BOARDS[shape](board), Target(size, grid), "lizards")
    assert np.array_equal(shown == 1, board == 1)
    assert not (shown == 2).any()


def test_a_wide_numpy_board_goes_over_several_lines() -> None:
    board = of([(2 * k + 1) % 41 for k in range(41)])
    for shape in ("numpy floats", "numpy bools, repr", "numpy int8, repr"):
        text = BOARDS[shape](board)
        assert len(text.splitlines()) > 41
        assert np.array_equal(board_in(text, 41), board)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 2 4 3 1 4 3\n", "pairs of row and column, counted from 1"),
        ("0, 1, 1, 3, 2, 0, 3, 2", "pairs of row and column, counted from 0"),
        ("set([(2, 0), (0, 1), (3, 2), (1, 3)])", "pairs of row and column, counted from 0"),
        ("frozenset({(2, 0), (0, 1), (3, 2), (1, 3)})\n", "pairs of row and column, counted from 0"),
        ("[(np.int64(0), np.int64(1)), (np.int64(1), np.int64(3)), (np.int64(2), np.int64(0)), (np.int64(3), "
         "np.int64(2))]", "pairs of row and column, counted from 0"),
        ("array([[0, 1],\n       [1, 3],\n       [2, 0],\n       [3, 2]])", "pairs of row and column, counted from 0"),
        ("[1. 3. 0. 2.]", "column numbers on one line, counted from 0"),
        ("array([1, 3, 0, 2], dtype=int8)", "column numbers on one line, counted from 0"),
        ("2 4 1\n3\n", "column numbers over several lines, counted from 1"),
        ("4\n2 4 1\n3\n", "column numbers over several lines, counted from 1"),
        ("\u265b", ""),
    ],
)  # fmt: skip
def test_the_notice_says_which_shape(text: str, said: str) -> None:
    answer = read_shape(text.encode(), "queens", 4)
    if not said:
        assert answer is None
        return
    assert isinstance(answer, Answer)
    assert [notice.message for notice in answer.warnings] == [f"read as {said}"]
    assert answer.board is not None
    assert answer.board.argmax(axis=1).tolist() == FOUR


@pytest.mark.parametrize(
    "text",
    [
        "1 2 2 4 3 1 4\n",
        "1 2 2 4 3 1 4 4\n",
        "2 4\n1 3\n",  # perhaps two pairs
        "0.5 1. 0. 0.\n",
        "True False\nFalse True\n",
        ".*..\n...*\n*.#.\n..*.\n",  # two signs that may be a piece, or may not
        "*Q**\n***Q\nQ*#*\n**Q*\n",
        "\x12\x11\x12\x12\n\x12\x12\x12\x11\n\x11\x12\x12\x12\n\x12\x12\x11\x12\n",
    ],
)
def test_what_is_not_whole_is_no_answer(text: str) -> None:
    assert read_shape(text.encode(), "queens", 4) is None


def test_rows_of_pairs_and_pairs_of_rows_are_refused() -> None:
    finding = read_shape(b"2 4 1 3 3 1 4 2\n", "queens", 4)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"
    assert "all rows and then all columns" in finding.message


# --- pairs on a board with trees -----------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(grove=groves(), base=st.sampled_from([0, 1]), turned=st.booleans(), bare=st.booleans())
def test_pairs_mean_what_the_package_says(grove: tuple[Cells, Cells], base: int, turned: bool, bare: bool) -> None:
    grid, board = grove
    pairs = places(board, base)
    pairs = [(column, row) for row, column in pairs] if turned else pairs
    text = " ".join(f"{one} {other}" for one, other in pairs) if bare else str(pairs)
    size = (int(grid.shape[0]), int(grid.shape[1]))
    order = "column and row" if turned else "row and column"
    if bare and 2 * len(pairs) in size:
        return
    shown = board_in(text, Target(size, grid, len(pairs), order, base), "lizards")  # type: ignore[arg-type]
    assert np.array_equal(shown == 1, board == 1)
    assert np.array_equal(shown == 2, (grid == 2) & (board == 0))


@settings(max_examples=60, deadline=None)
@given(grove=groves(), base=st.sampled_from([0, 1]))
def test_pairs_that_the_package_leaves_open_are_refused_or_certain(grove: tuple[Cells, Cells], base: int) -> None:
    """No reading is chosen: of all that are on the board, each shows the same cells."""
    grid, board = grove
    pairs = places(board, base)
    size = (int(grid.shape[0]), int(grid.shape[1]))
    result = read_shape(str(pairs).encode(), "lizards", Target(size, grid, len(pairs)))
    ways = set()
    for first in (0, 1):
        for turned in (False, True):
            cells = [((b, a) if turned else (a, b)) for a, b in pairs]
            found = frozenset((row - first, column - first) for row, column in cells)
            if all(0 <= row < size[0] and 0 <= column < size[1] for row, column in found):
                ways.add(found)
    if len(ways) > 1:
        assert isinstance(result, Finding)
        assert result.code == "E134"
    else:
        assert isinstance(result, Answer)
        assert result.board is not None
        assert frozenset(places(result.board)) in ways


GRID = np.array([[0, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0]], np.int8)
KNOWN = Target((4, 4), GRID, 2)


def test_words_beside_the_numbers_say_which_is_the_row() -> None:
    text = "row 0, column 2\nrow 3, column 1\n"
    assert places(board_in(text, KNOWN, "lizards")) == [(0, 2), (3, 1)]
    assert places(board_in("column 2, row 0\ncolumn 1, row 3\n", KNOWN, "lizards")) == [(0, 2), (3, 1)]


def test_a_case_that_is_its_own_mirror_image_has_no_row_to_tell() -> None:
    empty = Target((4, 4), np.zeros((4, 4), np.int8), 2, mirrored=True)
    assert places(board_in("[(0, 2), (3, 1)]", empty, "lizards")) == [(0, 2), (3, 1)]


def test_pairs_and_a_board_that_none_of_their_readings_shows_are_refused() -> None:
    board = "Q . . T\n. T . .\n. . . .\n. . Q .\n"
    finding = read_shape(f"[(0, 2), (3, 1)]\n{board}".encode(), "lizards", KNOWN)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"
    assert places(board_in(f"[(0, 0), (2, 3)]\n{board}", KNOWN, "lizards")) == [(0, 0), (3, 2)]


def test_two_numbers_alone_are_no_place_of_a_piece() -> None:
    one = Target((4, 4), GRID, 1, "row and column", 0)
    assert read_shape(b"n 2 3\n", "lizards", one) is None
    assert places(board_in("(2, 3)", one, "lizards")) == [(2, 3)]


def test_of_as_many_pieces_as_there_may_be_two_lists_that_differ_are_refused() -> None:
    many = Target((4, 4), GRID, 0, "row and column", 0)
    assert places(board_in("[(0, 0), (2, 3), (3, 1)]", many, "lizards")) == [(0, 0), (2, 3), (3, 1)]
    finding = read_shape(b"[(0, 0), (2, 3)]\nbest:\n[(0, 0), (2, 3), (3, 1)]\n", "lizards", many)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"


def test_an_x_is_a_tree_where_the_case_has_one_and_refused_elsewhere() -> None:
    board = board_in("Q _ _ X\n_ X _ _\n_ _ _ Q\nX _ _ _\n", KNOWN, "lizards")
    assert board.tolist() == [[1, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    for puzzle in ("lizards", "queens"):
        finding = read_shape(b"Q _ X X\n_ X _ _\n_ _ _ Q\nX _ _ _\n", puzzle, KNOWN)
        assert isinstance(finding, Finding)
        assert finding.code == "E133"
        assert finding.message.startswith("X stands at row 1, column 3 of a board")
        assert finding.note == "line 1 is 'Q _ X X'"
    assert read_shape(b"Q _ X X\n_ X _ _\n_ _ _ Q\nX _ _ _\n", "lizards", 4) is None


NOT_READ = "E133 chess notation (FEN), models of SAT solvers, matrices of R and chess squares are not read"
ELIDED = "E135 the answer is not whole: ... stands for the rest of it"


# --- what is near ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "n", "said"),
    [
        (str(list(enumerate(EIGHT))), 11, "E133 8 pairs, but n is 11"),
        ("".join(f"{row} {column}\n" for row, column in enumerate(EIGHT)), 11, "E133 8 pairs, but n is 11"),
        ("\n".join(rows_of(of(EIGHT)[:7], ".Q")), 8, "E133 a 7 x 8 table, but n is 8"),
        ("\n".join(rows_of(of(EIGHT), ".Q")), 9, "E133 a 8 x 8 table, but n is 9"),
        ("Solution: 2 4 1 3\n", 5, "E133 4 numbers on line 1, but n is 5"),
        ("2 4 1 1\n", 4, "E133 the column 1 stands twice on line 1"),
        ("2 4 1 5\n", 4, "E133 the column 5 on line 1 is not on the board: n is 4"),
        ("(0, 1), (1, 3), (2, 0), (2, 1)\n", 4, "E133 4 pairs, but two of them are in row 2"),
        ("(0, 1), (1, 3), (2, 0), (2, 0)\n", 4, "E133 4 pairs, but (2, 0) stands there twice"),
        ("(0, 1), (1, 3), (2, 0), (7, 2)\n", 4, "E133 4 pairs, but 7 is not on the board"),
        ("1Q2/3Q/Q3/2Q1", 4, NOT_READ),
        ("FEN: 1q2/3q/q3/2q1 w - - 0 1\n", 4, NOT_READ),
        ("v -1 2 -3 -4 -5 -6 -7 8\nv 9 -10 -11 -12 -13 -14 15 -16 0\n", 4, NOT_READ),
        ("[1,] 0 1 0 0\n[2,] 0 0 0 1\n[3,] 1 0 0 0\n[4,] 0 0 1 0\n", 4, NOT_READ),
        ('[1,] "." "Q"\n', 2, NOT_READ),
        ("b1 d2 a3 c4\n", 4, NOT_READ),
        ("['b1', 'd2', 'a3', 'c4']\n", 4, NOT_READ),
        ("Solution: b1, d2, a3, c4", 4, NOT_READ),
        ("saved to /home/ada/py3/out\n", 8, ""),
        ("took 3/4 s on 26/11/2026\n", 3, ""),
        ("v is 3\n[1] 2\na1 b2\n", 8, ""),
        ("[[0 1 0 ... 0 0 0]\n [0 0 0 ... 0 1 0]]\n", 2000, ELIDED),
        ("[[0 1]\n ...\n [1 0]]\n", 2000, ELIDED),
        ("hello world\n", 8, ""),
        ("4\n", 8, ""),
        ("", 8, ""),
    ],
)  # fmt: skip
def test_how_far_off_the_nearest_shape_is(text: str, n: int, said: str) -> None:
    assert read_shape(text.encode(), "queens", n) is None
    finding = near_shape(text.encode(), "queens", n, "out.txt")
    assert (f"{finding.code} {finding.message}" if finding else "") == said
    if finding:
        assert finding.where == f"out.txt line {1 if n < 2000 or '...' in text.splitlines()[0] else 2}"
        assert finding.note.startswith("line ")
        assert finding.help
        assert finding.code in codes()


def test_how_many_pieces_are_wanted_where_there_are_trees() -> None:
    finding = near_shape(b"[(0, 1), (1, 3), (2, 0)]", "lizards", KNOWN)
    assert finding is not None
    assert finding.message == "3 pairs, but 2 pieces are wanted"
    finding = near_shape(b"[(0, 1), (1, 3)]", "lizards", Target((4, 4), GRID, 2, "row and column", 1))
    assert finding is not None
    assert finding.message == "2 pairs, but 0 is not on the board, as the package counts from 1"


# --- texts that somebody changed -------------------------------------------------------------------------------------
SIGNS = ["", "Q", ".", "0", "1", "3", " ", "\n", ":", "]", "[", ",", "/", "-", "True", "X", "v", "0."]


def stands_in(text: str, said: str, board: Cells) -> bool:
    """Say whether a reader of this shape alone, who knows no other, sees the same pieces in the text."""
    text, rows = text.upper(), ["".join("\0" if cell == 1 else "\1" for cell in row) for row in board.tolist()]
    assert "a board of" in said, said
    piece, *others = said.removeprefix("read as a board of ").upper().split(" and ".upper())
    spread = re.sub(r"ANSWER|ARRAY|DTYPE=\w+|\[,?\d+,?\]", "", re.sub(r"\[\s*\]", ".", text))
    spread = re.sub(r"(?<=\d)\.0*(?=[\s,\])]|$)", "", spread)
    bare = re.sub(r"[\s\[\](),=:/]", "", spread)
    return any(all(row.replace("\0", piece).replace("\1", free) in bare for row in rows) for free in others)


@settings(max_examples=100, deadline=None)
@given(
    shape=st.sampled_from(sorted(BOARDS)),
    board=mixed(4, 7),
    edits=st.lists(st.tuples(st.integers(0, 900), st.sampled_from(SIGNS)), min_size=1, max_size=4),
)
def test_a_mutated_text_yields_only_what_stands_in_it(shape: str, board: Cells, edits: list[tuple[int, str]]) -> None:
    text = BOARDS[shape](board)
    for at, sign in edits:
        spot = at % len(text)
        text = text[:spot] + sign + text[spot + 1 :]
    answer = read_shape(text.encode(), "queens", len(board))
    near_shape(text.encode(), "queens", len(board))
    if isinstance(answer, Answer) and not answer.fail:
        assert answer.board is not None
        said = answer.warnings[0].message.removesuffix(", one of several that differ, of which each has to be right")
        assert stands_in(text, said, answer.board)


@settings(max_examples=100, deadline=None)
@given(
    data=st.binary(max_size=80)
    | st.text(alphabet="Q.0123 \n[](),/-TFvVxX\u265b", max_size=80).map(str.encode)
    | st.lists(st.sampled_from(["v", "1", "-2", "0", "[1,]", "[,1]", "(0, 1)", "True", "...", "q/", "\n"]), max_size=30)
    .map(lambda words: " ".join(words).encode()),
    grove=groves(),
    pieces=st.integers(0, 4),
)  # fmt: skip
def test_no_bytes_make_it_raise(data: bytes, grove: tuple[Cells, Cells], pieces: int) -> None:
    grid = grove[0]
    known = Target((int(grid.shape[0]), int(grid.shape[1])), grid, pieces)
    for puzzle in ("lizards", "queens"):
        result = read_shape(data, puzzle, known)
        assert not isinstance(result, Answer) or result.board is None or result.board.shape == grid.shape
        finding = near_shape(data, puzzle, known)
        assert finding is None or finding.code in ("E133", "E135")


@pytest.mark.parametrize("write", NOT_READ_ANY_MORE)
@settings(max_examples=6, deadline=None)
@given(board=mixed(), grove=groves())
def test_what_went_is_no_answer_and_its_form_is_named(
    write: Callable[[Cells], str], board: Cells, grove: tuple[Cells, Cells]
) -> None:
    grid, trees = grove
    of_trees = Target((int(grid.shape[0]), int(grid.shape[1])), grid)
    for puzzle, target, shown in (("queens", len(board), board), ("lizards", of_trees, trees)):
        text = write(shown).encode()
        assert not isinstance(read_shape(text, puzzle, target), Answer)
        finding = near_shape(text, puzzle, target)
        assert finding is not None
        assert f"{finding.code} {finding.message}" == NOT_READ


def test_the_last_column_of_a_matrix_that_r_wraps_is_no_list_of_pairs() -> None:
    """`[1,]    0` on three lines was read as the pairs (1, 0), (2, 0) and (3, 1)."""
    board = np.array([[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 1]], np.int8)
    target = Target((3, 7), np.zeros((3, 7), np.int8))
    assert not isinstance(read_shape(r_matrix(board, 3).encode(), "lizards", target), Answer)
