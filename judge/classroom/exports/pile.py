"""A pile: what one submitter handed in, as the names in an export say it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec

from judge.classroom.files.file import File
from judge.model.classroom import Shape, Student


class Pile(msgspec.Struct):
    """What one submitter handed in: `files` by path inside the submission, `tops` the name of each in the export.
    `words` are what the export tells of them, as fields of a Student; one word that may be any of them is in all."""

    folder: str
    students: list[Student]
    words: list[dict[str, str]]
    flat: bool = False  # no folder of its own: feedback goes beside the files
    late: bool = False
    handed_in: datetime | None = None  # as the export says it, perhaps without a zone
    files: dict[str, File] = {}
    tops: dict[str, str] = {}
    twice: list[str] = []  # paths that two files claim
    main: str = ""  # which file is run, where the instructor has said so
    user: str = ""  # who, to the export; several piles of one user are attempts
    unclear: str = ""  # why the export does not say whose it is
    version: int = 0  # of an attempt, where the export counts them

    def add(self, path: str, file: File, top: str) -> None:
        if not path or path.endswith("/"):
            return  # a folder that is empty: it shows that there is a pile, and no more
        if path in self.files:
            self.twice.append(path)
        self.files[path], self.tops[path] = file, top


class Sorted(NamedTuple):
    """The piles of a class, and the files that belong to nobody."""

    shape: Shape
    piles: list[Pile]
    strays: list[File]


def any_of(word: str) -> dict[str, str]:
    """Return what a name tells of a student where nobody knows which field it is."""
    return {"id": word, "login": word, "email": word, "name": word}


def top(path: str) -> str:
    return path.partition("/")[0]
