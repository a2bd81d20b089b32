"""Classes that were uploaded on the web and not handed in yet: files beside the store, a folder for each problem."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from judge.problems.bounded_zip import TooLongError, open_zip

_LIST_LIMIT = 64 << 20  # bytes of a zip's list of contents, as of a class that is handed in


def folder_of(store: Path) -> Path:
    """Return the folder in which those of a store lie."""
    return store.parent / "web" / "classes"


def forget_in(folder: Path, names: re.Pattern[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Delete each upload that has one of the names, in a path of its zip or in its match file; return the problems of
    those that went, and of those that are left: one that can't be read is."""
    gone: list[str] = []
    left: list[str] = []
    for one in sorted(folder.glob("*")):
        if any(names.search(words) for words in _words(one)):
            shutil.rmtree(one, ignore_errors=True)
        (left if one.exists() else gone).append(one.name)
    return tuple(gone), tuple(left)


def _words(upload: Path) -> Iterator[str]:
    for path in (*upload.glob("*.json"), *upload.glob("*.csv")):
        yield path.read_text(encoding="utf-8", errors="replace")
    for path in upload.glob("*.zip"):
        yield path.name
        with suppress(zipfile.BadZipFile, TooLongError, OSError), open_zip(path, _LIST_LIMIT) as archive:
            yield from archive.namelist()
