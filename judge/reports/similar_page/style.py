"""What the page of submissions side by side has of its own beside the style of every page: two sides, and lines.

A part has one of six colours and a number; whoever can't see the colour reads the number. Contrast of text is at least
4.5 to 1 on each of them.
"""

from __future__ import annotations

from typing import Final

from judge.reports.page.html import Html
from judge.reports.page.style import style as style_of_pages

COLOURS: Final = (  # of parts: in a light page, in a dark one
    ("#ffe08a", "#5c4700"),
    ("#b9e3ff", "#0b4a72"),
    ("#ffc9b3", "#74310f"),
    ("#c8f0c0", "#1d5417"),
    ("#e3cdff", "#4f2b82"),
    ("#ffc4de", "#7a1c4b"),
)
_OWN: Final = """
body{max-width:90rem}h5{margin:.6rem 0 .2rem;color:var(--soft)}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}
.line{display:grid;grid-template-columns:3.4em minmax(0,1fr);font:.82rem/1.45 ui-monospace,Menlo,Consolas,monospace}
.line>span{color:var(--soft);text-align:right;padding-right:.7em;user-select:none}
.line>code{display:block;font:inherit;background:none;padding:0;white-space:pre-wrap;overflow-wrap:anywhere}
.gap{color:var(--soft);padding-left:3.4em;font-size:.85rem}
mark{color:var(--text);border-bottom:2px solid var(--soft);-webkit-print-color-adjust:exact;print-color-adjust:exact}
.part{display:inline-block;min-width:1.6rem;min-height:1.5rem;margin-right:.3em;padding:0 .3em;text-align:center;
font-weight:700;color:var(--page);background:var(--text);border-radius:.3rem;text-decoration:none;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
.part:target{outline:3px solid var(--link);outline-offset:2px}
@media (max-width:700px){.sides{grid-template-columns:minmax(0,1fr)}body{padding:.6rem}
.line{grid-template-columns:2.6em minmax(0,1fr)}}
@media print{.part{color:var(--page)}.pair+.pair{break-before:page}}
"""


def style() -> Html:
    """Return the whole style."""
    light, dark = (";".join(f"--p{number}:{pair[k]}" for number, pair in enumerate(COLOURS)) for k in (0, 1))
    marks = "".join(f".p{number}{{background:var(--p{number})}}" for number in range(len(COLOURS)))
    colours = f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return style_of_pages(colours, _OWN, marks)
