"""Rooks, bishops, knights and superqueens: what differs between puzzles that are the same but for their piece.

A superqueen sees as a queen and as a knight. An obstacle blocks a view along a line, and no leap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Rule
from judge.problems.puzzles.rules import bishops_apart, knights_apart, rooks_apart
from judge.problems.rules.leaps.plain import KNIGHT as LEAPS
from judge.problems.rules.plain import BACKWARDS, SLANTING, STRAIGHT, Cell

_ALONG = """\
    for step_row, step_column in {steps}:
        r, c = row + step_row, column + step_column
        while r >= 0 and 0 <= c < board.shape[1] and board[r, c] != OBSTACLE:
            if board[r, c] == PIECE:
                return True
            r, c = r + step_row, c + step_column
"""
_LEAPING = """\
    for step_row, step_column in {steps}:
        r, c = row + step_row, column + step_column
        if r >= 0 and 0 <= c < board.shape[1] and board[r, c] == PIECE:
            return True
"""
_ATTACKED = '''\
@njit
def attacked(board, row, column):
    """Does a {one} that was placed before see this cell? {how}"""
{along}{leaping}    return False
'''
_SAID_ALONG = """\
- Two {many} {along} attack each other, unless an obstacle
  stands between them. A closed cell blocks no view.
"""
_SAID_LEAPING = """\
- Two {many} attack each other where they are two rows and one column apart, or one row and two
  columns, whatever stands between them.
"""


class Piece(msgspec.Struct, frozen=True):
    """Holds a piece of chess: its words, the rules of two of them, and how it moves back to cells read before."""

    one: str
    rules: tuple[Rule, ...]
    lines: Sequence[Cell] = ()
    leaps: Sequence[Cell] = ()
    along: str = ""  # which lines those are, in a statement

    @property
    def words(self) -> Words:
        """Return what a puzzle calls it."""
        return Words(self.one, f"{self.one}s", "attack each other")

    @property
    def attacked(self) -> str:
        """Return the kernel of a starter that says whether a cell is seen."""
        how = "An obstacle blocks the view." if self.lines else "Nothing blocks a leap."
        along = _ALONG.format(steps=tuple(self.lines)) if self.lines else ""
        leaping = _LEAPING.format(steps=tuple(self.leaps)) if self.leaps else ""
        return _ATTACKED.format(one=self.one, how=how, along=along, leaping=leaping)

    @property
    def said(self) -> str:
        """Return the rules of a statement that say who attacks whom."""
        along = _SAID_ALONG.format(many=self.words.many, along=self.along) if self.lines else ""
        return along + (_SAID_LEAPING.format(many=self.words.many) if self.leaps else "")


QUEEN: Final = Piece("queen", (no_attack,), BACKWARDS, along="in one row, in one column or on one diagonal")
ROOK: Final = Piece("rook", (rooks_apart,), STRAIGHT, along="in one row or in one column")
BISHOP: Final = Piece("bishop", (bishops_apart,), SLANTING, along="on one diagonal")
KNIGHT: Final = Piece("knight", (knights_apart,), leaps=LEAPS)
SUPERQUEEN: Final = Piece("superqueen", (no_attack, knights_apart), BACKWARDS, LEAPS, QUEEN.along)
