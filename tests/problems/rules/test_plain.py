"""The view from a cell, in all eight ways: the rule of attack looks back alone."""

from __future__ import annotations

import pytest

from judge.problems.rules.plain import BACKWARDS, seen_from

WAYS = [*BACKWARDS, *((-rows, -columns) for rows, columns in BACKWARDS)]
SIDE = 5


@pytest.mark.parametrize("step", WAYS)
def test_a_view_ends_at_the_piece_at_the_tree_and_at_the_edge(step: tuple[int, int]) -> None:
    rows = [[0] * SIDE for _ in range(SIDE)]
    near, far = ((2 + k * step[0], 2 + k * step[1]) for k in (1, 2))
    assert seen_from(rows, (2, 2), step) is None
    rows[far[0]][far[1]] = 1
    assert seen_from(rows, (2, 2), step) == far
    rows[near[0]][near[1]] = 2
    assert seen_from(rows, (2, 2), step) is None
    rows[near[0]][near[1]] = 1
    assert seen_from(rows, (2, 2), step) == near
    assert seen_from(rows, far, step) is None
