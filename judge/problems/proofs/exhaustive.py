"""Try everything on a board whose pieces only see each other: no solver, no library, small boards alone.

The candidates are split into groups whose cells all see each other, greedily. Each group holds one piece, so with fewer
groups than pieces nothing fits; and where there are more, one piece stands in a group behind the first of them
(Tomita and Seki, 2003). First go cells in whose place another can always stand: if u sees v, and sees no cell that v
does not see, u is as good.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Instance
from judge.problems.proofs.counting import counted
from judge.problems.proofs.proof import Proof
from judge.problems.proofs.sets import Free
from judge.problems.rules.plain import PIECE

_LARGEST = 400  # free cells: beyond them only luck would end it
_OFTEN = 256  # nodes between two looks at the clock


class Effort(msgspec.Struct, frozen=True):
    """How much may be tried, whichever ends first."""

    seconds: float = float("inf")
    nodes: int = 1 << 62


class _SpentError(Exception):
    """The effort is spent, and nothing is known."""


def search(board: Instance, free: Free, effort: Effort) -> Answer | Proof | None:
    """Return an arrangement, or the proof that there is none; None where the effort was too small."""
    if len(free.cells) > _LARGEST:
        return None
    counts = [end - start for _, start, end in free.directions()]
    order = np.argsort(free.lines[:, int(np.argmin(counts))], kind="stable")
    tree = _Tree(free.lines[order], effort)
    try:
        placed = tree.place(tree.enough(), board.pieces)
    except _SpentError:
        return None
    if placed is None:
        took = f"{counted(tree.nodes, 'node')}, {tree.seconds():.1f} s"
        return Proof(f"exhaustive search by judge, {took}: {counted(board.pieces, 'piece')} can't be placed")
    return Answer(board=arranged(board, free.cells[order[placed]]))


def arranged(board: Instance, cells: Any) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the board with pieces on these cells."""
    grid = board.grid.copy()
    grid[tuple(np.asarray(cells).reshape(-1, 2).T)] = PIECE
    return grid


class _Tree:
    """A search among cells by number; sets of cells are the bits of a number."""

    def __init__(self, lines: Any, effort: Effort) -> None:
        sees = (lines[:, None, :] == lines[None, :, :]).any(axis=2)
        self.near = [int("".join("01"[one] for one in row[::-1]), 2) for row in sees.astype(int).tolist()]
        self.effort, self.start, self.nodes = effort, time.monotonic(), 0

    def seconds(self) -> float:
        """Return how long it has taken."""
        return time.monotonic() - self.start

    def enough(self) -> int:
        """Return cells among which the most pieces fit that fit at all."""
        kept, changed = (1 << len(self.near)) - 1, True
        while changed:
            changed = False
            for v, near in enumerate(self.near):
                if kept >> v & 1 and any(not self.near[u] & kept & ~near for u in _bits(near & kept) if u != v):
                    kept, changed = kept & ~(1 << v), True
        return kept

    def place(self, cells: int, pieces: int) -> list[int] | None:
        """Return cells for so many pieces; None where they don't fit."""
        self.nodes += 1
        if self.nodes > self.effort.nodes or (not self.nodes % _OFTEN and self.seconds() > self.effort.seconds):
            raise _SpentError
        for v in reversed(self._behind(cells, pieces)):
            if pieces == 1:
                return [v]
            placed = self.place(cells & ~self.near[v], pieces - 1)
            if placed is not None:
                return [v, *placed]
            cells &= ~(1 << v)
        return None

    def _behind(self, cells: int, pieces: int) -> list[int]:
        """Return the cells that are left behind the first `pieces - 1` groups of cells that all see each other."""
        order, groups = [], 0
        while cells:
            groups += 1
            group = cells
            while group:
                v = (group & -group).bit_length() - 1
                cells &= ~(1 << v)
                group &= self.near[v] & ~(1 << v)
                if groups >= pieces:
                    order.append(v)
        return order


def _bits(number: int) -> list[int]:
    return [at for at, digit in enumerate(reversed(f"{number:b}")) if digit == "1"]
