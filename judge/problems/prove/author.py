"""Ask OR-Tools, which the extra `author` brings: GLOP for refutations, CP-SAT for the rest. For authoring alone.

`refute` is branch and bound by linear programmes, whose every end is written down in whole numbers. Where parts of
pieces can't keep the quotas, the prices of the programme say which of them add up to a contradiction (Farkas, 1902).
They are floating point, so only a hint: they are rounded, and the sum is added up again. Where parts can, cells that
share quotas of one piece pairwise, and hold more together, become a quota (clique cuts: Padberg, 1973); else it is
split at the cell that is nearest to half a piece (Land and Doig, 1960).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from importlib import import_module, metadata
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import installs
from judge.problems.constraints import Cell, Quota
from judge.problems.prove.certificate import CLIQUES, SCHEMA, Node, Proof, Refutation, Weights, sums_line
from judge.problems.prove.search import Claim

MISSING = "E439"
SOLVED_CELLS = 40_000  # of a board at most: a model of 1 GB
_NEAR = 1e-6  # of a part: what is nearer to a whole number is one
_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 1 << 24, 1 << 34)
_CUTS = 100  # cliques that are added in one round
_MOST_NODES = 20_000  # a file of some MB
Grid = np.ndarray[Any, np.dtype[np.int8]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
Parts = np.ndarray[Any, np.dtype[np.float64]]


def _library(module: str, what: str) -> Any:
    """Load a part of OR-Tools here, as it is optional and slow to import. JudgeError E439 without it."""
    try:
        return import_module(f"ortools.{module}")
    except ImportError:
        raise JudgeError(MISSING, f"{what} need OR-Tools, which is not installed", help=installs("author")) from None


def _version() -> str:
    return ".".join(metadata.version("ortools").split(".")[:2])


class Largest(msgspec.Struct, frozen=True):
    """How many pieces CP-SAT has placed, that more than `bound` are impossible, and which solver that was."""

    pieces: int
    bound: int
    proven: bool
    solver: str


def largest(claim: Claim, seconds: float) -> Largest:
    """Return the most pieces that CP-SAT finds room for within some seconds. JudgeError E439 without OR-Tools."""
    cp_model, model, cells = _model(claim)
    model.maximize(sum(cells.values()))
    solver = _solver(cp_model, seconds)
    status, by = solver.solve(model), f"CP-SAT {_version()}"
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Largest(0, len(cells), False, by)
    bound = math.floor(solver.best_objective_bound + 1e-6)
    return Largest(round(solver.objective_value), bound, status == cp_model.OPTIMAL, by)


def solve(claim: Claim, seconds: float) -> tuple[Cell, ...] | Proof | None:
    """Return the cells of an arrangement that keeps all quotas, or how CP-SAT has proven that there is none; None if
    `seconds` did not suffice. JudgeError E439 without OR-Tools."""
    cp_model, model, cells = _model(claim)
    solver = _solver(cp_model, seconds)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Proof(f"exhaustive search by CP-SAT {_version()}, status INFEASIBLE")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return tuple(cell for cell, piece in cells.items() if solver.value(piece))


def _model(claim: Claim) -> tuple[Any, Any, dict[Cell, Any]]:
    """Return a model with one Boolean for each cell that may hold a piece, and all quotas."""
    cp_model = _library("sat.python.cp_model", "exact answers")
    model = cp_model.CpModel()
    cells = {cell: model.new_bool_var("") for cell in sorted(claim.cells)}
    for cell in claim.given:
        model.add(cells[cell] == 1)
    for quota in claim.every_quota:
        weights = quota.weights or (1,) * len(quota.cells)
        held = [(cells[cell], weight) for cell, weight in zip(quota.cells, weights, strict=True) if cell in cells]
        if (quota.least, quota.most) == (0, 1) and not quota.weights:
            model.add_at_most_one([piece for piece, _ in held])
        else:
            model.add_linear_constraint(sum(weight * piece for piece, weight in held), quota.least, quota.most)
    return cp_model, model, cells


def _solver(cp_model: Any, seconds: float) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # else the arrangement found depends on the machine
    solver.parameters.max_time_in_seconds = seconds
    return solver


def refute(claim: Claim, seconds: float) -> tuple[Cell, ...] | Proof | None:
    """Return the refutation of a claim, or the cells of an arrangement that keeps its quotas; None where the time was
    too short. JudgeError E439 without OR-Tools."""
    if not claim.cells:
        return None
    start = time.monotonic()
    tree = _Tree(claim, start + seconds)
    try:
        found = tree.grown()
    except _SpentError:
        return None
    if found is not None:
        return tuple(tree.spots[cell] for cell in found)
    refutation = tree.refutation()
    line = sums_line(sum(node.cell is None for node in refutation.nodes))
    return Proof(f"{line}; found by GLOP {_version()} in {time.monotonic() - start:.1f} s", refutation)


class _SpentError(Exception):
    """The time is over, or rounding has spoilt a sum: nothing is known."""


class _Row(msgspec.Struct, frozen=True, eq=False):
    """Holds a quota by the numbers of its cells."""

    name: str
    number: int  # from 1, within the name
    cells: Numbers
    weights: Numbers
    least: int
    most: int


def _rows(claim: Claim, spots: list[Cell]) -> list[_Row]:
    """Return all quotas as rows, of the cells that may hold a piece."""
    index = {cell: number for number, cell in enumerate(spots)}

    def row(name: str, number: int, quota: Quota) -> _Row:
        weights = quota.weights or (1,) * len(quota.cells)
        usable = [(index[cell], weight) for cell, weight in zip(quota.cells, weights, strict=True) if cell in index]
        both = np.array(usable, np.int64).reshape(-1, 2)
        return _Row(name, number, both[:, 0].copy(), both[:, 1].copy(), quota.least, quota.most)

    return [row(name, at, quota) for name, quotas in claim.quotas.items() for at, quota in enumerate(quotas, 1)]


class _Programme:
    """The linear programme: parts from 0 to 1, no quota exceeded, as little lacking as can be. It always has a
    solution; nothing is lacking exactly where the parts keep all quotas."""

    def __init__(self, rows: list[_Row], cells: int) -> None:
        self._library = _library("linear_solver.pywraplp", "refutations")
        self._solver = self._library.Solver.CreateSolver("GLOP")
        self._parts = [self._solver.NumVar(0.0, 1.0, "") for _ in range(cells)]
        self._limits: list[tuple[Any, Any]] = []  # of each row: its most and its least, where they say anything
        self._goal = self._solver.Objective()
        self._goal.SetMinimization()
        for row in rows:
            self.add(row)

    def add(self, row: _Row) -> None:
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
        self._limits.append((most, least))

    def solve(self, pieces: set[int], empty: set[int], seconds: float) -> tuple[float, Parts, Parts] | None:
        """Solve it with pieces on these cells, and none on those.

        Return how much is lacking, the part of a piece on each cell, and the weight of each row in the sum that says
        so; None where the time was too short.
        """
        for cell in pieces:
            self._goal.SetCoefficient(self._parts[cell], -1.0)
        for cell in empty:
            self._parts[cell].SetUb(0.0)
        self._solver.SetTimeLimit(max(1, int(1000 * seconds)))
        try:
            if self._solver.Solve() != self._library.Solver.OPTIMAL:
                return None
            parts = np.array([part.solution_value() for part in self._parts])
            weights = [-sum(one.dual_value() for one in both if one is not None) for both in self._limits]
            return self._goal.Value() + len(pieces), parts, np.array(weights, np.float64)
        finally:
            for cell in pieces:
                self._goal.SetCoefficient(self._parts[cell], 0.0)
            for cell in empty:
                self._parts[cell].SetUb(1.0)


class _Tree:
    """Nodes in the order of a refutation."""

    def __init__(self, claim: Claim, until: float) -> None:
        self.claim, self.until = claim, until
        self.spots = sorted(claim.cells)
        self.given = {number for number, cell in enumerate(self.spots) if cell in claim.given}
        self.rows = _rows(claim, self.spots)
        self.near = _sharing(self.rows, len(self.spots))
        self.programme = _Programme(self.rows, len(self.spots))
        self.nodes: list[Node] = []
        self.cliques: list[Numbers] = []

    def grown(self) -> list[int] | None:
        """Go through all halves; return the cells of an arrangement, or None where each is refuted."""
        waiting: list[tuple[set[int], set[int]]] = [(self.given, set())]  # the cells with a piece, and those without
        while waiting:
            pieces, empty = waiting.pop()
            split = self._end(pieces, empty)
            if isinstance(split, list):
                return split
            if split is not None:
                self.nodes.append(Node(cell=self._spot(split)))
                waiting += [(pieces, empty | {split}), (pieces | {split}, empty)]
        return None

    def refutation(self) -> Refutation:
        """Return what was found, with the cliques that it needs alone."""
        used = sorted({number for node in self.nodes for number, _ in node.weights.get(CLIQUES, ())})
        again = {number: at for at, number in enumerate(used, 1)}

        def renumbered(node: Node) -> Node:
            if CLIQUES not in node.weights:
                return node
            cliques = tuple((again[number], weight) for number, weight in node.weights[CLIQUES])
            return Node(weights={**node.weights, CLIQUES: cliques})

        cliques = tuple(tuple(self._spot(cell) for cell in self.cliques[number - 1].tolist()) for number in used)
        n, m = self.claim.shape
        return Refutation(schema=SCHEMA, n=n, m=m, nodes=tuple(map(renumbered, self.nodes)), cliques=cliques)

    def _spot(self, cell: int) -> tuple[int, int]:
        return self.spots[cell][0] + 1, self.spots[cell][1] + 1

    def _end(self, pieces: set[int], empty: set[int]) -> list[int] | int | None:
        """Refute this half: None, and a node more. Else return the cell to split at, or the cells of an
        arrangement."""
        while True:
            left = self.until - time.monotonic()
            if left <= 0 or len(self.nodes) > _MOST_NODES:
                raise _SpentError
            solved = self.programme.solve(pieces, empty, left)
            if solved is None:
                raise _SpentError
            lacking, parts, prices = solved
            if lacking > _NEAR:
                if weights := self._rounded(prices, pieces, empty):
                    self.nodes.append(Node(weights=weights))
                    return None
                break
            broken = list(self._broken(parts))
            if not broken:
                break
            self._cut(broken)
        between = np.abs(parts - 0.5)
        between[list(pieces | empty)] = 1.0
        cell = int(np.argmin(between))
        if between[cell] < 0.5 - _NEAR:
            return cell
        if lacking > _NEAR:
            raise _SpentError
        return np.flatnonzero(parts > 0.5).tolist()

    def _rounded(self, weights: Parts, pieces: set[int], empty: set[int]) -> Weights | None:
        """Return whole weights whose sum is a contradiction, of denominators from small to large."""
        open_ = np.ones(len(self.spots), np.bool_)
        open_[list(pieces | empty)] = False
        for one in _DENOMINATORS:
            whole = np.rint(weights * one).astype(np.int64)
            chosen = [(self.rows[number], int(whole[number])) for number in np.flatnonzero(whole).tolist()]
            most, paid = 0, np.zeros(len(self.spots), np.int64)
            for row, weight in chosen:
                most += weight * (row.most if weight > 0 else row.least)
                paid[row.cells] += weight * row.weights
            if int(paid[list(pieces)].sum()) + int(np.minimum(paid[open_], 0).sum()) > most:
                found: dict[str, list[tuple[int, int]]] = {}
                for row, weight in chosen:
                    found.setdefault(row.name, []).append((row.number, weight))
                return {name: tuple(entries) for name, entries in found.items()}
        return None

    def _broken(self, parts: Parts) -> Iterator[Numbers]:
        """Yield cells that see each other and hold more than a piece: from each, the largest parts that fit."""
        support = np.flatnonzero(parts > _NEAR)
        order = support[np.argsort(-parts[support], kind="stable")].tolist()
        seen: set[tuple[int, ...]] = set()
        for first in order[:_CUTS]:
            clique, common = [first], self.near[first]
            for cell in order:
                if common >> cell & 1:
                    clique.append(cell)
                    common &= self.near[cell]
            found = tuple(sorted(clique))
            if found not in seen and parts[clique].sum() > 1 + _NEAR:
                seen.add(found)
                yield np.array(found, np.int64)

    def _cut(self, broken: list[Numbers]) -> None:
        for cells in broken:
            self.cliques.append(cells)
            row = _Row(CLIQUES, len(self.cliques), cells, np.ones(len(cells), np.int64), 0, 1)
            self.rows.append(row)
            self.programme.add(row)


def _sharing(rows: list[_Row], cells: int) -> list[int]:
    """Return, as bits, the cells with which each shares a quota of one piece."""
    near = [0] * cells
    for row in rows:
        if row.most == 1 and (row.weights == 1).all():
            members = row.cells.tolist()
            bits = sum(1 << cell for cell in members)
            for cell in members:
                near[cell] |= bits
    return [bits & ~(1 << cell) for cell, bits in enumerate(near)]
