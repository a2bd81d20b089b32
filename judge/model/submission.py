"""The nouns of who competes: a submission, and those who compete on one problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from judge.model.problem import Problem
from judge.model.verdict import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

Contract = Literal["function", "program"]


class Submission(msgspec.Struct, frozen=True):
    """Sources that compete: one file, or a folder of them by relative path, of which `source` is run.

    `expected` holds the verdicts its author declares, AC if none; `fault` says why it can't even be prepared, when
    reading it was enough to see that.
    """

    name: str
    problem: str
    contract: Contract
    path: Path
    source: bytes
    sha256: str
    expected: tuple[Verdict, ...] = (Verdict.AC,)
    fault: Finding | None = None
    words: str = ""  # that name it on a command line
    files: tuple[tuple[str, bytes], ...] = ()  # of a folder
    remarks: tuple[str, ...] = ()  # how it was read, where that took a choice: for who handed it in

    @property
    def run_as(self) -> str:
        """Return what beside the bytes decides how it is run: the ending; of Java the name of the file."""
        return self.path.name if self.path.suffix == ".java" else self.path.suffix

    def fails_with(self, verdict: Verdict) -> bool:
        """Say whether a verdict on one case is neither AC nor one that the author declared."""
        return verdict not in (Verdict.AC, *self.expected)


class Entry(msgspec.Struct, frozen=True):
    """A problem and those who compete on it."""

    problem: Problem
    submissions: tuple[Submission, ...]
