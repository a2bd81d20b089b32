"""Make a puzzle of a row: all that the judge knows of a puzzle follows from its words."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Answer, Instance
from judge.problems.prove.search import Budget, SpentError
from judge.problems.puzzles.findings import Words
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
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, Rule, not_at_once
from judge.problems.puzzles.row_by_row import queens_on
from judge.problems.row.answers import answers_of
from judge.problems.row.case import call_of, case_format, misfit_of, range_of
from judge.problems.row.every import arrangements, every_of
from judge.problems.row.recipes import free_fields, recipes_of, small_of
from judge.problems.row.rules import rules_of
from judge.problems.row.starter import starter_of
from judge.problems.row.statement import statement_of
from judge.problems.row.words import Row, lists
from judge.problems.rules.plain import PIECE, Cell

_TRIED: Final = 200_000  # arrangements that are counted or listed at most
_COUNTED_CELLS: Final = 144  # of a board
_SOON: Final = 2_000  # nodes
_WARM: Final = (4, 3, 2, 1)  # rows of the boards that `solve` is compiled on, the best first


def is_row(reference: str) -> bool:
    """Say whether a puzzle is named by its row, and not by a name."""
    return reference.startswith("{")


def reference_of(row: Row) -> str:
    """Return what names the puzzle of a row: its words, the same for the same puzzle, on every machine."""
    return msgspec.json.encode(row, order="deterministic").decode()


@lru_cache(maxsize=64)
def puzzle_of(reference: str) -> Puzzle:
    """Return the puzzle that a row is."""
    row = msgspec.json.decode(reference, type=Row)
    rules = rules_of(row)
    return Puzzle(
        name=reference,
        words=Words(row.one, row.many, row.conflict),
        rules=rules,
        goal=_goal(row, rules),
        answers=answers_of(row),
        exists=_exists(row),
        starter=starter_of(row, "THIS_PROBLEM"),
        misfit=misfit_of(row),
        at_once=_at_once(row, rules),
        warm_ups=_warm_ups(row, rules),
        cases=case_format(row),
        recipes=recipes_of(row, rules),
        small=small_of(row),
        call=call_of(row),
        statement=statement_of(row),
    )


def _goal(row: Row, rules: Sequence[Rule]) -> Goal:
    simple = {"arrangement": one_arrangement, "most": as_many_as_possible, "verify": valid_or_not}
    if row.goal in simple:
        return simple[row.goal]
    if row.goal == "heaviest":
        return most_weight if row.written == "number" else heaviest_arrangement
    every = _every(row, rules)
    if every is not queens_on:
        every = Slow(every)
    return every_arrangement(every) if row.goal == "all" else number_of_arrangements(every)


def _every(row: Row, rules: Sequence[Rule]) -> Any:
    queens = tuple(rules) == (no_attack,) and str(row.pieces) == "n" and "m" not in row.fields
    return every_of(rules, queens=queens and "tree" not in row.states, columns=row.goal == "all")


def _exists(row: Row) -> Callable[[int], bool | None]:
    """Return what is known of arrangements on an empty board; of boards with other cells a row says nothing."""

    def exists(n: int) -> bool | None:
        for key, answer in (("never", False), ("always", True)):
            if key in row.exists and lists(row.exists[key], n):
                return answer
        rest = [key for key, text in row.exists.items() if "rest" in text]
        return None if not rest else rest[0] == "always"

    return exists if len(row.states) == 1 else lambda _: None


def _at_once(row: Row, rules: Sequence[Rule]) -> Callable[[Instance], Answer | None]:
    """Return what lists or counts all arrangements, where they are not too many."""
    if row.goal not in ("all", "count"):
        return not_at_once
    every = _every(row, rules)

    def at_once(board: Instance) -> Answer | None:
        if math.prod(board.shape) > _COUNTED_CELLS:
            return None
        try:
            found = list(islice(every(board), _TRIED + 1))
        except SpentError:
            return None
        if len(found) > _TRIED:
            return None
        if row.goal == "count":
            return Answer(count=len(found))
        return Answer(columns=np.array(found, np.int64).reshape(len(found), board.n), count=len(found))

    return at_once


def _warm_ups(row: Row, rules: Sequence[Rule]) -> tuple[Instance, ...]:
    """Return one or two boards of at most 4 x 4 cells that have an answer, where there are such."""
    least, most = range_of(row, "n")
    boards = [_empty(row, n) for n in _WARM if least <= n <= most] or [_empty(row, least)]
    if row.goal == "most":
        return tuple(boards[:2])
    found = [(board, _first(rules, board)) for board in boards]
    if row.goal == "verify":
        fitting = [_holding(board, cells) for board, cells in found if cells]
    else:
        fitting = [board for board, cells in found if cells is not None]
    return tuple((fitting or boards)[:2])


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


def _empty(row: Row, n: int) -> Instance:
    values = {"n": n, "m": n, **{name: max(1, range_of(row, name)[0]) for name in free_fields(row)}}
    values |= {name: n for name in row.asked.names if name not in values}
    grid = np.zeros((n, n), np.int8)
    layer = None
    if "regions" in row.layers:
        layer = np.repeat(np.arange(1, n + 1, dtype=np.int64)[:, None], n, axis=1)
    elif "weights" in row.layers or any("weight" in table for table in row.tables):
        layer = np.zeros((n, n), np.int64)
    return Instance("ANY", n, row.asked.of(values), grid, layer)
