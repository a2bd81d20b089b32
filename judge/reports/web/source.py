"""The files of a submission, as its page shows them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from judge.model import Submission
from judge.model.classroom import Member
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
    return _files(main, {main: submission.source, **dict(submission.files)})


def files_of(member: Member) -> tuple[SourceFile, ...]:
    """Return the files of a submission of a class, the one that is run first."""
    return _files(member.main, dict(member.files))


def _files(main: str, files: Mapping[str, bytes]) -> tuple[SourceFile, ...]:
    first = sorted(files, key=lambda name: name != main)
    return tuple(SourceFile(name, files[name], main=name == main) for name in first)
