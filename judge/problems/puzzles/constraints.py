"""The rules of every puzzle, one family: sets of cells, and how many pieces each may hold.

A rule says it twice. Its `quotas` are those sets: an arrangement keeps the rule exactly where it keeps all of them, and
every search and every proof reads nothing else. Its `find` names the first conflict of a board, piece by piece; what a
shipped puzzle asks for has fast forms (`problems.rules`). The rules of a row come in the order in which a conflict is
named: shares, windows, rides, leaps, straight lines.

A tree ends a view; a cell that must stay empty does not. Nothing blocks a leap, and no three may stand in line whatever
else stands on the board. A superqueen is a queen and a knight, and has the rules of both.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, product
from math import gcd
from typing import Any, Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Finding, Instance
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.looking import every_cell
from judge.problems.row.case import values_of
from judge.problems.row.words import Row, Share, Window
from judge.problems.row.words import product as times
from judge.problems.rules import find_attack, find_in_line, find_leap
from judge.problems.rules.plain import (
    BACKWARDS,
    KING,
    KNIGHT,
    PIECE,
    SLANTING,
    STRAIGHT,
    TREE,
    Cell,
    Pair,
    plain_attack_in_columns,
    plain_crowded,
)


class Quota(msgspec.Struct, frozen=True):
    """Holds cells, and how much their pieces weigh together at least and at most. Without weights each weighs 1."""

    cells: tuple[Cell, ...]
    least: int
    most: int
    weights: tuple[int, ...] = ()


class Rule(msgspec.Struct, frozen=True):
    """Holds what a rule finds on an arrangement, None where nothing is wrong, and the words for that; and the quotas
    that it comes to, which certificates know by its name."""

    name: str
    find: Callable[[Trial], Any]
    told: Callable[[Trial, Any], Finding]
    quotas: Callable[[Instance], Iterable[Quota]]

    def __call__(self, trial: Trial) -> Finding | None:
        """Return what is wrong with an arrangement, or None."""
        found = self.find(trial)
        return None if found is None else self.told(trial, found)


def rules_of(row: Row) -> tuple[Rule, ...]:
    """Return the rules of a row."""
    found = [_share(row, part, share) for part, share in row.shares]
    found += [_windows(row.window)] if row.window is not None else []
    for kind, steps in row.steps:
        known = None if row.torus else _KNOWN.get((kind, frozenset(steps)))
        found.append(known or _apart(kind, steps, torus=row.torus))
    if row.in_line == 2:
        found.append(none_in_line)
    elif row.in_line:
        found.append(_few_in_line(row.in_line))
    return tuple(found)


def _apart(kind: str, steps: Sequence[Cell], *, torus: bool) -> Rule:
    """Return the rule that no piece is a ride or a leap of these steps from another; they lead back to cells that were
    read before."""
    if kind == "ride":
        draw = _views_round if torus else _views
        return Rule("rides", lambda trial: find_attack(trial.placed, steps, torus), findings.seen, partial(draw, steps))
    name, told, draw = ("leaps", findings.seen, _leaps_round) if torus else ("leaps_apart", findings.leap, _leaps)
    return Rule(name, lambda trial: find_leap(trial.placed, steps, torus), told, partial(draw, steps))


def _few_in_line(most: int) -> Rule:
    return Rule(
        name="in_line",
        find=lambda trial: plain_crowded(trial.points, most),
        told=partial(findings.too_many_in_line, most=most),
        quotas=partial(_straight_lines, most),
    )


def _attack(trial: Trial) -> Pair | None:
    """Look at columns alone where no tree ends a view: that is quick at any size."""
    grid = trial.case.board.grid
    if trial.columns is None or (grid.any() and (grid == TREE).any()):
        return find_attack(trial.placed)
    return plain_attack_in_columns(trial.columns)


def _three(trial: Trial) -> list[Cell] | None:
    points = trial.points
    found = find_in_line(points)
    return None if found is None else [points[number] for number in found]


def _views(steps: Sequence[Cell], board: Instance) -> Iterator[Quota]:
    """Yield the cells between two trees or borders, direction by direction: all see each other, so one piece stands
    there at most."""
    grid = board.grid.tolist()
    return _lines([cell for cell in every_cell(board) if grid[cell[0]][cell[1]] != TREE], steps, 1)


def _straight_lines(most: int, board: Instance) -> Iterator[Quota]:
    """Yield each straight line of any slope that could hold more than so many pieces."""
    slopes = product(range((board.n + 1) // 2), range(-(board.columns // 2), board.columns // 2 + 1))
    return _lines(every_cell(board), [(-i, -j) for i, j in slopes if gcd(i, j) == 1 and (i or j > 0)], most)


def _lines(cells: Sequence[Cell], steps: Iterable[Cell], most: int) -> Iterator[Quota]:
    """Yield the lines of these cells against each step: at most so many pieces."""
    there = dict.fromkeys(cells)
    for down, right in steps:
        for head in cells:
            if (head[0] + down, head[1] + right) not in there:
                yield from _at_most(_walk(there, head, (-down, -right)), most)


def _walk(cells: Container[Cell], head: Cell, step: Cell) -> list[Cell]:
    """Return the cells from this one on, up to the first that is none."""
    found = []
    while head in cells:
        found.append(head)
        head = head[0] + step[0], head[1] + step[1]
    return found


def _leaps(steps: Sequence[Cell], board: Instance) -> Iterator[Quota]:
    """Yield each two cells that are one leap apart: one piece at most."""
    for row, column in every_cell(board):
        for down, right in steps:
            there = row + down, column + right
            if there[0] >= 0 and 0 <= there[1] < board.columns:
                yield Quota((there, (row, column)), 0, 1)


def _blocks(board: Instance) -> Iterator[Quota]:
    """Yield each block of 2 x 2 cells, which touch each other: one piece at most. Cells that touch share a block."""
    for row, column in product(range(max(1, board.n - 1)), range(max(1, board.columns - 1))):
        around = product((row, row + 1), (column, column + 1))
        yield from _at_most([(r, c) for r, c in around if r < board.n and c < board.columns], 1)


def _views_round(steps: Sequence[Cell], board: Instance) -> Iterator[Quota]:
    """Yield the lines of a board whose edges meet: a line comes back to where it began; trees cut it."""
    n, m = board.shape
    for down, right in steps:
        seen: set[Cell] = set()
        for head in every_cell(board):
            if head not in seen:
                cells, cell = [], head
                while cell not in seen:
                    seen.add(cell)
                    cells.append(cell)
                    cell = (cell[0] - down) % n, (cell[1] - right) % m
                trees = [at for at, cell in enumerate(cells) if board.grid[cell] == TREE]
                cells = cells[trees[0] :] + cells[: trees[0]] if trees else cells
                for tree, part in groupby(cells, lambda cell: board.grid[cell] == TREE):
                    yield from () if tree else _at_most(list(part), 1)


def _leaps_round(steps: Sequence[Cell], board: Instance) -> Iterator[Quota]:
    """Yield each two cells that are one leap apart, over the edges too: one piece at most."""
    n, m = board.shape
    pairs = (frozenset(((r, c), ((r + i) % n, (c + j) % m))) for r, c in every_cell(board) for i, j in steps)
    yield from (Quota(tuple(sorted(two)), 0, 1) for two in dict.fromkeys(pairs) if len(two) == 2)


def _at_most(cells: Sequence[Cell], most: int) -> Iterator[Quota]:
    """Yield the quota, where the cells could hold more."""
    if len(cells) > most:
        yield Quota(tuple(cells), 0, most)


def _share(row: Row, part: str, share: Share) -> Rule:
    """Return the rule that each row, column, diagonal or region holds so many pieces at least and at most."""

    def bounds(board: Instance) -> tuple[int, int]:
        values = values_of(row, board)
        most = board.grid.size if share.most is None else times(share.most).of(values)
        return times(share.least).of(values), most

    def quotas(board: Instance) -> Iterator[Quota]:
        least, most = bounds(board)
        for flat in _parts(part, board):
            rows, columns = np.divmod(flat, board.columns)
            yield Quota(tuple(zip(rows.tolist(), columns.tolist(), strict=True)), least, most)

    def find(trial: Trial) -> tuple[Cell, list[Cell]] | None:
        board, placed = trial.case.board, (trial.placed == PIECE).reshape(-1)
        least, most = bounds(board)
        wrong = (flat for flat in _parts(part, board) if not least <= np.count_nonzero(placed[flat]) <= most)
        if (flat := next(wrong, None)) is None:
            return None
        first, *cells = (divmod(int(cell), board.columns) for cell in (flat[0], *flat[placed[flat]]))
        return first, cells

    def told(trial: Trial, found: tuple[Cell, list[Cell]]) -> Finding:
        (r, c), cells = found
        name = f"{part} {(c if part == 'column' else r) + 1}"
        if part not in ("row", "column"):
            name = f"the {part} of row {r + 1}, column {c + 1}"
        return findings.wrong_share(trial, name, cells, bounds(trial.case.board))

    return Rule(f"{part}_alike", find, told, quotas)


def _parts(part: str, board: Instance) -> Iterator[np.ndarray[Any, np.dtype[np.int64]]]:
    """Yield the cells of each part as numbers in reading order, the lowest part first; diagonals falling, then rising.
    JudgeError E410 for the regions of a case without them."""
    rows, columns = np.indices(board.shape, np.int64)
    ways = {"row": [rows], "column": [columns], "diagonal": [rows - columns, rows + columns]}
    if part == "region":
        if board.layer is None:
            raise JudgeError("E410", "the case has no regions", help="write the regions below the board")
        ways[part] = [board.layer]
    for number in ways[part]:
        order = np.argsort(number, axis=None, kind="stable")
        _, starts = np.unique(number.reshape(-1)[order], return_index=True)
        yield from np.split(order, starts[1:])


def _windows(window: Window) -> Rule:
    height, width = window.size
    most = height * width if window.most is None else window.most

    def quotas(board: Instance) -> Iterator[Quota]:
        for r, c in product(range(board.n - height + 1), range(board.columns - width + 1)):
            yield Quota(tuple(product(range(r, r + height), range(c, c + width))), window.least, most)

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

    return Rule("windows", find, told, quotas)


def _ridden(name: str, steps: Sequence[Cell]) -> Rule:
    return Rule(name, lambda trial: find_attack(trial.placed, steps), findings.attack, partial(_views, steps))


no_attack = Rule("no_attack", _attack, findings.attack, partial(_views, BACKWARDS))  # as queens do, lizards and spies
rooks_apart, bishops_apart = _ridden("rooks_apart", STRAIGHT), _ridden("bishops_apart", SLANTING)
knights_apart = msgspec.structs.replace(_apart("leap", KNIGHT, torus=False), name="knights_apart")
none_touch = Rule("none_touch", lambda trial: find_leap(trial.placed, KING), findings.touching, _blocks)
none_in_line = Rule("none_in_line", _three, findings.in_line, partial(_straight_lines, 2))
_KNOWN: Final = {
    ("ride", frozenset(BACKWARDS)): no_attack,
    ("ride", frozenset(STRAIGHT)): rooks_apart,
    ("ride", frozenset(SLANTING)): bishops_apart,
    ("leap", frozenset(KNIGHT)): knights_apart,
    ("leap", frozenset(KING)): none_touch,
}
