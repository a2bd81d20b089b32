"""The files of a submission, as its page shows them."""

from __future__ import annotations

import msgspec

from judge.model import Submission
from judge.submissions.read import main_of


class SourceFile(msgspec.Struct, frozen=True):
    """A file: its path in the submission, what it holds, and whether it is the one that is run. `text` is "" where it
    is no text."""

    name: str
    body: bytes
    main: bool

    @property
    def text(self) -> str:
        """Return it as text; empty where it is none."""
        return "" if b"\0" in self.body else self.body.decode(errors="replace")


def source_files(submission: Submission) -> tuple[SourceFile, ...]:
    """Return its files, the one that is run first. `submission` comes with its sources."""
    main = main_of(submission)
    rest = (SourceFile(name, data, main=False) for name, data in submission.files if name != main)
    return (SourceFile(main, submission.source, main=True), *rest)
