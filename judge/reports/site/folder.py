"""The folder of a report: written in place, so that a reader finds each page old or new and never half of one.

A folder may be one in which somebody stands, or one that is mounted: it is kept, and what it holds is replaced. What
the judge has not written stays in it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError, room_or
from judge.locks import alone
from judge.model import RunRecord

INDEX: Final = "index.html"
ASSETS: Final = "assets"  # its folder of what pages load
MARK: Final = "judge-report.txt"
_SAID: Final = "This folder was written by `judge`, which writes it anew when it is asked to. Open index.html.\n"
_PAGE: Final = re.compile(r"(index|codes|\d+-[a-z0-9-]+)\.html")
_LEFT: Final = re.compile(r"\.judge-\d+\.part")  # pages of a writer that was killed
_WHERE: Final = "name a folder in which you may write"


class Site(msgspec.Struct, frozen=True):
    """A folder that was written: its first page, how many pages there are, and the size of all files."""

    index: Path
    pages: int
    size_bytes: int


class SiteFolder(msgspec.Struct, frozen=True):
    """A folder for the pages of a run."""

    path: Path

    def check(self) -> None:
        """Refuse one that a report can't be written to, before anything is judged: JudgeError E435 or E475."""
        folder = self.path
        try:
            if folder.is_dir() and not (folder / MARK).is_file() and not all(map(_is_left, folder.iterdir())):
                message = f"{folder} is not empty, and what it holds is no report of the judge"
                raise JudgeError("E475", message, help="name a new folder")
            there = next(one for one in (folder, *folder.absolute().parents) if one.exists() or one.is_symlink())
        except OSError as error:
            raise _refused(folder, error) from error
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            message = f"{folder} can't be written: {there} is no folder to write to"
            raise JudgeError("E435", message, help=_WHERE)

    def write(self, record: RunRecord) -> Site:
        """Write the pages of a run, in place of an earlier report there. JudgeError E435 where it can't be written,
        E475 where the folder holds something else: then it stays as it is."""
        from judge.reports.site.pages import files_of  # to check a folder no page is needed

        self.check()
        files = dict(files_of(record))
        write_folder(self.path, files)
        pages = sum(name.endswith(".html") for name in files)
        return Site(self.path / INDEX, pages, sum(map(len, files.values())))


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, in place of those of an earlier report. JudgeError E435 where it can't be written."""
    try:
        made = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with alone(folder):
                _replace(folder, {MARK: _SAID.encode(), **files})
        except OSError:
            with suppress(OSError):  # nothing is left of a new one
                if made:
                    folder.rmdir()
            raise
    except OSError as error:
        raise _refused(folder, error) from error


def _refused(folder: Path, error: OSError) -> JudgeError:
    return JudgeError("E435", f"{folder} can't be written: {error.strerror}", help=room_or(error, _WHERE))


def _is_left(path: Path) -> bool:
    return _LEFT.fullmatch(path.name) is not None


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files first, then put each in its place, the first page last: a full disk changes nothing."""
    for left in filter(_is_left, [*folder.iterdir()]):
        shutil.rmtree(left, ignore_errors=True)
    scratch = folder / f".judge-{os.getpid()}.part"
    try:
        for name, data in files.items():
            (scratch / name).parent.mkdir(parents=True, exist_ok=True)
            (scratch / name).write_bytes(data)
        _put(scratch, folder, sorted(files, key=lambda name: (name == INDEX, name != MARK)))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _put(scratch: Path, folder: Path, names: list[str]) -> None:
    """Put the files in their places, and take away the pages that the report no longer has."""
    former = {one.name for one in folder.iterdir() if _PAGE.fullmatch(one.name)}
    assets = folder / ASSETS
    if assets.is_symlink():  # else it would be written to where that leads
        assets.unlink()
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)  # after the mark, by which the folder is known again
        (scratch / name).replace(folder / name)
    for name in former.difference(names):
        (folder / name).unlink()
