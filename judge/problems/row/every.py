"""Every arrangement of a board under its rules, found by trying: what is counted or listed.

Cells are gone through in reading order, with a piece or without; each set of cells with a least and a most is counted
along, and a branch ends where one holds too many, or can't hold enough any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from judge.model import Instance
from judge.problems.puzzles.puzzle import Rule
from judge.problems.puzzles.row_by_row import queens_on
from judge.problems.puzzles.rules.quota import Quota, quotas_of
from judge.problems.rules.plain import PIECE, Cell

Generate = Callable[[Instance], Iterator[tuple[int, ...]]]


def every_of(rules: Sequence[Rule], *, queens: bool, columns: bool) -> Generate:
    """Return what yields all arrangements: as columns from 0 where each row holds one piece, else as cells in one
    tuple, row by row. `queens` says that these are n queens on a board without trees, which are found faster."""
    if queens:
        return queens_on

    def generate(board: Instance) -> Iterator[tuple[int, ...]]:
        for cells in arrangements(rules, board):
            yield tuple(column for _, column in cells) if columns else tuple(at for cell in cells for at in cell)

    return generate


def arrangements(rules: Sequence[Rule], board: Instance) -> Iterator[tuple[Cell, ...]]:
    """Yield every arrangement of the board's number of pieces, each as its cells in reading order."""
    every = tuple((r, c) for r in range(board.n) for c in range(board.columns))
    quotas = [Quota(every, board.pieces, board.pieces)]
    for rule in rules:
        draw = quotas_of(rule)
        assert draw is not None, "a rule of a row says its sets of cells"
        quotas += draw(board)
    return _search(_Sets(quotas, board), every)


class _Sets:
    """Counts the pieces of each set, and the cells of it that are still to come."""

    def __init__(self, quotas: Sequence[Quota], board: Instance) -> None:
        """Begin with no piece on any set."""
        self.least = [quota.least for quota in quotas]
        self.room = [quota.most for quota in quotas]
        self.left = [0] * len(quotas)
        self.of: dict[Cell, list[int]] = {}
        self.given = {(int(r), int(c)) for r, c in np.argwhere(board.grid == PIECE)}
        free = self.given | {(int(r), int(c)) for r, c in np.argwhere(board.grid == 0)}
        for number, quota in enumerate(quotas):
            for cell in quota.cells:
                if cell in free:
                    self.of.setdefault(cell, []).append(number)
                    self.left[number] += 1
        self.free = free

    def pass_by(self, cell: Cell, by: int) -> None:
        """Count a cell as gone by (1), or as still to come (-1)."""
        for number in self.of.get(cell, ()):
            self.left[number] -= by

    def put(self, cell: Cell, by: int) -> None:
        """Put a piece on a cell (1), or take it back (-1)."""
        for number in self.of.get(cell, ()):
            self.room[number] -= by
            self.least[number] -= by

    def holds(self, cell: Cell) -> bool:
        """Say whether the sets of a cell hold neither too many pieces nor too few for what is to come."""
        return all(
            self.room[number] >= 0 and self.least[number] <= self.left[number] for number in self.of.get(cell, ())
        )


def _search(sets: _Sets, every: Sequence[Cell]) -> Iterator[tuple[Cell, ...]]:
    if any(least > left for least, left in zip(sets.least, sets.left, strict=True)):
        return
    cells = [cell for cell in every if cell in sets.free]
    placed: list[Cell] = []

    def extend(at: int) -> Iterator[tuple[Cell, ...]]:
        if at == len(cells):
            yield tuple(placed)
            return
        cell = cells[at]
        sets.pass_by(cell, 1)
        sets.put(cell, 1)
        if sets.holds(cell):
            placed.append(cell)
            yield from extend(at + 1)
            placed.pop()
        sets.put(cell, -1)
        if cell not in sets.given and sets.holds(cell):
            yield from extend(at + 1)
        sets.pass_by(cell, -1)

    yield from extend(0)
