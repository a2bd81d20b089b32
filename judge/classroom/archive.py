"""A folder or a zip as a list of files, whatever hostile hands have made of it.

Nothing is unpacked: a file of a zip is read into memory, bounded, when somebody asks for it, so a name can't lead out
of anywhere and a bomb can't fill a disk. A name that no honest tool makes, a link, a second file of the same name: each
is a file with a `fault` instead of bytes, so that one student's trick costs only that student. So does a folder with
more in it than a student may hand in: what is over is left out, and a file with the fault SURPLUS says so. Only what
makes the whole unreadable or boundless is an error: JudgeError E461."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from judge.classroom.file import (
    DEPTH_LIMIT,
    FOLDER_MOST,
    MOST_FILES,
    READ_LIMIT,
    REST,
    SURPLUS,
    File,
    checked_names,
    fullest,
    is_junk,
    mode_fault,
    refused,
    too_many,
)
from judge.classroom.zip_file import Fits, encoding, entries, open_zip
from judge.errors import JudgeError

_Found = tuple[str, os.stat_result, str]  # a path, what it is, and its fault


def walk(root: Path) -> list[File]:
    """Return every file below `root`; links are not followed, pipes and devices not opened."""
    files: list[File] = []
    for path, status, fault in _descend(root, "", _folders_around(root)):
        if len(files) >= MOST_FILES:
            raise too_many(root, (file.path for file in files), MOST_FILES)
        why = fault or ("" if path.endswith("/") else mode_fault(status.st_mode))
        files.append(File(path, status.st_size, _file_reader(root, path), why))
    return files


def _folders_around(root: Path) -> int:
    """Return how many folders below `root`, one in the other, hold all the rest: as shared_by, before the walk."""
    for number in range(DEPTH_LIMIT):
        try:
            with os.scandir(root) as entries:
                folders = ((entry, entry.is_dir(follow_symlinks=False)) for entry in entries)
                begin = list(islice((pair for pair in folders if not is_junk(pair[0].name, folder=pair[1])), 2))
        except PermissionError:
            return number  # the walk says so
        if len(begin) != 1 or not begin[0][1]:
            return number
        root = Path(begin[0][0].path)
    return DEPTH_LIMIT


def _descend(folder: Path, prefix: str, shared: int, depth: int = 0) -> Iterator[_Found]:
    """Return what is below a folder; of each folder at the depth `shared`, which is a student's, FOLDER_MOST at
    most."""
    empty = bool(prefix)
    with os.scandir(folder) as entries:
        for entry in entries:
            path, status = prefix + entry.name, entry.stat(follow_symlinks=False)
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_junk(entry.name, folder=is_folder):
                continue
            empty = False
            if not is_folder:
                yield path, status, ""
            elif depth >= DEPTH_LIMIT:
                yield path, status, "its name is too long"
            else:
                inner = _descend(Path(entry.path), f"{path}/", shared, depth + 1)
                try:
                    yield from _at_most(inner, path) if depth == shared else inner
                except PermissionError:
                    yield path, status, "the folder can't be opened"
        if empty:
            yield prefix, os.stat(folder), ""  # noqa: PTH116 - as the others are


def _at_most(found: Iterator[_Found], folder: str) -> Iterator[_Found]:
    yield from islice(found, FOLDER_MOST)
    for _, status, _ in found:
        yield f"{folder}/{REST}", status, SURPLUS
        return


def _file_reader(root: Path, path: str) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # The kind was looked at before; a link that has come since is refused, a pipe does not hang.
        descriptor = os.open(root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            return file.read(limit)

    return read


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
                found = walk(path)
            else:
                self._zip = open_zip(path)
                names_in = encoding(self._zip, fits)
                found, self.remark = entries(self._zip, path, names_in), names_in.remark
        except OSError as error:
            raise refused(path, f"it can't be opened: {error.strerror}", "name a folder or a zip") from error
        except JudgeError:
            self.__exit__()
            raise
        self.files = [msgspec.structs.replace(file, read=partial(self._read, file)) for file in checked_names(found)]

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

    def _read(self, file: File, limit: int) -> bytes:
        """Read a file and count that: however many there are, all of it stays in memory."""
        data = file.read(limit)
        self._count(file.path, len(data))
        return data

    def _count(self, path: str, size: int) -> None:
        self._looked_at[path] += size
        self._sum += size
        if self._sum > READ_LIMIT:
            what = f"its submissions have more than {READ_LIMIT >> 20} MiB in all"
            most = fullest(self._kept + self._looked_at, "bytes")
            raise refused(self.path, f"{what}{most}", "grade a part of the class")
