"""Write a run as a folder of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from judge.model import RunRecord
from judge.reports.site import case, contest, problem, submission
from judge.reports.site.assets import assets
from judge.reports.site.contents import Contents, contents_of
from judge.reports.site.folder import INDEX, check_folder, write_folder

PAGES: Final[tuple[Callable[[Contents], Iterator[tuple[str, str]]], ...]] = (
    contest.pages,
    problem.pages,
    submission.pages,
    case.pages,
    contest.codes_page,
)


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
    write_folder(folder, files)
    pages = sum(name.endswith(".html") for name in files)
    return Site(folder / INDEX, pages, sum(map(len, files.values())))


def _files(contents: Contents) -> Iterable[tuple[str, bytes]]:
    yield from assets()
    for pages in PAGES:
        for name, text in pages(contents):
            yield name, text.encode(errors="backslashreplace")
