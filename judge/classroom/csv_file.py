"""A CSV file that an instructor gives, within bounds: a class list, its groups, or what settles who is who."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.errors import JudgeError, Place, Todo
from judge.files import read_given
from judge.text import FORMULA_SIGNS, counted

if TYPE_CHECKING:
    import _csv

LIMIT, MOST = 16 << 20, 20_000  # bytes and rows
MARKS = "\t;,"  # separators; of two that are equally frequent the first counts: `Last, First;ID`
_HEADLINES = 10  # in which the names of the columns stand
_WINDOWS = "cp1252"
_WORKBOOK = b"PK\x03\x04"
_SEPARATOR = re.compile(r'"?sep=(?P<mark>[^"\r\n])"?[ ,;\t]*(?:\r\n|\r|\n)', re.IGNORECASE)  # Excel's own first line
_GUARD = re.compile(rf"\A'(?=[\d{FORMULA_SIGNS}])")  # which Excel and our own cells write
QUOTES = 'put quotes around a cell that has a comma in it, as in "Lee, Ann", and name all columns'
_FORMULA = re.compile(r'="(?P<text>.*)"', re.DOTALL)  # ="00123", so that Excel keeps the zeros


class Kind(NamedTuple):
    """What a file is read as: the code of its error, and how to fix it."""

    code: str
    name: str
    repair: Todo

    def refused(self, path: Path, line: int, what: str, repair: str = "") -> JudgeError:
        """Return the error of a file that can't be read so."""
        message = f"{path.name} can't be read as {self.name}: {what}"
        return JudgeError(self.code, message, Place(str(path), line), help=repair or self.repair)


def read(path: Path) -> bytes:
    """Return the bytes of a file, as far as they are looked at. JudgeError E435 when it can't be opened."""
    return read_given(path, LIMIT + 1, "CSV file")


def rows(path: Path, kind: Kind, data: bytes | None = None, mark: str = "") -> Iterator[tuple[int, list[str]]]:
    """Return line numbers and cells of a file, or of these bytes, which errors call so. What separates is what a first
    line `sep=;` says, else this mark, else what the first line has most of that has a comma, semicolon or tab."""
    data = read(path) if data is None else data
    if len(data) > LIMIT:
        raise kind.refused(path, 0, f"it is longer than {LIMIT >> 20} MiB")
    if data.startswith(_WORKBOOK):
        raise kind.refused(path, 0, "it is a workbook: save it as CSV UTF-8")
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        what = "it is neither UTF-8 nor Windows-1252: in Excel, save it as CSV UTF-8"
        raise kind.refused(path, data[: error.start].count(b"\n") + 1, what) from error
    if "\0" in text:  # no spreadsheet writes one; UTF-16 without its mark is full of them
        line = text[: text.index("\0")].count("\n") + 1
        raise kind.refused(path, line, "it has bytes of zero, as UTF-16 has without its mark: save it as CSV UTF-8")
    said = _SEPARATOR.match(text)
    text = text[said.end() :] if said else text
    mark = said["mark"] if said else mark or _separator(text)
    return _bounded(csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True), path, kind, bool(said))


def _separator(text: str) -> str:
    counts = ({mark: line.count(mark) for mark in MARKS} for line in text.split("\n", _HEADLINES)[:_HEADLINES])
    found = next((found for found in counts if any(found.values())), {",": 0})
    return max(found, key=lambda mark: found[mark])


def remarks(data: bytes, path: Path) -> tuple[str, ...]:
    """Return what is to be said of how these bytes were read. Excel does not say that it writes no UTF-8."""
    if _encoding(data) != _WINDOWS:
        return ()
    return (f"{path.name} is not UTF-8: its names are read as Windows-1252, so look at them, or save it as CSV UTF-8",)


def _encoding(data: bytes) -> str:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # Excel's "Unicode Text"
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _WINDOWS
    return "utf-8-sig"


def _bounded(reader: _csv.Reader, path: Path, kind: Kind, before: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows; `before` them is this number of lines."""
    try:
        for number, row in enumerate(reader):
            if number > MOST:
                raise kind.refused(path, reader.line_num + before, f"it has more than {MOST:,} rows")
            yield reader.line_num + before, [_unwrapped(cell) for cell in row]
    except csv.Error as error:
        raise kind.refused(path, reader.line_num + before, f"it is no CSV: {error}") from error


def surplus(row: list[str], head: list[str], first: int = 1) -> str:
    """Return in words that a row has more cells than its head, so that nobody knows which column each is of. Empty
    ones at its end are none, unless one alone begins with a blank, as the rest of `Lee, Ann` does. Those before the
    `first` are known to be in their places."""
    if len(row) <= len(head):
        return ""
    cells, columns = (max((at for at, cell in enumerate(one, 1) if cell.strip()), default=0) for one in (row, head))
    filled = [cell for cell in row[first:] if cell.strip()]
    torn = [cell for cell in filled if cell[0].isspace()]
    if cells <= columns and len(torn) in (0, len(filled)):
        return ""
    why = f"{row[cells - 1].strip()!r} is in none" if cells > columns else f"{torn[0]!r} belongs to the cell before it"
    return f"the row has {len(row)} cells for {counted(columns, 'column')}: {why}"


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that keeps a spreadsheet from taking it for a number or a formula."""
    return _GUARD.sub("", cell)


def _unwrapped(cell: str) -> str:
    match = _FORMULA.fullmatch(cell) if cell.startswith('="') else None
    return match["text"].replace('""', '"') if match else cell
