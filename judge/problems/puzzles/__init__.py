"""The puzzles: what each is, a row of words (row/words.py) and all that follows from them. This is their door.

A shipped one is a row of `puzzles.toml`, one of a package is its table [puzzle]; nothing else lists them, and no other
file knows one by its name. `judge_answer` says whether an answer is right. It trusts nothing about the answer but its
dtype.

Beside them stands `general`: any problem with one input and one output, whose package says by a program what a right
answer is. It has no board to draw, to turn or to check by rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Finding, Instance
from judge.problems.constraints import PIECE
from judge.problems.formats.case_text import CaseError
from judge.problems.puzzles.findings import fail_is_wrong
from judge.problems.puzzles.trial import Trial
from judge.problems.row.words import Row

if TYPE_CHECKING:
    from judge.problems.formats.cells import Cells
    from judge.problems.puzzles.goals import Goal
    from judge.problems.row.answers import AnswerFormat
    from judge.problems.row.case import Call, CaseFormat
    from judge.problems.row.recipes import Recipes
    from judge.problems.row.small import SmallBoards
    from judge.problems.rules import Rule

GENERAL: Final = "general"


def _part(path: str, *needs: str) -> Any:
    """Return a part of a puzzle, made by a function of a module of problems when it is first asked for: who judges an
    answer loads no recipe and no statement. The function is given other parts, the row before all."""

    def made(puzzle: Any) -> Any:
        module, _, function = path.rpartition(".")
        make = getattr(import_module(module), function)
        return make(puzzle.row, *(getattr(puzzle, need) for need in needs))

    return cached_property(made)


class Puzzle:
    """Holds all that one puzzle is. `name` is what problem.toml calls it: that of a shipped one, or its row as text.
    `solution` names the shipped one that `judge init` writes; without it, a first one is made of the row."""

    rules: tuple[Rule, ...] = _part("judge.problems.rules.rules_of")  # in the order of conflicts
    goal: Goal = _part("judge.problems.row.goal.goal_of", "rules")
    cases: CaseFormat = _part("judge.problems.row.case.case_format")  # how an input.txt is written
    answers: AnswerFormat = _part("judge.problems.row.answers.answers_of")
    call: Call | None = _part("judge.problems.row.case.call_of")  # how `solve` is called; None where no function is
    boards: tuple[Instance, ...] = _part("judge.problems.row.goal.small_boards", "rules")  # that compile `solve`: 4 x 4
    recipes: Recipes = _part("judge.problems.row.recipes.Recipes", "rules")  # what generators.toml says of a case
    small: SmallBoards = _part("judge.problems.row.small.SmallBoards")  # of `judge hack`
    starter: str = _part("judge.problems.row.starter.starter_of", "name", "solution", "call")  # of `judge init`
    statement: str = _part("judge.problems.row.statement.statement_of")  # of a new package, below its title

    def __init__(self, name: str, row: Row, solution: str = "") -> None:
        self.name, self.row, self.solution = name, row, solution

    @property
    def called(self) -> str:
        """Return what it is called in a message: its name, or that the package has one of its own."""
        return f"a puzzle of its own, with {self.row.many}" if self.name.startswith("{") else self.name

    @property
    def facts(self) -> dict[str, Any]:
        """Return what a problem of this puzzle says of it."""
        goal = self.goal
        about = {"keyless": goal.keyless, "asks": goal.asks, "scored": goal.scored}
        return about | {"piece": self.row.one, "parted": self.row.parted}

    def starter_in(self, file: str, problem: str = "") -> str:
        """Return the starter as it is in a file of this name; it names the `problem` of a puzzle of its own."""
        return self.starter.replace("THIS_FILE", file).replace("THIS_PROBLEM", problem)

    def misfit(self, board: Instance) -> CaseError | None:
        """Return why a case is not of this puzzle; None: it is."""
        return self.cases.misfit(board) or (self._stuck(board) if self.row.goal == "most" else None)

    def _stuck(self, board: Instance) -> CaseError | None:
        """Return that the given pieces break a rule where FAIL is no answer: then there is none."""
        if not (board.grid == PIECE).any() or self.keeps_rules(board, board.grid):
            return None
        message = f"the given {self.row.many} break a rule, so no board is an answer"
        return CaseError(message, 1, cure="move or delete one of them")

    def rule_fault(self, trial: Trial) -> Finding | None:
        """Return what the first rule that is broken says."""
        for rule in self.rules:
            if fault := rule(trial):
                return fault
        return None

    def keeps_rules(self, board: Instance, placed: Cells) -> bool:
        """Say whether the pieces that are placed on a board break no rule, however many they are."""
        return self.rule_fault(Trial(self.row, Case("", "", board), Answer(board=placed), placed)) is None

    def stdin(self, board: Instance, text: bytes) -> bytes:
        """Return what a program reads, from a case and its input.txt."""
        return self.cases.write(board, self.row.stdin) if self.row.stdin else text


def puzzle_names() -> tuple[str, ...]:
    """Return the names of all puzzles with a board, in the order in which they are listed."""
    return tuple(_shipped())


def puzzle_named(name: str) -> Puzzle:
    """Return the puzzle of this name, which a manifest or an option was checked for; one that is a row by its words."""
    return _own(name) if is_row(name) else _general() if name == GENERAL else _shipped()[name]


def is_row(name: str) -> bool:
    """Say whether a puzzle is named by its row, and not by a name."""
    return name.startswith("{")


def judge_answer(case: Case, puzzle: str, answer: Answer, *, refuted: bool = False) -> Finding | None:
    """Return why `answer` is not right for `case`, or None: accepted.

    The Finding is WA, but JE where the package is refuted (E301) or does not say what is right (E302). With `refuted`
    it is what a FAIL is once an arrangement is known; None for another answer, and where all arrangements are asked
    for: that there are none is then as good an answer.
    """
    chosen = puzzle_named(puzzle)
    if refuted:
        fails = answer.fail and chosen.goal.may_fail
        return msgspec.structs.replace(fail_is_wrong(Trial(chosen.row, case, answer)), note="") if fails else None
    return chosen.goal.judge(chosen, case, answer)


def puzzle_fits(board: Instance, puzzle: str, file: str = "input.txt") -> None:
    """Raise JudgeError E410 for a case that is none of the puzzle's: with trees, or p other than n, for most."""
    chosen = puzzle_named(puzzle)
    if fault := chosen.misfit(board):
        raise JudgeError("E410", fault.message, Place(file, fault.line), f"the puzzle is {chosen.called}", fault.cure)


@cache
def _shipped() -> Mapping[str, Puzzle]:
    rows = tomllib.loads((files("judge.problems") / "puzzles.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _of(name, row.pop("starter"), row) for name, row in rows.items()})


def _of(name: str, starter: str, row: object) -> Puzzle:
    return Puzzle(name, msgspec.convert(row, Row), starter)


@lru_cache(maxsize=64)
def _own(name: str) -> Puzzle:
    return Puzzle(name, msgspec.json.decode(name, type=Row))


@cache
def _general() -> Puzzle:
    puzzle = Puzzle(GENERAL, Row("token", (), "validator", conflict="differ"))
    puzzle.boards, puzzle.call, puzzle.starter = (), None, ""
    return puzzle
