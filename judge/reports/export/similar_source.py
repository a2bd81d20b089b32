"""One side of a pair as HTML: the lines around what is shared, with each shared part in its colour and number."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.model.similarity import Span, Work
from judge.reports.export.similar_style import COLOURS
from judge.reports.sanitize import clean_line

AROUND: Final = 3  # lines before and after what is shared
MOST_LINES: Final = 400  # of one side
_LONGEST: Final = 240  # characters of a line that are alike, marked or not


class Marked(msgspec.Struct, frozen=True):
    """A shared part on one side: its number, from 1, where it is, and the anchors here and on the other side."""

    number: int
    span: Span
    anchor: str
    other: str


def side(work: Work, parts: Sequence[Marked]) -> str:
    """Return the files of a work that share something."""
    shown, left = [], MOST_LINES
    for number, (path, text) in enumerate(work.files):
        here = sorted((part for part in parts if part.span.file == number), key=lambda part: part.span.start)
        if not here or left <= 0:
            continue
        lines = list(_lines(text, here, left))
        left -= len(lines)
        shown += [f'<h5 dir="auto">{html.escape(clean_line(path))}</h5>', *lines]
    if left <= 0:
        shown.append('<p class="gap">The rest is not shown.</p>')
    return "\n".join(shown)


def _lines(text: str, parts: Sequence[Marked], most: int) -> Iterator[str]:
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
            yield f'<div class="line"><span>{number}</span><code>{_segments(line, first, parts, at)}</code></div>'
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


def _segments(line: str, first: int, parts: Sequence[Marked], at: int) -> str:
    """Return a line that begins at the character `first`, with its parts marked from the part `at` on."""
    made, done, end = [], 0, first + len(line)
    while at < len(parts) and parts[at].span.start < end:
        part = parts[at]
        begin, stop = max(part.span.start - first, done), min(part.span.end - first, len(line))
        made.append(_shown(line[done:begin]))
        if stop > begin:
            badge = _badge(part) if part.span.start >= first else ""
            made.append(f'{badge}<mark class="p{(part.number - 1) % len(COLOURS)}">{_shown(line[begin:stop])}</mark>')
        done = max(done, stop)
        at += 1
    return "".join(made) + _shown(line[done:])


def _badge(part: Marked) -> str:
    label = f'aria-label="part {part.number}, show it on the other side"'
    return f'<a class="part" id="{part.anchor}" href="#{part.other}" {label}>{part.number}</a>'


def _gap(count: int) -> str:
    return f'<div class="gap">{count} {"line" if count == 1 else "lines"} not shown</div>'


def _shown(text: str) -> str:
    return html.escape(clean_line(text, _LONGEST))
