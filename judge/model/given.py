"""What a submission answered to a case, small enough to be kept with its result: reports draw it."""

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
