"""Random boards of any shape and any cells, for the tests of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st


def _board(drawn: tuple[int, int, int, float]) -> np.ndarray[Any, np.dtype[np.int8]]:
    rows, columns, seed, share = drawn
    rng = np.random.default_rng(seed)
    others = (1 - share) * np.array([0.6, 0.25, 0.15])
    return rng.choice([1, 0, 2, 3], (rows, columns), p=[share, *others]).astype(np.int8)


SIDES = st.one_of(st.integers(1, 9), st.integers(30, 70))  # around a word of 64 cells as well
RANDOM = st.tuples(SIDES, SIDES, st.integers(0, 2**32 - 1), st.sampled_from([0.003, 0.03, 0.2])).map(_board)
ALIKE = st.builds(lambda rows, columns, cell: np.full((rows, columns), cell, np.int8), SIDES, SIDES, st.integers(0, 3))
BOARDS = st.one_of(RANDOM, RANDOM, RANDOM, ALIKE)  # now and then all trees, all closed, all pieces, or nothing
SMALL_BOARDS = st.tuples(
    st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**32 - 1), st.sampled_from([0.05, 0.2, 0.5])
).map(_board)


def turned(board: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    """Return all eight images of a board."""
    quarters = [np.rot90(board, turn) for turn in range(4)]
    return [np.ascontiguousarray(image) for one in quarters for image in (one, one[:, ::-1])]
