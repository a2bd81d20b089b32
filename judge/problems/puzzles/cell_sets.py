"""Draw the sets of cells that rules are about: views, leaps, blocks of four, and straight lines of any slope."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from math import gcd

from judge.model import Instance
from judge.problems.puzzles.quota import Quota
from judge.problems.rules.plain import BACKWARDS, TREE, Cell


def views(board: Instance, steps: Sequence[Cell] = BACKWARDS) -> Iterator[Quota]:
    """Yield the cells between two trees or borders, direction by direction: all see each other, so one piece stands
    there at most."""
    grid = board.grid.tolist()
    free = {(row, column): True for row, column in _cells(board) if grid[row][column] != TREE}
    for down, right in steps:
        for head in free:
            if (head[0] + down, head[1] + right) not in free:
                yield from _at_most(_walk(free, head, (-down, -right)), 1)


def leaps(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    """Yield each two cells that are one leap apart: one piece at most."""
    for row, column in _cells(board):
        for down, right in steps:
            there = row + down, column + right
            if there[0] >= 0 and 0 <= there[1] < board.columns:
                yield Quota((there, (row, column)), 0, 1)


def views_round(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    """Yield the lines of a board whose edges meet: a line comes back to where it began; trees cut it."""
    n, m = board.shape
    for down, right in steps:
        seen: set[Cell] = set()
        for head in _cells(board):
            if head not in seen:
                cells, cell = [], head
                while cell not in seen:
                    seen.add(cell)
                    cells.append(cell)
                    cell = (cell[0] - down) % n, (cell[1] - right) % m
                for part in _cut(board, cells):
                    yield from _at_most(part, 1)


def leaps_round(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    """Yield each two cells that are one leap apart, over the edges too: one piece at most."""
    n, m = board.shape
    found: dict[frozenset[Cell], None] = {}
    for r, c in _cells(board):
        for down, right in steps:
            found.setdefault(frozenset(((r, c), ((r + down) % n, (c + right) % m))))
    yield from (Quota(tuple(sorted(two)), 0, 1) for two in found if len(two) == 2)


def blocks(board: Instance) -> Iterator[Quota]:
    """Yield each block of 2 x 2 cells, which touch each other: one piece at most. Cells that touch share a block."""
    for row in range(max(1, board.n - 1)):
        for column in range(max(1, board.columns - 1)):
            around = ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
            yield from _at_most([(r, c) for r, c in around if r < board.n and c < board.columns], 1)


def straight_lines(board: Instance, most: int = 2) -> Iterator[Quota]:
    """Yield each straight line of any slope that could hold more than so many pieces."""
    cells = dict.fromkeys(_cells(board), True)
    for down in range((board.n + 1) // 2):
        for right in range(-(board.columns // 2), board.columns // 2 + 1):
            if gcd(down, right) == 1 and (down or right > 0):
                for head in cells:
                    if (head[0] - down, head[1] - right) not in cells:
                        yield from _at_most(_walk(cells, head, (down, right)), most)


def _cells(board: Instance) -> Iterator[Cell]:
    for row in range(board.n):
        for column in range(board.columns):
            yield row, column


def _walk(cells: Container[Cell], head: Cell, step: Cell) -> list[Cell]:
    """Return the cells from this one on, up to the first that is none."""
    found = []
    while head in cells:
        found.append(head)
        head = head[0] + step[0], head[1] + step[1]
    return found


def _at_most(cells: Sequence[Cell], most: int) -> Iterator[Quota]:
    """Yield the quota, where the cells could hold more."""
    if len(cells) > most:
        yield Quota(tuple(cells), 0, most)


def _cut(board: Instance, cycle: list[Cell]) -> list[list[Cell]]:
    """Return the parts of a line that comes back to its beginning, between its trees."""
    trees = [at for at, cell in enumerate(cycle) if board.grid[cell] == TREE]
    if not trees:
        return [cycle]
    turned = cycle[trees[0] :] + cycle[: trees[0]]
    parts: list[list[Cell]] = []
    for cell in turned:
        if board.grid[cell] == TREE:
            parts.append([])
        else:
            parts[-1].append(cell)
    return parts
