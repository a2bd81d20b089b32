"""The Markdown of a package as a part of a page: CommonMark with tables, by markdown-it.

Mark-up in it is shown as text. Pictures from elsewhere are not loaded, so what they show is said; links lead only where
the web is, or to mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from judge.reports.page.html import Html, element
from judge.reports.views.problem import contract, groups
from judge.text import clean, clean_line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from judge.model import About, Problem

_LINK: Final = re.compile(r"(?:https?:|mailto:)", re.IGNORECASE)
_BOX: Final = '<div class="scroll" tabindex="0" role="group" aria-label="table">\n'


def problem_words(problem: Problem, about: About) -> dict[str, Any]:
    """Return the parts of the page of a problem: the statement, what is to be written, and limits and groups; not the
    commands that a terminal is told of."""
    statement = markdown_html(about.statement, problem.title)
    if about.elsewhere:
        statement = markdown_html("The statement is a file that this page can't show: ask for it.")
    return {
        "statement": statement,
        "contract": markdown_html(contract(problem, about, terminal=False)),
        "groups": markdown_html(groups(problem, terminal=False)),
    }


@lru_cache(maxsize=64)
def markdown_html(text: str, title: str = "") -> Html:
    """Return it below the heading of the page: a first heading that only says the `title` again is left out, and no
    other one is of the first level."""
    reader = _reader()
    tokens = _lowered(reader.parse(clean(text, 1 << 20)), clean_line(title))
    return Html(reader.renderer.render(tokens, reader.options, {}))


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # rich brings it; only pages with a statement wait for it

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    # the words of any link stay: `_lowered` takes away where it leads
    made.validateLink = lambda _: True  # type: ignore[assignment,method-assign]
    made.add_render_rule("image", lambda _, tokens, at, *__: element("em", f"[{tokens[at].content}]"))
    made.add_render_rule("table_open", lambda *_: f"{_BOX}<table>\n")
    made.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return made


def _lowered(tokens: Sequence[Token], title: str) -> list[Token]:
    """Return the tokens with each heading one level lower, where any is of the first."""
    head = [one.type for one in tokens[:3]] == ["heading_open", "inline", "heading_close"]
    found = list(tokens[3:] if head and tokens[0].tag == "h1" and tokens[1].content.strip() == title else tokens)
    lower = any(one.tag == "h1" for one in found)
    for one in found:
        if one.type in ("heading_open", "heading_close"):
            one.tag = f"h{min(6, int(one.tag[1]) + lower)}"
        for link in one.children or ():
            if link.type == "link_open":
                leads = _LINK.match(str(link.attrs.get("href", "")))
                link.attrs = {"href": link.attrs["href"], "rel": "noopener noreferrer"} if leads else {}
    return found
