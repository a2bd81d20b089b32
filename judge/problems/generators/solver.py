"""Ask CP-SAT for the most pieces on a board: a Boolean for each free cell, at most one true in each segment."""

from __future__ import annotations

import math
from importlib import metadata
from typing import Any

import msgspec

from judge.problems.generators.lines_of_sight import STEPS, free_cells
from judge.problems.generators.patterns import Grid


class Found(msgspec.Struct, frozen=True):
    """Holds what was placed, what is the most by the solver's bound, and which solver that was."""

    pieces: int
    bound: int
    proven: bool
    solver: str


def solve(grid: Grid, seconds: float) -> Found | None:
    """Return what CP-SAT finds within some seconds; None where OR-Tools is not installed."""
    try:
        from ortools.sat.python import cp_model  # here, as it is an optional extra and slow to import
    except ImportError:
        return None
    model = cp_model.CpModel()
    cells = {cell: model.new_bool_var("") for cell in free_cells(grid)}
    for down, right in STEPS:
        for r, c in cells:
            if (r - down, c - right) not in cells:
                model.add_at_most_one(_segment(cells, (r, c), (down, right)))
    model.maximize(sum(cells.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # as it is with one, so it is on every machine
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    version = "CP-SAT " + ".".join(metadata.version("ortools").split(".")[:2])
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(0, len(cells), False, version)
    bound = math.floor(solver.best_objective_bound + 1e-6)
    return Found(round(solver.objective_value), bound, status == cp_model.OPTIMAL, version)


def _segment(cells: dict[tuple[int, int], Any], head: tuple[int, int], step: tuple[int, int]) -> list[Any]:
    (r, c), segment = head, []
    while (r, c) in cells:
        segment.append(cells[r, c])
        r, c = r + step[0], c + step[1]
    return segment
