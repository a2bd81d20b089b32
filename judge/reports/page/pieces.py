"""Lines and tables of a view as HTML. Where a link leads a site knows: it gives `resolve`, empty for no such page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from judge.reports.blocks import Head, Matrix, Row, Table
from judge.reports.lines import Bar, Dots, Line, Link, Links, Piece, Place, Shared, Span
from judge.reports.page.html import Html, element, join_html, prose
from judge.reports.page.marks import bar, class_of, mark, share_bar, strip, used
from judge.reports.page.style import PARTS
from judge.reports.verdict_words import Kind

Resolve = Callable[[Place], str]
_ROLES: Final[Mapping[str, Callable[[str], Html]]] = {  # that look otherwise on a page
    "strong": lambda text: element("strong", text, dir="auto"),
    "soft": lambda text: element("span", text, class_="soft"),
    "good": lambda text: element("span", text, class_="good"),
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
    return join_html(*(_piece(one, resolve) for one in pieces))


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
            cells.append(element("td", inside, class_=_class(head), data_value=None if key is None else _sort_key(key)))
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
            return join_html(begin if one.first else Html(), marked)
        case Span():
            return _ROLES[one.role](one.text) if one.role in _ROLES else one.text
        case Links():
            parts = [part for name in one.names for part in (", ", _piece(name, resolve))]
            return join_html(*parts[1:])
        case Bar():
            return (bar if one.limit else share_bar)(one.part, one.whole)
        case Dots():
            return strip(one.times_s, one.limit_s, one.median_s)
    return met(one)


def met(one: Kind) -> Html:
    """Return a verdict as its mark and its words."""
    note = element("span", f" {one.note}", class_="soft") if one.note else ""
    return element("span", mark(one, said=one.said), f" {one.word}", note, class_="met")


# --- a matrix ---------------------------------------------------------------------------------------------------------
def matrix_html(one: Matrix, resolve: Resolve) -> Html:
    """Return the parts of a table: it has so many cells that each is written in few bytes, its mark by `symbols`."""
    classes = [_class(head) or ("far" if head.priority else "") for head in one.heads]
    plain = [f"plain {name}".rstrip() for name in classes]
    pages, marks = [resolve(column.to) for column in one.columns], {kind: used(kind) for kind in one.kinds}
    named = zip(one.heads, classes, strict=True)
    heads = [element("th", head.text, scope="col", class_=name or None) for head, name in named]
    heads += (_turned(column, page) for column, page in zip(one.columns, pages, strict=True))
    rows = (_case_html(row, plain, pages, marks, resolve) for row in one.rows)
    name, *solved = one.foot
    foot = [element("th", name, scope="row"), *(element("td", class_=each) for each in plain[1:])]
    foot += (element("td", text, class_="plain") for text in solved)
    return join_html(
        element("thead", element("tr", *heads)),
        element("tbody", Html("\n".join(rows))),
        element("tfoot", element("tr", *foot)),
    )


def _turned(column: Link, page: str) -> Html:
    """Return the head of a column, which a script can hide."""
    link = element("a", element("bdi", column.text), href=page, title=column.text)
    return element("th", element("div", link), scope="col", class_="turned", data_column=column.text)


def _case_html(
    row: Matrix.Row, plain: Sequence[str], pages: Sequence[str], marks: Mapping[Kind, Html], resolve: Resolve
) -> Html:
    (named, *words), keys = row.about.cells, row.about.keys[1:]
    cells = [element("th", line_html(named, resolve), scope="row")]
    for text, key, name in zip(words, keys, plain[1:], strict=True):
        cells.append(element("td", line_html(text), class_=name, data_value=None if key is None else f"{key:g}"))
    for one, page in zip(row.tried, pages, strict=True):
        if one is None:
            cells.append(element("td", class_="plain"))
            continue
        inside = (marks[one.kind], element("small", one.text)) if one.text else (marks[one.kind],)
        link = element("a", *inside, href=f"{page}#{row.about.anchor}", title=one.kind.said)
        cells.append(element("td", link, class_=class_of(one.kind), data_value=f"{one.key:.12g}"))
    return element("tr", *cells, data_group=row.group)


def _class(head: Head) -> str | None:
    if head.align == "right":
        return "num"
    return "words" if head.folds else None


def _sort_key(value: float) -> str:
    """Return what a script sorts by: four digits, empty where that is not finite."""
    return f"{value:.4g}" if math.isfinite(value) else ""
