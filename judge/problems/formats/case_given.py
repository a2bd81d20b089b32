"""Offer puzzles the format of a case that gives pieces: n and how many, then row and column of each, from 1."""

from __future__ import annotations

from functools import partial

import numpy as np

from judge.errors import JudgeError
from judge.model import Instance, ReadWarning
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_numbers, take_table
from judge.problems.rules.plain import PIECE


def given_queens(most_n: int) -> CaseFormat:
    """Return the format of n, at most `most_n`, and of the queens that a case gives."""
    return CaseFormat(partial(_read, most_n), _write)


def _read(most_n: int, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
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


def _write(board: Instance) -> bytes:
    cells = np.argwhere(board.grid == PIECE) + 1
    lines = [f"{board.n} {len(cells)}", *(f"{row} {column}" for row, column in cells.tolist()), ""]
    return "\n".join(lines).encode()
