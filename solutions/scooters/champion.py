"""Champion: the officers row by row, never where the best that the rows below can give is too little.

Each row holds one officer or none. Before a row is tried, its bound is taken: of each row from there on the best cell
that no officer sees yet, and of these cells the best, one for each officer that is left. Only if that beats the most
that is known, the row is tried: its cells with the most points first, then no officer at all. So the first arrangement
is a good one, and most branches end at once.

Cost: exponential at worst; n = 15 takes up to 0.2 s on boards of the homework's kind. Source: branch and bound, as
A. H. Land and A. G. Doig have it (Econometrica 28, 1960).
"""

import numpy as np
from numba import njit


@njit(cache=True)
def best_first(points):
    """Return the columns of each row, those with more points first. By insertion: `argsort` compiles for a second."""
    n = len(points)
    order = np.empty((n, n), np.int64)
    for r in range(n):
        for c in range(n):
            at = c
            while at > 0 and points[r, order[r, at - 1]] < points[r, c]:
                order[r, at] = order[r, at - 1]
                at -= 1
            order[r, at] = c
    return order


@njit(cache=True)
def bound(points, order, row, left, falling, rising, taken, best):
    """Return the most points of `left` officers in the rows from `row` on, none of them seen by those above, but each
    other; -1 if there are too few rows. `best` is room for a number a row."""
    n = len(points)
    rows = 0
    for r in range(row, n):
        for k in range(n):
            c = order[r, k]
            if not (taken[c] or falling[r - c + n] or rising[r + c]):
                value = points[r, c]
                at = rows
                while at > 0 and best[at - 1] < value:
                    best[at] = best[at - 1]
                    at -= 1
                best[at] = value
                rows += 1
                break
    return best[:left].sum() if rows >= left else -1


@njit(cache=True)
def most_points(points, officers):
    """Return the most points of so many officers, -1 if they don't fit."""
    n = len(points)
    order = best_first(points)
    taken, falling, rising = np.zeros(n, np.bool_), np.zeros(2 * n, np.bool_), np.zeros(2 * n, np.bool_)
    tried = np.zeros(n, np.int64)  # how many choices of a row are behind us: n cells, then none
    standing = np.full(n, -1)
    room = np.zeros(n + 1, np.int64)
    have = row = 0
    left, best = officers, -1
    while row >= 0:
        if row < n and standing[row] >= 0:  # back in a row: take its officer away
            c = standing[row]
            taken[c] = falling[row - c + n] = rising[row + c] = False
            standing[row] = -1
            have -= points[row, c]
            left += 1
        if left == 0:
            best = max(best, have)
        hopeless = left == 0 or row == n
        if not hopeless and tried[row] == 0:
            most = bound(points, order, row, left, falling, rising, taken, room)
            hopeless = most < 0 or have + most <= best
        if hopeless:
            row -= 1
            continue
        k = tried[row]
        while k < n:
            c = order[row, k]
            if not (taken[c] or falling[row - c + n] or rising[row + c]):
                break
            k += 1
        if k > n:
            row -= 1
            continue
        tried[row] = k + 1
        if k < n:
            c = order[row, k]
            taken[c] = falling[row - c + n] = rising[row + c] = True
            standing[row] = c
            have += points[row, c]
            left -= 1
        row += 1
        if row < n:
            tried[row] = 0
    return best


def solve(n: int, officers: int, points: np.ndarray) -> int | None:
    """Return the most activity points that officers can have, or None if they don't fit."""
    most = int(most_points(points, officers))
    return None if most < 0 else most
