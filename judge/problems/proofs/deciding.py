"""Decide a case: an arrangement, or the strongest proof that there is none.

The ways are tried from the quickest to the slowest; among proofs, those that can be checked by adding up come first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Case
from judge.problems import puzzles
from judge.problems.proofs.again import tried, tried_small
from judge.problems.proofs.claim import claim_of
from judge.problems.proofs.counting import count_bound
from judge.problems.proofs.cp_sat import exact
from judge.problems.proofs.descent import descended
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.proofs.refuter import refuter_of
from judge.problems.proofs.refuting import refute
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import is_homeworks
from judge.problems.rules.plain import PIECE

Found = tuple[Answer, str]  # an arrangement, and who has found it
_SUMS, _SEARCH = 0.5, 0.2  # of the time, for refutations and for our own search; CP-SAT has what is left
_SEARCHED = "exhaustive search"


class Decision(msgspec.Struct, frozen=True, eq=False):
    """An arrangement with its origin, or a proof; neither where the time was too short. `least` pieces fit, and no more
    than `most`."""

    answer: Answer | None = None
    proof: Proof | None = None
    by: str = ""
    proven: bool = False  # of the best: that there is none better
    least: int = 0
    most: int = 0
    solver_missing: bool = False


def decide(puzzle: str, case: Case, seconds: float, find: Callable[[], Found | None]) -> Decision:
    """Decide a case within about so many seconds; `find` asks whoever else may find an arrangement."""
    return _Deciding(puzzle, case, seconds).decided(find)


class _Deciding:
    def __init__(self, puzzle: str, case: Case, seconds: float) -> None:
        self.puzzle, self.case, self.board = puzzles.named(puzzle), case, case.board
        self.seconds, self.until = seconds, time.monotonic() + seconds
        self.most = self.board.grid.size
        self.sees_alone = self.puzzle.rules == (no_attack,) and is_homeworks(self.puzzle)
        self.solver_missing = False

    def decided(self, find: Callable[[], Found | None]) -> Decision:
        """Take the first of the ways that knows it."""
        for found in self._ways(find):
            if isinstance(found, Proof):
                return Decision(proof=found, most=self.most, solver_missing=self.solver_missing)
            if found is not None:
                if self.puzzle.goal.asks == "best" and found[1] != _SEARCHED:
                    return self._best(found)
                return Decision(answer=found[0], by=found[1], proven=found[1] == _SEARCHED)
        placed = descended(self.board) if self.sees_alone else np.zeros(1)
        least = int(np.count_nonzero(placed == PIECE))
        return Decision(least=least, most=self.most, solver_missing=self.solver_missing)

    def _ways(self, find: Callable[[], Found | None]) -> Iterator[Found | Proof | None]:
        yield self._named(self.puzzle.at_once(self.board), "one descent" if self.puzzle.goal.shows else "counting")
        if not is_homeworks(self.puzzle):
            yield from self._of_parts(find)
            return
        if not self.puzzle.goal.shows:
            return
        if self.puzzle.exists(self.board.n) is not True:
            yield self._counted()
        yield find()
        if self.puzzle.exists(self.board.n) is not True:
            yield self._refuted(_SUMS * self.seconds)
        yield self._tried()
        yield self._solved()

    def _of_parts(self, find: Callable[[], Found | None]) -> Iterator[Found | Proof | None]:
        """Search a small board; ask others; then refute what is left. Of a best that is known, what others find says
        nothing."""
        if self.puzzle.goal.asks in ("all", "decision"):
            return
        if self.case.answer is None and self.puzzle.goal.asks in ("best", "number"):
            small = tried_small(self.puzzle, self.case, Effort(seconds=min(self._left(), _SEARCH * self.seconds)))
            yield small if isinstance(small, Proof) else self._named(small, _SEARCHED)
        if self.puzzle.goal.may_fail or (self.puzzle.goal.shows and self.case.answer is None):
            yield find()
        yield self._refuted(self._left())
        yield self._tried()

    def _best(self, found: Found) -> Decision:
        """Return the best arrangement that can be reached from one, and the proof of it if there is one."""
        while True:
            self.case = msgspec.structs.replace(self.case, answer=found[0])
            better = self._refuted(self._left()) or self._tried()
            if not isinstance(better, tuple):
                return Decision(answer=found[0], by=found[1], proof=better, solver_missing=self.solver_missing)
            found = better

    def _named(self, answer: Answer | None, by: str) -> Found | None:
        return None if answer is None else (answer, by)

    def _left(self) -> float:
        return self.until - time.monotonic()

    def _counted(self) -> Proof | None:
        """Bound the pieces by what holds one each."""
        if no_attack not in self.puzzle.rules:
            return None
        bound = count_bound(self.board)
        self.most = min(self.most, bound.most)
        return bound.proof

    def _refuted(self, seconds: float) -> Found | Proof | None:
        """Refute what the case claims, or would claim, by sums of its rules."""
        claim = claim_of(self.puzzle, self.case) if self._left() > 0 else None
        if claim is None:
            return None
        try:
            found = refute(claim, min(self._left(), seconds))
        except JudgeError as error:
            self._take_missing(error)
            return None
        if found is None or isinstance(found, Proof):
            return found
        answer = refuter_of(self.puzzle, self.case, found.cells)
        return self._named(answer, "branch and bound") if answer else None

    def _tried(self) -> Found | Proof | None:
        found = tried(self.puzzle.name, self.case, Effort(seconds=min(self._left(), _SEARCH * self.seconds)))
        if self.puzzle.exists(self.board.n) is False:
            line = f"theorem: {self.board.n} {self.puzzle.words.many} can't be placed on a board of this size"
            return Proof(f"{line}; {found.line}" if isinstance(found, Proof) else line)
        return found if isinstance(found, Proof) else self._named(found, _SEARCHED)

    def _solved(self) -> Found | Proof | None:
        start = time.monotonic()
        if not self.sees_alone or self._left() <= 0:
            return None
        try:
            found = exact(self.board, self._left())
        except JudgeError as error:
            self._take_missing(error)
            return None
        if found is None:
            return None
        took = f"{time.monotonic() - start:.1f} s"
        return Proof(f"{found[1]}, {took}") if found[0].fail else (found[0], f"CP-SAT, {took}")

    def _take_missing(self, error: JudgeError) -> None:
        if error.code != "E439":
            raise error
        self.solver_missing = True
