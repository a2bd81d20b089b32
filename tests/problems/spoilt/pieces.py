"""Spoil a board by its pieces: moved, added, dropped, on a tree."""

from __future__ import annotations

from judge.problems.rules.plain import PIECE, TREE, seen_from
from tests.problems.spoilt.made import Boards, Table, cells, changed

_FREE = 0
# Each line of sight, as its two ways.
_LINES = {
    "row": ((0, -1), (0, 1)),
    "column": ((-1, 0), (1, 0)),
    "falling": ((-1, -1), (1, 1)),
    "rising": ((-1, 1), (1, -1)),
}
_STEPS = 6000  # along one line, to find free cells that are seen along that one alone


def moved(board: Table) -> Boards:
    """Move a piece: to a few free cells, and to one that is seen along each line and no other."""
    for piece in cells(board, PIECE, 2):
        without = changed(board, (piece, _FREE))
        targets = [*cells(board, _FREE, 3), *_seen_along_one(without, piece)]
        for target in dict.fromkeys(targets):
            yield changed(without, (target, PIECE))


def added(board: Table) -> Boards:
    """Add a piece on a free cell."""
    for target in cells(board, _FREE, 3):
        yield changed(board, (target, PIECE))


def dropped(board: Table) -> Boards:
    """Leave a piece out; at last all of them."""
    for piece in cells(board, PIECE, 3):
        yield changed(board, (piece, _FREE))
    empty = board.copy()
    empty[board == PIECE] = _FREE
    yield empty


def on_a_tree(board: Table) -> Boards:
    """Put a piece where a tree stands: moved there, or one more."""
    for piece, tree in zip(cells(board, PIECE, 2), cells(board, TREE, 2), strict=False):
        yield changed(board, (piece, _FREE), (tree, PIECE))
        yield changed(board, (tree, PIECE))


def _seen_along_one(board: Table, left: tuple[int, int]) -> list[tuple[int, int]]:
    """Return free cells that pieces see along the row alone, the column alone, each diagonal alone, where there are
    such; the one that the piece has `left` is none."""
    rows = [bytes(row) for row in board]
    found: dict[str, tuple[int, int]] = {}
    for cell in cells(board, _FREE, min(60, 3 + _STEPS // len(board))):
        seen = [name for name, ways in _LINES.items() if any(seen_from(rows, cell, way) for way in ways)]
        if len(seen) == 1 and cell != left:
            found.setdefault(seen[0], cell)
    return list(found.values())
