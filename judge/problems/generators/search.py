"""Search a small board for the most pieces. Steps are counted, not timed: it ends the same way on every machine."""

from __future__ import annotations

from typing import Final

import numpy as np

from judge.problems.generators.patterns import Grid
from judge.problems.prove.bounds import STEPS
from judge.problems.rules.plain import TREE

MOST_STEPS: Final = 50_000  # 0.5 s
Cell = tuple[int, int]


class Search:
    """Goes through the row segments in order: a piece on one of its cells that none sees, or none at all."""

    def __init__(self, grid: Grid, best: int) -> None:
        seen = sights(grid)
        number = {cell: at for at, cell in enumerate(seen)}
        masks = [0] * len(seen)
        for cell, others in seen.items():
            for other in others:
                masks[number[cell]] |= 1 << number[other]
        rows: list[list[int]] = []
        for r, c in seen:
            if (r, c - 1) in seen:
                rows[-1].append(number[r, c])
            else:
                rows.append([number[r, c]])
        self._rows = [(row, sum(1 << cell for cell in row)) for row in rows]
        self._masks, self.best, self._steps = masks, best, 0

    def run(self) -> bool:
        """Search for more than `best`; say whether the search came to its end."""
        return self._descend(0, 0, 0)

    def _descend(self, at: int, placed: int, taken: int) -> bool:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return False
        self.best = max(self.best, placed)
        left = sum(cells & ~taken != 0 for _, cells in self._rows[at:])
        if placed + left <= self.best:
            return True
        for cell in self._rows[at][0]:
            if not taken >> cell & 1 and not self._descend(at + 1, placed + 1, taken | self._masks[cell]):
                return False
        return self._descend(at + 1, placed, taken)


def sights(grid: Grid) -> dict[Cell, list[Cell]]:
    """Return for each free cell the free cells that it sees to its right and below."""
    free = dict.fromkeys((int(r), int(c)) for r, c in np.argwhere(grid != TREE))
    seen: dict[Cell, list[Cell]] = {}
    for r, c in free:
        seen[r, c] = []
        for down, right in STEPS.values():
            cell = (r + down, c + right)
            while cell in free:
                seen[r, c].append(cell)
                cell = (cell[0] + down, cell[1] + right)
    return seen
