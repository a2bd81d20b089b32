"""The words about boards on which one submission found an arrangement, and others, or the package, say FAIL; or a
better arrangement than the package knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from judge.model import Judgement, Run, Verdict
from judge.reports.blocks import Block, Listing, Picture, Section, para
from judge.reports.lines import Line, line
from judge.reports.picture.scene import PIECE, drawable
from judge.text import clean_line, listed

_HEAD: Final = "arrangements found here; each FAIL on these boards is wrong, as shown above:"
_BETTER: Final = "arrangements found here that are better than those of the package:"
_NAMED = 3
_ARRANGEMENTS = 3  # that are drawn; a wrong generator may give a hundred wrong keys
_ROWS = 24  # of an arrangement
_FOUND: Final = "An arrangement was found where others say FAIL:"  # on a page, which draws none
_FOUND_BETTER: Final = "A better arrangement was found than the package has:"


def arrangements(judgements: Sequence[Judgement]) -> Iterator[Block]:
    """Yield the boards in the order of the cases, the first ones with the arrangement that was found; nothing where
    nobody refutes anybody."""
    found, problem = list(_found(judgements)), judgements[0].problem
    if found:
        yield from (para(), para(_BETTER if problem.scored else _HEAD, "strong"))
    for place, (said, board) in enumerate(found):
        yield Listing((said,))
        if place < _ARRANGEMENTS and board is not None:
            yield Picture("the arrangement", board, problem.piece, rows=_ROWS)


def note(judgements: Sequence[Judgement]) -> Section | None:
    """Return the same for a page, without what was found; nothing where nobody refutes anybody."""
    said = _FOUND_BETTER if judgements[0].problem.scored else _FOUND
    found = tuple(one for one, _ in _found(judgements))
    return Section("", (para(said), Listing(found)), card=said, note=True) if found else None


def _found(judgements: Sequence[Judgement]) -> Iterator[tuple[Line, Any]]:
    """Yield who found an arrangement on a board and who said FAIL; and the arrangement, where it can be drawn."""
    boards: dict[tuple[str, str], list[tuple[Judgement, Run]]]
    boards = {run.place: [] for one in judgements for run in one.runs if run.refuter or run.refutes_key}
    for one in judgements:
        for run in one.runs:
            if run.place in boards:
                boards[run.place].append((one, run))
    for board, runs in boards.items():
        refuting = [run for _, run in runs if run.refutes_key] or [run for _, run in runs if run.verdict is Verdict.AC]
        drawn = [run.board for run in refuting if drawable(run.board)]
        yield line(_sentence(board, runs)), max(drawn, key=lambda one: np.count_nonzero(one == PIECE), default=None)


def _sentence(board: tuple[str, str], runs: Sequence[tuple[Judgement, Run]]) -> str:
    """Return who found it, and who said FAIL."""
    by_key = [one.submission.name for one, run in runs if run.refutes_key]
    wrong = [one.submission.name for one, run in runs if run.refuter]
    who = listed([*dict.fromkeys([*(run.refuter for _, run in runs if run.refuter), *by_key])], _NAMED)
    if runs[0][0].problem.scored:
        return clean_line(f"{board[0]}/{board[1]}: found by {who}", 1000)
    said = [*(["the package"] if by_key else []), *([listed(wrong, _NAMED)] if wrong else [])]
    return clean_line(f"{board[0]}/{board[1]}: found by {who}; FAIL was said by {' and by '.join(said)}", 1000)
