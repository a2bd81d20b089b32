"""The champion of the lizards: its verdicts against an exhaustive search, its proofs, and that it repeats itself."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from judge.problems.generators.patterns import random_grid
from tests.shipped import solution
from tests.solutions.test_lizards import assert_agrees, assert_valid


@pytest.fixture(scope="module")
def champion() -> ModuleType:
    """The solution as a module, warmed up as the judge does it."""
    module = solution("lizards", "champion")
    module.solve("SA", 4, 4, np.zeros((4, 4), np.int8))
    return module


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_small_board(champion: ModuleType, n: int) -> None:
    for trees in range(1 << (n * n)):
        cells = [2 * (trees >> k & 1) for k in range(n * n)]
        assert_agrees(champion.solve, np.array(cells, np.int8).reshape(n, n))


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 30))])
def test_random_boards(champion: ModuleType, seed: int) -> None:
    assert_agrees(champion.solve, random_grid(5 + seed % 3, 0.6 * (seed * 0.37 % 1), seed))


@pytest.mark.parametrize(
    ("n", "percent", "most"),
    [
        *((15, 10, 26), (15, 20, 30), (20, 40, 62)),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in ((20, 30, 57), (40, 40, 250), (50, 50, 384))),
    ],
)
def test_the_optimum_is_found_and_one_more_is_refused(champion: ModuleType, n: int, percent: int, most: int) -> None:
    grid = random_grid(n, percent / 100, 1000 * n + percent + 1)
    assert_valid(champion.solve("SA", n, most, grid), grid, most)
    assert champion.solve("SA", n, most + 1, grid) is None


def test_the_proof_alone_decides_as_well(champion: ModuleType) -> None:
    """`prove` finds the arrangement by itself when none was found before, and never says FAIL."""
    for seed in range(20):
        grid = random_grid(8, 0.05 * seed, seed)
        lines = champion.read_lines(grid)[0][grid != champion.TREE]
        for wanted in range(1, len(lines) + 1):
            rounds = champion.prove(lines, wanted)
            verdict, chosen = next(end for end in rounds if end[0] != champion.UNDECIDED)
            arranged = champion.solve("SA", 8, wanted, grid)
            assert (verdict == champion.FOUND) == (arranged is not None)
            if arranged is None:
                break
            placed = grid.copy()
            placed[tuple(np.argwhere(grid != 2)[chosen].T)] = 1
            assert_valid(placed, grid, wanted)


def test_the_same_board_has_the_same_answer(champion: ModuleType) -> None:
    grid = random_grid(30, 0.2, 5)
    first, second = (champion.solve("SA", 30, 105, grid) for _ in range(2))
    assert (first == second).all()
    assert not (grid == 1).any()


def test_a_large_board(champion: ModuleType) -> None:
    grid = random_grid(1000, 0.2, 7)
    board = champion.solve("SA", 1000, 97_000, grid)
    assert np.count_nonzero(board == 1) == 97_000
    assert ((board == 2) == (grid == 2)).all()
