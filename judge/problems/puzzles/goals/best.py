"""The goals that ask for the best: as many pieces as possible, those of most weight, or this weight as a number.

Where the number is asked for, nothing is shown, so answer.txt alone knows it. FAIL is never right where any number of
pieces will do: a board with fewer is an answer too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from judge.model import Answer, Case, Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.arrangement import fail_fault
from judge.problems.puzzles.goals.goal import Goal, a_board
from judge.problems.puzzles.goals.looking import arrangement_fault, every_cell, exactly
from judge.problems.puzzles.quota import Quota
from judge.problems.rules.plain import PIECE

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle


def pieces_of(answer: Answer) -> int | None:
    """Return how many pieces an answer.txt says or shows; None where it does neither."""
    if answer.board is not None:
        return int(np.count_nonzero(answer.board == PIECE))
    return len(answer.columns[0]) if answer.columns is not None and len(answer.columns) == 1 else answer.count


def weight_of(board: np.ndarray[Any, np.dtype[np.int8]], case: Case) -> int:
    """Return the sum of the weights below the pieces: the layer of the case; without one, each cell weighs 1."""
    placed = board == PIECE
    return int(np.count_nonzero(placed) if case.board.layer is None else case.board.layer[placed].sum())


def most_weight_of(case: Case) -> int | None:
    """Return the weight that answer.txt says, or that of its arrangement; None where it has none."""
    known = case.answer
    if known is None or known.board is None or known.board.shape != case.board.grid.shape:
        return known.count if known is not None else None
    return weight_of(known.board, case)


def one_more(case: Case) -> tuple[Quota, ...]:
    """Ask for more pieces than answer.txt knows."""
    known = pieces_of(case.answer) if case.answer is not None else None
    return () if known is None else (Quota(every_cell(case.board), known + 1, case.board.grid.size),)


def more_weight(case: Case) -> tuple[Quota, ...]:
    """Ask for all pieces, and for more weight than answer.txt knows; for the pieces alone where it says FAIL."""
    board, known = case.board, most_weight_of(case)
    cells = every_cell(board)
    pieces = Quota(cells, board.pieces, board.pieces)
    if case.answer is not None and case.answer.fail:
        return (pieces,)
    if known is None:
        return ()
    weights = np.ones(board.grid.shape, np.int64) if board.layer is None else board.layer
    most = int(weights[weights > 0].sum())
    return pieces, Quota(cells, known + 1, max(most, known + 1), tuple(weights.reshape(-1).tolist()))


def _judge_most(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Accept any valid arrangement of at least one piece; one that beats answer.txt refutes it."""
    trial = Trial(puzzle.words, case, answer)
    if answer.fail:
        return findings.never_fail(trial)
    known = pieces_of(case.answer) if case.answer is not None else None

    def some(trial: Trial, counted: int) -> Finding | None:
        return findings.nothing_placed(trial) if not counted and known != 0 else None

    fault = arrangement_fault(puzzle, case, answer, some)
    if fault:
        return fault
    if known is None:
        return findings.no_truth(trial, "how good an arrangement is")
    placed = pieces_of(answer) or 0
    return findings.surpassed(trial, placed, known) if placed > known else None


def _share(case: Case, answer: Answer) -> float:
    """Return the pieces over the most that are known."""
    known = pieces_of(case.answer) if case.answer is not None else 0
    return min(1.0, (pieces_of(answer) or 0) / known) if known else 1.0


def _up_to_known(case: Case, pieces: int) -> bool:
    known = pieces_of(case.answer) if case.answer is not None else None
    return pieces > 0 or known == 0


def _judge_heaviest(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge an arrangement of p pieces, which must be of most weight, or FAIL where they don't fit."""
    trial = Trial(puzzle.words, case, answer)
    if answer.fail:
        return fail_fault(puzzle, trial)
    fault = arrangement_fault(puzzle, case, answer, exactly)
    if fault:
        return fault
    if case.answer is not None and case.answer.fail:
        return findings.refuted(trial)
    known, worth = most_weight_of(case), weight_of(_drawn(trial), case)
    if known is None:
        return findings.no_truth(trial, "how good an arrangement is")
    if worth > known:
        return findings.surpassed(trial, worth, known)
    return findings.not_the_best(trial, worth) if worth < known else None


def _drawn(trial: Trial) -> np.ndarray[Any, np.dtype[np.int8]]:
    answer = trial.answer
    columns = None if answer.columns is None else answer.columns[0]
    return Trial(trial.words, trial.case, answer, board=answer.board, columns=columns).placed


def _judge_number(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Compare with answer.txt: a number, an arrangement of most weight, or FAIL where the pieces don't fit."""
    trial, known = Trial(puzzle.words, case, answer), case.answer
    if not answer.fail and answer.count is None:
        return findings.wrong_kind(trial, _a_number(case))
    if known is None:
        return findings.no_truth(trial, "FAIL" if answer.fail else "the number")
    if answer.fail:
        return None if known.fail else findings.fail_is_wrong(trial)
    said, most = answer.count or 0, most_weight_of(case)
    if known.fail:  # any number is too large, one below 0 too
        return findings.not_the_most(trial, said, said - 1)
    if most is None:
        return findings.no_truth(trial, "the number")
    return findings.not_the_most(trial, said, most) if said != most else None


def _a_number(_: Case) -> str:
    return "the most weight as an int, or None where the pieces don't fit"


as_many_as_possible = Goal(
    _judge_most,
    "best",
    score=_share,
    scored=True,
    enough=_up_to_known,
    wanted=a_board,
    refutes=one_more,
)
heaviest_arrangement = Goal(_judge_heaviest, "best", refutes=more_weight)
most_weight = Goal(_judge_number, "number", wanted=_a_number, refutes=more_weight)
