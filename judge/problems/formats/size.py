"""Say how large a board is: its rows and columns."""

from __future__ import annotations

Shape = tuple[int, int]  # rows and columns


def but_it_is(shape: Shape, what: str) -> str:
    """Return what a message says of the board of a case beside a wrong number of its `what`, rows or columns."""
    rows, columns = shape
    if rows == columns:
        return f"n is {rows}"
    return f"the board is {rows} x {columns}: {rows if what == 'rows' else columns} {what}"
