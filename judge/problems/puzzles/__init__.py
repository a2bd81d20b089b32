"""The puzzles: this is their door.

A shipped one is a row of `puzzles.toml`, one of a package is its table [puzzle]; nothing else lists them, and no other
file knows one by its name. `judge` says whether an answer is right. It trusts nothing about the answer but its dtype.

Beside them stands `general`: any problem with one input and one output, whose package says by a program what a right
answer is. It has no board to draw, to turn or to check by rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import msgspec

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Finding, Instance, Problem
from judge.problems.puzzles.findings import fail_is_wrong
from judge.problems.puzzles.goals import Goal
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.trial import Trial
from judge.problems.row.answers import AnswerFormat
from judge.problems.row.words import Row

GENERAL: Final = "general"


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
