"""The words about boards on which one submission found an arrangement, and others, or the package, say FAIL; or a
better arrangement than the package knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Judgement, Run, Verdict
from judge.reports.blocks import Block, Listing, Para, Picture, Section, line, para
from judge.reports.picture.scene import PIECE, drawable
from judge.text import clean_line, listed

_HEAD: Final = "arrangements found here; each FAIL on these boards is wrong, as shown above:"
_BETTER: Final = "arrangements found here that are better than those of the package:"
_NAMED = 3
_ARRANGEMENTS = 3  # that are drawn; a wrong generator may give a hundred wrong keys
_ROWS = 24  # of an arrangement
_FOUND: Final = "An arrangement was found where others say FAIL:"  # on a page, which draws none
_FOUND_BETTER: Final = "A better arrangement was found than the package has:"


class Witness(msgspec.Struct, frozen=True, eq=False):
    """Who found an arrangement on a board and who said FAIL, in words; the arrangement, where it can be drawn."""

    words: str
    board: Any = None


def arrangements(judgements: Sequence[Judgement]) -> Iterator[Block]:
    """Yield the boards in the order of the cases, the first ones with the arrangement that was found; nothing where
    nobody refutes anybody."""
    found, problem = witnesses(judgements), judgements[0].problem
    if found:
        yield from (para(), para(_BETTER if problem.scored else _HEAD, "strong"))
    for place, witness in enumerate(found):
        yield Listing((line(witness.words),))
        if place < _ARRANGEMENTS and witness.board is not None:
            yield Picture("the arrangement", witness.board, problem.piece, rows=_ROWS)


def note(judgements: Sequence[Judgement]) -> Section | None:
    """Return the same for a page, without what was found; nothing where nobody refutes anybody."""
    said = _FOUND_BETTER if judgements[0].problem.scored else _FOUND
    found = tuple(line(one.words) for one in witnesses(judgements))
    return Section("", (Para(line(said)), Listing(found)), card=said, note=True) if found else None


def witnesses(judgements: Sequence[Judgement]) -> list[Witness]:
    """Return the boards of one problem in the order of the cases; none where nobody refutes anybody."""
    boards = dict.fromkeys(run.place for one in judgements for run in one.runs if run.refuter or run.refutes_key)
    found = []
    for board in boards:
        runs = [(one, run) for one in judgements for run in one.runs if run.place == board]
        refuting = [run for _, run in runs if run.refutes_key] or [run for _, run in runs if run.verdict is Verdict.AC]
        drawn = [run.board for run in refuting if drawable(run.board)]
        shown = max(drawn, key=lambda board: np.count_nonzero(board == PIECE), default=None)
        found.append(Witness(_sentence(board, runs), shown))
    return found


def _sentence(board: tuple[str, str], runs: Sequence[tuple[Judgement, Run]]) -> str:
    """Return who found it, and who said FAIL."""
    by_key = [one.submission.name for one, run in runs if run.refutes_key]
    wrong = [one.submission.name for one, run in runs if run.refuter]
    who = listed([*dict.fromkeys([*(run.refuter for _, run in runs if run.refuter), *by_key])], _NAMED)
    if runs[0][0].problem.scored:
        return clean_line(f"{board[0]}/{board[1]}: found by {who}", 1000)
    said = [*(["the package"] if by_key else []), *([listed(wrong, _NAMED)] if wrong else [])]
    return clean_line(f"{board[0]}/{board[1]}: found by {who}; FAIL was said by {' and by '.join(said)}", 1000)
