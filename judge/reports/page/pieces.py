"""Lines and tables of a view as HTML. Where a link leads a site knows: it gives `resolve`, empty for no such page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from judge.reports.blocks import Bar, Dots, Head, Line, Link, Links, Piece, Place, Row, Shared, Span, Table
from judge.reports.page.html import Html, element, joined, prose
from judge.reports.page.marks import mark, share_bar, strip
from judge.reports.page.style import PARTS
from judge.reports.verdict_words import Kind

Resolve = Callable[[Place], str]
_ROLES: Final[Mapping[str, Callable[[str], Html]]] = {  # that look otherwise on a page
    "strong": lambda text: element("strong", text, dir="auto"),
    "soft": lambda text: element("span", text, class_="soft"),
    "bad": lambda text: element("span", text, class_="bad"),
    "code": lambda text: element("code", text),
    "prose": prose,
    "name": lambda text: element("bdi", text),
    "unsaid": lambda text: element("span", text, aria_hidden="true"),
}


def nowhere(_: Place) -> str:
    """Return no address: for a page by itself."""
    return ""


def line_html(pieces: Line, resolve: Resolve = nowhere) -> Html:
    """Return a line."""
    return joined(*(_piece(one, resolve) for one in pieces))


def head_html(heads: Sequence[Head], resolve: Resolve = nowhere, *, sorts: bool = False) -> Html:
    """Return the head of a table; where a script `sorts` it, it is told by what it can't."""
    how = {False: "none"} if sorts else {}
    cells = (
        element(
            "th",
            line_html(one.line, resolve) if one.line else one.text,
            scope="col",
            class_="case" if one.group else _class(one),
            aria_sort=one.order or None,
            data_sort=how.get(one.sorts),
        )
        for one in heads
    )
    return element("tr", *cells)


def body_html(table: Table, resolve: Resolve) -> Html:
    """Return the rows of a table."""
    rows = (element("tr", *cells_html(table.heads, row, resolve), id=row.anchor or None) for row in table.rows)
    return Html("\n".join(rows))


def cells_html(heads: Sequence[Head], row: Row, resolve: Resolve = nowhere) -> list[Html]:
    """Return the cells of a row, of which the first column of words is the head; in the end those of marks, in one."""
    named = next((at for at, head in enumerate(heads) if head.align == "left"), -1)
    cells = []
    marks = next((at for at, head in enumerate(heads) if head.group), len(heads))
    keys = row.keys or (None,) * len(heads)
    for at, (head, cell, key) in enumerate(zip(heads[:marks], row.cells, keys, strict=False)):
        inside = line_html(cell, resolve)
        if at == named:
            cells.append(element("th", inside, scope="row"))
        else:
            cells.append(element("td", inside, class_=_class(head), data_value=None if key is None else sort_key(key)))
    return [*cells, Html("".join(map(_marked, row.cells[marks:])))]


@lru_cache(maxsize=64)
def _marked(cell: Line) -> Html:
    """Return the cell of a mark, or an empty one. There are many and few kinds, so each is drawn once."""
    return element("td", *(mark(one, one.said) for one in cell if isinstance(one, Kind)), class_="c" if cell else None)


def _piece(one: Piece, resolve: Resolve) -> str:
    match one:
        case Link():
            inside, to = element("bdi", one.text), resolve(one.to)
            return element("a", inside, href=to) if to else inside
        case Shared():
            begin = element(
                "a", str(one.number), class_="part", id=one.anchor, href=f"#{one.other}", aria_label=one.said
            )
            marked = element("mark", one.text, class_=f"p{(one.number - 1) % len(PARTS)}")
            return joined(begin if one.first else Html(), marked)
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
    if head.align == "right":
        return "num"
    return "words" if head.folds else None


def sort_key(value: float | None) -> str:
    """Return what a script sorts by: four digits, empty where there is no number."""
    return "" if value is None or not math.isfinite(value) else f"{value:.4g}"
