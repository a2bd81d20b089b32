"""Write the cases of most-queens and scooters, which no recipe makes: `python -m tests.bench.boards`.

The boards come from seeds. The champion finds each answer, and proves it by prices (most-queens) or bounds (scooters).
CP-SAT, which shares nothing with it, proves each once more: a model of one line a constraint, which must come to the
same optimum. All takes a minute. Needs ortools: pip install -e .[author].
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from judge.model import Answer, Instance
from judge.problems.puzzles import named
from judge.problems.rules.plain import plain_attack
from tests.bench.timing import kernel_cache

ROOT = Path(__file__).parents[2]

# Group, name: rows, columns, share of obstacles, seed. "task-N" are boards as AlgoTune makes them: N x N, 5 %.
QUEENS = {
    "sample/lawn-4x6": (4, 6, 0.0, 0),
    "sample/pillars-5x5": (5, 5, 0.2, 2),
    "medium/task-8": (8, 8, 0.05, 8),
    "medium/task-9": (9, 9, 0.05, 9),
    "medium/hall-6x10": (6, 10, 0.1, 61),
    "medium/hall-10x7": (10, 7, 0.15, 107),
    "medium/grove-8x9": (8, 9, 0.25, 89),
    "hard/task-12": (12, 12, 0.05, 12),
    "hard/task-14": (14, 14, 0.05, 14),
    "hard/task-16": (16, 16, 0.05, 16),
    "hard/hall-12x18": (12, 18, 0.08, 1218),
    "hard/grove-16x14": (16, 14, 0.2, 1614),
    "hard/thicket-13": (13, 13, 0.35, 13),
}

# Group, name: n, officers, scooters, seed.
SCOOTERS = {
    "sample/three-2-1": (3, 2, 1, 31),
    "sample/five-3-4": (5, 3, 4, 53),
    "medium/n08-p08-s10": (8, 8, 10, 8),
    "medium/n08-p03-s40": (8, 3, 40, 83),
    "medium/n09-p09-s20": (9, 9, 20, 9),
    "medium/n10-p02-s05": (10, 2, 5, 102),
    "medium/n15-p01-s99": (15, 1, 99, 151),
    "hard/n12-p12-s40": (12, 12, 40, 12),
    "hard/n13-p09-s70": (13, 9, 70, 13),
    "hard/n14-p14-s03": (14, 14, 3, 14),
    "hard/n15-p07-s20": (15, 7, 20, 157),
    "hard/n15-p15-s20": (15, 15, 20, 15),
    "hard/n15-p15-s99": (15, 15, 99, 1515),
}


def champion_of(problem: str) -> Any:
    """Return the champion's module."""
    path = ROOT / "solutions" / problem / "champion.py"
    spec = importlib.util.spec_from_file_location(f"champion_{problem.replace('-', '_')}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def queens_board(n: int, m: int, share: float, seed: int) -> Instance:
    """Return a board with obstacles at random."""
    trees = np.random.default_rng(seed).random((n, m)) < share
    return Instance("ANY", n, 1, np.where(trees, np.int8(2), np.int8(0)))


def scooters_board(n: int, officers: int, scooters: int, seed: int) -> Instance:
    """Return a board where each scooter goes a random step or stays, twelve times a day."""
    rng = np.random.default_rng(seed)
    points = np.zeros((n, n), np.int64)
    for _ in range(scooters):
        place = rng.integers(0, n, 2)
        for _ in range(12):
            points[tuple(place)] += 1
            place = np.clip(place + rng.integers(-1, 2, 2), 0, n - 1)
    return Instance("ANY", n, officers, np.zeros((n, n), np.int8), points)


def lines_of(grid: np.ndarray[Any, Any]) -> list[list[tuple[int, int]]]:
    """Return the stretches of two free cells and more, in the four directions."""
    n, m = grid.shape
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in np.argwhere(grid == 0).tolist():
            r, c = row - down, column - right
            if 0 <= r < n and 0 <= c < m and grid[r, c] == 0:
                continue
            line, r, c = [], row, column
            while 0 <= r < n and 0 <= c < m and grid[r, c] == 0:
                line.append((r, c))
                r, c = r + down, c + right
            if len(line) > 1:
                found.append(line)
    return found


def cp_sat(grid: np.ndarray[Any, Any], weight: np.ndarray[Any, Any], pieces: int | None) -> int:
    """Return the most weight of so many pieces, or of any number of them."""
    from ortools.sat.python import cp_model  # the extra `author`

    model = cp_model.CpModel()
    put = {tuple(cell): model.new_bool_var("") for cell in np.argwhere(grid == 0).tolist()}
    for line in lines_of(grid):
        model.add_at_most_one([put[cell] for cell in line])
    if pieces is not None:
        model.add(sum(put.values()) == pieces)
    model.maximize(sum(int(weight[cell]) * each for cell, each in put.items()))
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def queens_answer(champion: Any, board: Instance) -> Answer:
    """Return an arrangement of as many queens as possible. AssertionError where the two proofs differ."""
    placed = champion.solve(board.n, board.columns, board.grid)
    assert plain_attack(placed) is None
    assert np.array_equal(placed == 2, board.grid == 2)
    assert np.count_nonzero(placed == 1) == cp_sat(board.grid, np.ones_like(board.grid), None)
    return Answer(board=placed)


def scooters_answer(champion: Any, board: Instance) -> Answer:
    """Return the most points. AssertionError where the two proofs differ."""
    assert board.layer is not None
    most = champion.solve(board.n, board.pieces, board.layer)
    assert most == cp_sat(board.grid, board.layer, board.pieces)
    return Answer(count=most)


def written(answer: Answer) -> str:
    """Return an answer.txt."""
    if answer.board is None:
        return f"{answer.count}\n"
    rows = ("".join(map(str, row)) for row in answer.board.tolist())
    return "\n".join(["OK", *rows, ""])


def boards_of(problem: str) -> dict[str, Instance]:
    """Return the boards of a package, by group/name."""
    if problem == "most-queens":
        return {name: queens_board(*numbers) for name, numbers in QUEENS.items()}
    return {name: scooters_board(*numbers) for name, numbers in SCOOTERS.items()}


def main() -> None:
    """Write all cases, in place."""
    for problem, answer in (("most-queens", queens_answer), ("scooters", scooters_answer)):
        champion, puzzle = champion_of(problem), named(problem)
        for name, board in boards_of(problem).items():
            folder = ROOT / "testcases" / problem / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "input.txt").write_bytes(puzzle.cases.write(board))
            (folder / "answer.txt").write_text(written(answer(champion, board)))
            print(folder)


if __name__ == "__main__":
    with kernel_cache():
        main()
