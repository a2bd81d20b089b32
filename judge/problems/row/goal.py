"""What a row asks for: its goal, what is known without a search, and small boards that have an answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Answer, Instance
from judge.problems.prove.search import Budget, SpentError
from judge.problems.puzzles.conflicts import no_attack
from judge.problems.puzzles.goals import (
    Goal,
    as_many_as_possible,
    every_arrangement,
    heaviest_arrangement,
    most_weight,
    number_of_arrangements,
    one_arrangement,
    valid_or_not,
)
from judge.problems.puzzles.goals.every import Slow
from judge.problems.puzzles.puzzle import Rule
from judge.problems.row.case import range_of
from judge.problems.row.every import arrangements, every_of, queens_on
from judge.problems.row.known import CONSTRUCTED
from judge.problems.row.recipes import free_fields, most_of
from judge.problems.row.words import STATES, Row, lists
from judge.problems.rules.plain import PIECE, Cell

_TRIED: Final = 200_000  # arrangements that are counted or listed at most
_COUNTED_CELLS: Final = 144  # of a board
_SOON: Final = 2_000  # nodes
_WARM: Final = (4, 3, 2, 1)  # rows of the boards that `solve` is compiled on, the best first


def goal_of(row: Row, rules: Sequence[Rule]) -> Goal:
    """Return what is to be found."""
    simple = {"arrangement": one_arrangement, "most": as_many_as_possible, "verify": valid_or_not}
    if row.goal in simple:
        return simple[row.goal]
    if row.goal == "heaviest":
        return most_weight if row.written == "number" else heaviest_arrangement
    every = _every(row, rules)
    if every is not queens_on:
        every = Slow(every)
    return every_arrangement(every) if row.goal == "all" else number_of_arrangements(every)


def exists(row: Row, n: int) -> bool | None:
    """Return what is known of arrangements on an empty board; of boards with other cells a row says nothing."""
    if len(row.states) > 1:
        return None
    for key, answer in (("never", False), ("always", True)):
        if key in row.exists and lists(row.exists[key], n):
            return answer
    rest = [key for key, text in row.exists.items() if "rest" in text]
    return None if not rest else rest[0] == "always"


def at_once(row: Row, rules: Sequence[Rule], board: Instance) -> Answer | None:
    """Return what is known of a board without a long search: a construction, or all arrangements if they are few."""
    if row.construct:
        return CONSTRUCTED[row.construct](board)
    if row.goal not in ("all", "count") or math.prod(board.shape) > _COUNTED_CELLS:
        return None
    try:
        found = list(islice(_every(row, rules)(board), _TRIED + 1))
    except SpentError:
        return None
    if len(found) > _TRIED:
        return None
    if row.goal == "count":
        return Answer(count=len(found))
    return Answer(columns=np.array(found, np.int64).reshape(len(found), board.n), count=len(found))


def small_boards(row: Row, rules: Sequence[Rule]) -> tuple[Instance, ...]:
    """Return a board of at most 4 x 4 cells that has an answer, where there is one, and one with a tree, a closed cell
    or a given piece, where a case has such."""
    least, most = range_of(row, "n")
    sizes = [n for n in _WARM if least <= n <= most] or [least]
    boards = [_empty(row, n, asked) for n in sizes for asked in dict.fromkeys((n, 1))]  # a piece a row, or one alone
    found = ((board, _first(rules, board)) for board in boards)
    plain, cells = next(((board, cells) for board, cells in found if cells is not None), (boards[0], ()))
    if row.goal == "verify":
        return (_holding(plain, cells),)
    if "piece" in row.states and cells:
        return plain, _holding(plain, cells[:1])
    beside = next((STATES[state] for state in ("tree", "closed") if state in row.states), 0)
    marked = msgspec.structs.replace(plain, grid=plain.grid.copy())
    if beside and plain.n > 1:
        marked.grid[1, 1] = beside
    return (plain, marked) if marked.grid.any() and _first(rules, marked) is not None else (plain,)


def _every(row: Row, rules: Sequence[Rule]) -> Any:
    queens = tuple(rules) == (no_attack,) and str(row.pieces) == "n" and "m" not in row.fields
    return every_of(rules, queens=queens and "tree" not in row.states, columns=row.goal == "all")


def _first(rules: Sequence[Rule], board: Instance) -> tuple[Cell, ...] | None:
    """Return an arrangement of a small board; None where there is none, or it is not soon found."""
    try:
        return next(arrangements(rules, board, Budget(_SOON)), None)
    except SpentError:
        return None


def _holding(board: Instance, cells: Sequence[Cell]) -> Instance:
    grid = board.grid.copy()
    for cell in cells:
        grid[cell] = PIECE
    return msgspec.structs.replace(board, grid=grid)


def _empty(row: Row, n: int, asked: int) -> Instance:
    values = {"n": n, "m": n}
    for name in free_fields(row):
        low, high = range_of(row, name)
        values[name] = most_of(row, name, values) if asked == n else 0
        values[name] = values[name] or min(max(low, asked), high)
    values |= {name: n for name in row.asked.names if name not in values}
    grid = np.zeros((n, n), np.int8)
    layer = None
    if "regions" in row.layers:
        layer = np.repeat(np.arange(1, n + 1, dtype=np.int64)[:, None], n, axis=1)
    elif "weights" in row.drawn:
        layer = np.zeros((n, n), np.int64)
    return Instance("ANY", n, row.asked.of(values), grid, layer)
