"""The rules of a row, in the order in which a conflict is named: shares, windows, rides, leaps, straight lines.

Each says what it asks of sets of cells (a `Quota`), for every search and proof. Those that a shipped puzzle has are
checked by the rules of `problems.rules`; the others by their sets of cells alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product as pairs

import numpy as np

from judge.model import Finding, Instance
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Rule
from judge.problems.puzzles.rules import bishops_apart, knights_apart, none_in_line, none_touch, rooks_apart
from judge.problems.puzzles.rules.cell_sets import straight_lines, views
from judge.problems.puzzles.rules.conflicts import leaps_apart
from judge.problems.puzzles.rules.quota import Quota, Quoted
from judge.problems.puzzles.rules.shares import parts_of, regions_of
from judge.problems.row.case import values_of
from judge.problems.row.words import Row, Share, Window, product
from judge.problems.rules.leaps.plain import KING, KNIGHT
from judge.problems.rules.plain import BACKWARDS, SLANTING, STRAIGHT, TREE, Cell

_KNOWN = {
    ("ride", frozenset(BACKWARDS)): no_attack,
    ("ride", frozenset(STRAIGHT)): rooks_apart,
    ("ride", frozenset(SLANTING)): bishops_apart,
    ("leap", frozenset(KNIGHT)): knights_apart,
    ("leap", frozenset(KING)): none_touch,
}
Words = Callable[[Trial, Quota, Sequence[Cell]], Finding]


def rules_of(row: Row) -> tuple[Rule, ...]:
    """Return the rules of a row."""
    found: list[Rule] = []
    for part in ("row", "column", "diagonal", "region"):
        if (share := row.share(part)) is not None:
            found.append(_share(row, part, share))
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
    if row.torus:
        draw = _torus_lines if kind == "ride" else _torus_leaps
        return _by_cells(f"{kind}s", lambda board: draw(board, steps), _two)
    if kind == "leap":
        return leaps_apart(steps)
    return _by_cells("rides", lambda board: views(board, steps), _two)


def _two(trial: Trial, _: Quota, cells: Sequence[Cell]) -> Finding:
    return findings.seen(trial, (cells[0], cells[-1]))


def _few_in_line(most: int) -> Quoted:
    def told(trial: Trial, _: Quota, cells: Sequence[Cell]) -> Finding:
        return findings.too_many_in_line(trial, cells, most)

    return _by_cells("in_line", lambda board: straight_lines(board, most), told)


def _by_cells(name: str, quotas: Callable[[Instance], Iterator[Quota]], told: Words) -> Quoted:
    """Return a rule that is nothing but its sets of cells."""

    def find(trial: Trial) -> tuple[Quota, list[Cell]] | None:
        return first_broken(trial.points, list(quotas(trial.case.board)))

    return Quoted(name, find, lambda trial, found: told(trial, *found), quotas)


def first_broken(points: Sequence[Cell], quotas: Sequence[Quota]) -> tuple[Quota, list[Cell]] | None:
    """Return the set that the first piece in reading order overfills, with the pieces on it up to this one; where none
    is too full, the first set that holds too few."""
    at: dict[Cell, list[int]] = {}
    for number, quota in enumerate(quotas):
        for cell in quota.cells:
            at.setdefault(cell, []).append(number)
    held: list[list[Cell]] = [[] for _ in quotas]
    for point in points:
        for number in at.get(point, ()):
            held[number].append(point)
            if len(held[number]) > quotas[number].most:
                return quotas[number], held[number]
    return next(((quota, cells) for quota, cells in zip(quotas, held, strict=True) if len(cells) < quota.least), None)


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
        placed = set(trial.points)
        for number, cells in enumerate(_cells_of(part, trial.case.board)):
            held = [cell for cell in cells if cell in placed]
            if not least <= len(held) <= most:
                return number, held
        return None

    def told(trial: Trial, found: tuple[int, list[Cell]]) -> Finding:
        cells = _cells_of(part, trial.case.board)[found[0]]
        return findings.wrong_share(trial, _name_of(part, found[0], cells[0]), found[1], bounds(trial.case.board))

    return Quoted(f"{part}_alike", find, told, quotas)


def _cells_of(part: str, board: Instance) -> list[list[Cell]]:
    """Return the cells of each row, column, diagonal or region, the lowest first."""
    if part == "diagonal":
        steps = ((1, 1), (1, -1))
        return [list(quota.cells) for quota in _whole_lines(board, steps)]
    parts = regions_of(board) if part == "region" else parts_of(part, board)
    return [[(int(r), int(c)) for r, c in np.argwhere(parts == number)] for number in np.unique(parts).tolist()]


def _name_of(part: str, number: int, first: Cell) -> str:
    if part in ("row", "column"):
        return f"{part} {number + 1}"
    return f"the {part} of row {first[0] + 1}, column {first[1] + 1}"


def _whole_lines(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    """Yield the lines from border to border, trees or not."""
    inside = {(r, c) for r in range(board.n) for c in range(board.columns)}
    for down, right in steps:
        for head in sorted(inside):
            if (head[0] - down, head[1] - right) not in inside:
                cells, cell = [], head
                while cell in inside:
                    cells.append(cell)
                    cell = cell[0] + down, cell[1] + right
                yield Quota(tuple(cells), 0, len(cells))


def _windows(window: Window) -> Quoted:
    height, width = window.size

    def quotas(board: Instance) -> Iterator[Quota]:
        most = height * width if window.most is None else window.most
        for r, c in pairs(range(board.n - height + 1), range(board.columns - width + 1)):
            yield Quota(tuple((r + i, c + j) for i in range(height) for j in range(width)), window.least, most)

    def told(trial: Trial, quota: Quota, cells: Sequence[Cell]) -> Finding:
        row, column = quota.cells[0]
        name = f"the window of {height} x {width} cells from row {row + 1}, column {column + 1} on"
        return findings.wrong_share(trial, name, cells, (quota.least, quota.most))

    return _by_cells("windows", quotas, told)


def _torus_lines(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    """Yield the lines of a board whose edges meet: a line comes back to where it began; trees cut it."""
    n, m = board.shape
    for down, right in steps:
        seen: set[Cell] = set()
        for head in pairs(range(n), range(m)):
            if head not in seen:
                cells, cell = [], head
                while cell not in seen:
                    seen.add(cell)
                    cells.append(cell)
                    cell = (cell[0] - down) % n, (cell[1] - right) % m
                yield from (Quota(tuple(part), 0, 1) for part in _cut(board, cells) if len(part) > 1)


def _cut(board: Instance, cycle: list[Cell]) -> list[list[Cell]]:
    """Return the parts of a line that comes back to its beginning, between its trees."""
    trees = [at for at, cell in enumerate(cycle) if board.grid[cell] == TREE]
    if not trees:
        return [cycle]
    turned = cycle[trees[0] :] + cycle[: trees[0]]
    parts: list[list[Cell]] = []
    for cell in turned:
        if board.grid[cell] == TREE:
            parts.append([])
        else:
            parts[-1].append(cell)
    return parts


def _torus_leaps(board: Instance, steps: Sequence[Cell]) -> Iterator[Quota]:
    n, m = board.shape
    found: dict[frozenset[Cell], None] = {}
    for r, c in pairs(range(n), range(m)):
        for down, right in steps:
            found.setdefault(frozenset(((r, c), ((r + down) % n, (c + right) % m))))
    yield from (Quota(tuple(sorted(two)), 0, 1) for two in found if len(two) == 2)
