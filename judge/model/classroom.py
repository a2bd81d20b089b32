"""The nouns of a class: who handed in what, what is not clear about it, and what it was worth. Frozen, without I/O."""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.model.deadline import Lateness
from judge.model.disturbance import Disturbance
from judge.model.judgement import Judgement
from judge.model.mark import Decided
from judge.model.problem import SAMPLES, Problem
from judge.model.verdict import Verdict

WEB = "web:"  # in the place of a folder or zip: what was handed in on the web
NOTHING = "nothing was handed in"  # what is said of it
Shape = Literal[
    "plain",
    "Moodle",
    "Canvas",
    "Gradescope",
    "Blackboard",
    "Brightspace",
    "Google Classroom",
    "Autolab",
    "nbgrader",
    "GitHub Classroom",
    "Sakai",
    "ILIAS",
    "web",
]


class Student(msgspec.Struct, frozen=True):
    """Who is graded. `id` is the institution's, or the export's where no roster says more; `lms_id` is the number by
    which the export knows them: Canvas's user, Moodle's participant, Gradescope's submission; Blackboard has none.

    A class list has numbers, too, of Canvas or of one assignment in Moodle: then `lms` says whose `lms_id` is, and
    where the export has another number, that is `export_id`.
    """

    id: str
    name: str = ""
    email: str = ""
    login: str = ""
    section: str = ""
    lms_id: str = ""
    group: str = ""
    lms: Literal["", "Canvas", "Moodle"] = ""
    export_id: str = ""
    extension: str = ""  # how much longer they have, in the words of the roster
    handed_in: str = ""  # when they handed in, in the words of the roster; an export's own time comes first

    @property
    def names(self) -> tuple[str, ...]:
        """Return id and name, once where they are the same; a blank one is left out."""
        return tuple(dict.fromkeys(word for word in (self.id, self.name) if word.strip()))

    def __str__(self) -> str:
        """Return id and name."""
        return " ".join(self.names)


class Doubt(msgspec.Struct, frozen=True):
    """Something that is not clear: where in the class, what is wrong with it, and how to fix it; `ours` where it is an
    error of the judge."""

    where: str
    what: str
    help: str = ""
    ours: bool = False


class Member(msgspec.Struct, frozen=True):
    """One row of the gradebook: a student and what they handed in.

    `files` are bytes by path inside the submission, of which `main` is run; both are empty where `doubt` says why
    nothing can be judged, and of older attempts on the web that can't count. `page` is the path, without an ending,
    that feedback gets in the folder names of the export.
    """

    student: Student
    folder: str
    page: str
    main: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    late: bool = False
    handed_in_s: float | None = None  # since 1970, UTC; None where the export does not say
    matched: str = "the export"  # what says who this is: "id", "email", "login", "name" in the roster
    doubt: Doubt | None = None
    remarks: tuple[str, ...] = ()  # what was left out of `files`, and why
    others: tuple[Member, ...] = ()  # their older attempts, the newest first; all submissions where `doubt` says so
    counts: str = ""  # why this one of several attempts counts; said in the note


class Unmatched(msgspec.Struct, frozen=True):
    """A submission of which it is not clear whose it is: nobody is given its points. `main` is what would be run."""

    folder: str
    doubt: Doubt
    nearest: tuple[Student, ...] = ()  # whose it may be, the likeliest first
    main: str = ""


class Roll(msgspec.Struct, frozen=True):
    """A class as it was handed in. Every student is in `members` or in `absent`, every file that belongs to nobody in
    `strays`; `twins` are the groups of two or more who handed in the same bytes. `place` is the whole path of the
    folder or zip, or `web:`."""

    shape: Shape
    members: tuple[Member, ...]
    absent: tuple[Student, ...] = ()
    strays: tuple[Doubt, ...] = ()
    twins: tuple[tuple[Member, ...], ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    remarks: tuple[str, ...] = ()  # on the class as a whole, such as the encoding of its names
    place: str = ""


class Graded(msgspec.Struct, frozen=True):
    """One row of every export. `points` is None where there is nothing to grade yet; a handed-in nothing is 0."""

    student: Student
    page: str = ""
    folder: str = ""
    sha256: str = ""
    verdict: Verdict | None = None
    points: float | None = None
    max_points: float = 0.0
    judgement: Judgement | None = None
    note: str = ""
    late: bool = False
    twins: tuple[str, ...] = ()  # ids of those who handed in the same bytes; for the instructor's eyes
    disturbance: Disturbance = Disturbance()  # for the instructor's eyes
    lateness: Lateness = Lateness()  # `points` are what counts, after it; said in the note
    mark: Decided | None = None  # what an instructor decided by hand, said in the note as well
    judged_s: float | None = None  # since 1970, UTC
    unclear: bool = False  # something was handed in, and it waits for the instructor what of it is judged

    @property
    def waits(self) -> bool:
        """Say whether its points are held back, because the judge itself failed on it."""
        return self.verdict is Verdict.JE and self.points is None and not self.excused

    @property
    def excused(self) -> bool:
        """Say whether it has no points by decision, and is in no figure of the class."""
        return self.mark is not None and self.mark.excused


def shown_whole(problem: Problem, group: str) -> bool:
    """Say whether a student may see the boards of the group's cases: the samples, and what says visibility = "full"."""
    row = problem.groups.get(group)
    return group == SAMPLES or (row is not None and row.visibility == "full")
