"""The free cells of a board, and the segments and small sets of cells that all see each other."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from judge.problems.proofs.certificate import STEPS, Direction
from judge.problems.proofs.counting import segment_heads
from judge.problems.rules.plain import TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
Offsets = tuple[tuple[int, int], ...]

_WORK = 2_000_000  # shapes that are looked at on one board, so that large boards are given small shapes alone


class Free(msgspec.Struct, frozen=True, eq=False):
    """The free cells, row by row. `lines` holds the number of each one's segment in each direction, (cells, 4), counted
    through all directions; `begins` holds the cell in which each segment begins, `length` how many it has."""

    n: int
    cells: Numbers
    lines: Numbers
    begins: Numbers
    length: Numbers

    def directions(self) -> list[tuple[Direction, int, int]]:
        """Return each direction, with its first segment and the one behind its last."""
        ends = [int(column.max(initial=-1)) + 1 for column in self.lines.T]
        starts = [0, *ends]
        for at in range(4):
            starts[at + 1] = max(starts[at], ends[at])
        return [(direction, starts[at], starts[at + 1]) for at, direction in enumerate(STEPS)]


def free_cells(grid: Grid) -> Free:
    """Return the free cells of a board, and the segments that they lie in."""
    cells = np.argwhere(grid != TREE)
    index = np.full(grid.shape, -1, np.int64)
    index[tuple(cells.T)] = np.arange(len(cells))
    columns, begins, first = [], list[Numbers](), 0
    for direction in STEPS:
        numbers = _numbered(grid, direction)
        columns.append(numbers[tuple(cells.T)] + first)
        heads = np.argwhere(segment_heads(grid, direction))
        begins.append(index[tuple(heads.T)])
        first += len(heads)
    lines = np.stack(columns, axis=1) if len(cells) else np.zeros((0, 4), np.int64)
    return Free(len(grid), cells, lines, np.concatenate(begins), np.bincount(lines.reshape(-1), minlength=first))


def cliques(free: Free) -> Numbers:
    """Return sets of 3 to 5 cells that all see each other and lie in no segment: corners of squares, and crosses. Each
    is a row of cells by number; -1 fills it up."""
    index = np.full((free.n, free.n), -1, np.int64)
    index[tuple(free.cells.T)] = np.arange(len(free.cells))
    found = [np.zeros((0, 5), np.int64)]
    for side in range(1, max(2, min(free.n, _WORK // (8 * len(free.cells) + 1)))):
        square = ((0, 0), (0, side), (side, 0), (side, side))
        plus = ((0, 0), (0, side), (side, 0), (0, -side), (-side, 0))
        cross = ((0, 0), (side, side), (side, -side), (-side, side), (-side, -side))
        found += [_of_shape(free, index, shape) for shape in (square, plus, cross)]
    return np.unique(np.sort(np.concatenate(found), axis=1), axis=0)[:, ::-1]


def _numbered(grid: Grid, direction: Direction) -> Numbers:
    """Return the number of each free cell's segment in one direction, from 0 in the order of their first cells."""
    heads = segment_heads(grid, direction)
    numbers = np.full(grid.shape, -1, np.int64)
    numbers[heads] = np.arange(np.count_nonzero(heads))
    if direction == "row":
        return np.where(grid != TREE, np.maximum.accumulate(numbers, axis=1), -1)
    right = STEPS[direction][1]
    for row in range(1, len(grid)):
        before = np.full(len(grid), -1, np.int64)
        if right == 0:
            before[:] = numbers[row - 1]
        elif right > 0:
            before[1:] = numbers[row - 1, :-1]
        else:
            before[:-1] = numbers[row - 1, 1:]
        numbers[row] = np.where((grid[row] != TREE) & ~heads[row], before, numbers[row])
    return numbers


def _of_shape(free: Free, index: Numbers, shape: Offsets) -> Numbers:
    """Return the largest sets within this shape, at every place of the board, whose cells all see each other."""
    n, reach = free.n, max(max(map(abs, offset)) for offset in shape)
    framed = np.full((n + 2 * reach, n + 2 * reach), -1, np.int64)
    framed[reach : reach + n, reach : reach + n] = index
    at = [framed[reach + r : reach + r + n, reach + c : reach + c + n].reshape(-1) for r, c in shape]
    lines = np.concatenate([free.lines, np.full((1, 4), -1, np.int64)])  # the last one is that of no cell
    pairs = list(combinations(range(len(shape)), 2))
    code = np.zeros(n * n, np.int64)
    for bit, (one, other) in enumerate(pairs):
        seen = (lines[at[one]] == lines[at[other]]).any(axis=1) & (at[one] >= 0) & (at[other] >= 0)
        code |= seen.astype(np.int64) << bit
    found = [np.zeros((0, 5), np.int64)]
    for value in np.unique(code).tolist():
        places = np.flatnonzero(code == value)
        seen_pairs = {pair for bit, pair in enumerate(pairs) if value >> bit & 1}
        for members in _largest(len(shape), seen_pairs):
            rows = np.full((len(places), 5), -1, np.int64)
            for column, member in enumerate(members):
                rows[:, column] = at[member][places]
            found.append(rows[~_in_one_segment(lines, rows[:, : len(members)])])
    return np.concatenate(found)


def _largest(size: int, seen: set[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return the sets of 3 and more whose members all see each other and that are in no larger one."""
    found: list[tuple[int, ...]] = []
    for count in range(size, 2, -1):
        for members in combinations(range(size), count):
            inside = any(set(members) <= set(larger) for larger in found)
            if not inside and all(pair in seen for pair in combinations(members, 2)):
                found.append(members)
    return found


def _in_one_segment(lines: Numbers, rows: Numbers) -> np.ndarray[Any, np.dtype[np.bool_]]:
    of_members = lines[rows]
    alike: np.ndarray[Any, np.dtype[np.bool_]] = (of_members == of_members[:, :1]).all(axis=1).any(axis=1)
    return alike
