"""Puzzles of the parts that goals and rules are, for tests: none of them ships."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Instance
from judge.problems import Puzzle, puzzle_named
from judge.problems.formats.answer_format import AnswerFormat, boards
from judge.problems.puzzles.constraints import Rule, rules_of
from judge.problems.puzzles.goals import Goal, OneArrangement
from judge.problems.row.words import Row

CELLS = ".LT#"  # free, a piece, a tree, closed
ROW: dict[str, Any] = {
    "piece": "piece",
    "case": ["n m pieces", "cells"],
    "cells": {"free": "0", "tree": "2", "closed": "3", "piece": "1"},
    "pieces": "pieces",
    "goal": "arrangement",
}
ALIKE: dict[str, Any] = {"case": ["n each", "regions"], "pieces": "n each"}  # so many in each row


def row_of(**words: Any) -> Row:
    return msgspec.convert(ROW | words, Row)


def rules_by(**words: Any) -> tuple[Rule, ...]:
    """Return the rules of a row with these words."""
    return rules_of(row_of(**words))


ROWS_ALIKE, COLUMNS_ALIKE, REGIONS_ALIKE = (rules_by(**ALIKE, **{part: "each"}) for part in ("row", "column", "region"))


def puzzle_of(rules: Sequence[Rule], goal: Goal | None = None, answers: AnswerFormat | None = None) -> Puzzle:
    puzzle = Puzzle("made", row_of())
    puzzle.rules, puzzle.goal, puzzle.answers = tuple(rules), goal or OneArrangement(), answers or boards(trees=True)
    return puzzle


def grid_of(picture: str) -> np.ndarray:
    return np.array([[CELLS.index(cell) for cell in row] for row in picture.split()], np.int8)


def layer_of(picture: str) -> np.ndarray:
    return np.array([[int(cell, 36) for cell in row] for row in picture.split()], np.int64)


def case_of(picture: str, pieces: int, answer: Answer | None = None, layer: str = "") -> Case:
    grid = grid_of(picture)
    board = Instance("ANY", len(grid), pieces, grid, layer_of(layer) if layer else None)
    return Case("one", "secret", board, answer)


def case_in(puzzle: str, text: str, answer: Answer | None = None) -> Case:
    """Return the case of a shipped puzzle that this input.txt holds."""
    return Case("one", "secret", puzzle_named(puzzle).cases.read(text.encode(), "input.txt")[0], answer)


def shown(picture: str) -> Answer:
    return Answer(board=grid_of(picture))


def judged(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    return puzzle.goal.judge(puzzle, case, answer)


def fault(puzzle: Puzzle, case: Case, answer: Answer) -> Finding:
    """Return what is wrong, as something is."""
    finding = judged(puzzle, case, answer)
    assert finding
    return finding


def code(puzzle: Puzzle, case: Case, answer: Answer) -> str:
    """Return the code of what is wrong, or nothing."""
    finding = judged(puzzle, case, answer)
    return finding.code if finding else ""
