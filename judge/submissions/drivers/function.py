"""Read a case from stdin, call `solve` of solution.py beside this file, and print what it returns."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from judge.problems.icpc.validators.case import Case, CaseForm

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


def call_solve(form: CaseForm, getters: tuple[Any, ...], reader: str) -> None:
    """Print the answer of `solve` to the case on stdin. What `solve` prints itself is no answer.

    `getters` return each argument of `solve` from a Board; `reader` says how the answer is read.
    """
    case = form.read(sys.stdin.buffer.read())
    answer = os.dup(1)
    os.dup2(2, 1)
    import numpy as np
    import solution  # type: ignore[import-not-found]

    keep_kernels(vars(solution))
    board = Board(case)
    found = solution.solve(*[getter(board) for getter in getters])
    table = None if found is None else np.asarray(found).tolist()
    with open(answer, "w", encoding="ascii") as out:  # noqa: PTH123 - it has a number, and no name
        out.write(text_of_answer(table, case.n, reader))


def text_of_answer(table: Any, n: int, reader: str) -> str:
    """Return what `solve` returned as the text of an answer."""
    if reader == "number":
        return "FAIL\n" if table is None else f"{table}\n"
    return list_text(table, n) if reader == "list" else board_text(table)


def keep_kernels(names: dict[str, Any]) -> None:
    """Have numba keep what it compiles beside the source, for the cases that follow."""
    for value in list(names.values()):
        if hasattr(value, "enable_caching"):
            with contextlib.suppress(Exception):  # it may not write here: then each case compiles anew
                value.enable_caching()


def board_text(table: Any) -> str:
    """Return a board as a text, or FAIL."""
    if table is None:
        return "FAIL\n"
    rows = table if isinstance(table, list) else [[table]]
    return "\n".join(["OK", *("".join(map(str, row)) if isinstance(row, list) else str(row) for row in rows)]) + "\n"


def list_text(table: Any, n: int) -> str:
    """Return arrangements with their number above them, or for a large n that number alone."""
    if table is None:
        return "FAIL\n"
    if isinstance(table, list) is (n > LISTED):
        return f"an answer of another kind: {type(table).__name__}\n"
    if not isinstance(table, list):
        return f"{table}\n"
    rows = (" ".join(str(column + 1) for column in row) for row in table)
    return "\n".join([str(len(table)), *rows]) + "\n"
