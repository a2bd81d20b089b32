"""Write the inputs of this package again: python make.py. Each case is a seed; answers are kept beside them."""

import random
from pathlib import Path

HERE = Path(__file__).parent
Cell = tuple[int, int]

GIVEN: dict[str, tuple[int, list[Cell]]] = {  # n, and the cells of the given queens, from 1
    "sample/one-of-4": (4, [(1, 2)]),
    "sample/none-on-4": (4, [(1, 1)]),
    "sample/two-of-7": (7, [(3, 2), (6, 1)]),
    "sample/three-of-8": (8, [(1, 4), (4, 3), (8, 5)]),
    "sample/in-sight-on-8": (8, [(2, 3), (6, 7)]),
}
# Queens at random, none in sight of another: n, how many, seed. Such boards are easy,
# as Gent, Jefferson and Nightingale found.
ANYWHERE = {
    "medium/random-10": (10, 2, 0),
    "medium/random-12": (12, 4, 0),
    "medium/random-14": (14, 6, 1),
    "medium/random-16": (16, 7, 1),
    "medium/random-18": (18, 7, 0),
    "hard/random-50": (50, 32, 1),
    "hard/random-100": (100, 76, 1),
    "hard/random-200": (200, 162, 2),
    "hard/random-999": (999, 400, 1),
}
# Queens at random in the corners: n, the width of a corner, how many, seed. Their diagonals cross the middle, of which
# no row is given: about half of such boards can be completed where they cross half of it, and there the search is long.
CORNERS = {
    "hard/corners-30": (30, 10, 14, 7),
    "hard/corners-40-a": (40, 13, 20, 6),
    "hard/corners-40-b": (40, 13, 20, 21),
    "hard/corners-40-c": (40, 13, 18, 15),
    "hard/corners-60-a": (60, 20, 28, 6),
    "hard/corners-60-b": (60, 20, 34, 1),
    "hard/corners-60-c": (60, 20, 30, 5),
    "hard/corners-60-d": (60, 20, 32, 2),
}


def placed(cells: list[Cell], count: int, dice: random.Random) -> list[Cell]:
    """Go over the cells in random order, and take each that no queen before sees."""
    dice.shuffle(cells)
    rows: set[int] = set()
    columns: set[int] = set()
    falling: set[int] = set()
    rising: set[int] = set()
    found: list[Cell] = []
    for row, column in cells:
        if len(found) == count:
            break
        if row in rows or column in columns or row - column in falling or row + column in rising:
            continue
        rows.add(row)
        columns.add(column)
        falling.add(row - column)
        rising.add(row + column)
        found.append((row + 1, column + 1))
    assert len(found) == count, "this seed has no room for so many queens"
    return sorted(found)


def cases() -> dict[str, tuple[int, list[Cell]]]:
    """Return n and the given queens of each case."""
    made = dict(GIVEN)
    for name, (n, count, seed) in ANYWHERE.items():
        made[name] = n, placed([(i, j) for i in range(n) for j in range(n)], count, random.Random(seed))
    for name, (n, width, count, seed) in CORNERS.items():
        outer = [i for i in range(n) if i < width or i >= n - width]
        made[name] = n, placed([(i, j) for i in outer for j in outer], count, random.Random(seed))
    return made


def text(n: int, given: list[Cell]) -> str:
    """Return the input of a case."""
    return "\n".join([f"{n} {len(given)}", *(f"{row} {column}" for row, column in given), ""])


if __name__ == "__main__":
    for case, (size, queens) in cases().items():
        (HERE / case).mkdir(parents=True, exist_ok=True)
        (HERE / case / "input.txt").write_text(text(size, queens))
