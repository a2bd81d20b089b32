"""Recipes of boards with regions: grown around a hidden arrangement, the same with some cells moved, or at random."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, pairwise
from typing import Final

from judge.errors import ValueFault
from judge.problems.generators.keys import Lists

Cell = tuple[int, int]
Regions = list[list[int]]
HIDDEN, GROWN = "hidden", "grown"
MOST_GROWN: Final = 50  # larger ones take minutes to grow
MOST_STARS: Final = 3  # of more, the ways to fill a row are too many to be drawn from
_TRIES: Final = 20_000  # rows that are drawn, and cells that are tried for another region


def arrangement(n: int, stars: int, dice: random.Random) -> list[Cell]:
    """Return stars that keep all rules but that of the regions: rows at random, begun again when stuck."""
    ways = [way for way in combinations(range(n), stars) if all(b - a > 1 for a, b in pairwise(way))]
    tries = 0
    while tries < _TRIES:
        left, rows = [stars] * n, list[tuple[int, ...]]()
        for row in range(n):
            tries += 1
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
    raise ValueFault("stars", f"no arrangement of {stars} in each of {n} rows was found", "write fewer stars")


def beside(n: int, cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share a side with this one."""
    row, column = cell
    for i, j in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
        if 0 <= i < n and 0 <= j < n:
            yield i, j


def grow(regions: Regions, dice: random.Random) -> None:
    """Give every cell without a region to one beside it, at random."""
    n = len(regions)
    given = [(i, j) for i in range(n) for j in range(n) if regions[i][j]]
    edge = {(i, j) for cell in given for i, j in beside(n, cell) if not regions[i][j]}
    while edge:
        ways = [(cell, regions[i][j]) for cell in sorted(edge) for i, j in beside(n, cell) if regions[i][j]]
        cell, region = dice.choice(ways)
        regions[cell[0]][cell[1]] = region
        edge.remove(cell)
        edge.update((i, j) for i, j in beside(n, cell) if not regions[i][j])


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


def around_stars(n: int, stars: int, dice: random.Random) -> Regions:
    """Return regions of which each holds so many stars of an arrangement."""
    regions = around(n, stars, (arrangement(n, stars, dice) for _ in range(_TRIES)), dice)
    if regions is None:
        raise ValueFault("stars", f"no regions of {stars} stars on {n} rows were found", "write fewer stars")
    return regions


def around(n: int, size: int, arrangements: Iterable[list[Cell]], dice: random.Random) -> Regions | None:
    """Return regions of which each holds so many pieces of one of the arrangements; None where none can be grown."""
    for cells in arrangements:
        left, regions = list(cells), [[0] * n for _ in range(n)]
        groups: list[list[Cell]] = []
        while left:
            first = left.pop(dice.randrange(len(left)))
            near = sorted(left, key=partial(distance, first))[: size - 1]
            groups.append([first, *near])
            left = [cell for cell in left if cell not in near]
        for region, group in enumerate(groups, 1):
            for i, j in group:
                regions[i][j] = region
        if all(join(regions, group[0], cell) for group in groups for cell in group[1:]):
            grow(regions, dice)
            return regions
    return None


def grown(n: int, dice: random.Random) -> Regions:
    """Return n regions around cells at random."""
    regions = [[0] * n for _ in range(n)]
    for region, (i, j) in enumerate(dice.sample([(i, j) for i in range(n) for j in range(n)], n), 1):
        regions[i][j] = region
    grow(regions, dice)
    return regions


def whole(regions: Regions, region: int) -> bool:
    """Say whether the region is in one piece, and not empty."""
    n = len(regions)
    cells = {(i, j) for i in range(n) for j in range(n) if regions[i][j] == region}
    seen, queue = set[Cell](), list(cells)[:1]
    while queue:
        cell = queue.pop()
        seen.add(cell)
        queue += [other for other in beside(n, cell) if other in cells and other not in seen]
    return bool(cells) and seen == cells


def moved(regions: Regions, count: int, dice: random.Random) -> Regions:
    """Give so many cells at random to a region beside them; the hidden arrangement is mostly lost."""
    n, tries = len(regions), 0
    while count:
        tries += 1
        if tries > _TRIES:
            raise ValueFault("moved", f"{count} cells more can't be moved", "write a smaller number")
        i, j = dice.randrange(n), dice.randrange(n)
        row, column = dice.choice(list(beside(n, (i, j))))
        before, regions[i][j] = regions[i][j], regions[row][column]
        if before != regions[i][j] and whole(regions, before):
            count -= 1
        else:
            regions[i][j] = before
    return regions


def moved_together(lists: Lists) -> None:
    """Raise ValueFault for more cells to move than a board has."""
    least, count = min(lists["n"]), max(lists["moved"])
    if count and least < 2:
        raise ValueFault("moved", "a board of one cell has no other region", "write moved = 0")
    if count > least * least:
        what = f"a board of {least * least} cells has no {count:,} to move"
        raise ValueFault("moved", what, "write a smaller number")
