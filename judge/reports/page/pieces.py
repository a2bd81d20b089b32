"""Lines and tables of a view as HTML. Where a link leads a site knows: it gives `resolve`, empty for no such page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from judge.reports.blocks import Bar, Dots, Head, Line, Link, Links, Piece, Place, Row, Span, Table
from judge.reports.page.html import Html, element, joined, prose
from judge.reports.page.marks import mark, share_bar, strip
from judge.reports.verdict_words import Kind

Resolve = Callable[[Place], str]
_ROLES: Final[Mapping[str, Callable[[str], Html]]] = {  # that look otherwise on a page
    "strong": lambda text: element("strong", text, dir="auto"),
    "soft": lambda text: element("span", text, class_="soft"),
    "bad": lambda text: element("span", text, class_="bad"),
    "code": lambda text: element("code", text),
    "prose": prose,
}


def nowhere(_: Place) -> str:
    """Return no address: for a page by itself."""
    return ""


def line_html(pieces: Line, resolve: Resolve = nowhere) -> Html:
    """Return a line."""
    return joined(*(_piece(one, resolve) for one in pieces))


def head_html(heads: Sequence[Head], *, sorts: bool = False) -> Html:
    """Return the head of a table; where a script `sorts` it, it is told by what it can't."""
    how = {False: "none"} if sorts else {}
    cells = (element("th", one.text, scope="col", class_=_class(one), data_sort=how.get(one.sorts)) for one in heads)
    return element("tr", *cells)


def body_html(table: Table, resolve: Resolve) -> Html:
    """Return the rows of a table."""
    rows = (element("tr", *cells_html(table.heads, row, resolve), id=row.anchor or None) for row in table.rows)
    return Html("\n".join(rows))


def cells_html(heads: Sequence[Head], row: Row, resolve: Resolve = nowhere) -> list[Html]:
    """Return the cells of a row, of which the first column of words is the head."""
    named = next((at for at, head in enumerate(heads) if head.align == "left"), -1)
    cells = []
    for at, (head, cell, key) in enumerate(zip(heads, row.cells, row.keys or (None,) * len(heads), strict=True)):
        inside = line_html(cell, resolve)
        if at == named:
            cells.append(element("th", inside, scope="row"))
        else:
            cells.append(element("td", inside, class_=_class(head), data_value=None if key is None else sort_key(key)))
    return cells


def _piece(one: Piece, resolve: Resolve) -> str:
    match one:
        case Link():
            inside, to = element("bdi", one.text), resolve(one.to)
            return element("a", inside, href=to) if to else inside
        case Span():
            return _ROLES[one.role](one.text) if one.role in _ROLES else one.text
        case Links():
            parts = [part for name in one.names for part in (", ", _piece(name, resolve))]
            return joined(*parts[1:])
        case Bar():
            return share_bar(one.part, one.whole)
        case Dots():
            return strip(one.times_s, one.limit_s, one.median_s)
    return met(one)


def met(one: Kind) -> Html:
    """Return a verdict as its mark and its words."""
    note = element("span", f" {one.note}", class_="soft") if one.note else ""
    return element("span", mark(one, said=one.said), f" {one.word}", note, class_="met")


def _class(head: Head) -> str | None:
    return "num" if head.align == "right" else None


def sort_key(value: float | None) -> str:
    """Return what a script sorts by: four digits, empty where there is no number."""
    return "" if value is None or not math.isfinite(value) else f"{value:.4g}"
