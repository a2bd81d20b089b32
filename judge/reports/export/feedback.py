"""One page for each student, complete in itself: HTML that loads nothing and runs nothing.

They go below a folder, or into one zip that an LMS takes, with names as it looks for them.

Moodle wants a folder `Name_17_assignsubmission_file_` for each participant: the second part is the number, of a group's
members too (its mod/assign/feedback/file/importziplib.php). Canvas takes the first two parts of a name that are digits
alone for the user and the file that was handed in, so a name never is; it gives the page to the user's whole group, so
a group has one (its Assignment#generate_comments_from_files). All others get the names of their export.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from judge.errors import Todo, ways_of
from judge.files import write_bytes
from judge.model import Graded, Student
from judge.reports.export.cells import named
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.lms import LISTED, canvas_number, is_number, moodle_numbers
from judge.reports.export.pages import each_page, left_out, remove_former, write_each
from judge.reports.page.view import student_html
from judge.scoring import Cohort
from judge.text import clean_line, counted

_NOT_IN_NAMES = re.compile(r"[^\w .,()'-]|_")
_ANONYMOUS = re.compile(r"(?:^|_)anon_[A-Za-z0-9]+_\d+(?:_|$)")
_LONGEST = 50  # characters of a name: 255 bytes are a file's
_PLACES = {
    "Moodle": "Moodle > Submissions > Upload multiple feedback files in a zip, after the worksheet",
    "Canvas": "Canvas > the assignment > Upload Submissions",
}
_WHY: dict[str, Todo] = {
    "Moodle": (
        "they have no number of a participant; give the assignment's grading worksheet as the class list",
        LISTED,
    ),
    "Canvas": "they handed in no file, but a text or a link, and Canvas has no place for their page",
}


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the page of each student below the folder `path`, or into a zip where it ends in .zip."""
    if path.suffix.lower() != ".zip":
        return _in_folder(rows, sheet, path)
    chosen, nowhere = _chosen(rows, sheet)
    pages: dict[str, bytes] = {}

    def draw(row: Graded) -> None:
        pages[chosen[row.student.id]] = student_html(row, sheet).encode()

    made = each_page([row for row in rows if row.student.id in chosen], draw)
    write_bytes(path, packed(pages))
    place = f", for {_PLACES[sheet.shape]}" if sheet.shape in _PLACES else ""
    said, (why, command) = f"{counted(len(pages), 'feedback page')}{place}", ways_of(_WHY.get(sheet.shape, ""))
    lack = f"{counted(len(nowhere), 'page')} left out, of {named(nowhere)}: {why}", command
    return Exported(said, left_out("page", made), (lack,) if nowhere else ())


def _in_folder(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the pages below the folder `path`, and remove those of students who are gone; who has no page in the export
    gets none."""
    found = Cohort.of((row.judgement for row in rows if row.judgement and not row.excused), sheet.clock)
    shared = msgspec.structs.replace(sheet, cohort=found)
    written = write_each(rows, path, _page_path, lambda row: student_html(row, shared))
    failed = {student for student, _ in written.failed}
    made = [_page_path(row) for row in rows if row.page and row.student.id not in failed]
    removed = remove_former(path, made, {row.page for row in rows if row.page})
    gone = f"; {removed} of students who are gone removed" if removed else ""
    return Exported(f"{counted(written.count, 'feedback page')}{gone}", left_out("page", written))


def _page_path(row: Graded) -> str:
    """Return the path of the page in the folder of all pages: as the export had it, to be uploaded as it is."""
    return f"{row.page}.html"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip: the same files are the same bytes, whenever and wherever they are packed."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(entry, files[name])
    return data.getvalue()


def _chosen(rows: Sequence[Graded], sheet: Sheet) -> tuple[dict[str, str], list[str]]:
    """Return the name of the page of each student by their id, and who gets none. Of several with one place in Canvas,
    a group, the one has it who handed in."""
    places: dict[str, tuple[str, str]] = {}
    nowhere, numbers = [], moodle_numbers(rows, sheet.shape)
    for row in rows:
        if not row.page:
            continue
        place, name, first = _place(row, sheet, numbers[row.student.id])
        if not name:
            nowhere.append(row.student.id)
        elif place not in places or first:
            places[place] = (row.student.id, name)
    return dict(places.values()), nowhere


def _place(row: Graded, sheet: Sheet, number: str) -> tuple[str, str, bool]:
    """Return for whom the LMS takes a page, the name by which it does, empty if it can't, and whether it is theirs.
    The `number` is Moodle's."""
    whole = _encodable(_page_path(row))
    if sheet.shape == "Moodle":
        name = f"{_person(row.student)}_{number}_assignsubmission_file_/feedback.html" if number else ""
        return name, name, True
    if sheet.shape != "Canvas" or _ANONYMOUS.search(row.page):
        return whole, whole, True
    own = canvas_number(row.student, sheet.shape)
    user, attachment = _attachment(_behind_group(row.page, row.student.group), own)
    letters = "".join(letter for letter in row.student.name.lower() if letter.isalnum())[:_LONGEST]
    who = "student" if not letters or letters.isdigit() else letters
    name = f"{who}_{user}_{attachment}_feedback.html" if attachment else ""
    return f"{user}_{attachment}", name, user == own


def _behind_group(page: str, group: str) -> str:
    """Return the name of a page without that of a group: a number at its end is no user's."""
    names = ("".join(one for one in name.lower() if one.isalnum() or one == "_") for name in [group, *group.split(",")])
    return next((page[len(name) :] for name in names if name and page.startswith(f"{name}_")), page)


def _attachment(page: str, user: str) -> tuple[str, str]:
    """Return the user and what they handed in, from the name in Canvas's export: of a name that is digits alone the
    first part is no number."""
    parts = page.split("_")
    pairs = [pair for pair in pairwise(parts) if all(map(is_number, pair))]
    own = [pair for pair in pairs if pair[0] == user]
    found = own or (pairs[1:] if is_number(parts[0]) else pairs)
    return found[0] if found else ("", "")


def _encodable(path: str) -> str:
    """Return a path that a zip can hold: names of files need not be UTF-8."""
    held = path.encode(errors="backslashreplace").decode()
    return path if held == path else held.replace("\\", "_")


def _person(student: Student) -> str:
    name = _NOT_IN_NAMES.sub(" ", clean_line(student.name or student.id))
    return " ".join(name.split())[:_LONGEST].strip(" .") or "student"
