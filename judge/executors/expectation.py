"""What `solve` is to return for a case, as its puzzle says."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.executors.answer_frame import Returned
from judge.model import Answer, Case, Instance, Problem
from judge.problems import puzzles
from judge.problems.puzzles import findings
from judge.sandbox.protocol import Strange

if TYPE_CHECKING:
    from judge.model import Signature
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
    name: str = "answer"  # what a help calls it
    board: Instance | None = None  # of a puzzle that asks for one arrangement
    trial: Trial | None = None  # what a finding about one cell is of, on a board or in a list
    none: bool = False  # None says that there is no arrangement
    counts: int = 0  # it is the number of arrangements, each of so many columns

    @classmethod
    def of(cls, problem: Problem, signature: Signature, case: Case, lengths: Mapping[str, int]) -> Expectation:
        """Return what is asked for. `lengths` are the ints that lengths of the result may be called for."""
        puzzle, board = puzzles.named(problem.puzzle), case.board
        kind = signature.result
        shape = tuple(one if isinstance(one, int) else lengths.get(one) for one in kind.lengths)
        names = tuple(map(str, kind.lengths))
        goal = puzzle.goal
        wanted = goal.wanted(case)
        if goal.every and board.n > goal.listed:
            return cls(wanted, "int", counts=board.n)
        if puzzle.answers.shape is None:
            return cls(wanted, kind.base, shape, names, none=goal.may_fail)
        shape = puzzle.answers.shape(board.shape)
        trial = findings.Trial(puzzle.words, case, Answer())
        if goal.every:
            return cls(wanted, kind.base, shape, ("k", "n"), "found", trial=trial)
        names = tuple(findings.sides(board).split(", "))
        trial = msgspec.structs.replace(trial, board=board.grid)
        return cls(wanted, kind.base, shape, names, "board", board, trial, goal.may_fail)

    @property
    def sizes(self) -> str:
        """Return the shape as numpy writes it, with a name for any length."""
        known = [name if length is None else str(length) for length, name in zip(self.shape, self.names, strict=True)]
        return f"({', '.join(known)}{',' * (len(known) == 1)})"

    def holds(self, shape: tuple[int, ...]) -> bool:
        """Say whether an array may have this shape: a name is one length, wherever it stands."""
        if len(shape) != len(self.shape):
            return False
        known: dict[str, int] = {}
        for length, wanted, name in zip(shape, self.shape, self.names, strict=True):
            if length != (known.setdefault(name, length) if wanted is None else wanted):
                return False
        return True

    def reshaped(self, shape: tuple[int, ...] | None) -> str:
        """Return how numpy is told to make the shape of another one; "" where there is none, or where the number of
        cells does not fit."""
        if shape is None:
            return ""
        if len(shape) == 2 and self.holds(shape[::-1]):
            return ".T"
        free = self.shape.count(None)
        rest = math.prod(length for length in self.shape if length is not None)
        size = math.prod(shape)
        if free > 1 or not rest or (size % rest if free else size != rest):
            return ""
        sides = ("-1" if length is None else name for length, name in zip(self.shape, self.names, strict=True))
        return f".reshape({', '.join(sides)})"

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
