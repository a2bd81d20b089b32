"""Find a small board of a puzzle and its answer, by trying: what a new package shows first."""

from __future__ import annotations

from itertools import combinations, product

import msgspec
import numpy as np

from judge.model import Algorithm, Answer, Case, Instance
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import PIECE

_Cells = tuple[tuple[int, int], ...]


def sample_board(puzzle: Puzzle) -> Instance:
    """Return the last of the public boards that a submission is warmed up with, which has an answer."""
    algorithm: Algorithm = "DFS" if puzzle.homework and "tree" in puzzle.row.states else "ANY"
    return msgspec.structs.replace(puzzle.boards[-1], algorithm=algorithm)


def smallest_answer(puzzle: Puzzle, board: Instance) -> Answer | None:
    """Return an answer that the puzzle's goal accepts: the first arrangement, the best one, the number that is asked
    for or the list of all; None if none of them is one."""
    case = Case("sample", "sample", board)
    if puzzle.goal.asks == "number":
        return Answer(count=_number(puzzle, case))
    if puzzle.goal.asks == "best":
        return next(iter(_best(puzzle, case)), None)
    for answer in _said(puzzle, board) or _answers(puzzle, case):
        if puzzle.goal.judge(puzzle, case, answer) is None:
            return answer
    return None


def _said(puzzle: Puzzle, board: Instance) -> list[Answer]:
    """Return what may be said where no arrangement is shown: the number of all, or one of two words."""
    goal = puzzle.goal
    if goal.asks == "decision":
        return [Answer(count=1), Answer(count=0)]
    if goal.every is None or board.n <= goal.listed:
        return []
    return [Answer(count=sum(1 for _ in goal.every(board)))]


def _best(puzzle: Puzzle, case: Case) -> list[Answer]:
    """Return the arrangements of as many pieces as there may be, the best one first."""
    board = case.board
    most = int((board.grid == 0).sum())
    sizes = [size for size in range(1, most + 1) if puzzle.goal.enough(case, size)]
    found = [cells for size in sizes for cells in _arranged(puzzle, case, size)]
    found.sort(key=lambda cells: _worth(board, cells), reverse=True)
    return [Answer(board=_with_pieces(board, cells)) for cells in found]


def _number(puzzle: Puzzle, case: Case) -> int:
    """Return the most weight of an arrangement; of boards without weights, how many arrangements there are."""
    found = _arranged(puzzle, case, case.board.pieces)
    return len(found) if case.board.layer is None else max((_worth(case.board, cells) for cells in found), default=0)


def _arranged(puzzle: Puzzle, case: Case, size: int) -> list[_Cells]:
    """Return every arrangement of so many pieces."""
    choices = _choices(msgspec.structs.replace(case.board, pieces=size))
    return [one for one in choices if _keeps_rules(puzzle, case, Answer(board=_with_pieces(case.board, one)))]


def _worth(board: Instance, cells: _Cells) -> int:
    return len(cells) if board.layer is None else sum(int(board.layer[cell]) for cell in cells)


def _answers(puzzle: Puzzle, case: Case) -> list[Answer]:
    """Return every board with so many pieces, and behind them the list of all arrangements, one piece a row."""
    found = [Answer(board=_with_pieces(case.board, cells)) for cells in _choices(case.board)]
    found = [answer for answer in found if _keeps_rules(puzzle, case, answer)]
    columns = range(case.board.columns)
    rows = [cells for cells in product(columns, repeat=case.board.n) if _row_wise(puzzle, case, cells)]
    return [*found, Answer(columns=np.array(rows, np.int64).reshape(len(rows), case.board.n))]


def _choices(board: Instance) -> list[_Cells]:
    free = [(int(r), int(c)) for r, c in np.argwhere(board.grid == 0)]
    return list(combinations(free, board.pieces))


def _with_pieces(board: Instance, cells: tuple[tuple[int, int], ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    grid = board.grid.copy()
    for cell in cells:
        grid[cell] = PIECE
    return grid


def _keeps_rules(puzzle: Puzzle, case: Case, answer: Answer) -> bool:
    trial = Trial(puzzle.words, case, answer, board=answer.board)
    return all(rule(trial) is None for rule in puzzle.rules)


def _row_wise(puzzle: Puzzle, case: Case, columns: tuple[int, ...]) -> bool:
    board = Answer(board=_with_pieces(case.board, tuple(enumerate(columns))))
    return _keeps_rules(puzzle, case, board)
