"""Prove the answers of most-queens and scooters, and write them: `python -m tests.bench.boards`.

The champion finds each, and proves it by prices (most-queens) or bounds (scooters). CP-SAT, which shares nothing with
it, proves each once more: a model of one line a constraint, which must come to the same optimum. All takes a minute.
Needs ortools: pip install -e .[author].
"""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

from judge.model import Answer, Instance
from judge.problems.formats.answer import write_answer
from judge.problems.package import read_package
from judge.problems.rules.plain import plain_attack
from tests.bench.timing import kernel_cache
from tests.shipped import ROOT


def champion_of(problem: str) -> Any:
    """Return the champion's module."""
    path = ROOT / "solutions" / problem / "champion.py"
    spec = importlib.util.spec_from_file_location(f"champion_{problem.replace('-', '_')}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def main() -> None:
    """Write the answers of all cases, in place."""
    for problem, answer in (("most-queens", queens_answer), ("scooters", scooters_answer)):
        champion = champion_of(problem)
        for case in read_package(ROOT / "testcases" / problem).cases:
            file = ROOT / "testcases" / problem / case.group / case.name / "answer.txt"
            file.write_bytes(write_answer(answer(champion, case.board)))
            print(file)


if __name__ == "__main__":
    with kernel_cache():
        main()
