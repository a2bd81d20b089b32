"""Boards to draw, small ones and any."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

from judge.reports.picture.scene import Scene, scene_of

Cell = tuple[int, int]


def board(n: int, *pieces: Cell, trees: Iterable[Cell] = (), columns: int = 0) -> np.ndarray:
    """Return one with pieces and trees in these cells, from 1."""
    grid = np.zeros((n, columns or n), dtype=np.int8)
    for value, cells in ((1, pieces), (2, trees)):
        for row, column in cells:
            grid[row - 1, column - 1] = value
    return grid


def crowd() -> np.ndarray:
    """Return 1000 x 1000 cells with 25 % trees and 97,000 pieces, three of them on a line."""
    order = np.random.default_rng(3).permutation(1_000_000)
    cells = np.zeros(1_000_000, dtype=np.int8)
    cells[order[:250_000]] = 2
    cells[order[250_000:347_000]] = 1
    return cells.reshape(1000, 1000)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return any scene: its board of any size and cells, any marks, given pieces and window."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 70), (3, 5), (8, 8), (25, 21), (66, 3), (130, 130)]))
    seed = draw(st.integers(0, 9))
    grid = np.random.default_rng(seed).integers(0, draw(st.integers(1, 4)), (rows, columns), np.int8)
    cell = st.tuples(st.integers(0, rows + 1), st.integers(0, columns + 1))
    marks = draw(st.lists(cell, max_size=4, unique=True))
    noun = draw(st.one_of(st.sampled_from(["lizard", ""]), st.text(max_size=8)))
    scene = scene_of(grid, noun, marks, draw(st.lists(cell, max_size=3)))
    match draw(st.integers(0, 2)):
        case 0:
            return scene.within((draw(st.integers(1, 30)), draw(st.integers(1, 30))))
        case 1:
            first = draw(st.integers(1, rows)), draw(st.integers(1, columns))
            return scene.part(first, (draw(st.integers(1, 99)), draw(st.integers(1, 99))))
    return scene
