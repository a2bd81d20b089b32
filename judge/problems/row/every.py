"""Every arrangement of a board under its rules: what is counted or listed.

The one search of `prove` finds them; n queens on a board without trees are found faster, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from judge.model import Instance
from judge.problems.prove.claim import Claim
from judge.problems.prove.search import Budget
from judge.problems.prove.search import arrangements as search
from judge.problems.puzzles.puzzle import Rule
from judge.problems.puzzles.quota import Quota, quotas_of
from judge.problems.rules.plain import PIECE, Cell, every_queens

_MOST_NODES = 300_000  # some 30 s
Generate = Callable[[Instance], Iterator[tuple[int, ...]]]


def every_of(rules: Sequence[Rule], *, queens: bool, columns: bool) -> Generate:
    """Return what yields all arrangements, or raises SpentError where that takes too long.

    They are columns from 0 where each row holds one piece, else cells in one tuple, row by row. `queens` says that
    these are n queens on a board without trees, which are found faster.
    """
    if queens:
        return queens_on

    def generate(board: Instance) -> Iterator[tuple[int, ...]]:
        for cells in arrangements(rules, board, Budget(_MOST_NODES)):
            yield tuple(column for _, column in cells) if columns else tuple(at for cell in cells for at in cell)

    return generate


def arrangements(rules: Sequence[Rule], board: Instance, budget: Budget) -> Iterator[tuple[Cell, ...]]:
    """Yield every arrangement of the board's number of pieces, each as its cells in reading order. SpentError where
    the budget ends first."""
    every = tuple((r, c) for r in range(board.n) for c in range(board.columns))
    quotas: dict[str, tuple[Quota, ...]] = {"pieces": (Quota(every, board.pieces, board.pieces),)}
    for number, rule in enumerate(rules):
        draw = quotas_of(rule)
        assert draw is not None, "a rule of a row says its sets of cells"
        quotas[str(number)] = tuple(draw(board))
    free, given = (frozenset((int(r), int(c)) for r, c in np.argwhere(board.grid == state)) for state in (0, PIECE))
    for cells in search(Claim(board.shape, free | given, given, quotas), budget):
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
