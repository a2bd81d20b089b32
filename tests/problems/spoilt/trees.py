"""Spoil a board by its trees: moved, cut down, planted."""

from __future__ import annotations

from judge.problems.rules.plain import PIECE, TREE
from tests.problems.spoilt.made import Boards, Table, cells, changed

_FREE = 0


def moved(board: Table) -> Boards:
    """Move a tree to a free cell."""
    for tree, target in zip(cells(board, TREE, 2), cells(board, _FREE, 2), strict=False):
        yield changed(board, (tree, _FREE), (target, TREE))


def cut_down(board: Table) -> Boards:
    """Make the cell of a tree free; at last of all trees."""
    for tree in cells(board, TREE, 2):
        yield changed(board, (tree, _FREE))
    if TREE in board:
        bare = board.copy()
        bare[board == TREE] = _FREE
        yield bare


def planted(board: Table) -> Boards:
    """Plant a tree on a free cell, and on the cell of a piece."""
    for target in cells(board, _FREE, 2):
        yield changed(board, (target, TREE))
    for piece in cells(board, PIECE, 2):
        yield changed(board, (piece, TREE))
