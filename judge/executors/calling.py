"""How `solve` is called for a problem: as its puzzle says, or as the package does by a signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.executors.returned import LONGEST, read_returned
from judge.executors.returned_value import read_value
from judge.model import Answer, Case, Finding, Problem
from judge.model.signature import Kind, Signature
from judge.problems import puzzles
from judge.problems.signature.tokens import result_text
from judge.sandbox import protocol

if TYPE_CHECKING:
    from judge.model.signature import Value


class Calling(msgspec.Struct, frozen=True):
    """The call of a problem's `solve`: what goes into the box, and what comes out of it."""

    problem: Problem
    signature: Signature

    @classmethod
    def of(cls, problem: Problem) -> Calling:
        """Return the call of a problem that has functions."""
        call = puzzles.named(problem.puzzle).call
        signature = call.signature if call else problem.signature
        assert signature is not None, "without a signature no submission is a function"
        return cls(problem, signature)

    @property
    def arguments(self) -> tuple[protocol.Argument, ...]:
        """Return the types of the arguments, as a box is told."""
        return tuple((one.kind.base, len(one.kind.lengths)) for one in self.signature.parameters)

    @property
    def typed(self) -> bool:
        """Say whether the result may be other than an int8 board, a number or None."""
        return bool(self.problem.signature) or self.signature.result.base not in ("int", "int8")

    @property
    def warm_up(self) -> str:
        """Return what a warm-up is called."""
        return "a sample" if self.problem.signature else "a warm-up board of 4 x 4"

    def pack(self, case: Case) -> tuple[bytes, bytes]:
        """Return a case as a box reads it, without the board, and the board."""
        return protocol.pack_case(self.arguments, self._values(case))

    def warm_ups(self) -> list[bytes]:
        """Return what `solve` is compiled on, as a box reads it: the puzzle's boards, each for every algorithm; small
        samples of a package with a signature, which have no board."""
        boards = [b"".join(self.pack(case)) for case in self._boards()]
        samples = [b"".join(protocol.pack_case(self.arguments, values)) for values in self.problem.warm_ups]
        return list(dict.fromkeys([*boards, *samples]))

    def most_bytes(self, case: Case) -> int:
        """Return how many bytes the frame of an answer may have; 0 where the limit on output says it."""
        most = puzzles.named(self.problem.puzzle).answers.most_cells
        return most(case.board.shape) + LONGEST if most else 0

    def read(self, frame: bytes, case: Case) -> Answer | Finding:
        """Return the answer in a frame that came back, or why it is none."""
        own = self.problem.signature
        if not self.typed or (own is None and frame[:1] in (protocol.FAIL, protocol.COUNT)):
            return read_returned(frame, self.problem)
        found = read_value(frame, self.signature, self._lengths(case), strict=self.problem.strict)
        if isinstance(found, Finding):
            return found
        if own:
            return Answer(text=result_text(found.value, own), warnings=found.warnings)
        taken = puzzles.named(self.problem.puzzle).answers.take(np.asarray(found.value))
        return msgspec.structs.replace(taken, warnings=(*taken.warnings, *found.warnings))

    def _values(self, case: Case) -> tuple[Value, ...]:
        call = puzzles.named(self.problem.puzzle).call
        return call.values(case.board) if call else case.arguments

    def _lengths(self, case: Case) -> dict[str, int]:
        """Return what the lengths of a result are called for: the ints of the case."""
        named = zip(self.signature.parameters, self._values(case), strict=True)
        return {one.name: value for one, value in named if one.kind == Kind("int") and isinstance(value, int)}

    def _boards(self) -> Iterator[Case]:
        for name in self.problem.algorithms:
            for board in puzzles.named(self.problem.puzzle).boards:
                yield Case("", "", msgspec.structs.replace(board, algorithm=name))
