"""Whose export it is, by the names in it: the table of platforms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes import (
    autolab,
    blackboard,
    brightspace,
    canvas,
    github,
    google,
    gradescope,
    ilias,
    moodle,
    nbgrader,
    plain,
    sakai,
)
from judge.classroom.shapes.autolab import AUTOLAB
from judge.classroom.shapes.blackboard import BLACKBOARD
from judge.classroom.shapes.brightspace import told
from judge.classroom.shapes.canvas import CANVAS
from judge.classroom.shapes.google import GOOGLE
from judge.classroom.shapes.metadata import METADATA
from judge.classroom.shapes.pile import Sorted, top
from judge.model.classroom import Shape

_SORTS: dict[Shape, Callable[[Sequence[File]], Sorted]] = {
    "Gradescope": gradescope.sort,
    "Moodle": moodle.sort,
    "Blackboard": blackboard.sort,
    "Autolab": autolab.sort,
    "Canvas": canvas.sort,
    "Brightspace": brightspace.sort,
    "Sakai": sakai.sort,
    "ILIAS": ilias.sort,
    "nbgrader": nbgrader.sort,
    "Google Classroom": google.sort,
    "GitHub Classroom": github.sort,
}


def shape_of(files: Sequence[File]) -> Shape:
    """Return whose export it is: the LMS's whose form the most names have, at least half of them: one that fits nowhere
    is then a stray, not a class of another shape. Students choose the end of a name, so that some may look like
    another LMS's."""
    if any(file.path == METADATA for file in files):
        return "Gradescope"
    tops = {top(file.path) for file in files}
    loose = {file.path for file in files if "/" not in file.path}  # of a long path the forms below are slow to say no
    # Of equals the first: Homework_1_1000_attempt_... has Canvas's form, too.
    forms: tuple[tuple[Shape, Callable[[str], object], set[str]], ...] = (
        ("Moodle", moodle.is_moodle, tops),
        ("Blackboard", BLACKBOARD.fullmatch, loose),
        ("Autolab", AUTOLAB.fullmatch, tops),
        ("Canvas", CANVAS.fullmatch, loose),
        ("Brightspace", told, tops),
        ("Sakai", sakai.is_sakai, tops),
        ("Google Classroom", GOOGLE.fullmatch, loose),
    )
    fitting = {shape: sum(bool(fits(name)) for name in names) for shape, fits, names in forms}
    best = max(fitting, key=lambda shape: fitting[shape])
    if 2 * fitting[best] >= len(tops) > 0:
        return best
    if ilias.is_ilias(files):
        return "ILIAS"
    if nbgrader.is_nbgrader(files):
        return "nbgrader"
    return "GitHub Classroom" if github.prefixes_of(files) else "plain"


def piles(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files of a class by submitter. Loose files of a plain class are a submission if they end in one of
    `suffixes`."""
    shape = shape_of(files)
    return _SORTS[shape](files) if shape in _SORTS else plain.sort(files, suffixes)
