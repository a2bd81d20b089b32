"""The nouns of who competes: a submission, and those who compete on one problem."""

from __future__ import annotations

import hashlib
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import msgspec

from judge.model.problem import Problem
from judge.model.verdict import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path


class Submission(msgspec.Struct, frozen=True):
    """Sources that compete: one file, or a folder of them by relative path, of which `source` is run.

    `expected` holds the verdicts its author declares, AC if none; `fault` says why it can't even be prepared, when
    reading it was enough to see that.
    """

    Contract = Literal["function", "program"]

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
    place: str = ""  # in the folder, of the file that is run, where `path` fits a copy of it as well

    @property
    def run_as(self) -> str:
        """Return what beside the bytes decides how it is run: the ending; of Java the name of the file."""
        return self.path.name if self.path.suffix == ".java" else self.path.suffix

    @property
    def main(self) -> str:
        """Return the path of the file that is run. Of a folder, which may hold a copy of it, it is found by what it
        holds and by the name that its path ends with, whose ending may be in capitals. In `v2` that holds `main.py` and
        `v2/main.py`, the path fits both: then its `place` says it."""
        if self.place or not self.files:
            return self.place or self.path.name
        path, ending = f"/{self.path.as_posix()}", self.path.suffix
        ways = path, path.removesuffix(ending) + ending.lower()

        def key(name: str) -> tuple[bool, bool, int]:
            ending = PurePath(name).suffix
            return any(way.endswith(f"/{name}") for way in ways), any(way.endswith(ending) for way in ways), len(name)

        return max((name for name, data in self.files if data == self.source), key=key)

    @staticmethod
    def digest_of(main: str, files: tuple[tuple[str, bytes], ...]) -> str:
        """Return the hash that a submission of these files has, of which `main` is run: of its file alone, or of all of
        a folder with their paths. Nobody reads what they say."""
        return Submission.digest(dict(files)[main], files if len(files) > 1 else (), main)

    @staticmethod
    def digest(source: bytes, folder: tuple[tuple[str, bytes], ...] = (), main: str = "") -> str:
        """Return the hash of a source, with all files of its folder if it has one. Where that holds a copy of it, the
        path of the one that is run counts: what lies beside it there is not what lies beside the copy."""
        found = hashlib.sha256(source)
        if sum(data == source for _, data in folder) > 1:
            found.update(f"{main}\0".encode(errors="surrogatepass"))
        for name, data in folder:
            found.update(f"{name}\0{len(data)}\0".encode(errors="surrogatepass"))  # a name need not be UTF-8
            found.update(data)
        return found.hexdigest()

    def fails_with(self, verdict: Verdict) -> bool:
        """Say whether a verdict on one case is neither AC nor one that the author declared."""
        return verdict not in (Verdict.AC, *self.expected)


class Entry(msgspec.Struct, frozen=True):
    """A problem and those who compete on it."""

    problem: Problem
    submissions: tuple[Submission, ...]
