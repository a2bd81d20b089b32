"""Pieces a leap apart: what is said of known boards, and that the fast and the plain form always agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.problems.rules import find_leap
from judge.problems.rules.fast import fast_leap
from judge.problems.rules.plain import KING, KNIGHT, plain_leap
from tests.problems.rules.boards import BOARDS, turned


@pytest.mark.parametrize(
    ("rows", "leaps", "pair"),
    [
        (["100", "001"], KNIGHT, ((0, 0), (1, 2))),
        (["001", "100"], KNIGHT, ((0, 2), (1, 0))),
        (["10", "22", "01"], KNIGHT, ((0, 0), (2, 1))),
        (["01", "33", "10"], KNIGHT, ((0, 1), (2, 0))),
        (["11", "11"], KNIGHT, None),
        (["101", "000", "101"], KING, None),
        (["0110"], KING, ((0, 1), (0, 2))),
        (["01", "10"], KING, ((0, 1), (1, 0))),
        (["10", "01"], KING, ((0, 0), (1, 1))),
        (["1", "1"], KING, ((0, 0), (1, 0))),
        (["100", "002", "001"], KING, None),
    ],
)
def test_small_boards(rows: list[str], leaps: Any, pair: Any) -> None:
    board = np.array([list(map(int, row)) for row in rows], np.int8)
    assert plain_leap(board, leaps) == fast_leap(board, leaps) == find_leap(board, leaps) == pair


@given(BOARDS, st.sampled_from([KNIGHT, KING]))
@settings(max_examples=80, deadline=None)
def test_fast_is_plain_and_turns_change_nothing(board: np.ndarray, leaps: Any) -> None:
    pair = plain_leap(board, leaps)
    assert fast_leap(board, leaps) == pair == find_leap(board, leaps)
    for image in turned(board)[1::3]:
        assert (fast_leap(image, leaps) is None) == (pair is None)
