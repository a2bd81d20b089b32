"""The gradebooks of several homeworks put together: a row for each student, in percent of what the weights give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.model.classroom import NOTHING, Graded, Student
from judge.model.course import CourseCell, CourseRow, Homework

NOT_JUDGED = "not judged yet"


def course_rows(
    homeworks: Sequence[Homework], gradebooks: Sequence[Sequence[Graded]], roster: Iterable[Student] = ()
) -> list[CourseRow]:
    """Return a row for each student of the roster, then for all others in the order in which they come up. A homework
    with an empty gradebook counts for nobody."""
    students = {student.id: student for student in roster}
    for rows in gradebooks:
        for row in rows:
            students.setdefault(row.student.id, row.student)
    by_id = [{row.student.id: row for row in rows} for rows in gradebooks]
    most = [max((row.max_points for row in rows), default=0.0) for rows in gradebooks]
    found = []
    for student in students.values():
        cells = tuple(
            _cell(rows.get(student.id), points) if rows else CourseCell(excused=True)
            for rows, points in zip(by_id, most, strict=True)
        )
        found.append(CourseRow(student, cells, _total(cells, homeworks)))
    return found


def _cell(row: Graded | None, most: float) -> CourseCell:
    """Return what counts of a row. What the judge or the instructor still has to decide waits."""
    if row is None:
        return CourseCell(max_points=most, why=NOTHING)
    if row.points is not None:
        return CourseCell(row.points, most)
    if row.excused:
        return CourseCell(max_points=most, why=str(row.mark), excused=True)
    unjudged = bool(row.sha256) and not row.waits
    waits = row.waits or row.unclear or unjudged
    return CourseCell(max_points=most, why=NOT_JUDGED if unjudged else row.note or NOTHING, waits=waits)


def _total(cells: Sequence[CourseCell], homeworks: Sequence[Homework]) -> float | None:
    """Return the total in percent: what is missing counts as 0, what is excused not at all. None where something
    waits, or nothing counts."""
    counted = [
        (cell, one.weight) for cell, one in zip(cells, homeworks, strict=True) if not cell.excused and cell.max_points
    ]
    weights = sum(weight for _, weight in counted)
    if any(cell.waits for cell, _ in counted) or not weights:
        return None
    return 100 * sum(weight * (cell.points or 0.0) / cell.max_points for cell, weight in counted) / weights
