"""The style of the page that shows submissions side by side: light and dark, narrow and wide, on paper.

A part has one of six colours and a number; whoever can't see the colour reads the number. Contrast of text is at least
4.5 to 1 on each of them.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = (  # of parts: in a light page, in a dark one
    ("#ffe08a", "#5c4700"),
    ("#b9e3ff", "#0b4a72"),
    ("#ffc9b3", "#74310f"),
    ("#c8f0c0", "#1d5417"),
    ("#e3cdff", "#4f2b82"),
    ("#ffc4de", "#7a1c4b"),
)
_LIGHT: Final = "--page:#fff;--card:#f4f6f9;--text:#1b1f26;--soft:#525a68;--line:#c9cfd9;--link:#0a56a8"
_DARK: Final = "--page:#14171c;--card:#1e232b;--text:#e6e9ee;--soft:#a9b2c0;--line:#3b4350;--link:#8cc4ff"
_RULES: Final = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:90rem;padding:1rem;background:var(--page);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{line-height:1.25;margin:1.2rem 0 .4rem}h5{margin:.6rem 0 .2rem;color:var(--soft)}a{color:var(--link)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.6rem 1rem}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2rem .6rem;text-align:left}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}
.line{display:grid;grid-template-columns:3.4em minmax(0,1fr);font:.82rem/1.45 ui-monospace,Menlo,Consolas,monospace}
.line>span{color:var(--soft);text-align:right;padding-right:.7em;user-select:none}
.line>code{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.gap{color:var(--soft);padding-left:3.4em;font-size:.85rem}
mark{color:var(--text);border-bottom:2px solid var(--soft);-webkit-print-color-adjust:exact;print-color-adjust:exact}
.part{display:inline-block;min-width:1.6rem;min-height:1.5rem;margin-right:.3em;padding:0 .3em;text-align:center;
font-weight:700;color:var(--page);background:var(--text);border-radius:.3rem;text-decoration:none;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
.part:target,:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media (max-width:700px){.sides{grid-template-columns:minmax(0,1fr)}body{padding:.6rem}
.line{grid-template-columns:2.6em minmax(0,1fr)}}
@media print{body{max-width:none;padding:0;font-size:10pt}h2,h3,h4,h5{break-after:avoid}.pair+.pair{break-before:page}}
"""


def style() -> str:
    """Return the whole style."""
    light, dark = ("".join(f";--p{number}:{pair[k]}" for number, pair in enumerate(COLOURS)) for k in (0, 1))
    marks = "".join(f".p{number}{{background:var(--p{number})}}" for number in range(len(COLOURS)))
    on_screen = f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}{dark}}}}}"
    return f":root{{color-scheme:light dark;{_LIGHT}{light}}}{on_screen}{_RULES}{marks}".replace("\n", "")
