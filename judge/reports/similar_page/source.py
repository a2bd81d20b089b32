"""One side of a pair: the lines around what is shared, with each shared part in its colour and number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.model.similarity import Span, Work
from judge.reports.page.html import Html, joined
from judge.reports.sanitize import clean_line
from judge.reports.similar_page.style import COLOURS
from judge.text import counted

AROUND: Final = 3  # lines before and after what is shared
MOST_LINES: Final = 400  # of one side
_LONGEST: Final = 240  # characters of a line that are alike, marked or not


class Marked(msgspec.Struct, frozen=True):
    """A shared part on one side: its number, from 1, where it is, and the anchors here and on the other side."""

    number: int
    span: Span
    anchor: str
    other: str

    @property
    def colour(self) -> int:
        """Return the number of its colour."""
        return (self.number - 1) % len(COLOURS)


class Segment(msgspec.Struct, frozen=True):
    """A piece of a line: of no part, or of one, which may begin in this line."""

    text: Html
    part: Marked | None = None
    begins: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line of a file, by its number from 1; or lines that are skipped, as in `18 lines`."""

    number: int = 0
    segments: tuple[Segment, ...] = ()
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


def side(work: Work, parts: Sequence[Marked]) -> Side:
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
    first, at, waiting = 0, 0, 0  # of this line: its first character, the part that it may begin with
    lines = text.split("\n")
    for near, number in zip(_near(lines, parts), range(1, len(lines) + 1), strict=True):
        line = lines[number - 1]
        while at < len(parts) and parts[at].span.end <= first:
            at += 1
        if not near:
            waiting += 1
        elif most > 0:
            if waiting:
                yield _gap(waiting)
            waiting, most = 0, most - 1
            yield Line(number, tuple(_segments(line, first, parts, at)))
        first += len(line) + 1
    if waiting:
        yield _gap(waiting)


def _near(lines: Sequence[str], parts: Sequence[Marked]) -> list[bool]:
    """Return for each line whether a part is on it or close to it."""
    touched, first, at = [], 0, 0
    for line in lines:
        while at < len(parts) and parts[at].span.end <= first:
            at += 1
        touched.append(at < len(parts) and parts[at].span.start < first + len(line) + 1)
        first += len(line) + 1
    near = [False] * len(lines)
    for number, found in enumerate(touched):
        if found:
            low, high = max(0, number - AROUND), min(len(lines), number + AROUND + 1)
            near[low:high] = [True] * (high - low)
    return near


def _segments(line: str, first: int, parts: Sequence[Marked], at: int) -> Iterator[Segment]:
    """Return a line that begins at the character `first`, with its parts marked from the part `at` on."""
    done, end = 0, first + len(line)
    while at < len(parts) and parts[at].span.start < end:
        part = parts[at]
        begin, stop = max(part.span.start - first, done), min(part.span.end - first, len(line))
        if begin > done:
            yield Segment(_shown(line[done:begin]))
        if stop > begin:
            yield Segment(_shown(line[begin:stop]), part, begins=part.span.start >= first)
        done = max(done, stop)
        at += 1
    if done < len(line):
        yield Segment(_shown(line[done:]))


def _shown(text: str) -> Html:
    """Return it clean and escaped: a page has many lines, so the template does not do it again."""
    return joined(clean_line(text, _LONGEST))


def _gap(count: int) -> Line:
    return Line(skipped=counted(count, "line"))
