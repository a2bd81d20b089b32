"""The solutions of `no-three-in-line`, and its shipped answers, against every three points."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

PACKAGE = Path(__file__).parents[2] / "testcases/no-three-in-line"
PROBLEM = "no-three-in-line"
NAMES = ["as_queens", "champion", "row_by_row"]


def is_right(board: np.ndarray, n: int) -> bool:
    """Whether there are 2n points, no three on a line: cross products of all threes at once."""
    points = np.argwhere(board == 1)
    if board.shape != (n, n) or len(points) != 2 * n:
        return False
    a, b, c = points[np.array(list(combinations(range(2 * n), 3)))].transpose(1, 2, 0)
    return bool(((b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])).all())


def test_the_shipped_answers_are_right() -> None:
    files = sorted(PACKAGE.glob("*/*/answer.txt"))
    assert len(files) == len(list(PACKAGE.glob("*/*/input.txt")))
    for file in files:
        n, points = map(int, file.with_name("input.txt").read_text().split())
        head, *rows = file.read_text().split()
        assert (head, points) == ("OK", 2 * n)
        assert is_right(np.array([[int(cell) for cell in row] for row in rows]), n), file


@pytest.mark.slow
def test_two_find_a_board_and_one_is_wrong(solutions: dict[str, ModuleType]) -> None:
    for n in range(2, 11):
        assert is_right(solutions["champion"].solve(n, 2 * n), n)
        assert is_right(solutions["row_by_row"].solve(n, 2 * n), n)
    for n in (*range(11, 28), 28, 29, 30):
        assert is_right(solutions["champion"].solve(n, 2 * n), n), n
    assert solutions["champion"].solve(1, 2) is None
    assert not is_right(solutions["as_queens"].solve(8, 16), 8)
