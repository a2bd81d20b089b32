"""Spoil an arrangement of a puzzle with a form of its own: any board with trees, closed cells, given pieces, regions.

What one letter or blank does to a text is tried on the homework's puzzles, which share the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from judge.model import Answer, Instance
from judge.problems.formats.answer import read_board, read_board_or_columns, read_board_with_closed
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import CLOSED, PIECE, TREE
from tests.problems.spoilt import pieces, trees, turns
from tests.problems.spoilt.made import Boards, Spoilt, Table, as_text, cells, changed
from tests.problems.spoilt.texts import FAIL

_FREE = 0
_DIGITS: Final = (read_board, read_board_or_columns, read_board_with_closed)
_AROUND: Final = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
_SAME: Final[dict[str, Callable[[Table], Boards]]] = {
    "piece moved": pieces.moved,
    "piece added": pieces.added,
    "piece dropped": pieces.dropped,
    "piece on a tree": pieces.on_a_tree,
    "tree moved": trees.moved,
    "tree cut down": trees.cut_down,
    "tree planted": trees.planted,
    "turned or mirrored": turns.turned,
    "rows swapped": turns.swapped,
    "rows or columns cut off": turns.cut,
    "rows or columns too many": turns.grown,
}


def spoilt_own(puzzle: Puzzle, case: Instance, valid: Table) -> Iterator[Spoilt]:
    """Yield what can go wrong with a valid board: as an array, as a text where that holds its digits, and FAIL."""
    shown = [(kind, board) for kind, spoil in _SAME.items() for board in spoil(valid)]
    shown += [("closed cell filled", board) for board in _filled(case, valid)]
    shown += [("closed cell freed", board) for board in _freed(valid)]
    shown += [("given piece moved", board) for board in _given_moved(case, valid)]
    shown += [("piece beside another", board) for board in _beside(case, valid)]
    shown += [("piece in another region", board) for board in _elsewhere(case, valid)]
    for kind, board in shown:
        means = Answer(board=board)
        yield Spoilt(kind, means, returned=means)
        if puzzle.answers.read in _DIGITS:
            yield Spoilt(kind, means, as_text(board))
    yield Spoilt("header flipped", FAIL, b"FAIL\n")
    yield Spoilt("header flipped", FAIL, returned=FAIL)


def _filled(case: Instance, valid: Table) -> Boards:
    """Put a piece or a tree on a closed cell: a piece moved there, or one more."""
    for closed in cells(case.grid, CLOSED, 2):
        yield changed(valid, (closed, PIECE))
        yield changed(valid, (closed, TREE))
        for piece in cells(valid, PIECE, 1):
            yield changed(valid, (piece, _FREE), (closed, PIECE))


def _freed(valid: Table) -> Boards:
    """Write 0 for a closed cell, which says the same, and 3 for a free one, which does not."""
    for closed in cells(valid, CLOSED, 2):
        yield changed(valid, (closed, _FREE))
    for free in cells(valid, _FREE, 1):
        yield changed(valid, (free, CLOSED))


def _given_moved(case: Instance, valid: Table) -> Boards:
    """Take a given piece away, and move it to a free cell of its row, or of the board."""
    for given in cells(case.grid, PIECE, 2):
        yield changed(valid, (given, _FREE))
        in_row = [(given[0], column) for column in np.flatnonzero(valid[given[0]] == _FREE)[:1]]
        for target in [*in_row, *cells(valid, _FREE, 1)]:
            yield changed(valid, (given, _FREE), ((int(target[0]), int(target[1])), PIECE))


def _beside(case: Instance, valid: Table) -> Boards:
    """Move a piece to a free cell around another one, at a side and at a corner."""
    placed = cells(valid, PIECE, 4)
    for (row, column), other in zip(placed[1:], placed, strict=False):
        if case.grid[other] == PIECE:
            continue
        targets = [(row + down, column + right) for down, right in _AROUND]
        inside = [one for one in targets if 0 <= one[0] < len(valid) and 0 <= one[1] < valid.shape[1]]
        for target in [one for one in inside if valid[one] == _FREE][:3]:
            yield changed(valid, (other, _FREE), (target, PIECE))


def _elsewhere(case: Instance, valid: Table) -> Boards:
    """Move a piece to a free cell with another number in the layer."""
    if case.layer is None:
        return
    for piece in cells(valid, PIECE, 3):
        others = np.argwhere((case.layer != case.layer[piece]) & (valid == _FREE))
        for row, column in others[:: max(1, len(others) // 2)][:2]:
            yield changed(valid, (piece, _FREE), ((int(row), int(column)), PIECE))
