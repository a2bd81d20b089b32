# @EXPECTED_RESULTS@: AC, TLE
"""Profiles: all half-filled boards at once, row by row, and equal ones only once.

Idea. Take the tree-free stretches of the rows in reading order; each holds one lizard or none. A level holds
every state that the first stretches can be left in. Two things keep it small:

* *Equal states are merged.* What matters for the rest of the board is not where the lizards stand but which
  lines they watch. So a state is a set of watched columns and diagonals, one bit a line, and of all ways to
  reach it the one with the most lizards is kept: taking a lizard away never hurts. At the end of a row the
  lines that meet a tree or the edge in the next row drop out of the set, which makes more states equal.
* *Hopeless states are dropped.* A tree-free segment of any direction holds one lizard at most. The segments
  that are still to come and not watched say how many lizards the rest can hold.

The lizards of a state are a chain: the last one, and the chain before it. States with a common past share it.

So that memory is not gone before the time is, a level is first cut to its `width` fullest states, and the
whole repeated sixteen times as wide until an arrangement is found or nothing was cut. Width 1 is a greedy
descent. If nothing was cut, every arrangement was looked at: FAIL is exact.

Source. Breadth first, as the assignment asks (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA). Merging
makes it a dynamic program over profiles, as is used to count domino tilings.

Cost. As many steps as there are states, some 40 bytes each. To prove that one lizard more than fits is too many
takes 0.1 s for n = 13 with trees on 10 % of the cells, 0.2 to 3 s for n = 15 at 30 %, and for n = 17 too long.
"""

import numpy as np
from numba import njit

TREE = 2
NONE = -1
FOUND, CUT, RULED_OUT = range(3)
ONE, LOW_SIX = np.uint64(1), np.uint64(63)

inner = njit(cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # not called by Python


@inner
def popcount(word):
    """How many bits are set."""
    word -= word >> ONE & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@inner
def line_of(direction, r, c, n):
    """The number of the column (0), falling (1) or rising diagonal (2) through a cell."""
    return (c, 2 * n - 1 + r - c, 3 * n - 1 + r + c)[direction]


@inner
def add(lines, line):
    """Put a line into a set."""
    lines[line >> 6] |= ONE << (np.uint64(line) & LOW_SIX)


@inner
def is_watched(lines, r, c, n):
    """Whether one of the lines through the cell is in the set."""
    for direction in range(3):
        line = line_of(direction, r, c, n)
        if lines[line >> 6] >> (np.uint64(line) & LOW_SIX) & ONE:
            return True
    return False


@inner
def stretches_of(grid):
    """The tree-free stretches of the rows in reading order: row, first column, column behind. A row of n ends them."""
    n = grid.shape[0]
    stretches = np.full((n * (n + 1) // 2 + 1, 3), n, np.int32)
    count = 0
    for r in range(n):
        for c in range(n):
            if grid[r, c] != TREE:
                if c == 0 or grid[r, c - 1] == TREE:
                    stretches[count, 0], stretches[count, 1] = r, c
                    count += 1
                stretches[count - 1, 2] = c + 1
    return stretches[: count + 1]


@inner
def lines_of(grid):
    """Three tables.

    kinds[direction]: the set of all columns, falling or rising diagonals.
    alive[r]: the set of lines with a free cell in row r; none for r = n.
    room[r, direction]: how many segments of the direction reach into row r or lie below.
    """
    n = grid.shape[0]
    words = (5 * n - 2 + 63) // 64
    kinds, alive = np.zeros((3, words), np.uint64), np.zeros((n + 1, words), np.uint64)
    room = np.zeros((n + 1, 3), np.int64)
    for r in range(n - 1, -1, -1):
        for direction, aside in enumerate((0, 1, -1)):
            room[r, direction] = room[r + 1, direction]
            for c in range(n):
                line = line_of(direction, r, c, n)
                add(kinds[direction], line)
                if grid[r, c] != TREE:
                    add(alive[r], line)
                    goes_on = r + 1 < n and 0 <= c + aside < n and grid[r + 1, c + aside] != TREE
                    room[r, direction] += not goes_on
    return kinds, alive, room


@inner
def room_left(lines, kinds, room):
    """How many lizards a state leaves room for, as its segments that are to come and not watched say."""
    least = room[0]
    for direction in range(3):
        watched = 0
        for w in range(lines.size):
            watched += popcount(lines[w] & kinds[direction, w])
        least = min(least, room[direction] - watched)
    return least


@inner
def slot_of(table, states, lines):
    """Where the table holds the state with these lines, or the place where it belongs."""
    key = np.uint64(0)
    for word in lines:
        key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    slot = np.int64(key & np.uint64(table.size - 1))
    while table[slot] != NONE:
        same = True
        for w in range(lines.size):
            same &= states[table[slot], w] == lines[w]
        if same:
            break
        slot = slot + 1 & table.size - 1
    return slot


@inner
def twice(rows, used):
    """The array with room for twice as many rows; the first `used` are kept."""
    larger = np.empty((2 * rows.shape[0], rows.shape[1]), rows.dtype)
    for k in range(used):
        for w in range(rows.shape[1]):  # in a loop: to compile an assignment of arrays takes two seconds
            larger[k, w] = rows[k, w]
    return larger


@inner
def table_of(states, used):
    """A hash table for the states: their indices, four places for each that `states` has room for."""
    table = np.full(4 * states.shape[0], NONE, np.int32)
    for k in range(used):
        table[slot_of(table, states, states[k])] = k
    return table


@inner
def fullest(states, facts, used, width):
    """Keep the `width` states with the most lizards, in their order. Returns how many are kept."""
    if used <= width:
        return used
    most = 0
    for k in range(used):
        most = max(most, facts[k, 0])
    tally = np.zeros(most + 1, np.int64)
    for k in range(used):
        tally[facts[k, 0]] += 1
    bar, above = tally.size, 0  # all states with at least `bar` lizards are kept, and some with one less
    while above + tally[bar - 1] <= width:
        bar -= 1
        above += tally[bar]
    some, kept = width - above, 0
    for k in range(used):
        lizards = facts[k, 0]
        if lizards >= bar or (lizards == bar - 1 and some > 0):
            some -= lizards == bar - 1
            for w in range(states.shape[1]):
                states[kept, w] = states[k, w]
            for w in range(3):
                facts[kept, w] = facts[k, w]
            kept += 1
    return kept


@inner
def living(chains, linked, facts):
    """Forget the links that no state of a level hangs on to; the others move up. Returns how many are left."""
    place = np.full(linked, NONE, np.int32)
    for k in range(len(facts)):
        if facts[k, 1] != NONE:
            place[facts[k, 1]] = 0
    for link in range(linked - 1, -1, -1):
        if place[link] == 0 and chains[link, 0] != NONE:
            place[chains[link, 0]] = 0
    left = 0
    for link in range(linked):
        if place[link] == 0:
            place[link] = left
            before = chains[link, 0]
            chains[left, 0] = NONE if before == NONE else place[before]
            chains[left, 1] = chains[link, 1]
            left += 1
    for k in range(len(facts)):
        if facts[k, 1] != NONE:
            facts[k, 1] = place[facts[k, 1]]
    return left


@inner
def link_up(chains, linked, facts):
    """Put the last lizard of each state of a level into its chain. Returns the chains and their number of links."""
    if linked + len(facts) > len(chains):
        linked = living(chains, linked, facts)
        while linked + len(facts) > len(chains) // 2:
            chains = twice(chains, linked)
    for k in range(len(facts)):
        if facts[k, 2] != NONE:
            chains[linked, 0], chains[linked, 1] = facts[k, 1], facts[k, 2]
            facts[k, 1] = linked
            linked += 1
    return chains, linked


@inner
def mark(grid, chains, chain):
    """Put the lizards of a chain on the board."""
    n = grid.shape[0]
    while chain != NONE:
        grid[chains[chain, 1] // n, chains[chain, 1] % n] = 1
        chain = chains[chain, 0]


@njit(cache=True)
def sweep(grid, lizards, width):
    """Go through all levels, no more than `width` states each. Puts the lizards on the board when it has FOUND them."""
    n = grid.shape[0]
    stretches = stretches_of(grid)
    kinds, alive, room = lines_of(grid)
    states, facts = np.zeros((64, alive.shape[1]), np.uint64), np.zeros((64, 3), np.int32)
    next_states, next_facts = (
        states.copy(),
        facts.copy(),
    )  # facts: lizards, chain, last cell if not yet in the chain
    facts[0, 1] = NONE
    chains, linked = np.empty((64, 2), np.int32), np.int64(0)  # the link before, cell
    lines = np.zeros(alive.shape[1], np.uint64)
    used, outcome = int(lizards <= room_left(lines, kinds, room[0])), RULED_OUT
    for at in range(len(stretches) - 1):
        r, first, end = stretches[at]
        below, to_come = stretches[at + 1, 0], len(stretches) - 2 - at
        size = np.int64(0)
        table = table_of(next_states, size)
        for k in range(used):
            if size + end - first + 1 > len(next_states):
                if size > width:  # cut early: what is not among the fullest of some is not among those of all
                    size, outcome = fullest(next_states, next_facts, size, width), CUT
                while size + end - first + 1 > len(next_states) // 2:
                    next_states, next_facts = twice(next_states, size), twice(next_facts, size)
                table = table_of(next_states, size)
            for c in range(first, end + 1):  # behind the stretch: no lizard
                if c < end and is_watched(states[k], r, c, n):
                    continue
                for w in range(lines.size):
                    lines[w] = states[k, w]
                count, cell = facts[k, 0], NONE
                if c < end:
                    count, cell = count + 1, r * n + c
                    for direction in range(3):
                        add(lines, line_of(direction, r, c, n))
                if count == lizards:
                    grid[r, c] = 1
                    mark(grid, chains, facts[k, 1])
                    return FOUND
                if below > r:
                    for w in range(lines.size):
                        lines[w] &= alive[r + 1, w]
                fits = count + to_come >= lizards
                if not fits or (below > r and count + room_left(lines, kinds, room[r + 1]) < lizards):
                    continue
                slot = slot_of(table, next_states, lines)
                known = table[slot]
                if known == NONE:
                    known = table[slot] = size
                    for w in range(lines.size):
                        next_states[known, w] = lines[w]
                    size += 1
                elif next_facts[known, 0] >= count:
                    continue
                next_facts[known, 0], next_facts[known, 1], next_facts[known, 2] = count, facts[k, 1], cell
        used = fullest(next_states, next_facts, size, width)
        outcome = CUT if used < size else outcome
        chains, linked = link_up(chains, linked, next_facts[:used])
        states, next_states, facts, next_facts = next_states, states, next_facts, facts
    return outcome


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement."""
    board, width, outcome = grid.copy(), 1, CUT
    while outcome == CUT:
        outcome = sweep(board, lizards, width)
        width *= 16
    return board if outcome == FOUND else None
