"""The nouns of a course: its homeworks with their weights, and what a student has in all. Frozen, without I/O."""

from __future__ import annotations

from pathlib import Path

import msgspec

from judge.model.classroom import Student
from judge.model.deed import Term


class Homework(msgspec.Struct, frozen=True):
    """One homework: a package, what the class handed in for it, and how much it counts in the total. None is what was
    handed in on the web. `match` settles whose a submission is, `main` is the file that is run, and `term` lies over
    the dates of the package."""

    title: str
    problem: str
    handed_in: Path | None
    weight: float = 1.0
    match: Path | None = None
    term: Term = Term()
    main: str = ""


class Course(msgspec.Struct, frozen=True):
    """A course file, read. Paths are those of its own folder."""

    title: str
    homeworks: tuple[Homework, ...]
    roster: Path | None = None
    groups: Path | None = None


class CourseCell(msgspec.Struct, frozen=True):
    """What a student has in a homework. `points` is None where nothing counts: `why` says it. `waits` where that is
    still to be judged or decided, so that no total can be told; `excused` where it is in no total."""

    points: float | None = None
    max_points: float = 0.0
    why: str = ""
    waits: bool = False
    excused: bool = False


class CourseRow(msgspec.Struct, frozen=True):
    """A student in all homeworks. `total` is in percent of what the weights give; None where something waits."""

    student: Student
    cells: tuple[CourseCell, ...]
    total: float | None = None
