"""Answers of a run as pictures and sentences."""

from __future__ import annotations

from typing import Any

from judge.model import Instance, Problem, Run
from judge.model.given import MOST_SIDE
from judge.model.problem import layer_of
from judge.reports.page.html import Html
from judge.reports.picture.scene import LETTERS, PIECE, drawable, given_on, scene_of
from judge.reports.picture.svg import board_svg


def answer_of(run: Run) -> Any:
    """Return the board that was answered; None where it is none, or was not kept."""
    if drawable(run.board):
        return run.board
    return run.given.board() if run.given else None


def answer_drawn(problem: Problem, run: Run, case: Instance | None = None) -> Html:
    """Return what was answered to a case, with the conflict; nothing where no cell is at fault."""
    board = answer_of(run)
    if not (run.cells and drawable(board)):
        return Html()
    there = given_on(case.grid) if case else ()
    return board_svg(board, problem.piece, run.cells, there, layer_of(case, parted=problem.parted))


def worth_drawing(run: Run) -> bool:
    """Say whether an answer can be drawn and is read: of a large board only a part with a conflict is."""
    board = answer_of(run)
    return drawable(board) and (bool(run.cells) or max(board.shape) <= MOST_SIDE)


def seen(problem: Problem, run: Run) -> str:
    """Return which pieces are in each other's sight, by the letters of the picture; empty where none are."""
    board = answer_of(run)
    if not run.cells or not drawable(board):
        return ""
    scene = scene_of(board, problem.piece, run.cells)
    marks = scene.marks
    if not scene.line or any(board[row - 1, column - 1] != PIECE for row, column in marks):
        return ""
    piece = problem.piece
    places = zip(LETTERS, marks, strict=False)
    named = [f"{piece} {letter} in row {row}, column {column}" for letter, (row, column) in places]
    what = "see each other" if len(named) == 2 else "stand in one line"
    return f"{', '.join(named[:-1])} and {named[-1]} {what}"
