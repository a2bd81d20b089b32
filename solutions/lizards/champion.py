"""Champion: finds arrangements by moving lizards to and fro, and proves by prices that there is none.

Two lizards see each other exactly if they stand on the same *line*: a tree-free stretch of a row, column, falling or
rising diagonal. Each cell lies on four lines, each line holds one lizard at most.

Finding. Row by row, each cell that sees no lizard gets one. If they are too few, lizards move from an empty board on,
which is valid all the time. One moves to a *loose* cell, which sees no other lizard. Of four random ones it takes the
cell whose own lizard left the longest ago; a cell that sees no lizard at all comes first. That costs nothing, and goes
on until room opens. One move in 100 goes to a cell that sees two lizards, and takes both away.

Proving. Give each line a price >= 0, so that the lines of each cell cost 1 together or more. A lizard pays for its
lines, and no line is paid for twice: so there are at most as many lizards as all prices add up to.

* Fewer cells. If u and v see each other, and u sees no cell that v does not see, a lizard on v can stand on u instead.
* Prices. Shares x >= 0 of a lizard on each cell are to be as many as can be, at most 1 on each line: a linear
  programme. Cells and lines bid in turn: a cell that pays less than 1 gets a larger share, a line that is too full a
  higher price (primal-dual hybrid gradient). That is a hint: prices are rounded to whole numbers of 2^-24, what a cell
  lacks is charged to a line, and all that follows is counted in integers. So FAIL is always a proof.
* Cuts are more rows that hold for lizards and not for x: cells that all see each other, as the corners of a square; and
  sums of rows that are even in each cell and odd in their limit, halved and rounded down. Elimination modulo 2 finds
  them. Without the former 38 lizards on 20 x 20 cells are not refuted in 90 s, without the latter 251 on 40 x 40.
* Waste. If all prices add up to B, p lizards may waste B - p: the price of what a row is not filled, and what a lizard
  pays above 1. Take the row with the fewest ways for its price, try its cells, turn back when too much is wasted.

Both take turns, counted and not timed: a board has the same answer on every run. Cost: 0.15 us a move, exponential at
worst. Sources: the longest gone first (Andrade, Resende and Werneck, 2012); bids (Chambolle and Pock, 2011; for linear
programmes Applegate et al., 2021); zero-half cuts (Caprara and Fischetti, 1996); reduced costs, as in any textbook.
"""

from itertools import repeat
from typing import NamedTuple

import numpy as np
from numba import njit

TREE = 2


# --- The board: a first try, and the lines ----------------------------------------------------------------------------
@njit(cache=True)
def descend(board, wanted):
    """Put a lizard on each next cell that no lizard sees, until `wanted` stand; return how many are missing."""
    n = len(board)
    column, falling, rising = np.zeros(n, np.bool_), np.zeros(2 * n, np.bool_), np.zeros(2 * n, np.bool_)
    for r in range(n):
        row = False
        for c in range(n):  # without a branch: a processor guesses trees wrong
            free = board[r, c] != TREE
            put = free & (wanted > 0) & (not (row | column[c] | falling[n + c - r] | rising[c + r]))
            row = free & (row | put)
            column[c] = free & (column[c] | put)
            falling[n + c - r] = free & (falling[n + c - r] | put)
            rising[c + r] = free & (rising[c + r] | put)
            board[r, c] += put
            wanted -= put
    return wanted


@njit(cache=True)
def read_lines(grid):
    """Return the numbers of the four lines of each cell, and how many lines each direction has."""
    n = len(grid)
    lines = np.full((n + 2, n + 2, 4), -1, np.int32)
    counts = np.zeros(4, np.int64)
    known = 0
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            if grid[r - 1, c - 1] != TREE:
                before = (lines[r, c - 1, 0], lines[r - 1, c, 1], lines[r - 1, c - 1, 2], lines[r - 1, c + 1, 3])
                for way in range(4):
                    mine = before[way]
                    if mine < 0:
                        mine = known
                        known += 1
                        counts[way] += 1
                    lines[r, c, way] = mine
    return lines[1:-1, 1:-1], counts


# --- Finding ----------------------------------------------------------------------------------------------------------
PLACED, LOOSE, CLOCK = range(3)
PUSH = 100  # one move in so many goes to a random cell that sees two lizards


class Arrangement(NamedTuple):
    """Free cells and their lines, and lizards that don't see each other."""

    lines: np.ndarray  # the four lines of each cell
    start: np.ndarray  # the cells of line j are cell[start[j] : start[j + 1]]
    cell: np.ndarray
    holder: np.ndarray  # the cell of each line's lizard, or -1
    seen: np.ndarray  # how many lizards each cell sees; 4 if it is their own
    left: np.ndarray  # the move at which each cell's lizard left last
    loose: np.ndarray  # the cells that see one lizard or none, in any order
    place: np.ndarray  # where each cell is in `loose`
    now: np.ndarray  # PLACED lizards, LOOSE cells, and the CLOCK, which counts moves


def no_lizards(lines):
    """Return the empty arrangement on cells with these lines."""
    m = len(lines)
    cell = np.argsort(lines.reshape(-1), kind="stable").astype(np.uint32) // 4
    start = np.append(0, np.cumsum(np.bincount(lines.reshape(-1))))
    holder, every = np.full(len(start) - 1, -1, np.int32), np.arange(m, dtype=np.int32)
    seen, left, now = np.zeros(m, np.int8), np.zeros(m, np.int64), np.array([0, m, 0], np.int64)
    return Arrangement(lines, start, cell, holder, seen, left, every, every.copy(), now)


@njit(cache=True)
def count(lizards, line, change):
    """Tell the cells of a line that it has got a lizard (1) or lost it (-1)."""
    _, start, cell, _, seen, _, loose, place, now = lizards
    for q in range(start[line], start[line + 1]):
        u = cell[q]
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


@njit(cache=True)
def put(lizards, v):
    """Put a lizard on a cell, and take those away that it sees."""
    holder, now = lizards.holder, lizards.now
    for way in range(4):
        line = lizards.lines[v, way]
        u = holder[line]
        holder[line] = v
        if u < 0:
            count(lizards, line, 1)
            continue
        lizards.left[u] = now[CLOCK]
        now[PLACED] -= 1
        for back in range(4):
            other = lizards.lines[u, back]
            if other != line:
                holder[other] = -1
                count(lizards, other, -1)
    now[PLACED] += 1


@njit(cache=True)
def exchange(lizards, wanted, moves):
    """Move lizards until there are `wanted`, and say whether there are."""
    seen, left, loose, now = lizards.seen, lizards.left, lizards.loose, lizards.now
    end = now[CLOCK] + moves
    while now[CLOCK] < end and now[PLACED] < wanted:
        now[CLOCK] += 1
        z = np.uint64(now[CLOCK]) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ z >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93) >> np.uint64(8)
        if now[LOOSE] > 0 and z % np.uint64(PUSH):
            v = loose[z % np.uint64(now[LOOSE])]
            for _ in range(3):
                z = z * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)
                u = loose[z % np.uint64(now[LOOSE])]
                if (seen[u], left[u]) < (seen[v], left[v]):
                    v = u
        else:
            v = np.int32(z // np.uint64(PUSH) % np.uint64(len(seen)))
            if seen[v] != 2:
                continue
        put(lizards, v)
    return now[PLACED] >= wanted


# --- Prices -----------------------------------------------------------------------------------------------------------
ONE = 1 << 24  # the price 1
TURNS = [100, 100, 100, 200, 200, 300]  # of bidding: each starts from the average of the one before


@njit(cache=True)
def bid(row, cell, factor, width, height, limit, price, x, alive, turns):
    """Bring x and the prices nearer to an optimum of the linear programme; return their sums over the turns.

    Entry q of the table is factor[q] at cell[q] of row[q]. Factors add up to width[j] in row j, to height[v] at cell v.
    """
    m, k = len(x), len(limit)
    sum_x, sum_price = np.zeros(m), np.zeros(k)
    for _ in range(turns):
        paid, filled = np.zeros(m), np.zeros(k)
        for q in range(len(row)):
            paid[cell[q]] += factor[q] * price[row[q]]
        for v in range(m):
            after = max(0.0, x[v] + (1.0 - paid[v]) / height[v]) if alive[v] else 0.0
            paid[v] = 2 * after - x[v]  # from here on, where x is heading
            x[v] = after
            sum_x[v] += after
        for q in range(len(row)):
            filled[row[q]] += factor[q] * paid[cell[q]]
        for j in range(k):
            price[j] = max(0.0, price[j] + (filled[j] - limit[j]) / width[j])
            sum_price[j] += price[j]
    return sum_x, sum_price


def bid_in_turns(factors, limit, price, x, alive):
    """Bid from average to average; return x and the prices."""
    row, cell = np.nonzero(factors)
    width, height = factors.sum(axis=1), factors.sum(axis=0)
    for turns in TURNS:
        sums = bid(row, cell, factors[row, cell], width, height, limit, price, x, alive, turns)
        x, price = sums[0] / turns, sums[1] / turns
    return x, price


def whole_prices(factors, price, lines, alive):
    """Return the prices in whole 2^-24, and what a lizard wastes on each cell: 0 or more on those that are alive."""
    price = np.rint(ONE * price)
    lack = np.where(alive, ONE - price @ factors, 0)
    more = np.zeros(len(price))
    np.maximum.at(more, lines[:, 0], lack)  # the first rows are the lines
    price += more
    return price.astype(np.int64), (price @ factors).astype(np.int64) - ONE


# --- Cuts -------------------------------------------------------------------------------------------------------------
def half_cuts(factors, limit, x):
    """Return half of sums of rows, rounded down, that x violates: a table of factors, and their limits."""
    gap = np.maximum(limit - factors @ x, 0.0)
    factors, limit, gap = factors[gap < 0.5], limit[gap < 0.5], gap[gap < 0.5]
    k = len(gap)
    order = np.argsort(-x, kind="stable")
    order = order[x[order] > 1e-3]
    odd = np.hstack([factors[:, order], limit[:, None]]).astype(np.int8) & 1
    bits = np.packbits(np.hstack([odd, np.eye(k, dtype=np.int8)]), axis=1)
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
    sums = np.unpackbits(bits[good[np.argsort(gap[good], kind="stable")]], axis=1, count=len(order) + 1 + k)
    sums = sums[sums[:, len(order)] == 1, len(order) + 1 :].astype(np.float64)[:100]
    half, most = sums @ factors // 2, sums @ limit // 2
    violated = half @ x > most + 0.03 * np.sqrt((half * half).sum(axis=1))
    return half[violated], most[violated]


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
IN = 1 << 30  # deeper than any search


@njit(cache=True)
def add(target, numbers, sign):
    """Add numbers in place (1) or subtract them (-1)."""
    for j in range(len(target)):
        target[j] += sign * numbers[j]


@njit(cache=True)
def tightest(price, need, room, missing):
    """Return how much may still be wasted, and the row with the fewest ways for its price."""
    left, row, least = -missing * ONE, 0, np.inf
    for j in range(len(price)):
        left += price[j] * min(need[j], room[j])
    most = max(left, 2) // 2  # of a price counts, as two such rows can hardly stay empty
    for j in range(len(price)):
        if need[j] > 0 and room[j] > 0:
            ways = (max(room[j] - need[j], 0) + 1) / min(price[j], most)
            if ways < least:
                row, least = j, ways
    return left, row


@njit(cache=True)
def search_waste(near, weight, price, cost, need, room, out, chosen, nodes):
    """Fill `chosen` with cells that don't waste too much, in so many nodes.

    weight[v] are the factors of cell v in all rows. The chosen cells leave need[j] of row j unfilled, and the
    cells that are IN can fill room[j]. out[v] is IN, or the number of cells chosen when v went out of question.
    """
    m, wanted, depth = len(weight), len(chosen), 0
    while True:
        (left, row), pruned = tightest(price, need, room, wanted - depth), False
        for v in range(m):
            if out[v] == IN and cost[v] > left >= 0:
                out[v], pruned = depth, True
                add(room, weight[v], -1)
        if pruned:
            continue
        if left < 0:  # back: the last lizard stands wrong
            if depth == 0:
                return NO_WAY
            depth -= 1
            v = chosen[depth]
            add(need, weight[v], 1)
            for u in range(m):
                if depth < out[u] < IN and u != v:
                    out[u] = IN
                    add(room, weight[u], 1)
            out[v] = depth
            continue
        nodes -= 1
        if depth == wanted or nodes < 0:
            return FOUND if depth == wanted else UNDECIDED
        v = -1
        for u in range(m):
            if out[u] == IN and weight[u, row] and (v < 0 or cost[u] < cost[v]):
                v = u
        chosen[depth] = v
        depth += 1
        add(need, weight[v], -1)
        for u in range(m):
            if out[u] == IN and near[v, u]:
                out[u] = depth
                add(room, weight[u], -1)


def enough(near):
    """Return the cells that suffice: v goes if it sees some u that sees no cell that v does not see."""
    kept = np.ones(len(near), np.bool_)
    for u in [*range(len(near))] * 3:  # fewer cells see less: look again
        if kept[u]:
            seen = np.flatnonzero(near[u] & kept)
            kept[seen[near[seen[:, None], seen].all(axis=1)]] = False
            kept[u] = True
    return np.flatnonzero(kept)


def prove(lines, wanted):
    """Yield how a search with better and better prices ends, and the cells that it has found."""
    near = (lines[:, None] == lines).any(axis=2)  # whether two cells see each other; each sees itself
    kept = enough(near)
    near, lines = near[np.ix_(kept, kept)], np.unique(lines[kept], return_inverse=True)[1].reshape(-1, 4)
    m, k, nodes = len(lines), lines.max() + 1, NODES
    factors, limit, price = np.zeros((k, m)), np.ones(k), np.zeros(k)  # lizards * factors <= limit, in each row
    factors[lines.T, np.arange(m)] = 1
    x, alive, chosen = np.zeros(m), np.ones(m, np.bool_), np.zeros(wanted, np.int64)
    while True:
        x, price = bid_in_turns(factors, limit, price, x, alive)
        whole, cost = whole_prices(factors, price, lines, alive)
        priced, out = whole > 0, np.where(alive, IN, 0)
        weight = np.ascontiguousarray(factors[priced].T.astype(np.int32))
        need, room = limit[priced].astype(np.int32), weight[alive].sum(axis=0, dtype=np.int32)
        yield search_waste(near, weight, whole[priced], cost, need, room, out, chosen, nodes), kept[chosen]
        alive = out > 0
        for more, limits in (half_cuts(factors, limit, x), clique_cuts(near, x)):
            factors, limit, price = np.vstack((factors, more)), np.append(limit, limits), np.append(price, 0.0 * limits)
        nodes *= 2


# --- The answer: search and proof in turn -----------------------------------------------------------------------------
MOVES = 300  # of a round, for each cell: they take about as long as the bids
NODES = 1000  # of the first round
LARGE = 2000  # cells: with more, there is no time for a proof


def find(lines, wanted):
    """Return cells for so many lizards, or None if they don't fit."""
    m, lizards = len(lines), no_lizards(lines)
    moves = MOVES * m if m > 16 else 0  # the judge shows tiny boards first: compile what proves as well
    proof = prove(lines, wanted) if m <= LARGE else repeat((UNDECIDED, None))
    while not exchange(lizards, wanted, moves):
        verdict, chosen = next(proof)
        if verdict != UNDECIDED:
            return chosen if verdict == FOUND else None
    return np.unique(lizards.holder[lizards.holder >= 0])


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement: proven."""
    board = grid.copy()
    if descend(board, lizards) == 0 and n > 4:
        return board
    lines, counts = read_lines(grid)
    chosen = find(lines[grid != TREE], lizards) if lizards <= counts.min() else None
    if chosen is None:
        return None
    board = grid.copy()
    board.reshape(-1)[np.flatnonzero(grid != TREE)[chosen]] = 1
    return board
