"""A verdict as a mark: a letter in a shape and a colour of its own, so that each of the three alone tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html, element
from judge.reports.palette import LOOKS, SIDE, Look
from judge.reports.verdict_words import Tried, kinds_of

NOT_RUN: Final = "not-run"  # its class in the style
_CHECK = "M6.5 12.5 10.5 16.5 17.5 8"
_ROUND = "M12 1A11 11 0 0 1 12 23A11 11 0 0 1 12 1Z"


def mark(verdict: Verdict, *, not_run: bool = False, said: str = "") -> Html:
    """Return the mark of a verdict; `said` is what a screen reader says of it, which leaves it out without."""
    look = LOOKS[Verdict.JE if not_run else verdict]
    letter = "\N{EN DASH}" if not_run else look.letter
    inside = element("path", d=_CHECK, class_="check")
    if verdict is not Verdict.AC:
        inside = element("text", letter, x=12, y=look.baseline, text_anchor="middle")
    hidden: dict[str, str] = {"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}
    kind = NOT_RUN if not_run else str(verdict)
    return element(
        "svg", element("path", d=_shape(look)), inside, class_=f"mark {kind}", viewBox=f"0 0 {SIDE} {SIDE}", **hidden
    )


def legend_of(tried: Iterable[Tried]) -> Iterator[tuple[Html, str]]:
    """Yield the marks that occur, each with what it means."""
    for kind in kinds_of(tried):
        yield mark(kind.verdict, not_run=kind.not_run), kind.words


def _shape(look: Look) -> str:
    return f"M{' '.join(f'{x:g} {y:g}' for x, y in look.corners)}Z" if look.corners else _ROUND
