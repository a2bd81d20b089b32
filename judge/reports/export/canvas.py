"""The CSV that Canvas imports at Grades > Import.

Canvas matches a row by ID, then SIS User ID, then SIS Login ID, then the name, and wants `Section` before the
assignment and `Points Possible` below it. A column finds its assignment by the number at the end of its header,
`Homework 1 (1234)`; without it Canvas creates a new one (its lib/gradebook_importer.rb).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.errors import JudgeError, Todo
from judge.files import write_whole
from judge.model import Graded, LmsList, Roll
from judge.reports.export.cells import about_students, cell, csv_text
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.export.lms import LISTED, TITLED, canvas_number, column_of, has_number, known_id, known_login
from judge.text import counted, number

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_LISTED = 8  # columns


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the columns that Canvas imports, judge errors first; EX excuses.

    A student without points has no row: a blank cell would clear a score there, or an excuse. Where Canvas knows
    nothing else it takes the first of a name, so two never have one. JudgeError E479 where Canvas would create a new
    assignment.
    """
    column, twins = canvas_column(sheet), _twins(rows, sheet.shape)
    head = [[*CANVAS, cell(column.header)], ["    Points Possible", "", "", "", "", number(_most(rows))]]
    written = (row for row in judge_errors_first(rows) if _has_cell(row))
    students = (_canvas(row, sheet.shape, twin=row.student.id in twins) for row in written)
    write_whole(path, csv_text([*head, *students]))
    blank = sum(not _has_cell(row) for row in rows)
    without = f"; {blank} without points left out, as a blank cell would clear their score there" if blank else ""
    said = f"the gradebook, {counted(len(rows) - blank, 'student')}, for Canvas > Grades > Import{without}"
    return Exported(said, warnings=tuple(_warnings(rows, column, twins)))


def _warnings(rows: Sequence[Graded], column: LmsList.Column, twins: set[str]) -> Iterator[Todo]:
    if called := [row.student.id for row in rows if _has_cell(row) and row.student.id in twins]:
        why = "Canvas asks who they are if it knows neither id nor login"
        todo = f"{why}, so give the gradebook that it exports as the class list: it has their numbers"
        yield about_students(called, "with the name of another student, so the id stands behind it", todo), LISTED
    most = _most(rows)
    if column.points is not None and column.points != most:
        now = f"Canvas has {number(column.points)} points for {column.header}"
        yield f"{now}: importing makes them {number(most)}"


def canvas_column(sheet: Sheet) -> LmsList.Column:
    """Return the column of the assignment. JudgeError E479 where Canvas would create a new one or pass it over, or it
    is not clear."""
    found, columns = column_of(sheet, "Canvas")
    if LmsList.Column.is_total(sheet.column):
        raise _passed_over(sheet.column, "its importer takes a column of this name for one that it calculates")
    if found and found.read_only:
        raise _passed_over(found.header, "its Points Possible are (read only)")
    if found:
        return found
    if has_number(sheet.column, "Canvas"):
        if not columns:
            return LmsList.Column("Canvas", sheet.column)
        raise _unclear(f"the class list has no column {sheet.column}", columns)
    if sheet.column:
        raise _unclear(f"Canvas would create a new assignment, as {sheet.column!r} ends with no number", columns)
    raise _unclear("which assignment of Canvas the points are for is not said", columns)


def _canvas(row: Graded, shape: Roll.Shape, *, twin: bool) -> list[str]:
    student = row.student
    who = (
        f"{student.name} ({student.id})" if twin else student.name or student.id,
        canvas_number(student, shape),
        known_id(student, shape),
        known_login(student, shape),
        student.section,
    )
    return [*map(cell, who), "EX" if row.excused else number(row.points)]


def _twins(rows: Sequence[Graded], shape: Roll.Shape) -> set[str]:
    """Return the students of whom Canvas has to know the name, which another one has, too."""
    called = [(row.student, tuple(sorted(row.student.name.casefold().replace(",", " ").split()))) for row in rows]
    count = Counter(words for _, words in called if words)
    return {one.id for one, words in called if count[words] > 1 and not canvas_number(one, shape)}


def _has_cell(row: Graded) -> bool:
    return row.points is not None or row.excused


def _most(rows: Sequence[Graded]) -> float:
    return max((row.max_points for row in rows), default=0.0)


def _passed_over(header: str, why: str) -> JudgeError:
    repair = "rename the assignment in Canvas, or give the points to another one", TITLED
    return JudgeError("E479", f"Canvas would pass over the column {header}: {why}", help=repair)


def _unclear(what: str, columns: Sequence[LmsList.Column]) -> JudgeError:
    known = "; ".join(column.header for column in columns[:_LISTED])
    note = f"the class list has {known}" if known else ""
    repair = (
        "name the column as 'Homework 1 (1234)': the number is at the end of the assignment's address in Canvas; "
        "or give the gradebook that Canvas exports as the class list",
        f"{TITLED}, {LISTED}",
    )
    return JudgeError("E479", what, note=note, help=repair)
