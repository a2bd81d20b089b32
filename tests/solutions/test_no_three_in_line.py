"""The solutions of `no-three-in-line`, against every three points."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.solutions.test_shipped_cases import are_points

PROBLEM = "no-three-in-line"
NAMES = ["as_queens", "champion", "row_by_row"]


@pytest.mark.slow
def test_two_find_a_board_and_one_is_wrong(solutions: dict[str, ModuleType]) -> None:
    for n in range(2, 11):
        assert are_points(solutions["champion"].solve(n, 2 * n), n)
        assert are_points(solutions["row_by_row"].solve(n, 2 * n), n)
    for n in (*range(11, 28), 28, 29, 30):
        assert are_points(solutions["champion"].solve(n, 2 * n), n), n
    assert solutions["champion"].solve(1, 2) is None
    assert not are_points(solutions["as_queens"].solve(8, 16), 8)
