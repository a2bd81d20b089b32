"""Unusually alike submissions side by side: one page, complete in itself, that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from judge.model import Similarities
from judge.reports.page.html import Html, element, joined
from judge.reports.page.style import style as style_of_pages
from judge.reports.similar_words import names, percent, shared, usual
from judge.text import clean_line, counted

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


def circles(found: Similarities) -> Iterator[_Circle]:
    left = MOST_PAIRS
    for number, circle in enumerate(found.circles, 1):
        pairs = [_pair(found.works, pair, f"{number}-{at}") for at, pair in enumerate(circle.shown[:left], 1)]
        rest = len(circle.shown) - len(pairs)
        more = counted(rest, "pair") if rest else ""
        yield _Circle(names(circle, found.works), shared(circle), usual(circle), pairs, more)
        left = max(0, left - len(circle.shown))


def _pair(works: Sequence[Similarities.Work], pair: Similarities.Pair, key: str) -> _Pair:
    left = side(works[pair.left], _marked(pair.parts, key, left=True))
    right = side(works[pair.right], _marked(pair.parts, key, left=False))
    return _Pair(key, percent(pair.share), percent(pair.limit), counted(len(pair.parts), "shared part"), left, right)


def _marked(parts: Sequence[Similarities.Part], key: str, *, left: bool) -> list[Marked]:
    """Return the parts of one side, with their anchors."""
    here, there = ("l", "r") if left else ("r", "l")
    return [
        Marked(number, part.left if left else part.right, f"p{key}{here}{number}", f"p{key}{there}{number}")
        for number, part in enumerate(parts, 1)
    ]


# --- its style --------------------------------------------------------------------------------------------------------
COLOURS: Final = (  # of parts: in a light page, in a dark one
    ("#ffe08a", "#5c4700"),
    ("#b9e3ff", "#0b4a72"),
    ("#ffc9b3", "#74310f"),
    ("#c8f0c0", "#1d5417"),
    ("#e3cdff", "#4f2b82"),
    ("#ffc4de", "#7a1c4b"),
)


def style() -> Html:
    """Return the whole style."""
    light, dark = (";".join(f"--p{number}:{pair[k]}" for number, pair in enumerate(COLOURS)) for k in (0, 1))
    marks = "".join(f".p{number}{{background:var(--p{number})}}" for number in range(len(COLOURS)))
    colours = f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return style_of_pages(colours, marks, alone=True)


# --- sources ----------------------------------------------------------------------------------------------------------
AROUND: Final = 3  # lines before and after what is shared
MOST_LINES: Final = 400  # of one side
_LONGEST: Final = 240  # characters of a line that are alike, marked or not


class Marked(msgspec.Struct, frozen=True):
    """A shared part on one side: its number, from 1, where it is, and the anchors here and on the other side."""

    number: int
    span: Similarities.Span
    anchor: str
    other: str

    @property
    def colour(self) -> int:
        """Return the number of its colour."""
        return (self.number - 1) % len(COLOURS)

    @property
    def link(self) -> Html:
        """Return its number, which leads to the other side."""
        said = f"part {self.number}, show it on the other side"
        return element("a", str(self.number), class_="part", id=self.anchor, href=f"#{self.other}", aria_label=said)


class Line(msgspec.Struct, frozen=True):
    """A line of a file, by its number from 1; or lines that are skipped, as in `18 lines`."""

    number: int = 0
    text: Html = Html()
    skipped: str = ""


class File(msgspec.Struct, frozen=True):
    """A file that shares something."""

    path: str
    lines: tuple[Line, ...]


class Side(msgspec.Struct, frozen=True):
    """A work, with its files that share something; `cut` says that they have more lines than are shown."""

    name: str
    files: tuple[File, ...]
    cut: bool


def side(work: Similarities.Work, parts: Sequence[Marked]) -> Side:
    """Return the files of a work that share something."""
    shown, left = [], MOST_LINES
    for number, (path, text) in enumerate(work.files):
        here = sorted((part for part in parts if part.span.file == number), key=lambda part: part.span.start)
        if not here or left <= 0:
            continue
        lines = tuple(_lines(text, here, left))
        left -= len(lines)
        shown.append(File(path, lines))
    return Side(work.name, tuple(shown), cut=left <= 0)


def _lines(text: str, parts: Sequence[Marked], most: int) -> Iterator[Line]:
    """Return the lines of a file, those that are far from every part left out."""
    lines, firsts, first = text.split("\n"), [0], 0
    for line in lines:
        first += len(line) + 1
        firsts.append(first)
    here = [[part for part in parts if part.span.start < end and part.span.end > at] for at, end in pairwise(firsts)]
    near = {at + by for at, found in enumerate(here) if found for by in range(-AROUND, AROUND + 1)}
    waiting = 0
    for at, line in enumerate(lines):
        if at not in near:
            waiting += 1
        elif most > 0:
            yield from _gap(waiting)
            waiting, most = 0, most - 1
            yield Line(at + 1, joined(*_segments(line, firsts[at], here[at])))
    yield from _gap(waiting)


def _segments(line: str, first: int, parts: Sequence[Marked]) -> Iterator[Html]:
    """Return a line that begins at the character `first`, with its parts marked, each behind its number where it
    begins."""
    done = 0
    for part in parts:
        begin, stop = max(part.span.start - first, done), min(part.span.end - first, len(line))
        if begin > done:
            yield _shown(line[done:begin])
        if stop > begin:
            if part.span.start >= first:
                yield part.link
            yield element("mark", _shown(line[begin:stop]), class_=f"p{part.colour}")
        done = max(done, stop)
    if done < len(line):
        yield _shown(line[done:])


def _shown(text: str) -> Html:
    """Return it clean and escaped: a page has many lines, so the template does not do it again."""
    return joined(clean_line(text, _LONGEST))


def _gap(count: int) -> Iterator[Line]:
    if count:
        yield Line(skipped=counted(count, "line"))
