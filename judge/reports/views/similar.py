"""What is unusually alike in a class: which submissions, how much they share, and the pairs side by side."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import msgspec

from judge.model import Overview, Similarities
from judge.reports.blocks import Beside, Block, Head, Page, Para, Row, Section, Source, Table, para
from judge.reports.lines import Line, Link, Place, Shared, Span, line
from judge.reports.page.view import page_html
from judge.reports.views.classroom import FEW, reasons
from judge.schemas import Part, parts
from judge.text import clean_line, counted

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

_NO_VERDICT: Final = "This is no verdict. Read both sides, and ask the students, before you conclude anything."
_METHOD: Final = (
    "Shared is the part of the smaller one that the other has too; names, comments and layout don't matter. What is "
    "rare in the class counts more, and what was given to all does not count."
)
_MOST_PAIRS: Final = 100  # side by side on one page
_AROUND: Final = 3  # lines before and after what is shared
_MOST_LINES: Final = 400  # of one side
_LONGEST: Final = 240  # characters of a line that are alike, marked or not
_HEADS: Final = (
    Head("number", "#", "right"),
    Head("who", "who", least=16, folds=True),
    Head("shared", "shared", "right"),
    Head("usual", "usual up to", "right"),
)


class SimilarReport(msgspec.Struct, frozen=True, eq=False):
    """What is alike, and what that says and does not: to print, as a page, and as JSON."""

    found: Similarities

    def __rich_console__(self, console: Console, _: ConsoleOptions) -> RenderResult:
        yield similar_view(self.found, few=console.is_terminal)

    def page(self) -> str:
        """Return it with the pairs side by side."""
        return page_html(similar_view(self.found, side_by_side=True))

    def document(self) -> Part:
        """Return it as judge.similar/1."""
        made, found, works = parts("judge.similar/1"), self.found, self.found.works

        def lines_of(side: str, number: int, span: Similarities.Span) -> Part:
            path, text = works[number].files[span.file]
            first, last = (text.count("\n", 0, at) + 1 for at in (span.start, span.end))
            return made[f"groups[].pairs[].parts[].{side}"](file=path, first=first, last=last)

        def pair_of(pair: Similarities.Pair, circle: Similarities.Circle) -> Part:
            sides = {"left": pair.left, "right": pair.right}
            shown = next((one.parts for one in circle.shown if (one.left, one.right) == (pair.left, pair.right)), ())
            shared = [
                made["groups[].pairs[].parts[]"].of(
                    part, **{side: lines_of(side, number, getattr(part, side)) for side, number in sides.items()}
                )
                for part in shown
            ]
            names = {side: works[number].name for side, number in sides.items()}
            return made["groups[].pairs[]"].of(pair, **names, parts=shared)

        def member_of(number: int) -> Part:
            return made["groups[].members[]"].of(works[number], files=[path for path, _ in works[number].files])

        groups = [
            made["groups[]"](
                members=list(map(member_of, circle.works)), pairs=[pair_of(pair, circle) for pair in circle.pairs]
            )
            for circle in found.circles
        ]
        left_out = [made["left_out[]"](who=who, why=why) for who, why in found.left_out]
        return made[""].of(found, **{"class": found.title}, groups=groups, left_out=left_out)


def similar_view(found: Similarities, *, few: bool = False, side_by_side: bool = False) -> Page:
    """Return what was found. Only a `few` of many names are shown where a long list would scroll away."""
    rows = tuple(_row(found, circle, number) for number, circle in enumerate(found.circles, 1))
    left_out = Overview.Reason.grouped((why, ("", ""), (who, "")) for who, why in found.left_out)
    return Page(
        f"Alike in {clean_line(found.title)}",
        no_verdict=Para(line(Span(_NO_VERDICT, "strong")), "card"),
        method=para(_METHOD),
        summary=para(_summary(found)),
        circles=Table(_HEADS, rows, "Who share how much") if rows else None,
        sides=tuple(_circles(found)) if side_by_side else (),
        left_out=reasons("Not compared", left_out, FEW if few else None),
    )


def _summary(found: Similarities) -> str:
    """Return what was compared, and how alike two of them usually are."""
    past = f" and {counted(found.past, 'earlier one')}" if found.past else ""
    median = "" if found.median is None else f" Half of the pairs share at most {_percent(_whole(found.median))}."
    none = "" if found.circles else " None are unusually alike."
    return f"{counted(found.compared, 'submission')}{past} compared.{median}{none}"


def _whole(share: float) -> float:
    """Return a share as whole percents, rounded up: so at most as much is true."""
    return math.ceil(round(100 * share, 6)) / 100


def _percent(share: float) -> str:
    """Return a share as a percentage; only what is whole is 100 %."""
    return f"{100 if share > 1 - 1e-9 else min(99, round(100 * share))} %"


def _row(found: Similarities, circle: Similarities.Circle, number: int) -> Row:
    """Return who is in a circle, how much they share, pair by pair of those that join it, and up to where a share would
    be the class's own background."""
    least, most = (_percent(bound(pair.share for pair in circle.shown)) for bound in (min, max))
    who = [piece for at in circle.works for piece in (Span(", "), Span(found.works[at].name, "name"))]
    return Row(
        (
            line(Link(str(number), to=Place("here", f"group-{number}"))),
            tuple(who[1:]),
            line(most if least == most else f"{least} to {most}"),
            line(_percent(max(pair.limit for pair in circle.shown))),
        )
    )


# --- side by side -----------------------------------------------------------------------------------------------------
class _Marked(msgspec.Struct, frozen=True):
    """A shared part on one side: its number, from 1, where it is, and the anchors here and on the other side."""

    number: int
    span: Similarities.Span
    anchor: str
    other: str


def _circles(found: Similarities) -> Iterator[Section]:
    left = _MOST_PAIRS
    for number, circle in enumerate(found.circles, 1):
        pairs = circle.shown[:left]
        inside: list[Block] = [_pair(found.works, pair, f"{number}-{at}") for at, pair in enumerate(pairs, 1)]
        if rest := len(circle.shown) - len(pairs):
            inside.append(para(f"{counted(rest, 'pair')} more, not shown side by side."))
        left -= len(pairs)
        names = ", ".join(clean_line(found.works[at].name) for at in circle.works)
        yield Section(f"{number}. {names}", tuple(inside), anchor=f"group-{number}")


def _pair(works: Sequence[Similarities.Work], pair: Similarities.Pair, key: str) -> Section:
    """Return two works with the parts that they share; `key` makes their anchors their own."""
    left, right = works[pair.left], works[pair.right]
    parts = counted(len(pair.parts), "shared part")
    here = [_Marked(at, one.left, f"p{key}l{at}", f"p{key}r{at}") for at, one in enumerate(pair.parts, 1)]
    there = [_Marked(at, one.right, f"p{key}r{at}", f"p{key}l{at}") for at, one in enumerate(pair.parts, 1)]
    said = para(f"Up to {_percent(pair.limit)} is usual for these two. {parts} in all.")
    head = f"{clean_line(left.name)} and {clean_line(right.name)}: {_percent(pair.share)} shared"
    return Section(head, (said, Beside(((_side(left, here),), (_side(right, there),)), "halves")))


def _side(work: Similarities.Work, parts: Sequence[_Marked]) -> Section:
    """Return the files of a work that share something."""
    files, left = list[Block](), _MOST_LINES
    for number, (path, text) in enumerate(work.files):
        here = sorted((part for part in parts if part.span.file == number), key=lambda part: part.span.start)
        if not here or left <= 0:
            continue
        lines = tuple(_lines(text, here, left))
        left -= len(lines)
        files.append(Section(clean_line(path), (Source(lines),)))
    rest = (para("The rest is not shown.", "soft"),) if left <= 0 else ()
    return Section(clean_line(work.name), (*files, *rest))


def _lines(text: str, parts: Sequence[_Marked], most: int) -> Iterator[tuple[int, Line]]:
    """Yield the lines of a file by number; how many are left out has the number 0, as those that are far from every
    part are."""
    lines, here = text.split("\n"), defaultdict[int, list[_Marked]](list)
    firsts = list(accumulate((len(one) + 1 for one in lines), initial=0))
    for part in parts:
        for at in range(bisect_right(firsts, part.span.start) - 1, bisect_left(firsts, part.span.end)):
            here[at].append(part)
    near = {at + by for at in here for by in range(-_AROUND, _AROUND + 1)}
    waiting = 0
    for at, one in enumerate(lines):
        if at not in near:
            waiting += 1
        elif most > 0:
            yield from _gap(waiting)
            waiting, most = 0, most - 1
            yield at + 1, tuple(_segments(one, firsts[at], here[at]))
    yield from _gap(waiting)


def _segments(text: str, first: int, parts: Sequence[_Marked]) -> Iterator[Span]:
    """Yield a line that begins at the character `first`, its parts by themselves."""
    done = 0
    for part in parts:
        begin, stop = max(part.span.start - first, done), min(part.span.end - first, len(text))
        if begin > done:
            yield Span(clean_line(text[done:begin], _LONGEST))
        if stop > begin:
            shown = clean_line(text[begin:stop], _LONGEST)
            yield Shared(shown, "", part.number, part.anchor, part.other, part.span.start >= first)
        done = max(done, stop)
    if done < len(text):
        yield Span(clean_line(text[done:], _LONGEST))


def _gap(count: int) -> Iterator[tuple[int, Line]]:
    if count:
        yield 0, line(f"{counted(count, 'line')} not shown")
