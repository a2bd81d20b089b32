"""The field of lizard solutions against an exhaustive search, and against one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from tests.solutions.test_lizards import TREE, assert_valid, most_pieces

pytestmark = pytest.mark.slow  # to compile the solutions takes a while; .ci/run runs the slow tests as well

PROBLEM = "lizards"
NAMES = ["annealing", "backtracking", "bfs", "dfs", "greedy", "profiles"]
COMPLETE = ["backtracking", "bfs", "dfs", "profiles"]
LARGEST = {"bfs": 5, "dfs": 6}  # n that a textbook search decides in a moment
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def random_board(n: int, share: float, seed: int) -> np.ndarray:
    return np.where(np.random.default_rng(seed).random((n, n)) < share, TREE, 0).astype(np.int8)


def fewest_segments(grid: np.ndarray) -> int:
    """The number of tree-free segments in the direction that has the fewest, cell by cell."""
    free = {(r, c) for r, c in product(range(len(grid)), repeat=2) if grid[r, c] != TREE}
    return min(sum((r - y, c - x) not in free for r, c in free) for y, x in STEPS)


def assert_agrees(module: ModuleType, name: str, grid: np.ndarray, most: int) -> None:
    """OK with an arrangement for each number near the largest that fits, FAIL (if the solver is to say it) above."""
    for pieces in {1, most - 1, most, most + 1, fewest_segments(grid) + 1}:
        proven = pieces > fewest_segments(grid)
        if pieces < 1 or (name == "annealing" and pieces > most):
            continue  # annealing searches on, without end
        given = grid.copy()
        board = module.solve("SA", len(grid), pieces, given)
        assert (given == grid).all()
        if pieces > most and (name in COMPLETE or proven):
            assert board is None, f"{name}: {pieces} of {most} on\n{grid}"
        elif name == "greedy" and np.count_nonzero(board == 1) < pieces:
            assert_valid(board, grid, int(np.count_nonzero(board == 1)))
        else:
            assert pieces <= most
            assert_valid(board, grid, pieces)


def small_boards(n: int) -> Iterator[np.ndarray]:
    return (np.array(cells, np.int8).reshape(n, n) for cells in product((0, TREE), repeat=n * n))


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.nightly)])
def test_every_small_board(solutions: dict[str, ModuleType], n: int) -> None:
    for grid in small_boards(n):
        most = most_pieces(grid)
        for name, module in solutions.items():
            if n <= LARGEST.get(name, n):
                assert_agrees(module, name, grid, most)


@pytest.mark.parametrize(
    ("n", "seeds"),
    [
        *((4, range(200)), (5, range(200)), (6, range(120)), (7, range(20))),
        *(
            pytest.param(n, range(first, first + 20), marks=pytest.mark.nightly(sample=1))
            for n in (7, 8)
            for first in range(20, 140, 20)
        ),
    ],
)
def test_random_boards(solutions: dict[str, ModuleType], n: int, seeds: range) -> None:
    for seed in seeds:
        grid = random_board(n, 0.15 + 0.5 * (seed % 20) / 20, 1000 * n + seed)
        most = most_pieces(grid)
        for name, module in solutions.items():
            if n <= LARGEST.get(name, n):
                assert_agrees(module, name, grid, most)


@pytest.mark.parametrize("n", [63, 64, 65, 130])
def test_boards_wider_than_a_word(solutions: dict[str, ModuleType], n: int) -> None:
    """A tenth fewer than the greedy descent of the board places: nobody has to search for long."""
    grid = random_board(n, 0.3, n)
    pieces = int(np.count_nonzero(solutions["greedy"].solve("SA", n, fewest_segments(grid), grid) == 1)) * 9 // 10
    for name, module in solutions.items():
        if name != "bfs":
            assert_valid(module.solve("SA", n, pieces, grid), grid, pieces)


def test_the_same_board_has_the_same_answer(solutions: dict[str, ModuleType]) -> None:
    grid = random_board(40, 0.3, 7)
    for name, module in solutions.items():
        if name == "bfs":
            continue
        first, second = module.solve("SA", 40, 180, grid), module.solve("SA", 40, 180, grid)
        assert (first == second).all(), name


@pytest.mark.parametrize("share", [0.2475, 0.5])
def test_greedy_is_the_first_descent_of_backtracking(solutions: dict[str, ModuleType], share: float) -> None:
    """Greedy goes row by row, Backtracking++ column by column: the same on the transposed board."""
    grid = random_board(300, share, 300)
    pieces = {0.2475: 8000, 0.5: 11_000}[share]
    greedy = solutions["greedy"].solve("SA", 300, pieces, grid)
    assert (solutions["backtracking"].solve("SA", 300, pieces, grid.T.copy()) == greedy.T).all()


def test_profiles_find_the_same_verdict_at_any_width(solutions: dict[str, ModuleType]) -> None:
    """Early cuts, growing tables and forgotten chains change no verdict: FAIL is exact, and OK is valid."""
    profiles, grid = solutions["profiles"], random_board(11, 0.2, 3)
    for pieces in range(14, 22):
        for width in (1, 7, 100, 3000, 10**6):
            board = grid.copy()
            outcome = profiles.sweep(board, pieces, width)
            if outcome == profiles.FOUND:
                assert_valid(board, grid, pieces)
            else:
                assert width < 10**6 or outcome == profiles.RULED_OUT
                assert outcome == profiles.CUT or profiles.solve("BFS", 11, pieces, grid) is None


def article(grid: np.ndarray, pieces: int) -> np.ndarray | None:
    """The plain recursion of the article: a cell at a time down the columns, every set of marks a dictionary."""
    n = len(grid)
    tree = {(r, c) for r, c in product(range(n), repeat=2) if grid[r, c] == TREE}
    marked: dict[tuple[str, int], bool] = {}
    lizards: list[tuple[int, int]] = []

    def place(r: int, c: int, left: int) -> bool:
        if left == 0:
            return True
        if c == n:
            return False
        lines = [("row", r), ("column", c), ("falling", r - c), ("rising", r + c)]
        before = {line: marked.get(line, False) for line in lines}
        if (r, c) in tree:
            marked.update(dict.fromkeys(lines, False))
        elif not any(before.values()):
            marked.update(dict.fromkeys(lines, True))
            lizards.append((r, c))
            below = [k for k in range(r + 1, n) if (k, c) in tree]
            if place(below[0], c, left - 1) if below else place(0, c + 1, left - 1):
                return True
            lizards.pop()
            marked.update(before)
        if r + 1 < n:
            done = place(r + 1, c, left)
        else:
            empty = not any(column == c for _, column in lizards)
            treeless = not any(column >= c for _, column in tree)
            done = not (empty and treeless and left > n - c - 1) and place(0, c + 1, left)
        if not done:
            marked.update(before)
        return done

    if not place(0, 0, pieces):
        return None
    board = grid.copy()
    for cell in lizards:
        board[cell] = 1
    return board


def test_backtracking_is_the_recursion_of_the_article(solutions: dict[str, ModuleType]) -> None:
    """Verdict and placement on 1,000 random boards, of which about a third are impossible."""
    fails = 0
    rng = np.random.default_rng(2017)
    for seed in range(1000):
        n = 1 + seed % 6
        grid = random_board(n, 0.6 * rng.random(), seed)
        greedy = solutions["greedy"].solve("SA", n, max(1, fewest_segments(grid)), grid)
        descent = 0 if greedy is None else np.count_nonzero(greedy == 1)
        pieces = max(1, int(descent) + int(rng.integers(-1, 3)))
        expected = article(grid, pieces)
        board = solutions["backtracking"].solve("DFS", n, pieces, grid)
        fails += expected is None
        assert (board is None) == (expected is None)
        assert expected is None or (board == expected).all()
    assert 200 < fails < 800
