"""Turn and reflect boards: by the eight symmetries of a square, or the four of a rectangle.

A board and its images have the same answer up to the same turn. Times are another matter: a search takes another
time on a turned board.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Instance

Grid = np.ndarray[Any, np.dtype[Any]]  # of cells, or what a layer says of each


class Symmetry(msgspec.Struct, frozen=True):
    """Reflects at the main diagonal or not, then turns by quarter turns against the clock."""

    name: str
    turns: int
    flip: bool

    def of(self, grid: Grid) -> Grid:
        """Return the image of a board."""
        return np.ascontiguousarray(np.rot90(grid.T if self.flip else grid, self.turns))


SYMMETRIES: Final = (
    Symmetry("turned-90", 1, flip=False),
    Symmetry("turned-180", 2, flip=False),
    Symmetry("turned-270", 3, flip=False),
    Symmetry("transposed", 0, flip=True),
    Symmetry("mirrored-rows", 1, flip=True),
    Symmetry("antitransposed", 2, flip=True),
    Symmetry("mirrored-columns", 3, flip=True),
)


def images(board: Instance) -> list[Instance]:
    """Return the board and all that it can be turned or mirrored into; what its layer says goes with each cell."""
    return [board, *(turn_board(board, symmetry) for symmetry in SYMMETRIES)]


def turn_board(board: Instance, symmetry: Symmetry) -> Instance:
    """Return an image of a board."""
    grid, layer = symmetry.of(board.grid), board.layer
    return msgspec.structs.replace(board, n=len(grid), grid=grid, layer=None if layer is None else symmetry.of(layer))
