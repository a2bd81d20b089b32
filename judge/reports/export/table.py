"""The table of exports: `judge export` has an option for each row. It imports none of them, as `--help` reads it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from judge.reports.export.exporter import Exporter


class Row(NamedTuple):
    """One export: what its option takes and says, and what becomes of its file."""

    metavar: str
    help: str
    scored: bool = False  # it goes where marks are kept: points that wait for a judge error are missing there
    last: bool = False  # who finds a gradebook finds all else
    ending: str = ".csv"  # of the file that a browser is sent; a folder is packed
    listed: bool = False  # it asks for the column's name and the class list of an LMS


def _of_lms(words: str) -> Row:
    """Return the row of a gradebook that an LMS imports."""
    return Row("FILE", words, scored=True, last=True, listed=True)


EXPORTS: Final = {
    "gradebook": Row("FILE", "CSV with every column.", scored=True, last=True),
    "canvas": _of_lms("CSV with the columns that Canvas imports."),
    "moodle": _of_lms("CSV with the columns that Moodle imports."),
    "blackboard": _of_lms("Grades as Blackboard takes them."),
    "brightspace": _of_lms("Grades as Brightspace takes them."),
    "feedback": Row("FOLDER|ZIP", "A page for each student; a zip is ready to upload.", ending=".zip"),
    "gradescope": Row("FOLDER", "A results.json for each student.", scored=True, ending=".zip"),
    "junit": Row("FILE", "JUnit XML, whole diagnostics included.", ending=".xml"),
}


def exporter(name: str) -> Exporter:
    """Return what writes an export: the function `export` of the file that is called as its row."""
    found: Exporter = import_module(f"judge.reports.export.{name}").export
    return found
