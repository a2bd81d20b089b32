"""Say which small boards a puzzle has: how one is drawn at random, and what is left of one without some of its parts.

What a part is belongs to the puzzle: lines that leave together or alone, cells, weights, regions, a number of pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Instance

Layer = np.ndarray[Any, np.dtype[np.int64]]
Number = Callable[[], int]  # a draw: 0 leaves out as much as possible
Draw = Callable[[np.random.Generator, int], dict[str, Any]]


class SmallBoards(msgspec.Struct, frozen=True):
    """The small boards of a puzzle.

    `values` draws what a recipe of the puzzle would say, for a board of n rows. `counts` are the numbers of pieces that
    n rows may ask for, in order. `settle` makes a layer legal again after lines or weights have left it; None where
    that can't be done.
    """

    values: Draw
    counts: Callable[[int], Sequence[int]]
    least: int = 1  # rows
    most: int = 7  # above it, what is right takes a search too long
    square: bool = True  # rows and columns of the same numbers leave together
    weighs: bool = False  # cells of the layer may become 0
    settle: Callable[[Layer], Layer | None] | None = None

    def part(self, board: Instance, number: Number) -> Instance | None:
        """Return a part of the board as drawn, with a legal number of pieces; None where nothing legal is left."""
        rows = _kept(board.n, number)
        columns = rows if self.square else _kept(board.columns, number)
        grid = board.grid[np.ix_(rows, columns)].copy()
        for cell in np.argwhere(grid).tolist():
            if number() == 0:
                grid[tuple(cell)] = 0
        layer = None
        if board.layer is not None and (layer := self._layer(board.layer[np.ix_(rows, columns)], number)) is None:
            return None
        return Instance(board.algorithm, len(rows), self._pieces(board, len(rows), number()), grid, layer)

    def _layer(self, layer: Layer, number: Number) -> Layer | None:
        kept = layer.copy()
        for cell in np.argwhere(kept).tolist() if self.weighs else ():
            if number() == 0:
                kept[tuple(cell)] = 0
        return self.settle(kept) if self.settle else kept

    def _pieces(self, board: Instance, n: int, drawn: int) -> int:
        """Return at most the number in the place that the board's has among those of its size."""
        before, after = list(self.counts(board.n)), self.counts(n)
        return after[min(before.index(board.pieces), drawn, len(after) - 1)]


def _kept(lines: int, number: Number) -> list[int]:
    """Return the lines that stay; one of them at least."""
    return [line for line in range(lines) if number() > 0] or [0]


def whole(times: int, weights: Layer) -> Layer:
    """Make weights the multiple of a number that they add up to: the first cell gets what is missing."""
    weights.reshape(-1)[0] += -weights.sum() % times
    return weights


def as_many_as_rows(regions: Layer) -> Layer | None:
    """Number the regions anew, as many as rows: what is too many joins the last one. None where they are too few."""
    names, n = list(dict.fromkeys(regions.reshape(-1).tolist())), len(regions)
    if len(names) < n:
        return None
    number = {name: min(at, n) for at, name in enumerate(names, 1)}
    return np.array([[number[name] for name in row] for row in regions.tolist()], np.int64)


DENSITIES: Final = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7)


def with_obstacles(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n x m cells with obstacles."""
    m = int(rng.integers(max(1, n - 2), n + 3))
    share = float(DENSITIES[int(rng.integers(len(DENSITIES)))])
    return {"n": n, "m": m, "density": share, "pattern": "random", "trees": ()}
