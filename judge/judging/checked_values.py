"""Check one answer to one case, both given as Python values: what `judge.check` does."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from judge.errors import meant
from judge.executors import Outcome
from judge.judging.check import Checked, check_text, checked, found
from judge.model import Answer, Case, Finding, Verdict
from judge.problems import (
    CLOSED,
    DEFAULT,
    TREE,
    OneCase,
    Table,
    Trial,
    alone,
    as_text,
    bad_value,
    puzzle_fits,
    puzzle_named,
    puzzle_names,
    read_answer_file,
    read_one,
    says_pieces,
    take_answer,
    take_board,
    take_pieces,
    wrong_cell,
)
from judge.sandbox import Facts

_TINY = np.iinfo(np.int8)
_TEXT = "the text"  # what an answer that came as a text is called


def check_values(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> Checked:
    """Judge an answer as `solve` returns it, or as a text or file, by a board or by the text or file of a case.

    A file is read by its package, as `check_files` does. Without `puzzle`, what lies in no package is a case of
    lizards. JudgeError E471 for what is no board, no answer or no puzzle, E401 to E410 for a case that is not as it
    should be.
    """
    one = _one_case(board, pieces, None if puzzle is None else _known(puzzle))
    text = read_answer_file(answer) if isinstance(answer, Path) else as_text(answer)
    if text is not None:
        done = check_text(one, text, str(answer) if isinstance(answer, Path) else _TEXT)
    else:
        outcome = _outcome(answer, one)
        done = checked(one, outcome, found(one, outcome))
    assumed = pieces is None and not isinstance(board, Path) and not says_pieces(board)
    return msgspec.structs.replace(done, finding=done.finding and _in_words(done.finding, assumed))


def _known(puzzle: object) -> str:
    names = puzzle_names()
    if isinstance(puzzle, str) and puzzle in names:
        return puzzle
    near = meant(puzzle, names) if isinstance(puzzle, str) else ""
    raise bad_value(f"there is no puzzle {puzzle!r:.40}{near}", f"the puzzles are {', '.join(names)}")


def _one_case(given: object, pieces: object, puzzle: str | None) -> OneCase:
    """Return the case, with so many pieces to place if anybody says how many."""
    if isinstance(given, Path):
        one = read_one(given, puzzle)
    else:
        name = puzzle or DEFAULT
        one = alone(Case("", "", take_board(given, puzzle_named(name).cases)), name)
    board = one.case.board
    if pieces is not None and one.case.text is None:
        board = msgspec.structs.replace(board, pieces=take_pieces(pieces))
    puzzle_fits(board, one.problem.puzzle)
    return msgspec.structs.replace(one, case=msgspec.structs.replace(one.case, board=board))


def _outcome(given: object, one: OneCase) -> Outcome:
    """Return what a value comes to that is no text."""
    if one.case.text is not None:
        raise bad_value("the problem has no board", "give the text of the answer, or its pathlib.Path")
    taken = take_answer(given)
    answer = taken if isinstance(taken, Answer) else _arrangement(taken, one.problem.puzzle, one.case)
    if isinstance(answer, Finding):
        return Outcome(Facts(), answer)
    return Outcome(Facts(), answer=answer, file=_TEXT)


def _arrangement(table: Table, puzzle: str, case: Case) -> Answer | Finding:
    """Return the array in the form that the puzzle asks for: a board, or columns from 0 where these are an answer."""
    chosen, n = puzzle_named(puzzle), case.board.n
    taken = chosen.answers.take(table)
    if taken.count is not None:
        return taken
    if taken.columns is not None or (chosen.answers.columns and table.ndim == 1):
        shape = (0, n) if not table.size else (1, *table.shape) if table.ndim == 1 else table.shape
        return Answer(columns=table.reshape(shape).astype(np.int64))
    board = np.ascontiguousarray(np.clip(table, _TINY.min, _TINY.max), dtype=np.int8)
    if board.shape == case.board.grid.shape:
        wild = ((table < 0) | (table > TREE)) & ~((table == CLOSED) & (case.board.grid == CLOSED))
        if wild.any():  # a value of any size is named as it was
            row, column = divmod(int(wild.argmax()), case.board.columns)
            trial = Trial(chosen.words, case, Answer(board=board), board=board)
            return wrong_cell(trial, (row, column), int(table[row, column]))
    return Answer(board=board)


def _in_words(finding: Finding, assumed: bool) -> Finding:
    """Say it in the words of somebody who has values and no package. Where the number of pieces was `assumed`, say
    that."""
    if finding.code == "E108" and assumed:
        finding = finding.noted("as many as rows are asked for, unless pieces says more or less", apart="; ")
    if finding.lacks_key:
        finding = Finding(
            "E302",
            "whether that is right can't be said: nobody knows what there is on this board",
            help="give the case as pathlib.Path('.../input.txt'), with an answer.txt beside it that says what is right",
            verdict=Verdict.JE,
        )
    return finding
