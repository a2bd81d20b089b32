"""What a submission answered to a case, small enough to be kept with its result: reports draw it."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import numpy as np

    Grid = np.ndarray[Any, np.dtype[np.int8]]

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


def packed(board: Grid) -> str:
    """Return the cells of a board as text."""
    return base64.b64encode(zlib.compress(board.astype("int8").tobytes(), 6)).decode("ascii")


def unpacked(cells: str, shape: tuple[int, int]) -> Grid:
    """Return the board of so many rows and columns that `packed` made text of. ValueError for what is none."""
    import numpy as np

    size = shape[0] * shape[1]
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(base64.b64decode(cells, validate=True), size + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(data) != size:
        message = f"{len(data)} cells instead of {shape[0]} x {shape[1]}"
        raise ValueError(message)
    return np.frombuffer(data, dtype=np.int8).reshape(shape).copy()
