"""The patterns of trees, one function each, and the table of them.

`random` draws for each cell whether it is a tree. Every other pattern ranks the cells, and the first ones become
trees, exactly as many as the density says: so a thin maze is one with holes, and a dense one has walls in its ways.
Whole numbers of numpy's PCG64 alone decide, and ties go by place: the boards are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from judge.problems.constraints import TREE
from judge.problems.formats.page import Shape

Grid = np.ndarray[Any, np.dtype[np.int8]]
Ranks = np.ndarray[Any, np.dtype[np.int64]]
Pattern = Callable[[int, np.random.Generator], Ranks]

RANDOM: Final = "random"
MAX_RANKED_N: Final = 2000  # 4 million ranks to sort: 2 s on a busy machine
_LUMPS: Final = 1 << 20  # how finely cells of one kind are told apart
_AT_ONCE: Final = 1 << 22  # cells that are drawn at a time


def draw(pattern: str, shape: Shape, density: float, seed: int) -> Grid:
    """Return an int8 grid of free cells and trees, the same for a seed; one that is no square is cut out of one."""
    if pattern == RANDOM:
        return random_grid(shape, density, seed)
    rows, columns = shape
    ranks = PATTERNS[pattern](max(rows, columns), np.random.default_rng(seed))[:rows, :columns]
    grid = np.zeros(rows * columns, np.int8)
    grid[np.argsort(ranks, axis=None, kind="stable")[: round(density * rows * columns)]] = TREE
    return grid.reshape(rows, columns)


def random_grid(shape: Shape, share: float, seed: int) -> Grid:
    """Return an int8 grid on which each cell is a tree with probability `share`, the same for a seed."""
    n, columns = shape
    rng, grid = np.random.default_rng(seed), np.zeros(shape, np.int8)
    rows = max(1, _AT_ONCE // columns)
    for top in range(0, n, rows):  # the same numbers as all at once
        part = grid[top : top + rows]
        part[rng.random(part.shape) < share] = TREE
    return grid


def blobs(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the cells so that groves grow: noise, blurred over a twelfth of the board."""
    noise = rng.integers(0, 1 << 16, (n, n))
    for _ in range(2):
        noise = _blurred(_blurred(noise, max(1, n // 12)).T, max(1, n // 12)).T
    ranks: Ranks = -noise
    return ranks


def lines(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the cells so that rows, columns and diagonals fill up one after the other, each with a gap in four."""
    order = np.argsort(rng.integers(0, 1 << 62, 6 * n - 2), kind="stable")
    rows, columns, falling, rising = np.split(order, (n, 2 * n, 4 * n - 1))
    r, c = np.indices((n, n))
    first = np.minimum(np.minimum(rows[r], columns[c]), np.minimum(falling[r - c + n - 1], rising[r + c]))
    gaps = rng.integers(0, 4, (n, n)) == 0
    ranks: Ranks = np.where(gaps, first + 6 * n, first)
    return ranks


def borders(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the cells from the edge of the board inward, at random within a ring."""
    r, c = np.indices((n, n))
    ring = np.minimum(np.minimum(r, c), np.minimum(n - 1 - r, n - 1 - c))
    ranks: Ranks = ring * _LUMPS + rng.integers(0, _LUMPS, (n, n))
    return ranks


def chess(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the dark cells of a chessboard before the light ones, each kind at random."""
    r, c = np.indices((n, n))
    ranks: Ranks = (r + c) % 2 * _LUMPS + rng.integers(0, _LUMPS, (n, n))
    return ranks


def maze(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the walls of a maze first: each room, at an even row and column, has a way up or a way left.

    So every room is reached from every other in one way alone.
    """
    wall = np.ones((n, n), np.bool_)
    wall[::2, ::2] = False
    up = rng.integers(0, 2, ((n + 1) // 2, (n + 1) // 2)) == 1
    up[0], up[1:, 0] = False, True
    rooms = len(up) - 1  # with a room behind them; of an even board the last row and column are walls
    wall[1 : 2 * rooms : 2, ::2] = ~up[1:]
    wall[::2, 1 : 2 * rooms : 2] = up[:, 1:]
    return _ranked(wall, rng)


def corridor(n: int, rng: np.random.Generator) -> Ranks:
    """Rank the walls of one winding corridor first: every other row, open at one end, then at the other."""
    wall = np.zeros((n, n), np.bool_)
    wall[1::2] = True
    turn, across = (int(bit) for bit in rng.integers(0, 2, 2))
    for number, row in enumerate(range(1, n, 2)):
        wall[row, -1 if (number + turn) % 2 else 0] = False
    return _ranked(wall.T if across else wall, rng)


PATTERNS: Final[dict[str, Pattern]] = {
    "blobs": blobs,
    "lines": lines,
    "borders": borders,
    "chess": chess,
    "maze": maze,
    "corridor": corridor,
}
NAMES: Final = (RANDOM, *PATTERNS)


def _blurred(cells: Ranks, reach: int) -> Ranks:
    """Return for each cell the sum of those at most `reach` to its left and right; at the edges the board goes on."""
    wide = np.pad(cells, ((0, 0), (reach + 1, reach)), mode="edge")
    sums = np.cumsum(wide, axis=1)
    blurred: Ranks = (sums[:, 2 * reach + 1 :] - sums[:, : -2 * reach - 1]) // (2 * reach + 1)
    return blurred


def _ranked(wall: np.ndarray[Any, np.dtype[np.bool_]], rng: np.random.Generator) -> Ranks:
    """Rank walls before ways, each kind at random."""
    ranks: Ranks = np.where(wall, 0, _LUMPS) + rng.integers(0, _LUMPS, wall.shape)
    return ranks
