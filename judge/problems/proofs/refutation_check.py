"""Check a refutation against its case: plain Python, no solver, nothing shared with what makes refutations.

The work is bounded: a file that would need more additions than a large one is refused.
"""

from __future__ import annotations

from itertools import combinations

from judge.problems.proofs.claim import Claim, all_quotas
from judge.problems.proofs.refutation import CLIQUES, Node, Refutation, Spot, Weights
from judge.problems.puzzles.rules.quota import Quota
from judge.problems.rules.plain import Cell

_MOST_WORK = 20_000_000  # cells that are looked at: some 5 s
_MOST = 10**15  # of a weight


class _RefusedError(Exception):
    """Why a refutation proves nothing."""


def refutation_refused(refutation: Refutation, claim: Claim) -> str:
    """Return why a refutation does not prove that there is no arrangement such as is claimed; "" where it does."""
    if (refutation.n, refutation.m) != claim.shape:
        return f"it is about {refutation.n} x {refutation.m} cells, not {claim.shape[0]} x {claim.shape[1]}"
    try:
        _Check(refutation, claim).run()
    except _RefusedError as why:
        return str(why)
    return ""


class _Check:
    """The cells that are decided on the way from the first node to the one that is looked at."""

    def __init__(self, refutation: Refutation, claim: Claim) -> None:
        self.refutation, self.claim = refutation, claim
        self.path: list[tuple[Cell, bool]] = []
        self.pieces, self.empty = set(claim.given), set[Cell]()
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
        if node.weights or cell not in self.claim.cells or cell in self.pieces or cell in self.empty:
            raise _RefusedError(f"node {number}: row {spot[0]}, column {spot[1]} can't be split")
        self.path.append((cell, True))
        self.pieces.add(cell)

    def _back(self) -> bool:
        """Go to the next half that is open; say whether there is none."""
        while self.path:
            cell, piece = self.path.pop()
            if piece:
                self.pieces.remove(cell)
                self.empty.add(cell)
                self.path.append((cell, False))
                return False
            self.empty.remove(cell)
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
                self._pay(paid, quota, weight)
        least = sum(
            price if cell in self.pieces else min(price, 0)
            for cell, price in paid.items()
            if cell in self.claim.cells and cell not in self.empty
        )
        return least <= most

    def _pay(self, paid: dict[Cell, int], quota: Quota, weight: int) -> None:
        self._worked(len(quota.cells))
        for at, cell in enumerate(quota.cells):
            paid[cell] = paid.get(cell, 0) + weight * (quota.weights[at] if quota.weights else 1)

    def _cliques(self) -> list[Quota]:
        """Return the quotas of the cliques, of which each two cells share one of a single piece."""
        shared: dict[Cell, set[int]] = {}
        for number, quota in enumerate(all_quotas(self.claim) if self.refutation.cliques else ()):
            for cell in quota.cells if quota.most <= 1 and not quota.weights else ():
                shared.setdefault(cell, set()).add(number)
        found = []
        for spots in self.refutation.cliques:
            cells = [(row - 1, column - 1) for row, column in spots]
            self._worked(len(cells) ** 2)
            for one, other in combinations(cells, 2):
                if one == other or not shared.get(one, set()) & shared.get(other, set()):
                    raise _RefusedError(
                        f"{_named(one)} and {_named(other)} are no two cells that share a set of one piece"
                    )
            found.append(Quota(tuple(cells), 0, 1))
        return found

    def _worked(self, cells: int) -> None:
        self.work += cells
        if self.work > _MOST_WORK:
            raise _RefusedError(f"checking it takes more than {_MOST_WORK:,} additions")


def _named(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
