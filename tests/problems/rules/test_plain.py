"""The view from a cell in all eight ways, of which the rule of attack needs four; and the queens one by one."""

from __future__ import annotations

import pytest

from judge.problems.rules.plain import BACKWARDS, every_queens, seen_from

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


def test_queens_come_in_the_order_of_their_columns() -> None:
    assert list(every_queens(4)) == [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert sorted(every_queens(6)) == list(every_queens(6))
    assert next(every_queens(8)) == (0, 4, 7, 5, 2, 6, 1, 3)
