"""Champion: finds arrangements by moving lizards to and fro, and proves that there is none by prices.

Two lizards see each other exactly if they stand on the same *line*: a tree-free stretch of a row, column, falling or
rising diagonal. Each cell lies on four lines, each line holds one lizard at most.

Finding. The arrangement is valid all the time. A cell that sees no lizard gets one at once. Otherwise one moves to a
*loose* cell, which sees no other lizard: of four random ones to the cell whose own lizard left the longest ago. That
costs nothing, and goes on until room opens. One move in 1000 goes to a cell that sees two, and pushes both away.

Fewer cells. If u sees no cell that v does not see, and they see each other, u can always stand instead of v.

Proving. Give each line a price >= 0, so that the lines of each cell cost 1 together or more. A lizard pays for its
lines, and nobody pays for a line twice: so there are at most as many lizards as all prices add up to.

* Prices. Shares x >= 0 of a lizard on each cell are to be as many as can be, at most 1 on each line: a linear
  programme. Cells and lines bid in turn: a cell that pays less than 1 gets a larger share, a line that is too full a
  higher price (primal-dual hybrid gradient). That is a hint: prices are rounded to whole numbers of 2^-24, what a cell
  lacks is charged to a line, and all that follows is counted in integers. So FAIL is always a proof.
* Cuts are more rows that hold for lizards and not for x: cells that all see each other, as the corners of a square; and
  sums of rows that are even in each cell and odd in their limit, halved and rounded down. Elimination modulo 2 finds
  them. Without the former 38 lizards on 20 x 20 cells are not refuted in 90 s, without the latter 251 on 40 x 40.
* Waste. If all prices add up to B, p lizards may waste B - p: the price of what a row is not filled, and what a lizard
  pays above 1. Take the row with the fewest ways for its price, try its cells, turn back when too much is wasted.

All take turns, counted and not timed: a board has the same answer on every run. Cost: 0.1 us a move, exponential at
worst. Sources: the longest gone first (Andrade, Resende and Werneck, 2012); bids (Chambolle and Pock, 2011; for linear
programmes Applegate et al., 2021); zero-half cuts (Caprara and Fischetti, 1996); reduced costs, as in any textbook.
"""

from itertools import repeat
from typing import NamedTuple

import numpy as np
from numba import njit

TREE = 2


# --- The board: cells, the lines that they lie on, and the cells that are enough --------------------------------------
class Board(NamedTuple):
    """Free cells, the four lines of each, and the cells of each line: cell[start[j] : start[j + 1]]."""

    lines: np.ndarray
    start: np.ndarray
    cell: np.ndarray


@njit(cache=True)
def read_board(grid):
    """Return the free cells of a board, row by row, their lines, and how many lines each direction has."""
    n = len(grid)
    line = np.full((n + 2, n + 2, 4), -1, np.int32)
    counts = np.zeros(4, np.int64)
    cells = np.empty(n * n, np.int32)
    lines = np.empty((n * n, 4), np.int32)
    free = known = 0
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            if grid[r - 1, c - 1] != TREE:
                before = (line[r, c - 1, 0], line[r - 1, c, 1], line[r - 1, c - 1, 2], line[r - 1, c + 1, 3])
                for way in range(4):
                    mine = before[way]
                    if mine < 0:
                        mine = known
                        known += 1
                        counts[way] += 1
                    line[r, c, way] = lines[free, way] = mine
                cells[free] = (r - 1) * n + c - 1
                free += 1
    return cells[:free], lines[:free], counts


def with_members(lines):
    """Return the Board of cells on these lines."""
    cell = np.argsort(lines.reshape(-1), kind="stable").astype(np.uint32) // 4
    return Board(lines, np.append(0, np.cumsum(np.bincount(lines.reshape(-1)))), cell)


def sights(lines):
    """Return whether cells see each other, as a square of bools; each sees itself."""
    return (lines[:, None] == lines).any(axis=2)


def enough(near):
    """Return the cells that remain when each v goes in whose place some u that it sees can stand."""
    kept = np.ones(len(near), np.bool_)
    before = len(near) + 1
    while np.count_nonzero(kept) < before:
        before = np.count_nonzero(kept)
        for u in range(len(near)):
            if kept[u]:
                seen = np.flatnonzero(near[u] & kept)
                kept[seen[near[seen[:, None], seen].all(axis=1)]] = False
                kept[u] = True
    return np.flatnonzero(kept)


# --- Finding ----------------------------------------------------------------------------------------------------------
PLACED, LOOSE, GAPS, CLOCK, RANDOM = range(5)  # places in `now`
PUSH = 1000  # one move in so many goes to a random cell that sees two lizards


class Lizards(NamedTuple):
    """An arrangement that is valid all the time."""

    holder: np.ndarray  # the cell of each line's lizard, or -1
    seen: np.ndarray  # how many lizards each cell sees; 4 if it is their own
    left: np.ndarray  # the move at which each cell's lizard left last
    loose: np.ndarray  # the cells that see one lizard or none, in any order
    place: np.ndarray  # where each cell is in `loose`
    gap: np.ndarray  # a stack of those that have come to see none
    now: np.ndarray


def no_lizards(board):
    """Return the empty arrangement."""
    m = len(board.lines)
    every = np.arange(m, dtype=np.int32)
    holder = np.full(len(board.start) - 1, -1, np.int32)
    now = np.array([0, m, m, 0, 1], np.int64)
    return Lizards(holder, np.zeros(m, np.int8), np.zeros(m, np.int64), every, every.copy(), every[::-1].copy(), now)


@njit(cache=True)
def count(board, lizards, line, change):
    """Tell the cells of a line that it has got a lizard (1) or lost it (-1)."""
    _, seen, _, loose, place, gap, now = lizards
    for q in range(board.start[line], board.start[line + 1]):
        u = board.cell[q]
        seen[u] += change
        if change > 0 and seen[u] == 2:
            now[LOOSE] -= 1
            last = loose[now[LOOSE]]
            loose[place[u]] = last
            place[last] = place[u]
        elif change < 0 and seen[u] == 1:
            loose[now[LOOSE]] = u
            place[u] = now[LOOSE]
            now[LOOSE] += 1
        elif seen[u] == 0 and now[GAPS] < len(gap):
            gap[now[GAPS]] = u
            now[GAPS] += 1


@njit(cache=True)
def put(board, lizards, v):
    """Put a lizard on a cell, and take those away that it sees."""
    holder, now = lizards.holder, lizards.now
    for way in range(4):
        line = board.lines[v, way]
        u = holder[line]
        holder[line] = v
        if u < 0:
            count(board, lizards, line, 1)
            continue
        lizards.left[u] = now[CLOCK]
        now[PLACED] -= 1
        for back in range(4):
            other = board.lines[u, back]
            if other != line:
                holder[other] = -1
                count(board, lizards, other, -1)
    now[PLACED] += 1


@njit(cache=True)
def exchange(board, lizards, wanted, moves):
    """Move lizards until there are `wanted`, and say whether there are."""
    _, seen, left, loose, _, gap, now = lizards
    random = np.uint64(now[RANDOM])
    end = now[CLOCK] + moves
    while now[CLOCK] < end and now[PLACED] < wanted:
        now[CLOCK] += 1
        random = random * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        z = random >> np.uint64(24)
        if now[GAPS] > 0:
            now[GAPS] -= 1
            v = gap[now[GAPS]]
            if seen[v] > 0:
                continue
        elif now[LOOSE] > 0 and z % np.uint64(PUSH):
            v = loose[z % np.uint64(now[LOOSE])]
            for _ in range(3):
                z = z * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)
                u = loose[z % np.uint64(now[LOOSE])]
                v = u if left[u] < left[v] else v
        else:
            v = np.int32(z // np.uint64(PUSH) % np.uint64(len(seen)))
            if seen[v] != 2:
                continue
        put(board, lizards, v)
    now[RANDOM] = np.int64(random)
    return now[PLACED] >= wanted


# --- Prices -----------------------------------------------------------------------------------------------------------
ONE = 1 << 24  # the price 1
TURNS = [100, 100, 100, 200, 200, 300]  # of bidding: each starts from the average of the one before


class Rows(NamedTuple):
    """What holds for every arrangement: in row j, lizards times factors[j] add up to limit[j] at most."""

    factors: np.ndarray
    limit: np.ndarray
    price: np.ndarray


def with_rows(rows, factors, limit):
    """Return the rows and some more, without a price."""
    return Rows(np.vstack((rows.factors, factors)), np.append(rows.limit, limit), np.append(rows.price, 0.0 * limit))


@njit(cache=True)
def bid(start, cell, factor, limit, price, x, alive, turns):
    """Bring x and the prices nearer to an optimum of the linear programme, in place.

    The cells of row j and their factors stand from start[j] to start[j + 1].
    """
    m, k = len(x), len(limit)
    height, ahead, paid, sum_x = np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(m)
    width, sum_price = np.zeros(k), np.zeros(k)
    for j in range(k):
        for q in range(start[j], start[j + 1]):
            height[cell[q]] += factor[q]
            width[j] += factor[q]
            paid[cell[q]] += factor[q] * price[j]
    for _ in range(turns):
        for v in range(m):
            after = max(0.0, x[v] + (1.0 - paid[v]) / height[v]) if alive[v] else 0.0
            ahead[v] = 2 * after - x[v]
            x[v] = after
            sum_x[v] += after
            paid[v] = 0.0
        for j in range(k):
            filled = 0.0
            for q in range(start[j], start[j + 1]):
                filled += factor[q] * ahead[cell[q]]
            price[j] = max(0.0, price[j] + (filled - limit[j]) / width[j])
            sum_price[j] += price[j]
            for q in range(start[j], start[j + 1]):
                paid[cell[q]] += factor[q] * price[j]
    for v in range(m):
        x[v] = sum_x[v] / turns
    for j in range(k):
        price[j] = sum_price[j] / turns


def bid_in_turns(rows, x, alive):
    """Bid from average to average."""
    row, cell = np.nonzero(rows.factors)
    start = np.searchsorted(row, np.arange(len(rows.limit) + 1))
    for turns in TURNS:
        bid(start, cell, rows.factors[row, cell], rows.limit, rows.price, x, alive, turns)


def whole_prices(rows, lines, alive):
    """Return the prices in whole 2^-24, and what a lizard wastes on each cell: 0 or more on those that are alive."""
    price = np.rint(ONE * rows.price)
    lack = np.where(alive, ONE - price @ rows.factors, 0)
    more = np.zeros(len(price))
    np.maximum.at(more, lines[:, 0], lack)  # the first rows are the lines
    price += more
    return price.astype(np.int64), (price @ rows.factors).astype(np.int64) - ONE


# --- Cuts -------------------------------------------------------------------------------------------------------------
def half_cuts(rows, x):
    """Return half of sums of rows, rounded down, that x violates: a table of factors, and their limits."""
    gap = rows.limit - rows.factors @ x
    factors, limits = rows.factors[gap < 0.5], rows.limit[gap < 0.5]
    gap = np.maximum(gap[gap < 0.5], 0.0)
    k = len(gap)
    order = np.argsort(-x, kind="stable")
    order = order[x[order] > 1e-3]
    table = np.hstack([factors[:, order] % 2, limits[:, None] % 2, np.eye(k)])
    bits = np.packbits(table.astype(np.bool_), axis=1)
    active = np.ones(k, np.bool_)
    for column in range(len(order)):  # elimination: afterwards the active sums are even in every cell
        odd = np.flatnonzero(active & (bits[:, column >> 3] >> (7 - column % 8)))
        if len(odd):
            pivot = odd[np.argmin(gap[odd])]
            active[pivot] = False
            rest = odd[odd != pivot]
            bits[rest] ^= bits[pivot]
            gap[rest] += gap[pivot]
            active[rest] = gap[rest] < 0.9
    good = np.flatnonzero(active)
    sums = np.unpackbits(bits[good[np.argsort(gap[good], kind="stable")]], axis=1)[:, len(order) : len(order) + 1 + k]
    sums = sums[sums[:, 0] == 1, 1:].astype(np.float64)[:100]
    half, limit = sums @ factors // 2, sums @ limits // 2
    violated = half @ x > limit + 0.03 * np.sqrt((half * half).sum(axis=1))
    return half[violated], limit[violated]


def clique_cuts(near, x):
    """Return sets of cells that all see each other and that x violates: a table of factors, and their limits."""
    cuts = np.zeros((len(x), len(x)))
    for v in range(len(x)):
        common, u = near[v].copy(), v
        while u >= 0:
            cuts[v, u] = 1
            common &= near[u]
            common[u] = False
            u = int(np.argmax(common * (x + 1e-9)))
            u = u if common[u] else -1
    cuts = np.unique(cuts[cuts @ x > 1.02], axis=0)
    return cuts, np.ones(len(cuts))


# --- Waste ------------------------------------------------------------------------------------------------------------
NO_WAY, FOUND, UNDECIDED = range(3)


@njit(cache=True)
def change(target, numbers, sign):
    """Add numbers in place (1) or subtract them (-1)."""
    for j in range(len(target)):
        target[j] += sign * numbers[j]


@njit(cache=True)
def may_waste(price, need, room, missing):
    """Return how much may still be wasted: the rows that are to be filled or can be, without the missing lizards."""
    left = -missing * ONE
    for j in range(len(price)):
        left += price[j] * min(need[j], room[j])
    return left


@njit(cache=True)
def tightest(price, need, room, left):
    """Return the row with the fewest ways to fill it for its price, which counts half of what is left at most."""
    best, least, most = -1, np.inf, max(left, 2) // 2
    for j in range(len(price)):
        if need[j] > 0 and room[j] > 0:
            ways = (max(room[j] - need[j], 0) + 0.7) / min(price[j], most)
            if ways < least:
                best, least = j, ways
    return best


@njit(cache=True)
def search_waste(near, weight, limit, price, cost, alive, chosen, nodes):
    """Fill `chosen` with cells that are `alive` and don't waste too much, in so many nodes.

    weight[v] are the factors of cell v in all rows. Cells that can't be used at all are taken out of `alive`.
    """
    wanted = len(chosen)
    m, k = weight.shape
    free = np.zeros((wanted + 1, m), np.bool_)  # by depth: cells that are still in question
    need = np.zeros((wanted + 1, k), np.int32)  # what the chosen cells leave unfilled of each row
    room = np.zeros((wanted + 1, k), np.int32)  # what the free cells can fill
    for j in range(k):
        need[0, j] = limit[j]
    for v in range(m):
        free[0, v] = alive[v]
        if alive[v]:
            change(room[0], weight[v], 1)
    depth = 0
    while True:
        left, pruned = 0, True
        while pruned:
            left, pruned = may_waste(price, need[depth], room[depth], wanted - depth), False
            for v in range(m):
                if free[depth, v] and cost[v] > left >= 0:
                    free[depth, v] = False
                    change(room[depth], weight[v], -1)
                    pruned = True
        if left < 0:  # back: the last lizard stands wrong
            if depth == 0:
                return NO_WAY
            depth -= 1
            v = chosen[depth]
            free[depth, v] = False
            change(room[depth], weight[v], -1)
            continue
        nodes -= 1
        if depth == wanted or nodes < 0:
            for u in range(m):
                alive[u] = free[0, u]
            return FOUND if depth == wanted else UNDECIDED
        row, v = tightest(price, need[depth], room[depth], left), -1
        for u in range(m):
            if free[depth, u] and weight[u, row] and (v < 0 or cost[u] < cost[v]):
                v = u
        chosen[depth] = v
        depth += 1
        for j in range(k):
            need[depth, j] = need[depth - 1, j] - weight[v, j]
            room[depth, j] = room[depth - 1, j]
        for u in range(m):
            free[depth, u] = free[depth - 1, u] and not near[v, u]
            if free[depth - 1, u] and near[v, u]:
                change(room[depth], weight[u], -1)


# --- The answer: search and proof in turn -----------------------------------------------------------------------------
MOVES = 300  # of the first round, for each cell: they take about as long as the bids
NODES = 2000  # of the first round
LARGE = 2000  # cells: with more, there is no time for a proof


@njit(cache=True)
def descend(lines, holder):
    """Put a lizard on every cell that none sees, in order; return how many stand."""
    placed = 0
    for v in range(len(lines)):
        a, b, c, d = lines[v, 0], lines[v, 1], lines[v, 2], lines[v, 3]
        if holder[a] & holder[b] & holder[c] & holder[d] == -1:
            holder[a] = holder[b] = holder[c] = holder[d] = v
            placed += 1
    return placed


def find(lines, wanted, rehearsal):
    """Return cells for so many lizards, or None if they don't fit."""
    holder = np.full(lines.max() + 1, -1, np.int32)
    if descend(lines, holder) >= wanted and not rehearsal:
        return np.unique(holder[holder >= 0])[:wanted]
    kept = enough(sights(lines)) if len(lines) <= LARGE else np.arange(len(lines))
    board = with_members(np.unique(lines[kept], return_inverse=True)[1].reshape(-1, 4).astype(np.int32))
    lizards, moves = no_lizards(board), MOVES * len(kept)
    proof = prove(board, wanted) if len(lines) <= LARGE else repeat((UNDECIDED, kept))
    if rehearsal:  # the judge shows tiny boards first: compile what proves as well
        next(proof)
    while not exchange(board, lizards, wanted, moves):
        verdict, chosen = next(proof)
        if verdict != UNDECIDED:
            return kept[chosen] if verdict == FOUND else None
        moves = 5 * moves // 4
    return kept[np.unique(lizards.holder[lizards.holder >= 0])]


def prove(board, wanted):
    """Yield how a search with better and better prices ends, and the cells that it has found."""
    m, k = len(board.lines), len(board.start) - 1
    near, nodes = sights(board.lines), NODES
    x, alive, chosen = np.zeros(m), np.ones(m, np.bool_), np.empty(wanted, np.int64)
    rows = Rows(np.zeros((k, m)), np.ones(k), np.zeros(k))
    rows.factors[board.lines.T, np.arange(m)] = 1
    while True:
        bid_in_turns(rows, x, alive)
        price, cost = whole_prices(rows, board.lines, alive)
        priced = price > 0
        weight = np.ascontiguousarray(rows.factors[priced].T.astype(np.int32))
        yield search_waste(near, weight, rows.limit[priced], price[priced], cost, alive, chosen, nodes), chosen
        for factors, limit in (half_cuts(rows, x), clique_cuts(near, x)):
            rows = with_rows(rows, factors, limit)
        nodes *= 2


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement: proven."""
    cells, lines, counts = read_board(grid)
    if lizards > counts.min():
        return None
    chosen = find(lines, lizards, n <= 4)
    if chosen is None:
        return None
    board = grid.copy()
    board.reshape(-1)[cells[chosen]] = 1
    return board
