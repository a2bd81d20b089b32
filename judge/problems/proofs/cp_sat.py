"""Ask CP-SAT of OR-Tools, which the extra `author` brings. What it says can't be checked again by counting."""

from __future__ import annotations

from importlib import metadata
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Instance
from judge.problems.proofs.certificate import STEPS
from judge.problems.rules.plain import PIECE, TREE


def exact(board: Instance, seconds: float) -> tuple[Answer, str] | None:
    """Return CP-SAT's answer with, for FAIL, how it was proven; None if `seconds` did not suffice.

    One Boolean a free cell, at most one true in each segment, p in all. Raises JudgeError E439 without OR-Tools.
    """
    try:
        from ortools.sat.python import cp_model  # here, as it is an optional extra and slow to import
    except ImportError:
        repair = "install it with: pip install 'judge[author]'"
        raise JudgeError("E439", "exact answers need OR-Tools, which is not installed", help=repair) from None
    model = cp_model.CpModel()
    cells = {(int(r), int(c)): model.new_bool_var("") for r, c in np.argwhere(board.grid != TREE)}
    for down, right in STEPS.values():
        for r, c in cells:
            if (r - down, c - right) not in cells:
                model.add_at_most_one(_segment(cells, (r, c), (down, right)))
    model.add(sum(cells.values()) == board.pieces)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # else the arrangement found depends on the machine
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        version = ".".join(metadata.version("ortools").split(".")[:2])
        return Answer(fail=True), f"exhaustive search by CP-SAT {version}, status INFEASIBLE"
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    grid = board.grid.copy()
    for cell, piece in cells.items():
        if solver.value(piece):
            grid[cell] = PIECE
    return Answer(board=grid), ""


def _segment(cells: dict[tuple[int, int], Any], head: tuple[int, int], step: tuple[int, int]) -> list[Any]:
    r, c = head
    segment = []
    while (r, c) in cells:
        segment.append(cells[r, c])
        r, c = r + step[0], c + step[1]
    return segment
