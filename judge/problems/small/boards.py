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


def whole_days(times: int) -> Callable[[Layer], Layer]:
    """Return how points become those of whole days again: the first cell gets what is missing."""

    def settle(points: Layer) -> Layer:
        points.reshape(-1)[0] += -points.sum() % times
        return points

    return settle


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


def with_pieces(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw the same with a number of pieces."""
    return {**with_obstacles(rng, n), "pieces": int(rng.integers(1, n + 1))}


def with_given(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n rows with some given queens: often apart, sometimes in sight of each other."""
    apart = int(rng.integers(0, 1 + n // 2)) if rng.integers(4) else 0
    free = {(int(r) + 1, int(c) + 1) for r, c in rng.integers(0, n, (int(rng.integers(0, 3)), 2))}
    return {"n": n, "placed": apart, "corner": None, "given": () if apart else tuple(sorted(free))}


def with_scooters(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n rows with officers and some scooters."""
    return {"n": n, "officers": int(rng.integers(1, n + 1)), "fleet": int(rng.integers(0, n + 2))}


def with_regions(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n regions on n rows: mostly for one piece each, and around an arrangement in half of the draws."""
    stars = 2 if n >= 8 and rng.integers(2) else 1
    pattern = ("hidden", "grown")[int(rng.integers(2))] if n >= 4 else "grown"
    return {"n": n, "stars": stars, "pattern": pattern, "moved": int(rng.integers(0, 3)) if n >= 4 else 0}


def with_points(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n rows with 2n points, or with fewer."""
    return {"n": n, "pieces": 2 * n if rng.integers(2) else int(rng.integers(1, 2 * n + 1))}
