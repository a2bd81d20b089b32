"""A folder as a list of files. Links are not followed, pipes and devices not opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from judge.classroom.files import bounds
from judge.classroom.files.bounds import DEPTH_LIMIT, FOLDER_MOST, too_many
from judge.classroom.files.file import REST, SURPLUS, Count, File, is_junk, mode_fault

_Found = tuple[str, os.stat_result, str]  # a path, what it is, and its fault


def walk(root: Path, count: Count) -> list[File]:
    """Return every file below `root`; links are not followed, pipes and devices not opened."""
    files: list[File] = []
    for path, status, fault in _descend(root, "", _folders_around(root)):
        if len(files) >= bounds.MOST_FILES:
            raise too_many(root, (file.path for file in files), bounds.MOST_FILES)
        why = fault or ("" if path.endswith("/") else mode_fault(status.st_mode))
        files.append(File(path, status.st_size, _file_reader(root, path, count), why))
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


def _file_reader(root: Path, path: str, count: Count) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # The kind was looked at before; a link that has come since is refused, a pipe does not hang.
        descriptor = os.open(root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            return count(path, file.read(limit))

    return read
