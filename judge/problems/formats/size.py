"""Say how large a board is: n for a square one, or its rows and columns."""

from __future__ import annotations

Shape = tuple[int, int]  # rows and columns
Size = int | Shape  # what a caller may say: n is a board of n x n


def shape_of(size: Size) -> Shape:
    """Return rows and columns."""
    return (size, size) if isinstance(size, int) else size


def but_it_is(shape: Shape, what: str) -> str:
    """Return what a message says of the board of a case beside a wrong number of its `what`, rows or columns."""
    rows, columns = shape
    if rows == columns:
        return f"n is {rows}"
    return f"the board is {rows} x {columns}: {rows if what == 'rows' else columns} {what}"
