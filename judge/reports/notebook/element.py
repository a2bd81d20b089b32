"""Elements of HTML. A text of strangers is cleaned and escaped on its way in, unless it is an element itself.

A notebook's page has colours of its own, light or dark: a text takes them over, and a badge brings its own ground.
There is no script, no link, no picture and no class of ours; a notebook that is not trusted keeps all of it.
"""

from __future__ import annotations

import html

from judge.model import Verdict
from judge.reports.palette import LOOKS
from judge.reports.sanitize import clean, clean_line

_BADGE = "color:#fff;background:{};padding:0 .4em;border-radius:.3em;font-weight:bold"
_PRE = "overflow-x:auto;line-height:1.2;white-space:pre;text-align:left;background:transparent;color:inherit"


class Element(str):
    """Markup that is as it should be."""

    __slots__ = ()


def element(tag: str, *inside: str, style: str = "") -> Element:
    """Return an element. What is inside is a text of one line, or an element."""
    held = "".join(one if isinstance(one, Element) else html.escape(clean_line(one, 1000)) for one in inside)
    styled = f' style="{html.escape(style)}"' if style else ""
    return Element(f"<{tag}{styled}>{held}</{tag}>")


def block(text: str) -> Element:
    """Return a text of several lines in letters of one width, as it is."""
    return Element(f'<pre style="{_PRE}">{html.escape(clean(text))}</pre>') if text.strip() else Element()


def badge(verdict: Verdict) -> Element:
    """Return a verdict in its colour."""
    return element("span", str(verdict), style=_BADGE.format(LOOKS[verdict].light))


def table(head: tuple[str, ...], rows: list[tuple[str, ...]], right: frozenset[int]) -> Element:
    """Return a table; the columns whose numbers are in `right` hold figures."""

    def row(tag: str, cells: tuple[str, ...]) -> Element:
        sides = ["right" if at in right else "left" for at in range(len(cells))]
        pairs = zip(cells, sides, strict=True)
        return element("tr", *(element(tag, cell, style=f"text-align:{side}") for cell, side in pairs))

    return element("table", element("thead", row("th", head)), element("tbody", *(row("td", cells) for cells in rows)))


def page(*parts: Element) -> str:
    """Return the whole. The classes are MathJax's: no $...$ in it becomes a formula."""
    return f'<div class="tex2jax_ignore mathjax_ignore" dir="auto">{"".join(parts)}</div>'
