"""The nouns of a class and of a course: who handed in what, what is not clear about it, what it was worth, and what an
instructor decided by hand. Frozen, without I/O."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import tzinfo
from pathlib import Path
from typing import Literal

import msgspec

from judge.model.deadline import Deadline
from judge.model.judgement import Judgement
from judge.model.verdict import Verdict
from judge.text import clean_line, day

_LONGEST = 200  # characters of an id or a name that are shown
Lms = Literal["Canvas", "Blackboard", "Brightspace"]  # whose class lists have a gradebook's columns
_Others = Literal[
    "Gradescope", "Google Classroom", "Autolab", "nbgrader", "GitHub Classroom", "Sakai", "ILIAS", "Schoology", "Teams"
]  # fmt: skip


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
    def owner(self) -> str:
        """Return whose a judgement is in the store: the id, as text that UTF-8 can hold."""
        return self.id.encode(errors="backslashreplace").decode()

    @property
    def names(self) -> tuple[str, ...]:
        """Return id and name, once where they are the same; a blank one is left out."""
        return tuple(dict.fromkeys(word for word in (self.id, self.name) if word.strip()))

    def __str__(self) -> str:
        """Return id and name."""
        return " ".join(self.names)

    def shown(self, longest: int = _LONGEST) -> tuple[str, ...]:
        """Return these names, each on one line and safe to show."""
        return tuple(clean_line(word, longest) for word in self.names)

    @property
    def who(self) -> str:
        """Return id and name, on one line and safe to show."""
        return " ".join(self.shown())

    @property
    def called(self) -> str:
        """Return the name, or the id where there is no name."""
        return next(reversed(self.shown()), "")

    @property
    def other_name(self) -> str:
        """Return the name for a column beside the id: empty where that says the same."""
        return self.called if len(self.names) > 1 else ""


class Roll(msgspec.Struct, frozen=True):
    """A class as it was handed in. Every student is in `members` or in `absent`, every file that belongs to nobody in
    `strays`; `twins` are the groups of two or more who handed in the same bytes. `place` is the whole path of the
    folder or zip, or `web:`."""

    Shape = Literal["plain", "web", "Moodle", Lms, _Others]
    WEB = "web:"  # in the place of a folder or zip: what was handed in on the web

    class Doubt(msgspec.Struct, frozen=True):
        """Something that is not clear: where in the class, what is wrong with it, how to fix it, and how in a terminal;
        `ours` where it is an error of the judge."""

        where: str
        what: str
        help: str = ""
        command: str = ""
        ours: bool = False

        @property
        def todo(self) -> tuple[str, str]:
            """Return how to fix it, and how in a terminal."""
            return self.help, self.command

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
        doubt: Roll.Doubt | None = None
        remarks: tuple[str, ...] = ()  # what was left out of `files`, and why
        # Their older attempts, the newest first; all submissions where `doubt` says so.
        others: tuple[Roll.Member, ...] = ()
        counts: str = ""  # why this one of several attempts counts; said in the note

        @property
        def what_runs(self) -> str:
            """Return which file is run, and how many there are beside it."""
            more = len(self.files) - 1
            return self.main + (f" and {more} more" if more > 0 else "")

    class Unmatched(msgspec.Struct, frozen=True):
        """A submission of which it is not clear whose it is: nobody is given its points. `main` is what would be
        run."""

        folder: str
        doubt: Roll.Doubt
        nearest: tuple[Student, ...] = ()  # whose it may be, the likeliest first
        main: str = ""

    shape: Shape
    members: tuple[Member, ...]
    absent: tuple[Student, ...] = ()
    strays: tuple[Doubt, ...] = ()
    twins: tuple[tuple[Member, ...], ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    remarks: tuple[str, ...] = ()  # on the class as a whole, such as the encoding of its names
    place: str = ""
    set_aside: frozenset[str] = frozenset()  # ids of those whose submissions the match file says to be nobody's

    def lack(self, absent: Student) -> str:
        """Return why there is nothing to grade of an absent student; something may be theirs that waits."""
        if absent.id in self.set_aside:
            return Graded.SET_ASIDE
        return f"{Graded.NOTHING} under this name" if self.unmatched else Graded.NOTHING


# --- what a class list of an LMS holds beside people ------------------------------------------------------------------
# What Canvas calculates itself: its importer passes over every column whose name has these words (its
# lib/gradebook_importer.rb: NON_ASSIGNMENT_COLUMN_HEADERS).
_TOTAL = re.compile(r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)")


class LmsList(msgspec.Struct, frozen=True):
    """What a class list of an LMS tells of its gradebook; empty where the list is one's own."""

    class Column(msgspec.Struct, frozen=True):
        """One assignment's column: its header as the LMS wrote it, and its highest points where the file says them. The
        LMS takes no points for one that is `read_only`."""

        lms: Lms
        header: str
        points: float | None = None
        read_only: bool = False

        @staticmethod
        def is_total(header: str) -> bool:
            """Say whether Canvas takes a column for one that it calculates."""
            return bool(_TOTAL.search(header))

    class Worksheet(msgspec.Struct, frozen=True):
        """Moodle's grading worksheet as it was downloaded, in whatever language: rows by the participant's number.
        `prefix` stands before the number in the column Identifier."""

        class Places(msgspec.Struct, frozen=True):
            """Where the columns of a Moodle worksheet are, counted from 0. A worksheet of a blind assignment has no
            `name`, one that is graded by a scale no `maximum`."""

            identifier: int
            grade: int
            modified: int  # Last modified (grade)
            name: int | None = None
            email: int | None = None
            maximum: int | None = None
            comment: int | None = None

        head: tuple[str, ...]
        rows: dict[str, tuple[str, ...]]
        places: Places
        prefix: str = "Participant "
        comma: bool = False  # 33,33

    columns: tuple[Column, ...] = ()
    worksheet: Worksheet | None = None


# --- what an instructor decides by hand -------------------------------------------------------------------------------
MarkKind = Literal["points", "excuse", "comment", "clear"]


class Mark(msgspec.Struct, frozen=True):
    """One decision about the student `owner`. `text` is why it was made or, of a comment, what it says. `clear` takes
    back all that came before it."""

    class Decided(msgspec.Struct, frozen=True):
        """What counts of a student's marks: the last points or excuse, and the last comment, since they were cleared.
        `judged` are the points that the judge gave."""

        grade: Mark | None = None
        comment: Mark | None = None
        judged: float | None = None

        @classmethod
        def by_owner(cls, marks: Iterable[Mark]) -> dict[str, Mark.Decided]:
            """Return what counts now for each student. `marks` are in the order in which they were made."""
            found: dict[str, Mark.Decided] = {}
            for mark in marks:
                before = found.pop(mark.owner, cls())
                if mark.kind == "comment":
                    found[mark.owner] = msgspec.structs.replace(before, comment=mark)
                elif mark.kind != "clear":
                    found[mark.owner] = msgspec.structs.replace(before, grade=mark)
            return found

        @classmethod
        def give_points(cls, marks: Iterable[Mark]) -> bool:
            """Say whether somebody has points by hand, perhaps without having handed anything in."""
            return any(one.grade and not one.excused for one in cls.by_owner(marks).values())

        @property
        def excused(self) -> bool:
            """Say whether the student has no points, and is in no figure of the class."""
            return self.grade is not None and self.grade.kind == "excuse"

        def __str__(self) -> str:
            """Return the sentences that a note shows."""
            return "; ".join(str(mark) for mark in (self.grade, self.comment) if mark)

    owner: str
    kind: MarkKind
    text: str
    author: str
    at_s: float  # since 1970, UTC
    points: float | None = None
    zone: tzinfo | None = None  # in which its day is said: of the homework's due date; None for the host's

    def __str__(self) -> str:
        """Return it as one sentence: `15 points by hand (smith, 2026-11-22): handed in by mail`."""
        points = f"{self.points:.6g} points by hand" if self.points is not None else ""
        what = {"points": points, "excuse": "excused", "comment": "comment", "clear": "cleared"}[self.kind]
        said = f"{what} ({self.author}, {day(self.at_s, self.zone)})"
        return f"{said}: {self.text}" if self.text else said


# --- the gradebook ----------------------------------------------------------------------------------------------------
class Graded(msgspec.Struct, frozen=True):
    """One row of every export. `points` is None where there is nothing to grade yet; a handed-in nothing is 0."""

    NOTHING = "nothing was handed in"  # what is said of whoever has no submission
    SET_ASIDE = "the match file sets aside what was handed in"  # and of whoever has none that may count

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
    disturbance: Judgement.Disturbance = Judgement.Disturbance()  # for the instructor's eyes
    lateness: Deadline.Lateness = Deadline.Lateness()  # `points` are what counts, after it; said in the note
    mark: Mark.Decided | None = None  # what an instructor decided by hand, said in the note as well
    judged_s: float | None = None  # since 1970, UTC
    unclear: bool = False  # something was handed in, and it waits for the instructor what of it is judged
    late_days: int = 0  # of the course, those that it spends; `lateness` is what is later than these

    @property
    def waits(self) -> bool:
        """Say whether its points are held back, because the judge itself failed on it."""
        return self.verdict is Verdict.JE and self.points is None and not self.excused

    @property
    def unjudged(self) -> bool:
        """Say whether something of it can be judged, and nothing came of that yet."""
        return bool(self.sha256) and self.judgement is None

    @property
    def excused(self) -> bool:
        """Say whether it has no points by decision, and is in no figure of the class."""
        return self.mark is not None and self.mark.excused

    @property
    def by_hand(self) -> bool:
        """Say whether its points are not those that the judge gave."""
        return self.mark is not None and self.mark.grade is not None and not self.excused


class Course(msgspec.Struct, frozen=True):
    """A course file, read. Paths are those of its own folder. `late_days` each student may spend."""

    class Cell(msgspec.Struct, frozen=True):
        """What a student has in a homework. `points` is None where nothing counts: `why` says it. `waits` where that is
        still to be judged or decided, so that no total can be told; `excused` where it is in no total."""

        points: float | None = None
        max_points: float = 0.0
        why: str = ""
        waits: bool = False
        excused: bool = False
        late_days: int = 0

    class Row(msgspec.Struct, frozen=True):
        """A student in all homeworks. `total` is in percent of what the weights give; None where something waits."""

        student: Student
        cells: tuple[Course.Cell, ...]
        total: float | None = None

        @property
        def late_days(self) -> int:
            """Return how many late days the student has spent."""
            return sum(cell.late_days for cell in self.cells)

    class Homework(msgspec.Struct, frozen=True):
        """One homework: a package, what the class handed in for it, and how much it counts in the total. None is what
        was handed in on the web. `match` settles whose a submission is, `main` is the file that is run, `term` lies
        over the dates of the package, and `groups` is the file that counts in place of the course's."""

        title: str
        problem: str
        handed_in: Path | None
        weight: float = 1.0
        match: Path | None = None
        term: Deadline.Term = Deadline.Term()
        main: str = ""
        groups: Path | None = None

    title: str
    homeworks: tuple[Homework, ...]
    roster: Path | None = None
    groups: Path | None = None
    late_days: int = 0
