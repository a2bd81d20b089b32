"""A board and its images: what each is, and that verdicts stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Instance
from judge.problems.symmetry import SYMMETRIES, Symmetry, turn_board

Grid = np.ndarray[Any, np.dtype[np.int8]]
FEW = settings(max_examples=80, deadline=None)
PLAIN: dict[str, Callable[[Grid], Grid]] = {  # what the names say, by numpy's plainest words
    "turned-90": np.rot90,
    "turned-180": lambda grid: grid[::-1, ::-1],
    "turned-270": lambda grid: np.rot90(grid, 3),
    "transposed": lambda grid: grid.T,
    "mirrored-rows": np.flipud,
    "antitransposed": lambda grid: grid[::-1, ::-1].T,
    "mirrored-columns": np.fliplr,
}
symmetries = st.sampled_from(SYMMETRIES)
boards = npst.arrays(np.int8, npst.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 2))


@given(boards, symmetries)
@FEW
def test_an_image_is_what_its_name_says_and_fit_to_be_given(grid: Grid, symmetry: Symmetry) -> None:
    image = symmetry.of(grid)
    assert np.array_equal(image, PLAIN[symmetry.name](grid))
    assert image.flags.c_contiguous
    assert image.dtype == np.int8
    assert not np.shares_memory(image, grid) or 1 in grid.shape, "who writes on the image must not write on the case"


@given(boards, symmetries)
@FEW
def test_what_is_said_of_a_cell_goes_with_it(board: Grid, symmetry: Symmetry) -> None:
    case = Instance("ANY", len(board), 1, board, np.arange(board.size).reshape(board.shape))
    turned = turn_board(case, symmetry)
    assert turned.layer is not None
    assert np.array_equal(turned.grid.ravel(), board.ravel()[turned.layer.ravel()])
    assert turned.n == len(turned.grid)


def test_there_are_seven_and_the_board_itself() -> None:
    assert {symmetry.name for symmetry in SYMMETRIES} == set(PLAIN)
    grid = np.arange(9, dtype=np.int8).reshape(3, 3)
    assert len({grid.tobytes(), *(symmetry.of(grid).tobytes() for symmetry in SYMMETRIES)}) == 8
