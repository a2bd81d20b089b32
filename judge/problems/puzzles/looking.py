"""Look at one arrangement in the order of every goal: shape, cells, trees, closed cells, given pieces, their number,
then the rules. The first fault is the Finding."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from judge.model import Answer, Case, Finding, Instance
from judge.problems.constraints import CLOSED, PIECE, TREE, Cell
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.puzzles.puzzle import Puzzle
    from judge.problems.rules import Rule

Board = np.ndarray[tuple[int, ...], np.dtype[np.int8]]
Columns = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Counting = Callable[[Trial, int], Finding | None]  # what is wrong with so many pieces


def arrangement_fault(puzzle: Puzzle, case: Case, answer: Answer, counting: Counting) -> Finding | None:
    """Return what is wrong with an answer that should be one arrangement."""
    trial = Trial(puzzle.words, case, answer)
    if answer.board is not None:
        trial = Trial(puzzle.words, case, answer, board=answer.board)
        fault = board_fault(trial, answer.board) or counting(trial, int(np.count_nonzero(answer.board == PIECE)))
    elif answer.columns is not None and puzzle.answers.columns:
        if answer.columns.shape != (1, case.board.n):
            return findings.wrong_width(trial, answer.columns.shape)
        trial = Trial(puzzle.words, case, answer, columns=answer.columns[0])
        fault = column_fault(trial, answer.columns[0])
    else:
        return findings.wrong_kind(trial, puzzle.goal.wanted(case))
    return fault or rule_fault(puzzle.rules, trial)


def exactly(trial: Trial, counted: int) -> Finding | None:
    """Refuse another number of pieces than the case asks for."""
    return findings.wrong_number(trial, counted) if counted != trial.case.board.pieces else None


def board_fault(trial: Trial, board: Board) -> Finding | None:
    """Check all but the number of pieces, whole arrays at a time. A closed cell may be written as 3 or as 0."""
    grid = trial.case.board.grid
    if board.shape != grid.shape:
        return findings.wrong_shape(trial, board.shape)
    if board.view(np.uint8).max() > TREE:  # negative cells are large as well
        wild = (board < 0) | (board > TREE) & ((board != CLOSED) | (grid != CLOSED))
        if wild.any():
            cell = first_of(wild)
            values, counts = np.unique(board, return_counts=True)
            held = dict(zip(map(str, values), counts.tolist(), strict=True))
            return trial.wrong_cell(cell, int(board[cell]), held)
    moved = (board ^ grid) & TREE
    if not (grid & 1).any():  # no piece is given, and no cell is closed
        return _tree_fault(trial, board, moved)
    return _tree_fault(trial, board, moved * (grid != CLOSED)) or _special_fault(trial, board)


def column_fault(trial: Trial, columns: Columns) -> Finding | None:
    """Check one piece a row, given by columns: each on the board, none on a tree or closed cell, the given ones
    there."""
    board = trial.case.board
    outside = (columns < 0) | (columns >= board.columns)
    row = int(outside.argmax())
    if outside[row]:
        return trial.wrong_column(row, int(columns[row]))
    if not board.grid.any():
        return None
    placed = trial.placed
    return _tree_fault(trial, placed, (placed == TREE) != (board.grid == TREE)) or _special_fault(trial, placed)


def rule_fault(rules: Sequence[Rule], trial: Trial) -> Finding | None:
    """Return what the first rule that is broken says."""
    for rule in rules:
        if fault := rule(trial):
            return fault
    return None


def every_cell(board: Instance) -> tuple[Cell, ...]:
    """Return all cells of a board in reading order."""
    return tuple((row, column) for row in range(board.n) for column in range(board.columns))


def first_of(cells: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> tuple[int, int]:
    """Return the first cell, row by row, that is not 0."""
    row, column = divmod(int((cells != 0).argmax()), cells.shape[1])
    return row, column


def _tree_fault(trial: Trial, board: Board, moved: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Finding | None:
    if not moved.any():
        return None
    cell = first_of(moved)
    return findings.wrong_tree(trial, cell, int(board[cell]), int(np.count_nonzero(moved)))


def _special_fault(trial: Trial, board: Board) -> Finding | None:
    """Check closed cells, then given pieces."""
    grid = trial.case.board.grid
    filled = (grid == CLOSED) & (board != CLOSED) & (board != 0)
    if filled.any():
        cell = first_of(filled)
        return findings.on_closed(trial, cell, int(board[cell]), int(np.count_nonzero(filled)))
    gone = (grid == PIECE) & (board != PIECE)
    return findings.given_gone(trial, first_of(gone), int(np.count_nonzero(gone))) if gone.any() else None
