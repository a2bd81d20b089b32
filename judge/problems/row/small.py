"""Say which small boards a puzzle has: how one is drawn at random, what is left of one without some of its parts, and
into what it can be turned.

What a part is belongs to the puzzle: lines that leave together or alone, cells, weights, regions, a number of pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from judge.model import Instance
from judge.problems.generators.patterns import NAMES, Grid, draw
from judge.problems.generators.regions import GROWN, HIDDEN
from judge.problems.row.case import free_fields, most_of, range_of
from judge.problems.row.recipes import field_keys, recipe_keys
from judge.problems.row.words import Product, Row

Layer = np.ndarray[Any, np.dtype[np.int64]]
Number = Callable[[], int]  # a draw: 0 leaves out as much as possible


class SmallBoards:
    """The small boards of a puzzle, of at most so many rows: above, what is right takes a search too long."""

    most = 7
    densities = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7)  # how many of the cells are not free

    def __init__(self, row: Row) -> None:
        self._row = row
        self.least, self.largest = range_of(row, "n")

    @property
    def sized(self) -> bool:
        """Say whether boards differ in their rows alone: then large ones are looked at too."""
        row = self._row
        return row.states == ("free",) and not (self._layered or free_fields(row))

    @property
    def patterned(self) -> bool:
        """Say whether boards are squares of free cells and trees for any number of pieces: the tiny ones are gone
        through whole."""
        row = self._row
        wood = row.states == ("free", "tree") and not self._layered
        return wood and "m" not in row.fields and free_fields(row) == (row.total,)

    @property
    def _layered(self) -> bool:
        """Say whether a case tells more of each cell than what is on it."""
        return self._row.parted or "weights" in self._row.drawn

    def values(self, rng: np.random.Generator, n: int) -> dict[str, Any]:
        """Draw what a recipe of the puzzle would say, for a board of n rows."""
        row = self._row
        n = max(self.least, min(n, range_of(row, "n")[1]))
        m = int(rng.integers(max(1, n - 2), n + 3))
        share = self.densities[int(rng.integers(len(self.densities)))]
        drawn: dict[str, Any] = {key.name: key.default for key in recipe_keys(row)} | {"n": n}
        if "m" in row.fields:
            drawn["m"] = min(m, range_of(row, "m")[1])
        if row.wooded and len(row.states) > 1:
            drawn["density"] = share
        for name in free_fields(row):
            low, high = range_of(row, name)
            known = {"n": n, "m": drawn.get("m", n)}
            high = low if row.starred else min(high, most_of(row, name, known) or n)  # more hardly fit
            drawn[field_keys(row)[name]] = int(rng.integers(low, max(low, high) + 1))
        if row.fleet:
            drawn["fleet"] = int(rng.integers(0, 5))
        if "piece" in row.states:
            cells = rng.integers(0, n, (int(rng.integers(0, 3)), 2)).tolist() if rng.integers(3) else ()
            drawn["given"] = tuple(sorted({(r + 1, c + 1) for r, c in cells if c < drawn.get("m", n)}))
        if row.hiding and not row.wooded:
            drawn["pattern"] = HIDDEN if n >= 4 and rng.integers(2) else GROWN
        if row.parted:
            drawn["moved"] = int(rng.integers(0, 3)) if n >= 4 else 0
        if "weights" in row.layers:
            drawn["weight"] = int(rng.integers(1, 10))
        return drawn

    @classmethod
    def wood(cls, n: int, pattern: int, rng: np.random.Generator) -> Grid:
        """Draw a board of n rows with trees, in one of the patterns that a recipe may name."""
        share = cls.densities[int(rng.integers(len(cls.densities)))]
        return draw(NAMES[pattern % len(NAMES)], (n, n), share, int(rng.integers(1 << 30)))

    def part(self, board: Instance, number: Number) -> Instance | None:
        """Return a part of the board as drawn, with a legal number of pieces; None where nothing legal is left."""
        rows = _kept(board.n, number)
        columns = _kept(board.columns, number) if "m" in self._row.fields else rows
        grid = board.grid[np.ix_(rows, columns)].copy()
        for cell in np.argwhere(grid).tolist():
            if number() == 0:
                grid[tuple(cell)] = 0
        layer = None
        if board.layer is not None and (layer := self._layer(board.layer[np.ix_(rows, columns)], number)) is None:
            return None
        return Instance(board.algorithm, len(rows), self._pieces(board, grid.shape, number()), grid, layer)

    def _layer(self, layer: Layer, number: Number) -> Layer | None:
        """Return what is left of a layer, made legal again; None where that can't be done."""
        kept = layer.copy()
        for cell in np.argwhere(kept).tolist() if "weights" in self._row.drawn else ():
            if number() == 0:
                kept[tuple(cell)] = 0
        if any(part == "region" for part, _ in self._row.exact_shares):
            return as_many_as_rows(kept)
        return whole(self._row.fleet.factor, kept) if self._row.fleet else kept

    def _pieces(self, board: Instance, shape: tuple[int, ...], drawn: int) -> int:
        """Return at most the number in the place that the board's has among those of its size."""
        before, after = list(self._counts(board.shape)), self._counts(shape)
        return after[min(before.index(board.pieces), drawn, len(after) - 1)]

    def _counts(self, shape: tuple[int, ...]) -> Sequence[int]:
        """Return the numbers of pieces that a board of this size may ask for, in order."""
        row, asked, (n, m) = self._row, self._row.asked, shape
        known = {"n": n, "m": m}
        free = [name for name in asked.names if name in free_fields(row)]
        if not free:
            return (asked.of(dict.fromkeys(asked.names, n) | known),)
        step = Product(asked.factor, tuple(name for name in asked.names if name not in free)).of(known)
        low, high = range_of(row, free[0])
        most = min(high, most_of(row, free[0], known) or n)
        return range(step * low, step * max(low, most) + 1, step)


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


def images(board: Instance) -> list[Instance]:
    """Return the board and all that it can be turned or mirrored into, by the eight symmetries of a square: these have
    the same answer up to the same turn. What its layer says goes with each cell."""
    ways = [(turns, flip) for flip in (False, True) for turns in range(4)]
    return [board, *(_turned(board, turns, flip) for turns, flip in ways[1:])]


def _turned(board: Instance, turns: int, flip: bool) -> Instance:
    """Reflect it at the main diagonal or not, then turn it by quarter turns against the clock."""

    def of(grid: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
        return np.ascontiguousarray(np.rot90(grid.T if flip else grid, turns))

    layer = None if board.layer is None else of(board.layer)
    grid = of(board.grid)
    return msgspec.structs.replace(board, n=len(grid), grid=grid, layer=layer)
