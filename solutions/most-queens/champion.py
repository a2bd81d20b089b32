"""Champion: exchanges queens until there is room, and proves by prices that no more fit.

Two queens attack each other exactly if they stand on the same *line*: a tree-free stretch of a row, column, falling or
rising diagonal. Each cell lies on four lines, each line holds one queen at most. A set of cells is a row of 64-bit
words.

Finding. A cell that no queen sees gets one. Otherwise the queen of a cell that sees exactly one moves there, but not
back to one of the three cells that lost a queen last. One move in 128 puts a queen anywhere, or the moves would run in
circles.

Bound. Give each line a price, so that the lines of each cell cost 1 together or more. A queen pays for its lines,
nobody pays for a line twice, so there are at most as many queens as all prices add up to. The cheapest prices are those
of a linear programme, which a simplex finds in floating point. They are only a hint: they are rounded to whole numbers
of 2^-24, what a cell lacks is charged to its row, and all that follows is counted in integers.

Proving from the top that `target` queens don't fit, and then one less. They may waste what all prices have above
`target`. A line wastes its price when no free cell is left on it, and a queen wastes what it pays above 1. Take the
line with the fewest free cells for its price, try its cells, those that waste least first, and turn back when too much
is wasted. A cell that would waste too much goes at once. The search numbers cells by what they waste: these are the
last ones, and the cheapest cell of a line is its lowest bit.

Both take turns: MOVES moves for each node, which take about as long. A proof that is still open after HARD nodes begins
again with lower prices: cells that all see each other, as the corners of a square do, are lines as well. Turns are
counted, not timed: a board has the same answer on every run. Python calls the compiled parts one by one, which compiles
in half the time of one function for all. Cost: exponential at worst. Sources: LP duality, reduced costs and clique
cuts, as in any text on integer programming; Dantzig's rule (1947); tabu search (Glover, 1989).
"""

from itertools import combinations

import numpy as np
from numba import njit

TREE = 2
ONE = 1 << 24  # what a cell must pay, in units of a price
BIT = np.uint64(1)
TINY = 1e-9  # what is 0 in the simplex
MOVES = 4  # for each node, which takes about as long
HARD = 40_000  # nodes: the lower prices take about as long
ROUNDS = 3  # of cliques: more would lower the bound by less than a hundredth

compiled = njit(cache=True, error_model="numpy")
inner = njit(cache=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)  # not called by Python


@inner
def ones(bits):
    """Return how many bits are set."""
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@inner
def lowest(bits):
    """Return the number of the lowest bit that is set."""
    return ones(~bits & (bits - BIT))


@inner
def bit(v):
    """Return the set of cell v alone, as the word that it lies in."""
    return BIT << np.uint64(v & 63)


@inner
def holds(sets, p, v):
    """Say whether cell v is in a set."""
    return sets[p, v >> 6] & bit(v) != 0


@compiled
def read_board(grid):
    """Return the free cells of a board, row by row, the four lines of each, and the cells of each line."""
    n, m = grid.shape
    line = np.zeros((4, n + 2, m + 2), np.int64)  # 0: none
    cells, lines = np.empty(n * m, np.int64), np.empty((n * m, 4), np.int64)
    k = count = 0
    for r in range(n):
        for c in range(m):
            if grid[r, c] == TREE:
                continue
            for way in range(4):  # its neighbours before it: left, above to the left, above, above to the right
                known = line[way, r + (way == 0), c + max(way - 1, 0)]
                if known == 0:
                    count += 1
                    known = count
                line[way, r + 1, c + 1] = known
                lines[k, way] = known - 1
            cells[k] = r * m + c
            k += 1
    on = np.zeros((count, (k + 63) // 64), np.uint64)
    for v in range(k):
        for way in range(4):
            on[lines[v, way], v >> 6] |= bit(v)
    return cells[:k], lines[:k], on


# --- Finding ----------------------------------------------------------------------------------------------------------
@inner
def put(lines, on, v, stands, seen, tabu):
    """Put a queen on a cell, take away those that it sees, and return how many more there are."""
    more = 1
    for way in range(4):
        u = stands[lines[v, way]]
        if u >= 0:
            more -= 1
            tabu[0], tabu[1], tabu[2] = tabu[1], tabu[2], u
            for other in range(4):
                stands[lines[u, other]] = -1
                for w in range(on.shape[1]):
                    seen[other, w] &= ~on[lines[u, other], w]
        stands[lines[v, way]] = v
        for w in range(on.shape[1]):
            seen[way, w] |= on[lines[v, way], w]
    return more


@inner
def choose(seen, tabu, first, k, one):
    """Return a cell that sees no queen, else the first from `first` on that sees exactly one, else `first`."""
    words = seen.shape[1]
    for w in range(words):
        a, b, c, d = seen[0, w], seen[1, w], seen[2, w], seen[3, w]
        unseen = ~(a | b | c | d)
        if unseen:
            v = 64 * w + lowest(unseen)
            if v < k:
                return v
        one[w] = ((a ^ b) & ~(c | d)) | ((c ^ d) & ~(a | b))
    for i in range(3):
        one[tabu[i] >> 6] &= ~bit(tabu[i])
    w = first >> 6
    bits = one[w] & ~(bit(first) - BIT)
    for _ in range(words):
        if bits:
            return 64 * w + lowest(bits)
        w = w + 1 if w + 1 < words else 0
        bits = one[w]
    return 64 * w + lowest(bits) if bits else first


@compiled
def exchange(lines, on, here, best, bound, moves, seed):
    """Move the queens of `here` until there are `bound`, or so many moves bring no more; keep the most in `best`."""
    k = len(lines)
    stands, seen = np.full(len(on), -1, np.int64), np.zeros((4, on.shape[1]), np.uint64)
    tabu, one = np.zeros(3, np.int64), np.empty(on.shape[1], np.uint64)
    count = most = 0
    for v in range(k):
        most += best[v]
        if here[v]:
            count += put(lines, on, v, stands, seen, tabu)
    random, left = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15), moves
    while left > 0 and most < bound:
        left -= 1
        random ^= random << np.uint64(13)
        random ^= random >> np.uint64(7)
        random ^= random << np.uint64(17)
        v = np.int64((random >> np.uint64(32)) % np.uint64(k))
        if random & np.uint64(127):
            v = choose(seen, tabu, v, k, one)
        if stands[lines[v, 0]] != v:
            count += put(lines, on, v, stands, seen, tabu)
        if count > most:
            most, left = count, moves
            for v in range(k):
                best[v] = stands[lines[v, 0]] == v
    for v in range(k):
        here[v] = stands[lines[v, 0]] == v
    return most


# --- The bound --------------------------------------------------------------------------------------------------------
@inner
def simplex(table, row, column, first):
    """Solve a linear programme: row 0 of the table is the gain, column 0 the room. The columns `first` enter first."""
    height, width = table.shape
    source, tried = np.empty(width), 0
    while True:
        j, i, most, least = 0, 0, TINY, np.inf
        if tried < len(first):
            j = first[tried] + 1
            tried += 1
        else:
            for z in range(1, width):
                if table[0, z] > most:
                    j, most = z, table[0, z]
        if j == 0:
            return
        for q in range(1, height):
            if table[q, j] > TINY and table[q, 0] < least * table[q, j]:
                i, least = q, table[q, 0] / table[q, j]
        factor = 1.0 / table[i, j]
        table[i, j] = 1.0
        for z in range(width):
            source[z] = table[i, z] * factor
            table[i, z] = source[z]
        for q in range(height):
            factor = table[q, j]
            if q != i and factor != 0.0:
                table[q, j] = 0.0
                for z in range(width):
                    table[q, z] -= factor * source[z]
        row[i], column[j] = column[j], row[i]


@inner
def charge(on, p, price, more, paid):
    """Raise the price of a line for its cells."""
    price[p] += more
    for v in range(len(paid)):
        paid[v] += more if holds(on, p, v) else 0


@compiled
def line_prices(lines, on, queens):
    """Return prices of lines in units of ONE, nearly the lowest, what each cell wastes, and its share."""
    count, k = len(on), len(lines)
    table = np.zeros((count + 1, k + 1))  # lines as rows and cells as columns, until they change places
    row, column = np.arange(k, k + count + 1), np.arange(k + 1)  # cell v is v + 1, line p is k + p + 1
    for v in range(k):
        table[0, v + 1] = 1.0
    for p in range(count):
        table[p + 1, 0] = 1.0 + (p * 7919 % 1009) * 1e-8  # no two the same, or the simplex might turn in circles
        for v in range(k):
            if holds(on, p, v):
                table[p + 1, v + 1] = 1.0
    simplex(table, row, column, queens)
    price, paid, share = np.zeros(count, np.int64), np.zeros(k, np.int64), np.zeros(k)
    for i in range(1, count + 1):
        if row[i] <= k:
            share[row[i] - 1] = table[i, 0]
    for j in range(1, k + 1):
        if column[j] > k:
            charge(on, column[j] - k - 1, price, np.int64(ONE * max(-table[0, j], 0.0) + 0.5), paid)
    for v in range(k):
        if paid[v] < ONE:
            charge(on, lines[v, 0], price, ONE - paid[v], paid)
    return price, paid - ONE, share


def cliques(lines, on, share):
    """Return sets of cells that see each other and have shares of more than 1 together, in the form of `on`."""
    order = np.argsort(-share, kind="stable")  # numbers cells anew: the largest share is bit 0 of a set
    share, lines = share[order].tolist(), lines[order].tolist()
    line = dict.fromkeys(range(len(on)), 0)
    for v, four in enumerate(lines):
        for p in four:
            line[p] |= 1 << v
    sight = [(line[a] | line[b] | line[c] | line[d]) ^ (1 << v) for v, (a, b, c, d) in enumerate(lines)]
    heavy = sum(x > TINY for x in share)
    found = set()
    for u, v in combinations(range(heavy), 2):
        if sight[u] >> v & 1:
            members, common = [u, v], sight[u] & sight[v]
            while common:  # the one with the largest share that all of them see
                members.append((common & -common).bit_length() - 1)
                common &= sight[members[-1]]
            if sum(share[w] for w in members) > 1.01:
                found.add(tuple(sorted(members)))
    sets = np.zeros((len(found), 64 * on.shape[1]), np.bool_)
    for i, members in enumerate(sorted(found)):
        sets[i, order[list(members)]] = True
    return np.packbits(sets, axis=1, bitorder="little").view(np.uint64)


# --- The proof --------------------------------------------------------------------------------------------------------
def by_waste(lines, on, prices, waste):
    """Number the cells by what they waste. Return their old numbers, what they waste and see, the prices above 0, and
    the cells of the lines that have one, word by word."""
    cell = np.argsort(waste, kind="stable")
    inside = np.unpackbits(on.view(np.uint8), axis=1, bitorder="little")
    inside[:, : len(cell)] = inside.take(cell, axis=1)
    on = np.packbits(inside, axis=1, bitorder="little").view(np.uint64)
    sight = np.bitwise_or.reduce(on[lines[cell]], axis=1)
    priced = np.flatnonzero(prices)
    return cell, waste[cell], sight, prices[priced], np.ascontiguousarray(on[priced].T)


@inner
def spare(price, line, free, depth, counts):
    """Count the free cells of each line, and return the prices of all lines that have one."""
    total = 0
    for p in range(len(price)):
        counts[p] = 0
    for w in range(free.shape[1]):
        for p in range(len(price)):
            counts[p] += np.int32(ones(line[w, p] & free[depth, w]))
    for p in range(len(price)):
        total += price[p] if counts[p] > 0 else 0
    return total


@njit(cache=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"nnan", "reassoc"})
def tightest(price, counts, scores, left):
    """Return the line with the fewest free cells for its price; a price counts no more than half of what is left."""
    most, least = np.float32(left // 2 + 1), np.float32(np.inf)
    for p in range(len(price)):
        scores[p] = np.float32(counts[p]) / min(np.float32(price[p]), most) if counts[p] > 0 else np.float32(np.inf)
        least = min(least, scores[p])
    p = 0
    while scores[p] != least:
        p += 1
    return p


# With its types given, it is compiled at import: not every board needs it, such as the first that a judge shows.
@njit(
    "i8(i8[::1], u8[:, ::1], i8[::1], u8[:, ::1], u8[:, ::1], i8[::1], i8[::1], i8, i8)",
    cache=True,
    error_model="numpy",
)
def search(cost, sight, price, line, free, end, chosen, depth, nodes):
    """Go on with a search from this depth for so many nodes, and return its depth then, -1 if there is no way.

    Each depth has its free cells, the end of those that don't waste too much, and the cell chosen.
    """
    target, words = len(chosen), free.shape[1]
    counts, scores = np.empty(len(price), np.int32), np.empty(len(price), np.float32)
    while True:
        left, changed = 0, True
        while changed:
            left, changed = spare(price, line, free, depth, counts) - (target - depth) * ONE, False
            while left >= 0 and end[depth] > 0 and cost[end[depth] - 1] > left:
                end[depth] -= 1
                v = end[depth]
                changed = changed or free[depth, v >> 6] & bit(v) != 0
                free[depth, v >> 6] &= ~bit(v)
        if left < 0:  # back: the last queen stands wrong
            depth -= 1
            if depth < 0:
                return depth
            v = chosen[depth]
            free[depth, v >> 6] ^= bit(v)
            continue
        nodes -= 1
        if depth == target or nodes < 0:
            return depth
        p, w = tightest(price, counts, scores, left), 0
        while free[depth, w] & line[w, p] == 0:
            w += 1
        v = 64 * w + lowest(free[depth, w] & line[w, p])
        for w in range(words):
            free[depth + 1, w] = free[depth, w] & ~sight[v, w]
        chosen[depth], end[depth + 1] = v, end[depth]
        depth += 1


# --- The answer: both in turn -----------------------------------------------------------------------------------------
def most_queens(lines, on):
    """Return which cells hold a queen, of as many as possible: proven."""
    k, nodes, limit = len(lines), 0, HARD
    turn = k + k * k // 64
    here, best = np.zeros(k, np.bool_), np.zeros(k, np.bool_)
    count = exchange(lines, on, here, best, k, 2 * turn, 1)
    prices, waste, share = line_prices(lines, on, np.flatnonzero(best))
    target = int(prices.sum()) // ONE
    count = exchange(lines, on, here, best, target, 3 * turn, 2)  # now that the bound is known
    while count < target:
        cell, *proof = by_waste(lines, on, prices, waste)
        free = np.empty((target + 1, on.shape[1]), np.uint64)
        free[0] = np.bitwise_or.reduce(on)
        end, chosen, depth = np.full(target + 1, k), np.empty(target, np.int64), 0
        while count < target and depth >= 0 and nodes < limit:
            depth = search(*proof, free, end, chosen, depth, turn)
            nodes += turn
            if depth == target:
                best[:] = False
                best[cell[chosen]] = True
                return best
            if depth >= 0:
                count = exchange(lines, on, here, best, target, MOVES * turn, nodes)
        if depth < 0:
            target -= 1
        elif count < target:
            limit = np.inf
            for _ in range(ROUNDS):
                on = np.concatenate((on, cliques(lines, on, share)))
                prices, waste, share = line_prices(lines, on, np.flatnonzero(best))
            target = min(target, int(prices.sum()) // ONE)
    return best


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many queens (1) on its free cells as possible; trees (2) stay."""
    cells, lines, on = read_board(grid)
    placed = grid.copy()
    if len(cells):
        placed.reshape(-1)[cells[most_queens(lines, on)]] = 1
    return placed
