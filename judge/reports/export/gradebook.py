"""Gradebooks and tables with every column, for people: of a class, of its cases, and of a course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from judge.errors import JudgeError
from judge.files import write_whole
from judge.model import Course, Graded, Overview, Verdict
from judge.reports.export.cells import cell, excel_text, named
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.terminal.letters import letter
from judge.reports.verdict_words import Kind, solved_cases
from judge.text import counted, number, span


def export(rows: Sequence[Graded], _: Sheet, path: Path) -> Exported:
    """Write every column, for people: a row for each student, judge errors first, no points where nothing is graded."""
    table = [[*PLAIN], *([of(row) for of in PLAIN.values()] for row in judge_errors_first(rows))]
    write_whole(path, excel_text(table))
    return Exported(f"the gradebook, {counted(len(rows), 'student')}")


def solved_of(row: Graded) -> int | None:
    """Count the cases that are right; None where nothing was judged."""
    return solved_cases(row.judgement) if row.judgement else None


def judge_errors_first(rows: Sequence[Graded]) -> list[Graded]:
    """Return the judge's own faults before all others, which keep their order."""
    return sorted(rows, key=lambda row: row.verdict is not Verdict.JE)


def held_back(rows: Sequence[Graded]) -> JudgeError | None:
    """Return what is to be said of those whose points wait for a judge error; None if there is nobody."""
    waiting = [row for row in judge_errors_first(rows) if row.waits]
    if not waiting:
        return None
    who = named([row.student.id for row in waiting])
    notes = [f"they are {who}: their cells are blank, and the rows for Canvas and Moodle are left out"]
    if any(row.judgement and row.judgement.problem.scheme.bonus for row in rows):
        notes.append("the bonuses of others may change when these are judged")
    return JudgeError(
        "E306",
        f"{len(waiting)} of {len(rows)} students have no points yet: the judge itself failed on them",
        note="; ".join(notes),
        help="run judge grade again, which tries these once more",
    )


def _handed_in(row: Graded) -> str:
    when = row.lateness.handed_in_s
    return "" if when is None else f"{datetime.fromtimestamp(when, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _told(count: int | None) -> str:
    return "" if count is None else str(count)


# Every column; a new one goes to the end.
PLAIN: Final[dict[str, Callable[[Graded], str]]] = {
    "id": lambda row: cell(row.student.id),
    "name": lambda row: cell(row.student.name),
    "email": lambda row: cell(row.student.email),
    "section": lambda row: cell(row.student.section),
    "folder": lambda row: cell(row.folder),
    "verdict": lambda row: row.verdict or "",
    "points": lambda row: number(row.points),
    "max_points": lambda row: number(row.max_points),
    "late": lambda row: _flag(on=row.late),
    "solved": lambda row: _told(solved_of(row)),
    "cases": lambda row: _told(len(row.judgement.problem.cases) if row.judgement else None),
    "sha256": lambda row: row.sha256,
    "identical_to": lambda row: cell(" ".join(row.twins)),
    "note": lambda row: cell(row.note),
    "handed_in": _handed_in,
    "late_by": lambda row: span(row.lateness.late_s) if row.lateness.late_s else "",
    "taken_off": lambda row: number(row.lateness.off) if row.lateness.off else "",
}


# --- students x cases -------------------------------------------------------------------------------------------------
LINE: Final[dict[str, Callable[[Overview.Line], str]]] = {
    "id": lambda line: cell(line.student.id),
    "name": lambda line: cell(line.student.name),
    "verdict": lambda line: line.verdict or "",
    "points": lambda line: number(line.points),
    "max_points": lambda line: number(line.max_points),
    "solved": lambda line: str(line.solved) if line.verdict else "",
    "late": lambda line: _flag(on=line.late),
    "excused": lambda line: _flag(on=line.excused),
    "by_hand": lambda line: _flag(on=line.by_hand),
}


def class_csv(whole: Overview) -> str:
    """Return a row for each student. Names of strangers are safe in a spreadsheet."""
    paths = [cell(case.path) for case in whole.cases]
    return excel_text([[*LINE, *paths, *(f"{path} s" for path in paths)], *map(_class_row, whole.lines)])


def _class_row(line: Overview.Line) -> list[str]:
    letters, times = zip(*map(_case, line.tried), strict=True) if line.tried else ((), ())
    return [*(of(line) for of in LINE.values()), *letters, *times]


def _flag(*, on: bool) -> str:
    return "true" if on else "false"


def _case(one: Overview.Tried | None) -> tuple[str, str]:
    if one is None:
        return "", ""
    return letter(Kind.of(one)), "" if one.cpu_s is None else f"{one.cpu_s:.6g}"


# --- a course ---------------------------------------------------------------------------------------------------------
def course_csv(course: Course, rows: Sequence[Course.Row]) -> str:
    """Return the points of each student in each homework, and what is missing."""
    titles = [one.title for one in course.homeworks]
    most = [max((row.cells[at].max_points for row in rows), default=0.0) for at in range(len(titles))]
    heads = [
        cell(f"{title} ({number(points)})" if points else title) for title, points in zip(titles, most, strict=True)
    ]
    spent = [f"late days ({course.late_days})"] if course.late_days else []
    head = ["id", "name", "email", "section", *heads, "total", *spent, "missing"]
    return excel_text([head, *(_course_row(course, row) for row in rows)])


def _course_row(course: Course, row: Course.Row) -> list[str]:
    who = (row.student.id, row.student.name, row.student.email, row.student.section)
    points = [number(one.points) for one in row.cells]
    spent = [str(row.late_days)] if course.late_days else []
    return [*map(cell, who), *points, number(row.total), *spent, cell(missing(course, row))]


def missing(course: Course, row: Course.Row) -> str:
    """Return which homeworks the student has no points in, and why."""
    pairs = zip(course.homeworks, row.cells, strict=True)
    return "; ".join(f"{one.title}: {held.why}" for one, held in pairs if held.points is None and held.why)
