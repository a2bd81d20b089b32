"""Boards and answers as one word each, which the JSON of a run holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model.given import CELL, MOST_SIDE, Given, packed, unpacked

if TYPE_CHECKING:
    from judge.model.given import Grid, Table

_FAIL, _COUNT, _BOARD = "FAIL", "COUNT", "BOARD"
_HIGHEST = 3  # of what a cell holds: free, a piece, a tree, closed
_DIGITS = 400  # of a number that somebody says; more than any board has arrangements


def board_text(board: Table, kind: str = CELL) -> str:
    """Return a board as its size, a blank, and its cells. The size is a square's side, else as 6x8."""
    rows, columns = board.shape
    return f"{_size_text(rows, columns)} {packed(board, kind)}"


def shape_in(text: str) -> tuple[int, int]:
    """Return the rows and columns that the text of a board names; ValueError where it names none."""
    rows, _, columns = text.partition(" ")[0].partition("x")
    shape = _whole(rows), _whole(columns or rows)
    if min(shape) < 1:
        message = f"a side of {min(shape)}"
        raise ValueError(message)
    return shape


def board_in(text: str, kind: str = CELL) -> Table:
    """Return the board that `board_text` made text of. ValueError for what is none."""
    return unpacked(text.partition(" ")[2], shape_in(text), kind)


def given_text(given: Given | None) -> str | None:
    """Return an answer as text: FAIL, COUNT and a number, BOARD and the board; BOARD alone where it was too large."""
    if given is None:
        return None
    if given.fail:
        return _FAIL
    if given.count is not None:
        return f"{_COUNT} {given.count}"
    if not given.rows:
        return _BOARD
    return f"{_BOARD} {_size_text(given.rows, given.columns or given.rows)} {given.cells}"


def given_in(text: str) -> Given:
    """Return the answer that `given_text` made text of. ValueError for what is none."""
    kind, _, rest = text.partition(" ")
    if text == _FAIL:
        return Given(fail=True)
    if text == _BOARD:
        return Given()
    if kind == _COUNT:
        return Given(count=_whole(rest))
    if kind != _BOARD or max(shape_in(rest)) > MOST_SIDE:
        message = f"expected {_FAIL}, {_COUNT} or {_BOARD} with a side of at most {MOST_SIDE}"
        raise ValueError(message)
    if not is_board(board_in(rest)):
        message = "a cell is not 0, 1, 2 or 3"
        raise ValueError(message)
    rows, columns = shape_in(rest)
    return Given(rows=rows, cells=rest.partition(" ")[2], columns=0 if columns == rows else columns)


def is_board(board: Grid) -> bool:
    """Say whether every cell is free, a piece, a tree or closed."""
    return bool(((board >= 0) & (board <= _HIGHEST)).all())


def _size_text(rows: int, columns: int) -> str:
    return f"{rows}" if rows == columns else f"{rows}x{columns}"


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        message = f"expected a whole number, got {text[:20]!r}"
        raise ValueError(message)
    return int(text)
