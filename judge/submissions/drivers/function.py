"""Read a case from stdin, call `solve` of solution.py beside this file, and print what it returns."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from judge.problems.icpc.validators.case import Form, read_case

LISTED = 10  # up to this n every arrangement is listed, above it only their number


def call_solve(form: Form, every: bool) -> None:
    """Print the answer of `solve` to the case on stdin. What `solve` prints itself is no answer."""
    case = read_case(sys.stdin.buffer.read(), form)
    answer = os.dup(1)
    os.dup2(2, 1)
    import numpy as np
    import solution  # type: ignore[import-not-found]

    keep_kernels(vars(solution))
    grid = np.frombuffer(b"".join(case.rows), np.int8).reshape(case.n, case.n).copy()
    found = solution.solve(case.algorithm, case.n, case.pieces, grid)
    table = None if found is None else np.asarray(found).tolist()
    with open(answer, "w", encoding="ascii") as out:  # noqa: PTH123 - it has a number, and no name
        out.write(list_text(table, case.n) if every else board_text(table))


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
