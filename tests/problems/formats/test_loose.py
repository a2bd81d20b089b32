"""Answers in forms of homework programs: each is written here and read back; what is no answer stays none.

What programs have printed is kept in `printed.txt`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Answer, Finding, Instance
from judge.problems import puzzle_named, puzzle_names
from tests.conftest import there
from tests.oracle import every_queens, images
from tests.problems.formats.kept import hold_readings
from tests.problems.make import blank, heard, own, read_answer

Cells = np.ndarray[Any, np.dtype[np.int8]]

EIGHT, FOUR = [0, 4, 7, 5, 2, 6, 1, 3], [1, 3, 0, 2]
BOARD = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"  # FOUR
OF_BOARDS = [name for name in puzzle_names() if puzzle_named(name).goal.shows or puzzle_named(name).goal.listed]


def board(columns: list[int], signs: str = "Q.", between: str = " ", head: str = "", tail: str = "\n") -> str:
    return drawn(of(columns), signs[1] + signs[0], between, head, tail)


def drawn(cells: Cells, signs: str = ".Q", between: str = " ", head: str = "", tail: str = "\n") -> str:
    return "".join(head + between.join(signs[cell] for cell in row) + tail for row in cells.tolist())


def of(columns: list[int]) -> Cells:
    return np.eye(len(columns), dtype=np.int8)[columns]


def numbers(columns: list[int], base: int, between: str) -> str:
    return between.join(str(column + base) for column in columns)


def beside(text: str, labels: str, *, both: bool = False) -> str:
    rows = zip(labels, text.splitlines(), strict=False)
    return "".join(f"{label} {row}{f' {label}' if both else ''}\n" for label, row in rows)


def boxed(columns: list[int], piece: str, free: str) -> str:
    n = len(columns)
    rows = ["\u2502" + "\u2502".join(piece if column == k else free for k in range(n)) + "\u2502" for column in columns]
    top, line, bottom = (
        edges[0] + edges[1].join(["\u2500" * 3] * n) + edges[2]
        for edges in ("\u250c\u252c\u2510", "\u251c\u253c\u2524", "\u2514\u2534\u2518")
    )
    return f"{top}\n" + f"\n{line}\n".join(rows) + f"\n{bottom}\n"


def as_numpy(cells: Cells, kind: type, write: Callable[[object], str] = str) -> str:
    with np.printoptions(threshold=10**6, linewidth=75):
        return write(cells.astype(kind))


BOARDS: dict[str, Callable[[Cells], str]] = {  # of any size; each shows which cells hold a piece
    "signs": drawn,
    "signs side by side": lambda cells: drawn(cells, "_Q", ""),
    "digits with commas": lambda cells: drawn(cells, "01", ","),
    "digits side by side": lambda cells: drawn(cells, "01", ""),
    "stars": lambda cells: drawn(cells, "-*"),
    "bars with empty cells": lambda cells: drawn(cells, " Q", "|", "|", "|\n"),
    "bars and lines": lambda cells: drawn(cells, ".Q", " | ", "| ", " |\n" + "+---" * cells.shape[1] + "+\n"),
    "blank lines between": lambda cells: drawn(cells, ".Q", " ", "", "\n\n"),
    "behind a prompt": lambda cells: "How many queens? " + drawn(cells),
    "boxes of brackets": lambda cells: drawn(cells, " Q", "][", "[", "]\n"),
    "boxes behind a prompt": lambda cells: "Enter n: " + drawn(cells, " Q", "][", "[", "]\n"),
    "empty boxes": lambda cells: drawn(cells, " X", "] [", "[", "]\r\n").replace("[ ]", "[]"),
    "coloured": lambda cells: drawn(cells).replace("Q", "\x1b[1;31mQ\x1b[0m"),
    "queens of Unicode": lambda cells: drawn(cells, "\u00b7\u2655"),
    "squares of Unicode": lambda cells: drawn(cells, "\u25a1\u25a0", ""),
    "emoji": lambda cells: drawn(cells, "\u2b1c\U0001f451", ""),
    "lists": lambda cells: str(cells.tolist()),
    "lists of signs": lambda cells: str([list(row) for row in drawn(cells, ".Q", "").split()]),
    "list of strings": lambda cells: str(drawn(cells, ".Q", "").split()),
    "numpy": lambda cells: as_numpy(cells, int),
    "numpy floats": lambda cells: as_numpy(cells, float) + "\n",
    "numpy floats, repr": lambda cells: as_numpy(cells, float, repr),
    "numpy bools": lambda cells: "answer = " + as_numpy(cells, bool, repr),
    "numpy int8, repr": lambda cells: as_numpy(cells, np.int8, repr),
    "lists of floats": lambda cells: str(cells.astype(float).tolist()),
    "JSON of bools": lambda cells: str(cells.astype(bool).tolist()).lower().replace(" ", ""),
    "bools, a row a line": lambda cells: drawn(cells, "FT").replace("F", "False").replace("T", "True"),
}
FORMS: dict[str, Callable[[list[int]], str]] = {  # of one piece a row and a column
    "columns from 1": lambda c: numbers(c, 1, " "),
    "columns from 1, n above": lambda c: f"{len(c)}\n{numbers(c, 1, ' ')}\n",
    "columns with commas": lambda c: numbers(c, 1, ", "),
    "columns behind words": lambda c: f"Enter n: Solution 1: {numbers(c, 1, ' ')} (0.003 s)\n",
    "list from 0": lambda c: f"{c}\n",
    "tuple from 0": lambda c: f"result = {tuple(c)}\n",
    "numpy array": lambda c: f"array({c}, dtype=int8)",
    "numpy array on two lines": lambda c: f"[{numbers(c[:3], 0, '. ')}.\n {numbers(c[3:], 0, '. ')}.]\n",
    "a number a line from 0": lambda c: numbers(c, 0, "\n"),
    "a number a line from 1, n above": lambda c: f"{len(c)}\r\n{numbers(c, 1, chr(13) + chr(10))}\r\n",
    "a number a line behind a prompt": lambda c: f"Enter n: {numbers(c, 1, chr(10))}\n",
    "board of Q and *": lambda c: board(c, "Q*", ""),
    "board with a rim": lambda c: "  " + numbers(sorted(c), 1, " ") + "\n" + beside(board(c), "123456789abc"),
    "digit board, rimmed": lambda c: "  " + numbers(sorted(c), 0, " ") + "\n" + beside(board(c, "10"), "012345678"),
    "board with letters": lambda c: beside(board(c, "Q.", " | ", "| ", " |\n"), "ABCDEFGHIJKL"),
    "board as in chess": lambda c: "   a b c d e f g h\n" + beside(board(c), "987654321"[-len(c) :], both=True),
    "queens of Unicode, chequered": lambda c: board(c, "\u265b\u25a0", "").replace("\u25a0\u25a0", "\u25a0\u25a1"),
    "box": lambda c: boxed(c, " \u2655 ", " . "),
    "box with empty cells": lambda c: boxed(c, " \u265b ", "   "),
    "pairs, a line each": lambda c: "".join(f"({row}, {column})\n" for row, column in enumerate(c)),
    "pairs without brackets": lambda c: f"{len(c)}\n" + "".join(f"{row} {column}\n" for row, column in enumerate(c, 1)),
    "list of pairs": lambda c: f"Solution: {list(enumerate(c, 1))}\n",
    "set of pairs": lambda c: f"set({list(enumerate(c))[::-1]})",
    "numpy numbers": lambda c: str([(np.int64(row), np.int64(column)) for row, column in enumerate(c)]),
    "numpy argwhere": lambda c: "[" + "\n ".join(f"[{row:2} {column:2}]" for row, column in enumerate(c)) + "]\n",
    "dictionary": lambda c: str(dict(enumerate(c))),
    "row and column": lambda c: "".join(f"row {row}, col {column}\n" for row, column in enumerate(c)),
    "by number": lambda c: "".join(f"Queen {row}: (row {row}, column {column})\n" for row, column in enumerate(c)),
    "column of each queen": lambda c: "".join(f"Queen {row} -> column {column}\n" for row, column in enumerate(c, 1)),
    "rows from 1, columns from 0": lambda c: "".join(f"{row}: {column}\n" for row, column in enumerate(c, 1)),
}


def arranged(write: Callable[[Cells], str]) -> Callable[[list[int]], str]:
    return lambda columns: write(of(columns))


FORMS |= {name: arranged(write) for name, write in BOARDS.items()}
LISTS: dict[str, Callable[[list[list[int]]], str]] = {
    "lists": str,
    "headed lines": lambda every: "".join(f"Solution {k}: {numbers(c, 1, ' ')}\n" for k, c in enumerate(every, 1)),
    "boards with headings": lambda every: "".join(f"Solution {k}:\n{board(c)}" for k, c in enumerate(every, 1)),
    "boards with blank lines": lambda every: "\n".join(board(c, "Q_", "") for c in every) + f"Total: {len(every)}\n",
    "boards without anything between": lambda every: "".join(board(c, "10") for c in every),
    "lists of strings": lambda every: str([board(c, "Q.", "").split() for c in every]),
    "a number a line": lambda every: f"{len(every)}\n" + "\n\n".join(numbers(c, 0, "\n") for c in every),
    "lists, each with its board": lambda every: "".join(f"{c}\n{board(c)}\n" for c in every),
    "digits": lambda every: "".join(f"{numbers(c, 1, '')}\n" for c in every),
    "list of digits": lambda every: str([numbers(c, 0, "") for c in every]),
    "pairs": lambda every: "\n".join(FORMS["pairs without brackets"](c) for c in every),
    "boxes": lambda every: "\n".join(FORMS["box with empty cells"](c) for c in every),
}


def mixed(least: int = 4, most: int = 9) -> st.SearchStrategy[list[int]]:
    """Permutations that are no rim of a board, as no valid arrangement is one."""
    return st.integers(least, most).flatmap(lambda n: st.permutations(range(n))).filter(lambda c: c != sorted(c))


@st.composite
def groves(draw: st.DrawFn) -> tuple[Cells, Cells]:
    """Draw a case with trees and cells that must stay empty, and a board with pieces on its free cells."""
    rows, columns = draw(st.integers(3, 7)), draw(st.integers(3, 7))  # a row of two cells may be a pair
    cells = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=rows * columns, max_size=rows * columns)
    marks = np.array(draw(cells.filter(lambda found: 0 in found and found.count(1) > 1)), np.int8)
    marks = marks.reshape(rows, columns)
    return np.where(marks > 1, marks, 0).astype(np.int8), (marks == 1).astype(np.int8)


def target(grid: Cells, pieces: int = 0) -> Instance:
    return Instance("ANY", len(grid), pieces, grid)


def read(text: str | bytes, puzzle: str, board: Instance | int, **said: Any) -> Answer | Finding:
    return heard(text, puzzle, board, file="out.txt", shapes=True, **said)


def shape_in(text: str | bytes, puzzle: str, board: Instance | int, **said: Any) -> Answer:
    return read_answer(text, puzzle, board, file="out.txt", shapes=True, **said)


def cells_in(text: str | bytes, board: Instance | int, puzzle: str = "queens", **said: Any) -> Cells:
    answer = shape_in(text, puzzle, board, **said)
    assert [notice.code for notice in answer.warnings] == ["W112"]
    return there(answer.board)


def columns_in(text: str | bytes, n: int, puzzle: str = "queens") -> list[int]:
    cells = cells_in(text, n, puzzle)
    assert cells.sum() == n
    return list(cells.argmax(axis=1).tolist())


def places(cells: Cells, base: int = 0) -> list[tuple[int, int]]:
    return [(int(row) + base, int(column) + base) for row, column in np.argwhere(cells == 1)]


# --- forms -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=5, deadline=None)
@given(columns=mixed(), puzzle=st.sampled_from(["queens", "spies"]))
def test_each_form_is_read_back(form: str, columns: list[int], puzzle: str) -> None:
    text = FORMS[form](columns)
    assert columns_in(text, len(columns), "queens" if text.split()[0].isdigit() else puzzle) == columns


@pytest.mark.parametrize("form", BOARDS)
@settings(max_examples=4, deadline=None)
@given(grove=groves())
def test_a_board_of_any_size_is_read_as_it_stands(form: str, grove: tuple[Cells, Cells]) -> None:
    grid, board_ = grove
    shown = cells_in(BOARDS[form](board_), target(grid), "lizards")
    assert np.array_equal(shown, board_)


@settings(max_examples=60, deadline=None)
@given(grove=groves(), signs=st.sampled_from(["012", ".LT", "_Q2", "-*T"]), rim=st.booleans())
def test_trees_are_read_from_a_board(grove: tuple[Cells, Cells], signs: str, rim: bool) -> None:
    grid, board_ = grove
    both = np.where(board_ == 1, 1, np.where(grid == 2, 2, 0)).astype(np.int8)
    text = beside(drawn(both, signs), "ABCDEFG") if rim and "2" not in signs else f"Found:\n{drawn(both, signs)}"
    assert np.array_equal(cells_in(text, target(grid), "lizards"), both)


@pytest.mark.parametrize("n", [4, 6, 8])
@pytest.mark.parametrize("form", LISTS)
def test_every_arrangement_is_read_in_order(form: str, n: int) -> None:
    every = [list(columns) for columns in every_queens(n)]
    answer = shape_in(LISTS[form](every), "all-queens", n)
    assert there(answer.columns).tolist() == every
    assert answer.count is None
    assert answer.warnings[0].message.endswith(f", {len(every)} of them")


def test_a_wide_numpy_board_goes_over_several_lines() -> None:
    for n in (25, 26, 41):
        cells = of([(2 * k + 1) % n for k in range(n)] if n % 2 else EIGHT + list(range(8, 26)))
        for form in ("numpy", "numpy floats", "numpy bools", "numpy int8, repr"):
            assert np.array_equal(cells_in(BOARDS[form](cells), n), cells)


@settings(max_examples=150, deadline=None)
@given(form=st.sampled_from(sorted(FORMS)), columns=mixed(4, 8), data=st.data())
def test_a_spoilt_arrangement_is_never_read_as_a_whole_one(form: str, columns: list[int], data: st.DataObject) -> None:
    row = data.draw(st.integers(1, len(columns) - 1))
    spoilt = [*columns[:row], columns[row - 1], *columns[row + 1 :]]
    answer = read(FORMS[form](spoilt), "queens", len(columns))
    if isinstance(answer, Answer):
        assert not (there(answer.board).sum(axis=0) == 1).all()
        assert "board" in form or form in BOARDS or "box" in form or "Unicode" in form


# --- pairs on a board with trees -------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(grove=groves(), base=st.sampled_from([0, 1]), turned=st.booleans(), bare=st.booleans())
def test_pairs_mean_what_the_package_says(grove: tuple[Cells, Cells], base: int, turned: bool, bare: bool) -> None:
    grid, board_ = grove
    pairs = [pair[::-1] if turned else pair for pair in places(board_, base)]
    text = " ".join(f"{one} {other}" for one, other in pairs) if bare else str(pairs)
    if bare and 2 * len(pairs) in grid.shape:
        return
    said = f"{'column row' if turned else 'row column'} from {base}"
    shown = cells_in(text, target(grid, len(pairs)), "lizards", pairs=said)
    assert np.array_equal(shown == 1, board_ == 1)
    assert np.array_equal(shown == 2, (grid == 2) & (board_ == 0))


@settings(max_examples=60, deadline=None)
@example(grove=(np.zeros((3, 3), np.int8), np.array([[0, 0, 0], [0, 0, 0], [0, 1, 1]], np.int8)), base=0)
@example(grove=(np.zeros((3, 3), np.int8), np.array([[0, 0, 0], [1, 1, 0], [0, 0, 0]], np.int8)), base=1)
@given(grove=groves(), base=st.sampled_from([0, 1]))
def test_pairs_that_the_package_leaves_open_are_refused_or_certain(grove: tuple[Cells, Cells], base: int) -> None:
    """No reading is chosen: of all that are on the board, each shows the same cells. Where the case is its own mirror
    image, row and column may be exchanged."""
    grid, board_ = grove
    mirrored = np.array_equal(grid, grid.T)
    pairs, (rows, columns) = places(board_, base), grid.shape
    ways = set()
    for first in (0, 1):
        for turned in (False,) if mirrored else (False, True):
            found = frozenset((b - first, a - first) if turned else (a - first, b - first) for a, b in pairs)
            ways |= {found} if all(0 <= row < rows and 0 <= column < columns for row, column in found) else set()
    if len(ways) > 1:
        assert getattr(read(str(pairs), "lizards", target(grid, len(pairs))), "code", "") == "E134"
    else:
        assert frozenset(places(cells_in(str(pairs), target(grid, len(pairs)), "lizards"))) in ways


# --- what programs have printed ---------------------------------------------------------------------------------------
def test_what_programs_have_printed_is_read_as_kept() -> None:
    hold_readings(Path(__file__).with_name("printed.txt"), shapes=True)


@pytest.mark.parametrize("form", ["columns from 1", "list from 0", "signs", "list of pairs"])
def test_an_image_is_another_answer_where_pieces_are_given(form: str) -> None:
    write, given = FORMS[form], np.zeros((4, 4), np.int8)
    given[0, FOUR[0]] = 1
    for board_, count in ((blank(4), 0), (Instance("ANY", 4, 4, given), 1)):
        shown = shape_in(f"{write(FOUR)}\n{write(FOUR[::-1])}", "completion", board_)
        assert len(shown.others) == count


@pytest.mark.parametrize("puzzle", OF_BOARDS)
def test_a_sentence_may_say_fail(puzzle: str) -> None:
    answer = shape_in("No solution exists for n = 4", puzzle, 4)
    assert answer.fail or (answer.count == 0 and puzzle_named(puzzle).goal.listed)
    assert answer.board is None


def test_an_arrangement_is_the_same_from_eight_sides_and_no_other() -> None:
    """A list that gives the row of each column stands beside a board that is therefore turned."""
    sides = images(of([1, 4, 0, 3, 2]).tolist())
    for columns in permutations(range(5)):
        found = read(f"[1, 4, 0, 3, 2]\n{board(list(columns))}", "queens", 5)
        assert isinstance(found, Answer) == (tuple(map(tuple, of(list(columns)).tolist())) in sides)


KINGS = "[[1 0 1 0]\n [0 0 0 0]\n [1 0 1 0]\n [0 0 0 0]]\n"


@pytest.mark.parametrize(
    ("rules", "text", "rows"),
    [  # what is no arrangement of queens: several in a row, or several in a column
        ({"apart": "king"}, KINGS, ["1010", "0000", "1010", "0000"]),
        ({"apart": "king"}, "(1, 1), (1, 3), (3, 1), (3, 4)", ["1010", "0000", "1001", "0000"]),
        ({"row": 1}, "".join(f"row {row}, column 2\n" for row in range(1, 5)), ["0100"] * 4),
        ({"row": 1}, "(0, 1), (1, 1), (2, 1), (3, 1)", "E134"),
        ({"apart": "rook"}, "[[1, 0], [0, 0]]", ["10", "00"]),
    ],
)
def test_a_row_of_its_own_says_whether_numbers_show_a_board(rules: Any, text: str, rows: Any) -> None:
    n = 4 if isinstance(rows, str) else len(rows)
    said = read(text, own(case=["n"], cells={}, pieces="n", **rules), n)
    if isinstance(said, Finding):
        assert said.code == rows
    else:
        assert said.columns is None
        assert ["".join(map(str, row)) for row in there(said.board).tolist()] == rows


SHOWN, TRACE = BOARD.encode() + b"\n", b"step 1 of 2\n" * 23_000


@pytest.mark.parametrize("text", [SHOWN + TRACE, TRACE + SHOWN])
def test_a_long_text_is_read_at_its_two_ends(text: bytes) -> None:
    answer = shape_in(text, "queens", 4)
    assert answer.warnings[0].line == text.partition(SHOWN)[0].count(b"\n") + 1


@pytest.mark.slow
def test_a_long_text_is_not_read_between_them() -> None:
    assert isinstance(read(TRACE + SHOWN + TRACE, "queens", 4), Finding)
    one_line = b"1 " * (4 << 20)
    assert isinstance(read(one_line, "queens", 4), Finding)
    answer = shape_in(one_line + b"\n" + SHOWN, "queens", 4)
    assert answer.first_line == 2
