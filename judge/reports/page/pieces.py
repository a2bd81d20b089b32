"""Lines and tables of a view as HTML. Where a link leads a site knows: it gives `resolve`, empty for no such page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from judge.errors import verdicts
from judge.reports.blocks import Head, Line, Link, Piece, Place, Row, Span, Table
from judge.reports.page.html import Html, element, joined
from judge.reports.page.marks import mark

Resolve = Callable[[Place], str]
_TONES: Final = ("soft", "bad")  # that the style knows


def nowhere(_: Place) -> str:
    """Return no address: for a page by itself."""
    return ""


def line_html(pieces: Line, resolve: Resolve = nowhere) -> Html:
    """Return a line."""
    return joined(*(_piece(one, resolve) for one in pieces))


def head_html(heads: Sequence[Head]) -> Html:
    """Return the head of a table."""
    return element("tr", *(element("th", head.text, scope="col", class_=_class(head)) for head in heads))


def body_html(table: Table, resolve: Resolve) -> Html:
    """Return the rows of a table."""
    return joined(*(element("tr", *cells_html(table.heads, row, resolve)) for row in table.rows))


def cells_html(heads: Sequence[Head], row: Row, resolve: Resolve = nowhere) -> list[Html]:
    """Return the cells of a row, of which the first column of words is the head."""
    named = next((at for at, head in enumerate(heads) if head.align == "left"), -1)
    cells = []
    for at, (head, cell, key) in enumerate(zip(heads, row.cells, row.keys, strict=True)):
        inside = line_html(cell, resolve)
        if at == named:
            cells.append(element("th", inside, scope="row"))
        else:
            cells.append(element("td", inside, class_=_class(head), data_value=None if key is None else sort_key(key)))
    return cells


def _piece(one: Piece, resolve: Resolve) -> str:
    if isinstance(one, Link):
        inside, to = element("bdi", one.text), resolve(one.to)
        return element("a", inside, href=to) if to else inside
    if isinstance(one, Span):
        return element("span", one.text, class_=one.role) if one.role in _TONES else one.text
    note = element("span", f" {one.note}", class_="soft") if one.note else ""
    return joined(mark(one.verdict, said=verdicts()[one.verdict].title), f" {one.verdict}", note)


def _class(head: Head) -> str | None:
    return "num" if head.align == "right" else None


def sort_key(value: float | None) -> str:
    """Return what a script sorts by: four digits, empty where there is no number."""
    return "" if value is None or not math.isfinite(value) else f"{value:.4g}"
