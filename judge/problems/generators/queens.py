"""Recipes of boards of which some queens are given: by hand, at random, or at random in the corners.

Random boards are easy, as Gent, Jefferson and Nightingale found (JAIR 59, 2017). Of queens in the corners, the
diagonals cross the middle, of which no row is given: about half of such boards can be completed where they cross half
of it, and there the search is long.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from judge.model import Algorithm, Instance
from judge.problems.generators.boards import SIZE_HELP
from judge.problems.generators.keys import (
    Cells,
    Key,
    Lists,
    Recipes,
    ValueFault,
    Values,
    cells,
    number,
    on_board,
    plain_word,
)
from judge.problems.rules.plain import PIECE


def placed(free: list[tuple[int, int]], count: int, dice: random.Random) -> Cells:
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
        found.append((row + 1, column + 1))
    return tuple(found)


def _board(values: Values, seed: int, algorithm: Algorithm) -> Instance:
    n, width, count = values["n"], values["corner"], values["placed"]
    grid = np.zeros((n, n), np.int8)
    lines = [i for i in range(n) if width is None or i < width or i >= n - width]
    queens = placed([(i, j) for i in lines for j in lines], count, random.Random(seed)) if count else ()
    if len(queens) < count:
        message = f"with seed {seed} there is room for {len(queens)} queens, and not for {count}"
        raise ValueFault("placed", message, "write a smaller number, or another seed")
    for row, column in (*queens, *values["given"]):
        grid[row - 1, column - 1] = PIECE
    return Instance(algorithm, n, n, grid)


def _together(lists: Lists, written: frozenset[str]) -> None:
    least = min(lists["n"])
    on_board(lists["given"][0], "given", "queen", (least, least))
    if "given" in written and "placed" in written:
        raise ValueFault("given", "queens are given by hand and at random", "keep one of given and placed")
    if max(lists["placed"]) > least:
        message = f"{max(lists['placed'])} queens are given, but n is {least}"
        raise ValueFault("placed", message, "write at most n")


_SAMPLES: Final = """
[secret.anywhere]             # 2 sizes, 3 seeds: 6 cases
n = [8, 10]
placed = 2                    # so many are given, at random, none in sight of another
seed = 1
count = 3

[secret.corners]              # 2 cases
n = 10
placed = 4
corner = 4                    # in the first and last 4 rows and columns
seed = 1
count = 2
"""


def recipes(most: int) -> Recipes:
    """Return the recipes of boards with given queens, n up to `most`."""
    return Recipes(
        keys=(
            Key("n", number("n", 1, most), plain_word(), needed=SIZE_HELP),
            Key("placed", number("placed", 0, most), plain_word("p"), 0),
            Key("corner", number("corner", 1, most), plain_word("c")),
            Key("given", cells("given"), default=()),
        ),
        board=_board,
        together=_together,
        samples=_SAMPLES,
    )
