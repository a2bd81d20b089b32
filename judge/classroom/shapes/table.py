"""Whose export it is, by the names in it: the table of platforms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judge.classroom.file import File
from judge.classroom.shapes import blackboard, brightspace, gradescope, ilias, named, nbgrader, sakai
from judge.classroom.shapes.pile import Sorted, top
from judge.model.classroom import Shape

_SORTS: dict[Shape, Callable[[Sequence[File]], Sorted]] = {
    "Gradescope": gradescope.sort,
    "Moodle": named.sort_moodle,
    "Blackboard": blackboard.sort,
    "Autolab": named.sort_autolab,
    "Canvas": named.sort_canvas,
    "Brightspace": brightspace.sort,
    "Sakai": sakai.sort,
    "ILIAS": ilias.sort,
    "nbgrader": nbgrader.sort,
    "Google Classroom": named.sort_google,
    "GitHub Classroom": named.sort_github,
}


def shape_of(files: Sequence[File]) -> Shape:
    """Return whose export it is: the LMS's whose form the most names have, at least half of them: one that fits nowhere
    is then a stray, not a class of another shape. Students choose the end of a name, so that some may look like
    another LMS's."""
    if any(file.path == gradescope.METADATA for file in files):
        return "Gradescope"
    tops = {top(file.path) for file in files}
    loose = {file.path for file in files if "/" not in file.path}  # of a long path the forms below are slow to say no
    # Of equals the first: Homework_1_1000_attempt_... has Canvas's form, too.
    forms: tuple[tuple[Shape, Callable[[str], object], set[str]], ...] = (
        ("Moodle", named.is_moodle, tops),
        ("Blackboard", blackboard.BLACKBOARD.fullmatch, loose),
        ("Autolab", named.AUTOLAB.fullmatch, tops),
        ("Canvas", named.CANVAS.fullmatch, loose),
        ("Brightspace", brightspace.told, tops),
        ("Sakai", sakai.is_sakai, tops),
        ("Google Classroom", named.GOOGLE.fullmatch, loose),
    )
    fitting = {shape: sum(bool(fits(name)) for name in names) for shape, fits, names in forms}
    best = max(fitting, key=lambda shape: fitting[shape])
    if 2 * fitting[best] >= len(tops) > 0:
        return best
    if ilias.is_ilias(files):
        return "ILIAS"
    if nbgrader.is_nbgrader(files):
        return "nbgrader"
    return "GitHub Classroom" if named.prefixes_of(files) else "plain"


def piles(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files of a class by submitter. Loose files of a plain class are a submission if they end in one of
    `suffixes`."""
    shape = shape_of(files)
    return _SORTS[shape](files) if shape in _SORTS else named.sort_plain(files, suffixes)
