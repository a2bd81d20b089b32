"""What submissions of a contest have found out about each other, each board once, with the arrangement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from judge.model import Judgement
from judge.reports.picture import picture
from judge.reports.sanitize import fold
from judge.reports.witness_words import head, witnesses

SHOWN = 3  # arrangements; a wrong generator may give a hundred wrong keys
_INDENT, _ROWS = "   ", 24


def witness_lines(judgements: Sequence[Judgement], width: int = 100) -> list[RenderableType]:
    """Return the boards in the order of the cases; nothing where nobody refutes anybody."""
    found = witnesses(judgements)
    parts: list[RenderableType] = [Text(), Text(head(judgements[0].problem), "bold")] if found else []
    for place, witness in enumerate(found):
        parts.append(Text("\n".join(fold(witness.words, width, "  ", "    "))))
        if place < SHOWN and witness.board is not None:
            parts.append(_drawn(witness.board, judgements[0].problem.piece, width))
    return parts


def _drawn(board: Any, piece: str, width: int) -> Text:
    text = Text()
    for line in picture(board, piece, (), width - len(_INDENT), _ROWS).split("\n"):
        text.append(_INDENT).append_text(line).append("\n")
    text.rstrip()
    return text
