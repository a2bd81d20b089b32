"""The patterns that have ways between walls: a maze, and one long corridor."""

from __future__ import annotations

from typing import Any

import numpy as np

Ranks = np.ndarray[Any, np.dtype[np.int64]]

_LUMPS = 1 << 20


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


def _ranked(wall: np.ndarray[Any, np.dtype[np.bool_]], rng: np.random.Generator) -> Ranks:
    """Rank walls before ways, each kind at random."""
    ranks: Ranks = np.where(wall, 0, _LUMPS) + rng.integers(0, _LUMPS, wall.shape)
    return ranks
