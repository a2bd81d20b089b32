"""Check one answer to one case, both given as Python values: what `judge.check` does."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from judge.errors import meant
from judge.model import Answer, Case, Finding, Verdict
from judge.problems import puzzles
from judge.problems.check import ANSWER_LIMIT, DEFAULT, Checked, drawing, load_case, puzzle_of, read_file, truth_beside
from judge.problems.formats.values import Table, as_text, refused, says_pieces, take_answer, take_board, take_pieces
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.rules.plain import CLOSED, TREE

_TINY = np.iinfo(np.int8)
_TEXT = "the text"  # what an answer that came as a text is called


def check_values(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> Checked:
    """Judge an answer as `solve` returns it, or as a text or file, by a board or by the text or file of a case.

    Without `puzzle` it is that of the package in which the file lies, else lizards. JudgeError E471 for what is no
    board, no answer or no puzzle, E401 to E410 for a case that is not as it should be.
    """
    name = _known(puzzle) if puzzle is not None else puzzle_of(board) if isinstance(board, Path) else DEFAULT
    case = _case(board, pieces, name)
    read = _read(answer, name, case)
    if isinstance(read, Finding):
        return Checked(name, read, None, (), ())
    finding = puzzles.judge(case, name, read)
    if finding:
        assumed = pieces is None and not isinstance(board, Path) and not says_pieces(board)
        finding = _in_place(finding, str(answer) if isinstance(answer, Path) else _TEXT, assumed)
    return Checked(name, finding, drawing(read, case.board.shape), (), read.warnings)


def _known(puzzle: object) -> str:
    names = puzzles.names()
    if isinstance(puzzle, str) and puzzle in names:
        return puzzle
    near = meant(puzzle, names) if isinstance(puzzle, str) else ""
    raise refused(f"there is no puzzle {puzzle!r:.40}{near}", f"the puzzles are {', '.join(names)}")


def _case(given: object, pieces: object, puzzle: str) -> Case:
    """Return the case. Beside a file, answer.txt says whether FAIL is right."""
    if isinstance(given, Path):
        board = load_case(given, puzzle)[0]
        truth = truth_beside(given, puzzle, board.shape)
    else:
        board, truth = take_board(given, puzzles.named(puzzle).cases), None
    if pieces is not None:
        board = msgspec.structs.replace(board, pieces=take_pieces(pieces))
    puzzles.puzzle_fits(board, puzzle)
    return Case("", "", board, truth)


def _read(given: object, puzzle: str, case: Case) -> Answer | Finding:
    """Return the answer, or why it can be none."""
    shape = case.board.shape
    if isinstance(given, Path):
        return puzzles.read_answer(read_file(given, ANSWER_LIMIT), puzzle, shape, file=str(given))
    text = as_text(given)
    if text is not None:
        return puzzles.read_answer(text, puzzle, shape, file=_TEXT)
    taken = take_answer(given)
    return taken if isinstance(taken, Answer) else _arrangement(taken, puzzle, case)


def _arrangement(table: Table, puzzle: str, case: Case) -> Answer | Finding:
    """Return the array in the form that the puzzle asks for: a board, or columns from 0 where these are an answer."""
    chosen, n = puzzles.named(puzzle), case.board.n
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
            return findings.wrong_cell(trial, (row, column), int(table[row, column]))
    return Answer(board=board)


def _in_place(finding: Finding, answer: str, assumed: bool) -> Finding:
    """Say it in the words of somebody who has values and no package. Where the number of pieces was `assumed`, say
    that."""
    if finding.where.startswith("output.txt"):
        finding = msgspec.structs.replace(finding, where=answer + finding.where.removeprefix("output.txt"))
    if finding.code == "E108" and assumed:
        note = "; ".join(filter(None, (finding.note, "as many as rows are asked for, unless pieces says more or less")))
        finding = msgspec.structs.replace(finding, note=note)
    if finding.code == "E302":
        finding = Finding(
            "E302",
            "whether that is right can't be said: nobody knows what there is on this board",
            help="give the case as pathlib.Path('.../input.txt'), with an answer.txt beside it that says what is right",
            verdict=Verdict.JE,
        )
    return finding
