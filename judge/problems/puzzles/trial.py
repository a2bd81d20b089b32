"""A trial: one arrangement under the rules, and where its cells stand in the text of the answer or on the returned
board.

Rows and columns come in from 0 and are written from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding
from judge.problems.constraints import PIECE, Cell
from judge.problems.formats.cells import cells_with
from judge.problems.row.words import Row
from judge.text import all_of, cell_at


class Trial(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Holds one arrangement under the rules of a row: a board, or the 0-based column of each row's piece.

    `number` counts the arrangements of a list from 1; 0 where the answer is only one.
    """

    row: Row
    case: Case
    answer: Answer
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    number: int = 0
    CELLS: ClassVar[str] = "write 0 for a free cell, 1 for a piece and 2 for a tree"

    @property
    def one(self) -> str:
        """Return what a piece is called."""
        return self.row.one

    @property
    def many(self) -> str:
        """Return what several pieces are called."""
        return self.row.many

    def pieces(self, number: int) -> str:
        """Return a number of pieces in words."""
        return f"{number} {self.one if number == 1 else self.many}"

    @cached_property
    def placed(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return the arrangement as a board, which columns are drawn on."""
        if self.board is not None:
            return self.board
        assert self.columns is not None, "a trial is a board or columns"
        board = self.case.board.grid.copy()
        board[board == PIECE] = 0  # those that the case gives are among the columns, or missing
        board[np.arange(len(self.columns)), self.columns] = PIECE
        return board

    @cached_property
    def points(self) -> list[Cell]:
        """Return the cells of the pieces in reading order."""
        if self.board is None:
            assert self.columns is not None, "a trial is a board or columns"
            return list(enumerate(self.columns.tolist()))
        return cells_with(self.board, PIECE)

    def fault(
        self, code: str, message: str, repair: str, note: str = "", cells: Sequence[Cell] | None = None
    ) -> Finding:
        """Return a fault of these cells; without any, of the answer as a whole."""
        if cells is None:
            return Finding(code, message, where=self.whole, note=note, help=repair)
        from_1 = tuple((int(row) + 1, int(column) + 1) for row, column in cells)
        return Finding(code, message, from_1, self.where(cells) if cells else "", note, repair)

    @property
    def whole(self) -> str:
        """Return the file of an answer that was a text."""
        return self.answer.file if self.answer.first_line else ""

    def where(self, cells: Sequence[Cell]) -> str:
        """Name the cells in the text of the answer, or, when it was none, on the returned board."""
        line = self.answer.first_line
        if self.board is None:
            numbers = [str(row + 1) for row, _ in cells]
            which = f"number{'s' * (len(numbers) > 1)} {all_of(numbers)}" if numbers else ""
            arrangement = f"arrangement {self.number}" if self.number else "the returned columns"
            place = f"{self.answer.file} line {self.answer.line_of(max(self.number - 1, 0))}" if line else arrangement
            return f"{place}, {which}" if which else place
        if not line:
            return all_of([cell_at(cell) for cell in cells]) + " of the returned board"
        # With blanks between the digits, the column of the board is not that of the text.
        blanks = any(notice.code in ("W107", "W112") for notice in self.answer.warnings)
        columns = ["" if blanks else f", column {column + 1}" for _, column in cells]
        places = [f"line {self.answer.line_of(row)}{at}" for (row, _), at in zip(cells, columns, strict=True)]
        return f"{self.answer.file} {all_of(list(dict.fromkeys(places)))}"

    def wrong_cell(self, cell: Cell, value: int, held: Mapping[str, int] | None = None) -> Finding:
        """Return E121: something else than 0, 1 and 2 on the board. `held` says how often each value is there."""
        ones = self.ones(held or {}, "board")
        message = f"a cell of the board is {value}, but it must be 0, 1 or 2"
        return self.fault("E121", message, f"return {ones}" if ones else self.CELLS, cells=(cell,))

    def ones(self, held: Mapping[str, int], table: str) -> str:
        """Return the expression that makes a board of an array that holds these values, so often each; "" where none of
        them can be told to stand for a piece."""
        mark = _mark_of(held)
        if not mark:
            return ""
        if self.case.board.grid.any():
            return f"np.where({table} == {mark}, 1, grid).astype(np.int8)"
        return f"({table} == {mark}).astype(np.int8)"

    def wrong_column(self, row: int, value: int) -> Finding:
        """Return E115: a column number, counted from 0, that is not on the board."""
        n = self.case.board.columns
        message = f"the column number {value} of row {row + 1} is not on the board"
        repair = f"return columns from 0 to {n - 1}; in a text they count from 1 to {n}"
        return Finding("E115", message, where=self.where(((row, value),)), help=repair)


def _mark_of(held: Mapping[str, int]) -> str:
    """Return the one value that stands for a piece; "" where none can be told.

    `held` counts the values of a board by their repr. The mark is the rarer of two letters; of numbers it is the only
    one beside 0, 2 and 3, on no more than half of the cells.
    """
    letters = any(value[:1] in "'\"" for value in held)
    odd = [value for value in held if letters or value.removesuffix(".0") not in ("0", "-0", "2", "3")]
    if letters and len(odd) == 2 and held[odd[0]] != held[odd[1]]:
        odd.remove(max(odd, key=lambda value: held[value]))
    if len(odd) != 1 or odd[0] in ("1", "1.0") or 2 * held[odd[0]] > sum(held.values()):
        return ""
    return odd[0]
