"""How `solve` is called for a problem, as its puzzle says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.executors.answer_frame import LONGEST, Returned, read_returned
from judge.executors.no_answer import Expectation, read_as, too_strict, why_not
from judge.model import Answer, Case, Finding, Problem, ReadWarning
from judge.problems import puzzles
from judge.problems.puzzles.call import Call
from judge.sandbox import protocol
from judge.sandbox.protocol import Strange

if TYPE_CHECKING:
    from judge.model.problem import Value


class Calling(msgspec.Struct, frozen=True):
    """The call of a problem's `solve`: what goes into the box, and what comes out of it."""

    problem: Problem
    call: Call

    @classmethod
    def of(cls, problem: Problem) -> Calling:
        """Return the call of a problem that has functions."""
        call = puzzles.named(problem.puzzle).call
        assert call is not None, "of a general problem no submission is a function"
        return cls(problem, call)

    @property
    def arguments(self) -> tuple[protocol.Argument, ...]:
        """Return the types of the arguments, as a box is told."""
        return tuple((one.kind.base, len(one.kind.lengths)) for one in self.call.signature.parameters)

    @property
    def typed(self) -> str:
        """Return the type of the result, or of its cells, as a box is told."""
        return self.call.signature.result.base

    def pack(self, case: Case) -> tuple[bytes, bytes]:
        """Return a case as a box reads it, without the board, and the board."""
        return protocol.pack_case(self.arguments, self.call.values(case.board))

    def warm_ups(self) -> list[bytes]:
        """Return what `solve` is compiled on, as a box reads it: the puzzle's boards, each for every algorithm."""
        return list(dict.fromkeys(b"".join(self.pack(case)) for case in self._boards()))

    def most_bytes(self, case: Case) -> int:
        """Return how many bytes the frame of an answer may have; 0 where the limit on output says it."""
        expected = puzzles.named(self.problem.puzzle).answers.shape
        lengths = expected(case.board.shape) if expected else (None,)
        return math.prod(length or 0 for length in lengths) + LONGEST if None not in lengths else 0

    def read(self, frame: bytes, case: Case) -> Answer | Finding:
        """Return the answer in a frame that came back, or why it is none."""
        returned = read_returned(frame, self.typed)
        if isinstance(returned, Finding):
            return returned
        expected = Expectation.of(self.problem, self.typed, case)
        if isinstance(returned, Returned) and not _is_for_the_goal(returned.value, expected):
            returned = expected.fitted(returned)
        if isinstance(returned, Strange):
            return why_not(returned, expected)
        if not returned.kind:
            return self._answer(returned.value)
        if self.problem.strict:
            return too_strict(returned, expected)
        answer = self._answer(returned.value)
        return msgspec.structs.replace(answer, warnings=(*answer.warnings, ReadWarning("W115", read_as(returned))))

    def _answer(self, value: Value | None) -> Answer:
        if value is None:
            return Answer(fail=True)
        if type(value) is int:
            return Answer(count=value)
        return puzzles.named(self.problem.puzzle).answers.take(np.asarray(value))

    def _boards(self) -> Iterator[Case]:
        for name in self.problem.algorithms:
            for board in puzzles.named(self.problem.puzzle).boards:
                yield Case("", "", msgspec.structs.replace(board, algorithm=name))


def _is_for_the_goal(value: Value | None, expected: Expectation) -> bool:
    """Say whether the puzzle's goal says what is wrong with a value: None, a number, or a board of any size."""
    if value is None or type(value) is int:
        return True
    return isinstance(value, np.ndarray) and value.ndim == len(expected.shape) == 2 and value.size > 0
