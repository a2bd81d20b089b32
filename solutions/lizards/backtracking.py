# @EXPECTED_RESULTS@: AC, TLE
"""Backtracking++: place the lizards column by column, and take back what leads nowhere.

Idea. Walk over the cells column by column, from the left, each column from the top. On a free cell that
nobody watches there are two choices: put a lizard there, or leave the cell empty. Take the first; come
back for the second only when the first has led nowhere. Four things make that quick:

* *Is a cell safe?* takes four look-ups. Each row, column, falling diagonal and rising diagonal has a
  mark: "the last thing met on this line is a lizard, not a tree". As the walk never turns back, that is
  just the question whether a lizard can see the next cell of the line. A tree wipes the marks of its four
  lines, and notes which of them it has wiped, so that going back can restore those and no others.
* After a lizard, the walk jumps to the next tree of the column: every cell before it is watched. The next
  lizard of the column can stand on the first free row after that tree.
* *Pruning.* At the foot of a column, turn back if (1) the column got no lizard, (2) neither this column
  nor one to its right holds a tree, so that each holds one lizard at most, and (3) more lizards are left
  than columns to the right.
* There is no recursion. A trail lists the lizards and the wiping trees in the order in which they were
  met; taking back means reading the trail from its end. So a board of a million cells needs no deep
  stack.

Source. Sachin Malhotra, "How to solve the Baby Lizards Problem - a fun twist on the N-Queens problem"
(2017), with his program at https://github.com/edorado93/Save-The-Lizards. Added here: a tree-free stretch
of a column or of a row holds one lizard at most, so with more lizards than stretches the answer is FAIL
before any search.

Why the article's case was easy. It puts 97,000 lizards on a board of 1000 x 1000. If the trees stand at
random and cover 24.75 % to 83 % of the cells, the very first descent finds room for all of them: not one
step back. With fewer trees (or more) it ends with too few lizards, and the search then does not come back
in time.

Cost. One descent is O(n * n) time and memory: about 10 ms for n = 1000. The whole search is exponential
in the worst case. It is complete: FAIL means that every arrangement was ruled out.
"""

import numpy as np
from numba import njit

TREE = 2
LIZARD = 16  # on the trail, apart from the sixteen ways in which a tree can wipe its four marks


@njit(cache=True)
def stretches(grid):
    """How many tree-free stretches the rows have: an upper bound on the number of lizards."""
    n = grid.shape[0]
    count = 0
    for r in range(n):
        for c in range(n):
            if grid[r, c] != TREE and (c == 0 or grid[r, c - 1] == TREE):
                count += 1
    return count


@njit(cache=True)
def next_trees(columns):
    """For each cell the row of the next tree below it in its column, n where there is none."""
    n = columns.shape[0]
    below = np.empty((n, n), np.int32)
    for c in range(n):
        nearest = n
        for r in range(n - 1, -1, -1):
            below[c, r] = nearest
            if columns[c, r] == TREE:
                nearest = r
    return below


@njit(cache=True)
def last_column_with_tree(columns):
    """The rightmost column that holds a tree, -1 where there is none."""
    n = columns.shape[0]
    for c in range(n - 1, -1, -1):
        for r in range(n):
            if columns[c, r] == TREE:
                return c
    return -1


@njit(cache=True)
def is_safe(watched, c, r):
    """Whether no lizard sees the cell."""
    n = watched.shape[1] // 2
    return not (watched[0, r] or watched[1, c] or watched[2, r - c + n] or watched[3, r + c])


@njit(cache=True)
def watch(watched, c, r):
    """Put a lizard on the cell: its four lines are watched from here on."""
    n = watched.shape[1] // 2
    watched[0, r] = watched[1, c] = watched[2, r - c + n] = watched[3, r + c] = 1


@njit(cache=True)
def grow_tree(watched, c, r):
    """Pass a tree: wipe the marks of its four lines. Returns which were set, a bit each: the undo record."""
    n = watched.shape[1] // 2
    wiped = watched[0, r] | watched[1, c] << 1 | watched[2, r - c + n] << 2 | watched[3, r + c] << 3
    watched[0, r] = watched[1, c] = watched[2, r - c + n] = watched[3, r + c] = 0
    return wiped


@njit(cache=True)
def restore(watched, c, r, wiped):
    """Set the four lines of a cell to what the bits of `wiped` say: undoes a tree, and with 0 a lizard."""
    n = watched.shape[1] // 2
    watched[0, r] = wiped & 1
    watched[1, c] = wiped >> 1 & 1
    watched[2, r - c + n] = wiped >> 2 & 1
    watched[3, r + c] = wiped >> 3 & 1


@njit(cache=True)
def search(columns, lizards):
    """Arrange the lizards on the transposed board `columns`, in place. Returns whether it could be done."""
    n = columns.shape[0]
    next_tree = next_trees(columns)
    last_tree = last_column_with_tree(columns)
    watched = np.zeros((4, 2 * n), np.uint8)
    in_column = np.zeros(n, np.int32)
    trail = np.empty((n * n, 2), np.int32)  # cell, and LIZARD or what a tree has wiped
    length = 0
    left = lizards
    c = r = 0
    while left > 0:
        if c < n and r < n:  # go down the column
            if columns[c, r] == TREE:
                wiped = grow_tree(watched, c, r)
                if wiped:
                    trail[length, 0], trail[length, 1] = c * n + r, wiped
                    length += 1
                r += 1
            elif is_safe(watched, c, r):
                watch(watched, c, r)
                trail[length, 0], trail[length, 1] = c * n + r, LIZARD
                length += 1
                left -= 1
                in_column[c] += 1
                r = next_tree[c, r]
            else:
                r += 1
        elif c < n and not (in_column[c] == 0 and c > last_tree and left > n - c - 1):
            c, r = c + 1, 0
        else:  # nowhere: back to the last lizard, and go on without it
            mark = 0
            while mark != LIZARD:
                if length == 0:
                    return False
                length -= 1
                c, r, mark = trail[length, 0] // n, trail[length, 0] % n, trail[length, 1]
                restore(watched, c, r, mark & 15)
            left += 1
            in_column[c] -= 1
            r += 1
    for step in range(length):
        if trail[step, 1] == LIZARD:
            columns[trail[step, 0] // n, trail[step, 0] % n] = 1
    return True


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement."""
    columns = grid.T.copy()
    if lizards > min(stretches(columns), stretches(grid)):
        return None
    return columns.T.copy() if search(columns, lizards) else None
