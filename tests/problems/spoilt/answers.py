"""Spoil each right answer of a package in every way in which a real submission goes wrong: none may be accepted.

What is spoilt may happen to be right: a piece moved to another good cell, a board that is its own transposed. Then it
is no fault to accept it, but one to refuse it; `truth.py` decides that, without the fast rules, readers and goals that
are tried here. Some forms are forgiven with a warning, as they are meant to be. A new kind is a function of one of
these files, and a row of KINDS.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from judge.model import Case
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import is_homeworks
from tests.problems.spoilt.boards import spoilt_board, spoilt_fail
from tests.problems.spoilt.lists import spoilt_count, spoilt_list
from tests.problems.spoilt.made import Spoilt
from tests.problems.spoilt.own import spoilt_own
from tests.problems.spoilt.truth import LISTED_N, Truth, asks_for_all, every_arrangement

OF_OWN_FORMS: Final = (  # what boards of the homework do not have
    "closed cell filled",
    "closed cell freed",
    "given piece moved",
    "piece beside another",
    "piece in another region",
)
KINDS: Final = (
    "piece moved",
    "piece added",
    "piece dropped",
    "piece on a tree",
    "tree moved",
    "tree cut down",
    "tree planted",
    "header flipped",
    "header left out",
    "transposed",
    "turned or mirrored",
    "shifted by one",
    "rows swapped",
    "rows or columns cut off",
    "rows or columns too many",
    "array of another shape",
    "answer written twice",
    "truncated",
    "case of letters",
    "word misspelt",
    "digit out of range",
    "answer to another puzzle",
    "columns from 0",
    "column out of range",
    "columns too many or few",
    "count off",
    "arrangement missing",
    "arrangement repeated",
    "arrangement wrong",
    "order of the list",
    *OF_OWN_FORMS,
)


def spoilt_answers(truth: Truth) -> Iterator[Spoilt]:
    """Yield the spoilt answers to a case, from what is right for it; none where nobody knows that."""
    case, puzzle = truth.case, truth.puzzle
    if asks_for_all(puzzle):
        if puzzle.rules == (no_attack,):
            yield from _of_all(case)
    elif truth.valid is not None and not is_homeworks(puzzle):
        yield from spoilt_own(puzzle, case.board, truth.valid)
    elif truth.valid is not None:
        yield from spoilt_board(puzzle, truth.valid)
    elif case.answer is not None and case.answer.fail and is_homeworks(puzzle):
        yield from spoilt_fail(case.board.grid, case.board.pieces)


def _of_all(case: Case) -> Iterator[Spoilt]:
    n = case.board.n
    if n <= LISTED_N:
        yield from spoilt_list(np.array(every_arrangement(n), np.int64).reshape(-1, n))
    elif case.answer is not None and case.answer.count is not None:
        yield from spoilt_count(case.answer.count)
