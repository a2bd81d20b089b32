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
    """An answer: that there is none, a number of arrangements, or a board of `side` x `side` cells.

    `cells` are 0 free, 1 piece, 2 tree, row by row: int8, deflated, in base64. All of it is empty where the answer was
    too large to be kept.
    """

    fail: bool = False
    count: int | None = None
    side: int = 0
    cells: str = ""

    def board(self) -> Grid | None:
        """Return the board as int8 (side, side); None where it is none."""
        return unpacked(self.cells, self.side) if self.side else None


def packed(board: Grid) -> str:
    """Return the cells of a board as text. Runs of one value are all that is looked for: nine times as fast on a large
    board as to look for patterns, and hardly longer."""
    deflater = zlib.compressobj(strategy=zlib.Z_RLE)
    data = deflater.compress(board.astype("int8").tobytes()) + deflater.flush()
    return base64.b64encode(data).decode("ascii")


def unpacked(cells: str, side: int) -> Grid:
    """Return the board that `packed` made text of. ValueError for what is none."""
    import numpy as np

    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(base64.b64decode(cells, validate=True), side * side + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(data) != side * side:
        message = f"{len(data)} cells instead of {side} x {side}"
        raise ValueError(message)
    return np.frombuffer(data, dtype=np.int8).reshape(side, side).copy()
