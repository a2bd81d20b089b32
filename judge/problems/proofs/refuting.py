"""Refute a claim by linear programmes: branch and bound, whose every end is written down in whole numbers.

Where parts of pieces can't keep the quotas either, the prices of the programme say which of them add up to a
contradiction (Farkas, 1902). They are floating point, so only a hint: they are rounded, and the sum is added up again.
Where parts can, cells that share quotas of one piece pairwise, and hold more together, become a quota (clique cuts:
Padberg, 1973); else it is split at the cell that is nearest to half a piece (Land and Doig, 1960).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
import numpy as np

from judge.problems.proofs.claim import Claim
from judge.problems.proofs.counting import counted
from judge.problems.proofs.or_tools import version
from judge.problems.proofs.programme import Numbers, Parts, Programme, Row, rows_of
from judge.problems.proofs.proof import Proof
from judge.problems.proofs.refutation import CLIQUES, SCHEMA, Node, Refutation, Weights
from judge.problems.rules.plain import Cell

_NEAR = 1e-6  # of a part: what is nearer to a whole number is one
_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2520, 1 << 24, 1 << 34)
_CUTS = 100  # cliques that are added in one round
_MOST_NODES = 20_000  # a file of some MB


class _SpentError(Exception):
    """The time is over, or rounding has spoilt a sum: nothing is known."""


class Arranged(msgspec.Struct, frozen=True):
    """Holds the cells of pieces that keep all quotas."""

    cells: tuple[Cell, ...]


def refute(claim: Claim, seconds: float) -> Arranged | Proof | None:
    """Return the refutation of a claim, or an arrangement that keeps its quotas; None where the time was too short.
    Raises JudgeError E439 without OR-Tools."""
    if not claim.cells:
        return None
    start = time.monotonic()
    tree = _Tree(claim, start + seconds)
    try:
        found = tree.grown()
    except _SpentError:
        return None
    if found is not None:
        return Arranged(tuple(tree.spots[cell] for cell in found))
    refutation = tree.refutation()
    nodes = sum(node.cell is None for node in refutation.nodes)
    line = f"{counted(nodes, 'weighted sum')} of quotas: none leaves an arrangement"
    return Proof(f"{line}; found by GLOP {version()} in {time.monotonic() - start:.1f} s", refutation)


class _Tree:
    """Nodes in the order of a refutation."""

    def __init__(self, claim: Claim, until: float) -> None:
        self.claim, self.until = claim, until
        self.spots = sorted(claim.cells)
        index = {cell: number for number, cell in enumerate(self.spots)}
        self.given = {index[cell] for cell in claim.given}
        self.rows = rows_of(claim, index)
        self.near = _sharing(self.rows, len(self.spots))
        self.programme = Programme(self.rows, len(self.spots))
        self.nodes: list[Node] = []
        self.cliques: list[Numbers] = []

    def grown(self) -> list[int] | None:
        """Go through all halves; return the cells of an arrangement, or None where each is refuted."""
        path: list[tuple[int, bool]] = []
        while True:
            split = self._end(path)
            if isinstance(split, list):
                return split
            if split is not None:
                self.nodes.append(Node(cell=self._spot(split)))
                path.append((split, True))
                continue
            while path and not path[-1][1]:
                path.pop()
            if not path:
                return None
            path[-1] = path[-1][0], False

    def refutation(self) -> Refutation:
        """Return what was found, with the cliques that it needs alone."""
        used = sorted({number for node in self.nodes for number, _ in node.weights.get(CLIQUES, ())})
        again = {number: at for at, number in enumerate(used, 1)}
        nodes = [
            msgspec.structs.replace(node, weights=_renumbered(node.weights, again)) if CLIQUES in node.weights else node
            for node in self.nodes
        ]
        cliques = tuple(tuple(self._spot(cell) for cell in self.cliques[number - 1].tolist()) for number in used)
        rows, columns = self.claim.shape
        return Refutation(schema=SCHEMA, n=rows, m=columns, nodes=tuple(nodes), cliques=cliques)

    def _spot(self, cell: int) -> tuple[int, int]:
        return self.spots[cell][0] + 1, self.spots[cell][1] + 1

    def _end(self, path: list[tuple[int, bool]]) -> list[int] | int | None:
        """Refute this half: None, and a node more. Else return the cell to split at, or the cells of an
        arrangement."""
        pieces = self.given | {cell for cell, piece in path if piece}
        empty = {cell for cell, piece in path if not piece}
        while True:
            left = self.until - time.monotonic()
            if left <= 0 or len(self.nodes) > _MOST_NODES:
                raise _SpentError
            solved = self.programme.solve(pieces, empty, left)
            if solved is None:
                raise _SpentError
            if solved.lacking > _NEAR and (weights := self._rounded(solved.weights, pieces, empty)):
                self.nodes.append(Node(weights=weights))
                return None
            if solved.lacking > _NEAR:
                break
            broken = list(self._broken(solved.parts))
            if not broken:
                break
            self._cut(broken)
        between = np.abs(solved.parts - 0.5)
        between[list(pieces | empty)] = 1.0
        cell = int(np.argmin(between))
        if between[cell] < 0.5 - _NEAR:
            return cell
        if solved.lacking > _NEAR:
            raise _SpentError
        return np.flatnonzero(solved.parts > 0.5).tolist()

    def _rounded(self, weights: Parts, pieces: set[int], empty: set[int]) -> Weights | None:
        """Return whole weights whose sum is a contradiction, of denominators from small to large."""
        open_ = np.ones(len(self.spots), np.bool_)
        open_[list(pieces | empty)] = False
        for one in _DENOMINATORS:
            whole = np.rint(weights * one).astype(np.int64)
            chosen = np.flatnonzero(whole).tolist()
            most, paid = 0, np.zeros(len(self.spots), np.int64)
            for row, weight in ((self.rows[number], int(whole[number])) for number in chosen):
                most += weight * (row.most if weight > 0 else row.least)
                paid[row.cells] += weight * row.weights
            if int(paid[list(pieces)].sum()) + int(np.minimum(paid[open_], 0).sum()) > most:
                return _named(self.rows, whole, chosen)
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
            row = Row(CLIQUES, len(self.cliques), cells, np.ones(len(cells), np.int64), 0, 1)
            self.rows.append(row)
            self.programme.add(row)


def _sharing(rows: list[Row], cells: int) -> list[int]:
    """Return, as bits, the cells with which each shares a quota of one piece."""
    near = [0] * cells
    for row in rows:
        if row.most == 1 and (row.weights == 1).all():
            members = row.cells.tolist()
            bits = sum(1 << cell for cell in members)
            for cell in members:
                near[cell] |= bits
    return [bits & ~(1 << cell) for cell, bits in enumerate(near)]


def _named(rows: list[Row], whole: Numbers, chosen: list[int]) -> Weights:
    found: dict[str, list[tuple[int, int]]] = {}
    for number in chosen:
        found.setdefault(rows[number].name, []).append((rows[number].number, int(whole[number])))
    return {name: tuple(entries) for name, entries in found.items()}


def _renumbered(weights: Weights, again: dict[int, int]) -> Weights:
    cliques = tuple((again[number], weight) for number, weight in weights[CLIQUES])
    return {**weights, CLIQUES: cliques}
