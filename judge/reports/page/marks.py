"""A verdict as a mark: a letter in a shape and a colour of its own, so that each of the three alone tells it."""

from __future__ import annotations

from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html, element

NOT_RUN: Final = "not-run"  # its class in the style
_CHECK = "M6.5 12.5 10.5 16.5 17.5 8"
_ROUND = "M12 1A11 11 0 0 1 12 23A11 11 0 0 1 12 1Z"
_SHAPES: Final = {  # in a square of 24; the letter's baseline
    Verdict.AC: (_ROUND, 0.0),
    Verdict.WA: ("M2 2H22V22H2Z", 16.5),
    Verdict.TLE: ("M12 0.5 24 23H0Z", 20.0),
    Verdict.MLE: ("M12 0 24 12 12 24 0 12Z", 16.5),
    Verdict.OLE: ("M12 0.5 24 9.5 19.5 23.5H4.5L0 9.5Z", 17.5),
    Verdict.RTE: ("M7.5 1H16.5L23 7.5V16.5L16.5 23H7.5L1 16.5V7.5Z", 16.5),
    Verdict.CE: ("M0 1H24L12 23.5Z", 13.5),
    Verdict.JE: (_ROUND, 16.5),
}


def mark(verdict: Verdict, *, not_run: bool = False, said: str = "") -> Html:
    """Return the mark of a verdict; `said` is what a screen reader says of it, which leaves it out without."""
    shape, baseline = _SHAPES[Verdict.JE if not_run else verdict]
    letter = "\N{EN DASH}" if not_run else verdict[0]
    inside = element("path", d=_CHECK, class_="check")
    if verdict is not Verdict.AC:
        inside = element("text", letter, x=12, y=baseline, text_anchor="middle")
    hidden: dict[str, str] = {"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}
    kind = NOT_RUN if not_run else str(verdict)
    return element("svg", element("path", d=shape), inside, class_=f"mark {kind}", viewBox="0 0 24 24", **hidden)
