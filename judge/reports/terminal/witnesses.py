"""What submissions of a contest have found out about each other: boards on which one found an arrangement, and others,
or the package, say FAIL. Each board once, with the arrangement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from judge.model import CaseResult, Judgement, Verdict
from judge.model.wrong_key import REFUTED
from judge.reports.picture import picture
from judge.reports.picture.scene import drawable
from judge.reports.sanitize import clean_line, fold

SHOWN = 3  # arrangements; a wrong generator may give a hundred wrong keys
_INDENT, _ROWS = "   ", 24
_NAMED = 3


def witness_lines(judgements: Sequence[Judgement], width: int = 100) -> list[RenderableType]:
    """Return the boards in the order of the cases; nothing where nobody refutes anybody."""
    boards = list(dict.fromkeys(_board(run) for one in judgements for run in one.runs if _is_refuted(run)))
    if not boards:
        return []
    head = "arrangements found here; each FAIL on these boards is wrong, as shown above:"
    parts: list[RenderableType] = [Text(), Text(head, "bold")]
    for place, board in enumerate(boards):
        runs = [(one, run) for one in judgements for run in one.runs if _board(run) == board]
        parts.append(Text("\n".join(fold(_sentence(board, runs), width, "  ", "    "))))
        shown = next((run.board for _, run in runs if _found(run) and drawable(run.board)), None)
        if place < SHOWN and shown is not None:
            parts.append(_drawn(shown, judgements[0].problem.piece, width))
    return parts


def _board(run: CaseResult) -> tuple[str, str]:
    return run.group, run.case


def _is_refuted(run: CaseResult) -> bool:
    return bool(run.refuter) or run.code == REFUTED


def _found(run: CaseResult) -> bool:
    return run.verdict is Verdict.AC or run.code == REFUTED


def _sentence(board: tuple[str, str], runs: Sequence[tuple[Judgement, CaseResult]]) -> str:
    """Return who found it, and who said FAIL."""
    by_key = [one.submission.name for one, run in runs if run.code == REFUTED]
    wrong = [one.submission.name for one, run in runs if run.refuter]
    who = _names(dict.fromkeys([*(run.refuter for _, run in runs if run.refuter), *by_key]))
    said = [*(["the package"] if by_key else []), *([_names(wrong)] if wrong else [])]
    return clean_line(f"{board[0]}/{board[1]}: found by {who}; FAIL was said by {' and by '.join(said)}", 1000)


def _names(names: Iterable[str]) -> str:
    found = list(names)
    return ", ".join(found[:_NAMED]) + (f" and {len(found) - _NAMED} more" if len(found) > _NAMED else "")


def _drawn(board: Any, piece: str, width: int) -> Text:
    text = Text()
    for line in picture(board, piece, (), width - len(_INDENT), _ROWS).split("\n"):
        text.append(_INDENT).append_text(line).append("\n")
    text.rstrip()
    return text
