"""The style of every page: light and dark, narrow and wide, on paper. Colours are told apart by whoever can't see one
of them (a test simulates that), and contrast is at least 7 to 1 for text, 3 to 1 for shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html
from judge.reports.palette import LOOKS

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
# By name: in a light page, in a dark one. Letters on marks have the colour `ink`.
COLOURS: Final = {
    "page": ("#ffffff", "#14171c"),
    "card": ("#f4f6f9", "#1e232b"),
    "text": ("#1b1f26", "#e6e9ee"),
    "soft": ("#434a57", "#b6bfcc"),
    "line": ("#c9cfd9", "#3b4350"),
    "link": ("#084a92", "#8cc4ff"),
    "fill": ("#0a56a8", "#6cb8ff"),
    "alarm": LOOKS[Verdict.WA].colours,
    "ink": ("#ffffff", "#14171c"),
    **{str(verdict): look.colours for verdict, look in LOOKS.items()},
    "tree": ("#3f6b2a", "#7fb069"),
    "forest": ("#578b40", "#7fb069"),
    "cell": ("#e9edf2", "#2a313b"),
}
PARTS: Final = (  # that two works share: in a light page, in a dark one
    ("#ffe08a", "#5c4700"),
    ("#b9e3ff", "#0b4a72"),
    ("#ffc9b3", "#74310f"),
    ("#c8f0c0", "#1d5417"),
    ("#e3cdff", "#4f2b82"),
    ("#ffc4de", "#7a1c4b"),
)


def style(*more: str, alone: bool = False) -> Html:
    """Return the style of a page, with `more` that is made: for its boards, or of its own. One that stands `alone`
    holds it, so what sites and folders of pages have more is left out."""
    verdicts = "".join(f".{name} path{{fill:var(--{name})}}" for name in LOOKS if name != Verdict.JE)
    sheet = (files("judge.reports") / "style.css").read_text("utf-8")
    if alone:
        sheet = sheet.partition("/* A page that stands alone")[0]
    return Html(
        "".join(
            (":root{color-scheme:light dark}", _colours(COLOURS), verdicts, *more, _COMMENT.sub("", sheet))
        ).replace("\n", "")
    )


def parts_style() -> str:
    """Return the colours of what two works share."""
    named = {f"p{number}": pair for number, pair in enumerate(PARTS)}
    return _colours(named) + "".join(f".{name}{{background:var(--{name})}}" for name in named)


def _colours(named: Mapping[str, tuple[str, str]]) -> str:
    light, dark = (";".join(f"--{name}:{pair[k]}" for name, pair in named.items()) for k in (0, 1))
    on_paper = "@media screen and (prefers-color-scheme:dark)"
    return f":root{{{light}}}{on_paper}{{:root{{{dark}}}}}"
