"""The solutions of `queens` and its shipped answers, against the rule written out in plain Python."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shipped import few_first

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "testcases/queens").glob("*/*/input.txt"))
PROBLEM = "queens"
NAMES = ["backjumping", "bitmask", "champion", "min_conflicts"]


def are_arrangement(columns: Sequence[int] | None) -> bool:
    """Whether the columns hold one queen each and no two queens share a diagonal."""
    assert columns is not None
    n = len(columns)
    return (
        sorted(columns) == list(range(n))
        and len({row + column for row, column in enumerate(columns)}) == n
        and len({row - column for row, column in enumerate(columns)}) == n
    )


def columns_of(board: Sequence[Sequence[int]]) -> list[int]:
    """The columns of a board with one queen in each row and nothing else."""
    assert all(sorted(row) == [0] * (len(board) - 1) + [1] for row in board)
    return [list(row).index(1) for row in board]


def answer_to(module: ModuleType, n: int) -> list[int] | None:
    board = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if board is None:
        return None
    assert board.dtype == np.int8
    assert board.shape == (n, n)
    return columns_of(board.tolist())


def test_the_rule_here_tells_right_from_wrong() -> None:
    assert are_arrangement([1, 3, 0, 2])
    assert not are_arrangement([1, 3, 0, 3])
    assert not are_arrangement([0, 1, 3, 2])


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_shipped_case(case: Path) -> None:
    n = int(case.parent.name.removeprefix("n-"))
    assert case.read_text() == f"ANY\n{n}\n{n}\n" + ("0" * n + "\n") * n
    first, *rows = (case.parent / "answer.txt").read_text().splitlines()
    if first == "FAIL":
        assert rows[0].startswith("proof: ")
        assert not any(are_arrangement(columns) for columns in permutations(range(n)))
    else:
        assert first == "OK"
        assert len(rows) == n
        assert are_arrangement(columns_of([[int(digit) for digit in row] for row in rows]))


def test_the_shipped_sizes() -> None:
    """Of each group: a search in order takes a moment, a second, for ever, and finds nothing."""
    groups: dict[str, set[int]] = {}
    for case in CASES:
        groups.setdefault(case.parts[-3], set()).add(int(case.parent.name.removeprefix("n-")))
    assert groups == {
        "sample": {4, 8},
        "easy": {1, 6, 10, 15},
        "medium": {20, 30},
        "hard": {50, 100, 200, 500, 1000},
        "infeasible": {2, 3},
    }


@pytest.mark.parametrize("sizes", [range(1, 25), pytest.param(range(25, 31), marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", few_first(NAMES, ("bitmask", "champion")))
def test_small_boards(solutions: dict[str, ModuleType], name: str, sizes: range) -> None:
    for n in sizes:
        columns = answer_to(solutions[name], n)
        assert columns is None if n in (2, 3) else are_arrangement(columns), n


@settings(max_examples=60, deadline=None)
@given(n=st.integers(4, 1200))
def test_champion_on_any_board(solutions: dict[str, ModuleType], n: int) -> None:
    assert are_arrangement(solutions["champion"].arrange(n).tolist())


@pytest.mark.parametrize("remainder", range(6))
def test_champion_on_large_boards(solutions: dict[str, ModuleType], remainder: int) -> None:
    assert are_arrangement(solutions["champion"].arrange(60_000 + remainder).tolist())


@pytest.mark.slow
@pytest.mark.parametrize(("n", "placements", "backjumps"), [(6, 31, 20), (8, 96, 65), (30, 2_470_669, 1_481_240)])
def test_counters_of_backjumping(solutions: dict[str, ModuleType], n: int, placements: int, backjumps: int) -> None:
    columns = np.zeros(n, np.int64)
    assert solutions["backjumping"].search(n, columns) == (True, placements, backjumps)
    assert are_arrangement(columns.tolist())


@pytest.mark.parametrize("n", range(4, 9))
def test_bitmask_finds_the_first_in_order(solutions: dict[str, ModuleType], n: int) -> None:
    assert answer_to(solutions["bitmask"], n) == list(
        next(columns for columns in permutations(range(n)) if are_arrangement(columns))
    )


@pytest.mark.parametrize(
    ("n", "first"), [(10, [0, 2, 5, 7, 9, 4, 8, 1, 3, 6]), (12, [0, 2, 4, 7, 9, 11, 5, 10, 1, 6, 8, 3])]
)
def test_bitmask_on_boards_with_a_known_first(solutions: dict[str, ModuleType], n: int, first: list[int]) -> None:
    assert answer_to(solutions["bitmask"], n) == first


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(n=st.integers(4, 400))
def test_min_conflicts_on_any_board_and_the_same_each_time(solutions: dict[str, ModuleType], n: int) -> None:
    columns = answer_to(solutions["min_conflicts"], n)
    assert are_arrangement(columns)
    assert answer_to(solutions["min_conflicts"], n) == columns


@pytest.mark.slow
@pytest.mark.parametrize("n", [500, 1000, 2001])
def test_min_conflicts_on_large_boards(solutions: dict[str, ModuleType], n: int) -> None:
    columns, walks = solutions["min_conflicts"].arrange(n)
    assert are_arrangement(columns.tolist())
    assert walks == 1
