"""A CSV file that an instructor gives, within bounds: a class list, its groups, or what settles who is who."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from judge.errors import JudgeError, Place

if TYPE_CHECKING:
    import _csv

LIMIT, MOST = 16 << 20, 20_000  # bytes and rows


class Kind:
    """What a file is read as: the code of its error, and how to fix it."""

    def __init__(self, code: str, name: str, repair: str) -> None:
        self.code, self.name, self.repair = code, name, repair

    def refused(self, path: Path, line: int, what: str) -> JudgeError:
        """Return the error of a file that can't be read so."""
        message = f"{path.name} can't be read as {self.name}: {what}"
        return JudgeError(self.code, message, Place(str(path), line), help=self.repair)


def rows(path: Path, kind: Kind) -> Iterator[tuple[int, list[str]]]:
    """Return line numbers and cells of a file."""
    return rows_in(read(path), path, kind)


def read(path: Path) -> bytes:
    """Return the bytes of a file, as far as they are looked at. JudgeError E435 when it can't be opened."""
    try:
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be opened: {error.strerror}", help="name a CSV file") from error


def rows_in(data: bytes, path: Path, kind: Kind) -> Iterator[tuple[int, list[str]]]:
    """Return line numbers and cells of these bytes, which errors call `path`. A semicolon or a tab separates where the
    first line has more of it than of commas."""
    if len(data) > LIMIT:
        raise kind.refused(path, 0, f"it is longer than {LIMIT >> 20} MiB")
    utf_16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))  # Excel's "Unicode Text"
    try:
        text = data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        what = "it is neither UTF-8 nor UTF-16: in Excel, save it as CSV UTF-8"
        raise kind.refused(path, data[: error.start].count(b"\n") + 1, what) from error
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    return _bounded(reader, path, kind)


def _bounded(reader: _csv.Reader, path: Path, kind: Kind) -> Iterator[tuple[int, list[str]]]:
    try:
        for number, row in enumerate(reader):
            if number > MOST:
                raise kind.refused(path, reader.line_num, f"it has more than {MOST:,} rows")
            yield reader.line_num, row
    except csv.Error as error:
        raise kind.refused(path, reader.line_num, f"it is no CSV: {error}") from error
