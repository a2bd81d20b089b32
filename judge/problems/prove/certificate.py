"""A certificate: why no arrangement keeps all quotas of a case, such that anybody can check it by adding up.

A line that counts is one by itself: so many pieces are asked for, but rows, columns or diagonals between trees hold one
each, and are fewer. It is tried first, at any size, and is counted again where somebody asks.

`certificate.json` holds a refutation. It splits what is possible, cell by cell: with a piece on it, or without. Where
it splits no more, it adds up quotas: each is multiplied by a weight, a positive one where so many pieces at most are
meant, a negative one where so many at least. The sum says how much all pieces weigh together at most; if the cells
can't weigh so little, whatever stands on them, nothing is possible there (Farkas, 1902).

The check is plain Python without a solver, and shares no code with what makes refutations but the counting of covers.
Its work is bounded: a file that would need more additions than a large one is refused.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import numpy as np

from judge.errors import WENT
from judge.files import lies_inside
from judge.model import Case, Finding, Instance, Verdict
from judge.problems.constraints import CLOSED, TREE, Cell, Quota
from judge.problems.prove import CERTIFICATE
from judge.problems.prove.search import GOAL, Claim, claim_of, covers, refuting
from judge.problems.puzzles import Puzzle, puzzle_named
from judge.problems.row.words import Row
from judge.text import counted

SCHEMA: Final = "judge.refutation/1"
CLIQUES: Final = "cliques"  # what they are called among the weights
MOST_BYTES: Final = 16 << 20  # a refutation of 20,000 nodes has some MB
_HELP: Final = "judge answers --again  writes a new one where there is a proof; without one delete the file"
_FORMER: Final = "judge.certificate/1"  # weights on segments, of version 0.1.0
_MOST_WORK = 20_000_000  # cells that are looked at: some 5 s
_MOST = 10**15  # of a weight
_VIEWS: Final = {  # along which a piece sees, by the step back to the cell before
    (0, -1): "row segment",
    (-1, 0): "column segment",
    (-1, -1): "falling diagonal segment",
    (-1, 1): "rising diagonal segment",
}
Spot = tuple[int, int]  # row and column, from 1
Weights = dict[str, tuple[tuple[int, int], ...]]  # by the name of a rule: the number of a quota, from 1, and its weight


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Splits at a cell, and is followed by all nodes with a piece there, then by all without; or adds up weights."""

    cell: Spot | None = None
    weights: Weights = {}


class Refutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Says that a board of n x m has no arrangement such as would refute its answer. `cliques` are sets of cells of
    which each two share a quota of one piece: quotas of one piece too."""

    schema: Literal["judge.refutation/1"]
    n: int
    m: int
    nodes: tuple[Node, ...]
    cliques: tuple[tuple[Spot, ...], ...] = ()


class Proof(msgspec.Struct, frozen=True):
    """Says why FAIL is right. Without a certificate `line` is to be counted, or to be believed."""

    line: str
    certificate: Refutation | None = None


class _Schema(msgspec.Struct, frozen=True):
    """Says of which kind a file is."""

    schema: str


def write_certificate(certificate: Refutation) -> bytes:
    """Return it as the bytes of a file, one line for each key."""
    said = msgspec.to_builtins(certificate)
    parts = [f'"{name}": {msgspec.json.encode(value).decode()}' for name, value in said.items()]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def read_certificate(data: bytes) -> Refutation:
    """Return what the file says. ValueError where it is no certificate."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"the certificate has {len(data):,} bytes, more than {MOST_BYTES:,}")
    try:
        former = msgspec.json.decode(data, type=_Schema).schema == _FORMER
        if not former:
            return msgspec.json.decode(data, type=Refutation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:  # a ValidationError is a DecodeError
        raise ValueError(f"the certificate can't be read: {str(fault)[:200]}") from None
    raise ValueError(f"certificates of the kind {_FORMER} {WENT}")


def sums_line(nodes: int) -> str:
    """Return how a proof by so many sums is told."""
    return f"{counted(nodes, 'weighted sum', ',d')} of quotas: none leaves an arrangement"


def segments(grid: np.ndarray[Any, np.dtype[np.int8]], steps: Collection[Cell] = tuple(_VIEWS)) -> dict[str, int]:
    """Return how many segments of these directions are free of trees, by what they are called; each holds one piece
    at most."""
    n, m = grid.shape
    framed = np.zeros((n + 2, m + 2), np.bool_)
    framed[1:-1, 1:-1] = free = grid != TREE
    heads = {step: free & ~framed[1 + step[0] :, 1 + step[1] :][:n, :m] for step in _VIEWS if step in steps}
    return {_VIEWS[step]: int(np.count_nonzero(first)) for step, first in heads.items()}


def counted_line(row: Row, board: Instance) -> tuple[int, str]:
    """Count free cells, and segments along which pieces see each other.

    Return the fewest of them, and a line that proves FAIL by counting; "" where no count is below the pieces.
    """
    counts = {"free cell": int(np.count_nonzero((board.grid != TREE) & (board.grid != CLOSED)))}
    for kind, steps in () if row.torus else row.steps:
        counts |= segments(board.grid, steps) if kind == "ride" else {}
    word, count = next(((word, count) for word, count in counts.items() if count < board.pieces), ("", 0))
    pieces, there = counted(board.pieces, "piece", ",d"), counted(count, word, ",d")
    line = f"{pieces}, but only {there} can hold one each" if word else ""
    if word == "free cell":
        line = f"{pieces}, but only {there}" if count else f"{pieces}, but no free cell"
    return min(counts.values()), line


def counted_proof(claim: Claim) -> Proof | None:
    """Return a proof of one sum: sets that hold fewer pieces than are asked for; None where no cover is so small."""
    asked = max(((goal.least, at) for at, goal in enumerate(claim.quotas[GOAL], 1) if not goal.weights), default=None)
    if asked is None:
        return None
    bit = {cell: 1 << number for number, cell in enumerate(claim.cells)}
    rules = [
        (name, number, quota.most, sum(bit.get(cell, 0) for cell in quota.cells))
        for name, quotas in claim.quotas.items()
        for number, quota in enumerate(quotas, 1)
        if name != GOAL and not quota.weights
    ]
    for group, rest in covers([rule[3] for rule in rules], [rule[2] for rule in rules], (1 << len(bit)) - 1):
        if sum(rules[at][2] for at in group) + rest.bit_count() < asked[0]:
            weights: dict[str, list[tuple[int, int]]] = {GOAL: [(asked[1], -1)]}
            for name, number, _, _ in (rules[at] for at in sorted(group)):
                weights.setdefault(name, []).append((number, 1))
            node = Node(weights={name: tuple(entries) for name, entries in weights.items()})
            return Proof(sums_line(1), Refutation(schema=SCHEMA, n=claim.shape[0], m=claim.shape[1], nodes=(node,)))
    return None


def certificate_fault(root: Path, puzzle: str, case: Case) -> Finding | None:
    """Return why the certificate of a case proves nothing, E414 or E415; None where it proves the answer, or is not
    there."""
    file, chosen = root / case.group / case.name / CERTIFICATE, puzzle_named(puzzle)
    if not file.is_symlink() and not file.exists():
        return None
    if not lies_inside(file, root) or not file.is_file():
        return _fault("E414", "the certificate is no plain file in the package", file)
    if case.answer is None or not refuting(chosen, case):
        return _fault("E415", _needless(chosen), file)
    try:
        with file.open("rb") as opened:
            certificate = read_certificate(opened.read(MOST_BYTES + 1))
    except ValueError as fault:
        return _fault("E414", str(fault), file)
    except OSError as fault:
        return _fault("E414", f"the certificate can't be opened: {fault.strerror}", file)
    claim = claim_of(chosen, case)
    why = refutation_refused(certificate, claim) if claim else "the board is too large to check it"
    return _fault("E415", f"the certificate proves nothing: {why}", file) if why else None


def _needless(puzzle: Puzzle) -> str:
    if puzzle.goal.may_fail:
        return "the certificate says that the pieces do not fit, but answer.txt does not say FAIL"
    return "the certificate says that there is nothing better, but answer.txt does not say than what"


def _fault(code: str, message: str, file: Path) -> Finding:
    return Finding(code, message, where=str(file), help=_HELP, verdict=Verdict.JE)


def refutation_refused(refutation: Refutation, claim: Claim) -> str:
    """Return why a refutation does not prove that there is no arrangement such as is claimed; "" where it does."""
    if (refutation.n, refutation.m) != claim.shape:
        return f"it is about {refutation.n} x {refutation.m} cells, not {claim.shape[0]} x {claim.shape[1]}"
    try:
        _Check(refutation, claim).run()
    except _RefusedError as why:
        return str(why)
    return ""


class _RefusedError(Exception):
    """Why a refutation proves nothing."""


class _Check:
    """The cells that are decided on the way from the first node to the one that is looked at, in this order: whether
    each holds a piece."""

    def __init__(self, refutation: Refutation, claim: Claim) -> None:
        self.refutation, self.claim = refutation, claim
        self.decided = dict.fromkeys(claim.given, True)
        self.work = 0
        self.quotas = dict(claim.quotas)

    def run(self) -> None:
        """Go through all nodes; _RefusedError for the first that proves nothing."""
        self.quotas[CLIQUES] = tuple(self._cliques())
        whole = False
        for number, node in enumerate(self.refutation.nodes, 1):
            if whole:
                raise _RefusedError(f"node {number} follows the last one")
            if node.cell is not None:
                self._split(number, node, node.cell)
            elif self._possible(node.weights):
                raise _RefusedError(f"node {number}: its sum is possible")
            else:
                whole = self._back()
        if not whole:
            raise _RefusedError("it ends before everything is ruled out")

    def _split(self, number: int, node: Node, spot: Spot) -> None:
        cell = spot[0] - 1, spot[1] - 1
        if node.weights or cell not in self.claim.cells or cell in self.decided:
            raise _RefusedError(f"node {number}: row {spot[0]}, column {spot[1]} can't be split")
        self.decided[cell] = True

    def _back(self) -> bool:
        """Go to the next half that is open; say whether there is none."""
        while len(self.decided) > len(self.claim.given):
            cell, piece = self.decided.popitem()
            if piece:
                self.decided[cell] = False
                return False
        return True

    def _possible(self, weights: Weights) -> bool:
        """Add up the quotas, and say whether the cells that are not decided can keep the sum."""
        most = 0
        paid: dict[Cell, int] = {}
        for name, entries in weights.items():
            quotas = self.quotas.get(name, ())
            for number, weight in entries:
                if not 1 <= number <= len(quotas) or not 0 < abs(weight) <= _MOST:
                    raise _RefusedError(f"there is no set {number} of {name}, or its weight {weight} is none")
                quota = quotas[number - 1]
                most += weight * (quota.most if weight > 0 else quota.least)
                self._worked(len(quota.cells))
                for at, cell in enumerate(quota.cells):
                    paid[cell] = paid.get(cell, 0) + weight * (quota.weights[at] if quota.weights else 1)
        least = sum(
            price if cell in self.decided else min(price, 0)
            for cell, price in paid.items()
            if cell in self.claim.cells and self.decided.get(cell, True)  # the others hold none
        )
        return least <= most

    def _cliques(self) -> list[Quota]:
        """Return the quotas of the cliques, of which each two cells share one of a single piece."""
        shared: dict[Cell, set[int]] = {}
        for number, quota in enumerate(self.claim.every_quota if self.refutation.cliques else ()):
            for cell in quota.cells if quota.most <= 1 and not quota.weights else ():
                shared.setdefault(cell, set()).add(number)
        found = []
        for spots in self.refutation.cliques:
            cells = [(row - 1, column - 1) for row, column in spots]
            self._worked(len(cells) ** 2)
            for one, other in combinations(cells, 2):
                if one == other or not shared.get(one, set()) & shared.get(other, set()):
                    both = f"{_named(one)} and {_named(other)}"
                    raise _RefusedError(f"{both} are no two cells that share a set of one piece")
            found.append(Quota(tuple(cells), 0, 1))
        return found

    def _worked(self, cells: int) -> None:
        self.work += cells
        if self.work > _MOST_WORK:
            raise _RefusedError(f"checking it takes more than {_MOST_WORK:,} additions")


def _named(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
