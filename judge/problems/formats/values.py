"""Take boards and answers as Python values: arrays, lists of lists, text.

What is wrong with an answer is a Finding, as it is with a text. What is no answer at all is a JudgeError: E471.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Instance
from judge.problems.row.case import CaseFormat
from judge.problems.row.words import MAX_N
from judge.text import cell_at

Table = np.ndarray[Any, np.dtype[Any]]

_BOARD = "give the rows as lists or as an array of 0 (free) and 2 (tree), or the text of an input.txt"
_ANSWER = "give what solve returns, a board or None, or the text of an output.txt"
_LARGEST = np.iinfo(np.int64)


def as_text(value: object) -> bytes | None:
    """Return a text, or a list of its lines, as bytes; None: it is no text. A str need not end its last line."""
    if isinstance(value, list | tuple) and value and all(isinstance(line, str) for line in value):
        value = "\n".join(value)
    if isinstance(value, str):
        return (value + "\n" * (value[-1:] not in ("", "\n"))).encode(errors="replace")
    return bytes(value) if isinstance(value, bytes | bytearray) else None


def says_pieces(value: object) -> bool:
    """Say whether it is the text of an input.txt, which begins with the name of an algorithm, and not rows alone."""
    text = as_text(value) or b""
    return text[:1].isalpha() and b"\n" in text.strip()


def take_board(value: object, cases: CaseFormat) -> Instance:
    """Return the case that a board, or the text of an input.txt, stands for. On a board alone, as many pieces are to
    be placed as it has rows. A puzzle with a format of its own takes its texts alone, which say all of a case."""
    text = as_text(value)
    if text is not None and (says_pieces(value) or not cases.row.names_algorithm):
        return cases.read(text, "board")[0]
    if not cases.row.names_algorithm:
        repair = "give the text of an input.txt, or its pathlib.Path"
        raise bad_value("the puzzle has cases of a form of its own", repair)
    grid = _digits(text) if text is not None else take_table(value, "the board", _BOARD)
    if grid.ndim != 2 or grid.shape[0] != grid.shape[1] or not 1 <= len(grid) <= MAX_N:
        size = " x ".join(map(str, grid.shape)) or "a single number"
        raise bad_value(f"the board is {size}, but it must be n x n, with n from 1 to {MAX_N:,}", _BOARD)
    wrong = (grid != 0) & (grid != 2)
    if wrong.any():
        cell = divmod(int(wrong.argmax()), len(grid))
        raise bad_value(f"the board has {grid[cell]} at {cell_at(cell)}, but a cell is 0 or 2", _BOARD)
    n = len(grid)
    return Instance("ANY", n, n, np.ascontiguousarray(grid, dtype=np.int8))


def take_table(value: object, what: str = "the answer", repair: str = _ANSWER) -> Table:
    """Return an array of whole numbers, from whatever numpy makes an array of; bool counts as 0 and 1."""
    try:
        table: Table = np.asarray(value)
    except Exception as error:  # whatever the value's own code raises
        uneven = _ragged(value)
        raise bad_value(f"{what} can't be made an array{uneven}", repair) from (None if uneven else error)
    kind = table.dtype.kind
    if kind in "bu":
        table = np.minimum(table, np.uint64(_LARGEST.max)).astype(np.int64)
    elif kind == "f" and bool((np.isfinite(table) & (table == np.floor(table))).all()):
        table = np.clip(table, -(2.0**62), 2.0**62).astype(np.int64)
    elif kind != "i":
        raise bad_value(f"{what} is {_described(value, table)}, but it must hold whole numbers", repair)
    return table


def take_answer(value: object) -> Answer | Table:
    """Return FAIL for None, a number of arrangements for an int, else an array that a puzzle has to take."""
    if value is None:
        return Answer(fail=True)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return Answer(count=int(value))
    return take_table(value)


def bad_value(message: str, repair: str) -> JudgeError:
    """Return E471: a value that nothing can be made of."""
    return JudgeError("E471", message, help=repair)


def take_pieces(pieces: object) -> int:
    """Return a number of pieces."""
    try:
        count = operator.index(pieces)  # type: ignore[arg-type]
    except TypeError:
        count = 0
    if isinstance(pieces, bool) or count < 1:
        raise bad_value(f"{pieces!r:.40} is no number of pieces", "pieces is a whole number, 1 or more")
    return count


def _digits(text: bytes) -> Table:
    """Read rows of digits, with or without blanks between them."""
    rows = [line.translate(None, b" \t\r") for line in text.splitlines() if line.strip()]
    if not rows or any(row.translate(None, b"0123456789") for row in rows):
        help_ = f"{_BOARD}; a file is given as pathlib.Path('input.txt')"
        raise bad_value("the text is neither an input.txt nor rows of digits", help_)
    if len({len(row) for row in rows}) > 1:
        raise bad_value(f"the board can't be made an array{_ragged(rows)}", _BOARD)
    return np.array([list(row) for row in rows], dtype=np.int64) - ord("0")


def _ragged(value: object) -> str:
    """Say which rows are of different lengths, if that is so."""
    try:
        lengths = [len(row) for row in value]  # type: ignore[attr-defined]
    except TypeError:
        return ""
    odd = next((at for at, length in enumerate(lengths) if length != lengths[0]), None)
    return "" if odd is None else f": row 1 has {lengths[0]} cells, row {odd + 1} has {lengths[odd]}"


def _described(value: object, table: Table) -> str:
    if table.dtype.kind == "f":
        return "an array with a number that is not whole"
    if isinstance(value, np.ndarray):
        return f"an array of {table.dtype}"
    if isinstance(value, list | tuple):
        return "a list with something that is no number"
    return f"an object of type {type(value).__name__}"
