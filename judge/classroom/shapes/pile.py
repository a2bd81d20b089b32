"""A pile: what one submitter handed in, as the names in an export say it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from judge.classroom.file import File
from judge.model import Roll, Student

_MOST_CUTS: Final = 20  # beginnings of names that are tried


class Told(msgspec.Struct, frozen=True):
    """What an export tells of a submitter, and never who it is: `matching` finds that.

    `student` is how a class without a roster calls them. `number` is the platform's, `sid` the institution's id.
    `logins` are a user name, and `words` a word that may be any field of a student: several, the longest first, where
    nobody can tell at which of several marks a name has to be cut. Of `words`, the first is the whole name.
    """

    student: Student
    name: str = ""
    number: str = ""
    email: str = ""
    sid: str = ""
    logins: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Return what is most like a name."""
        return self.name or next(iter(self.words), "")

    @property
    def text(self) -> str:
        """Return all that is told, for a message."""
        found = (self.sid, self.number, *self.logins, self.email, *self.words, self.name)
        return " or ".join(dict.fromkeys(filter(None, found)))


class Pile(msgspec.Struct):
    """What one submitter handed in: `files` by path inside the submission, `tops` the name of each in the export."""

    folder: str
    told: list[Told]  # of each submitter
    flat: bool = False  # no folder of its own: feedback goes beside the files
    late: bool = False
    handed_in: datetime | None = None  # as the export says it, perhaps without a zone
    files: dict[str, File] = {}
    tops: dict[str, str] = {}
    twice: list[str] = []  # paths that two files claim
    main: str = ""  # which file is run, where the instructor has said so
    settled: list[Student] = []  # whose it is, where the instructor has said so
    left_out: bool = False  # the instructor has said that it is nobody's
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

    shape: Roll.Shape
    piles: list[Pile]
    strays: list[File]


class Place(NamedTuple):
    """Where a file belongs: the key of its pile, that pile as its name alone tells it, the file's path in the
    submission, and what the export calls it. A file without a path is the platform's own: it may say when its pile was
    handed in."""

    key: Hashable
    pile: Pile
    path: str
    top: str
    at: datetime | None = None


def sort_by(
    shape: Roll.Shape,
    place: Callable[[File], Place | None],
    files: Iterable[File],
    listed: Mapping[str, Pile] | None = None,
) -> Sorted:
    """Put each file into the pile of its place; one without a place is a stray. `listed` are piles that are there
    even without a file."""
    found: dict[Hashable, Pile] = dict(listed.items() if listed else ())
    strays = []
    for file in files:
        if there := place(file):
            pile = found.setdefault(there.key, there.pile)
            pile.add(there.path, file, there.top)
            pile.handed_in = there.at or pile.handed_in
        else:
            strays.append(file)
    return Sorted(shape, list(found.values()), strays)


def any_of(word: str, *ends: str) -> list[Told]:
    """Return what a name tells of a submitter where nobody knows which field it is, or that one of these parts is."""
    return [Told(Student(word, word), words=(word, *ends))]


def top(path: str) -> str:
    return path.partition("/")[0]


def cuts(heads: list[str], mark: str) -> list[str]:
    """Return what may stand before the user's name in all of these: each beginning that they share, up to a mark."""
    first, last = min(heads, default=""), max(heads, default="")
    shared = next((at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return [first[: at + 1] for at in range(min(shared, len(first) - 1)) if first[at] == mark][:_MOST_CUTS]
