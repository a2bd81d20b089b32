"""Turn and reflect boards: by the eight symmetries of a square, or the four of a rectangle.

A board and its images have the same answer up to the same turn. Times are another matter: a search takes another
time on a turned board.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from judge.model import Instance

Grid = np.ndarray[Any, np.dtype[Any]]  # of cells, or what a layer says of each


def images(board: Instance) -> list[Instance]:
    """Return the board and all that it can be turned or mirrored into; what its layer says goes with each cell."""
    ways = [(turns, flip) for flip in (False, True) for turns in range(4)]
    return [board, *(_turned(board, turns, flip) for turns, flip in ways[1:])]


def _turned(board: Instance, turns: int, flip: bool) -> Instance:
    """Reflect it at the main diagonal or not, then turn it by quarter turns against the clock."""

    def of(grid: Grid) -> Grid:
        return np.ascontiguousarray(np.rot90(grid.T if flip else grid, turns))

    layer = None if board.layer is None else of(board.layer)
    grid = of(board.grid)
    return msgspec.structs.replace(board, n=len(grid), grid=grid, layer=layer)
