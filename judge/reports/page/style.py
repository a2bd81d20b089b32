"""The style of every page: light and dark, narrow and wide, on paper. Colours are told apart by whoever can't see one
of them (a test simulates that), and contrast is at least 7 to 1 for text, 3 to 1 for shapes."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html
from judge.reports.palette import LOOKS

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


def stylesheet(name: str) -> str:
    """Return a sheet of styles/: `base`, `parts` and `paper` are of every page, `web` is of a site with forms, and
    `beamer` makes a scoreboard large for a projector, where 30 teams fit and nothing is folded."""
    return (files("judge.reports") / "styles" / f"{name}.css").read_text("utf-8")


def style(*more: str) -> Html:
    """Return the style of a page, with `more` of its own."""
    verdicts = "".join(f".{name} path{{fill:var(--{name})}}" for name in LOOKS if name != Verdict.JE)
    sheets = (_colours(), stylesheet("base"), verdicts, stylesheet("parts"), *more, stylesheet("paper"))
    return Html("".join(sheets).replace("\n", ""))


def _colours() -> str:
    light, dark = (";".join(f"--{name}:{pair[k]}" for name, pair in COLOURS.items()) for k in (0, 1))
    on_paper = "@media screen and (prefers-color-scheme:dark)"
    return f":root{{color-scheme:light dark;{light}}}{on_paper}{{:root{{{dark}}}}}"
