"""Star battle by the tightest unit: what a unit must hold, and what it can't, before any guess.

Idea: rows, columns and regions are units alike: each needs s stars on its open cells. A star closes the eight cells
around it. A unit that has its stars closes its other cells; a unit with just as many open cells as it needs takes all
of them; one with fewer ends the branch. That goes on until nothing follows.

  1. Then each unit is looked at as a whole. Its stars can't touch each other, so a 2 x 2 block holds one at most: where
     the open cells of a unit fit into as many blocks as it needs stars, each block holds exactly one, and what touches
     every open cell of a block is closed. A block covers two cells of a row, four of a region.
  2. The unit with the fewest open cells to spare is branched on: one of its cells with a star, then without. A star
     that leads to a contradiction is closed for good below.

Source: Haralick and Elliott, 1980 (forward checking, fewest values first); 2 x 2 blocks are how people solve it.

Cost: below 1 ms up to n = 12, some 10 ms for n = 14; a loosely cut board of 14 or 16 may take seconds.
"""

import numpy as np
from numba import njit

OPEN, STAR, CLOSED = 0, 1, 2

inner = njit(cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # not called by Python


@inner
def units_of(n, regions):
    """The units of each cell, and the cells of each unit: n rows, n columns, n regions; sizes are those of units."""
    of_cell = np.empty((n * n, 3), np.int64)
    cells = np.empty((3 * n, n * n), np.int64)
    sizes = np.zeros(3 * n, np.int64)
    for cell in range(n * n):
        row, column = cell // n, cell % n
        of_cell[cell, 0] = row
        of_cell[cell, 1] = n + column
        of_cell[cell, 2] = 2 * n + regions[row, column] - 1
        for unit in of_cell[cell]:
            cells[unit, sizes[unit]] = cell
            sizes[unit] += 1
    return of_cell, cells, sizes


@inner
def copy(source, target):
    """Write all of an array to the beginning of another: to compile `target[:] = source` takes two seconds."""
    for k in range(len(source)):
        target[k] = source[k]


@inner
def close(cell, state, of_cell):
    """Close an open cell."""
    board, _need, left = state
    if board[cell] == OPEN:
        board[cell] = CLOSED
        for unit in of_cell[cell]:
            left[unit] -= 1


@inner
def put(cell, state, of_cell, n):
    """Set a star on an open cell, and close the cells around it."""
    board, need, left = state
    board[cell] = STAR
    for unit in of_cell[cell]:
        need[unit] -= 1
        left[unit] -= 1
    row, column = cell // n, cell % n
    for r in range(max(row - 1, 0), min(row + 2, n)):
        for c in range(max(column - 1, 0), min(column + 2, n)):
            close(r * n + c, state, of_cell)


@inner
def follow(state, tables, n):
    """Set and close what follows from counting; False for a contradiction."""
    of_cell, cells, sizes = tables
    board, need, left = state
    changed = True
    while changed:
        changed = False
        for unit in range(3 * n):
            if left[unit] < need[unit] or need[unit] < 0:
                return False
            if left[unit] == 0 or (need[unit] > 0 and left[unit] > need[unit]):
                continue
            changed = True
            for k in range(sizes[unit]):
                cell = cells[unit, k]
                if board[cell] == OPEN:
                    if need[unit] == 0:
                        close(cell, state, of_cell)
                    else:
                        put(cell, state, of_cell, n)
    return True


@inner
def blocks(unit, state, tables, n, block_of):
    """The fewest 2 x 2 blocks, found from the top left, that hold the open cells of a unit; writes each cell's."""
    _of_cell, cells, sizes = tables
    board = state[0]
    count = 0
    for k in range(sizes[unit]):
        block_of[cells[unit, k]] = -1
    for k in range(sizes[unit]):
        cell = cells[unit, k]
        if board[cell] != OPEN or block_of[cell] >= 0:
            continue
        row, column = cell // n, cell % n
        best, most = 0, 0
        for shift in (0, -1):  # the block begins in this column, or in the one before
            covered = 0
            for j in range(k, sizes[unit]):
                other = cells[unit, j]
                down, across = other // n - row, other % n - column - shift
                if board[other] == OPEN and block_of[other] < 0 and down < 2 and 0 <= across < 2:
                    covered += 1
            if covered > most:
                best, most = shift, covered
        for j in range(k, sizes[unit]):
            other = cells[unit, j]
            down, across = other // n - row, other % n - column - best
            if board[other] == OPEN and block_of[other] < 0 and down < 2 and 0 <= across < 2:
                block_of[other] = count
        count += 1
    return count


@inner
def close_around_blocks(unit, count, state, tables, n, block_of):
    """Close the cells that touch each open cell of a block, which holds a star. True if there are any."""
    of_cell, cells, sizes = tables
    board = state[0]
    closed = False
    for block in range(count):
        top, bottom, low, high = n, -1, n, -1
        for k in range(sizes[unit]):
            cell = cells[unit, k]
            if board[cell] == OPEN and block_of[cell] == block:
                top, bottom = min(top, cell // n), max(bottom, cell // n)
                low, high = min(low, cell % n), max(high, cell % n)
        for r in range(max(bottom - 1, 0), min(top + 2, n)):
            for c in range(max(high - 1, 0), min(low + 2, n)):
                cell = r * n + c
                inside = of_cell[cell, 0] == unit or of_cell[cell, 1] == unit or of_cell[cell, 2] == unit
                if board[cell] == OPEN and not (inside and block_of[cell] == block):
                    close(cell, state, of_cell)
                    closed = True
    return closed


@inner
def reason(state, tables, n, block_of):
    """Do all that follows without a guess; False for a contradiction."""
    need = state[1]
    while True:
        if not follow(state, tables, n):
            return False
        closed = False
        for unit in range(3 * n):
            if need[unit] == 0:
                continue
            count = blocks(unit, state, tables, n, block_of)
            if count < need[unit]:
                return False
            if count == need[unit] and close_around_blocks(unit, count, state, tables, n, block_of):
                closed = True
                break
        if not closed:
            return True


@inner
def tightest(state, n):
    """The unit with the fewest open cells to spare; -1 where all have their stars."""
    _board, need, left = state
    best, least = -1, n * n + 1
    for unit in range(3 * n):
        if need[unit] > 0 and left[unit] - need[unit] < least:
            best, least = unit, left[unit] - need[unit]
    return best


@njit(cache=True)
def place(n, stars, regions):
    """The cells of a board with all its stars as STAR, or an empty array."""
    tables = units_of(n, regions)
    of_cell, cells, sizes = tables
    depth_most = n * stars + 1
    boards = np.zeros((depth_most + 1, n * n), np.int8)
    needs = np.full((depth_most + 1, 3 * n), stars, np.int64)
    lefts = np.empty((depth_most + 1, 3 * n), np.int64)
    copy(sizes, lefts[0])
    tried = np.empty(depth_most, np.int64)
    block_of = np.full(n * n, -1, np.int64)
    depth = 0
    while depth >= 0:
        state = (boards[depth], needs[depth], lefts[depth])
        if not reason(state, tables, n, block_of):
            depth -= 1
            if depth >= 0:
                close(tried[depth], (boards[depth], needs[depth], lefts[depth]), of_cell)
            continue
        unit = tightest(state, n)
        if unit < 0:
            return boards[depth]
        k = 0
        while boards[depth, cells[unit, k]] != OPEN:
            k += 1
        tried[depth] = cells[unit, k]
        copy(boards[depth], boards[depth + 1])
        copy(needs[depth], needs[depth + 1])
        copy(lefts[depth], lefts[depth + 1])
        depth += 1
        put(tried[depth - 1], (boards[depth], needs[depth], lefts[depth]), of_cell, n)
    return boards[0, :0]


def solve(n: int, stars: int, regions: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with `stars` stars in each row, column and region; None where there is none."""
    board = place(n, stars, regions)
    return (board == STAR).astype(np.int8).reshape(n, n) if board.size else None
