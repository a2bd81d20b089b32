"""A view as HTML: its blocks in reading order, by templates/page/blocks.html. It has no word of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from judge.errors import codes
from judge.reports.blocks import Block, Page
from judge.reports.excerpt import details
from judge.reports.lines import Place
from judge.reports.page.html import Html, element, join_html
from judge.reports.page.marks import mark, share_bar, sign, symbols
from judge.reports.page.pieces import body_html, head_html, line_html, matrix_html, nowhere
from judge.reports.page.style import parts_style, style
from judge.reports.page.templates import render
from judge.reports.picture.svg import STYLE, Pictures
from judge.reports.views.feedback import feedback
from judge.reports.views.submission import so_far

if TYPE_CHECKING:
    from judge.model import Graded, Problem, Run
    from judge.reports.export.exporter import Sheet
    from judge.reports.page.pieces import Resolve
    from judge.reports.views.submission import SubmissionPage

_CSS: Final = style(STYLE, parts_style(), alone=True)


def submission_html(view: SubmissionPage, pages: Resolve = nowhere) -> Html:
    """Return the view of a submission below its heading. A site that has other `pages`, of the cases, has the script
    that sorts tables too."""

    def resolve(to: Place) -> str:
        if to.kind in ("page", "case") and (page := pages(Place("case", to.key))):
            return page
        anchors = {"case": view.places.get(to.key), "told": view.places.get(to.key), "here": to.key}
        anchors["code"] = to.key if to.key in codes() else ""
        return f"#{anchor}" if (anchor := anchors.get(to.kind)) else ""

    return blocks_html(view.blocks(), resolve, sorts=pages is not nowhere)


def letters_html(problem: Problem, attempts: Iterable[Run]) -> Html:
    """Return how far a submission is: a mark for each case, as it comes."""
    return blocks_html(so_far(problem, attempts))


def student_html(row: Graded, sheet: Sheet) -> str:
    """Return the feedback for one student, a page that is complete in itself."""
    view = feedback(row, sheet)
    return _alone(view.title, submission_html(view), view.who)


def page_html(view: Page) -> str:
    """Return a view as a page that is complete in itself."""
    return _alone(view.title, view_html(view, lambda to: f"#{to.key}" if to.kind == "here" else ""), wide=True)


def _alone(title: str, body: Html, who: Sequence[str] = (), *, wide: bool = False) -> str:
    said = ": ".join((title, *who[:1]))
    return render("page/alone.html", title=said, head=title, who=who, wide=wide, css=_CSS, body=body)


def view_html(view: Page, resolve: Resolve, *parts: str) -> Html:
    """Return a page below its heading, or these parts of it."""
    return blocks_html(view.blocks(*parts), resolve)


def blocks_html(found: Sequence[Block], resolve: Resolve = nowhere, *, sorts: bool = False) -> Html:
    """Return blocks. Tables that a script `sorts` say by what."""
    shown = render(
        "page/blocks.html",
        blocks=found,
        resolve=resolve,
        sorts=sorts,
        line=partial(line_html, resolve=resolve),
        code=partial(_code, resolve=resolve),
        head=partial(head_html, resolve=resolve, sorts=sorts),
        body=partial(body_html, resolve=resolve),
        matrix=partial(matrix_html, resolve=resolve),
        mark=mark,
        sign=sign,
        symbols=symbols,
        share_bar=lambda one: share_bar(one.part, one.whole),
        drawn_board=Pictures().drawn,
        details=details,
    )
    return Html(shown)


def _code(code: str, resolve: Resolve) -> Html:
    """Return a code, which leads to what it means; nothing for none."""
    if not code:
        return Html()
    to = resolve(Place("code", code))
    return join_html(" ", element("a", f"[{code}]", class_="code", href=to) if to else f"[{code}]")
