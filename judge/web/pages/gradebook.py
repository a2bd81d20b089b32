"""The class of a problem at a glance, for graders: `judge report` on the web; and the book that all such pages read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from judge.classroom.gradebook import Gradebook, outdated, read_gradebook
from judge.classroom.web_class import web_class
from judge.model import Verdict
from judge.model.classroom import Graded
from judge.model.overview import Line, Overview
from judge.reports.class_page import Row, parts, rows
from judge.reports.class_words import lacks
from judge.reports.export.exporter import Sheet, sheet_of
from judge.reports.page.html import Html
from judge.reports.units import number
from judge.scoring.cohort import cohort
from judge.text import span
from judge.web.ask import Ask
from judge.web.reply import Page

if TYPE_CHECKING:
    from judge.model.classroom import Student


def book_of(ask: Ask, roster: Sequence[Student] | None = None) -> Gradebook:
    """Return what counts now on the problem of the address, for the `roster` or else all who have an account as a
    student. JudgeError where a date that was set on the web can't be read."""
    problem = msgspec.structs.replace(ask.problem, path=ask.problem.name)  # no folder of this machine on a page
    found = web_class(ask.store, problem, ask.store.queue.handed_in(problem.name), roster)
    return read_gradebook(ask.store, found.roll, found.problem)


def sheet_for(book: Gradebook) -> Sheet:
    """Return what the feedback pages of a class share, with how the class did on each case."""
    counting = (row.judgement for row in book.rows if row.judgement and not row.excused)
    sheet = sheet_of(book.problem, book.clock)
    return msgspec.structs.replace(sheet, cohort=cohort(counting, book.clock))


def show_class(ask: Ask) -> Page:
    """Show students x cases, points, lateness and what was decided by hand. `by` in the address sorts."""
    book = book_of(ask)
    whole = book.overview
    return ask.page(
        "grading/class.html",
        title=whole.title,
        problem=book.problem.name,
        table=matrix(book.rows, whole, ask.query.get("by", "")),
        lacks=lacks(book.rows, outdated(book.records, book.problem)),
        **parts(whole),
    )


Order = Literal["ascending", "descending", "none"]
_HEADS: Final = ("id", "name", "points", "verdict", "late")
_CASE: Final = "case:"
_MOST_FIRST: Final = ("points", "late")
_ORDERS: Final = {verdict: at for at, verdict in enumerate(Verdict)}
_Key = str | float | None


class Head(msgspec.Struct, frozen=True):
    """A column: `by` is what sorts by it when it is chosen next, "-" before it turns the order round."""

    key: str
    words: str
    by: str
    order: Order = "none"


class MatrixRow(msgspec.Struct, frozen=True):
    """A student in words, and the marks of the cases."""

    id: str
    who: str
    points: str
    verdict: str
    late: str
    decided: str
    cells: Html


class Matrix(msgspec.Struct, frozen=True):
    """The table. `cases` are heads too."""

    heads: tuple[Head, ...]
    cases: tuple[Head, ...]
    rows: tuple[MatrixRow, ...]

    @property
    def anybody_late(self) -> bool:
        """Say whether the column about lateness says anything."""
        return any(row.late for row in self.rows)

    @property
    def anybody_decided(self) -> bool:
        """Say whether the column about what was decided by hand says anything."""
        return any(row.decided for row in self.rows)

    def head(self, key: str) -> Head:
        """Return the column of this key."""
        return next(one for one in self.heads if one.key == key)


def matrix(graded: Sequence[Graded], whole: Overview, by: str = "") -> Matrix:
    """Return the table of a class, whose overview has a line for each of these rows. `by` names a column, such as
    points, -points or case:secret/four; any other word stands for the id. Who has nothing there comes last."""
    paths = [case.path for case in whole.cases]
    key, turned = by.removeprefix("-"), by.startswith("-")
    if key not in {*_HEADS, *(_CASE + path for path in paths)}:
        key, turned = "id", False
    shown = [_row(*pair) for pair in zip(graded, rows(whole), strict=True)]
    column = paths.index(key.removeprefix(_CASE)) if key.startswith(_CASE) else None
    keys = [_key(key, column, row, line) for row, line in zip(graded, whole.lines, strict=True)]
    known = [at for at in range(len(keys)) if keys[at] is not None]
    known.sort(key=lambda at: keys[at], reverse=turned)  # type: ignore[arg-type, return-value]  # of one column
    order = [*known, *(at for at in range(len(keys)) if keys[at] is None)]
    heads = tuple(_head(name, name, key, turned=turned) for name in _HEADS)
    cases = tuple(_head(_CASE + path, path, key, turned=turned) for path in paths)
    return Matrix(heads, cases, tuple(shown[at] for at in order))


def _head(name: str, words: str, key: str, *, turned: bool) -> Head:
    if name != key:
        return Head(name, words, f"-{name}" if name in _MOST_FIRST else name)
    return Head(name, words, name if turned else f"-{name}", "descending" if turned else "ascending")


def _row(graded: Graded, row: Row) -> MatrixRow:
    late, decided = _late(graded), _decided(graded)
    return MatrixRow(graded.student.id, row.who, row.points, row.verdict, late, decided, row.cells)


def _late(row: Graded) -> str:
    if not row.late:
        return ""
    by = span(row.lateness.late_s) if row.lateness.late_s else "late"
    return f"{by}, -{number(row.lateness.off)}" if row.lateness.off else by


def _decided(row: Graded) -> str:
    mark = row.mark
    if mark is None:
        return ""
    grade = [] if mark.grade is None else ["excused" if row.excused else "points"]
    return ", ".join([*grade, *(["comment"] if mark.comment else [])])


def _key(key: str, column: int | None, row: Graded, line: Line) -> _Key:
    """Return what a row is sorted by in a column; None where it has nothing there."""
    if column is not None:
        tried = line.tried[column]
        return None if tried is None else _ORDERS[tried.verdict]
    return {
        "id": row.student.id.casefold(),
        "name": row.student.name.casefold() or None,
        "points": row.points,
        "verdict": None if row.verdict is None else _ORDERS[row.verdict],
        "late": (row.lateness.late_s or 0) if row.late else None,
    }[key]
