"""Write the inputs of this package again: python make.py. Each case is a seed; answers are kept beside them."""

import random
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

HERE = Path(__file__).parent
Cell = tuple[int, int]
Regions = list[list[int]]

# Regions grown around a hidden arrangement, so that there is one: n, stars, seed.
HIDDEN = {
    "sample/5-1": (5, 1, 1),
    "sample/7-1": (7, 1, 1),
    "sample/8-1": (8, 1, 3),
    "sample/8-2": (8, 2, 0),
    "medium/9-1": (9, 1, 1),
    "medium/10-1": (10, 1, 2),
    "medium/9-2": (9, 2, 1),
    "medium/10-2": (10, 2, 3),
    "hard/12-1": (12, 1, 4),
    "hard/12-2": (12, 2, 4),
    "hard/14-1": (14, 1, 4),
    "hard/14-2-a": (14, 2, 2),
    "hard/14-2-b": (14, 2, 6),
    "hard/14-3": (14, 3, 4),
}
# The same, and then so many cells given to the region beside: n, stars, seed, cells.
SHIFTED = {
    "medium/9-2-none": (9, 2, 2, 10),
    "hard/12-2-shifted": (12, 2, 1, 16),
    "hard/12-2-none": (12, 2, 3, 16),
    "hard/14-2-shifted": (14, 2, 2, 20),
    "hard/14-3-shifted": (14, 3, 3, 16),
    "hard/14-3-none": (14, 3, 0, 16),
}
# Regions grown around cells at random: mostly there is no arrangement.
GROWN = {
    "sample/6-1-none": (6, 1, 3),
    "hard/12-1-none": (12, 1, 4),
    "hard/14-1-none": (14, 1, 5),
}


def arrangement(n: int, stars: int, dice: random.Random) -> list[Cell]:
    """Return stars that keep all rules but that of the regions: rows at random, begun again when stuck."""
    ways = [way for way in combinations(range(n), stars) if all(b - a > 1 for a, b in pairwise(way))]
    while True:
        left, rows = [stars] * n, list[tuple[int, ...]]()
        for row in range(n):
            due = [column for column in range(n) if left[column] > n - 1 - row]
            above = rows[-1] if rows else ()
            apart = [way for way in ways if all(abs(c - a) > 1 for c in way for a in above)]
            fitting = [way for way in apart if all(left[c] for c in way) and set(due) <= set(way)]
            if not fitting:
                break
            rows.append(dice.choice(fitting))
            for column in rows[-1]:
                left[column] -= 1
        else:
            return [(row, column) for row, way in enumerate(rows) for column in way]


def beside(n: int, cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share a side with this one."""
    row, column = cell
    for i, j in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
        if 0 <= i < n and 0 <= j < n:
            yield i, j


def grow(regions: Regions, dice: random.Random) -> None:
    """Give every cell without a region to one beside it, at random."""
    n = len(regions)
    free = {(i, j) for i in range(n) for j in range(n) if not regions[i][j]}
    while free:
        edge = [(cell, regions[i][j]) for cell in sorted(free) for i, j in beside(n, cell) if regions[i][j]]
        cell, region = dice.choice(edge)
        regions[cell[0]][cell[1]] = region
        free.remove(cell)


def join(regions: Regions, start: Cell, end: Cell) -> bool:
    """Make the cells of a shortest way between two cells of one region its own; False where there is no way."""
    region = regions[start[0]][start[1]]
    came: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue and end not in came:
        cell = queue.popleft()
        for i, j in beside(len(regions), cell):
            if (i, j) not in came and regions[i][j] in (0, region):
                came[i, j] = cell
                queue.append((i, j))
    if end not in came:
        return False
    while end != start:
        regions[end[0]][end[1]] = region
        end = came[end]
    return True


def distance(one: Cell, other: Cell) -> int:
    """Return how many steps lead from one cell to the other."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def around(n: int, stars: int, dice: random.Random) -> Regions:
    """Return regions of which each holds so many stars of an arrangement."""
    while True:
        left, regions = arrangement(n, stars, dice), [[0] * n for _ in range(n)]
        groups: list[list[Cell]] = []
        while left:
            first = left.pop(dice.randrange(len(left)))
            near = sorted(left, key=partial(distance, first))[: stars - 1]
            groups.append([first, *near])
            left = [cell for cell in left if cell not in near]
        for region, group in enumerate(groups, 1):
            for i, j in group:
                regions[i][j] = region
        if all(join(regions, group[0], cell) for group in groups for cell in group[1:]):
            grow(regions, dice)
            return regions


def grown(n: int, dice: random.Random) -> Regions:
    """Return n regions around cells at random."""
    regions = [[0] * n for _ in range(n)]
    for region, (i, j) in enumerate(dice.sample([(i, j) for i in range(n) for j in range(n)], n), 1):
        regions[i][j] = region
    grow(regions, dice)
    return regions


def whole(regions: Regions, region: int) -> bool:
    """Is the region in one piece, and not empty?"""
    n = len(regions)
    cells = {(i, j) for i in range(n) for j in range(n) if regions[i][j] == region}
    seen, queue = set[Cell](), list(cells)[:1]
    while queue:
        cell = queue.pop()
        seen.add(cell)
        queue += [other for other in beside(n, cell) if other in cells and other not in seen]
    return bool(cells) and seen == cells


def shifted(regions: Regions, count: int, dice: random.Random) -> Regions:
    """Give so many cells at random to a region beside them; the hidden arrangement is mostly lost."""
    n = len(regions)
    while count:
        i, j = dice.randrange(n), dice.randrange(n)
        row, column = dice.choice(list(beside(n, (i, j))))
        before, regions[i][j] = regions[i][j], regions[row][column]
        if before != regions[i][j] and whole(regions, before):
            count -= 1
        else:
            regions[i][j] = before
    return regions


def cases() -> dict[str, tuple[int, int, Regions]]:
    """Return n, the stars of a row, and the regions of each case."""
    made = {name: (n, stars, around(n, stars, random.Random(seed))) for name, (n, stars, seed) in HIDDEN.items()}
    for name, (n, stars, seed, count) in SHIFTED.items():
        dice = random.Random(seed)
        made[name] = n, stars, shifted(around(n, stars, dice), count, dice)
    return made | {name: (n, stars, grown(n, random.Random(seed))) for name, (n, stars, seed) in GROWN.items()}


def text(n: int, stars: int, regions: Regions) -> str:
    """Return the input of a case."""
    return "\n".join([f"{n} {stars}", *(" ".join(map(str, row)) for row in regions), ""])


if __name__ == "__main__":
    for case, (size, each, parts) in cases().items():
        (HERE / case).mkdir(parents=True, exist_ok=True)
        (HERE / case / "input.txt").write_text(text(size, each, parts))
