# @EXPECTED_RESULTS@: AC, TLE
"""Simulated annealing: all lizards on the board at once, and fewer and fewer quarrels among them.

Idea. Put the lizards on free cells at random. Take a random lizard and a random free cell; count how many
pairs of lizards could eat each other more if it moved there. If there are fewer, let it move. If there are
`worse` more, let it move all the same with probability exp(-worse / T). The temperature T starts high, so that
the lizards wander freely, and falls, so that in the end they move only where it helps. If a round ends with
quarrels left, heat up again and cool down twice as slowly.

A proposal takes constant time. Two lizards quarrel if they stand in one tree-free segment of a row, a column
or a diagonal; so each segment has a number and a counter of its lizards, and a lizard has as many quarrels as
the counters of its four segments say.

Source. The assignment (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA) asks for simulated annealing;
Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing" (1983). The random numbers are Marsaglia's
xorshift, seeded from the board: the same case has the same answer each time.

Cost. Some 20 million proposals a second, and memory for four numbers a cell. It says FAIL only where counting
segments proves it. Otherwise it searches on, on an impossible board without end.
"""

import numpy as np
from numba import njit

TREE = 2
HOT, COLD = 0.5, 0.08  # temperatures, in quarrels
STEPS = 200  # of the temperature in a round
QUARRELS = 64  # more of them are never accepted


@njit(cache=True)
def segments_of(grid):
    """The number of the segment of each cell in each of the four directions, and how many segments each has."""
    n = grid.shape[0]
    segment = np.zeros((n * n, 4), np.int32)
    count = np.zeros(4, np.int64)
    number = 0
    for direction, (y, x) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
        for r in range(n):
            for c in range(n):
                if grid[r, c] == TREE:
                    continue
                if r >= y and 0 <= c - x < n and grid[r - y, c - x] != TREE:
                    segment[r * n + c, direction] = segment[(r - y) * n + c - x, direction]
                else:
                    segment[r * n + c, direction] = number
                    count[direction] += 1
                    number += 1
    return segment, count


@njit(cache=True)
def seed_of(grid, lizards):
    """The state of the random numbers, in an array: one word other than 0 that depends on every cell."""
    state = np.full(1, 0xCBF29CE484222325, np.uint64)
    state[0] ^= np.uint64(lizards)
    for cell in grid.ravel():
        state[0] = (state[0] ^ np.uint64(cell)) * np.uint64(0x100000001B3)
    state[0] |= np.uint64(1)
    return state


@njit(cache=True)
def below(bound, state):
    """A random number from 0 to bound - 1, from the upper half of the next word of xorshift64."""
    word = state[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state[0] = word
    return np.int64((word >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@njit(cache=True)
def scatter(cells, lizards, state):
    """Bring `lizards` random cells to the front of `cells`: those are where the lizards stand."""
    for k in range(lizards):
        other = k + below(cells.size - k, state)
        cells[k], cells[other] = cells[other], cells[k]


@njit(cache=True)
def quarrels_at(cell, segment, held):
    """How many lizards share a segment with the cell, not counting one that stands on it."""
    return held[segment[cell, 0]] + held[segment[cell, 1]] + held[segment[cell, 2]] + held[segment[cell, 3]]


@njit(cache=True)
def change(cell, segment, held, by):
    """Let a lizard come to the cell (by = 1) or leave it (-1)."""
    for direction in range(4):
        held[segment[cell, direction]] += by


@njit(cache=True)
def cool_down(cells, segment, lizards, proposals, state):
    """One round. The lizards stand on the first `lizards` cells. Returns the quarrels left."""
    held = np.zeros(segment.max() + 1, np.int32)
    quarrels = 0
    for k in range(lizards):
        quarrels += quarrels_at(cells[k], segment, held)
        change(cells[k], segment, held, 1)
    accepted = np.zeros(QUARRELS)  # [worse]: the probability to accept that, in units of 2^-32
    for step in range(STEPS):
        temperature = HOT * (COLD / HOT) ** (step / (STEPS - 1))
        for worse in range(QUARRELS):
            accepted[worse] = np.exp(-worse / temperature) * 2.0**32
        for _ in range(proposals // STEPS):
            if quarrels == 0 or cells.size == lizards:
                return quarrels
            lizard = below(lizards, state)
            empty = lizards + below(cells.size - lizards, state)
            start, goal = cells[lizard], cells[empty]
            change(start, segment, held, -1)
            worse = quarrels_at(goal, segment, held) - quarrels_at(start, segment, held)
            if worse <= 0 or (worse < QUARRELS and below(1 << 32, state) < accepted[worse]):
                cells[lizard], cells[empty] = goal, start
                quarrels += worse
            change(cells[lizard], segment, held, 1)
    return quarrels


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if a segment count rules that out."""
    segment, count = segments_of(grid)
    if lizards > count.min():
        return None
    cells = np.flatnonzero(grid != TREE)
    state = seed_of(grid, lizards)
    scatter(cells, lizards, state)
    proposals, quarrels = 100 * lizards, 1
    while quarrels:
        quarrels = cool_down(cells, segment, lizards, proposals, state)
        proposals *= 2
    board = grid.copy()
    board.ravel()[cells[:lizards]] = 1
    return board
