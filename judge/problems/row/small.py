"""Say which small boards a puzzle has: those that `solve` is compiled on, and for `judge hack` how one is drawn at
random and what is left of one without some of its parts.

What a part is belongs to the puzzle: lines that leave together or alone, cells, weights, regions, a number of pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Instance
from judge.problems.prove.search import Budget, SpentError
from judge.problems.puzzles.constraints import Rule
from judge.problems.row.case import free_fields, most_of, range_of
from judge.problems.row.goal import arrangements
from judge.problems.row.words import STATES, Row
from judge.problems.rules.plain import PIECE, Cell

_SOON: Final = 2_000  # nodes
_WARM: Final = (4, 3, 2, 1)  # rows of the boards that `solve` is compiled on, the best first
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


def small_boards(row: Row, rules: Sequence[Rule]) -> tuple[Instance, ...]:
    """Return a board of at most 4 x 4 cells that has an answer, where there is one, and one with a tree, a closed cell
    or a given piece, where a case has such."""
    least, most = range_of(row, "n")
    sizes = [n for n in _WARM if least <= n <= most] or [least]
    boards = [_empty(row, n, asked) for n in sizes for asked in dict.fromkeys((n, 1))]  # a piece a row, or one alone
    found = ((board, _first(rules, board)) for board in boards)
    plain, cells = next(((board, cells) for board, cells in found if cells is not None), (boards[0], ()))
    if row.goal == "verify":
        return (_holding(plain, cells),)
    if "piece" in row.states and cells:
        return plain, _holding(plain, cells[:1])
    beside = next((STATES[state] for state in ("tree", "closed") if state in row.states), 0)
    marked = msgspec.structs.replace(plain, grid=plain.grid.copy())
    if beside and plain.n > 1:
        marked.grid[1, 1] = beside
    return (plain, marked) if marked.grid.any() and _first(rules, marked) is not None else (plain,)


def _first(rules: Sequence[Rule], board: Instance) -> tuple[Cell, ...] | None:
    """Return an arrangement of a small board; None where there is none, or it is not soon found."""
    try:
        return next(arrangements(rules, board, Budget(_SOON)), None)
    except SpentError:
        return None


def _holding(board: Instance, cells: Sequence[Cell]) -> Instance:
    grid = board.grid.copy()
    for cell in cells:
        grid[cell] = PIECE
    return msgspec.structs.replace(board, grid=grid)


def _empty(row: Row, n: int, asked: int) -> Instance:
    values = {"n": n, "m": n}
    for name in free_fields(row):
        low, high = range_of(row, name)
        values[name] = most_of(row, name, values) if asked == n else 0
        values[name] = values[name] or min(max(low, asked), high)
    values |= {name: n for name in row.asked.names if name not in values}
    grid = np.zeros((n, n), np.int8)
    layer = None
    if "regions" in row.layers:
        layer = np.repeat(np.arange(1, n + 1, dtype=np.int64)[:, None], n, axis=1)
    elif "weights" in row.drawn:
        layer = np.zeros((n, n), np.int64)
    return Instance("ANY", n, row.asked.of(values), grid, layer)


DENSITIES: Final = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7)


def with_obstacles(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Draw n x m cells with obstacles."""
    m = int(rng.integers(max(1, n - 2), n + 3))
    share = float(DENSITIES[int(rng.integers(len(DENSITIES)))])
    return {"n": n, "m": m, "density": share, "pattern": "random", "trees": ()}
