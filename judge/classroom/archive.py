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

from judge.classroom.bounds import READ_LIMIT, fullest, refused
from judge.classroom.file import checked
from judge.classroom.folder import walk
from judge.classroom.zipped import entries, open_zip
from judge.errors import JudgeError


class Archive:
    """The files of a class. Close it after reading, or use it in a `with`."""

    def __init__(self, path: Path) -> None:
        self.path, self._zip = path, None
        self._taken: Counter[str] = Counter()  # bytes by path
        self._sum = 0
        self._kept, self._kept_sum = Counter[str](), 0  # what stays in memory, by folder
        try:
            if path.is_dir():
                self.files = checked(walk(path, self._count))
                return
            self._zip = open_zip(path)
        except OSError as error:
            raise refused(path, f"it can't be opened: {error.strerror}", "name a folder or a zip") from error
        try:
            self.files = checked(entries(self._zip, path, self._count))
        except JudgeError:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        if self._zip:
            self._zip.close()

    def settle(self, folder: str, kept: int) -> None:
        """Count of all that was read since the last time only `kept` bytes, of this student's folder. What was looked
        at and let go, such as a zip in the class, costs nobody else anything."""
        self._kept[f"{folder}/"] += kept
        self._kept_sum += kept
        self._taken, self._sum = self._kept.copy(), self._kept_sum
        self._check()

    def _count(self, path: str, data: bytes) -> bytes:
        """Count what is read: however many files there are, all of it stays in memory."""
        self._taken[path] += len(data)
        self._sum += len(data)
        self._check()
        return data

    def _check(self) -> None:
        if self._sum > READ_LIMIT:
            what = f"its submissions have more than {READ_LIMIT >> 20} MiB in all"
            most = fullest(self._taken, "bytes")
            raise refused(self.path, f"{what}{most}", "grade a part of the class")
