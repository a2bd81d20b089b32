"""Define what a puzzle is; each other file of this folder that defines `PUZZLE`, or several as `PUZZLES`, is one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from judge.model import Answer, Finding, Instance
from judge.problems.formats import case_format
from judge.problems.formats.answer_format import AnswerFormat
from judge.problems.formats.case_format import CaseFormat
from judge.problems.generators.boards import HOMEWORK as HOMEWORK_RECIPES
from judge.problems.generators.keys import Recipes
from judge.problems.icpc.validators.case import CaseForm
from judge.problems.puzzles import call
from judge.problems.puzzles.call import Call
from judge.problems.puzzles.findings import Misfit, Trial, Words, misfit
from judge.problems.puzzles.goals.goal import Goal
from judge.problems.small.boards import SmallBoards

Rule = Callable[[Trial], Finding | None]


def whole_case(board: Instance, text: bytes) -> bytes:  # noqa: ARG001 - another puzzle may look at the board alone
    """Return the case as it stands in input.txt."""
    return text


def not_at_once(board: Instance) -> Answer | None:  # noqa: ARG001 - as one that knows
    """Know no answer without a search."""
    return None


class Puzzle(msgspec.Struct, frozen=True):
    """Holds all that one puzzle is. A new file of this folder with a `PUZZLE` is a new one; no other names it."""

    name: str  # in problem.toml, in `judge init` and `judge check --puzzle`
    words: Words
    rules: tuple[Rule, ...]  # hold for every arrangement, in this order
    goal: Goal  # what is to be found
    answers: AnswerFormat  # how an answer is written
    exists: Callable[[int], bool | None]  # whether there is an arrangement for n, where a theorem says so
    starter: str  # the file that `judge init` writes; THIS_FILE in it becomes its path
    # Why a case is not of this puzzle; None: every case is.
    misfit: Callable[[Instance, Words], Misfit | None] | None = misfit
    stdin: Callable[[Instance, bytes], bytes] = whole_case  # what a program reads, from a case and its input.txt
    # The answer to a case where finding it takes no search; None where this does not know.
    at_once: Callable[[Instance], Answer | None] = not_at_once
    # Public boards that `solve` is compiled on, at most 4 x 4, that have an answer. A text holds the rows of a board,
    # for as many pieces as rows.
    warm_ups: tuple[str | Instance, ...] = ("0000 0000 0000 0000",)
    order: int = 100  # in lists of the puzzles, the lowest first; then by name
    cases: CaseFormat = case_format.HOMEWORK  # how an input.txt is written
    recipes: Recipes | None = None  # what generators.toml says of a case; None: the homework's, for cases of its form
    exported: CaseForm | None = None  # how the validators of an exported package read a case; None: the homework's form
    small: SmallBoards | None = None  # those that `judge hack` looks at; None: the homework's, for cases of its form
    call: Call | None = call.HOMEWORK  # how `solve` is called; None where no function is
    # What the statement of a new package says below its title; nothing: a few words about the pieces.
    statement: str = ""

    @property
    def boards(self) -> tuple[Instance, ...]:
        """Return the boards that `solve` is compiled on."""
        return tuple(_drawn(one) if isinstance(one, str) else one for one in self.warm_ups)

    @property
    def made(self) -> Recipes | None:
        """Return what recipes its cases are made of; None where a form of its own has none."""
        return self.recipes or (HOMEWORK_RECIPES if self.cases == case_format.HOMEWORK else None)


def is_homeworks(puzzle: Puzzle) -> bool:
    """Say whether a puzzle is of the homework's family: its cases are the homework's input.txt, n x n cells that are
    free or a tree, and it asks for p pieces, or for all arrangements. What proves, makes and hunts boards knows these
    alone."""
    return puzzle.goal.exported in ("one", "every") and puzzle.cases == case_format.HOMEWORK


def _drawn(rows: str) -> Instance:
    grid = np.array([[int(digit) for digit in row] for row in rows.split()], np.int8)
    return Instance("ANY", len(grid), len(grid), grid)


def no_theorem(n: int) -> bool | None:  # noqa: ARG001 - as a theorem
    """Say nothing about the existence of an arrangement."""
    return None
