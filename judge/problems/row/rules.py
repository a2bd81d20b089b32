"""The rules of a row, in the order in which a conflict is named: shares, windows, rides, leaps, straight lines.

Each says what it asks of sets of cells (a `Quota`), for every search and proof, and finds the first conflict of a board
piece by piece. Those that a shipped puzzle has are the rules of `problems.rules`, which have fast forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product as pairs
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Finding, Instance
from judge.problems.puzzles import findings
from judge.problems.puzzles.cell_sets import straight_lines
from judge.problems.puzzles.conflicts import (
    bishops_apart,
    knights_apart,
    leaps_apart,
    no_attack,
    none_in_line,
    none_touch,
    rides_apart,
    rooks_apart,
)
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.puzzle import Rule
from judge.problems.puzzles.quota import Quota, Quoted
from judge.problems.row.case import values_of
from judge.problems.row.words import Row, Share, Window, product
from judge.problems.rules.plain import (
    BACKWARDS,
    KING,
    KNIGHT,
    PIECE,
    SLANTING,
    STRAIGHT,
    Cell,
    plain_crowded,
)

Layer = np.ndarray[Any, np.dtype[np.int64]]
_KNOWN = {
    ("ride", frozenset(BACKWARDS)): no_attack,
    ("ride", frozenset(STRAIGHT)): rooks_apart,
    ("ride", frozenset(SLANTING)): bishops_apart,
    ("leap", frozenset(KNIGHT)): knights_apart,
    ("leap", frozenset(KING)): none_touch,
}


def rules_of(row: Row) -> tuple[Rule, ...]:
    """Return the rules of a row."""
    found: list[Rule] = [_share(row, part, share) for part, share in row.shares]
    if row.window is not None:
        found.append(_windows(row.window))
    for kind, steps in row.steps:
        known = None if row.torus else _KNOWN.get((kind, frozenset(steps)))
        found.append(known or _seen(row, kind, steps))
    if row.in_line == 2:
        found.append(none_in_line)
    elif row.in_line:
        found.append(_few_in_line(row.in_line))
    return tuple(found)


def _seen(row: Row, kind: str, steps: tuple[Cell, ...]) -> Quoted:
    """Return the rule of rides and leaps that no shipped puzzle has."""
    if kind == "leap" and not row.torus:
        return leaps_apart("leaps_apart", steps, findings.leap)
    apart = rides_apart if kind == "ride" else leaps_apart
    return apart(f"{kind}s", steps, findings.seen, torus=row.torus)


def _few_in_line(most: int) -> Quoted:
    def find(trial: Trial) -> list[Cell] | None:
        return plain_crowded(trial.points, most)

    def told(trial: Trial, cells: list[Cell]) -> Finding:
        return findings.too_many_in_line(trial, cells, most)

    return Quoted("in_line", find, told, lambda board: straight_lines(board, most))


def _share(row: Row, part: str, share: Share) -> Quoted:
    """Return the rule that each part holds so many pieces at least and at most; a part's number says which it is."""

    def bounds(board: Instance) -> tuple[int, int]:
        values = values_of(row, board)
        most = board.grid.size if share.most is None else product(share.most).of(values)
        return product(share.least).of(values), most

    def quotas(board: Instance) -> Iterator[Quota]:
        least, most = bounds(board)
        for cells in _cells_of(part, board):
            yield Quota(tuple(cells), least, most)

    def find(trial: Trial) -> tuple[int, list[Cell]] | None:
        least, most = bounds(trial.case.board)
        numbers = part_of_cells(part, trial.case.board)
        held: dict[int, list[Cell]] = {number: [] for layer in numbers for number in np.unique(layer).tolist()}
        for cell in trial.points:
            for layer in numbers:
                held[int(layer[cell])].append(cell)
        return next(((number, cells) for number, cells in held.items() if not least <= len(cells) <= most), None)

    def told(trial: Trial, found: tuple[int, list[Cell]]) -> Finding:
        layers = part_of_cells(part, trial.case.board)
        first = next(tuple(np.argwhere(layer == found[0])[0].tolist()) for layer in layers if (layer == found[0]).any())
        return findings.wrong_share(trial, _name_of(part, first), found[1], bounds(trial.case.board))

    return Quoted(f"{part}_alike", find, told, quotas)


def regions_of(board: Instance) -> Layer:
    """Return the region of each cell. JudgeError E410 for a case without regions."""
    if board.layer is None:
        raise JudgeError("E410", "the case has no regions", help="write the regions below the board")
    return board.layer


def part_of_cells(part: str, board: Instance) -> list[Layer]:
    """Return the number of the row, column or region of each cell; of diagonals two layers, falling and rising."""
    if part == "region":
        return [regions_of(board)]
    rows, columns = np.indices(board.shape)
    if part != "diagonal":
        return [rows if part == "row" else columns]
    return [rows - columns + board.columns, rows + columns + 2 * (board.n + board.columns)]


def _cells_of(part: str, board: Instance) -> Iterator[list[Cell]]:
    """Yield the cells of each part, the lowest first."""
    for layer in part_of_cells(part, board):
        for number in np.unique(layer).tolist():
            yield [(int(r), int(c)) for r, c in np.argwhere(layer == number)]


def _name_of(part: str, first: Cell) -> str:
    if part in ("row", "column"):
        return f"{part} {first[part == 'column'] + 1}"
    return f"the {part} of row {first[0] + 1}, column {first[1] + 1}"


def _windows(window: Window) -> Quoted:
    height, width = window.size
    most = height * width if window.most is None else window.most

    def quotas(board: Instance) -> Iterator[Quota]:
        for r, c in pairs(range(board.n - height + 1), range(board.columns - width + 1)):
            yield Quota(tuple((r + i, c + j) for i in range(height) for j in range(width)), window.least, most)

    def find(trial: Trial) -> Cell | None:
        placed = np.zeros((trial.case.board.n + 1, trial.case.board.columns + 1), np.int64)
        placed[1:, 1:] = (trial.placed == PIECE).cumsum(axis=0).cumsum(axis=1)
        if placed.shape[0] <= height or placed.shape[1] <= width:
            return None
        held = placed[height:, width:] - placed[:-height, width:] - placed[height:, :-width] + placed[:-height, :-width]
        wrong = np.argwhere((held < window.least) | (held > most))
        return (int(wrong[0][0]), int(wrong[0][1])) if len(wrong) else None

    def told(trial: Trial, head: Cell) -> Finding:
        row, column = head
        name = f"the window of {height} x {width} cells from row {row + 1}, column {column + 1} on"
        held = [(r, c) for r, c in trial.points if row <= r < row + height and column <= c < column + width]
        return findings.wrong_share(trial, name, held, (window.least, most))

    return Quoted("windows", find, told, quotas)
