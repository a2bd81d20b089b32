"""A verdict on one answer in a notebook: the sentence, the board with the cells in conflict, a note and a help."""

from __future__ import annotations

from typing import Any

from judge.model import Finding, ReadWarning, Verdict
from judge.reports.notebook.element import badge, block, element, page
from judge.reports.terminal.diagnostic import finding_lines, notice_lines

_WIDTH = 100


def finding_html(finding: Finding | None, board: Any, piece: str, warnings: tuple[ReadWarning, ...]) -> str:
    """Return why an answer was refused, or that it was not."""
    verdict = element("p", badge(finding.verdict if finding else Verdict.AC))
    whole = finding_lines(finding, board, piece, width=_WIDTH).plain if finding else "OK"
    return page(verdict, block(notice_lines(warnings, "the answer", _WIDTH).plain), block(whole))
