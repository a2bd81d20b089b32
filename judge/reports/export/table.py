"""The table of exports: `judge export` has an option for each row. It imports none of them, as `--help` reads it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from judge.reports.export.exporter import Exporter


class Row(NamedTuple):
    """One export: what its option takes and says, and the module and name of its function."""

    metavar: str
    help: str
    module: str
    function: str
    scored: bool = False  # it goes where marks are kept: points that wait for a judge error are missing there
    last: bool = False  # who finds a gradebook finds all else
    ending: str = ".csv"  # of the file that a browser is sent; a folder is packed
    listed: bool = False  # it asks for the column's name and the class list of an LMS

    def load(self) -> Exporter:
        """Import the function."""
        found: Exporter = getattr(import_module(f"judge.reports.export.{self.module}"), self.function)
        return found


def _of_lms(words: str, name: str) -> Row:
    """Return the row of a gradebook that an LMS imports, whose module is called like the LMS."""
    return Row("FILE", words, name, f"export_{name}", scored=True, last=True, listed=True)


EXPORTS: Final = {
    "gradebook": Row("FILE", "CSV with every column.", "gradebook", "export_plain", scored=True, last=True),
    "canvas": _of_lms("CSV with the columns that Canvas imports.", "canvas"),
    "moodle": _of_lms("CSV with the columns that Moodle imports.", "moodle"),
    "blackboard": _of_lms("Grades as Blackboard takes them.", "blackboard"),
    "brightspace": _of_lms("Grades as Brightspace takes them.", "brightspace"),
    "feedback": Row(
        "FOLDER|ZIP", "A page for each student; a zip is ready to upload.", "feedback", "export_feedback", ending=".zip"
    ),
    "gradescope": Row(
        "FOLDER", "A results.json for each student.", "gradescope", "export_results", scored=True, ending=".zip"
    ),
    "junit": Row("FILE", "JUnit XML, whole diagnostics included.", "junit", "export_junit", ending=".xml"),
}
