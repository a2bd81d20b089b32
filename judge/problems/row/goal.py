"""What a row asks for: its goal, what a theorem says, and small boards that have an answer: the one search of `prove`
finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Instance, Problem
from judge.problems.constraints import PIECE, Cell
from judge.problems.puzzles.goals import (
    Decision,
    EveryArrangement,
    Goal,
    HeaviestArrangement,
    MostPieces,
    MostWeight,
    OneArrangement,
)
from judge.problems.row.case import case_format, free_fields, most_of, range_of
from judge.problems.row.words import STATES, Row, product
from judge.problems.rules import Rule

if TYPE_CHECKING:
    from judge.problems.puzzles import Puzzle

_SOON = 2_000  # nodes
_TRIED = range(1, 9)  # rows of the boards on which a new row is tried
_WARM = (4, 3, 2, 1)  # rows of the boards that `solve` is compiled on, the best first


class ByValidator(Goal):
    """What the validator of a package says is right: it runs in a box, and nothing runs here."""

    asks: Problem.Asks = "decision"

    def __init__(self, written: str) -> None:
        self.written = written  # of a function's result: board, number or word

    def judge(self, _puzzle: Puzzle, _case: Case, _answer: Answer) -> Finding | None:
        """Say nothing."""
        return None

    def wanted(self, case: Case) -> str:
        board = f"an int8 array of shape {case.board.shape}"
        return {"board": board, "number": "an int", "word": "True or False"}[self.written]


def goal_of(row: Row, rules: Sequence[Rule]) -> Goal:
    """Return what is to be found."""
    simple = {"arrangement": OneArrangement, "most": MostPieces, "verify": Decision}
    if row.goal in simple:
        return simple[row.goal]()
    if row.goal == "validator":
        return ByValidator(row.written)
    if row.goal == "heaviest":
        return MostWeight() if row.written == "number" else HeaviestArrangement()
    queens = row.only_queens and str(row.pieces) == "n" and not {"m", "tree"} & {*row.fields, *row.states}
    from judge.problems.prove.constructions import arrangements_of, queens_on  # most goals need none of it

    every = queens_on if queens else partial(arrangements_of, rules, row.goal == "all")
    return EveryArrangement(every, slow=not queens, **({} if row.goal == "all" else {"listed": 0}))


def small_boards(row: Row, rules: Sequence[Rule]) -> tuple[Instance, ...]:
    """Return a board of at most 4 x 4 cells that has an answer, where there is one, and one with a tree, a closed cell
    or a given piece, where a case has such."""
    least, most = range_of(row, "n")
    sizes, cases = [n for n in _WARM if least <= n <= most] or [least], case_format(row)
    boards = [_empty(row, n, asked) for n in sizes for asked in dict.fromkeys((n, 1))]  # a piece a row, or one alone
    small = (board for board in _free_boards(row) if max(board.shape) <= max(_WARM))
    if {*row.counting} & {*row.asked.names}:  # each piece is given, so a board without them is no case
        arranged = (_holding(board, _first(rules, board) or ()) for board in boards)
        return (next((one for one in arranged if cases.misfit(one) is None), boards[0]),)
    found = ((board, _first(rules, board)) for board in chain(boards, small) if cases.misfit(board) is None)
    usual = next((one for one in chain(boards, _free_boards(row)) if cases.misfit(one) is None), boards[0])
    plain, cells = next(((board, cells) for board, cells in found if cells is not None), (usual, ()))
    if row.goal == "verify":
        return (_holding(plain, cells),)
    if "piece" in row.states and cells:
        return plain, _holding(plain, cells[:1])
    beside = next((STATES[state] for state in ("tree", "closed") if state in row.states), 0)
    marked = msgspec.structs.replace(plain, grid=plain.grid.copy())
    if beside and min(plain.shape) > 1:
        marked.grid[1, 1] = beside
    return (plain, marked) if marked.grid.any() and _first(rules, marked) is not None else (plain,)


def largest_in_vain(row: Row, rules: Sequence[Rule]) -> int:
    """Return how many rows the largest of the small boards has, where no such board of free cells has an arrangement,
    whatever its regions are. Else 0, and also where that is not soon known, or as many as possible are asked for."""
    from judge.problems.prove.search import Budget, SpentError, arrangements_on

    if row.goal in ("most", "validator") or set(row.counting) & set(row.asked.names):
        return 0
    budget, largest = Budget(_SOON), 0
    loose = [rule for rule in rules if rule.name != "region_alike"]
    try:
        for board in _free_boards(row):
            largest = board.n
            if next(arrangements_on(board, loose, budget), None) is not None:
                return 0
    except SpentError:
        return 0
    return largest


def _free_boards(row: Row) -> Iterator[Instance]:
    """Yield small boards of free cells, with each number of pieces that a case can ask for."""
    (least_n, most_n), (least_m, most_m) = range_of(row, "n"), range_of(row, "m")
    for n in (n for n in _TRIED if least_n <= n <= most_n):
        for m in (m for m in _TRIED if least_m <= m <= most_m) if "m" in row.fields else (n,):
            grid, values = np.zeros((n, m), np.int8), {"n": n, "m": m}
            values |= row.fixed(values)
            chosen = next((name for name in row.asked.names if name not in values), "n")
            least, most = range_of(row, chosen) if chosen not in values else (n, n)
            for value in range(least, min(most, grid.size) + 1):
                known = {**values, chosen: value}
                if (pieces := row.asked.of(known)) <= grid.size:
                    yield Instance("ANY", n, pieces, grid, _layer(row, known))


def _first(rules: Sequence[Rule], board: Instance) -> tuple[Cell, ...] | None:
    """Return an arrangement of a small board; None where there is none, or it is not soon found."""
    from judge.problems.prove.search import first_on

    found = first_on(board, rules, _SOON)
    return found and tuple(sorted(found))


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
    return Instance("ANY", n, row.asked.of(values), np.zeros((n, n), np.int8), _layer(row, values))


def _layer(row: Row, values: dict[str, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]] | None:
    """Return what a small board says of its cells: its regions, as many as rows or as the pieces call for, in reading
    order; and no cell has a weight."""
    n, m = values["n"], values["m"]
    if row.parted:
        each = product(dict(row.exact_shares).get("region", 0)).of(values)
        count = max(1, row.asked.of(values) // each) if each else n
        return (np.arange(n * m, dtype=np.int64) * count // (n * m) + 1).reshape(n, m)
    return np.zeros((n, m), np.int64) if "weights" in row.drawn else None
