"""Find a board in the model of a SAT solver: `v 1 -2 ... 0`, a variable for each cell, row by row."""

from __future__ import annotations

import re

from judge.problems.formats.lenient.drawn import keep_board
from judge.problems.formats.lenient.found import Finds
from judge.problems.formats.lenient.sought import Sought

_LITERAL = re.compile(rb"-?[1-9]\d{0,8}|0")


class Model:
    """Collects the literals of `v` lines up to 0. A model of more or fewer variables than cells is left alone: nothing
    tells which of them are the cells."""

    def __init__(self, sought: Sought, free: bool, finds: Finds) -> None:
        self.sought, self.free, self.finds = sought, free, finds
        self._literals: list[int] = []
        self._line = 0

    def feed(self, line: int, raw: bytes) -> None:
        if not raw.startswith(b"V "):
            return
        words = raw.split()[1:]
        if not all(_LITERAL.fullmatch(word) for word in words):
            self._literals = []
            return
        rows, columns = self.sought.shape
        for value in map(int, words):
            self._line = self._line if self._literals else line
            if value == 0:
                self._close()
            elif len(self._literals) <= rows * columns:
                self._literals.append(value)

    def end(self) -> None:
        """Do nothing: a model without its 0 was cut off."""

    def _close(self) -> None:
        literals = self._literals
        self._literals = []
        rows, columns = self.sought.shape
        if sorted(map(abs, literals)) != list(range(1, rows * columns + 1)):
            return
        board = self.sought.ground.reshape(-1)
        board[[value - 1 for value in literals if value > 0]] = 1
        keep_board(self.finds, "the model of a SAT solver", self._line, board.reshape(rows, columns), self.free)
