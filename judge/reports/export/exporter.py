"""What every export of a class is given, and what it returns.

A new export is a row in `table`, and a file of its name in this folder with a function `export` of this shape: then
`judge export` has an option for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Protocol, Self

import msgspec

from judge.errors import JudgeError, Todo
from judge.model import Graded, Host, LmsList, Problem, Roll
from judge.reports.scheme import scheme_words
from judge.scoring import Cohort


class Sheet(msgspec.Struct, frozen=True):
    """What all exports of a class share: the assignment's title, how points are given, in words, and the clock that
    ranks. `column` is the name that was asked for in an LMS's gradebook, `shape` is whose export the class is,
    `lms` is what its class list tells, and `cohort` is what the rows say of the class. Times are said in `zone`, None
    for the host's."""

    title: str = ""
    scheme: str = ""
    clock: Host.Clock = "cpu"
    column: str = ""
    shape: Roll.Shape = "plain"
    lms: LmsList = LmsList()
    cohort: Cohort = Cohort()
    zone: tzinfo | None = None

    @property
    def has_terminal(self) -> bool:
        """Say whether its readers have one: not those who hand in on the web."""
        return self.shape != "web"

    @classmethod
    def of(cls, problem: Problem, clock: Host.Clock = "cpu") -> Self:
        """Return what all exports of a problem share."""
        return cls(problem.title, " ".join(scheme_words(problem)), clock, zone=problem.zone)


class Exported(msgspec.Struct, frozen=True):
    """What was written, in a few words. `fault` is the judge's own, where a file of it could not be made; `warnings`
    say what the LMS would skip, and what to do."""

    said: str
    fault: JudgeError | None = None
    warnings: tuple[Todo, ...] = ()


class Exporter(Protocol):
    """Write the rows of a class to `path`, a file or a folder. JudgeError E435 when it can't be written."""

    def __call__(self, rows: Sequence[Graded], sheet: Sheet, path: Path, /) -> Exported: ...
