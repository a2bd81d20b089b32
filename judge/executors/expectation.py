"""What `solve` is to return for a case, as its puzzle says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.executors.answer_frame import Returned
from judge.model import Answer, Case, Instance, Problem
from judge.problems import puzzles
from judge.problems.puzzles import findings
from judge.sandbox.protocol import Strange

if TYPE_CHECKING:
    from judge.model.problem import Array
    from judge.problems.puzzles.findings import Trial

Lengths = tuple[int | None, ...]


class Expectation(msgspec.Struct, frozen=True):
    """What is to be returned. `wanted` completes "return ..."; `shape` and the `names` of its lengths are those of an
    array, with None for any length; neither has an element where a number or a text is asked for."""

    wanted: str
    base: str
    shape: Lengths = ()
    names: tuple[str, ...] = ()
    board: Instance | None = None  # of a puzzle that asks for one arrangement
    trial: Trial | None = None  # what a finding about one cell is of, on a board or in a list
    none: bool = False  # None says that there is no arrangement

    @classmethod
    def of(cls, problem: Problem, base: str, case: Case) -> Expectation:
        """Return what is asked for, of a puzzle whose `solve` returns this type."""
        puzzle, board = puzzles.named(problem.puzzle), case.board
        goal, answers = puzzle.goal, puzzle.answers
        wanted = goal.wanted(case)
        if goal.every and board.n > goal.listed:
            return cls(wanted, "int")
        if answers.shape is None:
            return cls(wanted, base, none=goal.may_fail)
        shape, trial = answers.shape(board.shape), findings.Trial(puzzle.words, case, Answer())
        if goal.every:
            return cls(wanted, base, shape, ("k", "n"), trial=trial)
        trial = msgspec.structs.replace(trial, board=board.grid)
        return cls(wanted, base, shape, tuple(findings.sides(board).split(", ")), board, trial, goal.may_fail)

    @property
    def sizes(self) -> str:
        """Return the shape as numpy writes it, with a name for any length."""
        known = [name if length is None else str(length) for length, name in zip(self.shape, self.names, strict=True)]
        return f"({', '.join(known)}{',' * (len(known) == 1)})"

    def holds(self, shape: tuple[int, ...]) -> bool:
        """Say whether an array may have this shape."""
        same = len(shape) == len(self.shape)
        return same and all(wanted in (length, None) for length, wanted in zip(shape, self.shape, strict=True))

    def fitted(self, returned: Returned) -> Returned | Strange:
        """Return the value in the shape that is asked for, if an array is, else in the type; or what it is instead."""
        value = returned.value
        if isinstance(value, np.ndarray):
            return self._shaped(value, returned)
        kind = type(value).__name__
        return returned if kind == self.base and not self.shape else Strange(kind, value=repr(value)[:40])

    def _shaped(self, table: Array, returned: Returned) -> Returned | Strange:
        kind = returned.kind or "ndarray"
        if self.shape and self.holds(table.shape):
            return returned
        if not table.size and self.shape.count(None) == 1:  # no row is no row, whatever the shape
            empty = table.reshape([length or 0 for length in self.shape])
            return Returned(empty, kind, returned.dtype or str(table.dtype), table.shape)
        return Strange(kind, dtype=returned.dtype or str(table.dtype), shape=table.shape)
