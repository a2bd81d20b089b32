"""Champion: exchanges queens until there is room, and proves by prices that no more fit.

Two queens attack each other exactly if they stand on the same *line*: a tree-free stretch of a row, column, falling or
rising diagonal. Each cell lies on four lines, each line holds one queen at most.

Bound. Give each line a price, so that the four lines of each cell cost 1 together or more. A queen pays for its lines,
nobody pays for a line twice, so there are at most as many queens as all prices add up to. The cheapest prices are those
of a linear programme; a simplex of 100 lines finds them, in floating point. They are only a hint: they are rounded to
whole numbers of 2^-24, what a cell lacks is charged to one of its lines, and all that follows is counted in integers.
Most boards with 5 % trees hold as many queens as this bound says, or one less.

Finding. A cell that no queen sees gets one. Otherwise the queen of a cell that sees one moves there, of all such cells
to the one whose queen has been gone the longest: it costs nothing, and goes on until there is room.

Proving that `target` queens don't fit. They may waste what the prices of all lines have above `target`: a line wastes
its price when no free cell is left on it, and a queen wastes what it pays above 1. Take the line with the fewest free
cells for its price, try its cells, those that waste least first, and turn back when too much is wasted. A cell that
would waste too much goes at once. Sets of cells are bits.

Both alternate, each time twice as long, counted in moves and nodes and not in seconds: a board has the same answer on
every run. Cost: exponential at worst. Sources: LP duality and reduced costs, as in any text on integer programming;
Dantzig's rule (1947); the longest gone first (Andrade, Resende and Werneck, 2012).
"""

from typing import NamedTuple

import numpy as np
from numba import njit

TREE = 2
ONE = 1 << 24  # what a cell must pay, in units of a price
BIT = np.uint64(1)
MOVES, NODES = 1, 4  # of the first round, for each free cell: they take about as long


class Board(NamedTuple):
    """The free cells, the four lines of each, and how many lines there are."""

    cells: np.ndarray
    lines: np.ndarray
    count: int


class Queens(NamedTuple):
    """An arrangement that is valid all the time."""

    on_line: np.ndarray  # the cell of its queen, -1 for none
    here: np.ndarray  # whether a cell holds a queen
    gone: np.ndarray  # the move at which its last queen went
    now: np.ndarray  # the number of queens, of moves, and the state of the random numbers


@njit(cache=True)
def read_board(grid):
    """Return the free cells of a board, row by row, and the lines that they lie on."""
    n, m = grid.shape
    line = np.full((n + 2, m + 2, 4), -1, np.int32)
    cells = np.empty(n * m, np.int32)
    lines = np.empty((n * m, 4), np.int32)
    free = count = 0
    for r in range(1, n + 1):
        for c in range(1, m + 1):
            if grid[r - 1, c - 1] != TREE:
                before = (line[r, c - 1, 0], line[r - 1, c, 1], line[r - 1, c - 1, 2], line[r - 1, c + 1, 3])
                for way in range(4):
                    known = before[way]
                    if known < 0:
                        known = count
                        count += 1
                    line[r, c, way] = lines[free, way] = known
                cells[free] = (r - 1) * m + c - 1
                free += 1
    return Board(cells[:free], lines[:free], count)


# --- Finding ----------------------------------------------------------------------------------------------------------
@njit(cache=True)
def no_queens(board):
    """Return the empty arrangement."""
    k = len(board.cells)
    return Queens(np.full(board.count, -1, np.int32), np.zeros(k, np.bool_), np.zeros(k, np.int64), np.array([0, 0, 1]))


@njit(cache=True)
def put(lines, queens, v):
    """Put a queen on a cell, and take away those that it sees."""
    on_line, here, gone, now = queens
    for way in range(4):
        u = on_line[lines[v, way]]
        if u >= 0:
            for other in range(4):
                on_line[lines[u, other]] = -1
            here[u] = False
            gone[u] = now[1]
            now[0] -= 1
    for way in range(4):
        on_line[lines[v, way]] = v
    here[v] = True
    now[0] += 1


@njit(cache=True)
def loose_cell(lines, queens, first):
    """Return a cell that sees no queen, else the one that sees one and lost its own the longest ago, else -1."""
    on_line, here, gone, _ = queens
    k = len(lines)
    chosen = -1
    for i in range(k):
        v = first + i if first + i < k else first + i - k
        if not here[v]:
            a, b, c, d = lines[v]
            seen = (on_line[a] >= 0) + (on_line[b] >= 0) + (on_line[c] >= 0) + (on_line[d] >= 0)
            if seen == 0:
                return v
            if seen == 1 and (chosen < 0 or gone[v] < gone[chosen]):
                chosen = v
    return chosen


@njit(cache=True)
def exchange(lines, queens, wanted, moves):
    """Move queens until there are `wanted`, and say whether there are."""
    now = queens.now
    for _ in range(moves):
        if now[0] >= wanted:
            return True
        now[1] += 1
        now[2] = (now[2] * 1103515245 + 12345) & 0x7FFFFFFF
        first = (now[2] >> 8) % len(lines)
        v = loose_cell(lines, queens, first)
        if v >= 0 or not queens.here[first]:
            put(lines, queens, v if v >= 0 else first)
    return now[0] >= wanted


# --- The bound --------------------------------------------------------------------------------------------------------
@njit(cache=True)
def line_prices(board):
    """Return prices, in units of ONE: the four lines of each cell cost ONE or more. They are nearly as cheap as can
    be."""
    lines, count = board.lines, board.count
    k = len(lines)
    table = np.zeros((count, k))  # lines as rows, cells as columns, until they change places
    for v in range(k):
        for way in range(4):
            table[lines[v, way], v] = 1.0
    room = np.empty(count)
    for i in range(count):  # no two the same, or the simplex might turn in circles
        room[i] = 1.0 + (i * 7919 % 1009) * 1e-8
    gain = np.ones(k)
    column = np.arange(k)  # a cell, or k + a line
    row = np.arange(k, k + count)
    for _ in range(20 * count):
        j = gain.argmax()
        if gain[j] < 1e-9:
            break
        pivot(table, room, gain, tightest(table, room, j), j, row, column)
    price = np.zeros(count, np.int64)
    for j in range(k):
        if column[j] >= k:
            price[column[j] - k] = np.int64(ONE * min(max(-gain[j], 0.0), 1.0) + 0.5)
    for v in range(k):
        a, b, c, d = lines[v]
        price[a] += max(0, ONE - price[a] - price[b] - price[c] - price[d])
    return price


@njit(cache=True)
def tightest(table, room, j):
    """Return the row that limits column j the most."""
    chosen, least = 0, np.inf
    for i in range(len(room)):
        if table[i, j] > 1e-9 and room[i] < least * table[i, j]:
            chosen, least = i, room[i] / table[i, j]
    return chosen


@njit(cache=True)
def pivot(table, room, gain, i, j, row, column):
    """Let row i and column j change places."""
    factor = 1.0 / table[i, j]
    table[i, j] = 1.0
    table[i] *= factor
    room[i] *= factor
    for q in range(len(room)):
        factor = table[q, j]
        if q != i and factor != 0.0:
            table[q, j] = 0.0
            for z in range(len(gain)):
                table[q, z] -= factor * table[i, z]
            room[q] -= factor * room[i]
    factor = gain[j]
    gain[j] = 0.0
    for z in range(len(gain)):
        gain[z] -= factor * table[i, z]
    row[i], column[j] = column[j], row[i]


# --- The proof --------------------------------------------------------------------------------------------------------
@njit(cache=True)
def ones(bits):
    """Return how many bits are set."""
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


class Waste(NamedTuple):
    """What the proof searches: lines with a price, as sets of cells, and what their cells see and waste."""

    line: np.ndarray
    price: np.ndarray
    sight: np.ndarray  # each cell with all that it sees
    cost: np.ndarray  # what a queen pays above ONE


@njit(cache=True)
def wasted(board, price):
    """Return what the proof searches, with these prices of lines."""
    lines = board.lines
    k = len(lines)
    line = np.zeros((board.count, (k + 63) // 64), np.uint64)
    cost = np.full(k, -ONE, np.int64)
    for v in range(k):
        for way in range(4):
            line[lines[v, way], v >> 6] |= BIT << np.uint64(v & 63)
            cost[v] += price[lines[v, way]]
    sight = np.zeros((k, line.shape[1]), np.uint64)
    for v in range(k):
        for way in range(4):
            sight[v] |= line[lines[v, way]]
    priced = np.flatnonzero(price)
    return Waste(line[priced], price[priced], sight, cost)


@njit(cache=True)
def best_line(waste, free, most):
    """Return the line with the fewest free cells for its price, -1 if no line has one; and what is not wasted of
    `most`."""
    line, price = waste.line, waste.price
    chosen, least = -1, np.inf
    for j in range(len(price)):
        cells = 0
        for word in range(len(free)):
            cells += ones(line[j, word] & free[word])
        if cells > 0:
            most += price[j]
            if cells < least * price[j]:
                chosen, least = j, cells / price[j]
    return chosen, most


@njit(cache=True)
def prune(waste, free, most):
    """Take out the cells that would waste too much, and return the line to branch on, and what may still be wasted."""
    while True:
        chosen, left = best_line(waste, free, most)
        changed = False
        for word in range(len(free) if left >= 0 else 0):
            bits = free[word]
            while bits:
                low = bits & (~bits + BIT)
                bits ^= low
                if waste.cost[64 * word + ones(low - BIT)] > left:
                    free[word] ^= low
                    changed = True
        if not changed:
            return chosen, left


@njit(cache=True)
def cheapest(waste, free, line):
    """Return the free cell of a line where a queen wastes least."""
    chosen = -1
    for word in range(len(free)):
        bits = free[word] & waste.line[line, word]
        while bits:
            low = bits & (~bits + BIT)
            bits ^= low
            v = 64 * word + ones(low - BIT)
            if chosen < 0 or waste.cost[v] < waste.cost[chosen]:
                chosen = v
    return chosen


UNDECIDED, NO_WAY, FOUND = range(3)


@njit(cache=True)
def search(waste, target, nodes, chosen):
    """Look for `target` queens, up to so many nodes; their cells come to `chosen`."""
    k = len(waste.cost)
    free = np.zeros((target + 1, waste.line.shape[1]), np.uint64)
    for v in range(k):
        free[0, v >> 6] |= BIT << np.uint64(v & 63)
    depth = 0
    while True:
        here = free[depth]
        line, left = prune(waste, here, (depth - target) * ONE)
        if left >= 0 and depth == target:
            return FOUND
        if left < 0:  # back: the last queen stands wrong
            if depth == 0:
                return NO_WAY
            depth -= 1
            v = chosen[depth]
            free[depth, v >> 6] &= ~(BIT << np.uint64(v & 63))
            continue
        nodes -= 1
        if nodes < 0:
            return UNDECIDED
        v = cheapest(waste, here, line)
        chosen[depth] = v
        for word in range(len(here)):
            free[depth + 1, word] = here[word] & ~waste.sight[v, word]
        depth += 1


# --- The answer: both in turn -----------------------------------------------------------------------------------------
@njit(cache=True)
def arrange(board, cells):
    """Return the arrangement of queens on these cells."""
    queens = no_queens(board)
    for v in cells:
        put(board.lines, queens, v)
    return queens


@njit(cache=True)
def most_queens(board):
    """Return which cells hold a queen, of as many as possible: proven."""
    k = len(board.cells)
    best, count = np.zeros(k, np.bool_), 0
    if k == 0:
        return best
    price = line_prices(board)
    bound = price.sum() // ONE
    waste = wasted(board, price)
    queens, chosen = no_queens(board), np.empty(k, np.int64)
    moves, nodes = MOVES * k, NODES * k
    while count < bound:
        if not exchange(board.lines, queens, count + 1, moves):
            verdict = search(waste, count + 1, nodes, chosen)
            if verdict == NO_WAY:
                break
            if verdict == UNDECIDED:
                moves, nodes = 2 * moves, 2 * nodes
                continue
            queens = arrange(board, chosen[: count + 1])
        best, count = queens.here.copy(), queens.now[0]
    return best


@njit(cache=True)
def place(grid):
    """Return the board with as many queens on it as possible."""
    board = read_board(grid)
    placed = grid.copy()
    here = most_queens(board)
    for v in range(len(here)):
        if here[v]:
            placed.reshape(-1)[board.cells[v]] = 1
    return placed


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many queens (1) on its free cells as possible; trees (2) stay."""
    return place(grid)
