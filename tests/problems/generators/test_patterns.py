"""Every pattern gives boards that are cases, the same ones each time and everywhere."""

from __future__ import annotations

import hashlib
from collections import deque
from itertools import product

import numpy as np
import pytest

from judge.model import Instance
from judge.problems.formats.case import read_case, write_case
from judge.problems.generators.patterns import NAMES, PATTERNS, RANDOM, Grid, corridor, draw, maze, random_grid
from judge.problems.rules.plain import TREE

SIZES, DENSITIES, SEEDS = range(1, 13), (0.0, 0.35, 1.0), range(2)
# Of all boards of a pattern, one after the other: whoever changes them changes every package that was made.
DIGESTS = {
    "random": "245ca68d469ea764",
    "blobs": "adf72511d25ae8a3",
    "lines": "a5f2a1a9837ea2cf",
    "borders": "502ad2a1820f3a52",
    "chess": "f7a5baa4092b612e",
    "maze": "c49f0127718659b9",
    "corridor": "a22da62a9e6aa399",
}


def drawn(pattern: str) -> list[Instance]:
    return [
        Instance("DFS", n, n, draw(pattern, n, density, seed)) for n, density, seed in product(SIZES, DENSITIES, SEEDS)
    ]


@pytest.mark.parametrize("pattern", NAMES)
def test_every_board_is_a_case_and_is_always_the_same(pattern: str) -> None:
    whole = hashlib.sha256()
    for one in drawn(pattern):
        text = write_case(one)
        read, warnings = read_case(text)
        assert not warnings
        assert (read.grid == one.grid).all()
        whole.update(text)
    assert whole.hexdigest()[:16] == DIGESTS[pattern]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_has_as_many_trees_as_its_density_says(pattern: str) -> None:
    for n, density in product(SIZES, DENSITIES):
        assert np.count_nonzero(draw(pattern, n, density, 1) == TREE) == round(density * n * n)


@pytest.mark.parametrize("pattern", NAMES)
def test_another_seed_is_another_board(pattern: str) -> None:
    assert (draw(pattern, 12, 0.3, 1) != draw(pattern, 12, 0.3, 2)).any()


def test_random_boards() -> None:
    assert (random_grid(30, 0.3, 7) == random_grid(30, 0.3, 7)).all()
    assert (random_grid(30, 0.3, 7) != random_grid(30, 0.3, 8)).any()
    assert random_grid(200, 0.25, 1).mean() / 2 == pytest.approx(0.25, abs=0.01)
    assert not random_grid(5, 0.0, 1).any()
    assert (random_grid(5, 1.0, 1) == TREE).all()


def test_a_large_random_board_is_drawn_in_parts_as_if_it_were_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_grid(50, 0.4, 3)
    monkeypatch.setattr("judge.problems.generators.patterns._AT_ONCE", 170)
    assert (random_grid(50, 0.4, 3) == whole).all()
    assert (whole == np.where(np.random.default_rng(3).random((50, 50)) < 0.4, TREE, 0)).all()


def test_the_borders_come_first() -> None:
    grid = draw("borders", 8, 28 / 64, 1)
    assert (grid[1:-1, 1:-1] == 0).all()
    assert np.count_nonzero(grid) == 28


def test_half_a_chessboard_is_dark() -> None:
    grid = draw("chess", 6, 0.5, 9)
    assert grid.tolist() == [[TREE * ((r + c) % 2 == 0) for c in range(6)] for r in range(6)]


def test_groves_hang_together() -> None:
    """Of the trees of blobs far more have a neighbour than of those by chance."""

    def neighbours(grid: Grid) -> int:
        trees = grid == TREE
        return int(np.count_nonzero(trees[1:] & trees[:-1]) + np.count_nonzero(trees[:, 1:] & trees[:, :-1]))

    assert neighbours(draw("blobs", 40, 0.2, 1)) > 2 * neighbours(draw(RANDOM, 40, 0.2, 1))


def test_lines_fill_up_one_after_the_other() -> None:
    grid = draw("lines", 40, 0.05, 1)
    r, c = np.nonzero(grid)
    lines = {("r", one) for one in r} | {("c", one) for one in c} | {("f", one) for one in r - c}
    fullest = max(
        np.count_nonzero({"r": r, "c": c, "f": r - c, "x": r + c}[kind] == at)
        for kind, at in [*lines, *(("x", one) for one in set((r + c).tolist()))]
    )
    assert fullest >= 20, "three quarters of one line are trees"


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 12, 15])
def test_a_whole_maze_has_one_way_between_two_rooms(n: int) -> None:
    for seed in range(5):
        free = maze(n, np.random.default_rng(seed)) >= 1 << 20
        rooms = ((n + 1) // 2) ** 2
        ways = np.count_nonzero(free) - rooms
        assert ways == rooms - 1, "a tree of rooms"
        assert reached(free) == np.count_nonzero(free)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 12])
def test_a_whole_corridor_is_one_way(n: int) -> None:
    for seed in range(5):
        free = corridor(n, np.random.default_rng(seed)) >= 1 << 20
        assert reached(free) == np.count_nonzero(free)
        assert np.count_nonzero(~free) == n // 2 * (n - 1)


def reached(free: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    """How many cells can be reached from the first free one, up, down, left and right."""
    start = tuple(np.argwhere(free)[0].tolist())
    seen, queue = {start}, deque([start])
    while queue:
        r, c = queue.popleft()
        for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            inside = 0 <= cell[0] < len(free) and 0 <= cell[1] < len(free)
            if inside and free[cell] and cell not in seen:
                seen.add(cell)
                queue.append(cell)
    return len(seen)
