"""Try everything that the quotas of a claim leave open: no solver, no library, a few thousand nodes.

What follows from a quota is done at once: one that is full closes its other cells, one with no cell to spare takes them
all. Then one cell is tried, with a piece and without. It is a cell of the quota that has few cells to spare for the
contradictions that it was part of: each contradiction weighs its quota one more (Boussemart and others, 2004).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from judge.problems.proofs.claim import Claim, all_quotas
from judge.problems.proofs.counting import counted
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.puzzles.rules.quota import Quota
from judge.problems.rules.plain import Cell

_LARGEST = 2_500  # cells: beyond them a node takes too long
_OFTEN = 64  # nodes between two looks at the clock
_LOOKS = 200  # at a quota, that a node may take on average: some 0.2 ms
_State = tuple[int, int]  # open cells and pieces, as bits
_Changed = Iterable[int]  # quotas, by number


class _SpentError(Exception):
    """The effort is spent, and nothing is known."""


def search_quotas(claim: Claim, effort: Effort) -> tuple[Cell, ...] | Proof | None:
    """Return the cells of pieces that keep all quotas, or the proof that there are none; None where the effort was too
    small."""
    if len(claim.cells) > _LARGEST:
        return None
    search = _Search(claim, effort)
    try:
        placed = search.placed()
    except _SpentError:
        return None
    if placed is None:
        took = f"{counted(search.nodes, 'node')}, {time.monotonic() - search.start:.1f} s"
        return Proof(f"exhaustive search by judge, {took}: the rules leave no arrangement")
    return tuple(cell for number, cell in enumerate(search.cells) if placed >> number & 1)


class _Search:
    """Quotas over cells by number; sets of cells are the bits of a number."""

    def __init__(self, claim: Claim, effort: Effort) -> None:
        self.effort, self.start, self.nodes, self.looks = effort, time.monotonic(), 0, 0
        weight_of = {
            cell: weight
            for quota in all_quotas(claim)
            for cell, weight in zip(quota.cells, quota.weights, strict=False)
        }
        # The heaviest are tried first, as the lowest bits.
        self.cells = sorted(claim.cells, key=lambda cell: (-weight_of.get(cell, 0), cell))
        bit = {cell: 1 << number for number, cell in enumerate(self.cells)}
        self.given = sum(bit[cell] for cell in claim.given)
        plain = [quota for quota in all_quotas(claim) if not quota.weights]
        self.masks = [sum(bit.get(cell, 0) for cell in quota.cells) for quota in plain]
        self.bounds = [(quota.least, quota.most) for quota in plain]
        self.all_cells = (1 << len(self.cells)) - 1
        whole = [both for mask, both in zip(self.masks, self.bounds, strict=True) if mask == self.all_cells]
        self.wanted = max((least for least, _ in whole), default=0)
        self.room = min((most for _, most in whole), default=len(self.cells))
        self._tighten()
        self.weighed = [
            (quota.least, sorted(_weights(quota, bit), key=itemgetter(1), reverse=True))
            for quota in all_quotas(claim)
            if quota.weights
        ]
        self.blamed = [1] * len(self.masks)
        self.wanting = [number for number, (least, _) in enumerate(self.bounds) if least > 0]
        self.of_cell: list[list[int]] = [[] for _ in self.cells]
        for number, mask in enumerate(self.masks):
            for cell in _bits(mask):
                self.of_cell[cell].append(number)

    def placed(self) -> int | None:
        """Return the pieces that keep all quotas; None where there are none."""
        waiting: list[tuple[_State, _Changed]] = [
            (((1 << len(self.cells)) - 1 & ~self.given, self.given), range(len(self.masks)))
        ]
        while waiting:
            self._count()
            state = self._followed(*waiting.pop())
            if state is None:
                continue
            cell = self._chosen(*state)
            if cell is None:
                return state[1]
            open_, pieces, changed = state[0] & ~cell, state[1], self.of_cell[cell.bit_length() - 1]
            waiting += [((open_, pieces), changed), ((open_, pieces | cell), changed)]
        return None

    def _tighten(self) -> None:
        """Fill quotas that may not waste a piece: sets without a common cell that hold as many together as all cells
        must."""
        for group, rest in list(_groups(self.masks, self.all_cells)):
            mosts = {number: min(self.bounds[number][1], self.masks[number].bit_count()) for number in group}
            waste = sum(mosts.values()) + rest.bit_count() - self.wanted
            if waste < 0:
                self.masks.append(0)
                self.bounds.append((1, 1))
            elif waste == 0:
                self.masks.append(rest)
                self.bounds.append((rest.bit_count(), rest.bit_count()))
                for number, most in mosts.items():
                    self.bounds[number] = most, most

    def _count(self) -> None:
        self.nodes += 1
        late = not self.nodes % _OFTEN and time.monotonic() - self.start > self.effort.seconds
        if late or self.nodes > self.effort.nodes or self.looks > _LOOKS * self.effort.nodes:
            raise _SpentError

    def _followed(self, state: _State, begun: _Changed) -> _State | None:
        """Return what follows from a state; None for a contradiction."""
        open_, pieces = state
        changed = set(begun)
        while changed:
            number = changed.pop()
            self.looks += 1
            mask, (least, most) = self.masks[number], self.bounds[number]
            on, free = (pieces & mask).bit_count(), open_ & mask
            spare = on + free.bit_count() - least
            if on > most or spare < 0:
                self.blamed[number] += 1
                return None
            if not free or (on < most and spare):
                continue
            open_ &= ~free
            if on < most:
                pieces |= free
            for cell in _bits(free):
                changed.update(self.of_cell[cell])
        return (open_, pieces) if self._heavy_enough(open_, pieces) else None

    def _heavy_enough(self, open_: int, pieces: int) -> bool:
        """Say whether the heaviest cells that are open, as many as pieces are left, can reach what they must."""
        left = self.room - pieces.bit_count()
        for least, entries in self.weighed:
            placed = sum(weight for bit, weight in entries if pieces & bit)
            more = (weight for bit, weight in entries if weight > 0 and open_ & bit)
            if placed + sum(islice(more, max(left, 0))) < least:
                return False
        return True

    def _chosen(self, open_: int, pieces: int) -> int | None:
        """Return the cell to try, as a bit; None where no quota wants more."""
        best, chosen = 0.0, None
        for number in self.wanting:
            mask = self.masks[number]
            free = open_ & mask
            wanted = self.bounds[number][0] - (pieces & mask).bit_count()
            if wanted > 0:
                worth = self.blamed[number] / (free.bit_count() - wanted)
                if worth > best:
                    best, chosen = worth, free & -free
        return chosen


def _weights(quota: Quota, bit: dict[Cell, int]) -> list[tuple[int, int]]:
    """Return the cells of a quota that may hold a piece, as bits, and their weights."""
    return [(bit[cell], weight) for cell, weight in zip(quota.cells, quota.weights, strict=True) if cell in bit]


def _groups(masks: Sequence[int], all_cells: int) -> Iterator[tuple[list[int], int]]:
    """Yield numbers of neighbours in the list that have no cell in common, and the cells that are in none of them."""
    group, rest = list[int](), all_cells
    for number, mask in enumerate(masks):
        if mask & ~rest:
            yield group, rest
            group, rest = [], all_cells
        group.append(number)
        rest &= ~mask
    yield group, rest


def _bits(number: int) -> list[int]:
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found
