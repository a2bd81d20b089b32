"""Price the segments and small sets of a board so that each free cell costs 1, and all together as little as possible.

That is the dual of a linear programme: give each cell a number, at most 1 in total for each set, and add up all.
GLOP of OR-Tools solves it in floating point, first with segments alone, then with the small sets that its solution
breaks. Its prices are only a hint: they are rounded to whole parts of a denominator, raised where a cell would cost too
little, and lowered where every cell of a set costs too much. What comes out is right whatever GLOP said.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from judge.model import Instance
from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.counting import counted
from judge.problems.proofs.making import certificate_of, weighed, weighed_cliques
from judge.problems.proofs.or_tools import linear_solver, version
from judge.problems.proofs.proof import Bound, Proof
from judge.problems.proofs.sets import Free, Numbers, cliques

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 12, 60, 840, 10**6, 10**9)
_NEAR = 1e-6  # what GLOP's numbers may be off
_CUTS = 20_000  # sets that are added at once
_LARGEST = 300_000  # free cells
Prices = np.ndarray[Any, np.dtype[np.float64]]


class _Programme:
    """The linear programme, to which sets are added as they are needed."""

    def __init__(self, free: Free) -> None:
        self._library = linear_solver("a dual bound needs")
        self.free, self.extra = free, np.zeros((0, 5), np.int64)
        self._solver = self._library.Solver.CreateSolver("GLOP")
        self._cells = [self._solver.NumVar(0.0, 1.0, "") for _ in free.cells]
        self._rows = [self._solver.Constraint(-self._solver.infinity(), 1.0) for _ in free.length]
        for cell, lines in zip(self._cells, free.lines.tolist(), strict=True):
            for line in lines:
                self._rows[line].SetCoefficient(cell, 1.0)
            self._solver.Objective().SetCoefficient(cell, 1.0)
        self._solver.Objective().SetMaximization()

    def add(self, sets: Numbers) -> None:
        """Add small sets, each a row of cells; -1 is none."""
        for row in sets.tolist():
            limit = self._solver.Constraint(-self._solver.infinity(), 1.0)
            for cell in row:
                if cell >= 0:
                    limit.SetCoefficient(self._cells[cell], 1.0)
            self._rows.append(limit)
        self.extra = np.concatenate([self.extra, sets])

    def solve(self, seconds: float) -> tuple[Prices, Prices] | None:
        """Return the number of each cell and the price of each set; None where the time was too short."""
        self._solver.SetTimeLimit(max(1, int(1000 * seconds)))
        if self._solver.Solve() != self._library.Solver.OPTIMAL:
            return None
        values = np.array([cell.solution_value() for cell in self._cells])
        return values, np.array([row.dual_value() for row in self._rows])


def price_bound(board: Instance, free: Free, seconds: float) -> Bound | None:
    """Return the bound by prices, and the proof where it is one; None where `seconds` were too short. Raises JudgeError
    E439 without OR-Tools."""
    start = time.monotonic()
    if not 0 < len(free.cells) <= _LARGEST:
        return None
    programme, waiting, bound = _Programme(free), cliques(free), None
    while (left := seconds - (time.monotonic() - start)) > 0 and (solved := programme.solve(left)):
        values, prices = solved
        most = int(values.sum() + _NEAR * (1 + len(values)) ** 0.5)
        bound = _rounded(board, programme, prices, provable=most < board.pieces)
        if bound.proof:
            by = f"found by GLOP {version()} in {time.monotonic() - start:.1f} s"
            return Bound(bound.most, Proof(f"{bound.proof.line}; {by}", bound.proof.certificate))
        sums = np.append(values, 0.0)[waiting].sum(axis=1)
        broken = np.argsort(-sums, kind="stable")[: min(_CUTS, int((sums > 1 + _NEAR).sum()))]
        if not len(broken):
            return bound
        programme.add(waiting[broken])
        waiting = np.delete(waiting, broken, axis=0)
    return bound


def _rounded(board: Instance, programme: _Programme, prices: Prices, *, provable: bool) -> Bound:
    """Return the first certificate that proves it, of denominators from small to large; else the bound of the last."""
    sets = _Sets(programme.free, programme.extra)
    most = len(programme.free.cells)
    for one in _DENOMINATORS if provable else _DENOMINATORS[-1:]:
        weights, alone = sets.repaired(np.rint(np.maximum(prices, 0.0) * one).astype(np.int64), one)
        total = int(weights.sum() + alone.sum())
        most = min(most, total // one)
        if total < board.pieces * one:
            return Bound(most, Proof(_line(board, one, total), sets.certificate(board, one, weights, alone)))
    return Bound(most)


def _line(board: Instance, one: int, total: int) -> str:
    unit = "1" if one == 1 else f"1/{one:,}"
    pieces = counted(board.pieces, "piece")
    return f"{pieces}, but segments and small sets at prices of {unit} allow at most {total / one:.6g}"


class _Sets:
    """The cells of each set, and the sets of each cell."""

    def __init__(self, free: Free, extra: Numbers) -> None:
        self.free, self.extra = free, extra
        lines = len(free.length)
        pairs = [(free.lines.reshape(-1), np.repeat(np.arange(len(free.cells)), 4))]
        at, column = np.nonzero(extra >= 0)
        pairs.append((at + lines, extra[at, column]))
        self.sets, self.cells = (np.concatenate(part) for part in zip(*pairs, strict=True))
        self.count = lines + len(extra)
        self.of_set = _lists(self.sets, self.cells, self.count)
        self.of_cell = _lists(self.cells, self.sets, len(free.cells))

    def repaired(self, weights: Numbers, one: int) -> tuple[Numbers, Numbers]:
        """Return weights that cover every cell, and what is put on single cells beside them."""
        cost = np.zeros(len(self.free.cells), np.int64)
        np.add.at(cost, self.cells, weights[self.sets])
        alone = np.zeros(len(cost), np.int64)
        for cell in np.flatnonzero(cost < one).tolist():
            lack = one - int(cost[cell])
            if lack > 0:
                self._raise(cell, lack, (weights, cost, alone), one)
        for number in np.argsort(weights, kind="stable").tolist():
            if weights[number]:
                members = self.of_set[number]
                spare = min(int(weights[number]), int(cost[members].min()) - one)
                if spare > 0:
                    weights[number] -= spare
                    cost[members] -= spare
        return weights, alone

    def _raise(self, cell: int, lack: int, parts: tuple[Numbers, Numbers, Numbers], one: int) -> None:
        """Raise the set of a cell that has most cells in need, or the cell alone."""
        weights, cost, alone = parts
        needs = [int((cost[self.of_set[number]] < one).sum()) for number in self.of_cell[cell].tolist()]
        best = int(np.argmax(needs))
        if needs[best] > 1:
            number = self.of_cell[cell][best]
            weights[number] += lack
            cost[self.of_set[number]] += lack
        else:
            alone[cell] += lack
            cost[cell] += lack

    def certificate(self, board: Instance, one: int, weights: Numbers, alone: Numbers) -> Certificate:
        """Return the certificate of these weights."""
        lines = len(self.free.length)
        small = weighed_cliques(self.free, self.extra, weights[lines:])
        single = weighed_cliques(self.free, np.arange(len(alone))[:, None], alone)
        return certificate_of(board, one, segments=weighed(self.free, weights[:lines]), cliques=small + single)


def _lists(keys: Numbers, values: Numbers, count: int) -> list[Numbers]:
    """Return the values of each key."""
    order = np.argsort(keys, kind="stable")
    return np.split(values[order], np.cumsum(np.bincount(keys, minlength=count))[:-1])
