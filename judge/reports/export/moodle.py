"""The grading worksheet that Moodle imports at the assignment's page > Submissions > Upload grading worksheet.

Moodle finds a participant by the number in Identifier, and its columns by their headers, in the site's language. Who
has a grade or a feedback file newer than Last modified (grade) is skipped, unless a box is ticked; so are points above
the assignment's maximum (its mod/assign/feedback/offline). So the worksheet that came from Moodle is written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from judge.errors import Todo
from judge.files import write_whole
from judge.model import Graded, LmsList, Verdict
from judge.reports.export.cells import about_students, cell, csv_text
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.export.lms import LISTED, is_of_another, known_id, moodle_numbers
from judge.text import capitalized, counted, number

MOODLE = (
    "Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
    "Last modified (submission)", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
TICK = "Allow updating records that have been modified more recently in Moodle than in the spreadsheet"
_NEVER = "-"
_YEAR = re.compile(r"\d{4}")
_GRADED, _UNGRADED = "Graded", "Not graded"
_OURS = re.compile(rf"(?:{'|'.join((*Verdict, _GRADED, _UNGRADED))})(?:\.|$)")
# What PHP's strtotime reads, and Moodle writes in English: Saturday, 21 November 2026, 6:00 PM.
_ENGLISH_TIME = re.compile(
    r"[MTWFS][a-z]{2,5}day, \d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}, .*"
)


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the worksheet, and say what Moodle would skip of it."""
    write_whole(path, moodle_worksheet(rows, sheet))
    waiting = sum(row.waits for row in rows)
    without = f"; {waiting} left out, who wait for a judge error" if waiting else ""
    found = counted(len(rows) - waiting, "student")
    said = f"the gradebook, {found}, for Moodle > Submissions > Upload grading worksheet{without}"
    return Exported(said, warnings=tuple(_warnings([row for row in rows if not row.waits], sheet)))


def moodle_worksheet(rows: Sequence[Graded], sheet: Sheet) -> str:
    """Return the worksheet as CSV, judge errors first. A student who waits for a judge error has no row."""
    came, numbers = sheet.lms.worksheet, moodle_numbers(rows, sheet.shape)
    numbered = [(row, numbers[row.student.id]) for row in judge_errors_first(rows) if not row.waits]
    if came is None:
        return csv_text([MOODLE, *(_new_row(row, found, sheet) for row, found in numbered)])
    if is_of_another(rows, sheet.shape):
        came = msgspec.structs.replace(came, rows={})
    return csv_text([list(map(cell, came.head)), *(_carried(row, found, came) for row, found in numbered)])


def _new_row(row: Graded, found: str, sheet: Sheet) -> list[str]:
    student = row.student
    who = (f"Participant {found}" if found else "", student.name, known_id(student, sheet.shape), student.email)
    status = "Submitted for grading" if row.sha256 else "No submission"
    points = [number(row.points), number(row.max_points)]
    return [*map(cell, who), status, *points, "Yes", _NEVER, _NEVER, cell(_comment(row))]


def _carried(row: Graded, found: str, worksheet: LmsList.Worksheet) -> list[str]:
    """Return the row that came from Moodle with our grade. A comment that somebody else wrote stays, and so does what
    is said of work that is not in this class."""
    places, width = worksheet.places, len(worksheet.head)
    came = worksheet.rows.get(found, ())
    cells = [*came[:width], *([""] * (width - len(came)))]
    mine = [text if text == _NEVER else cell(text) for text in cells]
    mine[places.identifier] = cells[places.identifier] or (f"{worksheet.prefix}{found}" if found else "")
    mine[places.modified] = cells[places.modified] or _NEVER
    if places.name is not None and not came:
        mine[places.name] = cell(row.student.name)
    points = number(row.points)
    mine[places.grade] = points.replace(".", ",") if worksheet.comma else points
    if places.comment is not None:
        before = cells[places.comment]
        stays = (before and not _OURS.match(before)) or _is_elsewhere(row, cells, places)
        mine[places.comment] = before if stays else cell(_comment(row))
    return mine


def _is_elsewhere(row: Graded, cells: Sequence[str], places: LmsList.Worksheet.Places) -> bool:
    """Say whether Moodle knows of work of somebody of whom this class has none: a class may be one section's, or what
    came late. Behind the grade only the time of a submission has a year, or the text of one."""
    if row.folder or row.points is not None or row.excused:
        return False
    between = (cells[at] for at in range(places.grade + 1, places.modified) if at != places.maximum)
    commented = places.comment is not None and bool(cells[places.comment])
    return commented or any(map(_YEAR.search, between))


def _comment(row: Graded) -> str:
    """Return a comment that can be told from one of a teacher when it comes back. Who handed in nothing reads nothing
    of what others handed in."""
    word = row.verdict or (_UNGRADED if row.points is None else _GRADED)
    if row.folder or row.note in ("", Graded.NOTHING):
        return f"{word}. {_noted(row.note)}" if row.note else str(word)
    return f"{word}. {row.mark}" if row.mark else ""


def _noted(note: str) -> str:
    """Return a note with a capital, unless the name of a file comes first."""
    return capitalized(note) if note.partition(" ")[0].isalpha() else note


# --- what Moodle would skip ---------------------------------------------------------------------------------------
def _warnings(rows: Sequence[Graded], sheet: Sheet) -> Iterator[Todo]:
    numbers = moodle_numbers(rows, sheet.shape)
    unknown = [who for who, found in numbers.items() if not found]
    if unknown:
        todo = "give the assignment's grading worksheet as the class list"
        yield about_students(unknown, "without a participant's number, whom Moodle skips", todo), LISTED
    worksheet = sheet.lms.worksheet
    if worksheet is None:
        yield (
            "Moodle skips who has a grade or a feedback file there already: give the worksheet that you have just "
            f"downloaded as the class list, or tick {TICK!r}; a site in another language than English needs its own",
            LISTED,
        )
        return
    if is_of_another(rows, sheet.shape):
        worksheet = msgspec.structs.replace(worksheet, rows={})
    yield from _out_of_range(rows, numbers, worksheet)
    yield from _too_old(numbers, worksheet)


def _out_of_range(rows: Sequence[Graded], numbers: Mapping[str, str], worksheet: LmsList.Worksheet) -> Iterator[str]:
    if worksheet.places.maximum is None:
        yield "the worksheet has no maximum grade: an assignment that is graded by a scale takes no points"
        return
    above = []
    for row in rows:
        came = worksheet.rows.get(numbers[row.student.id], ())
        most = _points(came[worksheet.places.maximum]) if len(came) > worksheet.places.maximum else None
        if most is not None and row.points is not None and round(row.points, 2) > most:
            above.append((row.student.id, most))
    if above:
        skipped = f"the assignment's maximum grade of {number(above[0][1])}, whom Moodle skips as out of range"
        todo = "raise the maximum in the assignment's settings first"
        yield about_students([who for who, _ in above], f"with more points than {skipped}", todo)


def _too_old(numbers: Mapping[str, str], worksheet: LmsList.Worksheet) -> Iterator[str]:
    other = [who for who, found in numbers.items() if found and found not in worksheet.rows]
    if other:
        todo = f"download this one's, or tick {TICK!r}"
        yield about_students(other, "not in the worksheet, as if it were another assignment's", todo)
    times = [row[worksheet.places.modified] for row in worksheet.rows.values() if len(row) > worksheet.places.modified]
    if any(time.strip() not in ("", _NEVER) and not _ENGLISH_TIME.fullmatch(time.strip()) for time in times):
        yield (
            "Moodle can't read its own times in this language, and skips who has a grade already: "
            f"tick {TICK!r}, or set your language there to English before you download the worksheet"
        )


def _points(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
