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

    def load(self) -> Exporter:
        """Import the function."""
        found: Exporter = getattr(import_module(f"judge.reports.export.{self.module}"), self.function)
        return found


EXPORTS: Final = {
    "gradebook": Row("FILE", "CSV with every column.", "gradebook", "export_plain", scored=True, last=True),
    "canvas": Row(
        "FILE", "CSV with the columns that Canvas imports.", "canvas", "export_canvas", scored=True, last=True
    ),
    "moodle": Row(
        "FILE", "CSV with the columns that Moodle imports.", "moodle", "export_moodle", scored=True, last=True
    ),
    "blackboard": Row(
        "FILE", "Grades as Blackboard takes them.", "blackboard", "export_blackboard", scored=True, last=True
    ),
    "brightspace": Row(
        "FILE", "Grades as Brightspace takes them.", "brightspace", "export_brightspace", scored=True, last=True
    ),
    "feedback": Row(
        "FOLDER|ZIP", "A page for each student; a zip is ready to upload.", "feedback_zip", "export_feedback"
    ),
    "gradescope": Row("FOLDER", "A results.json for each student.", "gradescope", "export_results", scored=True),
    "junit": Row("FILE", "JUnit XML, whole diagnostics included.", "junit", "export_junit"),
}
