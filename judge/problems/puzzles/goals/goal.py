"""Define what a goal is: what a puzzle asks for, how an answer to it is judged, and what others may assume of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from judge.model import Answer, Case, Finding, Instance
from judge.problems.puzzles.quota import Quota

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle

Judging = Callable[["Puzzle", Case, Answer], Finding | None]
Generate = Callable[[Instance], Iterator[tuple[int, ...]]]  # every arrangement of a board, as 0-based columns


def whole(case: Case, answer: Answer) -> float:  # noqa: ARG001 - as a score
    """Return the score of an answer that is right or wrong, and nothing between."""
    return 1.0


def a_board(case: Case) -> str:
    """Return what `solve` is to return where every board has an answer."""
    return f"the board as an int8 array of shape {case.board.shape}"


def a_board_or_none(case: Case) -> str:
    """Return what `solve` is to return where a board may have no arrangement."""
    return f"{a_board(case)}, or None where there is no arrangement"


def as_asked(case: Case, pieces: int) -> bool:
    """Say whether so many pieces are those that the case asks for."""
    return pieces == case.board.pieces


def nothing_more(case: Case) -> tuple[Quota, ...]:  # noqa: ARG001 - as what refutes
    """Say that no arrangement would refute an answer."""
    return ()


class Goal(msgspec.Struct, frozen=True):
    """Holds what a puzzle asks for. `judge` returns why an answer is not right, or None.

    What is asked, of which others only need the kind: `one` arrangement of p pieces or FAIL, the `best` arrangement,
    `all` of them, one `number`, or a `decision` about the given board.
    """

    judge: Judging
    asks: Literal["one", "best", "all", "number", "decision"] = "one"
    score: Callable[[Case, Answer], float] = whole  # of an accepted answer, above 0 and up to 1
    scored: bool = False  # scores differ, so they rank before times
    enough: Callable[[Case, int], bool] = as_asked  # whether an arrangement may have so many pieces
    every: Generate | None = None  # where all are asked for: what they are
    wanted: Callable[[Case], str] = a_board_or_none  # what `solve` is to return; it completes "return ..."
    listed: int = 0  # up to this n all are listed, above it only counted

    # What an arrangement would have to hold, beside the rules, to refute answer.txt; () where none would, or where
    # nobody knows.
    refutes: Callable[[Case], tuple[Quota, ...]] = nothing_more

    @property
    def may_fail(self) -> bool:
        """Say whether FAIL is an answer that any arrangement refutes, and that a proof can hold."""
        return self.asks == "one"

    @property
    def keyless(self) -> bool:
        """Say whether the rules alone judge every answer, so that no case needs an answer.txt."""
        return self.asks == "decision"

    @property
    def shows(self) -> bool:
        """Say whether an answer shows one arrangement, so that it needs nobody's word."""
        return self.asks in ("one", "best")
