"""Families of boards with trees: small ones at random, and the edges of sizes at which programs break."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from judge.problems.prove.bounds import fitting
from judge.problems.rules.plain import TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]
Sized = tuple[Grid, int]  # trees, and how many pieces
EDGES = (64, 65, 32, 33, 8, 16, 63, 31, 9, 17)  # around the words of a machine
DENSITIES = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7)


def empty(n: int) -> Grid:
    """Return a board without trees."""
    return np.zeros((n, n), np.int8)


def patterned(n: int, pattern: int, rng: np.random.Generator) -> Grid:
    """Return a board of one of six patterns: random, lines across, lines down, chess, a border, a cross of lines."""
    grid, share = empty(n), DENSITIES[int(rng.integers(len(DENSITIES)))]
    match pattern % 6:
        case 1:
            grid[rng.random(n) < share] = TREE
        case 2:
            grid[:, rng.random(n) < share] = TREE
        case 3:
            grid[np.indices((n, n)).sum(axis=0) % 2 == int(rng.integers(2))] = TREE
        case 4:
            grid[[0, -1]] = grid[:, [0, -1]] = TREE
            grid[rng.random((n, n)) < share / 2] = TREE
        case 5:
            grid[int(rng.integers(n))] = TREE
            grid[:, int(rng.integers(n))] = TREE
        case _:
            grid[rng.random((n, n)) < share] = TREE
    return grid


def edges(max_n: int) -> Iterator[Sized]:
    """Yield boards that are easy for every search, at each edge of a size: few free cells, or few pieces."""
    sizes = [n for n in EDGES if n <= max_n]
    for made in zip(*(_edge(n) for n in sizes), strict=True):
        yield from made


def _edge(n: int) -> Iterator[Sized]:
    last = n - 1
    yield empty(n), 1
    yield _only(n, (last, last)), 1
    yield empty(n), n * n + 1
    for one, other in (((0, 0), (0, last)), ((0, last), (last, last)), ((0, 0), (last, last)), ((0, last), (last, 0))):
        yield _only(n, one, other), 2  # they see each other
        grid = _only(n, one, other)
        yield _with_path(grid, one, other), 2  # with free cells between them
    yield _only(n, (0, 0), (1, last)), 2
    yield _only(n, (0, last), (1, 0)), 2
    yield np.full((n, n), TREE, np.int8), 1
    few = empty(n)
    few[1:, :] = TREE
    few[0, 1::2] = TREE
    yield few, int((few == 0).sum())  # a row in which a tree stands between any two
    yield few.T.copy(), int((few == 0).sum())
    yield empty(n), fitting(empty(n))


def _only(n: int, *cells: tuple[int, int]) -> Grid:
    """Return a board on which these cells alone are free."""
    grid = np.full((n, n), TREE, np.int8)
    for cell in cells:
        grid[cell] = 0
    return grid


def _with_path(grid: Grid, one: tuple[int, int], other: tuple[int, int]) -> Grid:
    """Free the cells between two on a line."""
    steps = max(abs(other[0] - one[0]), abs(other[1] - one[1]))
    for k in range(steps + 1):
        row, column = (a + (b - a) * k // steps for a, b in zip(one, other, strict=True))
        grid[row, column] = 0
    return grid


def at_random(rng: np.random.Generator, sizes: tuple[int, ...], number: int) -> Grid:
    """Return a board of one of these sizes."""
    return patterned(sizes[int(rng.integers(len(sizes)))], number, rng)
