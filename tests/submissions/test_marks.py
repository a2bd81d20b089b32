"""Where in a file a message points, from a line and what it speaks of."""

from __future__ import annotations

import ast

import pytest

from judge.submissions.marks import find

FILE = """\
import numpy as np
@njit
def kernel(n, grid):
    total = 0
    for row in range(n):
        if safe(grid, row) and grid[row, 0] == 1:
            total = total + np.sum(grid[row])
            grid[row, 1] = total
        with open("x") as file:
            count = 1
    try:
        n += 1
    except ValueError:
        raise
    except:
        pass
    return (1 for _ in range(3))
def other(n):
    return n
"""


@pytest.mark.parametrize(
    ("line", "mark", "name", "found"),
    [
        (7, "operation", "+", "total + np.sum(grid[row])"),
        (12, "operation", "+", "n += 1"),
        (6, "operation", "==", "grid[row, 0] == 1"),
        (7, "call", "sum", "np.sum(grid[row])"),
        (6, "call", "", "safe(grid, row)"),
        (7, "attribute", "sum", "np.sum"),
        (6, "index", "", "grid[row, 0]"),
        (8, "cell", "", "grid[row, 1]"),
        (7, "name", "grid", "grid"),
        (9, "with", "", 'open("x")'),
        (13, "handler", "", "ValueError"),
        (14, "except", "", "raise"),
        (9, "binding", "total", "total = total + np.sum(grid[row])"),
        (8, "binding", "total", "total = total + np.sum(grid[row])"),
        (9, "binding", "row", "range(n)"),
        (17, "inner", "", "(1 for _ in range(3))"),
        (17, "return", "", "return (1 for _ in range(3))"),
        (5, "", "", "range(n)"),
        (10, "call", "nothing", "count = 1"),
        (0, "attribute", "sum", "np.sum"),
        (0, "inner", "", "(1 for _ in range(3))"),
    ],
)
def test_it_is_found(line: int, mark: str, name: str, found: str) -> None:
    node = find(ast.parse(FILE), line, mark, name)
    assert node is not None
    assert ast.get_source_segment(FILE, node) == found


def test_what_is_nowhere_is_not_found() -> None:
    tree = ast.parse(FILE)
    assert find(tree, 999, "call", "sum") is None
    assert find(tree, 0, "", "") is None
    assert find(tree, 0, "call", "nothing") is None
    assert find(ast.Module([], []), 1, "call", "sum") is None
