"""What is known of some boards without a long search: an arrangement that one pass finds or that is built, or all of
them if they are few. Those of n queens on a board without trees are found faster than by the one search, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from judge.model import Answer, Instance
from judge.problems.constraints import PIECE, TREE
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.formats.page import Shape
from judge.problems.prove.search import Budget, SpentError, arrangements_on
from judge.problems.puzzles.goals import Goal
from judge.problems.row.answers import QUEENS

if TYPE_CHECKING:
    from judge.problems.puzzles import Puzzle
    from judge.problems.rules import Rule

_TRIED: Final = 200_000  # arrangements that are counted or listed at most
_COUNTED_CELLS: Final = 144  # of a board
_MOST_NODES = 300_000  # some 30 s
Grid = np.ndarray[Any, np.dtype[np.int8]]


def at_once(puzzle: Puzzle, board: Instance) -> Answer | None:
    """Return the answer to a case where finding it takes no long search; None where this does not know."""
    construct = puzzle.row.construct
    return (construct and CONSTRUCTED[construct](board)) or every_answer(puzzle.goal, board)


def every_answer(goal: Goal, board: Instance) -> Answer | None:
    """Return all arrangements, or how many there are; None where the goal does not ask for them, or they are many."""
    if goal.every is None or board.grid.size > _COUNTED_CELLS:  # what is kept of a large board is large
        return None
    layer = None if board.layer is None else board.layer.tobytes()
    return _every_answer(goal, board.shape, board.pieces, board.grid.tobytes(), layer)


@lru_cache(maxsize=256)
def _every_answer(goal: Goal, shape: Shape, pieces: int, cells: bytes, layer: bytes | None) -> Answer | None:
    """Return them for a board that is known by what it says, so that they are counted once."""
    told = None if layer is None else np.frombuffer(layer, np.int64).reshape(shape)
    board = Instance("ANY", shape[0], pieces, np.frombuffer(cells, np.int8).reshape(shape), told)
    assert goal.every is not None
    try:
        found = list(islice(goal.every(board), _TRIED + 1))
    except SpentError:
        return None
    if len(found) > _TRIED:
        return None
    if board.n > goal.listed:
        return Answer(count=len(found))
    return Answer(columns=np.array(found, np.int64).reshape(len(found), board.n), count=len(found))


def arrangements_of(rules: Sequence[Rule], columns: bool, board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield all arrangements as columns from 0, where each row holds one piece, else as cells in one tuple, row by row.
    SpentError where that takes too long."""
    for cells in map(sorted, arrangements_on(board, rules, Budget(_MOST_NODES))):
        yield tuple(column for _, column in cells) if columns else tuple(at for cell in cells for at in cell)


def queens_on(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of n queens on the free cells of n x n, the given queens among them, as columns from 0 in
    lexicographic order; 30 ms for n = 10.

    Trees are none of these boards: a queen sees over a cell that is closed.
    """
    placed: list[int] = []
    rows = [*map(_free, board.grid), 0]  # behind the last row nothing is placed

    def extend(columns: int, left: int, right: int) -> Iterator[tuple[int, ...]]:
        # bit c of each mask: column c of this row is seen straight from above, from up-left, from up-right
        if len(placed) == board.n:
            yield tuple(placed)
        safe = rows[len(placed)] & ~(columns | left | right)
        for column in range(safe.bit_length()):
            bit = 1 << column
            if safe & bit:
                placed.append(column)
                yield from extend(columns | bit, (left | bit) << 1, (right | bit) >> 1)
                placed.pop()

    yield from extend(0, 0, 0)


def _free(row: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> int:
    """Return a bit for each column in which the queen of a row may stand: where one is given, in no other."""
    given = np.flatnonzero(row == PIECE)
    if len(given) > 1:
        return 0
    return sum(1 << int(column) for column in (given if len(given) else np.flatnonzero(row == 0)))


def pauls(board: Instance) -> Answer | None:
    """Return Pauls' arrangement of n queens of 1874: the even columns, then the odd ones, some of them moved."""
    n = board.n
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n in (2, 3):
        return None
    if n % 6 == 2:
        odd = [3, 1, *odd[3:], 5]
    if n % 6 == 3:
        even, odd = [*even[1:], 2], [*odd[2:], 1, 3]
    placed = board.grid.copy()
    placed[range(n), [column - 1 for column in even + odd]] = 1
    return Answer(board=placed)


def queens_counted(board: Instance) -> Answer | None:
    """Return how many arrangements of n queens there are; None where all are listed, and where nobody knows."""
    return Answer(count=QUEENS[board.n]) if LISTED_N < board.n < len(QUEENS) else None


def descended(board: Instance) -> Grid:
    """Return the board with a queen on every free cell that none sees, column by column, at most as many as asked
    for."""
    grid, (n, m) = board.grid.copy(), board.shape
    left = board.pieces - int(np.count_nonzero(grid == PIECE))
    rows, falling, rising = bytearray(n), bytearray(n + m), bytearray(n + m)
    for c, column in enumerate(board.grid.T.tolist()):
        seen = 0  # whether the nearest thing above, in this column, is a piece
        for r, cell in enumerate(column):
            if cell == TREE:
                seen = rows[r] = falling[m + r - c] = rising[r + c] = 0
            elif cell == PIECE:
                seen = rows[r] = falling[m + r - c] = rising[r + c] = 1
            elif left > 0 and cell == 0 and not (seen or rows[r] or falling[m + r - c] or rising[r + c]):
                seen = rows[r] = falling[m + r - c] = rising[r + c] = 1
                grid[r, c] = PIECE
                left -= 1
    return grid


def descend(board: Instance) -> Answer | None:
    """Return the arrangement of queens that one pass finds, without a step back; None where pieces are left."""
    grid = descended(board)
    return Answer(board=grid) if np.count_nonzero(grid == PIECE) == board.pieces else None


def fitting(grid: Grid) -> int:
    """Return how many queens one pass places where as many as possible are asked for."""
    return int(np.count_nonzero(descended(Instance("ANY", len(grid), grid.size, grid)) == PIECE))


CONSTRUCTED: Final[dict[str, Callable[[Instance], Answer | None]]] = {
    "descent": descend,  # as many pieces as asked for, in reading order, each where none sees it
    "pauls": pauls,
    "queens-counted": queens_counted,
}
