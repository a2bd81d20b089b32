"""The solutions of lizards, against an exhaustive search that shares nothing with them, and against one another."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from tests.oracle import PUZZLES, Board, conflict, fit
from tests.shipped import plain
from tests.solutions.conftest import Load, compiled

TREE = 2
NAMES = ["annealing", "backtracking", "bfs", "champion", "dfs", "greedy", "profiles"]
COMPLETE = ["backtracking", "bfs", "champion", "dfs", "profiles"]
LARGEST = {"bfs": 5, "dfs": 6}  # n that a textbook search decides in a moment
SLOW, NIGHTLY = pytest.mark.slow, pytest.mark.nightly(sample=4)
EACH = pytest.mark.parametrize("name", NAMES)


def random_grid(n: int, share: float, seed: int) -> np.ndarray:
    return np.where(np.random.default_rng(seed).random((n, n)) < share, TREE, 0).astype(np.int8)


def fewest_segments(grid: np.ndarray) -> int:
    """The least number of rows without a tree, of columns, or of diagonals: each holds one lizard at most."""
    free = np.pad(grid != TREE, 1)
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return min(int((free & ~np.roll(free, step, (0, 1))).sum()) for step in steps)


@cache
def most_pieces(trees: bytes, n: int) -> int:
    """The largest number of lizards, by a search that shares nothing with the solutions."""
    rows = [trees[row * n : row * n + n] for row in range(n)]
    return next(pieces for pieces in range(n * n + 2) if not fit(rows, pieces + 1))


def assert_valid(board: np.ndarray, grid: np.ndarray, pieces: int) -> None:
    assert board.dtype == np.int8
    assert board.flags.c_contiguous
    assert ((board == TREE) == (grid == TREE)).all()
    assert np.count_nonzero(board == 1) == pieces
    rows = tuple(map(tuple, board.tolist()))
    assert conflict(PUZZLES["lizards"], Board(rows, pieces), rows) is None


def assert_agrees(load: Load, name: str, grid: np.ndarray) -> None:
    """OK with an arrangement for each number near the largest that fits, FAIL (if the solver is to say it) above."""
    most, fewest = most_pieces(grid.tobytes(), len(grid)), fewest_segments(grid)
    near = {1, most - 1, most, most + 1, fewest + 1}
    others = range(1, min(grid.size, most + 3) + 2) if load is compiled and name in ("backtracking", "champion") else ()
    solve = load("lizards", name).solve
    for pieces in sorted(near | {*others}):
        if pieces < 1 or (name == "annealing" and pieces > most):
            continue  # annealing searches on, without end
        given = grid.copy()
        board = solve("SA", len(grid), pieces, given)
        assert (given == grid).all()
        if pieces > most and (name in COMPLETE or pieces > fewest):
            assert board is None, f"{name}: {pieces} of {most} on\n{grid}"
        elif name == "greedy" and np.count_nonzero(board == 1) < pieces:
            assert_valid(board, grid, int(np.count_nonzero(board == 1)))
        else:
            assert pieces <= most
            assert board is not None, f"{name}: {pieces} of {most} on\n{grid}"
            assert_valid(board, grid, pieces)


@EACH
@pytest.mark.parametrize(
    ("load", "n"),
    [
        *((plain, n) for n in (1, 2)),
        *(pytest.param(compiled, n, marks=SLOW) for n in (1, 2)),
        pytest.param(compiled, 3, marks=NIGHTLY),
        pytest.param(compiled, 4, marks=pytest.mark.nightly),
    ],
)
def test_solutions_agree_on_every_small_board(load: Load, n: int, name: str) -> None:
    if n > 3 and name == "champion":
        pytest.skip("its search takes long to begin")
    for cells in product((0, TREE), repeat=n * n):
        assert_agrees(load, name, np.array(cells, np.int8).reshape(n, n))


@EACH
@pytest.mark.parametrize(
    ("load", "sizes", "seed"),
    [
        (plain, (4, 5), 0),
        pytest.param(compiled, (4, 5, 6, 7), 0, marks=SLOW),
        *(pytest.param(compiled, (4, 5, 6, 7), seed, marks=NIGHTLY) for seed in range(1, 20)),
    ],
)
def test_solutions_agree_on_random_boards(load: Load, sizes: tuple[int, ...], seed: int, name: str) -> None:
    for n, share in product(sizes, (0.0, 0.15, 0.3, 0.6)):
        if n <= LARGEST.get(name, n):
            assert_agrees(load, name, random_grid(n, share, 1000 * n + seed))


def test_more_lizards_than_columns_without_trees_fail_at_once() -> None:
    """The search alone would look through all arrangements of 60 queens."""
    assert plain("lizards", "backtracking").solve("DFS", 60, 61, np.zeros((60, 60), np.int8)) is None


@SLOW
@pytest.mark.parametrize(("name", "share"), [("backtracking", 0.2475), ("champion", 0.2)])
def test_a_large_board_takes_one_descent(name: str, share: float) -> None:
    """That of the article has a share of 0.2475."""
    grid = random_grid(1000, share, 1000)
    board = compiled("lizards", name).solve("DFS", 1000, 97_000, grid)
    assert np.count_nonzero(board == 1) == 97_000
    assert ((board == TREE) == (grid == TREE)).all()


@SLOW
@pytest.mark.parametrize(("n", "percent", "most"), [(15, 10, 26), (15, 20, 30), (20, 40, 62), (50, 50, 384)])
def test_the_champion_finds_the_most_and_refuses_one_more(n: int, percent: int, most: int) -> None:
    grid = random_grid(n, percent / 100, 1000 * n + percent + 1)
    solve = compiled("lizards", "champion").solve
    assert_valid(solve("SA", n, most, grid), grid, most)
    assert solve("SA", n, most + 1, grid) is None


@SLOW
def test_the_proof_of_the_champion_alone_decides_as_well() -> None:
    """`prove` finds the arrangement by itself when none was found before, and never says FAIL."""
    champion = compiled("lizards", "champion")
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


@SLOW
@pytest.mark.parametrize("n", [64, 65])
def test_boards_wider_than_a_word_have_the_same_answer_each_time(n: int) -> None:
    """A tenth fewer than the greedy descent of the board places: nobody has to search for long."""
    grid = random_grid(n, 0.3, n)
    greedy = compiled("lizards", "greedy").solve("SA", n, fewest_segments(grid), grid)
    pieces = int(np.count_nonzero(greedy == 1)) * 9 // 10
    for name in NAMES:
        if name != "bfs":
            first, second = (compiled("lizards", name).solve("SA", n, pieces, grid) for _ in range(2))
            assert_valid(first, grid, pieces)
            assert (first == second).all()


@SLOW
def test_profiles_find_the_same_verdict_at_any_width() -> None:
    """Early cuts, growing tables and forgotten chains change no verdict: FAIL is exact, and OK is valid."""
    profiles, grid = compiled("lizards", "profiles"), random_grid(11, 0.2, 3)
    for pieces in range(14, 22):
        for width in (1, 7, 100, 3000, 10**6):
            board = grid.copy()
            outcome = profiles.sweep(board, pieces, width)
            if outcome == profiles.FOUND:
                assert_valid(board, grid, pieces)
            else:
                assert width < 10**6 or outcome == profiles.RULED_OUT
                assert outcome == profiles.CUT or profiles.solve("BFS", 11, pieces, grid) is None
