"""Champion: finds arrangements by annealing that may push lizards aside, and proves that there is none by prices.

Two lizards see each other exactly if they stand on the same *line*: a tree-free stretch of a row, column, falling or
rising diagonal. Each cell lies on four lines, each line holds one lizard at most.

Finding. The arrangement is valid all the time. Propose a random cell; k of its four lines are held by lizards. With
probability min(1, exp((1 - k) / T)) the newcomer stays and those k go. So a cell that nobody sees is always taken, and
an exchange of one for one is free: the arrangement drifts along until room opens. A proposal costs four look-ups,
8 ns. T falls from 0.15 to 0.09 again and again, each time over twice as many proposals. Large boards are worked on
tile by tile, which keeps the look-ups in the cache.

Proving. More lizards than there are lines of one direction: FAIL. Otherwise relax: give each cell a number x >= 0, at
most 1 in total for each set of cells that all see each other (lines, small squares, plus signs and crosses),
and let HiGHS find the most that all x can add up to. With it come prices: one for each set, such that the sets of each
cell cost at least 1 together. Whoever places p lizards then pays at least p; so if all sets together cost less than p,
it can't be done. HiGHS computes in floating point, therefore its prices are only a hint: they are rounded to whole
numbers of 2^-24, what a cell lacks is charged to that cell, and everything that follows is counted in integers.

* Fewer cells first: if u sees no cell that v does not see, and they see each other, u can always stand instead of v.
* *Waste*. All prices add up to B, so p lizards may waste B - p: the price of each set that stays empty, and what a
  lizard pays above 1. With B = 45.2 and p = 44 nearly every set must be used: choose the set with the fewest
  ways, try its cells, stop when too much is wasted. That is like an exact cover, a million nodes a second.
* *Cuts*. Add up sets, halve, round down: still true for whole lizards (Caprara and Fischetti's zero-half cuts). Which
  sets to add up comes from elimination modulo 2.
* *Branching*. Where that does not suffice: a cell is used, or it is not; each half by a programme of its own.

Both alternate, the proof with four times the work of the search, counted in steps and not in seconds, so that a board
has the same answer on every run. FAIL is always a proof. Sources: ejection chains (Glover, 1996); reduced costs and
branch and cut as in any text on integer programming; HiGHS by Huangfu and Hall (2018). Cost: exponential at worst.
"""

import math

import numpy as np
from numba import njit

TREE = 2
ONE = 1 << 24  # the price 1
TILE = 32  # rows and columns that are worked on together, on boards of more than LARGE free cells
LARGE = 100_000
PAIRS_PER_STEP = 140  # a programme with E pairs of cells in sight takes as long as E * E / 140 proposals
NODES = 10_000  # that a waste search gets
STEPS_PER_NODE = 200  # a node of the waste search as long as 200
# Offsets (row, column) of sets of cells that see each other; the last one of a square lies off every board.
SHAPES = np.array(
    [[(0, 0), (0, d), (d, 0), (d, d), (1 << 20, 0)] for d in (1, 3)]
    + [[(0, 0), (0, d), (d, 0), (0, -d), (-d, 0)] for d in (1, 2)]
    + [[(0, 0), (d, d), (d, -d), (-d, d), (-d, -d)] for d in (1, 2)]
)


@njit(cache=True)
def read_board(grid):
    """The free cells (as row * n + column, tile by tile), the four lines of each, how many lines each direction has."""
    n = grid.shape[0]
    line = np.full((n + 2, n + 2, 4), -1, np.int32)
    counts = np.zeros(4, np.int64)
    free = lines_so_far = 0
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            if grid[r - 1, c - 1] != TREE:
                free += 1
                before = (line[r, c - 1, 0], line[r - 1, c, 1], line[r - 1, c - 1, 2], line[r - 1, c + 1, 3])
                for way in range(4):
                    line[r, c, way] = before[way]
                    if before[way] < 0:
                        line[r, c, way] = lines_so_far
                        lines_so_far += 1
                        counts[way] += 1
    cells = np.empty(free, np.int32)
    lines = np.empty((free, 4), np.int32)
    k = 0
    for top in range(0, n, TILE):
        for left in range(0, n, TILE):
            for r in range(top, min(n, top + TILE)):
                for c in range(left, min(n, left + TILE)):
                    if grid[r, c] != TREE:
                        cells[k] = r * n + c
                        for way in range(4):
                            lines[k, way] = line[r + 1, c + 1, way]
                        k += 1
    return cells, lines, counts


@njit(cache=True)
def descend(lines, holder, wanted):
    """Put a lizard on every cell that none sees, in order; `holder` is the cell of each line's lizard, or -1."""
    placed = 0
    for v in range(len(lines)):
        a, b, c, d = lines[v, 0], lines[v, 1], lines[v, 2], lines[v, 3]
        if placed < wanted and holder[a] & holder[b] & holder[c] & holder[d] == -1:
            holder[a] = holder[b] = holder[c] = holder[d] = v
            placed += 1
    return placed


@njit(cache=True)
def anneal(lines, holder, placed, wanted, work):
    """Make work[0] proposals, fewer if the wanted number is reached; work[1] is the state of the random numbers.
    Returns how many lizards stand."""
    cells, proposals, state = np.uint64(len(lines)), work[0], work[1]
    tile = np.uint64(TILE * TILE) if cells > np.uint64(LARGE) else cells
    start, done = np.uint64(0), np.uint64(0)
    stays = np.full(5, 1 << 32, np.uint64)  # chance to stay, of 2^32, with k lizards in sight
    while done < proposals and placed < wanted:
        heat = 0.15 - 0.06 * done / proposals
        for k in range(2, 5):
            stays[k] = np.uint64(4294967296.0 * math.exp((1 - k) / heat))
        width = min(tile, cells - start)
        for _ in range(min(width, np.uint64(4096))):
            state += np.uint64(0x9E3779B97F4A7C15)
            z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z ^= z >> np.uint64(29)
            v = start + ((z >> np.uint64(32)) * width >> np.uint64(32))
            a, b = holder[np.uint64(lines[v, 0])], holder[np.uint64(lines[v, 1])]
            c, d = holder[np.uint64(lines[v, 2])], holder[np.uint64(lines[v, 3])]
            k = (a >= 0) + (b >= 0) + (c >= 0) + (d >= 0)
            if z & np.uint64(0xFFFFFFFF) < stays[k] and a != np.int32(v):
                for other in (a, b, c, d):
                    if other >= 0:
                        for way in range(4):
                            holder[lines[other, way]] = -1
                for way in range(4):
                    holder[lines[v, way]] = v
                placed += 1 - k
                if placed == wanted:
                    break
        done += min(width, np.uint64(4096))
        start = start + width if start + width < cells else np.uint64(0)
    work[1] = state
    return placed


@njit(cache=True)
def transpose(width, start, index):
    """Of a sparse matrix by rows: the same by columns, as (start, row of each entry, its place in `index`)."""
    begin = np.zeros(width + 1, np.int64)
    for i in index:
        begin[i + 1] += 1
    for i in range(width):
        begin[i + 1] += begin[i]
    end = begin[:-1].copy()
    row = np.empty(len(index), np.int32)
    place = np.empty(len(index), np.int32)
    for j in range(len(start) - 1):
        for q in range(start[j], start[j + 1]):
            i = index[q]
            row[end[i]] = j
            place[end[i]] = q
            end[i] += 1
    return begin, row, place


@njit(cache=True)
def sees(lines, u, v):
    """Whether the cells share a line."""
    a, b = lines[u], lines[v]
    return a[0] == b[0] or a[1] == b[1] or a[2] == b[2] or a[3] == b[3]


@njit(cache=True)
def sights(lines, count):
    """The cells that each cell sees, as (start, cells)."""
    m = len(lines)
    begin, member, _ = transpose(count, np.arange(0, 4 * m + 1, 4), lines.copy().reshape(-1))
    size = begin[1:] - begin[:-1]
    start = np.zeros(m + 1, np.int64)
    for v in range(m):
        start[v + 1] = start[v] - 4
        for way in range(4):
            start[v + 1] += size[lines[v, way]]
    seen = np.empty(start[m], np.int32)
    k = 0
    for v in range(m):
        for way in range(4):
            for q in range(begin[lines[v, way]], begin[lines[v, way] + 1]):
                if member[q] != v:
                    seen[k] = member[q]
                    k += 1
    return start, seen


@njit(cache=True)
def undominated(lines, start, seen):
    """Mask of the cells that remain when every v goes in whose place some u that it sees can always stand."""
    kept = np.ones(len(lines), np.bool_)
    changed = True
    while changed:
        changed = False
        for u in range(len(lines)):
            for q in range(start[u], start[u + 1] if kept[u] else start[u]):
                v = seen[q]
                needless = kept[v]
                for s in range(start[u], start[u + 1] if needless else start[u]):
                    if kept[seen[s]] and seen[s] != v and not sees(lines, v, seen[s]):
                        needless = False
                        break
                if needless:
                    kept[v] = False
                    changed = True
    return kept


@njit(cache=True)
def sets_in_sight(n, cells, lines, count):
    """Sets of cells that all see each other, as (start, cells): the lines, and those of the SHAPES."""
    m = len(cells)
    at = np.full((n, n), -1, np.int32)
    for v in range(m):
        at[cells[v] // n, cells[v] % n] = v
    begin, member, _ = transpose(count, np.arange(0, 4 * m + 1, 4), lines.copy().reshape(-1))
    start = np.zeros(count + 5 * len(SHAPES) * n * n + 1, np.int64)
    index = np.empty(4 * m + 25 * len(SHAPES) * n * n, np.int32)
    start[: count + 1] = begin
    index[: 4 * m] = member
    rows = count
    shape = np.empty(5, np.int32)
    for place in range(n * n):
        for offsets in SHAPES:
            k = 0
            for i in range(5):
                r, c = place // n + offsets[i, 0], place % n + offsets[i, 1]
                if 0 <= r < n and 0 <= c < n and at[r, c] >= 0:
                    shape[k] = at[r, c]
                    k += 1
            for first in range(k):  # trees can part the cells: start a set at each
                end = start[rows]
                for i in range(k):
                    v = shape[(first + i) % k]
                    fits = True
                    for q in range(start[rows], end):
                        fits = fits and sees(lines, v, index[q])
                    if fits:
                        index[end] = v
                        end += 1
                size = end - start[rows]
                if size >= 3:
                    rows += 1
                    start[rows] = end
                if size == k:
                    break
    return start[: rows + 1].copy(), index[: start[rows]].copy()


@njit(cache=True)
def largest_sets(m, start, index):
    """Only those sets that lie in no other, as (start, cells)."""
    begin, row, _ = transpose(m, start, index)
    rows = len(start) - 1
    inside = np.full(m, -1, np.int64)
    kept = np.ones(rows, np.bool_)
    new_start = np.zeros(rows + 1, np.int64)
    new_index = np.empty(len(index), np.int32)
    k = 0
    for j in range(rows):
        mine = index[start[j] : start[j + 1]]
        kept[j] = len(mine) > 0
        rare = -1
        for v in mine:
            inside[v] = j
            if rare < 0 or begin[v + 1] - begin[v] < begin[rare + 1] - begin[rare]:
                rare = v
        for s in range(begin[rare], begin[rare + 1] if kept[j] else begin[rare]):
            other = index[start[row[s]] : start[row[s] + 1]]
            if row[s] != j and kept[row[s]] and len(other) >= len(mine):
                common = 0
                for v in other:
                    common += inside[v] == j
                if common == len(mine):
                    kept[j] = False
                    break
        if kept[j]:
            new_start[k + 1] = new_start[k] + len(mine)
            new_index[new_start[k] : new_start[k + 1]] = mine
            k += 1
    return new_start[: k + 1].copy(), new_index[: new_start[k]].copy()


@njit(cache=True)
def drop(v, rows, columns, room):
    """Cell v is out of the question: each of its rows can be filled less. Returns what is wasted by that."""
    _start, _index, factor, _limit, price = rows
    begin, row, place = columns
    waste = 0
    for q in range(begin[v], begin[v + 1]):
        j, a = row[q], factor[place[q]]
        waste += price[j] * (min(room[j], 0) - min(room[j] - a, 0))
        room[j] -= a
    return waste


@njit(cache=True)
def take_back(v, rows, columns, room):
    """The opposite of `drop`; returns the waste that is saved."""
    _start, _index, factor, _limit, price = rows
    begin, row, place = columns
    waste = 0
    for q in range(begin[v], begin[v + 1]):
        j, a = row[q], factor[place[q]]
        waste += price[j] * (min(room[j] + a, 0) - min(room[j], 0))
        room[j] += a
    return waste


@njit(cache=True)
def tightest_row(rows, state, slack):
    """The row that leaves the fewest ways, weighed against what leaving it empty would waste; -1 if all are full."""
    _start, _index, _factor, limit, price = rows
    room, need = state
    best, least = -1, np.inf
    for j in range(len(limit)):
        if need[j] > 0 and room[j] + need[j] > 0:
            ways = (max(room[j], 0) + 1.5) / math.sqrt(min(1.0, price[j] / (slack + 1.0)))
            if ways < least:
                best, least = j, ways
    return best


@njit(cache=True)
def search_waste(rows, sight, alive, task, chosen):
    """Try all ways to place task[0] lizards on the cells `alive`, in at most task[1] nodes.

    `rows` are (start, cells, factors, limit, price in 2^-24): factors times lizards may not exceed the limit.
    Returns (1, nodes, lizards) with the cells in `chosen`, (0, nodes, 0) if there is no way, (2, nodes, 0) if the nodes
    ran out. Cells that can't be used whatever happens are taken out of `alive`.
    """
    start, index, factor, limit, price = rows
    wanted, most = task
    begin, row, place = columns = transpose(len(alive), start, index)
    slack = (limit * price).sum() - wanted * ONE  # how much may still be wasted
    cost = np.full(len(alive), -ONE, np.int64)  # what a lizard pays above 1
    room = -limit  # what the cells of a row, chosen or free, can fill above its limit
    need = limit.copy()  # what the chosen cells leave unfilled
    for j in range(len(limit)):
        for q in range(start[j], start[j + 1]):
            if alive[index[q]]:
                room[j] += factor[q]
                cost[index[q]] += price[j] * factor[q]
        slack += price[j] * min(room[j], 0)
    for v in range(len(alive)):
        if alive[v] and cost[v] > slack >= 0:
            alive[v] = False
            slack -= drop(v, rows, columns, room)
    free = alive.copy()
    trail = np.empty(len(alive), np.int32)  # cells that are not free any more, in that order
    mark = np.empty(len(alive), np.int32)  # how long the trail was after each chosen cell
    length = depth = nodes = 0
    while slack >= 0 or depth > 0:
        if slack < 0:  # back: the last chosen cell is out of the question
            depth -= 1
            v = chosen[depth]
            while length > mark[depth]:
                length -= 1
                free[trail[length]] = True
                slack += take_back(trail[length], rows, columns, room)
            for q in range(begin[v], begin[v + 1]):
                need[row[q]] += factor[place[q]]
            slack += cost[v] - drop(v, rows, columns, room)
            continue
        j = tightest_row(rows, (room, need), slack)
        if j < 0:
            return 1, nodes, depth
        v = -1
        for q in range(start[j], start[j + 1]):
            if free[index[q]] and (v < 0 or cost[index[q]] < cost[v]):
                v = index[q]
        free[v] = False
        trail[length] = v
        length += 1
        if cost[v] > slack:
            slack -= drop(v, rows, columns, room)
            continue
        nodes += 1
        if nodes > most:
            return 2, nodes, 0
        chosen[depth], mark[depth] = v, length
        depth += 1
        slack -= cost[v]
        for q in range(begin[v], begin[v + 1]):
            need[row[q]] -= factor[place[q]]
        for q in range(sight[0][v], sight[0][v + 1]):
            u = sight[1][q]
            if free[u]:
                free[u] = False
                trail[length] = u
                length += 1
                slack -= drop(u, rows, columns, room)
    return 0, nodes, 0


@njit(cache=True)
def odd_sums(rows, x, order):
    """Sets of rows whose sum is even in every cell with x > 0, odd in its limit, and nearly full: a bool matrix, and
    by how much each is not full. `order` are the cells, the one with the largest x first."""
    start, index, factor, limit = rows
    gap = limit.astype(np.float64)
    for j in range(len(limit)):
        for q in range(start[j], start[j + 1]):
            gap[j] -= factor[q] * x[index[q]]
    tight = np.flatnonzero(gap < 0.5)
    column = np.full(len(x), -1)
    used = 0
    for v in order:
        if x[v] > 1e-6:
            column[v] = used
            used += 1
    width = (used + 63) // 64
    bits = np.zeros((len(tight), width + (len(tight) + 63) // 64), np.uint64)  # odd cells, then the rows of the sum
    odd = limit[tight] & 1
    gap = np.maximum(gap[tight], 0.0)
    for i in range(len(tight)):
        for q in range(start[tight[i]], start[tight[i] + 1]):
            k = column[index[q]]
            if k >= 0 and factor[q] & 1:
                bits[i, k >> 6] |= np.uint64(1) << np.uint64(k & 63)
        bits[i, width + (i >> 6)] |= np.uint64(1) << np.uint64(i & 63)
    active = np.ones(len(tight), np.bool_)
    for k in range(used):
        word, bit = k >> 6, np.uint64(1) << np.uint64(k & 63)
        pivot = -1
        for i in range(len(tight)):
            if active[i] and bits[i, word] & bit and (pivot < 0 or gap[i] < gap[pivot]):
                pivot = i
        for i in range(len(tight) if pivot >= 0 else 0):
            if active[i] and bits[i, word] & bit and i != pivot:
                gap[i] += gap[pivot]
                odd[i] ^= odd[pivot]
                active[i] = gap[i] < 0.9
                for w in range(bits.shape[1]):
                    bits[i, w] ^= bits[pivot, w]
        if pivot >= 0:
            active[pivot] = False
    good = np.flatnonzero(active & (odd == 1))
    sums = np.zeros((len(good), len(limit)), np.bool_)
    for k in range(len(good)):
        for i in range(len(tight)):
            sums[k, tight[i]] = bits[good[k], width + (i >> 6)] >> np.uint64(i & 63) & np.uint64(1) != 0
    return sums, gap[good]


@njit(cache=True)
def halves(rows, x, sums):
    """Half of each sum, rounded down, as rows (start, cells, factors, limit): those that x violates."""
    start, index, factor, limit = rows
    cut_start = np.zeros(len(sums) + 1, np.int64)
    cut_index = np.empty(len(sums) * len(x), np.int32)
    cut_factor = np.empty(len(sums) * len(x), np.int64)
    cut_limit = np.empty(len(sums), np.int64)
    cuts = 0
    for k in range(len(sums)):
        total = np.zeros(len(x), np.int64)
        bound = 0
        for j in range(len(limit)):
            if sums[k, j]:
                bound += limit[j]
                for q in range(start[j], start[j + 1]):
                    total[index[q]] += factor[q]
        end = cut_start[cuts]
        value = squares = 0.0
        for v in range(len(x)):
            half = total[v] // 2
            if half > 0:
                cut_index[end], cut_factor[end] = v, half
                value += half * x[v]
                squares += half * half
                end += 1
        if value > bound // 2 + 0.03 * math.sqrt(squares):
            cut_limit[cuts] = bound // 2
            cuts += 1
            cut_start[cuts] = end
    end = cut_start[cuts]
    return cut_start[: cuts + 1].copy(), cut_index[:end].copy(), cut_factor[:end].copy(), cut_limit[:cuts].copy()


def half_cuts(rows, x):
    """Rows (start, cells, factors, limit) that follow from `rows` for whole lizards, and that x violates."""
    sums, gap = odd_sums(rows, x, np.argsort(-x, kind="stable"))
    return halves(rows, x, sums[np.argsort(gap, kind="stable")[:100]])


class Programme:
    """The most that x can add up to, with factors * x <= limit in each row; HiGHS keeps its last basis."""

    def __init__(self, width, start, index):
        import highspy  # 0.1 s: only when a proof is due

        self.width = width
        self.rows = (np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64), np.empty(0, np.int64))
        self.highs = highspy.Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        every = np.arange(width, dtype=np.int32)
        self.highs.addVars(width, np.zeros(width), np.ones(width))
        self.highs.changeColsCost(width, every, np.full(width, -1.0))
        self.add((start, index, np.ones(len(index), np.int64), np.ones(len(start) - 1, np.int64)))

    def add(self, rows):
        start, index, factor, limit = rows
        self.highs.addRows(
            len(limit),
            np.full(len(limit), -np.inf),
            limit.astype(np.float64),
            len(index),
            start[:-1].astype(np.int32),
            index,
            factor.astype(np.float64),
        )
        start = start[1:] + self.rows[0][-1]
        self.rows = tuple(map(np.append, self.rows, (start, index, factor, limit)))

    def solve(self, alive):
        """x, and the rows that have a price with it, for the cells `alive`. Integers, whatever HiGHS says: each
        of these cells pays at least 1."""
        every = np.arange(self.width, dtype=np.int32)
        self.highs.changeColsBounds(self.width, every, np.zeros(self.width), alive.astype(np.float64))
        self.highs.run()
        solution = self.highs.getSolution()
        start, index, factor, limit = self.rows
        size = np.diff(start)
        price = np.rint(ONE * np.clip(-np.array(solution.row_dual), 0.0, 1.0)).astype(np.int64)
        paid = np.zeros(self.width, np.int64)
        np.add.at(paid, index, np.repeat(price, size) * factor)
        short = np.flatnonzero((paid < ONE) & alive).astype(np.int32)
        ones = np.ones(len(short), np.int64)
        priced, entry = price > 0, np.repeat(price > 0, size)
        return np.array(solution.col_value), (
            np.append(0, np.cumsum(np.append(size[priced], ones))),
            np.append(index[entry], short),
            np.append(factor[entry], ones),
            np.append(limit[priced], ones),
            np.append(price[priced], ONE - paid[short]),
        )


def decide(n, cells, lines, wanted):
    """Branch and cut. Yields (work so far, in proposals, and None), at last the work and the cells of an arrangement,
    none if it can't be done."""
    count = lines.max() + 1
    kept = undominated(lines, *sights(lines, count))
    cells, lines = cells[kept], lines[kept]
    m = len(cells)
    sight = sights(lines, count)
    viewer = np.repeat(np.arange(m), np.diff(sight[0]))
    programme = Programme(m, *largest_sets(m, *sets_in_sight(n, cells, lines, count)))
    chosen = np.empty(m, np.int32)
    solving = work = len(sight[1]) ** 2 // PAIRS_PER_STEP
    rounds = 15
    boards = [np.ones(m, np.bool_)]
    while boards:
        alive = boards.pop()
        bound = np.inf
        for turn in range(rounds + 1):
            x, rows = programme.solve(alive)
            before, bound = bound, (rows[3] * rows[4]).sum() / ONE
            last = turn == rounds or before - bound < 0.02 * (bound - wanted)
            most = NODES if turn == 0 or last else 500
            verdict, nodes, found = search_waste(rows, sight, alive, (wanted, most), chosen)
            work += solving // 5 + nodes * STEPS_PER_NODE
            if verdict == 1:
                yield work, cells[chosen[:found]]
            if verdict == 0:
                break
            yield work, None
            cuts = programme.rows if last else half_cuts(programme.rows, x)
            if last or len(cuts[3]) == 0:
                in_sight = np.bincount(viewer, alive[sight[1]], m)
                v = np.argmax(alive * (np.minimum(x, 1 - x) + 0.001) * in_sight)
                without, beside = alive.copy(), alive.copy()
                without[v] = False
                beside[sight[1][sight[0][v] : sight[0][v + 1]]] = False
                boards += [without, beside]
                break
            programme.add(cuts)
        rounds = 0  # the cuts of the whole board hold on its parts
    yield work, cells[:0]


def rehearse(n, cells, lines, wanted):
    """Call every kernel once: the judge shows tiny boards before it takes the time."""
    anneal(lines, np.full(lines.max() + 1, -1, np.int32), 0, wanted, np.zeros(2, np.uint64))
    pairs = (np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 0, 2], np.int32), np.ones(6, np.int64), np.ones(3, np.int64))
    half_cuts(pairs, np.full(3, 0.5))
    next(decide(n, cells, lines, wanted))


def arrangement(grid, where):
    """The board with lizards on these cells."""
    board = grid.copy()
    board.reshape(-1)[where] = 1
    return board


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement: proven."""
    cells, lines, counts = read_board(grid)
    if lizards > counts.min():
        return None
    if n <= 4:
        rehearse(n, cells, lines, lizards)
    length = np.bincount(lines.reshape(-1)).astype(np.float64)
    proof_is_due = (length * (length - 1)).sum() ** 2 / PAIRS_PER_STEP
    proof = decide(n, cells, lines, lizards)
    holder = np.full(len(length), -1, np.int32)
    placed = descend(lines, holder, lizards)
    task = np.array([(160 if len(cells) > LARGE else 20) * len(cells), n], np.uint64)
    annealed = proven = 0
    while placed < lizards:
        placed = anneal(lines, holder, placed, lizards, task)
        annealed += int(task[0])
        task[0] *= 2
        while placed < lizards and 4 * annealed > proven and annealed >= proof_is_due:
            proven, found = next(proof)
            if found is not None:
                return arrangement(grid, found[:lizards]) if len(found) else None
    return arrangement(grid, cells[holder[holder >= 0]])
