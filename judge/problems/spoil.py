"""Spoil each answer of a package so that it is surely wrong: `judge validate` sees that none is accepted.

What is made breaks the form of an answer, or lacks a part that each right answer has. So no rule has to say that it is
wrong, and a board that happens to be right is never made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from judge.model import Answer, Case, Finding, Problem, Validated, Verdict
from judge.problems.constraints import PIECE
from judge.problems.programs import read_output
from judge.problems.puzzles import Puzzle, judge_answer, puzzle_named
from judge.problems.puzzles.trial import Trial

LARGEST_N: Final = 2_000  # larger boards would take seconds each
Table = np.ndarray[Any, np.dtype[np.int8]]
_DROPPED, _MISSING, _COUNT = "piece dropped", "arrangement missing", "count off"
_CUT, _GROWN = "rows or columns cut off", "rows or columns too many"
_HEADER, _DIGIT, _TRUNCATED = "header flipped", "digit out of range", "truncated"
_WHOLE: Final = (_DROPPED, _MISSING, _COUNT)  # whose text has the form of an answer
_FAIL: Final = Answer(fail=True)


def spoil_package(
    problem: Problem, remarks: Sequence[Validated.Remark]
) -> tuple[tuple[Validated.Spoilt, ...], list[Validated.Remark]]:
    """Judge spoilt answers to every case whose answer is right: a row for each kind, and what that says of the judge.

    `remarks` are those of `validate_package`: an answer without a fault among them is right.
    """
    goal = puzzle_named(problem.puzzle).goal
    if problem.validator or not (goal.shows or goal.listed):  # a number or a word is right or not
        return (), []
    wrong_cases = {remark.case for remark in remarks if isinstance(remark.what, Finding)}
    rows: dict[str, Validated.Spoilt] = {}
    for case in problem.cases:
        name = case.path
        if case.board.n <= LARGEST_N and name not in wrong_cases:
            for kind, given in _spoilt(problem, case):
                row = rows.setdefault(kind, Validated.Spoilt(kind))
                form = "a text" if isinstance(given, bytes) else "an array"
                rows[kind] = row.counted(f"{name}, {form}", refused=_refused(problem, case, given))
    wrong = [row for row in rows.values() if row.accepted]
    if not wrong:
        return tuple(rows.values()), []
    finding = Finding(
        "E419",
        f"{sum(row.accepted for row in wrong)} spoilt answers were accepted",
        note="; ".join(f"{row.kind}: {', '.join(row.where)}" for row in wrong[:3]),
        help="report it with the package: the judge can't be trusted with it; --json FILE has each kind",
        verdict=Verdict.JE,
    )
    return tuple(rows.values()), [Validated.Remark("", problem.path, finding)]


def _refused(problem: Problem, case: Case, given: bytes | Answer) -> bool:
    """Say whether a submission would get WA for this: a JE says that the package is wrong, which no such answer
    does."""
    heard = read_output(given, problem, case.board) if isinstance(given, bytes) else given
    finding = heard if isinstance(heard, Finding) else judge_answer(case, problem.puzzle, heard)
    return finding is not None and finding.verdict is Verdict.WA


def _spoilt(problem: Problem, case: Case) -> Iterator[tuple[str, bytes | Answer]]:
    """Yield the kind of each wrong answer, with it as an array, and as a text. A package that reads any shape may find
    a right answer in a text of another form: of these it gets none."""
    puzzle, right = puzzle_named(problem.puzzle), case.answer
    if right is None:
        return
    for kind, answer in _answers(puzzle, case, right):
        yield kind, answer
        if answer.fail or kind in _WHOLE or not problem.programs.shapes:
            yield kind, puzzle.answers.write(answer)
    text = puzzle.answers.write(right)
    if not (right.fail or problem.programs.shapes):
        last = text.rindex(b"\n", 0, -1) + 1 if case.board.n > 1 and text.count(b"\n") > 1 else 0
        yield from ((_TRUNCATED, text[:end]) for end in sorted({0, len(text) // 2, last}) if end <= last)


def _answers(puzzle: Puzzle, case: Case, right: Answer) -> Iterator[tuple[str, Answer]]:
    """Yield what may be wrong with a right answer: FAIL, a list, a number, or one arrangement."""
    if puzzle.goal.asks == "all":
        yield from _of_all(0 if right.fail else right.count, right.columns)
        return
    if not right.fail:
        yield _HEADER, _FAIL
        columns = right.columns[0] if right.columns is not None else None
        yield from _of_board(puzzle, case, Trial(puzzle.row, case, right, right.board, columns).placed)
    elif not puzzle.goal.enough(case, int(np.count_nonzero(case.board.grid == PIECE))):
        yield _HEADER, Answer(board=case.board.grid)


def _of_all(count: int | None, listed: np.ndarray[Any, np.dtype[np.int64]] | None) -> Iterator[tuple[str, Answer]]:
    number = count if listed is None else len(listed)
    if number is None:
        return
    yield _COUNT, Answer(count=number + 1, columns=listed)
    if number:
        yield _HEADER, _FAIL
    if listed is not None and number:
        yield _MISSING, Answer(columns=listed[:-1])
        yield _CUT, Answer(columns=listed[:, :-1])
        outside = listed.copy()
        outside.flat[0] = listed.shape[1]
        yield _DIGIT, Answer(columns=outside)


def _of_board(puzzle: Puzzle, case: Case, board: Table) -> Iterator[tuple[str, Answer]]:
    pieces = np.flatnonzero(board == PIECE)
    for dropped in (pieces[:1], pieces):
        if not puzzle.goal.enough(case, len(pieces) - len(dropped)):
            yield _DROPPED, Answer(board=_with(board, dropped, 0))
    for cut in (board[:-1], board[:, :-1]):
        yield _CUT, Answer(board=np.ascontiguousarray(cut))
    yield _GROWN, Answer(board=np.pad(board, 1))
    yield _DIGIT, Answer(board=_with(board, np.array([0]), 9))


def _with(board: Table, cells: np.ndarray[Any, np.dtype[np.int64]], value: int) -> Table:
    changed = board.copy()
    changed.flat[cells] = value
    return changed
