"""What an LMS's own class list holds beside people: the columns of grades, and the rows of a Moodle worksheet."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

Lms = Literal["Canvas", "Blackboard", "Brightspace"]
# What Canvas calculates itself: its importer passes over every column whose name has these words (its
# lib/gradebook_importer.rb: NON_ASSIGNMENT_COLUMN_HEADERS).
_TOTAL = re.compile(r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)")


class GradeColumn(msgspec.Struct, frozen=True):
    """One assignment's column: its header as the LMS wrote it, and its highest points where the file says them. The LMS
    takes no points for one that is `read_only`."""

    lms: Lms
    header: str
    points: float | None = None
    read_only: bool = False


def is_total(header: str) -> bool:
    """Say whether Canvas takes a column for one that it calculates."""
    return bool(_TOTAL.search(header))


class Places(msgspec.Struct, frozen=True):
    """Where the columns of a Moodle worksheet are, counted from 0. A worksheet of a blind assignment has no `name`, one
    that is graded by a scale no `maximum`."""

    identifier: int
    grade: int
    modified: int  # Last modified (grade)
    name: int | None = None
    email: int | None = None
    maximum: int | None = None
    comment: int | None = None


class Worksheet(msgspec.Struct, frozen=True):
    """Moodle's grading worksheet as it was downloaded, in whatever language: rows by the participant's number.
    `prefix` stands before the number in the column Identifier."""

    head: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    places: Places
    prefix: str = "Participant "
    comma: bool = False  # 33,33


class LmsList(msgspec.Struct, frozen=True):
    """What a class list of an LMS tells of its gradebook; empty where the list is one's own."""

    columns: tuple[GradeColumn, ...] = ()
    worksheet: Worksheet | None = None
