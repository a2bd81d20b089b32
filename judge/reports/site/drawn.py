"""Boards of a run as pictures."""

from __future__ import annotations

from typing import Any

from judge.model import CaseResult, Problem
from judge.reports.page.html import Html
from judge.reports.picture.scene import drawable
from judge.reports.picture.svg import board_svg


def answer_of(run: CaseResult) -> Any:
    """Return the board that was answered; None where it is none, or was not kept."""
    if drawable(run.board):
        return run.board
    return run.given.board() if run.given else None


def answer_drawn(problem: Problem, run: CaseResult) -> Html:
    """Return what was answered, with the conflict; nothing where no cell is at fault."""
    board = answer_of(run)
    return board_svg(board, problem.piece, run.cells) if run.cells and drawable(board) else Html()
