"""Whose export it is, by the names in it: the table of platforms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.classroom.exports import blackboard, canvas, gradescope, moodle, plain
from judge.classroom.exports.blackboard import BLACKBOARD
from judge.classroom.exports.canvas import CANVAS
from judge.classroom.exports.metadata import METADATA
from judge.classroom.exports.moodle import MOODLE
from judge.classroom.exports.pile import Sorted, top
from judge.classroom.file import File
from judge.model.classroom import Shape


def shape_of(files: Sequence[File]) -> Shape:
    """Return whose export it is: an LMS's where at least half of the names have its form: one more that fits nowhere is
    then a stray, not a class of another shape."""
    if any(file.path == METADATA for file in files):
        return "Gradescope"
    tops = {top(file.path) for file in files}
    loose = {file.path for file in files if "/" not in file.path}  # of a long path the forms below are slow to say no
    if 2 * sum(bool(MOODLE.fullmatch(name)) for name in tops) >= len(tops) > 0:
        return "Moodle"
    # Before Canvas: Homework_1_1000_attempt_... has its form, too.
    if 2 * sum(bool(BLACKBOARD.fullmatch(name)) for name in loose) >= len(tops) > 0:
        return "Blackboard"
    if 2 * sum(bool(CANVAS.fullmatch(name)) for name in loose) >= len(tops) > 0:
        return "Canvas"
    return "plain"


def piles(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files of a class by submitter. Loose files of a plain class are a submission if they end in one of
    `suffixes`."""
    match shape_of(files):
        case "Moodle":
            return moodle.sort(files)
        case "Canvas":
            return canvas.sort(files)
        case "Blackboard":
            return blackboard.sort(files)
        case "Gradescope":
            return gradescope.sort(files)
        case _:
            return plain.sort(files, suffixes)
