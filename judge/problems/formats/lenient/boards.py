"""Find boards in a text of any shape: rows of so many cells, in one pair of signs, and with trees in three."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.problems.formats.lenient.finds import Doubt, Finds, Found
from judge.problems.formats.lenient.spellings import FALSE, NAMES, TRUE
from judge.problems.formats.lenient.target import TREE, Target
from judge.problems.formats.lenient.text import pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.formats.page import Cells

_MOST_ROWS = 1 << 16  # of one section: the lists judged have 7,240 rows
_WIDEST_LABELS = 14  # signs of the labels beside a row, together
_FEWEST_NUMBERED = 4  # rows of digits whose numbers beside them can't be cells

_PIECE, _EITHER, _FREE, _TREE = b"Q1LS" + TRUE, b"*#X", b".0_-" + FALSE, b"2T"  # signs of a cell, in capitals
CELLS = _PIECE + _EITHER + _FREE + _TREE


class _Row(msgspec.Struct, frozen=True):
    line: int
    cells: bytes
    exact: bool  # the line is the cells and nothing else, so that columns of the text are those of the board
    label: bytes = b""  # that stood beside it


class Boards:
    """Collects sections, runs of board rows with no other text between; blank lines part them into segments."""

    def __init__(self, target: Target, trees: bool, finds: Finds) -> None:
        self.target, self.trees, self.finds = target, trees, finds
        self.shape = shape = target.shape
        self.rows, self.columns = shape
        self._section: list[list[_Row]] = [[]]
        self._rows = 0
        self._signs: set[int] = set()
        self._pieces = pieces()
        cells = _PIECE + _EITHER + _FREE + (_TREE if trees else b"")
        self._cells = cells if shape != (1, 1) else b"QL"  # alone, a digit or a star is not yet a board

    def feed(self, line: int, raw: bytes) -> None:
        if raw.isspace():
            if self._section[-1]:
                self._section.append([])
            return
        for match in self._pieces.finditer(raw):
            piece = match[1]
            rows = self._rows_in(line, piece, match[0].startswith(b"["), raw)
            if rows:
                self._add(rows)
            elif not piece.isspace():
                self.end()

    def end(self) -> None:
        if not self._rows:
            return
        segments, n = self._section, self.rows
        if self._rows % n == 0 and any(len(segment) % n for segment in segments):
            segments = [[row for segment in segments for row in segment]]  # blank lines between rows, too
        for segment in segments:
            for at in range(0, len(segment) if len(segment) % n == 0 else 0, n):
                self._board(segment[at : at + n])
        self._section, self._rows, self._signs = [[]], 0, set()

    def _rows_in(self, line: int, piece: bytes, bracketed: bool, raw: bytes) -> list[_Row]:
        """Return the piece as one row, or, in a bracket, as all of them; none if it is neither."""
        cells, n = piece.translate(None, b" \n\v"), self.columns
        if len(cells) == n or (bracketed and len(cells) == self.rows * n):
            if self._are_cells(cells):
                exact = raw.rstrip() == cells
                return [_Row(line, cells[at : at + n], exact) for at in range(0, len(cells), n)]
        elif n < len(cells) <= n + _WIDEST_LABELS:
            row = self._labelled(line, piece.split())
            return [row] if row else []
        return []

    def _labelled(self, line: int, words: list[bytes]) -> _Row | None:
        """Read a row beside its number or letter, at its left, at both ends or at its right."""
        left, right = words[0], words[-1]
        ways = [(left, words[1:])] if _is_label(left) else []
        ways += [(left, words[1:-1])] if ways and left == right else []
        ways += [(right, words[:-1])] if _is_label(right) else []
        for label, inner in ways:
            cells = b"".join(inner)
            if len(cells) == self.columns and self._are_cells(cells):
                return _Row(line, cells, exact=False, label=label)
        return None

    def _are_cells(self, text: bytes) -> bool:
        return not text.translate(None, self._cells)

    def _add(self, rows: list[_Row]) -> None:
        """Add rows; one in other signs than those above it begins a new section."""
        signs = {sign for row in rows for sign in row.cells}
        together = self._signs | signs
        if len(together) > 2 + (self.trees or any(sign in _EITHER for sign in together)):
            self.end()
        self._signs |= signs
        if self._rows < _MOST_ROWS:
            self._section[-1] += rows
            self._rows += len(rows)

    def _board(self, rows: list[_Row]) -> None:
        text = b"".join(row.cells for row in rows)
        signs = sorted(set(text))
        piece = _piece_sign(signs, rows)
        if piece is None or not _are_numbered(rows, text):
            return
        cells = np.frombuffer(text, np.uint8).reshape(self.shape)
        board = (cells == piece).astype(np.int8)
        for tree in _TREE if self.trees else b"":
            board[cells == tree] = 2
        ordered = [piece, *(sign for sign in signs if sign != piece)]
        shape = f"a board of {' and '.join(NAMES.get(sign, chr(sign)) for sign in ordered)}"
        mark = _mark(signs, piece)
        if mark is None and len(signs) > 2 + self.trees:
            return
        if mark is not None and not self._marked(board, cells == mark, chr(mark), rows):
            return
        exact = all(row.exact and row.line == rows[0].line + k for k, row in enumerate(rows))
        whole = (board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all()
        if self.trees or self.rows != self.columns:
            self.finds.keep(Found(shape, rows[0].line, board=board, exact=exact))
        elif whole:
            columns = tuple(board.argmax(axis=1).tolist())
            self.finds.keep(Found(shape, rows[0].line, columns, exact=exact))
        elif self.finds.stray is None:
            self.finds.stray = Found(shape, rows[0].line, board=board, exact=exact)

    def _marked(self, board: Cells, marks: Cells, sign: str, rows: list[_Row]) -> bool:
        """Write the trees that a third sign shows into the board. It may stand only where the case has a tree or a cell
        that must stay empty: elsewhere nobody knows what it says, and the board is not read."""
        grid = self.target.grid
        if grid is None:
            return False
        strange = marks & (grid < TREE)
        if strange.any():
            row, column = divmod(int(strange.argmax()), self.columns)
            where = f"row {row + 1}, column {column + 1}"
            message = f"{sign} stands at {where} of a board with pieces and free cells, and the case has no tree there"
            repair = "print one sign for pieces, one for free cells, and T or 2 for trees"
            self.finds.doubts.append(Doubt("E133", message, rows[0].line, repair))
            return False
        board[marks & (grid == TREE)] = TREE
        return True


def _mark(signs: Sequence[int], piece: int) -> int | None:
    """Return the sign beside a sure piece and a sign of free cells that may be a tree, such as X in X Q _ _."""
    if piece not in _PIECE or not any(sign in _FREE for sign in signs):
        return None
    return next((sign for sign in signs if sign in _EITHER), None)


def _is_label(word: bytes) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isalpha())


def _are_numbered(rows: Sequence[_Row], text: bytes) -> bool:
    """Return whether what is beside rows of digits numbers them, up or down, and so is no cell itself."""
    labels = [row.label for row in rows]
    if not any(labels) or not any(48 <= sign < 58 for sign in text):
        return True
    if len(rows) < _FEWEST_NUMBERED or not all(labels):
        return False
    values = [int(label) if label.isdigit() else ord(label) for label in labels]
    return values in [list(range(values[0], values[0] + step * len(rows), step)) for step in (1, -1)]


def _piece_sign(signs: Sequence[int], rows: Sequence[_Row]) -> int | None:
    """Return the sign of a board that is a piece, if that is beyond doubt."""
    if len(signs) == 1:
        return signs[0] if len(rows) == 1 else None
    if sum(sign in _TREE for sign in signs) > 1 or sum(sign in _FREE for sign in signs) > 1:
        return None
    sure = [sign for sign in signs if sign in _PIECE]
    maybe = sure or [sign for sign in signs if sign in _EITHER]
    if len(maybe) == 2 and not sure:
        maybe = [sign for sign in maybe if all(row.cells.count(sign) == 1 for row in rows)]
    return maybe[0] if len(maybe) == 1 else None
