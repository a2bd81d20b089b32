"""One page for each student, complete in itself: HTML that loads nothing and runs nothing, or Markdown.

Both are forms of one noun, `judge.reports.page.student`, so that neither shows what the other hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from judge.model.classroom import Graded
from judge.reports.export.exporter import Exported, Form, Sheet
from judge.reports.export.former_pages import remove_former
from judge.reports.export.pages import Written, left_out, write_each
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_html
from judge.reports.page.student_markdown import student_markdown
from judge.reports.units import counted
from judge.scoring.cohort import cohort


def export_pages(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the page of each student below the folder `path`, and remove those of students who are gone."""
    written = write_pages(rows, sheet, path, sheet.form)
    failed = {student for student, _ in written.failed}
    made = [page_path(row, sheet.form) for row in rows if row.page and row.student.id not in failed]
    removed = remove_former(path, made, {row.page for row in rows if row.page})
    gone = f"; {removed} of students who are gone removed" if removed else ""
    return Exported(f"{counted(written.count, 'feedback page')}{gone}", left_out("page", written))


def page(row: Graded, sheet: Sheet, form: Form = "html") -> str:
    """Return the feedback for one student. It shows boards and diagnostics of samples, and of groups with
    visibility = "full"; of every other case the verdict, the time and one sentence."""
    found = student_page(row, sheet)
    return student_html(found) if form == "html" else student_markdown(found)


def page_path(row: Graded, form: Form = "html") -> str:
    """Return the path of the page in the folder of all pages: as the export had it, to be uploaded as it is."""
    return f"{row.page}.{form}"


def write_pages(rows: Iterable[Graded], sheet: Sheet, folder: Path, form: Form = "html") -> Written:
    """Write every page below `folder`; who has no page in the export gets none.

    A page that the judge itself fails to draw is left out, and the others are written. JudgeError E435 when the folder
    can't be written to.
    """
    rows = list(rows)
    found = cohort((row.judgement for row in rows if row.judgement and not row.excused), sheet.clock)
    shared = msgspec.structs.replace(sheet, cohort=found)
    return write_each(rows, folder, lambda row: page_path(row, form), lambda row: page(row, shared, form))
