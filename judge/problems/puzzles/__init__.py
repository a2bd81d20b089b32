"""The four puzzles: each is its rules and its goal, one row of a table.

`judge` says whether an answer is right. It trusts nothing about the answer but its dtype: shape, cell values,
trees, number of pieces and rules are checked in that order, and the first fault is the Finding. Whether there
is an arrangement at all is the package's knowledge (`Case.answer`), except where a theorem says it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Finding, Instance, PuzzleName
from judge.problems.formats.answer import LISTED_N
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial, Words
from judge.problems.rules import find_attack, find_attack_in_columns, find_collinear
from judge.problems.rules.plain import TREE, every_queens

if TYPE_CHECKING:
    from collections.abc import Sequence

Rule = Callable[[Trial], Finding | None]
Goal = Callable[["Puzzle", Case, Answer], Finding | None]


class Puzzle(msgspec.Struct, frozen=True):
    """`rules` hold for every arrangement, in this order; `goal` says what is to be found."""

    name: PuzzleName
    words: Words
    rules: tuple[Rule, ...]
    goal: Goal
    trees: bool  # trees, and any number of pieces; else none, and p = n
    columns: bool  # an arrangement may come as column numbers
    exists: Callable[[int], bool | None]  # whether there is an arrangement for n, where a theorem says so


def judge(case: Case, puzzle: PuzzleName, answer: Answer) -> Finding | None:
    """Why `answer` is not right for `case`, or None: accepted.

    The Finding is WA, but JE where the package is refuted (E301) or does not say what is right (E302).
    """
    chosen = PUZZLES[puzzle]
    return chosen.goal(chosen, case, answer)


def puzzle_fits(board: Instance, puzzle: PuzzleName) -> None:
    """Raise JudgeError E410 for trees, or p other than n, where the puzzle has no such thing."""
    chosen = PUZZLES[puzzle]
    fault = None if chosen.trees else findings.misfit(board, chosen.words)
    if fault:
        message, repair, line = fault
        raise JudgeError("E410", message, Place("input.txt", line), f"the puzzle is {puzzle}", repair)


def no_attack(trial: Trial) -> Finding | None:
    """No two pieces in one row, column or diagonal, unless a tree stands strictly between them."""
    if trial.board is not None:
        pair = find_attack(trial.board)
    else:
        assert trial.columns is not None, "a trial is a board or columns"
        pair = find_attack_in_columns(trial.columns)
    return findings.attack(trial, pair) if pair else None


def no_three_in_line(trial: Trial) -> Finding | None:
    """No three pieces on any straight line. Comes after `no_attack`: each row has exactly one piece."""
    columns = trial.columns
    if columns is None:
        assert trial.board is not None, "a trial is a board or columns"
        columns = trial.board.argmax(axis=1)
    rows = find_collinear(columns)
    return findings.collinear(trial, rows, [int(columns[row]) for row in rows]) if rows else None


def one_arrangement(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """The goal to place exactly p pieces, or to say that it can't be done."""
    trial = Trial(puzzle.words, case, answer)
    if answer.fail:
        return _judge_fail(puzzle, trial)
    if answer.board is not None:
        trial = Trial(puzzle.words, case, answer, board=answer.board)
        fault = _board_fault(trial, answer.board)
    elif answer.columns is not None and puzzle.columns:
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


def every_arrangement(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """The goal to find all arrangements: for n <= 10 the list, each once, above that their number."""
    trial, n = Trial(puzzle.words, case, answer), case.board.n
    truth = _number_of_arrangements(case)
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
    return _list_fault(puzzle, trial, answer.columns, truth)


def _list_fault(
    puzzle: Puzzle, blank: Trial, listed: np.ndarray[tuple[int, ...], np.dtype[np.int64]], truth: int
) -> Finding | None:
    """The first arrangement that is invalid or repeated, else whether the list is complete.

    However long the list is, it ends at the first fault, and there are only `truth` different valid ones.
    """
    if listed.ndim != 2 or listed.shape[1] != blank.case.board.n:
        return findings.wrong_width(blank, listed.shape)
    seen: dict[tuple[int, ...], int] = {}
    for number, columns in enumerate(listed, 1):
        trial = Trial(blank.words, blank.case, blank.answer, columns=columns, number=number)
        fault = _column_fault(trial, columns) or _rule_fault(puzzle.rules, trial)
        if fault:
            return fault
        arrangement = tuple(columns.tolist())
        first = seen.setdefault(arrangement, number)
        if first != number:
            return findings.repeated(trial, first)
    if len(seen) < truth:
        missing = next(a for a in every_queens(blank.case.board.n) if a not in seen)
        return findings.incomplete(blank, len(seen), truth, missing)
    return None


def _judge_fail(puzzle: Puzzle, trial: Trial) -> Finding | None:
    """Is FAIL right? What the package says comes first, then the theorem."""
    given = trial.case.answer
    exists = not given.fail if given is not None else puzzle.exists(trial.case.board.n)
    if exists is None:
        return findings.no_truth(trial, "FAIL")
    if not exists:
        return None
    if given is not None:  # an arrangement that breaks the rules would blame the wrong one
        untold = msgspec.structs.replace(trial.case, answer=None)
        fault = puzzle.goal(puzzle, untold, given)
        if fault:
            return findings.unproven(trial, fault)
    return findings.fail_is_wrong(trial)


def _board_fault(trial: Trial, board: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> Finding | None:
    """Shape, cell values, trees and number of pieces, whole arrays at a time."""
    grid = trial.case.board.grid
    if board.shape != grid.shape:
        return findings.wrong_shape(trial, board.shape)
    if board.view(np.uint8).max(initial=0) > TREE:  # negative cells are large as well
        cell = _first((board < 0) | (board > TREE))
        return findings.wrong_cell(trial, cell, int(board[cell]))
    moved = (board ^ grid) & TREE
    if moved.any():
        cell = _first(moved)
        return findings.wrong_tree(trial, cell, int(board[cell]), int(np.count_nonzero(moved)))
    counted = int(np.count_nonzero(board & 1))
    return findings.wrong_number(trial, counted) if counted != trial.case.board.pieces else None


def _column_fault(trial: Trial, columns: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Finding | None:
    outside = (columns < 0) | (columns >= trial.case.board.n)
    row = int(outside.argmax())
    return findings.wrong_column(trial, row, int(columns[row])) if outside[row] else None


def _rule_fault(rules: Sequence[Rule], trial: Trial) -> Finding | None:
    return next((fault for rule in rules if (fault := rule(trial))), None)


def _first(cells: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> tuple[int, int]:
    """The first cell, row by row, that is not 0."""
    row, column = divmod(int((cells != 0).argmax()), cells.shape[1])
    return row, column


def _number_of_arrangements(case: Case) -> int | None:
    """How many there are: our own count where lists are judged, so that both agree, else the package's."""
    if case.board.n <= LISTED_N:
        return _counted_queens(case.board.n)
    return case.answer.count if case.answer is not None else None


@cache
def _counted_queens(n: int) -> int:
    return sum(1 for _ in every_queens(n))


_QUEENS = Words("queen", "queens", "attack each other")
_SPIES = Words("spy", "spies", "attack each other")
_NO_SPIES = {2, 3, 5, 6, 7}  # by exhaustion; above 7 no such n is known, and none is excluded


def _queens_exist(n: int) -> bool:
    """Pauls 1874: every n but 2 and 3 has an arrangement."""
    return n not in (2, 3)


PUZZLES: dict[PuzzleName, Puzzle] = {
    puzzle.name: puzzle
    for puzzle in (
        Puzzle(
            name="lizards",
            words=Words("lizard", "lizards", "can eat each other"),
            rules=(no_attack,),
            goal=one_arrangement,
            trees=True,
            columns=False,
            exists=lambda _: None,
        ),
        Puzzle(
            name="queens",
            words=_QUEENS,
            rules=(no_attack,),
            goal=one_arrangement,
            trees=False,
            columns=False,
            exists=_queens_exist,
        ),
        Puzzle(
            name="spies",
            words=_SPIES,
            rules=(no_attack, no_three_in_line),
            goal=one_arrangement,
            trees=False,
            columns=True,
            exists=lambda n: False if n in _NO_SPIES else None,
        ),
        Puzzle(
            name="all-queens",
            words=_QUEENS,
            rules=(no_attack,),
            goal=every_arrangement,
            trees=False,
            columns=True,
            exists=_queens_exist,
        ),
    )
}
