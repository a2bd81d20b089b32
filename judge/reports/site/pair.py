"""The page of two submissions side by side: who is faster by how much, where each lost the most, and every case."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from judge.model import Clock, Interval, Verdict
from judge.reports.difference_words import NO_NOISE, change_words, ratio_of, ratio_words, within
from judge.reports.plots.plot import Plot
from judge.reports.plots.scatter import scatter
from judge.reports.sanitize import clean_line
from judge.reports.site.contents import Contents, Part
from judge.reports.site.page import page_of
from judge.reports.site.places import Link, crumbs, short_links
from judge.reports.student_view import limit_s
from judge.reports.units import counted, ratio, seconds
from judge.scoring.difference import CaseDifference, Difference, Terms, difference

_NAMED = 5  # cases that one of the two solves alone; the table has all


class Loss(msgspec.Struct, frozen=True):
    """A sentence with the cases that it is about: words before them, and words behind."""

    before: str
    cases: tuple[Link, ...]
    after: str


class Row(msgspec.Struct, frozen=True):
    """A case. `first` and `second` are times, or verdicts where it was not solved; `change` tells of the second."""

    case: Link
    first: str
    second: str
    ratio: str
    change: str
    lost: bool  # the first one solves it alone


class PairPage(msgspec.Struct, frozen=True):
    """All that the page says."""

    title: str
    first: Link
    second: Link
    headline: str
    remarks: tuple[str, ...]
    losses: tuple[Loss, ...]
    plot: Plot | None
    rows: tuple[Row, ...]


class _Side(msgspec.Struct, frozen=True):
    """One of the two, and its times: how it is called, and its own limit of time."""

    name: str
    limit_s: float


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    terms = Terms(contents.record.clock, contents.record.measuring.noise, pairs=_count(contents))
    for part in contents.parts:
        for pair in part.pairs():
            page = pair_page(part, pair, terms)
            yield part.pair_file(*pair) or "", page_of(contents, "pair.html", page.title, crumbs(part), page=page)


def pair_page(part: Part, pair: tuple[int, int], terms: Terms) -> PairPage:
    """Return what the page of two rows says; the better one comes first."""
    one, other = pair
    found = difference(part.judgements[one], part.judgements[other], terms)
    first, second = (Link(clean_line(part.judgements[at].submission.name), part.submission_file(at)) for at in pair)
    order = sorted(found.cases, key=_order)
    sides = tuple(_Side(clean_line(row.submission.name), limit_s(row)) for row in (found.before, found.after))
    links = short_links(part)
    return PairPage(
        title=f"{first.name} and {second.name}",
        first=first,
        second=second,
        headline=_headline(found, first.name, second.name),
        remarks=tuple(_remarks(found, terms)),
        losses=tuple(_losses(order, sides, links)),
        plot=_plot(found, order, terms.clock),
        rows=tuple(_row(case, links[case.group, case.case]) for case in order),
    )


def _plot(found: Difference, order: Sequence[CaseDifference], clock: Clock) -> Plot | None:
    """Return all cases as dots, each labelled with the number of its row in the table, and in their order; None where
    the judge itself failed on each."""
    labels = {(case.group, case.case): str(at) for at, case in enumerate(order)}
    plot = scatter(found.before, found.after, clock, labels)
    if plot is None:
        return None
    in_order = [
        msgspec.structs.replace(one, dots=tuple(sorted(one.dots, key=lambda dot: int(dot.label))))
        for one in plot.series
    ]
    return msgspec.structs.replace(plot, series=tuple(in_order))


def _count(contents: Contents) -> int:
    return max(1, sum(1 for part in contents.parts for _ in part.pairs()))


# --- in a sentence -------------------------------------------------------------------------------------------------
def _headline(found: Difference, first: str, second: str) -> str:
    """Return who is faster on the whole, and by how much."""
    solved = sum(case.before is case.after is Verdict.AC for case in found.cases)
    if not solved:
        return f"{first} and {second} solve no case both."
    on = f"on the {counted(solved, 'case')} that both solve" if solved > 1 else "on the one case that both solve"
    whole = found.whole
    if whole is None:
        return f"Nothing can be said of who is faster {on}: {NO_NOISE}."
    if whole.low > 1:
        return f"{first} is faster: {on}, {second} takes {within(whole)} of its time."
    if whole.high < 1:
        return f"{second} is faster: {on}, {first} takes {within(_turned(whole))} of its time."
    return f"They can't be told apart by time: {on}, {second} takes {within(whole)} of the time of {first}."


def _turned(whole: Interval) -> Interval:
    """Return the ratio the other way."""
    return Interval(1 / whole.high, 1 / whole.value, 1 / whole.low)


def _remarks(found: Difference, terms: Terms) -> Iterator[str]:
    both = [case for case in found.cases if case.before is case.after is Verdict.AC]
    neither = sum(Verdict.AC not in (case.before, case.after) for case in found.cases)
    if found.whole and both:
        slower, faster = (sum(getattr(case, word) for case in both) for word in ("slower", "faster"))
        alike = len(both) - slower - faster
        yield f"Slower beyond noise: {slower}, faster: {faster}, can't be told apart: {alike}."
    if neither:
        yield f"Solved by neither: {counted(neither, 'case')}."
    for row, names in ((found.before, found.gone), (found.after, found.new)):
        if names:
            yield f"Run by {clean_line(row.submission.name)} alone: {counted(len(names), 'case')}."
    if terms.pairs > 1:
        yield f"Intervals are so wide that all that is said of the {terms.pairs} pairs of this run holds with 95 %."


def _losses(
    order: Sequence[CaseDifference], sides: tuple[_Side, ...], links: dict[tuple[str, str], Link]
) -> Iterator[Loss]:
    """Yield where each of the two lost the most against the other: the second one first, as it is the worse one."""
    turned = [_other_way(case) for case in order]
    for cases, (winner, loser) in ((order, sides), (turned, sides[::-1])):
        both = [case for case in cases if (ratio_of(case) or 0.0) > 1]
        worst = max(both, key=lambda case: ratio_of(case) or 0.0, default=None)
        alone = sorted((case for case in cases if case.worse), key=lambda case: case.before_s)
        late = next((case for case in alone if case.after is Verdict.TLE and case.before_s > 0), None)
        lost = f"{loser.name} lost the most against {winner.name} on"
        if late and loser.limit_s / late.before_s >= ((worst and ratio_of(worst)) or 0.0):
            yield Loss(lost, (links[late.group, late.case],), _late(late, loser))
            lost = f"Of the cases that both solve, {lost}"
        if worst:
            yield Loss(lost, (links[worst.group, worst.case],), _slow(worst))
        elif any(ratio_of(case) for case in cases):
            yield Loss(f"{loser.name} was slower than {winner.name} on none of the cases that both solve", (), "")
        if alone:
            more = f" and {len(alone) - _NAMED} more" if len(alone) > _NAMED else ""
            named = tuple(links[case.group, case.case] for case in alone[:_NAMED])
            yield Loss(f"Solved by {winner.name} alone: {counted(len(alone), 'case')}:", named, more)


def _slow(case: CaseDifference) -> str:
    """Return by how much a case that both solve was slower."""
    found = ratio(ratio_of(case) or math.nan)
    return f": {_times(case)} ({found}{'' if _sure(case) else ', within noise'})"


def _late(case: CaseDifference, loser: _Side) -> str:
    """Return by how much the limit was missed at least."""
    least = ratio(loser.limit_s / case.before_s)
    return f": out of time after {loser.limit_s:g} s against {seconds(case.before_s)} (over {least})"


def _sure(case: CaseDifference) -> bool:
    return case.ratio is None or case.slower


def _times(case: CaseDifference) -> str:
    return f"{seconds(case.after_s)} against {seconds(case.before_s)}"


def _other_way(case: CaseDifference) -> CaseDifference:
    """Return the case as if the two had changed places."""
    turned = case.ratio and _turned(case.ratio)
    times = {"before_s": case.after_s, "after_s": case.before_s}
    return msgspec.structs.replace(case, before=case.after, after=case.before, ratio=turned, **times)


# --- the table -----------------------------------------------------------------------------------------------------
def _row(case: CaseDifference, link: Link) -> Row:
    times = _time(case.before, case.before_s), _time(case.after, case.after_s)
    words = {"worse": "lost", "better": "won", "another verdict": ""}.get(said := change_words(case), said)
    return Row(link, *times, ratio_words(case), words, case.worse)


def _time(verdict: Verdict, time_s: float) -> str:
    return seconds(time_s) if verdict is Verdict.AC else str(verdict)


def _order(case: CaseDifference) -> tuple[int, float]:
    """Put first what the second one lost: cases that the first solves alone, then by ratio; last what neither
    solves."""
    if case.worse:
        return 0, case.before_s
    value = ratio_of(case)
    if value is not None:
        return 1, -value
    return (2 if case.after is Verdict.AC else 3), 0.0
