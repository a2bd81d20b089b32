"""Define an arrangement under the rules, and how its places and numbers are named.

Rows and columns come in from 0 and are written from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from judge.model import Answer, Case
from judge.problems.rules.plain import PIECE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.rules.plain import Cell

Misfit = tuple[str, str, int]  # message, repair, line of the case


class Words(msgspec.Struct, frozen=True):
    """Holds what a puzzle calls its piece, its pieces, and what two of them do."""

    one: str
    many: str
    attack: str


class Trial(msgspec.Struct, frozen=True, eq=False):
    """Holds one arrangement under the rules: a board, or the 0-based column of each row's piece.

    `number` counts the arrangements of a list from 1; 0 where the answer is only one.
    """

    words: Words
    case: Case
    answer: Answer
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    number: int = 0

    @property
    def placed(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return the arrangement as a board, which columns are drawn on."""
        if self.board is not None:
            return self.board
        assert self.columns is not None, "a trial is a board or columns"
        board = self.case.board.grid.copy()
        board[board == PIECE] = 0  # those that the case gives are among the columns, or missing
        board[np.arange(len(self.columns)), self.columns] = PIECE
        return board

    @property
    def points(self) -> list[Cell]:
        """Return the cells of the pieces in reading order."""
        return [(int(row), int(column)) for row, column in np.argwhere(self.placed == PIECE)]


def where_of(trial: Trial, cells: Sequence[Cell]) -> str:
    """Name the cells in the text of the answer, or, when it was none, on the returned board."""
    line = trial.answer.first_line
    if trial.board is None:
        numbers = [row + 1 for row, _ in cells]
        which = f"number{'s' * (len(numbers) > 1)} {listed(numbers)}" if numbers else ""
        arrangement = f"arrangement {trial.number}" if trial.number else "the returned columns"
        place = f"output.txt line {trial.answer.line_of(max(trial.number - 1, 0))}" if line else arrangement
        return f"{place}, {which}" if which else place
    if not line:
        return listed([f"row {row + 1}, column {column + 1}" for row, column in cells]) + " of the returned board"
    # With blanks between the digits, the column of the board is not that of the text.
    blanks = any(notice.code in ("W107", "W112") for notice in trial.answer.warnings)
    columns = ["" if blanks else f", column {column + 1}" for _, column in cells]
    places = [f"line {trial.answer.line_of(row)}{text}" for (row, _), text in zip(cells, columns, strict=True)]
    return "output.txt " + listed(list(dict.fromkeys(places)))


def whole_of(answer: Answer) -> str:
    return "output.txt" if answer.first_line else ""


def from_1(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple((int(row) + 1, int(column) + 1) for row, column in cells)


def listed(things: Sequence[object]) -> str:
    """Return '1', '1 and 4', '1, 4 and 7'."""
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def named(number: int, words: Words) -> str:
    return f"{number} {words.one if number == 1 else words.many}"
