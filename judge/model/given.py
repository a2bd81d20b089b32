"""What a submission answered to a case, small enough to be kept with its result; each as one word of text."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import numpy as np

    Grid = np.ndarray[Any, np.dtype[np.int8]]
    Table = np.ndarray[Any, np.dtype[Any]]

CELL, WEIGHT = "int8", "<i8"  # kinds of number
MOST_SIDE = 64  # of a board that is kept; of a larger one nobody would tell two arrangements apart
_FAIL, _COUNT, _BOARD = "FAIL", "COUNT", "BOARD"
_HIGHEST = 3  # of what a cell holds: free, a piece, a tree, closed
_DIGITS = 400  # of a number that somebody says; more than any board has arrangements


class Given(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer: that there is none, a number of arrangements, or a board of `rows` x `columns` cells.

    `cells` are 0 free, 1 piece, 2 tree, row by row: int8, deflated, in base64. All of it is empty where the answer was
    too large to be kept. A square board says its rows alone, under the name that older judges read and wrote.
    """

    fail: bool = False
    count: int | None = None
    rows: int = msgspec.field(default=0, name="side")
    cells: str = ""
    columns: int = 0  # 0 for as many as rows

    def board(self) -> Grid | None:
        """Return the board as int8 (rows, columns); None where it is none."""
        return unpacked(self.cells, (self.rows, self.columns or self.rows)) if self.rows else None


def packed(board: Table, kind: str = CELL) -> str:
    """Return the cells of a board as text, each a number of this `kind`.

    Runs of one value are all that is looked for: nine times as fast on a large board as to look for patterns, and
    hardly longer.
    """
    deflater = zlib.compressobj(strategy=zlib.Z_RLE)
    data = deflater.compress(board.astype(kind).tobytes()) + deflater.flush()
    return base64.b64encode(data).decode("ascii")


def unpacked(cells: str, shape: tuple[int, int], kind: str = CELL) -> Table:
    """Return the board of so many rows and columns that `packed` made text of. ValueError for what is none."""
    import numpy as np

    each = np.dtype(kind).itemsize
    size = shape[0] * shape[1] * each
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(base64.b64decode(cells, validate=True), size + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(data) != size:
        message = f"{len(data) // each} cells instead of {shape[0]} x {shape[1]}"
        raise ValueError(message)
    return np.frombuffer(data, dtype=kind).reshape(shape).copy()


def board_text(board: Table, kind: str = CELL) -> str:
    """Return a board as its size, a blank, and its cells. The size is a square's side, else as 6x8."""
    rows, columns = board.shape
    return f"{_size_text(rows, columns)} {packed(board, kind)}"


def shape_in(text: str) -> tuple[int, int]:
    """Return the rows and columns that the text of a board names; ValueError where it names none."""
    rows, _, columns = text.partition(" ")[0].partition("x")
    shape = _whole(rows), _whole(columns or rows)
    if min(shape) < 1:
        message = f"a side of {min(shape)}"
        raise ValueError(message)
    return shape


def board_in(text: str, kind: str = CELL) -> Table:
    """Return the board that `board_text` made text of. ValueError for what is none."""
    return unpacked(text.partition(" ")[2], shape_in(text), kind)


def given_text(given: Given | None) -> str | None:
    """Return an answer as text: FAIL, COUNT and a number, BOARD and the board; BOARD alone where it was too large."""
    if given is None:
        return None
    if given.fail:
        return _FAIL
    if given.count is not None:
        return f"{_COUNT} {given.count}"
    if not given.rows:
        return _BOARD
    return f"{_BOARD} {_size_text(given.rows, given.columns or given.rows)} {given.cells}"


def given_in(text: str) -> Given:
    """Return the answer that `given_text` made text of. ValueError for what is none."""
    kind, _, rest = text.partition(" ")
    if text == _FAIL:
        return Given(fail=True)
    if text == _BOARD:
        return Given()
    if kind == _COUNT:
        return Given(count=_whole(rest))
    if kind != _BOARD or max(shape_in(rest)) > MOST_SIDE:
        message = f"expected {_FAIL}, {_COUNT} or {_BOARD} with a side of at most {MOST_SIDE}"
        raise ValueError(message)
    if not is_board(board_in(rest)):
        message = "a cell is not 0, 1, 2 or 3"
        raise ValueError(message)
    rows, columns = shape_in(rest)
    return Given(rows=rows, cells=rest.partition(" ")[2], columns=0 if columns == rows else columns)


def is_board(board: Grid) -> bool:
    """Say whether every cell is free, a piece, a tree or closed."""
    return bool(((board >= 0) & (board <= _HIGHEST)).all())


def _size_text(rows: int, columns: int) -> str:
    return f"{rows}" if rows == columns else f"{rows}x{columns}"


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        message = f"expected a whole number, got {text[:20]!r}"
        raise ValueError(message)
    return int(text)
