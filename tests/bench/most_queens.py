"""The champion of most-queens beside CP-SAT: `python -m tests.bench.most_queens [N ...]`.

Boards are those of AlgoTune's `queens_with_obstacles`: n x n, each cell an obstacle in 5 % of all draws, seeds 1 to 20.
CP-SAT has its default parameters and one at-most-one constraint for each stretch of a row, column or diagonal.

Times are CPU of the process with all its threads, of solving and of building the model; of a call under LONG_S the
least of REPETITIONS, for both. A ratio is the time of CP-SAT by that of the champion on the same board. Every answer is
looked at by our rules. The exit status is 1 if an optimum differs, or a ratio is below LEAST_MEDIAN or LEAST (n up to
16), or below 1 (more). Needs ortools: pip install -e .[author].
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import numpy as np
from rich.table import Table

from judge.problems.kernels import fast_attack
from judge.sandbox import look_at_machine
from tests.bench.timing import kernel_cache, show
from tests.shipped import solution

SIZES, SEEDS, SHARE = (8, 9, 10, 12, 14, 15, 16, 18, 20), 20, 0.05
REPETITIONS, LONG_S = 3, 0.1
LEAST_MEDIAN, LEAST, LARGEST = 100, 20, 16

Board = np.ndarray[Any, np.dtype[np.int8]]
Solve = Callable[[Board], Board]


def drawn(n: int, seed: int) -> Board:
    """Draw a board as AlgoTune does: 2 for an obstacle."""
    np.random.seed(seed)
    return np.where(np.random.rand(n, n) < SHARE, np.int8(2), np.int8(0))


def stretches(grid: Board) -> Iterator[list[tuple[int, int]]]:
    """Yield the cells of each stretch of free cells in a row, column or diagonal."""
    free = set(zip(*(axis.tolist() for axis in np.nonzero(grid != 2)), strict=True))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in free:
            if (row - down, column - right) not in free:
                along = ((row + step * down, column + step * right) for step in range(max(grid.shape)))
                yield list(itertools.takewhile(free.__contains__, along))


def cp_sat(grid: Board) -> Board:
    """Solve a board with CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    queens = {cell: model.new_bool_var("") for cell in zip(*map(np.ndarray.tolist, np.nonzero(grid != 2)), strict=True)}
    for stretch in stretches(grid):
        if len(stretch) > 1:
            model.add_at_most_one(queens[cell] for cell in stretch)
    model.maximize(sum(queens.values()))
    solver = cp_model.CpSolver()
    assert solver.solve(model) == cp_model.OPTIMAL
    placed = grid.copy()
    for cell, queen in queens.items():
        if solver.boolean_value(queen):
            placed[cell] = 1
    return placed


def timed(solve: Solve, grid: Board) -> tuple[float, int]:
    """Return the seconds of CPU that a board takes, and how many queens were placed."""
    least_s = np.inf
    for _ in range(REPETITIONS):
        start_s = time.process_time()
        placed = solve(grid)
        least_s = min(least_s, time.process_time() - start_s)
        if least_s > LONG_S:
            break
    assert np.array_equal(placed == 2, grid == 2)
    assert fast_attack(placed) is None
    return least_s, int(np.count_nonzero(placed == 1))


def main() -> int:
    """Run all, print the table, and return the exit status."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    champion = solution("most-queens", "champion")

    def ours(grid: Board) -> Board:
        placed: Board = champion.solve(*grid.shape, grid)
        return placed

    timed(ours, drawn(9, 1))
    timed(cp_sat, drawn(9, 1))  # neither pays for its first call
    table = Table("n", "boards", "ours, ms", "slowest", "CP-SAT, ms", "slowest", "median ratio", "worst ratio")
    misses = []
    for n in sizes:
        both = [(timed(cp_sat, grid), timed(ours, grid)) for grid in (drawn(n, seed) for seed in range(1, SEEDS + 1))]
        misses += [
            f"n = {n}, seed {seed}: {mine[1]} queens instead of {base[1]}"
            for seed, (base, mine) in enumerate(both, 1)
            if mine[1] != base[1]
        ]
        theirs, own = ([1e3 * one[side][0] for one in both] for side in (0, 1))
        ratios = [base / mine for base, mine in zip(theirs, own, strict=True)]
        median, worst = statistics.median(ratios), min(ratios)
        times = [f"{figure:.3g}" for spent in (own, theirs) for figure in (statistics.median(spent), max(spent))]
        row = [str(n), str(len(both)), *times, f"{median:.0f}", f"{worst:.1f}"]
        table.add_row(*row)
        wanted = (LEAST_MEDIAN, LEAST) if n <= LARGEST else (1, 1)
        if median < wanted[0] or worst < wanted[1]:
            misses.append(f"n = {n}: ratios {median:.0f} and {worst:.1f} instead of {wanted[0]} and {wanted[1]}")
    show(
        table, f"Median and slowest of the boards, CPU. CP-SAT {version('ortools')}. {look_at_machine(0).cpu}", *misses
    )
    return bool(misses)


if __name__ == "__main__":
    with kernel_cache():
        status = main()
    sys.exit(status)
