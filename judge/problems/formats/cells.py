"""Cells as arrays: how the judge reads and writes rows of them, in a few passes at the memory's speed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from judge.errors import codes
from judge.model import ReadWarning
from judge.problems.formats.page import Page

Cells = np.ndarray[Any, np.dtype[np.int8]]

_NEWLINE, _ZERO = 10, 48
DIGITS: Final = {cell: str(cell) for cell in range(10)}  # as `take_digits` reads them


class JudgePage(Page):
    """A page whose cells are read as arrays, and what it was forgiven as warnings."""

    def take_digits(self, rows: int, columns: int, most: int) -> Any:
        """Take all rows of cells as an array, int8 of this shape."""
        size = rows * (columns + 1)
        if len(self.text) - self.at < size:
            return None
        lines = np.frombuffer(self.text, np.uint8, size, self.at).reshape(rows, columns + 1)
        if (lines[:, columns] != _NEWLINE).any():
            return None
        cells = lines[:, :columns] - np.uint8(_ZERO)  # wraps: whatever is below '0' becomes large
        if cells.max() > most:
            return None
        self.at, self.line = self.at + size, self.line + rows
        return cells.view(np.int8)

    def notices(self) -> tuple[ReadWarning, ...]:
        """Return what was forgiven, in the order of the lines."""
        noted = sorted((line, code, message) for code, (line, message) in self.forgiven.items())
        return tuple(ReadWarning(code, message or codes()[code].title, line) for line, code, message in noted)


def drawn_lines(cells: Cells, signs: Mapping[int, str]) -> bytes:
    """Return LF-ended lines of signs, one a row; a cell without a sign is drawn as a free one."""
    rows, columns = cells.shape
    lines = np.full((rows, columns + 1), _NEWLINE, np.uint8)
    lines[:, :columns] = cells
    table = bytearray(signs[0] * 256, "ascii")
    for cell, sign in {**signs, _NEWLINE: "\n"}.items():
        table[cell] = ord(sign)
    return lines.tobytes().translate(table)


def cells_with(board: Cells, value: int) -> list[tuple[int, int]]:
    """Return the cells that hold a value, in reading order."""
    rows, columns = (board == value).nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
