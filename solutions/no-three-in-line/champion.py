# @EXPECTED_RESULTS@: AC, TLE
"""No three in line by quarter turns: choose orbits of four points, and close the cells of every line at once.

Idea: for even n, look only for boards that a quarter turn leaves as they are. A point then stands for the four that
turns make of it, its orbit: n / 2 orbits of n^2 / 4 in place of 2n points of n^2 cells.

  1. Row k, row n - 1 - k, column k and column n - 1 - k hold the same two points, turned. So each k below n / 2 is a
     slot that needs two; an orbit fills a place in the slot of its row and one in that of its column.
  2. A chosen point makes a line with each point of the board. The cells of these lines are closed, with the cells
     that turns make of them; turns of one line close the same, so the lines of one point of the orbit are enough.
     Orbits of which two points are in line with a point of the other are listed before.
  3. The slot with the fewest ways is filled next: as many ways as open orbits, one less where it needs two. A slot with
     too few ends the branch. Orbits are tried in random order, and one tried in vain stays closed below.
  4. The search is cut after some thousand orbits and begun again with other random numbers, each cut 5 % later:
     whether a beginning is lucky shows soon.

For odd n the number of points is no multiple of four: two of them stand on a diagonal, opposite to each other, and
only the others turn. This pair fills one place in a slot, and a slot of its own, which needs one. Below n = 21 such
boards are rare, and half turns are taken: a point stands for two, rows and columns have slots of their own. Where a
search comes to its end (n = 5), a point stands for itself.

Random numbers come from a generator seeded with n: the same board each time.

Source: Flammenkamp, Progress in the no-three-in-line problem II, 1998 (classes of symmetry); Prellberg, 2026,
arXiv 2602.07751, has all n <= 60 by CP-SAT with quarter turns.

Cost: about 1 us an orbit tried. Even n: 0.1 s for n = 22 and 28, half a second for n = 30, one for n = 32,
24 for n = 36. Odd n: a second up to n = 29, 21 for n = 33, 28 for n = 35. The next n takes about twice as long, more or
less as luck has it.
"""

import numpy as np
from numba import njit

FIRST_CUT = 2000  # orbits tried before the search begins again
RARE = 21  # boards of odd n that a quarter turn leaves as they are, but for two points, are rare below


@njit(cache=True)
def draw_below(random, bound):
    """A random number from 0 to bound - 1 (xorshift, 64 bits)."""
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return np.int64((x >> np.uint64(33)) % np.uint64(bound))


@njit(cache=True)
def gcd_table(n):
    """gcd(a, b) for 0 <= a, b < n."""
    table = np.ones((n, n), np.int64)
    for divisor in range(2, n):
        for a in range(0, n, divisor):
            for b in range(0, n, divisor):
                table[a, b] = divisor
    return table


@njit(cache=True)
def orbits(n, turns):
    """The orbit of each cell (-1: the middle cell, which turns to itself), and the points of each orbit."""
    orbit_of = np.full((n, n), -1, np.int64)
    points = np.empty((n * n // turns, turns, 2), np.int64)
    filled = 0
    for row in range(n):
        for column in range(n):
            middle = turns > 1 and 2 * row == n - 1 and 2 * column == n - 1
            if orbit_of[row, column] >= 0 or middle:
                continue
            i, j = row, column
            for turn in range(turns):
                orbit_of[i, j] = filled
                points[filled, turn, 0] = i
                points[filled, turn, 1] = j
                i, j = (j, n - 1 - i) if turns == 4 else (n - 1 - i, n - 1 - j)
            filled += 1
    return orbit_of, points


@njit(cache=True)
def slots(n, turns, points):
    """The two slots that each orbit fills, how many each slot needs, and which orbits are pairs on the diagonal."""
    slot = points[:, 0, :].copy()
    pair = np.zeros(len(points), np.bool_)
    if turns == 1:
        for orbit in range(len(points)):
            slot[orbit, 1] += n
        return slot, np.full(2 * n, 2, np.int64), pair
    half, odd = n // 2, n % 2
    need = np.full(half + 2 * odd if turns == 4 else 2 * (half + odd), 2, np.int64)
    for orbit in range(len(points)):
        row, column = slot[orbit]
        slot[orbit, 0] = min(row, n - 1 - row)
        slot[orbit, 1] = min(column, n - 1 - column) + (half + odd if turns == 2 else 0)
        if turns == 4 and odd and row == column:
            pair[orbit] = True
            slot[orbit, 1] = half + 1
    if odd:  # one orbit fills the middle row, with two of its points; and the last slot is the pair's, or alike
        need[half] = 1
        need[-1] = 1
    return slot, need, pair


@njit(cache=True)
def members_of(slot, count):
    """The orbits of each slot, and how many they are."""
    members = np.empty((count, len(slot)), np.int64)
    sizes = np.zeros(count, np.int64)
    for orbit in range(len(slot)):
        for side in range(1 if slot[orbit, 0] == slot[orbit, 1] else 2):
            at = slot[orbit, side]
            members[at, sizes[at]] = orbit
            sizes[at] += 1
    return members, sizes


@njit(cache=True)
def close_line(closed, row, column, down, across, orbit_of):
    """Close the orbits of the cells on the line through (row, column) in this direction, both ways."""
    n = orbit_of.shape[0]
    for sign in (-1, 1):
        i, j = row + sign * down, column + sign * across
        while 0 <= i < n and 0 <= j < n:
            if orbit_of[i, j] >= 0:
                closed[orbit_of[i, j]] = True
            i += sign * down
            j += sign * across


@njit(cache=True)
def clashes(orbit_of, points, gcds, pair):
    """Which two orbits can't be chosen together, since two points of one are in line with a point of the other."""
    clash = np.zeros((len(points), len(points)), np.bool_)
    for orbit in range(len(points)):
        row, column = points[orbit, 0]
        clash[orbit, orbit] = True
        for turn in range(1, points.shape[1]):
            if pair[orbit] and turn != 2:
                continue
            down, across = points[orbit, turn, 0] - row, points[orbit, turn, 1] - column
            g = gcds[abs(down), abs(across)]
            close_line(clash[orbit], row, column, down // g, across // g, orbit_of)
    for orbit in range(len(points)):
        for other in range(orbit):
            if clash[orbit, other] or clash[other, orbit]:
                clash[orbit, other] = clash[other, orbit] = True
    return clash


@njit(cache=True)
def close(orbit, chosen, closed, lines):
    """Close what is in line with the first point of the orbit and any point of those chosen before."""
    orbit_of, points, gcds, clash = lines
    row, column = points[orbit, 0]
    excluded = clash[orbit]
    for k in range(len(excluded)):  # in a loop: to compile an assignment of arrays takes two seconds
        closed[k] |= excluded[k]
    for other in chosen:
        for turn in range(points.shape[1]):
            down, across = points[other, turn, 0] - row, points[other, turn, 1] - column
            g = gcds[abs(down), abs(across)]
            close_line(closed, row, column, down // g, across // g, orbit_of)


@njit(cache=True)
def ways(at, closed, need, slot, members, sizes):
    """How many orbits can fill the slot next; 0 where they are too few. Those that full slots exclude are closed."""
    count = value = 0
    for k in range(sizes[at]):
        orbit = members[at, k]
        if closed[orbit]:
            continue
        one, two = slot[orbit]
        if need[one] == 0 or need[two] == 0 or (one == two and need[one] < 2):
            closed[orbit] = True
            continue
        count += 1
        value += 2 if one == two else 1
    if value < need[at]:
        return 0
    return max(count - need[at] + 1, 1)


@njit(cache=True)
def tightest(closed, need, slot, members, sizes):
    """The slot with the fewest ways to fill it; -1 where one has none."""
    best, least = -1, len(slot) + 1
    for at in range(len(need)):
        if need[at] > 0:
            number = ways(at, closed, need, slot, members, sizes)
            if number == 0:
                return -1
            if number < least:
                best, least = at, number
    return best


@njit(cache=True)
def descend(n, turns, random, cut, tables):
    """Search until so many orbits are tried. 1: `chosen` is a board, 0: cut, -1: there is none."""
    lines, slot, needed, members, sizes, chosen = tables
    need = needed.copy()
    orbit_count = len(slot)
    closed = np.zeros((len(chosen) + 1, orbit_count), np.bool_)
    options = np.empty((len(chosen), orbit_count), np.int64)
    left = np.empty(len(chosen), np.int64)
    depth, fresh = 0, True
    while cut > 0:
        if fresh:
            if depth == len(chosen):
                return 1
            left[depth] = 0
            at = tightest(closed[depth], need, slot, members, sizes)
            for k in range(sizes[at] if at >= 0 else 0):
                if not closed[depth, members[at, k]]:
                    options[depth, left[depth]] = members[at, k]
                    left[depth] += 1
        if left[depth] == 0:
            depth -= 1
            if depth < 0:
                return -1
            orbit = chosen[depth]
            need[slot[orbit, 0]] += 1
            need[slot[orbit, 1]] += 1
            closed[depth, orbit] = True
            fresh = False
            continue
        pick = draw_below(random, left[depth])
        orbit = options[depth, pick]
        left[depth] -= 1
        options[depth, pick] = options[depth, left[depth]]
        cut -= 1
        now, below = closed[depth], closed[depth + 1]
        for k in range(orbit_count):
            below[k] = now[k]
        close(orbit, chosen[:depth], below, lines)
        chosen[depth] = orbit
        need[slot[orbit, 0]] -= 1
        need[slot[orbit, 1]] -= 1
        depth += 1
        fresh = True
    return 0


@njit(cache=True)
def board_of(n, chosen, points, pair):
    """The board with the points of the orbits that are chosen."""
    board = np.zeros((n, n), np.int8)
    turns = points.shape[1]
    for orbit in chosen:
        for turn in range(0, turns, 2 if pair[orbit] else 1):
            board[points[orbit, turn, 0], points[orbit, turn, 1]] = 1
    return board


def place(n, turns, seed):
    """The board with this symmetry, or None where there is none. Not compiled: it would hold all functions above a
    second time, and take a second more."""
    orbit_of, points = orbits(n, turns)
    gcds = gcd_table(n)
    slot, need, pair = slots(n, turns, points)
    members, sizes = members_of(slot, len(need))
    chosen = np.empty((need.sum() + 1) // 2, np.int64)
    lines = (orbit_of, points, gcds, clashes(orbit_of, points, gcds, pair))
    tables = (lines, slot, need, members, sizes, chosen)
    random = np.full(1, 0x9E3779B97F4A7C15 ^ seed, np.uint64)
    cut = FIRST_CUT
    found = 0
    while found == 0:
        found = descend(n, turns, random, cut, tables)
        cut += cut // 20
    return board_of(n, chosen, points, pair) if found > 0 else None


def solve(n: int, pieces: int) -> np.ndarray | None:
    """An int8 board (n, n) with 2n points."""
    for turns in (2 if n % 2 and n < RARE else 4, 1):
        board = place(n, turns, n)
        if board is not None:
            return board
    return None
