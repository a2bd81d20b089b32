"""Write a run as a folder of pages: whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.model.run_record import RunRecord
from judge.reports.sanitize import clean_line
from judge.reports.site import case, codes, contest, pair, problem, submission
from judge.reports.site.assets import assets
from judge.reports.site.contents import Contents, contents_of

INDEX = "index.html"
PAGES: Final[tuple[Callable[[Contents], Iterator[tuple[str, str]]], ...]] = (
    contest.pages,
    problem.pages,
    submission.pages,
    case.pages,
    pair.pages,
    codes.pages,
)
_MARK = "judge-report.txt"
_SAID = "This folder was written by `judge`, which writes it anew when it is asked to. Open index.html.\n"


class Site(msgspec.Struct, frozen=True):
    """A folder that was written: its first page, how many pages there are, and the size of all files."""

    index: Path
    pages: int
    size_bytes: int


def write_site(record: RunRecord, folder: Path) -> Site:
    """Write the pages of a run into a folder, in place of an earlier report there. JudgeError E435 where it can't be
    written, E475 where the folder holds something else: then it stays as it is."""
    check_folder(folder)
    files = dict(_files(contents_of(record)))
    try:
        _replace(folder, files)
    except OSError as error:
        message = f"{clean_line(str(folder))} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help="name a folder in which you may write") from error
    pages = sum(name.endswith(".html") for name in files)
    return Site(folder / INDEX, pages, sum(map(len, files.values())))


def check_folder(folder: Path) -> None:
    """Refuse a folder that a report can't be written to, before anything is judged: JudgeError E435 or E475."""
    if folder.is_dir() and not (folder / _MARK).is_file() and any(folder.iterdir()):
        message = f"{clean_line(str(folder))} is not empty, and what it holds is no report of the judge"
        raise JudgeError("E475", message, help="name a new folder")
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        message = f"{clean_line(str(folder))} can't be written: {clean_line(str(there))} is no folder to write to"
        raise JudgeError("E435", message, help="name a folder in which you may write")


def _files(contents: Contents) -> Iterable[tuple[str, bytes]]:
    yield _MARK, _SAID.encode()
    yield from assets()
    for pages in PAGES:
        for name, text in pages(contents):
            yield name, text.encode(errors="backslashreplace")


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    """Write beside the folder, then put that in its place. Nothing is left beside it, on a full disk neither."""
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch, former = (folder.with_name(f".{folder.name[:64]}-{os.getpid()}.{end}") for end in ("part", "old"))
    try:
        for name, data in files.items():
            path = scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            folder.replace(former)
        scratch.replace(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if not folder.exists() and former.exists():
            former.replace(folder)
        shutil.rmtree(former, ignore_errors=True)
