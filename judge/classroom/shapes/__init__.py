"""What the names in an export say: whose each file is. A row for each platform, and a class of none.

Nothing is opened here but Gradescope's list of submitters, Blackboard's receipts, and the times of nbgrader and Sakai.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from judge.classroom.file import File
from judge.classroom.shapes import attempts, file_names, folders, gradescope
from judge.classroom.shapes.pile import Pile, Sorted, Told, sort_by, top
from judge.model import Roll

_SORTS: dict[Roll.Shape, Callable[[Sequence[File]], Sorted]] = {
    "Gradescope": gradescope.sort,
    "Moodle": file_names.sort_moodle,
    "Blackboard": attempts.sort_blackboard,
    "Autolab": partial(sort_by, "Autolab", file_names.of_autolab),
    "Brightspace": attempts.sort_brightspace,
    "Sakai": folders.sort_sakai,
    "Schoology": partial(folders.sort_versions, "Schoology"),
    "Teams": partial(folders.sort_versions, "Teams"),
    "ILIAS": folders.sort_ilias,
    "nbgrader": folders.sort_nbgrader,
    "Google Classroom": partial(sort_by, "Google Classroom", file_names.of_google),
    "GitHub Classroom": file_names.sort_github,
}

__all__ = ["Pile", "Sorted", "Told", "piles", "shape_of", "top"]


def shape_of(files: Sequence[File]) -> Roll.Shape:
    """Return whose export it is: the LMS's whose form the most names have, at least half of them: one that fits nowhere
    is then a stray, not a class of another shape. Students choose the end of a name, so that some may look like
    another LMS's."""
    if any(file.path == gradescope.METADATA for file in files):
        return "Gradescope"
    tops = {top(file.path) for file in files}
    loose = {file.path for file in files if "/" not in file.path}  # of a long path the forms below are slow to say no
    # Of equals the first: Homework_1_1000_attempt_... has Canvas's form, too.
    forms: tuple[tuple[Roll.Shape, Callable[[str], object], set[str]], ...] = (
        ("Moodle", file_names.is_moodle, tops),
        ("Blackboard", attempts.BLACKBOARD.fullmatch, loose),
        ("Autolab", file_names.AUTOLAB.fullmatch, tops),
        ("Canvas", file_names.CANVAS.fullmatch, loose),
        ("Brightspace", attempts.of_brightspace, tops),
        ("Sakai", folders.is_sakai, tops),
        ("Google Classroom", file_names.GOOGLE.fullmatch, loose),
    )
    fitting = {shape: sum(bool(fits(name)) for name in names) for shape, fits, names in forms}
    best = max(fitting, key=lambda shape: fitting[shape])
    if 2 * fitting[best] >= len(tops) > 0:
        return best
    for shape in folders.VERSIONS:
        if folders.has_versions(shape, files):
            return shape
    if folders.is_ilias(files):
        return "ILIAS"
    if folders.is_nbgrader(files):
        return "nbgrader"
    return "GitHub Classroom" if file_names.prefixes_of(files) else "plain"


def piles(files: Sequence[File], suffixes: Iterable[str], groups: Iterable[str] = ()) -> Sorted:
    """Sort the files of a class by submitter. Loose files of a plain class are a submission if they end in one of
    `suffixes`. Where the roster has `groups`, their names tell where one ends."""
    shape = shape_of(files)
    if shape == "Canvas":
        return file_names.sort_canvas(files, groups)
    return _SORTS[shape](files) if shape in _SORTS else file_names.sort_plain(files, suffixes)
