"""The most pieces of a board, by search: the champion of puzzles that no package ships. It proves what it finds.

Two pieces attack each other or don't, whatever stands between them beside obstacles: a third piece on their line would
be attacked itself. So the most is the largest set of cells without two that attack each other.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from judge.problems.puzzles.puzzle import Puzzle

Cell = tuple[int, int]
LEAPS = {(1, 2), (2, 1)}


def attacks(kind: str, grid: np.ndarray, one: Cell, other: Cell) -> bool:
    """Whether two pieces of this kind attack each other; of what the judge's rules say, nothing is used."""
    down, right = other[0] - one[0], other[1] - one[1]
    if kind in ("knights", "superqueens") and (abs(down), abs(right)) in LEAPS:
        return True
    straight, slanting = 0 in (down, right), abs(down) == abs(right)
    sees = {"rooks": straight, "bishops": slanting, "knights": False}.get(kind, straight or slanting)
    steps = max(abs(down), abs(right))
    between = ((one[0] + down * k // steps, one[1] + right * k // steps) for k in range(1, steps))
    return sees and all(grid[cell] != 2 for cell in between)


def conflicts(kind: str, grid: np.ndarray) -> tuple[list[Cell], list[int]]:
    """The free cells, and for each of them a bit for each other one that is attacked from it."""
    cells = [(int(row), int(column)) for row, column in np.argwhere(grid == 0)]
    masks = [0] * len(cells)
    for (at, one), (to, other) in combinations(enumerate(cells), 2):
        if attacks(kind, grid, one, other):
            masks[at] |= 1 << to
            masks[to] |= 1 << at
    return cells, masks


def most(kind: str, grid: np.ndarray) -> np.ndarray:
    """A board with as many pieces as fit: branch on the cell with most conflicts, bound by cliques."""
    cells, masks = conflicts(kind, grid)
    best = _largest(masks, (1 << len(cells)) - 1, 0, 0)
    board = grid.copy()
    for at, cell in enumerate(cells):
        if best >> at & 1:
            board[cell] = 1
    return board


def _largest(masks: list[int], left: int, chosen: int, best: int) -> int:
    if chosen.bit_count() + _cliques(masks, left) <= best.bit_count():
        return best
    if not left:
        return chosen
    at = max(_bits(left), key=lambda cell: (masks[cell] & left).bit_count())
    if not masks[at] & left:
        return _largest(masks, 0, chosen | left, best)
    best = _largest(masks, left & ~(1 << at) & ~masks[at], chosen | 1 << at, best)
    return _largest(masks, left & ~(1 << at), chosen, best)


def _cliques(masks: list[int], left: int) -> int:
    """A bound: of cells that all attack each other, one counts."""
    number = 0
    while left:
        number += 1
        clique = left
        while clique:
            at = (clique & -clique).bit_length() - 1
            left &= ~(1 << at)
            clique &= masks[at]
    return number


def _bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def kind_of(puzzle: Puzzle) -> str:
    """What is placed: the last word of a name such as most-rooks."""
    return puzzle.words.many


def solved(kind: str, grid: np.ndarray) -> int:
    """The most pieces by CP-SAT, which shares no code with the search; one of a clique of each line, and each leap."""
    from ortools.sat.python import cp_model

    cells, masks = conflicts(kind, grid)
    model = cp_model.CpModel()
    there = [model.new_bool_var(f"{row} {column}") for row, column in cells]
    for at, to in combinations(range(len(cells)), 2):
        if masks[at] >> to & 1:
            model.add_at_most_one(there[at], there[to])
    model.maximize(sum(there))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)
