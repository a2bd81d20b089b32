"""Boards from seeds, and how many lizards they hold: what the bench of the champion is about."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.problems.generators.patterns import random_grid
from judge.problems.proofs.counting import STEPS, segment_heads

Grid = np.ndarray[Any, np.dtype[np.int8]]
Key = tuple[int, int, int]  # n, per cent of trees, seed

# The most lizards known, from 24 s of search each. That no more fit is not known, or takes long to prove.
MOST_KNOWN: dict[Key, int] = {
    (30, 10, 1): 82, (30, 10, 2): 82, (40, 10, 1): 147, (40, 10, 2): 137, (40, 20, 1): 189,
    (40, 20, 2): 188, (40, 30, 1): 228, (40, 30, 2): 227, (60, 10, 1): 280, (60, 10, 2): 289,
    (60, 20, 1): 426, (60, 20, 2): 412, (60, 30, 1): 506, (60, 30, 2): 499, (60, 40, 1): 540,
    (60, 40, 2): 547, (60, 50, 1): 547, (60, 50, 2): 554, (80, 10, 1): 484, (80, 10, 2): 487,
    (80, 20, 1): 723, (80, 20, 2): 729, (80, 30, 1): 881, (80, 30, 2): 885, (80, 40, 1): 959,
    (80, 40, 2): 951, (80, 50, 1): 973, (80, 50, 2): 978, (100, 10, 1): 731, (100, 10, 2): 743,
    (100, 20, 1): 1116, (100, 20, 2): 1127, (100, 30, 1): 1354, (100, 30, 2): 1369, (100, 40, 1): 1486,
    (100, 40, 2): 1489, (100, 50, 1): 1519, (100, 50, 2): 1509,
}  # fmt: skip
# The same, proven.
OPTIMUM: dict[Key, int] = {
    (15, 10, 1): 26, (15, 10, 2): 27, (15, 20, 1): 30, (15, 20, 2): 29, (15, 30, 1): 34,
    (15, 30, 2): 33, (15, 40, 1): 37, (15, 40, 2): 35, (15, 50, 1): 36, (15, 50, 2): 36,
    (20, 10, 1): 43, (20, 10, 2): 37, (20, 20, 1): 54, (20, 20, 2): 53, (20, 30, 1): 57,
    (20, 30, 2): 61, (20, 40, 1): 62, (20, 40, 2): 63, (20, 50, 1): 63, (20, 50, 2): 64,
    (25, 10, 1): 59, (25, 10, 2): 55, (25, 20, 1): 80, (25, 20, 2): 81, (25, 30, 1): 94,
    (25, 30, 2): 91, (25, 40, 1): 99, (25, 40, 2): 102, (25, 50, 1): 97, (25, 50, 2): 102,
    (30, 20, 1): 115, (30, 20, 2): 107, (30, 30, 1): 133, (30, 30, 2): 128, (30, 40, 1): 137,
    (30, 40, 2): 140, (30, 50, 1): 139, (30, 50, 2): 145, (40, 40, 1): 250, (40, 40, 2): 246,
    (40, 50, 1): 250, (40, 50, 2): 248, (50, 40, 2): 375, (50, 50, 1): 384, (50, 50, 2): 382,
}  # fmt: skip


def grid_of(key: Key) -> Grid:
    n, percent, seed = key
    return random_grid(n, percent / 100, 1000 * n + percent + seed)


def segments_of(grid: Grid) -> tuple[list[list[int]], int]:
    """The tree-free segments of two cells and more, as numbers of free cells, and how many free cells there are."""
    free = {(int(r), int(c)): k for k, (r, c) in enumerate(np.argwhere(grid != 2))}
    segments = []
    for direction, (down, right) in STEPS.items():
        for r, c in np.argwhere(segment_heads(grid, direction)).tolist():
            members, y, x = [], r, c
            while (y, x) in free:
                members.append(free[y, x])
                y, x = y + down, x + right
            if len(members) > 1:
                segments.append(members)
    return segments, len(free)
