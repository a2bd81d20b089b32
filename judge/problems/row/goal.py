"""What a row asks for: its goal, what a theorem says, and every arrangement of a board where all are asked for.

The one search of `prove` finds them; n queens on a board without trees are found faster, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from judge.model import Instance
from judge.problems.puzzles.constraints import Quota, Rule, no_attack
from judge.problems.puzzles.goals import (
    Decision,
    EveryArrangement,
    Goal,
    HeaviestArrangement,
    MostPieces,
    MostWeight,
    OneArrangement,
)
from judge.problems.puzzles.looking import every_cell
from judge.problems.row.words import Row, lists
from judge.problems.rules.plain import PIECE, Cell, every_queens

if TYPE_CHECKING:
    from judge.problems.prove.search import Budget

_MOST_NODES = 300_000  # some 30 s


def goal_of(row: Row, rules: Sequence[Rule]) -> Goal:
    """Return what is to be found."""
    simple = {"arrangement": OneArrangement, "most": MostPieces, "verify": Decision}
    if row.goal in simple:
        return simple[row.goal]()
    if row.goal == "heaviest":
        return MostWeight() if row.written == "number" else HeaviestArrangement()
    queens = tuple(rules) == (no_attack,) and str(row.pieces) == "n" and not {"m", "tree"} & {*row.fields, *row.states}
    every = queens_on if queens else partial(_every, rules, row.goal == "all")
    return EveryArrangement(every, slow=not queens, **({} if row.goal == "all" else {"listed": 0}))


def exists(row: Row, n: int) -> bool | None:
    """Return what is known of arrangements on an empty board; of boards with other cells a row says nothing."""
    if len(row.states) > 1:
        return None
    for key, answer in (("never", False), ("always", True)):
        if key in row.exists and lists(row.exists[key], n):
            return answer
    rest = [key for key, text in row.exists.items() if "rest" in text]
    return None if not rest else rest[0] == "always"


def _every(rules: Sequence[Rule], columns: bool, board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield all arrangements as columns from 0, where each row holds one piece, else as cells in one tuple, row by row.
    SpentError where that takes too long."""
    from judge.problems.prove.search import Budget

    for cells in arrangements(rules, board, Budget(_MOST_NODES)):
        yield tuple(column for _, column in cells) if columns else tuple(at for cell in cells for at in cell)


def arrangements(rules: Sequence[Rule], board: Instance, budget: Budget) -> Iterator[tuple[Cell, ...]]:
    """Yield every arrangement of the board's number of pieces, each as its cells in reading order. SpentError where
    the budget ends first."""
    from judge.problems.prove.claim import Claim
    from judge.problems.prove.search import arrangements

    quotas: dict[str, tuple[Quota, ...]] = {"pieces": (Quota(every_cell(board), board.pieces, board.pieces),)}
    quotas |= {str(number): tuple(rule.quotas(board)) for number, rule in enumerate(rules)}
    for cells in arrangements(Claim.on(board, quotas), budget):
        yield tuple(sorted(cells))


def queens_on(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of n queens on the free cells of n x n, the given queens among them.

    Trees are none of these boards: a queen sees over a cell that is closed.
    """
    return every_queens(board.n, [_free(row) for row in board.grid])


def _free(row: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> int:
    """Return a bit for each column in which the queen of a row may stand: where one is given, in no other."""
    given = np.flatnonzero(row == PIECE)
    if len(given) > 1:
        return 0
    return sum(1 << int(column) for column in (given if len(given) else np.flatnonzero(row == 0)))
