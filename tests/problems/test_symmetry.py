"""A board and its images: all eight, each fit to be given, and what is said of a cell goes with it."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Instance
from judge.problems import images
from tests import oracle
from tests.conftest import there

Grid = np.ndarray[Any, np.dtype[np.int8]]
boards = npst.arrays(np.int8, npst.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 2))


@given(boards)
@settings(max_examples=80, deadline=None)
def test_the_images_are_those_of_a_sheet_of_paper(grid: Grid) -> None:
    board = Instance("ANY", len(grid), 1, grid, np.arange(grid.size).reshape(grid.shape))
    first, *others = images(board)
    assert first is board
    assert len(others) == 7
    for image in others:
        assert np.array_equal(image.grid.ravel(), grid.ravel()[there(image.layer).ravel()])
        assert (image.n, image.grid.dtype, image.grid.flags.c_contiguous) == (len(image.grid), grid.dtype, True)
        assert not np.shares_memory(image.grid, grid) or 1 in grid.shape, "who writes on it must not write on the case"
    found = sorted(tuple(map(tuple, image.layer.tolist())) for image in others if image.layer is not None)
    assert found == sorted(oracle.images(board.layer.tolist())[1:])  # type: ignore[union-attr]  # it is there
