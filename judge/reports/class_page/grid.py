"""Students x cases: a row for each student, and a mark for each case, which says its word to who hears it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from judge.errors import verdicts
from judge.model import Verdict
from judge.model.overview import Line, Overview, Tried
from judge.reports.class_words import points_of
from judge.reports.page.html import Html, element
from judge.reports.page.marks import mark
from judge.reports.words import who

SKIPPED = "not run after two time-outs"


class Row(msgspec.Struct, frozen=True):
    """A student, and the cells of the cases as mark-up."""

    who: str
    points: str
    verdict: str
    cells: Html


def rows(whole: Overview) -> Iterator[Row]:
    """Return the row of each student. There are many cells and few marks, so each mark is drawn once."""
    drawn = {kind: _cell(kind) for kind in _kinds(whole.lines)}
    for line in whole.lines:
        cells = Html("".join(drawn[_kind(one)] for one in line.tried))
        yield Row(who(line.student), points_of(line), str(line.verdict or "not graded"), cells)


def legend(whole: Overview) -> Iterator[tuple[str, str]]:
    """Return the marks that occur, each with what it means."""
    seen = _kinds(whole.lines)
    for verdict in Verdict:
        if (verdict, False) in seen:
            yield mark(verdict), f"{verdicts()[verdict].title} ({verdict})"
    if any(kind and kind[1] for kind in seen):
        yield mark(Verdict.TLE, not_run=True), SKIPPED
    if any(line.by_hand for line in whole.lines):
        yield "*", "points by hand"


_Kind = tuple[Verdict, bool] | None  # the verdict and whether it was not run; None where nothing was tried


def _kind(one: Tried | None) -> _Kind:
    return (one.verdict, one.not_run) if one else None


def _kinds(lines: Iterable[Line]) -> set[_Kind]:
    return {_kind(one) for line in lines for one in line.tried}


def _cell(kind: _Kind) -> Html:
    if kind is None:
        return element("td")
    verdict, not_run = kind
    said = SKIPPED if not_run else verdicts()[verdict].title
    return element("td", mark(verdict, not_run=not_run, said=said), class_="c")
