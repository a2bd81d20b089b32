"""How results look in a notebook: pieces of HTML that load nothing, run nothing, and suit light and dark pages.

A notebook's page has colours of its own, light or dark: a text takes them over, and a badge brings its own ground.
There is no script, no link, no picture and no class of ours; a notebook that is not trusted keeps all of it. A text of
strangers is cleaned and escaped on its way in, unless it is mark-up itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model import Finding, Host, ReadWarning, Standing, Verdict
from judge.reports.blocks import Head, Line, Table, plain
from judge.reports.measuring_words import not_enforced
from judge.reports.page.html import Html, element, joined
from judge.reports.palette import LOOKS
from judge.reports.reader import Reader
from judge.reports.terminal.console import as_text
from judge.reports.terminal.diagnostic import diagnostics, finding_lines, notice_lines
from judge.reports.verdict_words import Kind, expectations
from judge.reports.views.leaderboard import leaderboard
from judge.text import clean

_WIDTH = 100
_BADGE = "color:#fff;background:{};padding:0 .4em;border-radius:.3em;font-weight:bold"
_PRE = "overflow-x:auto;line-height:1.2;white-space:pre;text-align:left;background:transparent;color:inherit"


def contest_html(boards: Sequence[Sequence[Standing]], clock: Host.Clock, host: Host) -> str:
    """Return the standings of each problem. A submission that is alone has its diagnostics."""
    judgements = [row.judgement for board in boards for row in board]
    missing = not_enforced(host)
    found = expectations(judgements)
    end = [str(found), *(f"  {one.kind}  {one.who}  {one.where}".rstrip() for one in found.faults)]
    return page(
        block(f"warning: {missing}" if missing else ""),
        *(part for board in boards if board for part in _board(board, clock)),
        block("\n".join(end) if judgements else "nothing was judged"),
    )


def finding_html(finding: Finding | None, board: Any, piece: str, warnings: tuple[ReadWarning, ...]) -> str:
    """Return why an answer was refused, or that it was not: the sentence, the board, a note and a help."""
    verdict = element("p", badge(finding.verdict if finding else Verdict.AC))
    whole = finding_lines(finding, board, piece, width=_WIDTH).plain if finding else "OK"
    return page(verdict, block(notice_lines(warnings, "the answer", _WIDTH).plain), block(whole))


def _board(board: Sequence[Standing], clock: Host.Clock) -> list[Html]:
    shown = leaderboard(board[0].judgement.problem, board, clock)
    why = diagnostics(board[0].judgement, _WIDTH, Reader()) if len(board) == 1 else []
    return [
        element("p", element("b", shown.title), f" {shown.about}"),
        table(shown.table),
        element("p", " ".join(shown.legend)),
        block("".join(as_text(part, _WIDTH) for part in why)),
    ]


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
    return [_badged(one) if isinstance(one, Kind) else plain((one,)) for one in pieces]


def _badged(one: Kind) -> Html:
    return joined(badge(one.verdict), f" {one.note}" * bool(one.note))


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
