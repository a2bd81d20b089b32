"""The few elements that the page is made of. Every text of a stranger is cleaned and escaped in `text`."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

import msgspec

from judge.reports.sanitize import clean_line


class Column(msgspec.Struct, frozen=True):
    """The head of a column, and whether it holds figures."""

    head: str
    figures: bool = False


def text(words: str, limit: int = 1000) -> str:
    """Return words of whomever as HTML that shows them and does nothing."""
    return html.escape(clean_line(words, limit))


def named(words: str) -> str:
    """Return a name as HTML, written in its own direction, which turns nothing around it."""
    return f"<bdi>{text(words)}</bdi>"


def bar(part: float) -> str:
    """Return a bar for a part of 1; it is for the eyes, so the figure stands beside it."""
    return f'<span class="bar" aria-hidden="true" style="width:{6 * min(1.0, part):.2f}rem"></span>'


def section(head: str, *parts: str) -> str:
    """Return a part of the page with its heading."""
    return f"<section>\n<h2>{text(head)}</h2>\n" + "\n".join(parts) + "\n</section>"


def items(lines: Iterable[str], kind: str = "") -> str:
    """Return a list; the lines are HTML."""
    opened = f'<ul class="{kind}">' if kind else "<ul>"
    return opened + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def table(said: str, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in a box that scrolls by itself; the cells are HTML, the first of a row is its head. `said` is
    what it is called to those who do not see it."""
    figures = [' class="num"' if column.figures else "" for column in columns]
    heads = [f'<th scope="col"{kind}>{text(column.head)}</th>' for kind, column in zip(figures, columns, strict=True)]
    body = []
    for first, *others in rows:
        cells = [f"<td{kind}>{cell}</td>" for kind, cell in zip(figures[1:], others, strict=True)]
        body.append(f'<tr><th scope="row"{figures[0]}>{first}</th>{"".join(cells)}</tr>')
    return boxed(said, f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n" + "\n".join(body) + "\n</tbody>")


def boxed(said: str, inner: str, kind: str = "") -> str:
    """Return a table within its box, which the keyboard reaches."""
    opened = f'<div class="scroll {kind}" tabindex="0" role="region" aria-label="{text(said)}">'
    return f"{opened}\n<table>\n{inner}\n</table>\n</div>"
