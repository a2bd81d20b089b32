"""Ask GLOP of OR-Tools, which the extra `author` brings, how far parts of pieces can keep the quotas of a claim."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from judge.problems.proofs.claim import Claim
from judge.problems.proofs.or_tools import linear_solver
from judge.problems.puzzles.rules.quota import Quota

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Parts = np.ndarray[Any, np.dtype[np.float64]]


class Row(msgspec.Struct, frozen=True, eq=False):
    """Holds a quota by the numbers of its cells."""

    name: str
    number: int  # from 1, within the name
    cells: Numbers
    weights: Numbers
    least: int
    most: int


class Solved(msgspec.Struct, frozen=True, eq=False):
    """Holds how much is lacking, the part of a piece on each cell, and the weight of each row in the sum that says
    so."""

    lacking: float
    parts: Parts
    weights: Parts


def row_of(name: str, number: int, quota: Quota, index: dict[tuple[int, int], int]) -> Row:
    """Return a quota as a row, of the cells that may hold a piece."""
    weights = quota.weights or (1,) * len(quota.cells)
    usable = [(index[cell], weight) for cell, weight in zip(quota.cells, weights, strict=True) if cell in index]
    both = np.array(usable, np.int64).reshape(-1, 2)
    return Row(name, number, both[:, 0].copy(), both[:, 1].copy(), quota.least, quota.most)


def rows_of(claim: Claim, index: dict[tuple[int, int], int]) -> list[Row]:
    """Return all quotas as rows."""
    return [
        row_of(name, number, quota, index)
        for name, quotas in claim.quotas.items()
        for number, quota in enumerate(quotas, 1)
    ]


class Programme:
    """The linear programme: parts from 0 to 1, no quota exceeded, as little lacking as can be. It always has a
    solution; nothing is lacking exactly where the parts keep all quotas."""

    def __init__(self, rows: list[Row], cells: int) -> None:
        self._library = linear_solver()
        self._solver = self._library.Solver.CreateSolver("GLOP")
        self._parts = [self._solver.NumVar(0.0, 1.0, "") for _ in range(cells)]
        self._most: list[Any] = []
        self._least: list[Any] = []
        self._goal = self._solver.Objective()
        self._goal.SetMinimization()
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Add a row: one constraint for the most, and one for the least, where that says anything."""
        infinity = self._solver.infinity()
        most = least = None
        if row.most < int(row.weights[row.weights > 0].sum()):
            most = self._solver.Constraint(-infinity, float(row.most))
        if row.least > 0:
            least = self._solver.Constraint(float(row.least), infinity)
            lack = self._solver.NumVar(0.0, infinity, "")
            least.SetCoefficient(lack, 1.0)
            self._goal.SetCoefficient(lack, 1.0)
        for constraint in (most, least):
            if constraint is not None:
                for cell, weight in zip(row.cells.tolist(), row.weights.tolist(), strict=True):
                    constraint.SetCoefficient(self._parts[cell], float(weight))
        self._most.append(most)
        self._least.append(least)

    def solve(self, pieces: set[int], empty: set[int], seconds: float) -> Solved | None:
        """Return the solution with pieces on these cells, and none on those; None where the time was too short."""
        for cell in pieces:
            self._goal.SetCoefficient(self._parts[cell], -1.0)
        for cell in empty:
            self._parts[cell].SetUb(0.0)
        self._solver.SetTimeLimit(max(1, int(1000 * seconds)))
        try:
            if self._solver.Solve() != self._library.Solver.OPTIMAL:
                return None
            parts = np.array([part.solution_value() for part in self._parts])
            weights = [-_dual(most) - _dual(least) for most, least in zip(self._most, self._least, strict=True)]
            return Solved(self._goal.Value() + len(pieces), parts, np.array(weights))
        finally:
            for cell in pieces:
                self._goal.SetCoefficient(self._parts[cell], 0.0)
            for cell in empty:
                self._parts[cell].SetUb(1.0)


def _dual(constraint: Any) -> float:
    return 0.0 if constraint is None else float(constraint.dual_value())
