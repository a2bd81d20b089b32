"""Boards as text, each packed once, however often a running contest is written."""

from __future__ import annotations

from typing import Any

from judge.model.given import CELL, WEIGHT, board_text

LARGEST = 256  # side of a refused board that is written; the cells of a larger one say enough


class Packing:
    """Keeps the text of each board that it was given, and so the board."""

    def __init__(self) -> None:
        self._texts: dict[int, tuple[Any, str]] = {}

    def case(self, board: Any) -> str | None:
        """Return the board of a case, of any size; None where there is none."""
        return self._text(board) if board.size else None

    def weights(self, numbers: Any) -> str | None:
        """Return the weights of the cells of a board, of any size; None where there are none."""
        return None if numbers is None else self._text(numbers, WEIGHT)

    def refused(self, board: Any) -> str | None:
        """Return a refused board; None where there is none, or it is too large."""
        if board is None or board.ndim != 2 or not 0 < min(board.shape) <= max(board.shape) <= LARGEST:
            return None
        return self._text(board)

    def _text(self, board: Any, kind: str = CELL) -> str:
        kept = self._texts.get(id(board))
        if kept is None:  # the board is kept, so that its id stays its own
            kept = self._texts[id(board)] = board, board_text(board, kind)
        return kept[1]
