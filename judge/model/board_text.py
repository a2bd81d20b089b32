"""Boards and answers as one word each, which the JSON of a run holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model.given import MOST_SIDE, Given, packed, unpacked

if TYPE_CHECKING:
    from judge.model.given import Grid

_FAIL, _COUNT, _BOARD = "FAIL", "COUNT", "BOARD"
_HIGHEST = 2  # of what a cell holds: free, a piece, a tree
_DIGITS = 400  # of a number that somebody says; more than any board has arrangements


def board_text(board: Grid) -> str:
    """Return a square board as its side, a blank, and its cells."""
    return f"{len(board)} {packed(board)}"


def side_in(text: str) -> int:
    """Return the side that the text of a board names; ValueError where it names none."""
    side = _whole(text.partition(" ")[0])
    if side < 1:
        message = f"a side of {side}"
        raise ValueError(message)
    return side


def board_in(text: str) -> Grid:
    """Return the board that `board_text` made text of. ValueError for what is none."""
    return unpacked(text.partition(" ")[2], side_in(text))


def given_text(given: Given | None) -> str | None:
    """Return an answer as text: FAIL, COUNT and a number, BOARD and the board; BOARD alone where it was too large."""
    if given is None:
        return None
    if given.fail:
        return _FAIL
    if given.count is not None:
        return f"{_COUNT} {given.count}"
    return f"{_BOARD} {given.side} {given.cells}" if given.side else _BOARD


def given_in(text: str) -> Given:
    """Return the answer that `given_text` made text of. ValueError for what is none."""
    kind, _, rest = text.partition(" ")
    if text == _FAIL:
        return Given(fail=True)
    if text == _BOARD:
        return Given()
    if kind == _COUNT:
        return Given(count=_whole(rest))
    if kind != _BOARD or side_in(rest) > MOST_SIDE:
        message = f"expected {_FAIL}, {_COUNT} or {_BOARD} with a side of at most {MOST_SIDE}"
        raise ValueError(message)
    if not is_board(board_in(rest)):
        message = "a cell is not 0, 1 or 2"
        raise ValueError(message)
    return Given(side=side_in(rest), cells=rest.partition(" ")[2])


def is_board(board: Grid) -> bool:
    """Say whether every cell is free, a piece or a tree."""
    return bool(((board >= 0) & (board <= _HIGHEST)).all())


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        message = f"expected a whole number, got {text[:20]!r}"
        raise ValueError(message)
    return int(text)
