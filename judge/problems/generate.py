"""Find exact answers of lizard boards.

An answer comes from the first of three that knows it: a proof that fits on one line (`closed_proof`), one descent
without a step back (`first_descent`), and CP-SAT (`exact`), which alone needs the extra `author`.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Instance
from judge.problems.rules.plain import PIECE, TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]

# Per direction the step to the next cell. The cells of a tree-free segment all see each other.
_STEPS = {"row": (0, 1), "column": (1, 0), "falling diagonal": (1, 1), "rising diagonal": (1, -1)}


def segment_heads(grid: Grid, direction: str) -> Mask:
    """Return the first cell of each tree-free segment of a direction, as a bool grid."""
    down, right = _STEPS[direction]
    n = len(grid)
    free = grid != TREE
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free
    before = framed[1 - down : 1 - down + n, 1 - right : 1 - right + n]
    heads: Mask = free & ~before
    return heads


def closed_proof(board: Instance) -> str:
    """Return why the board is impossible, in one line that can be checked by counting; "" if none is known.

    Each tree-free segment of a row, column or diagonal holds at most one piece.
    """
    pieces = _counted(board.pieces, "piece")
    free = int(np.count_nonzero(board.grid != TREE))
    if free == 0:
        return f"{pieces}, but no free cell"
    if board.pieces > free:
        return f"{pieces}, but only {_counted(free, 'free cell')}"
    for direction in _STEPS:
        segments = int(np.count_nonzero(segment_heads(board.grid, direction)))
        if board.pieces > segments:
            return f"{pieces}, but only {_counted(segments, f'{direction} segment')} can hold one each"
    return ""


def first_descent(board: Instance) -> Grid | None:
    """Put a piece on every cell that none sees, column by column, until all are placed; None if some are left."""
    grid, n, left = board.grid.copy(), board.n, board.pieces
    rows, falling, rising = bytearray(n), bytearray(2 * n), bytearray(2 * n)
    for c, column in enumerate(board.grid.T.tolist()):
        seen = 0  # whether the nearest thing above, in this column, is a piece
        for r, cell in enumerate(column):
            if cell == TREE:
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 0
            elif left and not (seen or rows[r] or falling[n + r - c] or rising[r + c]):
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 1
                grid[r, c] = PIECE
                left -= 1
    return None if left else grid


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
    for down, right in _STEPS.values():
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


def answer_of(board: Instance, seconds: float) -> tuple[Answer, str] | None:
    """Return the answer and, for FAIL, its proof, from the first way that knows it; None if none does in `seconds`."""
    proof = closed_proof(board)
    if proof:
        return Answer(fail=True), proof
    grid = first_descent(board)
    return exact(board, seconds) if grid is None else (Answer(board=grid), "")


def _segment(cells: dict[tuple[int, int], Any], head: tuple[int, int], step: tuple[int, int]) -> list[Any]:
    r, c = head
    segment = []
    while (r, c) in cells:
        segment.append(cells[r, c])
        r, c = r + step[0], c + step[1]
    return segment


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" + ("" if number == 1 else "s")
