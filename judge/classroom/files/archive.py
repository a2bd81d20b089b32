"""A folder or a zip as a list of files, whatever hostile hands have made of it.

Nothing is unpacked: a file of a zip is read into memory, bounded, when somebody asks for it, so a name can't lead out
of anywhere and a bomb can't fill a disk. A name that no honest tool makes, a link, a second file of the same name: each
is a file with a `fault` instead of bytes, so that one student's trick costs only that student. So does a folder with
more in it than a student may hand in: what is over is left out, and a file with the fault SURPLUS says so. Only what
makes the whole unreadable or boundless is an error: JudgeError E461.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from judge.classroom.files.bounds import READ_LIMIT, fullest, refused
from judge.classroom.files.codepage import Fits
from judge.classroom.files.file import checked
from judge.classroom.files.folder import walk
from judge.classroom.files.zipped import encoding, entries, open_zip
from judge.errors import JudgeError


class Archive:
    """The files of a class. Close it after reading, or use it in a `with`."""

    def __init__(self, path: Path, fits: Fits | None = None) -> None:
        self.path, self._zip = path, None
        self.remark = ""  # on the encoding of its names, which `fits` may tell: how many of some are in the roster
        self._kept: Counter[str] = Counter()  # bytes by path
        self._looked_at: Counter[str] = Counter()  # those of which it is not settled yet whether they stay
        self._sum = self._sum_kept = 0
        try:
            if path.is_dir():
                self.files = checked(walk(path, self._counted))
                return
            self._zip = open_zip(path)
        except OSError as error:
            raise refused(path, f"it can't be opened: {error.strerror}", "name a folder or a zip") from error
        try:
            names_in = encoding(self._zip, fits)
            self.files = checked(entries(self._zip, path, self._counted, names_in))
            self.remark = names_in.remark
        except JudgeError:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        if self._zip:
            self._zip.close()

    def settle(self, folder: str, kept: int) -> None:
        """Count of all that was read since the last time only `kept` bytes, in this folder. What was looked at and let
        go, such as a zip in the class, takes nothing of the bound."""
        self._looked_at.clear()
        self._sum = self._sum_kept
        self._count(f"{folder}/", kept)
        self._kept.update(self._looked_at)
        self._looked_at.clear()
        self._sum_kept = self._sum

    def _counted(self, path: str, data: bytes) -> bytes:
        """Count what is read: however many files there are, all of it stays in memory."""
        self._count(path, len(data))
        return data

    def _count(self, path: str, size: int) -> None:
        self._looked_at[path] += size
        self._sum += size
        if self._sum > READ_LIMIT:
            what = f"its submissions have more than {READ_LIMIT >> 20} MiB in all"
            most = fullest(self._kept + self._looked_at, "bytes")
            raise refused(self.path, f"{what}{most}", "grade a part of the class")
