"""The gradebook as CSV: every column for people, or the columns that Canvas or Moodle import.

Canvas matches a row by ID, then SIS User ID, then SIS Login ID, then the name, and wants `Section` before the
assignment and `Points Possible` below it (its lib/gradebook_importer.rb). Moodle's worksheet needs Identifier, Grade
and Last modified (grade) (its mod/assign/feedback/offline); its gradebook import maps any of the other columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from judge.errors import JudgeError
from judge.model import Problem, Verdict
from judge.model.classroom import Graded
from judge.reports.export.atomic import write_whole
from judge.reports.export.cells import cell
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.late_cells import late_cells
from judge.reports.units import number
from judge.scoring.points import in_words

SCHEMA = "judge.gradebook/1"
Columns = Literal["plain", "Canvas", "Moodle"]
PLAIN = (
    "id", "name", "email", "section", "folder", "verdict", "points", "max_points", "late", "solved", "cases", "sha256",
    "identical_to", "note", "handed_in", "late_by", "taken_off",
)  # fmt: skip
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = (
    "Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
    "Last modified (submission)", "Last modified (grade)", "Feedback comments",
)  # fmt: skip


def export_plain(rows: Sequence[Graded], _: Sheet, path: Path) -> Exported:
    """Write every column, for people."""
    write_whole(path, gradebook(rows))
    return Exported(f"the gradebook, {len(rows)} students")


def export_canvas(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the columns that Canvas imports."""
    write_whole(path, gradebook(rows, "Canvas", sheet.column or sheet.title))
    return _imported(rows, "Canvas")


def export_moodle(rows: Sequence[Graded], _: Sheet, path: Path) -> Exported:
    """Write the columns that Moodle imports."""
    write_whole(path, gradebook(rows, "Moodle"))
    return _imported(rows, "Moodle")


def _imported(rows: Sequence[Graded], columns: Columns) -> Exported:
    waiting = sum(row.waits for row in rows)
    without = f"; {waiting} left out, as a blank cell would clear their score there" if waiting else ""
    return Exported(f"the gradebook, {len(rows) - waiting} students, as {columns} imports it{without}")


def gradebook(rows: Sequence[Graded], columns: Columns = "plain", title: str = "judge") -> str:
    """Return a CSV of one row for each student, judge errors first; lines end in CRLF.

    `title` is the assignment's, for Canvas as it is written there: `Homework 1 (1234)`. Points have two decimals, and
    none where nothing is graded. For people it begins with a byte order mark, without which Excel reads no UTF-8. For
    Canvas and Moodle a student who waits for a judge error has no row: a blank cell would clear their score there.
    """
    ordered = judge_errors_first(rows)
    imported = [row for row in ordered if not row.waits]
    text = io.StringIO()
    writer = csv.writer(text)
    match columns:
        case "Canvas":
            most = max((row.max_points for row in rows), default=0.0)
            writer.writerow([*CANVAS, cell(title)])
            writer.writerow(["    Points Possible", "", "", "", "", number(most)])
            writer.writerows(map(_canvas, imported))
        case "Moodle":
            writer.writerow(MOODLE)
            writer.writerows(map(_moodle, imported))
        case _:
            text.write("\ufeff")
            writer.writerow(PLAIN)
            writer.writerows(map(_plain, ordered))
    return text.getvalue()


def gradebook_json(rows: Sequence[Graded], problem: Problem) -> dict[str, Any]:
    """Return the gradebook as one object of the schema `judge.gradebook/1`, texts as they are; judge errors first.
    `points` is null where nothing is graded."""
    return {
        "schema": SCHEMA,
        "problem": problem.name,
        "scheme": in_words(problem),
        "students": [
            {
                **_who(row),
                "folder": row.folder,
                "verdict": row.verdict,
                "points": row.points,
                "max_points": row.max_points,
                "late": row.late,
                "solved": _solved(row),
                "cases": len(problem.cases),
                "sha256": row.sha256,
                "identical_to": row.twins,
                "note": row.note,
                "disturbance": msgspec.structs.asdict(row.disturbance),
                "lateness": msgspec.structs.asdict(row.lateness),
            }
            for row in judge_errors_first(rows)
        ],
    }


def _who(row: Graded) -> dict[str, str]:
    found = msgspec.structs.asdict(row.student)
    return {field: found[field] for field in found if field not in ("lms", "export_id")}


def _solved(row: Graded) -> int | None:
    return sum(run.verdict is Verdict.AC for run in row.judgement.runs) if row.judgement else None


def judge_errors_first(rows: Sequence[Graded]) -> list[Graded]:
    """Return the judge's own faults before all others, which keep their order."""
    return sorted(rows, key=lambda row: row.verdict is not Verdict.JE)


def held_back(rows: Sequence[Graded]) -> JudgeError | None:
    """Return what is to be said of those whose points wait for a judge error; None if there is nobody."""
    waiting = [row for row in judge_errors_first(rows) if row.waits]
    if not waiting:
        return None
    who = ", ".join(cell(row.student.id) for row in waiting[:5])
    rest = f" and {len(waiting) - 5} more" if len(waiting) > 5 else ""
    notes = [f"they are {who}{rest}: their cells are blank, and the rows for Canvas and Moodle are left out"]
    if any(row.judgement and row.judgement.problem.scheme.bonus for row in rows):
        notes.append("the bonuses of others may change when these are judged")
    return JudgeError(
        "E306",
        f"{len(waiting)} of {len(rows)} students have no points yet: the judge itself failed on them",
        note="; ".join(notes),
        help="run judge grade again, which tries these once more",
    )


def _plain(row: Graded) -> list[str]:
    student, solved = row.student, _solved(row)
    return [
        *map(cell, (student.id, student.name, student.email, student.section, row.folder)),
        row.verdict or "",
        number(row.points),
        number(row.max_points),
        "true" if row.late else "false",
        "" if solved is None else str(solved),
        str(len(row.judgement.problem.cases)) if row.judgement else "",
        row.sha256,
        cell(" ".join(row.twins)),
        cell(row.note),
        *late_cells(row),
    ]


def _canvas(row: Graded) -> list[str]:
    student = row.student
    known = student.id if student.id != student.lms_id else ""
    who = (student.name or student.id, student.lms_id, known, student.login, student.section)
    return [*map(cell, who), number(row.points)]


def _moodle(row: Graded) -> list[str]:
    student = row.student
    known = student.id if student.id != student.lms_id else ""
    identifier = f"Participant {student.lms_id}" if student.lms_id else ""
    comment = f"{row.verdict}. {row.note}" if row.verdict and row.note else row.verdict or row.note
    status = "Submitted for grading" if row.sha256 else "No submission"
    who = [*map(cell, (identifier, student.name, known, student.email))]
    return [*who, status, number(row.points), number(row.max_points), "Yes", "-", "-", cell(comment)]
