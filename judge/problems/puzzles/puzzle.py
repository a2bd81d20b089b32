"""What a puzzle is: a row of words (row/words.py), and all that follows from them.

A part is made when it is first asked for: who judges an answer loads no recipe and no statement.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from judge.model import Answer, Case, Instance
from judge.problems.puzzles.findings import Trial, Words

if TYPE_CHECKING:
    from judge.problems.formats.answer_format import AnswerFormat
    from judge.problems.formats.case import CaseFormat
    from judge.problems.generators.keys import Recipes
    from judge.problems.puzzles.call import Call
    from judge.problems.puzzles.constraints import Rule
    from judge.problems.puzzles.findings import Misfit
    from judge.problems.puzzles.goals import Goal
    from judge.problems.row.small import SmallBoards
    from judge.problems.row.words import Row


class Puzzle:
    """Holds all that one puzzle is. `name` is what problem.toml calls it: that of a shipped one, or its row as text.
    `starter` names the shipped solution that `judge init` writes; without one it is made of the row."""

    def __init__(self, name: str, row: Row, starter: str = "") -> None:
        self.name, self.row, self._starter = name, row, starter

    @cached_property
    def words(self) -> Words:
        """Return what the puzzle calls its pieces."""
        return Words(self.row.one, self.row.many, self.row.conflict)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Return what holds for every arrangement, in the order in which a conflict is named."""
        from judge.problems.puzzles.constraints import rules_of

        return rules_of(self.row)

    @cached_property
    def goal(self) -> Goal:
        """Return what is to be found."""
        from judge.problems.row.goal import goal_of

        return goal_of(self.row, self.rules)

    @cached_property
    def cases(self) -> CaseFormat:
        """Return how an input.txt is written."""
        from judge.problems.row.case import case_format

        return case_format(self.row)

    @cached_property
    def answers(self) -> AnswerFormat:
        """Return how an answer is written."""
        from judge.problems.row.answers import answers_of

        return answers_of(self.row)

    @cached_property
    def call(self) -> Call | None:
        """Return how `solve` is called; None where no function is."""
        from judge.problems.row.case import call_of

        return call_of(self.row)

    @cached_property
    def boards(self) -> tuple[Instance, ...]:
        """Return the public boards that `solve` is compiled on, at most 4 x 4, that have an answer."""
        from judge.problems.row.small import small_boards

        return small_boards(self.row, self.rules)

    @cached_property
    def recipes(self) -> Recipes:
        """Return what generators.toml says of a case."""
        from judge.problems.row.recipes import recipes_of

        return recipes_of(self.row, self.rules)

    @cached_property
    def small(self) -> SmallBoards | None:
        """Return those that `judge hack` looks at; None for the homework's, and where it knows none."""
        from judge.problems.row.recipes import small_of

        return None if self.homework else small_of(self.row)

    @cached_property
    def starter(self) -> str:
        """Return the file that `judge init` writes. THIS_FILE and THIS_PROBLEM in it stand for its own."""
        from judge.problems.row.starter import starter_of, starter_shipped

        return starter_shipped(self.name, self._starter) if self._starter else starter_of(self.row, "THIS_PROBLEM")

    @cached_property
    def statement(self) -> str:
        """Return what the statement of a new package says below its title."""
        from judge.problems.row.statement import statement_of

        return statement_of(self.row)

    @property
    def homework(self) -> bool:
        """Say whether its cases are those of USC's homework: an algorithm, n, p, and n x n cells that are free or a
        tree. What makes, proves and hunts boards with trees, and p up to what fits, knows these alone."""
        return self.row.homework

    @property
    def parted(self) -> bool:
        """Say whether a case has regions."""
        return "regions" in self.row.layers

    def exists(self, n: int) -> bool | None:
        """Say whether there is an arrangement on an empty board of n rows, where a theorem does."""
        from judge.problems.row.goal import exists

        return exists(self.row, n)

    def misfit(self, board: Instance) -> Misfit | None:
        """Return why a case is not of this puzzle; None: it is."""
        from judge.problems.row.case import misfit

        return misfit(self.row, board) or (self._stuck(board) if self.row.goal == "most" else None)

    def _stuck(self, board: Instance) -> Misfit | None:
        """Return that the given pieces break a rule where FAIL is no answer: then there is none."""
        from judge.problems.puzzles.looking import rule_fault

        trial = Trial(self.words, Case("", "", board), Answer(board=board.grid), board=board.grid)
        if not trial.points or rule_fault(self.rules, trial) is None:
            return None
        return f"the given {self.words.many} break a rule, so no board is an answer", "move or delete one of them", 1

    def stdin(self, board: Instance, text: bytes) -> bytes:
        """Return what a program reads, from a case and its input.txt."""
        from judge.problems.row.case import written

        return written(self.row, self.row.stdin, board) if self.row.stdin else text
