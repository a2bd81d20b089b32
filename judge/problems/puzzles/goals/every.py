"""The goals that ask for all arrangements of one piece a row: the list, each once, or how many there are, or both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Instance
from judge.problems.formats.answer import LISTED_N
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.goal import Generate, Goal
from judge.problems.puzzles.goals.looking import column_fault, rule_fault

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle

_FEW_CELLS = 16  # of a board that is counted whatever its rules are
COUNTED_N = LISTED_N  # up to this n we count ourselves, above it answer.txt is asked


class Slow(msgspec.Struct, frozen=True):
    """Yields arrangements too slowly to be counted while an answer is judged: answer.txt says how many there are."""

    generate: Generate

    def __call__(self, board: Instance) -> Iterator[tuple[int, ...]]:
        """Yield every arrangement."""
        return self.generate(board)


def every_arrangement(generate: Generate) -> Goal:
    """Return the goal of the list for n <= 10, and above that of the number. `generate` gives the arrangements of a
    board in lexicographic order."""
    return _goal(generate, LISTED_N)


def number_of_arrangements(generate: Generate) -> Goal:
    """Return the goal of the number alone, for any n."""
    return _goal(generate, 0)


def _goal(generate: Generate, listed: int) -> Goal:
    return Goal(
        partial(_judge, generate, listed), "all", every=generate, wanted=partial(_wanted, listed), listed=listed
    )


def _wanted(listed: int, case: Case) -> str:
    n = case.board.n
    if n > listed:
        return "the number of arrangements as an int"
    return f"an int8 array of shape (k, {n}), a row of columns from 0 for each arrangement, or None where there is none"


def _judge(generate: Generate, listed: int, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge a list or a number. Without a count of our own, answer.txt holds the number; FAIL says that it is 0."""
    trial, n = Trial(puzzle.words, case, answer), case.board.n
    truth = _number_of_arrangements(generate, case)
    if truth is None:
        return findings.no_truth(trial, "the number of arrangements")
    if answer.fail:  # says that there are none
        return findings.fail_is_wrong(trial) if truth else None
    if answer.count is not None and answer.count != truth:
        return findings.wrong_count(trial, answer.count, truth)
    if n > listed:
        return findings.wrong_kind(trial, _wanted(listed, case)) if answer.count is None else None
    if answer.columns is None:  # the number 0 is as good as a list of none
        return None if answer.count == 0 else findings.wrong_kind(trial, _wanted(listed, case))
    fault, seen = _list_fault(puzzle, trial, answer.columns)
    if fault is None and len(seen) < truth:
        every = generate(case.board) if not isinstance(generate, Slow) else _told(case)
        missing = next((arrangement for arrangement in every if arrangement not in seen), ())
        return findings.incomplete(trial, len(seen), truth, missing)
    return fault


def _told(case: Case) -> Iterator[tuple[int, ...]]:
    """Yield the arrangements that answer.txt lists."""
    known = None if case.answer is None else case.answer.columns
    yield from () if known is None else map(tuple, known.tolist())


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
        fault = column_fault(trial, columns) or rule_fault(puzzle.rules, trial)
        if fault:
            return fault, seen
        arrangement = tuple(columns.tolist())
        first = seen.setdefault(arrangement, number)
        if first != number:
            return findings.repeated(trial, first), seen
    return None, seen


def _number_of_arrangements(generate: Generate, case: Case) -> int | None:
    """Return how many there are: our own count where that is quick, so that lists and counts agree, else the
    package's."""
    board = case.board
    few = case.answer is None and board.grid.size <= _FEW_CELLS
    if few or (board.n <= COUNTED_N and not isinstance(generate, Slow)):
        return _counted(generate, Same.of(board))
    if case.answer is None:
        return None
    return 0 if case.answer.fail else case.answer.count


class Same(msgspec.Struct, frozen=True):
    """Holds a board by value, so that its arrangements are counted once."""

    pieces: int
    shape: tuple[int, int]
    cells: bytes
    layer: bytes | None

    @classmethod
    def of(cls, board: Instance) -> Same:
        """Return the value of a board."""
        layer = None if board.layer is None else board.layer.tobytes()
        return cls(board.pieces, (board.n, board.columns), board.grid.tobytes(), layer)

    def board(self) -> Instance:
        """Return the board again."""
        layer = None if self.layer is None else np.frombuffer(self.layer, np.int64).reshape(self.shape)
        return Instance(
            "ANY", self.shape[0], self.pieces, np.frombuffer(self.cells, np.int8).reshape(self.shape), layer
        )


@lru_cache(maxsize=256)
def _counted(generate: Generate, same: Same) -> int:
    return sum(1 for _ in generate(same.board()))
