"""`judge.check`: is this answer right?"""

from __future__ import annotations

from judge.api.check_result import CheckResult
from judge.judging.check_values import check_values


def check(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> CheckResult:
    """Check an answer by the rules of a puzzle, or by the package of a case; run no submission.

    board   -- an array or lists of 0 (free) and 2 (tree), n x n; or rows of digits as text; or the text of an
               input.txt, or its pathlib.Path: a case of a package is judged as the package says
    answer  -- what `solve` returns: an array or lists of 0, 1 and 2, None for FAIL, for all-queens the arrangements
               or their number; or the text of an output.txt, or its pathlib.Path, as it must be where there is no board
    puzzle  -- lizards, queens, spies or all-queens; by default that of the package of a path, else lizards
    pieces  -- how many are to be placed; by default what an input.txt says, else as many as the board has rows

    The result is true where the answer is right; print it to see the board with the cells in conflict. JudgeError
    for what is no board, no answer or no puzzle.
    """
    return CheckResult.of(check_values(board, answer, puzzle, pieces))
