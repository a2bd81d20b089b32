"""Queens at random of which none sees another: what a case gives.

Random boards are easy, as Gent, Jefferson and Nightingale found (JAIR 59, 2017). Of queens in the corners, the
diagonals cross the middle, of which no row is given: about half of such boards can be completed where they cross half
of it, and there the search is long.
"""

from __future__ import annotations

import random


def apart(free: list[tuple[int, int]], count: int, dice: random.Random) -> list[tuple[int, int]]:
    """Go over the cells in random order, and take each that no queen before sees, until there are so many."""
    dice.shuffle(free)
    rows, columns, falling, rising = set[int](), set[int](), set[int](), set[int]()
    found: list[tuple[int, int]] = []
    for row, column in free:
        if len(found) == count:
            break
        if row in rows or column in columns or row - column in falling or row + column in rising:
            continue
        rows.add(row)
        columns.add(column)
        falling.add(row - column)
        rising.add(row + column)
        found.append((row, column))
    return found
