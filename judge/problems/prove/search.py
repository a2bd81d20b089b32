"""Search the arrangements that would refute a case: sets of cells, and how many pieces each must hold.

A claim holds these quotas, those of the goal and those of the rules. What follows from a quota is done at once: one
that is full closes its other cells, one with no cell to spare takes them all. Covers bound what is left. Then one cell
is tried, with a piece and without. It is a cell of the quota that has few cells to spare for the contradictions that it
was part of: each contradiction weighs its quota one more (Boussemart and others, 2004). There is no solver here, no
library, and a budget of some thousand nodes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from judge.model import Case, Instance
from judge.problems.constraints import PIECE, Cell, Quota
from judge.problems.puzzles.goals import most_weight_of, pieces_of

if TYPE_CHECKING:
    from judge.problems.puzzles import Puzzle
    from judge.problems.rules import Rule

GOAL: Final = "goal"  # what the quotas of the goal are called; those of a rule bear its name
MOST_CELLS: Final = 10_000  # of a board whose certificate is checked: 2 s and 100 MB
_MOST_ENTRIES = 1_000_000  # cells of all quotas together
_LARGEST = 2_500  # cells: beyond them a node takes too long
_OFTEN = 64  # nodes between two looks at the clock
_LOOKS = 200  # at a quota, that a node may take on average: some 0.2 ms
State = tuple[int, int]  # open cells and pieces, as bits
_Changed = Iterable[int]  # quotas, by number
Cover = tuple[list[int], int]  # sets by number, and the cells, as bits, that lie in none of them


class SpentError(Exception):
    """The budget is spent, and nothing is known."""


class Budget:
    """How many nodes and seconds a search may take, whichever ends first; several may share one."""

    def __init__(self, nodes: int = 1 << 62, seconds: float = float("inf")) -> None:
        self.nodes, self.spent, self.looks = nodes, 0, 0
        self._until = time.monotonic() + seconds

    def take(self) -> None:
        """Count a node. SpentError behind the last."""
        self.spent += 1
        late = not self.spent % _OFTEN and time.monotonic() > self._until
        if late or self.spent > self.nodes or self.looks > _LOOKS * self.nodes:
            raise SpentError


class Claim(msgspec.Struct, frozen=True):
    """Holds the cells that may hold a piece, those that do, and the quotas. Each name has its own, in order."""

    shape: tuple[int, int]
    cells: frozenset[Cell]
    given: frozenset[Cell]
    quotas: dict[str, tuple[Quota, ...]]

    @classmethod
    def on(cls, board: Instance, rules: Sequence[Rule], *goal: Quota) -> Claim | None:
        """Return what a goal and rules ask of the free cells of a board and its pieces; None where their sets hold too
        many cells."""
        free, given = (frozenset((int(r), int(c)) for r, c in np.argwhere(board.grid == state)) for state in (0, PIECE))
        quotas, left = {GOAL: list(goal)} if goal else {}, _MOST_ENTRIES
        for rule in rules:
            for quota in rule.quotas(board):
                left -= len(quota.cells)
                if left < 0:
                    return None
                quotas.setdefault(rule.name, []).append(quota)
        return cls(board.shape, free | given, given, {name: tuple(found) for name, found in quotas.items()})

    @property
    def every_quota(self) -> Iterable[Quota]:
        """Return the quotas of all names, one after the other."""
        return chain.from_iterable(self.quotas.values())


def claim_of(puzzle: Puzzle, case: Case, most_cells: int = MOST_CELLS) -> Claim | None:
    """Return what would refute the answer of a case, or its FAIL where it has none yet. None where nothing would, and
    for a board that is too large."""
    board = case.board
    if board.grid.size > most_cells:
        return None
    goal = refuting(puzzle, case)
    return Claim.on(board, puzzle.rules, *goal) if goal else None


def refuting(puzzle: Puzzle, case: Case) -> tuple[Quota, ...]:
    """Return what an arrangement would have to hold, beside the rules, to refute answer.txt: all pieces, where that
    says FAIL or nothing; else more of them, or more weight, than the best that it knows. () where none would, or where
    nobody knows."""
    goal, known, board = puzzle.goal, case.answer, case.board
    if goal.asks == "one" and (known is None or known.fail):
        return (all_pieces(board),)
    if known is None or goal.asks in ("one", "all", "decision"):
        return ()
    if known.fail:
        return () if goal.scored else (all_pieces(board),)
    best = pieces_of(known) if goal.scored else most_weight_of(case)
    if best is None:
        return ()
    if goal.scored:
        return (Quota(every_cell(board), best + 1, board.grid.size),)
    weights = np.ones(board.shape, np.int64) if board.layer is None else board.layer
    most = max(int(weights[weights > 0].sum()), best + 1)
    return all_pieces(board), Quota(every_cell(board), best + 1, most, tuple(weights.reshape(-1).tolist()))


def every_cell(board: Instance) -> tuple[Cell, ...]:
    """Return all cells of a board in reading order."""
    return tuple((row, column) for row in range(board.n) for column in range(board.columns))


def all_pieces(board: Instance) -> Quota:
    """Ask for as many pieces as the case does."""
    return Quota(every_cell(board), board.pieces, board.pieces)


def arrangements(claim: Claim, budget: Budget) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of pieces of each arrangement that keeps all quotas. SpentError where the budget ends first.

    Where no quota says how many pieces there are at most, such as have more may be left out.
    """
    if len(claim.cells) > _LARGEST:
        raise SpentError
    yield from Search(claim, budget).arrangements()


def arrangements_on(board: Instance, rules: Sequence[Rule], budget: Budget, *more: Quota) -> Iterator[tuple[Cell, ...]]:
    """Yield those of the board's number of pieces, of which more may be asked. SpentError too where the rules' sets
    hold too many cells."""
    claim = Claim.on(board, rules, all_pieces(board), *more)
    if claim is None:
        raise SpentError
    yield from arrangements(claim, budget)


def first_on(board: Instance, rules: Sequence[Rule], nodes: int, *more: Quota) -> tuple[Cell, ...] | None:
    """Return one of them; None where there is none, or so many nodes don't find it."""
    try:
        return next(arrangements_on(board, rules, Budget(nodes), *more), None)
    except SpentError:
        return None


class Search:
    """Quotas over cells by number; sets of cells are the bits of a number."""

    def __init__(self, claim: Claim, budget: Budget) -> None:
        self.budget = budget
        quotas = list(claim.every_quota)
        weight = {cell: w for quota in quotas for cell, w in zip(quota.cells, quota.weights, strict=False)}
        # The heaviest are tried first, as the lowest bits.
        self.cells = sorted(claim.cells, key=lambda cell: (-weight.get(cell, 0), cell))
        bit = {cell: 1 << number for number, cell in enumerate(self.cells)}
        self.given = sum(bit[cell] for cell in claim.given)
        self.all_cells = (1 << len(self.cells)) - 1
        plain = [quota for quota in quotas if not quota.weights]
        self.masks = [sum(bit.get(cell, 0) for cell in quota.cells) for quota in plain]
        self.bounds = [(quota.least, quota.most) for quota in plain]
        whole = [both for mask, both in zip(self.masks, self.bounds, strict=True) if mask == self.all_cells]
        self.wanted = max((least for least, _ in whole), default=0)
        self.room = min((most for _, most in whole), default=len(self.cells))
        self.weighed = [(quota.least, _heaviest_first(quota, bit)) for quota in quotas if quota.weights]
        self.covers: list[tuple[list[tuple[int, int]], int]] = []
        self.cover()
        self.blamed = [1] * len(self.masks)
        self.wanting = [number for number, (least, _) in enumerate(self.bounds) if least > 0]
        self.of_cell: list[list[int]] = [[] for _ in self.cells]
        for number, mask in enumerate(self.masks):
            for cell in bits(mask):
                self.of_cell[cell].append(number)

    def arrangements(self) -> Iterator[tuple[Cell, ...]]:
        """Go through all states; where no quota wants more, yield the pieces, and try what is open as well."""
        waiting: list[tuple[State, _Changed]] = [((self.all_cells & ~self.given, self.given), range(len(self.masks)))]
        while waiting:
            self.budget.take()
            state = self.followed(*waiting.pop())
            narrow = self._narrow(*state) if state else None
            if state is None or narrow is None:
                continue
            cell = self.chosen(*state, narrow)
            if cell is None:
                yield tuple(self.cells[number] for number in bits(state[1]))
                waiting += self._larger(*state)
            else:
                open_, pieces, changed = state[0] & ~cell, state[1], self.of_cell[cell.bit_length() - 1]
                waiting += [((open_, pieces), changed), ((open_, pieces | cell), changed)]

    def _larger(self, open_: int, pieces: int) -> Iterator[tuple[State, _Changed]]:
        """Yield the states with more pieces, each by the first open cell that holds one."""
        for cell in bits(open_):
            open_ &= ~(1 << cell)
            yield (open_, pieces | 1 << cell), self.of_cell[cell]

    def cover(self) -> None:
        """Keep the covers that hold hardly more than all cells must; fill those that may not waste a piece."""
        mosts = [min(most, mask.bit_count()) for mask, (_, most) in zip(self.masks, self.bounds, strict=True)]
        rules = [0 if mask == self.all_cells else mask for mask in self.masks]
        for group, rest in list(covers(rules, mosts, self.all_cells)):
            waste = sum(mosts[number] for number in group) + rest.bit_count() - self.wanted
            if 2 * rest.bit_count() <= len(self.cells):
                self.covers.append(([(self.masks[number], mosts[number]) for number in group], rest))
            if waste < 0:
                self.masks.append(0)
                self.bounds.append((1, 1))
            elif waste == 0:
                self.masks.append(rest)
                self.bounds.append((rest.bit_count(), rest.bit_count()))
                for number in group:
                    self.bounds[number] = mosts[number], mosts[number]

    def followed(self, state: State, begun: _Changed) -> State | None:
        """Return what follows from a state; None for a contradiction."""
        open_, pieces = state
        changed = set(begun)
        while changed:
            number = changed.pop()
            self.budget.looks += 1
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
            for cell in bits(free):
                changed.update(self.of_cell[cell])
        return (open_, pieces) if self._heavy_enough(open_, pieces) else None

    def _narrow(self, open_: int, pieces: int) -> int | None:
        """Return the open cells of the smallest set of the cover that has least room; None where it has too little."""
        wanted = self.wanted - pieces.bit_count()
        least, found = len(self.cells) + 1, open_
        for sets, rest in self.covers if wanted > 0 else ():
            self.budget.looks += len(sets)
            room, fewest, narrow = (open_ & rest).bit_count(), len(self.cells) + 1, open_
            for mask, most in sets:
                free = open_ & mask
                if free:
                    count, left = free.bit_count(), most - (pieces & mask).bit_count()
                    room += min(count, left)
                    if count < fewest:
                        fewest, narrow = count, free
            if room < wanted:
                return None
            if room < least:
                least, found = room, narrow
        return found

    def _heavy_enough(self, open_: int, pieces: int) -> bool:
        """Say whether the heaviest cells that are open, as many as pieces are left, can reach what they must."""
        left = self.room - pieces.bit_count()
        for least, entries in self.weighed:
            placed = sum(weight for bit, weight in entries if pieces & bit)
            more = (weight for bit, weight in entries if weight > 0 and open_ & bit)
            if placed + sum(islice(more, max(left, 0))) < least:
                return False
        return True

    def chosen(self, open_: int, pieces: int, narrow: int) -> int | None:
        """Return the cell to try, as a bit: of `narrow` for a quota of all cells. None where no quota wants more."""
        best, chosen = 0.0, None
        for number in self.wanting:
            mask = self.masks[number]
            free = open_ & mask
            wanted = self.bounds[number][0] - (pieces & mask).bit_count()
            if wanted > 0:
                worth = self.blamed[number] / (free.bit_count() - wanted)
                if worth > best:
                    cells = narrow if mask == self.all_cells and not self.weighed else free
                    best, chosen = worth, cells & -cells
        return chosen


def _heaviest_first(quota: Quota, bit: dict[Cell, int]) -> list[tuple[int, int]]:
    """Return the cells of a quota that may hold a piece, as bits, and their weights."""
    both = [(bit[cell], weight) for cell, weight in zip(quota.cells, quota.weights, strict=True) if cell in bit]
    return sorted(both, key=itemgetter(1), reverse=True)


def covers(masks: Sequence[int], mosts: Sequence[int], cells: int) -> Iterator[Cover]:
    """Yield covers of the cells: sets that hold, with the cells in none of them, all pieces there can be.

    One for each run of neighbours in the list without a common cell, such as all rows; and one that begins with the
    cells in the fewest sets, which matches the leaps of knights.
    """
    group, rest = list[int](), cells
    for number, mask in enumerate(masks):
        if (mask & cells).bit_count() > mosts[number]:
            if mask & cells & ~rest:
                yield group, rest
                group, rest = [], cells
            group.append(number)
            rest &= ~mask
    yield group, rest
    yield _scarce(masks, mosts, cells)


def _scarce(masks: Sequence[int], mosts: Sequence[int], cells: int) -> Cover:
    """Cover the cells in the fewest sets first, each by a set that spares most: of these, by that of scarce cells."""
    through: dict[int, set[int]] = {cell: set() for cell in bits(cells)}
    for number, mask in enumerate(masks):
        if (mask & cells).bit_count() > mosts[number]:
            for cell in bits(mask & cells):
                through[cell].add(number)
    chosen, rest = list[int](), cells
    waiting = [(len(sets), cell) for cell, sets in through.items() if sets]
    heapify(waiting)
    while waiting:
        count, cell = heappop(waiting)
        if not rest >> cell & 1 or count != len(through[cell]):
            continue
        best = max(through[cell], key=lambda number: _worth(masks[number] & rest, mosts[number], through))
        chosen.append(best)
        touched = {number for other in bits(masks[best] & rest) for number in through[other]}
        rest &= ~masks[best]
        for number in touched:
            if (masks[number] & rest).bit_count() <= mosts[number]:
                for other in bits(masks[number] & rest):
                    through[other].discard(number)
                    if through[other]:
                        heappush(waiting, (len(through[other]), other))
    return chosen, rest


def _worth(covered: int, most: int, through: dict[int, set[int]]) -> tuple[int, int]:
    return covered.bit_count() - most, -sum(len(through[cell]) for cell in bits(covered))


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
