"""Answers as programs out of the wild print them: `answers = "shapes"` in problem.toml.

`answer.py` is asked first; this file only reads what it refuses. A text is looked through line by line for
arrangements, whatever stands around them. Three bounds keep a prompt or a debug line from being one: column
numbers and chess squares must be a permutation of the whole board (and not 1 2 3 ..., which is the rim of a
printed board); a board has n rows of n cells in one pair of signs; and where two shapes in one text say
different things, neither is taken.

Which way round the rows and columns are meant no shape tells. No rule asks: a board turned or mirrored is
valid when the board is, so two readings that differ only by that are one.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding, Notice, PuzzleName
from judge.problems.answer import LISTED_N
from judge.problems.text import UTF8_BOM, Cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Columns = np.ndarray[Any, np.dtype[np.int64]]

_LONGEST = 16 << 20  # bytes that are looked at
_MOST_ROWS = 1 << 16  # of one section, and numbers of one block: the lists judged have 7,240 rows
_MOST_FOUND = 4096  # arrangements of one shape: the lists judged have 724
_LONGEST_NUMBER = 7  # digits of a column number

_PIECE, _EITHER, _FREE, _TREE = b"Q1LS", b"*#X", b".0_-", b"2T"  # signs of a cell, in capitals
_PLAINER = bytes.maketrans(b",;|'\"\t\v\f?>={}()", b"        :::[][]")  # what separates: blank, colon, bracket
_TOTAL = re.compile(rb"TOTAL|SOLUTIONS?\b|COUNT|ARRANGEMENTS?\b|NUMBER|PLACEMENTS?\b|WAYS\b")
_UNITS = frozenset((b"MS", b"S", b"SEC", b"SECS", b"SECOND", b"SECONDS", b"US", b"NS", b"MIN", b":"))


class _Row(msgspec.Struct, frozen=True):
    line: int
    cells: bytes
    exact: bool  # the line is the cells and nothing else, so that columns of the text are those of the board


class _Found(msgspec.Struct, frozen=True, eq=False):
    """One arrangement in the text: its columns where it is a permutation, else its board."""

    shape: str  # completes "read as"
    line: int
    columns: tuple[int, ...] = ()
    board: Cells | None = None
    exact: bool = False  # row k of the board, or arrangement k of a list, stands on line `line` + k


def read_shape(data: bytes, puzzle: PuzzleName, n: int, file: str = "output.txt") -> Answer | Finding | None:
    """What an output that `read_answer` refused says all the same about a case of size n. Never raises.

    An Answer has the one Notice W112, which tells the shape: `board` int8 (n, n) for `lizards`, `queens` and
    `spies`, but for `spies` on one line `columns` (1, n); for `all-queens` `columns` (k, n), k >= 1, or the
    `count` alone (n <= 10: with no columns). `first_line` is 0 where lines of the text are no rows. A Finding
    is E123: two shapes fit and differ. None: no shape fits. Only the first 16 MiB are looked at.
    """
    text = _plainer(data)
    if puzzle == "all-queens" and n > LISTED_N:
        return _total(text, n)
    search = _Search(n, puzzle)
    for line, raw in _lines(text):
        search.feed(line, raw)
    search.finish()
    if not search.found:
        return _total(text, n) if puzzle == "all-queens" else _stray_board(search)
    groups = list(search.found.values())
    if puzzle != "all-queens":
        groups = [group[:1] for group in groups]
    other = next((group for group in groups[1:] if not _alike(groups[0], group)), None)
    if other:
        return _two_ways(groups[0][0], other[0], file)
    if puzzle == "all-queens":
        return _listed(groups[0])
    return _single(groups[0][0], puzzle, n, search)


class _Search:
    """Collects arrangements, grouped by shape, from pieces of lines: what stands between brackets and colons.

    A section is a run of board rows with no other text between; blank lines part it into segments.
    """

    def __init__(self, n: int, puzzle: PuzzleName) -> None:
        self.n, self.trees = n, puzzle == "lizards"
        self.found: dict[str, list[_Found]] = {}
        self.stray: _Found | None = None  # the first board that is no permutation, for its fault to be told
        self._section: list[list[_Row]] = [[]]
        self._rows = 0
        self._signs: set[int] = set()
        self._block: list[tuple[int, int]] = []  # line and number, of lines that hold one number
        cells = _PIECE + _EITHER + _FREE + (_TREE if self.trees else b"")
        self._cells = cells if n > 1 else b"QL"  # alone, a digit or a star is not yet a board

    def feed(self, line: int, raw: bytes) -> None:
        words = raw.split(maxsplit=1)
        if len(words) == 1 and words[0].isdigit():
            if len(self._block) < _MOST_ROWS and len(words[0]) <= _LONGEST_NUMBER:
                self._block.append((line, int(words[0])))
        else:
            self._end_block()
        if not words:
            if self._section[-1]:
                self._section.append([])
        elif self._is_border(raw):
            return
        elif self.n == 1 and raw.strip() in (b"[0]", b"[1]") and not self.trees:
            self._keep(_Found(f"a list of column numbers, counted from {raw.strip()[1:2].decode()}", line, (0,)))
        else:
            for piece in re.finditer(rb"[^\[\]:]+", raw):
                self._piece(line, piece[0], bracketed=raw[piece.start() - 1 : piece.start()] == b"[")

    def finish(self) -> None:
        self._end_block()
        self._end_section()

    def _is_border(self, raw: bytes) -> bool:
        """Whether a line is drawn between rows, and no row of free cells itself."""
        return not raw.translate(None, b"+-=: \n") and len(raw.translate(None, b" \n")) != self.n

    def _piece(self, line: int, piece: bytes, bracketed: bool) -> None:
        cells = self._row_cells(piece, bracketed)
        if cells:
            exact = piece.rstrip(b"\n ") == cells and len(cells) == self.n
            self._row_signs(cells)
            for at in range(0, len(cells), self.n):
                self._add_row(_Row(line, cells[at : at + self.n], exact))
        elif not piece.isspace():
            self._end_section()
        if not self.trees and 1 < self.n and len(piece) <= 64 * self.n + 4096:
            words = piece.split()
            if len(words) >= self.n:
                self._numbers(line, words)
                self._squares(line, words)

    def _row_cells(self, piece: bytes, bracketed: bool) -> bytes:
        """The cells of one row, or, in a bracket, of n; empty if the piece is neither."""
        cells = piece.translate(None, b" \n\v")
        n, wanted = self.n, (self.n, self.n**2 if bracketed else 0)
        if len(cells) not in wanted and n < len(cells) <= n + 14:  # row numbers beside the board
            words = piece.split()
            cells = b"".join(words[words[0].isdigit() : len(words) - words[-1].isdigit()])
            if any(48 <= sign < 58 for sign in cells):
                return b""
        return cells if len(cells) in wanted and not cells.translate(None, self._cells) else b""

    def _row_signs(self, cells: bytes) -> None:
        """A row in other signs than those above it begins a new section."""
        signs = set(cells)
        if len(self._signs | signs) > 2 + self.trees:
            self._end_section()
        self._signs |= signs

    def _add_row(self, row: _Row) -> None:
        if self._rows < _MOST_ROWS:
            self._section[-1].append(row)
            self._rows += 1

    def _end_section(self) -> None:
        if not self._rows:
            return
        segments, n = self._section, self.n
        if self._rows % n == 0 and any(len(segment) % n for segment in segments):
            segments = [[row for segment in segments for row in segment]]  # blank lines between rows, too
        for segment in segments:
            for at in range(0, len(segment) if len(segment) % n == 0 else 0, n):
                self._board(segment[at : at + n])
        self._section, self._rows, self._signs = [[]], 0, set()

    def _board(self, rows: list[_Row]) -> None:
        text = b"".join(row.cells for row in rows)
        signs = sorted(set(text))
        piece = _piece_sign(signs, rows)
        if piece is None:
            return
        cells = np.frombuffer(text, np.uint8).reshape(self.n, self.n)
        board = (cells == piece).astype(np.int8)
        for tree in _TREE if self.trees else b"":
            board[cells == tree] = 2
        free = [chr(sign) for sign in signs if sign != piece]
        shape = f"a board of {' and '.join([chr(piece), *free])}"
        exact = all(row.exact and row.line == rows[0].line + k for k, row in enumerate(rows))
        whole = (board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all()
        if self.trees:
            self._keep(_Found(shape, rows[0].line, board=board, exact=exact))
        elif whole:
            columns = tuple(board.argmax(axis=1).tolist())
            self._keep(_Found(shape, rows[0].line, columns, exact=exact))
        elif self.stray is None:
            self.stray = _Found(shape, rows[0].line, board=board, exact=exact)

    def _numbers(self, line: int, words: list[bytes]) -> None:
        for isdigit, run in groupby(words, bytes.isdigit):
            if isdigit:
                self._list(list(run), line, "column numbers on one line")

    def _list(self, words: Sequence[bytes | int], line: int, shape: str) -> bool:
        if len(words) != self.n or any(isinstance(w, bytes) and len(w) > _LONGEST_NUMBER for w in words):
            return False
        values = [int(word) for word in words]
        first = min(values)
        if first > 1 or not _is_permutation(values, first):
            return False
        columns = tuple(value - first for value in values)
        self._keep(_Found(f"{shape}, counted from {first}", line, columns, exact=shape.endswith("line")))
        return True

    def _squares(self, line: int, words: list[bytes]) -> None:
        for is_square, run in groupby(words, lambda w: w[:1].isalpha() and w[1:].isdigit() and len(w) < 4):
            squares = [(int(word[1:]), word[0] - 65) for word in run] if is_square else []
            columns = [column for _, column in sorted(squares)]
            ranks = sorted(rank for rank, _ in squares)
            if ranks == list(range(1, self.n + 1)) and sorted(columns) == list(range(self.n)):
                self._keep(_Found("chess squares", line, tuple(columns)))

    def _end_block(self) -> None:
        """One number a line: arrangements one below the other, with or without their size or number above."""
        block, n = self._block, self.n
        self._block = []
        if len(block) < n or self.trees or n == 1:
            return
        if len(block) % n == 1 and block[0][1] in (n, len(block) // n):
            block = block[1:]
        chunks = [block[at : at + n] for at in range(0, len(block), n)]
        numbers = [[number for _, number in chunk] for chunk in chunks]
        if all(len(values) == n and _is_permutation(values, min(values)) for values in numbers):
            for chunk, values in zip(chunks, numbers, strict=True):
                self._list(values, chunk[0][0], "one column number a line")

    def _keep(self, found: _Found) -> None:
        group = self.found.setdefault(found.shape, [])
        if len(group) < _MOST_FOUND:
            group.append(found)
