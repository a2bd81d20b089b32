"""Verdicts as marks, numbers as bars and dots.

A mark is a letter in a shape and a colour of its own, so that each of the three alone tells it. Bars are for the eye:
the numbers stand beside them in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html, element
from judge.reports.palette import LOOKS, SIDE, Look
from judge.reports.verdict_words import Kind, Sign

_CHECK = "M6.5 12.5 10.5 16.5 17.5 8"
_BOX = f"0 0 {SIDE} {SIDE}"
_ROUND = "M12 1A11 11 0 0 1 12 23A11 11 0 0 1 12 1Z"


def mark(kind: Kind, said: str = "") -> Html:
    """Return the mark of a kind; `said` is what a screen reader says of it, which leaves it out without."""
    hidden: dict[str, str] = {"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}
    return element("svg", *_drawing(kind), class_=f"mark {class_of(kind)}", viewBox=_BOX, **hidden)


def symbols(kinds: Iterable[Kind]) -> Html:
    """Return the marks of these kinds, unseen, for a page that has `used` many of them."""
    held = (
        element("symbol", element("g", *_drawing(one), class_=f"mark {name}"), id=name, viewBox=_BOX)
        for one in kinds
        for name in [class_of(one)]
    )
    return element("svg", *held, class_="unseen", aria_hidden="true")


def used(kind: Kind) -> Html:
    """Return the mark of a kind, in few bytes."""
    return element("svg", element("use", href=f"#{class_of(kind)}"), class_="mark")


def class_of(kind: Kind) -> str:
    """Return what the style calls it."""
    return "not-run" if kind.not_run else str(kind.verdict)


@cache
def _drawing(kind: Kind) -> tuple[Html, Html]:
    look = LOOKS[Verdict.JE if kind.not_run else kind.verdict]
    letter = "\N{EN DASH}" if kind.not_run else look.letter
    inside = element("path", d=_CHECK, class_="check")
    if kind.verdict is not Verdict.AC:
        inside = element("text", letter, x=12, y=look.baseline, text_anchor="middle")
    return element("path", d=_shape(look)), inside


def sign(one: Kind | Sign) -> Html:
    """Return what a legend explains."""
    if isinstance(one, Kind):
        return mark(one)
    return {"limit": _LIMIT_SIGN, "median": _MEDIAN_SIGN}.get(one.sign) or Html(one.sign)


def _shape(look: Look) -> str:
    return f"M{' '.join(f'{x:g} {y:g}' for x, y in look.corners)}Z" if look.corners else _ROUND


# --- bars -------------------------------------------------------------------------------------------------------------
_MEDIAN = "M-5 0H5L0 7Z"


def share_bar(part: float, whole: float) -> Html:
    """Return a bar that is filled to `part` of `whole`."""
    share = min(max(part / whole, 0.0), 1.0) if whole > 0 else 0.0
    filled = (_rect("track", 1.0), _rect("earned", share))
    return element("svg", *filled, class_="bar", width="100%", height=14, aria_hidden="true")


def _rect(kind: str, share: float) -> Html:
    return element("rect", class_=kind, y=4, width=f"{100 * share:.2f}%", height=8, rx=2)


def _drawn(inside: Html) -> Html:
    return element("svg", inside, class_="mark", viewBox="-8 -4 16 16", aria_hidden="true")


_LIMIT_SIGN = _drawn(element("line", class_="limit", x1=0, x2=0, y1=-2, y2=11))
_MEDIAN_SIGN = _drawn(element("path", class_="median", d=_MEDIAN))


# --- the times of a case ----------------------------------------------------------------------------------------------
_FIRST_S: Final = 1e-4  # the left end: below, the clock says nothing
_LIMIT: Final = 110  # where the limit is: the style draws a line there, at the right side of the picture
_MOST: Final = 118  # where what took longer is: a run is ended a little above the limit
_BEFORE: Final = 5


def strip(times_s: Iterable[float], limit_s: float, median_s: float | None = None) -> Html:
    """Return the dots, and a small triangle where the class's median lies; nothing without a time. One path draws all
    of them: a page has many."""
    places = dict.fromkeys(_place(time_s, limit_s) for time_s in times_s)
    if not places:
        return Html()
    median = "" if median_s is None else f'<path class="median" d="M{_place(median_s, limit_s) - 4} 0h8l-4 6z"/>'
    return _dots(f'<path d="{"".join(f"M{place} 6h0" for place in places)}"/>{median}')


def bar(time_s: float, limit_s: float) -> Html:
    """Return a time as a bar."""
    share = time_s / limit_s if limit_s > 0 else 0.0
    kind = "late" if share > 1 else "used"
    return _dots(f'<path class="{kind}" d="M0 3h{min(max(_LIMIT * share, 1), _MOST):.0f}v6H0z"/>')


def _dots(inside: str) -> Html:
    return Html(f'<svg class="dots" aria-hidden="true">{inside}</svg>')


def _place(time_s: float, limit_s: float) -> int:
    whole = math.log(max(limit_s, 2 * _FIRST_S) / _FIRST_S)
    share = math.log(max(time_s, _FIRST_S) / _FIRST_S) / whole
    return min(round(_BEFORE + (_LIMIT - _BEFORE) * share), _MOST)
