"""Search the arrangements of a board, cell by cell: for one that is right, or for the one of most weight.

It shares no code with any solution. What keeps the quotas of the rules is judged by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules.quota import quotas_of
from judge.problems.rules.plain import PIECE
from judge.problems.walk import TooManySteps

Grid = np.ndarray[Any, np.dtype[np.int8]]
Layer = np.ndarray[Any, np.dtype[np.int64]]
Weights = dict[int, int]  # of each free cell, as a bit


class Line(msgspec.Struct, frozen=True):
    """Some cells, as bits in reading order, and how many pieces stand on them."""

    cells: int
    least: int
    most: int


class Part(msgspec.Struct, frozen=True):
    """Lines without a common cell, and the free cells that lie on none of them."""

    lines: list[Line]
    rest: int


class Tree:
    """A search of at most so many steps. `bounded` leaves out what can't be better; without it, only what rules
    exclude."""

    def __init__(self, puzzle: Puzzle, board: Instance, at_most: int, *, bounded: bool = True) -> None:
        self._puzzle, self._board, self._at_most, self._bounded = puzzle, board, at_most, bounded
        self._lines = list(_lines(puzzle, board))
        self._due = [(at, line) for at, line in enumerate(self._lines) if line.least]
        self._through = {1 << cell: self._on(1 << cell) for cell in range(board.grid.size)}
        flat = board.grid.reshape(-1)
        self._free = sum(1 << int(cell) for cell in np.flatnonzero(flat == 0))
        self._given = [1 << int(cell) for cell in np.flatnonzero(flat == PIECE)]
        self._parts = list(_parts(self._lines, self._free))
        self.steps = 0

    def first(self) -> Grid | None:
        """Return an arrangement of as many pieces as the case asks for; None where there is none."""
        return self._searched(dict.fromkeys(_bits(self._free), 0), self._board.pieces - len(self._given))

    def heaviest(self, weights: Layer | None) -> Grid | None:
        """Return the arrangement of most weight, of as many pieces as the case asks for, or of any number of them where
        there are no weights: then each piece weighs 1."""
        if weights is None:
            return self._searched(dict.fromkeys(_bits(self._free), 1), None)
        flat = weights.reshape(-1).tolist()
        return self._searched({bit: flat[bit.bit_length() - 1] for bit in _bits(self._free)}, self._board.pieces)

    def _on(self, bit: int) -> list[int]:
        return [at for at, line in enumerate(self._lines) if line.cells & bit]

    def _searched(self, weights: Weights, left: int | None) -> Grid | None:
        self._weights, self._seeks = weights, any(weights.values()) or left is None
        self._best: tuple[int, Grid | None] = (-1, None)
        counts, free, placed = [0] * len(self._lines), self._free, 0
        for bit in self._given:
            free, placed = self._taken(bit, free, counts), placed | bit
        if all(count <= line.most for count, line in zip(counts, self._lines, strict=True)):
            self._from(free, placed, counts, left, 0)
        return self._best[1]

    def _from(self, free: int, placed: int, counts: list[int], left: int | None, weight: int) -> bool:
        """Go on from here; say whether what was found is enough."""
        self.steps += 1
        if self.steps > self._at_most:
            raise TooManySteps
        if left == 0 or (left is None and not free):
            return self._kept(placed, weight) and not self._seeks
        if not free or not self._may_hold(free, counts, left, weight):
            return False
        bit = self._next(free, counts)
        counted = counts.copy()
        after = self._taken(bit, free, counted)
        less = None if left is None else left - 1
        if self._from(after, placed | bit, counted, less, weight + self._weights[bit]):
            return True
        return self._from(free & ~bit, placed, counts, left, weight)

    def _taken(self, bit: int, free: int, counts: list[int]) -> int:
        """Count a piece on its lines; return the cells that are left free."""
        free &= ~bit
        for at in self._through[bit]:
            counts[at] += 1
            if counts[at] >= self._lines[at].most:
                free &= ~self._lines[at].cells
        return free

    def _next(self, free: int, counts: list[int]) -> int:
        """Return a free cell: of the line that lacks a piece and has the fewest of them, else the first one."""
        lacking = [line.cells & free for at, line in self._due if counts[at] < line.least]
        cells = min((cells for cells in lacking if cells), key=int.bit_count, default=free)
        return cells & -cells

    def _may_hold(self, free: int, counts: list[int], left: int | None, weight: int) -> bool:
        if any(counts[at] + (line.cells & free).bit_count() < line.least for at, line in self._due):
            return False
        if not self._bounded:
            return True
        most = free.bit_count() if left is None else left
        if left is not None and any(self._room(part, free) < left for part in self._parts):
            return False
        return not self._seeks or self._best[0] < 0 or weight + self._potential(free, most) > self._best[0]

    def _room(self, part: Part, free: int) -> int:
        """Return how many pieces a part holds yet, at most."""
        return (free & part.rest).bit_count() + sum(
            min(line.most, (line.cells & free).bit_count()) for line in part.lines
        )

    def _potential(self, free: int, most: int) -> int:
        """Return a bound on the weight of so many more pieces."""
        bounds = [sum(sorted((self._weights[bit] for bit in _bits(free)), reverse=True)[:most])]
        for part in self._parts:
            heavy = [self._weights[bit] for bit in _bits(part.rest & free)]
            for line in part.lines:
                weights = sorted((self._weights[bit] for bit in _bits(line.cells & free)), reverse=True)
                heavy += weights[: line.most]
            bounds.append(sum(sorted(heavy, reverse=True)[:most]))
        return min(bounds)

    def _kept(self, placed: int, weight: int) -> bool:
        """Keep an arrangement if it is right, and better than the best so far; say whether it was right."""
        if weight <= self._best[0]:
            return False
        board = self._board.grid.copy().reshape(-1)
        for bit in _bits(placed):
            board[bit.bit_length() - 1] = PIECE
        grid = board.reshape(self._board.shape)
        trial = Trial(self._puzzle.words, Case("", "", self._board), Answer(board=grid), board=grid)
        if rule_fault(self._puzzle.rules, trial) is not None:
            return False
        self._best = weight, grid
        return True


def _lines(puzzle: Puzzle, board: Instance) -> Iterator[Line]:
    """Yield the quotas of all rules; a rule that says none is left to itself."""
    for rule in puzzle.rules:
        quotas = quotas_of(rule)
        for quota in quotas(board) if quotas else ():
            cells = sum(1 << (row * board.columns + column) for row, column in quota.cells)
            yield Line(cells, quota.least, quota.most)


def _parts(lines: list[Line], free: int) -> Iterator[Part]:
    """Yield neighbours in the list that have no cell in common, where they hold half of the free cells or more."""
    group, rest = list[Line](), free
    for line in [*lines, None]:
        if line is None or any(line.cells & other.cells for other in group):
            if 2 * rest.bit_count() <= free.bit_count():
                yield Part(group, rest)
            group, rest = [], free
        if line is not None:
            group.append(line)
            rest &= ~line.cells


def _bits(mask: int) -> list[int]:
    """Return each bit that is set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found
