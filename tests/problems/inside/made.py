"""Puzzles of the parts that goals and rules are, for tests: none of them ships."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from judge.problems import Puzzle
from judge.problems.formats.answer_format import AnswerFormat, boards
from judge.problems.puzzles.constraints import Rule, rules_of
from judge.problems.puzzles.goals import Goal, OneArrangement
from judge.problems.row.words import Row
from tests.problems.make import ROW

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
