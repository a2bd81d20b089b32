"""Queens, rooks and bishops on boards of any shape, with trees and closed cells: fast and plain always agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.problems.rules import find_attack
from judge.problems.rules.fast import fast_attack
from judge.problems.rules.plain import BACKWARDS, SLANTING, STRAIGHT, plain_attack
from tests.problems.rules.boards import BOARDS, turned


def board_of(picture: str) -> np.ndarray:
    return np.array([[".LT#".index(cell) for cell in row] for row in picture.split()], np.int8)


@pytest.mark.parametrize(
    ("picture", "steps", "pair"),
    [
        ("L##L", BACKWARDS, ((0, 0), (0, 3))),
        ("L#TL", BACKWARDS, None),
        ("L.. .#. ..L", BACKWARDS, ((0, 0), (2, 2))),
        ("L.. .#. ..L", STRAIGHT, None),
        ("L.. .#. ..L", SLANTING, ((0, 0), (2, 2))),
        ("L#L", SLANTING, None),
        ("L#L", STRAIGHT, ((0, 0), (0, 2))),
        ("L # L", STRAIGHT, ((0, 0), (2, 0))),
        ("L T L", STRAIGHT, None),
        (".... ...L ..L.", SLANTING, ((1, 3), (2, 2))),
        ("#### ####", BACKWARDS, None),
    ],
)
def test_small_boards(picture: str, steps: Any, pair: Any) -> None:
    board = board_of(picture)
    assert plain_attack(board, steps) == fast_attack(board, steps) == find_attack(board, steps) == pair


@given(BOARDS, st.sampled_from([BACKWARDS, STRAIGHT, SLANTING]))
@settings(max_examples=80, deadline=None)
def test_fast_is_plain_and_turns_change_nothing(board: np.ndarray, steps: Any) -> None:
    pair = plain_attack(board, steps)
    assert fast_attack(board, steps) == pair == find_attack(board, steps)
    for image in turned(board)[1::3]:
        assert (fast_attack(image, steps) is None) == (pair is None)


@given(BOARDS)
@settings(max_examples=30, deadline=None)
def test_a_queen_is_a_rook_and_a_bishop(board: np.ndarray) -> None:
    alone = [find_attack(board, steps) is None for steps in (BACKWARDS, STRAIGHT, SLANTING)]
    assert alone[0] == (alone[1] and alone[2])
