"""One page for each student, complete in itself: HTML that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from judge.model.classroom import Graded
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.former_pages import remove_former
from judge.reports.export.pages import Written, left_out, write_each
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_html
from judge.scoring.cohort import cohort
from judge.text import counted


def export_pages(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the page of each student below the folder `path`, and remove those of students who are gone."""
    written = write_pages(rows, sheet, path)
    failed = {student for student, _ in written.failed}
    made = [page_path(row) for row in rows if row.page and row.student.id not in failed]
    removed = remove_former(path, made, {row.page for row in rows if row.page})
    gone = f"; {removed} of students who are gone removed" if removed else ""
    return Exported(f"{counted(written.count, 'feedback page')}{gone}", left_out("page", written))


def page(row: Graded, sheet: Sheet) -> str:
    """Return the feedback for one student. It shows boards and diagnostics of samples, and of groups with
    visibility = "full"; of every other case the verdict, the time and one sentence."""
    return student_html(student_page(row, sheet))


def page_path(row: Graded) -> str:
    """Return the path of the page in the folder of all pages: as the export had it, to be uploaded as it is."""
    return f"{row.page}.html"


def write_pages(rows: Iterable[Graded], sheet: Sheet, folder: Path) -> Written:
    """Write every page below `folder`; who has no page in the export gets none.

    A page that the judge itself fails to draw is left out, and the others are written. JudgeError E435 when the folder
    can't be written to.
    """
    rows = list(rows)
    found = cohort((row.judgement for row in rows if row.judgement and not row.excused), sheet.clock)
    shared = msgspec.structs.replace(sheet, cohort=found)
    return write_each(rows, folder, page_path, lambda row: page(row, shared))
