"""The goals of puzzles, one arrangement or all of them, and the order in which an answer is looked at.

Shape, cell values, trees, number of pieces and rules are checked in that order, and the first fault is the Finding.
Whether there is an arrangement at all is the package's knowledge (`Case.answer`), except where a theorem says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from judge.model import Answer, Case, Finding
from judge.problems.formats.answer import LISTED_N
from judge.problems.formats.case_format import HOMEWORK
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.rules.plain import TREE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.puzzles.puzzle import Puzzle, Rule

Generate = Callable[[int], Iterator[tuple[int, ...]]]  # every arrangement for n, as 0-based columns


def one_arrangement(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge the answer to a puzzle that asks for p pieces exactly, or for FAIL where that can't be done."""
    trial = Trial(puzzle.words, case, answer)
    if answer.fail:
        return _judge_fail(puzzle, trial)
    if answer.board is not None:
        trial = Trial(puzzle.words, case, answer, board=answer.board)
        fault = _board_fault(trial, answer.board)
    elif answer.columns is not None and puzzle.answers.columns:
        if answer.columns.shape != (1, case.board.n):
            return findings.wrong_width(trial, answer.columns.shape)
        trial = Trial(puzzle.words, case, answer, columns=answer.columns[0])
        fault = _column_fault(trial, answer.columns[0])
    else:
        return findings.wrong_kind(trial, "the board as an int8 array like grid, or None for FAIL")
    fault = fault or _rule_fault(puzzle.rules, trial)
    if fault is None and case.answer is not None and case.answer.fail:
        return findings.refuted(trial)
    return fault


def is_homeworks(puzzle: Puzzle) -> bool:
    """Say whether a puzzle is of the homework's family: its cases are the homework's input.txt, n x n cells that are
    free or a tree, and it asks for p pieces, or for all arrangements. What proves, spoils, makes and hunts boards knows
    these alone."""
    goal = puzzle.goal.func if isinstance(puzzle.goal, partial) else puzzle.goal
    return goal in (one_arrangement, every_arrangement) and puzzle.cases == HOMEWORK


def every_arrangement(generate: Generate, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge the answer to a puzzle that asks for all arrangements: for n <= 10 the list, each once, above that their
    number. `generate` gives them in lexicographic order."""
    trial, n = Trial(puzzle.words, case, answer), case.board.n
    truth = _number_of_arrangements(generate, case)
    if truth is None:
        return findings.no_truth(trial, "the number of arrangements")
    if answer.fail:  # says that there are none
        return findings.fail_is_wrong(trial) if truth else None
    if answer.count is not None and answer.count != truth:
        return findings.wrong_count(trial, answer.count, truth)
    if n > LISTED_N:
        wanted = "the number of arrangements as an int"
        return findings.wrong_kind(trial, wanted) if answer.count is None else None
    if answer.columns is None:
        return findings.wrong_kind(trial, f"an int array of shape (k, {n})")
    fault, seen = _list_fault(puzzle, trial, answer.columns)
    if fault is None and len(seen) < truth:
        missing = next(arrangement for arrangement in generate(n) if arrangement not in seen)
        return findings.incomplete(trial, len(seen), truth, missing)
    return fault


def _list_fault(
    puzzle: Puzzle, blank: Trial, listed: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> tuple[Finding | None, dict[tuple[int, ...], int]]:
    """Return the fault of the first arrangement that is invalid or repeated, and the numbers of those before it.

    However long the list is, it ends at the first fault, and there are only so many different valid ones.
    """
    seen: dict[tuple[int, ...], int] = {}
    if listed.ndim != 2 or listed.shape[1] != blank.case.board.n:
        return findings.wrong_width(blank, listed.shape), seen
    for number, columns in enumerate(listed, 1):
        trial = Trial(blank.words, blank.case, blank.answer, columns=columns, number=number)
        fault = _column_fault(trial, columns) or _rule_fault(puzzle.rules, trial)
        if fault:
            return fault, seen
        arrangement = tuple(columns.tolist())
        first = seen.setdefault(arrangement, number)
        if first != number:
            return findings.repeated(trial, first), seen
    return None, seen


def _judge_fail(puzzle: Puzzle, trial: Trial) -> Finding | None:
    """Judge FAIL: what the package says comes first, then the theorem."""
    given = trial.case.answer
    exists = not given.fail if given is not None else puzzle.exists(trial.case.board.n)
    if exists is None:
        return findings.no_truth(trial, "FAIL")
    if not exists:
        return None
    if given is not None:  # an arrangement that breaks the rules would blame the wrong one
        fault = puzzle.goal(puzzle, trial.case, given)
        if fault:
            return findings.unproven(trial, fault)
    return findings.fail_is_wrong(trial)


def _board_fault(trial: Trial, board: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> Finding | None:
    """Check shape, cell values, trees and number of pieces, whole arrays at a time."""
    grid = trial.case.board.grid
    if board.shape != grid.shape:
        return findings.wrong_shape(trial, board.shape)
    if board.view(np.uint8).max() > TREE:  # negative cells are large as well
        cell = _first((board < 0) | (board > TREE))
        return findings.wrong_cell(trial, cell, int(board[cell]))
    moved = (board ^ grid) & TREE
    if moved.any():
        cell = _first(moved)
        return findings.wrong_tree(trial, cell, int(board[cell]), int(np.count_nonzero(moved)))
    counted = int(np.count_nonzero(board & 1))
    return findings.wrong_number(trial, counted) if counted != trial.case.board.pieces else None


def _column_fault(trial: Trial, columns: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Finding | None:
    outside = (columns < 0) | (columns >= trial.case.board.columns)
    row = int(outside.argmax())
    return findings.wrong_column(trial, row, int(columns[row])) if outside[row] else None


def _rule_fault(rules: Sequence[Rule], trial: Trial) -> Finding | None:
    return next((fault for rule in rules if (fault := rule(trial))), None)


def _first(cells: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> tuple[int, int]:
    """Return the first cell, row by row, that is not 0."""
    row, column = divmod(int((cells != 0).argmax()), cells.shape[1])
    return row, column


def _number_of_arrangements(generate: Generate, case: Case) -> int | None:
    """Return how many there are: our own count where lists are judged, so that both agree, else the package's."""
    if case.board.n <= LISTED_N:
        return _counted(generate, case.board.n)
    return case.answer.count if case.answer is not None else None


@cache
def _counted(generate: Generate, n: int) -> int:
    return sum(1 for _ in generate(n))
