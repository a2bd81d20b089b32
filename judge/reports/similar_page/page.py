"""Unusually alike submissions side by side: one page, complete in itself, that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.model.similarity import Circle, Pair, Part, Similarities, Work
from judge.reports.page.templates import render
from judge.reports.similar_page.source import Marked, Side, side
from judge.reports.similar_page.style import style
from judge.reports.similar_words import METHOD, NO_VERDICT, names, percent, shared, summary, usual
from judge.text import counted

MOST_PAIRS: Final = 100  # side by side on one page


class _Pair(msgspec.Struct, frozen=True):
    """Two works side by side; `key` makes their anchors their own."""

    key: str
    share: str
    limit: str
    parts: str
    left: Side
    right: Side


class _Circle(msgspec.Struct, frozen=True):
    """Works that are joined by pairs, those that are shown side by side, and how many more there are."""

    names: list[str]
    shared: str
    usual: str
    pairs: list[_Pair]
    more: str


def similar_page(found: Similarities) -> str:
    """Return the page: what was compared, every circle with its members, and the pairs that join them."""
    return render(
        "page/similar.html",
        title=f"Alike in {found.title}",
        css=style(),
        no_verdict=NO_VERDICT,
        method=METHOD,
        summary=summary(found),
        circles=[*_circles(found)],
        left_out=found.left_out,
    )


def _circles(found: Similarities) -> Iterator[_Circle]:
    left = MOST_PAIRS
    for number, circle in enumerate(found.circles, 1):
        yield _circle(found.works, circle, number, left)
        left = max(0, left - len(circle.shown))


def _circle(works: Sequence[Work], circle: Circle, number: int, most: int) -> _Circle:
    """Return a circle, with at most so many of the pairs that join it side by side."""
    pairs = [_pair(works, pair, f"{number}-{at}") for at, pair in enumerate(circle.shown[:most], 1)]
    rest = len(circle.shown) - len(pairs)
    more = counted(rest, "pair") if rest else ""
    return _Circle(names(circle, works), shared(circle), usual(circle), pairs, more)


def _pair(works: Sequence[Work], pair: Pair, key: str) -> _Pair:
    left = side(works[pair.left], _marked(pair.parts, key, left=True))
    right = side(works[pair.right], _marked(pair.parts, key, left=False))
    return _Pair(key, percent(pair.share), percent(pair.limit), counted(len(pair.parts), "shared part"), left, right)


def _marked(parts: Sequence[Part], key: str, *, left: bool) -> list[Marked]:
    """Return the parts of one side, with their anchors."""
    here, there = ("l", "r") if left else ("r", "l")
    return [
        Marked(number, part.left if left else part.right, f"p{key}{here}{number}", f"p{key}{there}{number}")
        for number, part in enumerate(parts, 1)
    ]
