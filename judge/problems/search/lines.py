"""Say of rules how many pieces they allow on which cells: what a search leaves out.

Each rule gives groups of lines. Every arrangement that keeps the rule keeps to its lines; whether one that does so
keeps the rule too, the search asks the rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import gcd
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Instance
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules import columns_alike, none_in_line, none_touch, regions_alike, rows_alike
from judge.problems.rules.plain import BACKWARDS, TREE


class Line(msgspec.Struct, frozen=True):
    """Some cells, as bits in reading order, and how many pieces stand on them."""

    cells: int
    least: int
    most: int


_IN_LINE: Final = 2
Lines = Callable[[Instance], Iterator[list[Line]]]


def lines_of(puzzle: Puzzle, board: Instance) -> list[list[Line]]:
    """Return the groups of lines of a puzzle's rules; a rule that has none is left to itself."""
    return [group for rule in puzzle.rules if rule in _OF_RULES for group in _OF_RULES[rule](board)]


def _bit(board: Instance, row: int, column: int) -> int:
    return 1 << (row * board.columns + column)


def _segments(board: Instance) -> Iterator[list[Line]]:
    """Yield, for each direction, the stretches of cells between trees: one piece each at most."""
    open_cells = {(int(r), int(c)) for r, c in np.argwhere(board.grid != TREE)}
    for down, right in BACKWARDS:
        group = []
        for row, column in sorted(open_cells):
            if (row + down, column + right) in open_cells:
                continue
            bits, cell = 0, (row, column)
            while cell in open_cells:
                bits |= _bit(board, *cell)
                cell = (cell[0] - down, cell[1] - right)
            group.append(Line(bits, 0, 1))
        yield group


def _blocks(board: Instance) -> Iterator[list[Line]]:
    """Yield the squares of two by two, whose cells all touch."""
    rows, columns = (range(max(1, side - 1)) for side in board.shape)
    yield [Line(_block(board, row, column), 0, 1) for row, column in product(rows, columns)]


def _block(board: Instance, row: int, column: int) -> int:
    cells = product(range(row, min(row + 2, board.n)), range(column, min(column + 2, board.columns)))
    return sum(_bit(board, r, c) for r, c in cells)


def _straight(board: Instance) -> Iterator[list[Line]]:
    """Yield, for each slope, the lines of three cells and more: two pieces each at most."""
    n, columns = board.shape
    for down, right in product(range(n), range(1 - columns, columns)):
        if gcd(down, right) != 1 or (down == 0 and right < 0):
            continue
        group = []
        for row, column in product(range(n), range(columns)):
            if 0 <= row - down < n and 0 <= column - right < columns:
                continue
            cells = []
            while 0 <= row < n and 0 <= column < columns:
                cells.append(_bit(board, row, column))
                row, column = row + down, column + right  # noqa: PLW2901 - along the line
            if len(cells) > _IN_LINE or 0 in (down, right):  # shorter ones exclude nothing, but in rows and columns
                group.append(Line(sum(cells), 0, _IN_LINE))
        yield group


def _rows(board: Instance) -> Iterator[list[Line]]:
    yield _shares(board, np.arange(board.n)[:, None] + 0 * board.grid)


def _columns(board: Instance) -> Iterator[list[Line]]:
    yield _shares(board, np.arange(board.columns)[None, :] + 0 * board.grid)


def _regions(board: Instance) -> Iterator[list[Line]]:
    if board.layer is not None:
        yield _shares(board, board.layer)


def _shares(board: Instance, parts: np.ndarray[Any, Any]) -> list[Line]:
    """Return a line for each part: all of them have as many pieces."""
    names = np.unique(parts)
    each = board.pieces // len(names)
    return [Line(sum(_bit(board, *cell) for cell in np.argwhere(parts == name).tolist()), each, each) for name in names]


_OF_RULES: Final[dict[Any, Lines]] = {
    no_attack: _segments,
    none_touch: _blocks,
    none_in_line: _straight,
    rows_alike: _rows,
    columns_alike: _columns,
    regions_alike: _regions,
}
