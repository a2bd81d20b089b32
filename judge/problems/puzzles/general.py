"""General: any problem with one input and one output. Its package says by a program what a right answer is.

It is no placement puzzle, so it is none of `puzzles.names()`: it has no board to draw, to turn or to check by rules.
"""

from __future__ import annotations

import numpy as np

from judge.model import Answer, Case, Finding, Instance, Problem
from judge.problems.formats.answer_format import AnswerFormat
from judge.problems.puzzles.goals import Goal
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.words import Row


def general_case(name: str, group: str, text: bytes, truth: bytes | None) -> Case:
    """Return a case of these bytes; `truth` is the known answer, if there is one. It has no board of any size."""
    board = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))
    return Case(name, group, board, None if truth is None else Answer(text=truth), text=text)


class _Unknown(Goal):
    """What a validator judges: it runs in a box, and nothing runs here."""

    asks: Problem.Asks = "decision"

    def judge(self, _puzzle: Puzzle, _case: Case, _answer: Answer) -> Finding | None:
        """Say nothing."""
        return None


GENERAL = Puzzle("general", Row("token", (), "verify", conflict="differ"))
GENERAL.rules, GENERAL.boards = (), ()
GENERAL.goal = _Unknown()
GENERAL.answers = AnswerFormat(read=lambda *_: Answer(text=b""), is_text=True, wanted="the answer")
GENERAL.call = None
GENERAL.starter = ""
