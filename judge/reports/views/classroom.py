"""A class on one problem, as its instructor sees it: the figures, what is to be done, and students x cases."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from judge.errors import advice
from judge.model import Graded, Overview, Verdict
from judge.reports.blocks import Column, Head, Legend, Listing, Names, Page, Para, Row, Section, Table, para
from judge.reports.export.gradebook import class_csv
from judge.reports.lines import Bar, Line, Link, Place, Span, line
from judge.reports.page.view import page_html
from judge.reports.reader import HOST, STAFF, Reader
from judge.reports.verdict_words import Kind, Sign, legend
from judge.text import alphabetic, clean_line, counted, number, seconds
from judge.text import span as time_words

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

FEW: Final = 10  # names that are shown where there is little room
_FEWEST: Final = 30  # students, those with the fewest points
LONGEST: Final = 400  # characters of a line about a class
Lack = tuple[str, str]  # what a gradebook lacks: of which kind, and in words


class ClassReport(msgspec.Struct, frozen=True, eq=False):
    """A class at a glance: to print, as a page, and as CSV."""

    whole: Overview

    def __rich_console__(self, console: Console, _: ConsoleOptions) -> RenderResult:
        yield class_view(self.whole, HOST, few=console.is_terminal)

    def view(self, by: str, lacking: Iterable[Lack]) -> Page:
        """Return what the web shows of it, sorted `by` a column, and what the gradebook lacks."""
        return class_view(self.whole, STAFF, by, lacking)

    def page(self) -> str:
        """Return the page."""
        return page_html(class_view(self.whole, HOST))

    def csv(self) -> str:
        """Return students x cases as CSV."""
        return class_csv(self.whole)


def class_view(
    whole: Overview,
    reader: Reader,
    by: str | None = None,
    lacking: Iterable[Lack] = (),
    *,
    few: bool = False,
) -> Page:
    """Return a class at a glance. `by` names the column that sorts the students, "-" before it turns their order round;
    without it they are as they are, and nobody chooses. `lacking` is what the gradebook lacks; only a `few` names are
    shown where a long list would scroll away."""
    most = FEW if few else None
    late = [line(Span(_near(one), "name")) for one in whole.near]
    decided = [line(Span(clean_line(f"{one.owner}: {one}", 1000), "name")) for one in whole.marks]
    return Page(
        clean_line(whole.title),
        summary=Listing(tuple(map(line, _summary(whole)))),
        lacks=[_lack(*one) for one in lacking],
        points=_histogram(whole.bins),
        cases=_cases(whole.cases),
        ungraded=reasons("Not graded", whole.ungraded, most, reader),
        unmatched=reasons("Unmatched", whole.unmatched, most, reader),
        near=Section("Close to a limit", (names(late, most),)) if late else None,
        disturbed=_disturbed(whole, reader, most) if whole.disturbed else None,
        by_hand=Section("By hand", (names(decided, most),)) if decided else None,
        students=_students(whole, None if by is None else _Order.of(by, whole), few=few),
    )


def counts(rows: Sequence[Graded]) -> list[str]:
    """Return how many got which verdict, and the range of points; who is excused is in no figure."""
    counting = [row for row in rows if not row.excused]
    found = Counter(row.verdict for row in counting)
    excused = len(rows) - len(counting)
    shares = [f"{found[verdict]} {verdict}" for verdict in Verdict if found[verdict]]
    shares += [f"{found[None]} not graded"] if found[None] else []
    shares += [f"{excused} excused"] if excused else []
    said = [f"{counted(len(rows), 'student')}: {', '.join(shares)}"]
    if points := sorted(row.points for row in counting if row.points is not None):
        middle, most = number(statistics.median(points)), number(max(row.max_points for row in rows))
        said.append(f"points from {number(points[0])} to {number(points[-1])}, median {middle}, of {most}")
    return said


def _summary(whole: Overview) -> list[str]:
    """Return how many got which verdict, the range of points, and of whom more is to be known."""
    late, by_hand = (sum(getattr(one, what) for one in whole.lines) for what in ("late", "by_hand"))
    said = (f"{late} handed in late" * bool(late), f"{by_hand} with points by hand" * bool(by_hand))
    return [*counts(whole.lines), *filter(None, said)]


def _lack(kind: str, what: str) -> Para:
    if kind == "unjudged":
        return Para(line(f"{what}. They are in ", Link("the queue", to=Place("queue")), "."), "wrong")
    return Para(line(f"{what}. ", Link("A regrade", to=Place("regrade")), " judges them again."), "wrong")


def _histogram(bins: Sequence[Overview.Bin]) -> Section | None:
    most = max((one.count for one in bins), default=0)
    columns: tuple[Column[Overview.Bin], ...] = (
        Column("points", "points", value=span),
        Column("students", "students", value=lambda one: line(Bar(one.count, most), f"  {one.count}")),
    )
    return Section("Points", (Table.of(columns, bins, "How many have which points"),)) if bins else None


def span(one: Overview.Bin) -> str:
    """Return which points a bar is about."""
    if one.low == one.high:
        return number(one.low)
    return f"{number(one.low)} to {'' if one.last else 'below '}{number(one.high)}"


def _cases(cases: Sequence[Overview.CaseFacts]) -> Section:
    """Return of how many on whom a case was tried it is solved, and the middle of their times."""
    columns: tuple[Column[Overview.CaseFacts], ...] = (
        Column("case", "case", value=lambda one: Link(one.path)),
        Column("solved", "solved by", "right", value=lambda one: f"{one.solved} of {one.tried}"),
        Column("share", "share", priority=1, value=_share),
        Column("median", "median time", "right",
               value=lambda one: "-" if one.median_s is None else seconds(one.median_s)),
    )  # fmt: skip
    return Section("Cases", (Table.of(columns, cases, "How many solve each case"),))


def _share(one: Overview.CaseFacts) -> Line | str:
    return line(Bar(one.rate, 1.0), f"  {100 * one.rate:.0f} %") if one.tried else "-"


def _near(one: Overview.Near) -> str:
    """Return how near a run came to a limit: `ada on secret/four: 97 % of the time limit`."""
    late = " (too late)" if one.share > 1 else ""
    return clean_line(f"{one.student.id} on {one.case}: {100 * one.share:.0f} % of the {one.limit} limit{late}")


def _disturbed(whole: Overview, reader: Reader, most: int | None) -> Section:
    again = Span(f"judge regrade --problem {whole.problem} --disturbed", "code")
    todo = again if reader.terminal else Link("regrade the disturbed runs", to=Place("regrade", "disturbed"))
    found = [line(Span(student.id, "name"), f": {count}") for student, count in whole.disturbed]
    said = (para(str(whole.disturbance), "warn"), Para(line("What to do: ", todo)))
    return Section("Disturbed runs", (*said, names(found, most)))


# --- lists of names ---------------------------------------------------------------------------------------------------
def names(lines: Sequence[Line], most: int | None = None, *, bare: bool = False) -> Names:
    """Return these, or so many of them."""
    left = len(lines) - (most or len(lines))
    return Names(tuple(lines[:most]), bare, f"and {left} more" if left > 0 else "")


def reasons(
    head: str, found: Iterable[Overview.Reason], most: int | None = None, reader: Reader = HOST
) -> tuple[Section, ...]:
    """Return each reason, with what to do and whom it is about."""
    return tuple(_reason(head, one, most, reader) for one in found)


def _reason(head: str, one: Overview.Reason, most: int | None, reader: Reader) -> Section:
    count = f" ({len(one.about)})" if len(one.about) > 1 else ""
    way = advice(one.help, one.command if reader.terminal else "")
    todo = (Para(line("What to do: ", way)),) if way else ()
    said = [(clean_line(who), f": {clean_line(own, LONGEST)}" if own else "") for who, own in one.about]
    about = names([line(Span(f"{who}{own}", "name")) for who, own in said], most, bare=not any(own for _, own in said))
    return Section(f"{head}: {clean_line(one.what, LONGEST)}{count}", (*todo, about), note=True)


# --- students x cases -------------------------------------------------------------------------------------------------
def _points(one: Overview.Line) -> str:
    return "excused" if one.excused else number(one.points) + "*" * one.by_hand


def _late(one: Overview.Line) -> str:
    if not one.late:
        return ""
    by = time_words(one.lateness.late_s) if one.lateness.late_s else "late"
    return f"{by}, -{number(one.lateness.off)}" if one.lateness.off else by


def _decided(one: Overview.Line) -> str:
    grade = "" if one.mark is None or one.mark.grade is None else "excused" if one.excused else "points"
    comment = "comment" if one.mark and one.mark.comment else ""
    return ", ".join(filter(None, (grade, comment)))


_COLUMNS: Final[tuple[Column[Overview.Line], ...]] = (  # those that say nothing of anybody go
    Column("student", "student", value=lambda one: Link(one.student.who, to=Place("student", one.student.id))),
    Column("points", "points", "right", value=_points),
    Column("verdict", "verdict", priority=1, value=lambda one: "" if one.excused else str(one.verdict or "not graded")),
    Column("late", "late", priority=2, value=_late),
    Column("decided", "by hand", priority=2, value=_decided),
)
_MARKS: Final = {verdict: (Kind(verdict),) for verdict in Verdict}  # one of each, as a class has thousands
_NOT_RUN: Final = (Kind(Verdict.TLE, not_run=True),)
_DECIDES: Final = "To excuse a student or to give points by hand, an instructor opens the page of the student."


def _students(whole: Overview, order: _Order | None, *, few: bool) -> Section:
    """Return what is known of each student, and the mark of each case."""
    lines, head, more = whole.lines, "Students and cases", ""
    if order:
        lines, more = order.ordered(lines), _DECIDES if whole.ungraded else ""
        if not lines:
            return Section(head, (para("Nobody is in the class yet. Every student with an account is in it."),))
    elif few and len(lines) > _FEWEST:
        judged = [one for one in whole.counting if one.verdict]
        lines = tuple(sorted(judged, key=lambda one: one.points or 0.0)[:_FEWEST])
        head = f"The {len(lines)} students with the fewest points"
        more = f"all {len(whole.lines)} are in  --html FILE  and  --csv FILE, and in a pipe:  | less"
    columns = [one for one in _COLUMNS if any(map(one.cell, whole.lines))]
    heads: list[Head] = [*columns]
    heads += [Head(_CASE + one.path, one.path, group=one.group, line=(Link(one.path),)) for one in whole.cases]
    marks = [tuple(map(_mark, row.tried)) for row in lines]
    rows = tuple(Row((*(one.cell(row) for one in columns), *of_row)) for row, of_row in zip(lines, marks, strict=True))
    signs = [sign for of_case in set(chain.from_iterable(marks)) for sign in of_case]
    stars = [Sign("*")] * any(row.by_hand for row in lines)
    table = Table(tuple(map(order.head, heads)) if order else tuple(heads), rows, head, grid=True)
    hint = (para(more, "soft"),) if more else ()
    return Section(head, (Legend(legend((*signs, *stars))), table, *hint))


def _mark(one: Overview.Tried | None) -> tuple[Kind, ...]:
    if one is None:
        return ()
    return _NOT_RUN if one.not_run else _MARKS[one.verdict]


# --- their order ------------------------------------------------------------------------------------------------------
_Key = Callable[[Overview.Line], Any]  # what sorts a row, None where there is nothing
_CASE: Final = "case:"
_MOST_FIRST: Final = ("points", "late")
_PLACES: Final = {verdict: at for at, verdict in enumerate(Verdict)}
_KEYS: Final[dict[str, _Key]] = {
    "id": lambda one: alphabetic(one.student.id),
    "name": lambda one: alphabetic(one.student.name) if one.student.name else None,
    "points": lambda one: one.points,
    "verdict": lambda one: None if one.verdict is None else _PLACES[one.verdict],
    "late": lambda one: (one.lateness.late_s or 0) if one.late else None,
}


class _Order(msgspec.Struct, frozen=True):
    """By what students can be sorted, by which of it they are, and whether that is turned round."""

    keys: dict[str, _Key]
    chosen: str
    turned: bool

    @classmethod
    def of(cls, by: str, whole: Overview) -> Self:
        """Return the order by a column, such as points, -points or case:secret/four; any other word stands for id."""
        keys = dict(_KEYS)
        keys.update((_CASE + one.path, partial(_of_case, at)) for at, one in enumerate(whole.cases))
        chosen = by.removeprefix("-")
        return cls(keys, chosen, by.startswith("-")) if chosen in keys else cls(keys, "id", turned=False)

    def ordered(self, lines: Sequence[Overview.Line]) -> tuple[Overview.Line, ...]:
        """Return them sorted; who has nothing there comes last."""
        found = [(self.keys[self.chosen](one), one) for one in lines]
        known = sorted((one for one in found if one[0] is not None), key=lambda one: one[0], reverse=self.turned)
        return tuple(one for _, one in (*known, *(one for one in found if one[0] is None)))

    def head(self, one: Head) -> Head:
        """Return the head of a column with what sorts by it."""
        keys = [key for key in (("id", "name") if one.key == "student" else (one.key,)) if key in self.keys]
        links = [piece for key in keys for piece in (Span(", "), *self._link(key))][1:]
        order = ("descending" if self.turned else "ascending") if self.chosen in keys else ""
        return msgspec.structs.replace(one, line=tuple(links), order=order)

    def _link(self, key: str) -> Iterator[Span]:
        """Yield what sorts by a key when it is chosen next: points begin with the most, and what sorts already turns
        its order round."""
        turns = not self.turned if key == self.chosen else key in _MOST_FIRST
        yield Link(key.removeprefix(_CASE), to=Place("sorted", f"-{key}" if turns else key))
        if key == self.chosen:
            yield Span(" \u25be" if self.turned else " \u25b4", "unsaid")


def _of_case(column: int, one: Overview.Line) -> int | None:
    tried = one.tried[column]
    return None if tried is None else _PLACES[tried.verdict]
