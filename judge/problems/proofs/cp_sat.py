"""Ask CP-SAT of OR-Tools, which the extra `author` brings. What it says can't be checked again by counting."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Instance
from judge.model.installed import installs
from judge.problems.proofs.or_tools import version
from judge.problems.puzzles.rules.cell_sets import views
from judge.problems.rules.plain import PIECE, TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]


def exact(board: Instance, seconds: float) -> tuple[Answer, str] | None:
    """Return CP-SAT's answer with, for FAIL, how it was proven; None if `seconds` did not suffice.

    p pieces in all. Raises JudgeError E439 without OR-Tools.
    """
    cp_model = _or_tools()
    model, cells = _model(cp_model, board.grid)
    model.add(sum(cells.values()) == board.pieces)
    solver = _solver(cp_model, seconds)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Answer(fail=True), f"exhaustive search by {_version()}, status INFEASIBLE"
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    grid = board.grid.copy()
    for cell, piece in cells.items():
        if solver.value(piece):
            grid[cell] = PIECE
    return Answer(board=grid), ""


class Largest(msgspec.Struct, frozen=True):
    """How many pieces CP-SAT has placed, that more than `bound` are impossible, and which solver that was."""

    pieces: int
    bound: int
    proven: bool
    solver: str


def largest(grid: Grid, seconds: float) -> Largest:
    """Return the most pieces that CP-SAT finds room for within some seconds. Raises JudgeError E439 without
    OR-Tools."""
    cp_model = _or_tools()
    model, cells = _model(cp_model, grid)
    model.maximize(sum(cells.values()))
    solver = _solver(cp_model, seconds)
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Largest(0, len(cells), False, _version())
    bound = math.floor(solver.best_objective_bound + 1e-6)
    return Largest(round(solver.objective_value), bound, status == cp_model.OPTIMAL, _version())


def _or_tools() -> Any:
    try:
        from ortools.sat.python import cp_model  # here, as it is an optional extra and slow to import
    except ImportError:
        raise JudgeError(
            "E439", "exact answers need OR-Tools, which is not installed", help=installs("author")
        ) from None
    return cp_model


def _model(cp_model: Any, grid: Grid) -> tuple[Any, dict[tuple[int, int], Any]]:
    """Return a model with one Boolean for each free cell, of which at most one is true in each segment."""
    model = cp_model.CpModel()
    cells = {(int(r), int(c)): model.new_bool_var("") for r, c in np.argwhere(grid != TREE)}
    for quota in views(Instance("ANY", len(grid), grid.size, grid)):
        model.add_at_most_one([cells[cell] for cell in quota.cells])
    return model, cells


def _solver(cp_model: Any, seconds: float) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # else the arrangement found depends on the machine
    solver.parameters.max_time_in_seconds = seconds
    return solver


def _version() -> str:
    return f"CP-SAT {version()}"
