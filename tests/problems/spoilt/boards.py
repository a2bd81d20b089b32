"""Spoil one arrangement, as a text and as what a function returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from judge.model import Answer
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import PIECE, TREE
from tests.problems.spoilt import pieces, texts, trees, turns
from tests.problems.spoilt.columns import queens, spoilt_columns
from tests.problems.spoilt.made import Boards, Spoilt, Table, as_text
from tests.problems.spoilt.truth import drawn

_BOARDS: Final[dict[str, Callable[[Table], Boards]]] = {
    "piece moved": pieces.moved,
    "piece added": pieces.added,
    "piece dropped": pieces.dropped,
    "piece on a tree": pieces.on_a_tree,
    "tree moved": trees.moved,
    "tree cut down": trees.cut_down,
    "tree planted": trees.planted,
    "transposed": turns.transposed,
    "turned or mirrored": turns.turned,
    "shifted by one": turns.shifted,
    "rows swapped": turns.swapped,
    "rows or columns cut off": turns.cut,
    "rows or columns too many": turns.grown,
    "digit out of range": turns.out_of_range,
}
_BOTH_WAYS = 200  # up to this n each board is tried as a text and as an array, above it as one of them in turn


def spoilt_board(puzzle: Puzzle, valid: Table) -> Iterator[Spoilt]:
    """Yield what can go wrong with a valid board."""
    n = len(valid)
    for kind, spoil in _BOARDS.items():
        for number, board in enumerate(spoil(valid)):
            yield from _both(kind, board, number if n > _BOTH_WAYS else None)
    yield from _of_the_array(valid)
    right = Answer(board=valid)
    text = as_text(valid)
    if n > 1:  # alone, a digit may be a number of columns
        yield Spoilt("header left out", None, text.removeprefix(b"OK\n"), form="shape")
    yield from texts.header(text, n)
    yield from texts.letters(text, right)
    yield from texts.truncated(text)
    yield from texts.too_long(text, right)
    yield from texts.letters_in_rows(text)
    if (np.count_nonzero(valid == PIECE, axis=1) != 1).any() or TREE in valid:
        return
    known = drawn(queens(n), n)
    if known is not None:
        yield from _both("answer to another puzzle", known, None)
    if puzzle.answers.columns:
        yield from spoilt_columns(valid.argmax(axis=1).astype(np.int64))


def spoilt_fail(grid: Table, count: int) -> Iterator[Spoilt]:
    """Yield what can go wrong with a right FAIL: OK and no board, or a board with the pieces on the first free
    cells."""
    yield Spoilt("header flipped", None, b"OK\n")
    for board in (grid, on_first_cells(grid, count)):
        yield from _both("header flipped", board, None)
    yield from texts.letters(b"FAIL\n", texts.FAIL)
    yield Spoilt("truncated", None, b"")
    yield Spoilt("truncated", None, b"FAI")


def on_first_cells(grid: Table, count: int) -> Table:
    """Return a board with the pieces on its first free cells: who gives up answers like that."""
    board = grid.copy()
    board.flat[np.flatnonzero(grid == 0)[:count]] = PIECE
    return board


def _both(kind: str, board: Table, number: int | None) -> Iterator[Spoilt]:
    """Yield a board as a text and as an array; only as one of them where it has a number."""
    means = Answer(board=board)
    if number is None or number % 2 == 0:
        yield Spoilt(kind, means, returned=means)
    if number is None or number % 2 == 1:
        yield Spoilt(kind, means, as_text(board))


def _of_the_array(valid: Table) -> Iterator[Spoilt]:
    """Yield what only a function can return: negative cells, a flat array, columns, a number, nothing on the board."""
    below = valid.copy()
    below.flat[0] = -1
    flat = Answer(board=valid.reshape(1, -1))
    yield Spoilt("digit out of range", Answer(board=below), returned=Answer(board=below))
    taller = Answer(board=np.concatenate([valid, valid[-1:]]))
    yield Spoilt("rows or columns too many", taller, returned=taller)
    yield Spoilt("array of another shape", flat, returned=flat)
    yield Spoilt("array of another shape", None, returned=Answer(board=np.zeros((0, 0), np.int8)))
    yield Spoilt("array of another shape", None, returned=Answer(count=len(valid)))
