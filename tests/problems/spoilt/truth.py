"""Say whether an answer is right, slowly and plainly: nothing of the fast rules, the readers or the goals.

A board is compared with the valid one of the package. That one obeys the rule; so two pieces of another board on the
same trees can only see each other where one of them is new.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, Rule
from judge.problems.puzzles.spies import no_three_in_line
from judge.problems.rules.plain import BACKWARDS, CLOSED, PIECE, TREE, every_queens, plain_attack_in_columns, seen_from
from tests.problems.rules.forms import plainly
from tests.problems.spoilt.made import Table

Columns = np.ndarray[Any, np.dtype[np.int64]]

_AROUND = BACKWARDS + tuple((-row, -column) for row, column in BACKWARDS)
LISTED_N = 10  # as the homework says


class Truth:
    """Knows the case, and an arrangement that the plain rule has found valid; None where there is none."""

    def __init__(self, case: Case, puzzle: Puzzle, valid: Table | None = None) -> None:
        self.case, self.puzzle, self.valid = case, puzzle, valid

    def is_right(self, answer: Answer) -> bool:
        """Say whether an answer is right. FAIL is, where the package says it; an arrangement that obeys the rules
        always is."""
        if asks_for_all(self.puzzle):
            return self._all_right(answer)
        if answer.fail:
            return self.valid is None
        if answer.board is not None:
            return self.is_valid(answer.board) and self._is_good(answer.board)
        if answer.columns is None or not self.puzzle.answers.columns or answer.columns.shape != (1, self.case.board.n):
            return False
        return self.is_valid(drawn(answer.columns[0], self.case.board.n))

    def is_valid(self, board: Table | None) -> bool:
        """Say whether a board obeys all rules: shape, cells, trees, number of pieces, and those of the puzzle."""
        if board is None or not fits(board, self.case.board):
            return False
        if not self.puzzle.goal.enough(self.case, int(np.count_nonzero(board == PIECE))):
            return False
        if self.valid is not None and np.array_equal(board, self.valid):
            return True
        return all(self._obeys(rule, board) for rule in self.puzzle.rules)

    def _is_good(self, board: Table) -> bool:
        """Say whether a valid board weighs as much as the known one, where most weight is asked for."""
        layer = self.case.board.layer
        if self.puzzle.goal.asks != "best" or self.puzzle.goal.scored or layer is None or self.valid is None:
            return True
        return int(layer[board == PIECE].sum()) >= int(layer[self.valid == PIECE].sum())

    def _obeys(self, rule: Rule, board: Table) -> bool:
        if rule is no_attack:
            return not attacks(board, self.valid)
        if rule is no_three_in_line:
            return not three_in_line((board == PIECE).argmax(axis=1))
        return plainly(rule, Trial(self.puzzle.words, self.case, Answer(board=board), board=board))

    def _all_right(self, answer: Answer) -> bool:
        n, truth = self.case.board.n, self.case.answer
        if n > LISTED_N:
            counted = 0 if answer.fail else answer.count
            return truth is not None and counted == (0 if truth.fail else truth.count)
        every = every_arrangement(n)
        if answer.fail or (answer.count == 0 and not every):
            return not every
        if answer.columns is None:
            return False
        listed = [tuple(row) for row in answer.columns.tolist()]
        return sorted(listed) == every and answer.count in (None, len(every))


def asks_for_all(puzzle: Puzzle) -> bool:
    """Say whether a puzzle asks for all arrangements, or their number."""
    return puzzle.goal.asks == "all"


@cache
def every_arrangement(n: int) -> list[tuple[int, ...]]:
    """Return every arrangement of n queens, in lexicographic order."""
    return list(every_queens(n))


def fits(board: Table, case: Instance) -> bool:
    """Say whether a board has the shape of a case, its trees and no others, its given pieces, and nothing on closed
    cells."""
    if board.shape != case.grid.shape or not ((board >= 0) & (board <= CLOSED)).all():
        return False
    closed = case.grid == CLOSED
    if (board[closed] % CLOSED).any() or (board[~closed] == CLOSED).any():
        return False
    return np.array_equal(board == TREE, case.grid == TREE) and bool((board[case.grid == PIECE] == PIECE).all())


def attacks(board: Table, valid: Table | None = None) -> bool:
    """Say whether two pieces see each other: look from each piece that is not on the `valid` board all around."""
    pieces = board == PIECE
    if (pieces.sum(axis=1) == 1).all() and not (board == TREE).any():
        return plain_attack_in_columns(pieces.argmax(axis=1)) is not None
    rows = [bytes(row) for row in board]
    new = pieces if valid is None else pieces & (valid != PIECE)
    ways = BACKWARDS if valid is None else _AROUND
    found = zip(*(axis.tolist() for axis in np.nonzero(new)), strict=True)
    return any(seen_from(rows, (row, column), way) for row, column in found for way in ways)


def three_in_line(columns: Columns) -> bool:
    """Say whether two pieces lie in one direction from a third. Directions are whole numbers without a common
    divisor."""
    n = len(columns)
    for row in range(n - 2):
        down, right = np.arange(1, n - row), columns[row + 1 :] - columns[row]
        shared = np.gcd(down, right)
        directions = np.sort((right // shared) * n + down // shared)
        if (directions[1:] == directions[:-1]).any():
            return True
    return False


def drawn(columns: Columns, n: int) -> Table | None:
    """Return the board with a piece in each of the columns; None where one is not on the board."""
    if ((columns < 0) | (columns >= n)).any():
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = PIECE
    return board
