"""Arrangements in a text of any shape: what `shapes.py` looks through an output for.

Three bounds keep a prompt or a debug line from being one: column numbers and chess squares must be a permutation of
the whole board (and not 1 2 3 ..., which is the rim of a printed board); a board has n rows of n cells in one pair of
signs; and only the first 16 MiB and the first million lines are looked at.
"""

from __future__ import annotations

import re
from itertools import groupby, islice
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.model import PuzzleName
from judge.problems.text import UTF8_BOM, Cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST = 16 << 20  # bytes that are looked at
_MOST_LINES = 1 << 20  # that are looked at and hold anything
_MOST_ROWS = 1 << 16  # of one section, and numbers of one block: the lists judged have 7,240 rows
_MOST_FOUND = 4096  # arrangements of one shape: the lists judged have 724
_LONGEST_NUMBER = 7  # digits of a column number
ONE_LINE = "column numbers on one line"

_PIECE, _EITHER, _FREE, _TREE = b"Q1LS", b"*#X", b".0_-", b"2T"  # signs of a cell, in capitals
_PLAINER = bytes.maketrans(b",;|'\"\t\v\f?>={}()", b"        :::[][]")  # what separates: blank, colon, bracket


class Row(msgspec.Struct, frozen=True):
    line: int
    cells: bytes
    exact: bool  # the line is the cells and nothing else, so that columns of the text are those of the board


class Found(msgspec.Struct, frozen=True, eq=False):
    """One arrangement in the text: its columns where it is a permutation, else its board."""

    shape: str  # completes "read as"
    line: int
    columns: tuple[int, ...] = ()
    board: Cells | None = None
    exact: bool = False  # row k of the board, or arrangement k of a list, stands on line `line` + k


class Search:
    """Collects arrangements, grouped by shape, from pieces of lines: what stands between brackets and colons.

    A section is a run of board rows with no other text between; blank lines part it into segments.
    """

    def __init__(self, n: int, puzzle: PuzzleName) -> None:
        self.n, self.trees, self.every = n, puzzle == "lizards", puzzle == "all-queens"
        self.found: dict[str, list[Found]] = {}
        self.stray: Found | None = None  # the first board that is no permutation, for its fault to be told
        self._section: list[list[Row]] = [[]]
        self._rows = 0
        self._signs: set[int] = set()
        self._block: list[tuple[int, bytes]] = []  # line and number, of lines that hold one number
        cells = _PIECE + _EITHER + _FREE + (_TREE if self.trees else b"")
        self._cells = cells if n > 1 else b"QL"  # alone, a digit or a star is not yet a board

    def feed(self, line: int, raw: bytes) -> None:
        words = raw.split(maxsplit=1)
        if len(words) == 1 and words[0].isdigit():
            if len(self._block) < _MOST_ROWS:
                self._block.append((line, words[0]))
        else:
            self._end_block()
        if not words:
            if self._section[-1]:
                self._section.append([])
        elif self._is_border(raw):
            return
        elif self.n == 1 and raw.strip() in (b"[0]", b"[1]") and not self.trees:
            self._keep(Found(f"a list of column numbers, counted from {raw.strip()[1:2].decode()}", line, (0,)))
        else:
            for piece in re.finditer(rb"[^\[\]:]+", raw):
                self._piece(line, raw, piece)

    def finish(self) -> None:
        self._end_block()
        self._end_section()

    def _is_border(self, raw: bytes) -> bool:
        """Whether a line is drawn between rows, and no row of free cells itself."""
        return not raw.translate(None, b"+-_: \n") and len(raw.translate(None, b" \n")) != self.n

    def _piece(self, line: int, raw: bytes, match: re.Match[bytes]) -> None:
        piece = match[0]
        cells = self._row_cells(piece, bracketed=raw[match.start() - 1 : match.start()] == b"[")
        if cells:
            exact = raw.rstrip() == cells
            self._row_signs(cells)
            for at in range(0, len(cells), self.n):
                self._add_row(Row(line, cells[at : at + self.n], exact))
        elif not piece.isspace():
            self._end_section()
        if not self.trees and self.n > 1 and len(piece) <= 64 * self.n + 4096:
            words = piece.split()
            if len(words) >= self.n:
                self._numbers(line, words)
                if piece.translate(None, b"0123456789 \n\v"):
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

    def _add_row(self, row: Row) -> None:
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

    def _board(self, rows: list[Row]) -> None:
        text = b"".join(row.cells for row in rows)
        signs = sorted(set(text))
        piece = _piece_sign(signs, rows)
        if piece is None:
            return
        cells = np.frombuffer(text, np.uint8).reshape(self.n, self.n)
        board = (cells == piece).astype(np.int8)
        for tree in _TREE if self.trees else b"":
            board[cells == tree] = 2
        others = [chr(sign) for sign in signs if sign != piece]
        shape = f"a board of {' and '.join([chr(piece), *others])}"
        exact = all(row.exact and row.line == rows[0].line + k for k, row in enumerate(rows))
        whole = (board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all()
        if self.trees:
            self._keep(Found(shape, rows[0].line, board=board, exact=exact))
        elif whole:
            columns = tuple(board.argmax(axis=1).tolist())
            self._keep(Found(shape, rows[0].line, columns, exact=exact))
        elif self.stray is None:
            self.stray = Found(shape, rows[0].line, board=board, exact=exact)

    def _numbers(self, line: int, words: list[bytes]) -> None:
        for isdigit, run in groupby(words, bytes.isdigit):
            values = _column_numbers(list(run), self.n) if isdigit else None
            if values:
                self._list(line, values, ONE_LINE)

    def _list(self, line: int, values: list[int], shape: str) -> None:
        first = min(values)
        columns = tuple(value - first for value in values)
        self._keep(Found(f"{shape}, counted from {first}", line, columns, exact=shape == ONE_LINE))

    def _squares(self, line: int, words: list[bytes]) -> None:
        for is_square, run in groupby(words, lambda w: w[:1].isalpha() and w[1:].isdigit() and len(w) < 4):
            squares = [(int(word[1:]), word[0] - 65) for word in run] if is_square else []
            columns = [column for _, column in sorted(squares)]
            ranks = sorted(rank for rank, _ in squares)
            if ranks == list(range(1, self.n + 1)) and sorted(columns) == list(range(self.n)):
                self._keep(Found("chess squares", line, tuple(columns)))

    def _end_block(self) -> None:
        """One number a line: arrangements one below the other, with or without n above, or, of all, their number."""
        block, n = self._block, self.n
        self._block = []
        if len(block) < n or self.trees or n == 1:
            return
        if len(block) % n == 1 and (self.every or block[0][1] == b"%d" % n):
            block = block[1:]
        chunks = [block[at : at + n] for at in range(0, len(block), n)]
        numbers = [_column_numbers([word for _, word in chunk], n) for chunk in chunks]
        if all(numbers):
            for chunk, values in zip(chunks, numbers, strict=True):
                self._list(chunk[0][0], values or [], "one column number a line")

    def _keep(self, found: Found) -> None:
        group = self.found.setdefault(found.shape, [])
        if len(group) < _MOST_FOUND:
            group.append(found)


def plainer(data: bytes) -> bytes:
    """The text in capitals and LF lines with few kinds of separators; a list over several lines on one."""
    text = data[:_LONGEST].removeprefix(UTF8_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = text[: text.rfind(b"\n")] if len(data) > _LONGEST else text  # the last line is cut
    text = text.upper().translate(_PLAINER) + b"\n"
    return re.sub(rb"\[[\d \n]*\]", lambda match: match[0].replace(b"\n", b"\v"), text)  # as numpy breaks them


def lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers; a run of empty ones comes as one."""
    number = 1
    for match in islice(re.finditer(rb"(\n*)([^\n]*\n?)", text), _MOST_LINES):
        if match[1]:
            yield number, b"\n"
        yield number + len(match[1]), match[2]
        number += match[0].count(b"\n") + match[0].count(b"\v")


def _column_numbers(words: list[bytes], n: int) -> list[int] | None:
    """The words as a permutation from 0 or from 1, if they are one, and not merely 1 2 3 ...; n > 1."""
    if len(words) != n or max(map(len, words)) > _LONGEST_NUMBER:
        return None
    if any(word.startswith(b"0") and word != b"0" for word in words):  # nobody prints a column as 03
        return None
    values = [int(word) for word in words]
    ordered = sorted(values)
    fits = ordered[0] <= 1 and ordered == list(range(ordered[0], ordered[0] + n))
    return values if fits and values != ordered else None


def _piece_sign(signs: Sequence[int], rows: Sequence[Row]) -> int | None:
    """Which of the signs of a board is a piece, if that is beyond doubt."""
    if len(signs) == 1:
        return signs[0] if len(rows) == 1 else None
    if sum(sign in _TREE for sign in signs) > 1 or sum(sign in _FREE for sign in signs) > 1:
        return None
    sure = [sign for sign in signs if sign in _PIECE]
    maybe = sure or [sign for sign in signs if sign in _EITHER]
    if len(maybe) == 2 and not sure:
        maybe = [sign for sign in maybe if all(row.cells.count(sign) == 1 for row in rows)]
    return maybe[0] if len(maybe) == 1 else None
