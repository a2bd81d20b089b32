"""Walk through the arrangements of a small board, its cells as bits: no fast search, but one that is easy to trust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from judge.problems.proofs.counting import STEPS
from judge.problems.rules.plain import PIECE, TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]


class TooManySteps(Exception):  # noqa: N818 - it is no mistake
    """Ends a walk that has taken all its steps."""


class View:
    """The cells of a board as bits, and which of them see each other."""

    def __init__(self, grid: Grid, *, attacks: bool) -> None:
        self.grid, self.n = grid, len(grid)
        cells = [(r, c) for r in range(self.n) for c in range(self.n) if grid[r, c] != TREE]
        self.free = sum(1 << (r * self.n + c) for r, c in cells)
        self.lines = {name: self._segments(cells, step) for name, step in STEPS.items()} if attacks else {}
        self.rows = self.lines["row"] if attacks else [1 << (r * self.n + c) for r, c in cells]

    def _segments(self, cells: list[tuple[int, int]], step: tuple[int, int]) -> list[int]:
        """Return the tree-free segments of a direction: whose head has no free cell before it."""
        free, found = set(cells), []
        for head in cells:
            r, c = head
            if (r - step[0], c - step[1]) in free:
                continue
            bits = 0
            while (r, c) in free:
                bits |= 1 << (r * self.n + c)
                r, c = r + step[0], c + step[1]
            found.append(bits)
        return found

    def seen(self) -> dict[int, int]:
        """Return for each cell, as a bit, what a piece on it takes: itself, and what it sees."""
        taken: dict[int, int] = {}
        for line in (line for lines in self.lines.values() for line in lines):
            for cell in _bits(line):
                taken[cell] = taken.get(cell, cell) | line
        return taken

    def with_pieces(self, placed: int) -> Grid:
        board = self.grid.copy()
        for cell in _bits(placed):
            board[divmod(cell.bit_length() - 1, self.n)] = PIECE
        return board


class Walk:
    """A search through the arrangements that no attack spoils; `steps` counts how long it has been."""

    def __init__(self, view: View, lines: list[int], at_most: int, *, bounded: bool = True) -> None:
        self._lines, self._at_most, self._bounded = lines, at_most, bounded
        self._seen, self._free = view.seen(), view.free
        self.steps = 0

    def arrangements(self, pieces: int) -> Iterator[int]:
        """Yield each arrangement of so many pieces, at most one on each line."""
        return self._from(0, self._free, pieces, 0)

    def _from(self, at: int, free: int, left: int, placed: int) -> Iterator[int]:
        self.steps += 1
        if self.steps > self._at_most:
            raise TooManySteps
        if not left:
            yield placed
            return
        while at < len(self._lines) and not free & self._lines[at]:
            at += 1
        if at == len(self._lines) or (self._bounded and sum(1 for x in self._lines[at:] if free & x) < left):
            return
        for cell in _bits(free & self._lines[at]):
            yield from self._from(at + 1, free & ~self._seen.get(cell, cell), left - 1, placed | cell)
        yield from self._from(at + 1, free, left, placed)


def _bits(mask: int) -> Iterator[int]:
    """Yield each bit that is set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
