"""Save the lizards, in plain Python: backtracking over stretches, with an int as a set of rows.

A stretch is a run of cells without a tree, in a row, a column or along a diagonal. Two lizards see each other exactly
when they stand in one stretch. The search goes through the stretches of the columns, from the left column to the
right and in each from the top. In each stretch it tries the free rows from the top; the last choice is to leave the
stretch empty. It turns back as soon as more lizards are left than stretches to come.

Which rows of a column are watched, three sets of rows tell: along the row, along a falling and along a rising
diagonal. From one column to the next the first stays, the second moves down and the third up by one row, and a tree
ends all three. In an int, that is a shift and an "and", however large the board is.

Cost: about a second for 1000 x 1000, most of it reading, where lizards have room. The whole search is complete (FAIL
means that every arrangement was ruled out), but exponential in the worst case: it can't decide crowded boards from
about 10 x 10 on within seconds.
"""

import re
from pathlib import Path

INPUT, OUTPUT = Path("input.txt"), Path("output.txt")


def stretches_of(rows):
    """The stretches of the columns, as (column, set of rows)."""
    return [
        (column, ((1 << len(run[0])) - 1) << run.start())
        for column, cells in enumerate(zip(*rows, strict=True))
        for run in re.finditer("0+", "".join(cells))
    ]


def search(n, stretches, lizards):
    """The set of rows with a lizard for each column, or None if the lizards can't be placed."""
    free = [0] * n
    for column, rows in stretches:
        free[column] |= rows
    empty = 1 << n  # beside the rows: the choice to leave a stretch empty
    placed = [0] * n
    views = [(0, 0, 0)] * n  # into each column: along the row, falling, rising
    chosen, untried = [], []  # for each stretch so far: what was chosen, and what is still to be tried
    left = lizards
    while left > 0:
        k = len(chosen)
        if len(untried) == k and left <= len(stretches) - k:  # come to a new stretch
            column, rows = stretches[k]
            if k and stretches[k - 1][0] < column:
                along, falling, rising = (view & free[column - 1] for view in views[column - 1])
                here = placed[column - 1]
                views[column] = along | here, (falling | here) << 1, (rising | here) >> 1
            along, falling, rising = views[column]
            untried.append(rows & ~(along | falling | rising) | empty)
        if len(untried) > k and untried[k]:
            choice = untried[k] & -untried[k]  # the lowest bit
            untried[k] ^= choice
            chosen.append(choice)
            if choice != empty:
                placed[stretches[k][0]] |= choice
                left -= 1
        elif chosen:  # nowhere: back to the stretch before
            del untried[k:]
            choice = chosen.pop()
            if choice != empty:
                placed[stretches[k - 1][0]] ^= choice
                left += 1
        else:
            return None
    return placed


def main():
    _, n, lizards, *rows = INPUT.read_text().split()
    n = int(n)
    fit = sum(len(re.findall("0+", row)) for row in rows)  # a stretch of a row holds one lizard at most
    placed = search(n, stretches_of(rows), int(lizards)) if int(lizards) <= fit else None
    if placed is None:
        OUTPUT.write_text("FAIL\n")
        return
    board = [list(row) for row in rows]
    for column, lizard_rows in enumerate(placed):
        for bit in re.finditer("1", f"{lizard_rows:b}"[::-1]):
            board[bit.start()][column] = "1"
    OUTPUT.write_text("OK\n" + "".join("".join(row) + "\n" for row in board))


main()
