"""Offer puzzles the formats of a case with a board: cells below their size, cells alone, or the places of pieces.

3 4          n and m, and the number of pieces where the case says it
0020
0000
3000
"""

from __future__ import annotations

from functools import partial

import numpy as np

from judge.errors import JudgeError
from judge.model import Instance, ReadWarning
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_cells, take_numbers, take_table
from judge.problems.formats.page import Page, digit_lines
from judge.problems.rules.plain import PIECE

MOST_SIDE = 1000
_SAID = {"0": "a free cell", "2": "an obstacle", "3": "a cell that must stay empty"}


def sized_cells(*, pieces: bool = False, closed: bool = False) -> CaseFormat:
    """Return the format of n and m, and p if `pieces`, then n rows of m digits: 0, 2 and, if `closed`, 3."""
    return CaseFormat(partial(_read_sized, pieces, "0023" if closed else "002"), partial(_write_sized, pieces))


def drawn_cells(mark: str, cell: int, most: int) -> CaseFormat:
    """Return the format of n rows of n characters and nothing else: a dot is free, `mark` is `cell`.

    The first row says n, at most `most`; so many pieces are asked for.
    """
    return CaseFormat(partial(_read_drawn, mark, cell, most), partial(_write_drawn, mark))


def _read_sized(pieces: bool, signs: str, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    head = "n, m and the number of pieces" if pieces else "n and m"
    said = ", ".join(f"{digit} for {_SAID[digit]}" for digit in dict.fromkeys(signs))
    page = open_case(data, file, f"write {head}, then n rows of m digits: {said}")
    wanted = [Number("n", 1, MOST_SIDE), Number("m", 1, MOST_SIDE)]
    if pieces:
        wanted.append(Number("the number of pieces", 1, MOST_SIDE**2))
    rows, columns, *count = take_numbers(page, *wanted)
    cells = take_cells(page, (rows, columns), signs)
    close_case(page)
    return Instance("ANY", rows, count[0] if count else 1, cells), page.notices()


def _write_sized(pieces: bool, board: Instance) -> bytes:
    head = f"{board.n} {board.columns}" + f" {board.pieces}" * pieces
    return f"{head}\n".encode() + digit_lines(board.grid)


def _read_drawn(mark: str, cell: int, most: int, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, f"write n rows of n characters: a dot for a free cell, or {mark}")
    size = min(max(len(_first_line(page)), 1), most)
    drawn = take_cells(page, (size, size), f".{mark}")
    close_case(page)
    return Instance("ANY", size, size, (drawn * cell).astype(np.int8)), page.notices()


def _first_line(page: Page) -> bytes:
    return page.text[page.at :].partition(b"\n")[0].rstrip(b" \t")


def _write_drawn(mark: str, board: Instance) -> bytes:
    return "".join("".join(mark if cell else "." for cell in row) + "\n" for row in board.grid.tolist()).encode()


def given_queens(most_n: int) -> CaseFormat:
    """Return the format of n, at most `most_n`, and of the queens that a case gives."""
    return CaseFormat(partial(_read_given, most_n), _write_given)


def _read_given(most_n: int, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, "write n and the number of given queens, then row and column of each, from 1")
    size, given = take_numbers(page, Number("n", 1, most_n), Number("the number of given queens", 0, most_n))
    cells = np.zeros((size, size), np.int8)
    for row, column in take_table(page, (given, 2), Number("a row or column", 1, size)).tolist():
        cells[row - 1, column - 1] = PIECE
    if np.count_nonzero(cells) < given:
        message = f"{given} queens are given, but on {np.count_nonzero(cells)} different cells"
        raise JudgeError("E476", message, page.place(1), help="name each cell once")
    close_case(page)
    return Instance("ANY", size, size, cells), page.notices()


def _write_given(board: Instance) -> bytes:
    cells = np.argwhere(board.grid == PIECE) + 1
    lines = [f"{board.n} {len(cells)}", *(f"{row} {column}" for row, column in cells.tolist()), ""]
    return "\n".join(lines).encode()
