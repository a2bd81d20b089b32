"""How results look in Python and in a notebook: pieces of HTML that load nothing, run nothing, and suit light and dark
pages.

A notebook's page has colours of its own, light or dark: a text takes them over, and a badge brings its own ground.
There is no script, no link, no picture and no class of ours; a notebook that is not trusted keeps all of it. A text of
strangers is cleaned and escaped on its way in, unless it is mark-up itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model import Finding, Host, ReadWarning, Standing, Verdict
from judge.reports.blocks import Block, Head, Para, Shown, Table
from judge.reports.lines import Line, Piece, Span, plain
from judge.reports.page.html import Html, element, join_html
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import as_text
from judge.reports.terminal.diagnostic import finding_lines, notice_lines
from judge.reports.verdict_words import Kind
from judge.reports.views.run import overview
from judge.text import clean

_WIDTH = 100
_TEXT_WIDTH = 120  # of what is no page
_BADGE = "color:#fff;background:{};padding:0 .4em;border-radius:.3em;font-weight:bold"
_PRE = "overflow-x:auto;line-height:1.2;white-space:pre;text-align:left;background:transparent;color:inherit"


class Overview:
    """Leaderboards, and what was not as expected: to print, as text, and for a notebook."""

    def __init__(self, boards: Sequence[Sequence[Standing]], clock: Host.Clock, host: Host) -> None:
        self._shown = Shown(overview([board for board in boards if board], clock, host))

    def __rich__(self) -> Shown:
        return self._shown

    def __str__(self) -> str:
        return as_text(self, _TEXT_WIDTH).rstrip()

    def html(self) -> str:
        """Return it for a notebook."""
        return page(*map(_block, self._shown.blocks))


def finding_html(finding: Finding | None, board: Any, piece: str, warnings: tuple[ReadWarning, ...]) -> str:
    """Return why an answer was refused, or that it was not: the sentence, the board, a note and a help."""
    verdict = element("p", badge(finding.verdict if finding else Verdict.AC))
    whole = finding_lines(finding, board, piece, width=_WIDTH).plain if finding else "OK"
    return page(verdict, block(notice_lines(warnings, "the answer", _WIDTH).plain), block(whole))


def _block(one: Block) -> Html:
    """Return a block; but for lines and tables it has the shape that a terminal gives it."""
    match one:
        case Para():
            return element("p", *_line(one.line)) if one.line else Html()
        case Table():
            return table(one)
    return block(as_text(Shown([one]), _WIDTH))


def table(shown: Table) -> Html:
    """Return a table."""
    head = (element("th", head.text, style=_side(head)) for head in shown.heads)
    return element(
        "table",
        element("thead", element("tr", *head)),
        element("tbody", *(_row(shown, row.cells) for row in shown.rows)),
    )


def _row(table: Table, cells: tuple[Line, ...]) -> Html:
    pairs = zip(table.heads, cells, strict=True)
    return element("tr", *(element("td", *_line(cell), style=_side(head)) for head, cell in pairs))


def _line(pieces: Line) -> list[str]:
    return list(map(_piece, pieces))


def _piece(one: Piece) -> str:
    if isinstance(one, Kind):
        return join_html(badge(one.verdict), f" {one.note}" * bool(one.note))
    return element("b", one.text) if isinstance(one, Span) and one.role == "strong" else plain((one,))


def _side(head: Head) -> str:
    return f"text-align:{head.align}"


def block(text: str) -> Html:
    """Return a text of several lines in letters of one width, as it is."""
    return element("pre", clean(text), style=_PRE) if text.strip() else Html()


def badge(verdict: Verdict) -> Html:
    """Return a verdict in its colour."""
    return element("span", str(verdict), style=_BADGE.format(LOOKS[verdict].light))


def page(*parts: Html) -> str:
    """Return the whole. The classes are MathJax's: no $...$ in it becomes a formula."""
    return element("div", *parts, class_="tex2jax_ignore mathjax_ignore", dir="auto")
