"""Find a small board of a puzzle and its answer, by trying: what a new package shows first."""

from __future__ import annotations

from itertools import combinations, product

import msgspec
import numpy as np

from judge.model import Algorithm, Answer, Case, Instance
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import PIECE


def sample_board(puzzle: Puzzle) -> Instance:
    """Return the last of the public boards that a submission is warmed up with, which has an answer."""
    algorithm: Algorithm = "ANY" if puzzle.misfit or not puzzle.cases.names_algorithm else "DFS"
    return msgspec.structs.replace(puzzle.boards[-1], algorithm=algorithm)


def smallest_answer(puzzle: Puzzle, board: Instance) -> Answer | None:
    """Return an answer that the puzzle's goal accepts: the first arrangement, or the list of all; None if neither is
    one."""
    case = Case("sample", "sample", board)
    for answer in _answers(puzzle, case):
        if puzzle.goal.judge(puzzle, case, answer) is None:
            return answer
    return None


def _answers(puzzle: Puzzle, case: Case) -> list[Answer]:
    """Return every board with so many pieces, and behind them the list of all arrangements, one piece a row."""
    found = [Answer(board=_with_pieces(case.board, cells)) for cells in _choices(case.board)]
    found = [answer for answer in found if _keeps_rules(puzzle, case, answer)]
    columns = range(case.board.columns)
    rows = [cells for cells in product(columns, repeat=case.board.n) if _row_wise(puzzle, case, cells)]
    return [*found, Answer(columns=np.array(rows, np.int64).reshape(len(rows), case.board.n))]


def _choices(board: Instance) -> list[tuple[tuple[int, int], ...]]:
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
