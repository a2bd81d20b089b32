"""Read a case from stdin, call `solve` of solution.py beside this file, and print what it returns."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Sequence
from typing import Any

from judge.problems.formats.case_text import Case, CaseForm

LISTED = 10  # up to this n every arrangement is listed, above it only their number


class Board:
    """A case as arrays of numpy."""

    def __init__(self, case: Case) -> None:
        """Take over what the case says."""
        import numpy as np

        shape = case.n, case.columns
        self.algorithm, self.n, self.columns, self.pieces = case.algorithm, case.n, case.columns, case.pieces
        self.grid = np.frombuffer(b"".join(case.rows), np.int8).reshape(shape).copy()
        self.layer = np.array(case.layer, np.int64) if case.layer else None
        self.values = case.values


def call_solve(form: CaseForm, getters: tuple[Any, ...], reader: str, signs: str = "") -> None:
    """Print the answer of `solve` to the case on stdin. What `solve` prints itself is no answer.

    `getters` return each argument of `solve` from a Board; `reader` says how the answer is read. `signs` holds pairs of
    a sign of a board and its digit.
    """
    case = form.read(sys.stdin.buffer.read())
    answer = os.dup(1)
    os.dup2(2, 1)
    import solution  # type: ignore[import-not-found]

    keep_kernels(vars(solution))
    board = Board(case)
    found = solution.solve(*[getter(board) for getter in getters])
    with open(answer, "w", encoding="ascii") as out:  # noqa: PTH123 - it has a number, and no name
        head, line, rows = text_of_answer(found, (case.n, case.columns), reader).partition("\n")
        out.write(head + line + (rows.translate(str.maketrans(signs[1::2], signs[::2])) if head == "OK" else rows))


def text_of_answer(found: Any, shape: tuple[int, int], reader: str) -> str:
    """Return what `solve` returned to a board of this shape as the text of an answer, or a word that is none.

    What the judge converts is converted here: lists, floats, truth values and numbers of numpy that are whole numbers.
    """
    if " " in reader:  # one of two words
        return f"{reader.split()[not found]}\n"
    value = taken(found)
    numbers = reader == "number" or (reader == "list" and shape[0] > LISTED)
    if found is None:
        return "FAIL\n"
    if type(value) is int and (numbers or (reader == "list" and value == 0)):
        return f"{value}\n"
    if value is None or type(value) is int or numbers:
        return f"an answer of another kind: {type(found).__name__}\n"
    if reader == "list" and not value.size:
        return list_text([])
    if value.shape != ((len(value), shape[1]) if reader == "list" else shape):
        return f"an array of another shape: {value.shape}\n"
    return list_text(value.tolist()) if reader == "list" else board_text(value.tolist())


def taken(found: Any) -> Any:
    """Return a whole number as an int, and a table of small ones as an array of int8; None for anything else."""
    import numpy as np

    rows = found if isinstance(found, (list, tuple)) else (found,)
    if not isinstance(found, (Sequence, int, float, np.number, np.ndarray)) or isinstance(found, (str, bytes)):
        return None
    if any(np.ma.is_masked(row) for row in rows):
        return None
    try:
        table = np.ndarray.view(found, np.ndarray) if isinstance(found, np.ndarray) else np.asarray(found)
        table = np.array(table.tolist()) if table.dtype.kind == "O" and table.ndim else table
    except (TypeError, ValueError, OverflowError):  # of rows of different lengths, above all
        return None
    if table.ndim == 0:
        return whole(table.item())
    if table.dtype.kind not in "biuf":
        return None
    with np.errstate(all="ignore"):
        cells = table.astype(np.int8)
        return cells if (cells == table).all() else None


def whole(value: Any) -> Any:
    """Return a number as an int where it is one; None for a truth value, a fraction and whatever is no number."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        return None
    if isinstance(value, int):
        return int(value)
    return int(value) if math.isfinite(value) and value == math.floor(value) else None


def keep_kernels(names: dict[str, Any]) -> None:
    """Have numba keep what it compiles beside the source, for the cases that follow."""
    for value in list(names.values()):
        if hasattr(value, "enable_caching"):
            with contextlib.suppress(Exception):  # it may not write here: then each case compiles anew
                value.enable_caching()


def board_text(rows: list[list[int]]) -> str:
    """Return a board as a text."""
    return "\n".join(["OK", *("".join(map(str, row)) for row in rows)]) + "\n"


def list_text(rows: list[list[int]]) -> str:
    """Return arrangements with their number above them."""
    lines = (" ".join(str(column + 1) for column in row) for row in rows)
    return "\n".join([str(len(rows)), *lines]) + "\n"
