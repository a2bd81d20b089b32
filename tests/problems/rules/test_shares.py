"""Pieces of each row, column and region: known boards, and that the fast and the plain form always agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.problems.rules.shares import find_share
from judge.problems.rules.shares.fast import fast_share
from judge.problems.rules.shares.plain import plain_share
from tests.problems.rules.boards import BOARDS


@pytest.mark.parametrize(
    ("board", "parts", "each", "share"),
    [
        (["10", "01"], ["11", "22"], 1, None),
        (["10", "01"], ["12", "12"], 1, None),
        (["10", "01"], ["12", "21"], 1, (1, 2)),
        (["12", "31"], ["95", "59"], 2, (5, 0)),
        (["00"], ["77"], 0, None),
        (["23"], ["47"], 1, (4, 0)),
    ],
)
def test_small_boards(board: list[str], parts: list[str], each: int, share: Any) -> None:
    cells = np.array([list(map(int, row)) for row in board], np.int8)
    numbers = np.array([list(map(int, row)) for row in parts], np.int64)
    assert plain_share(cells, numbers, each) == fast_share(cells, numbers, each) == share
    assert find_share(cells, numbers, each) == share


@given(BOARDS, st.integers(0, 3), st.integers(1, 8), st.sampled_from([1, 10**15]))
@settings(max_examples=60, deadline=None)
def test_fast_is_plain(board: np.ndarray, each: int, regions: int, scale: int) -> None:
    parts = scale * (np.arange(board.size, dtype=np.int64).reshape(board.shape) % regions)
    assert fast_share(board, parts, each) == plain_share(board, parts, each) == find_share(board, parts, each)
