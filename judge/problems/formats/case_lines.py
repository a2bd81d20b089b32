"""Read the lines of a case in a puzzle's own format: numbers, rows of cells, rows of numbers.

    page = open_case(data, file, "write n, the number of stars, n rows of regions")
    [n, stars] = take_numbers(page, Number("n", 1, 100), Number("the number of stars", 1, 100))
    regions = take_table(page, (n, n), Number("a region", 0, n - 1))
    close_case(page)
    return Instance("ANY", n, stars, np.zeros((n, n), np.int8), regions), page.notices()

What real files do (CRLF, a lone CR, blanks at the ends of lines and around numbers, no last newline, blank lines at the
end) is a notice each. Anything else is refused with E401, E409 or E476: its line, its column and how to correct it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.problems.formats.page import BLANKS, UTF8_BOM, UTF16_BOMS, Cells, Page, Shape, name_character, open_page
from judge.text import counted, quote

_WORD = re.compile(rb"[^ \t]+")
_LONE = re.compile(rb"[1-9][0-9]{0,17}")
_DIGITS = re.compile(rb"0|-?[1-9][0-9]{0,17}")
_FOREIGN = 127  # in place of what is no cell
_SAVE_PLAIN = "save the file as plain text: ASCII, or UTF-8 without a byte order mark"


class Number(msgspec.Struct, frozen=True):
    """A whole number: what it is called in an error, and its bounds."""

    name: str
    least: int
    most: int

    @property
    def bounds(self) -> str:
        return f"a whole number from {self.least:,} to {self.most:,}"


class CellCodes(msgspec.Struct, frozen=True):
    """The codes of what is wrong with rows of cells, and of what follows them."""

    missing: str = "E476"
    length: str = "E476"
    sign: str = "E476"
    after: str = "E476"


def open_case(data: bytes, file: str, shape: str) -> Page:
    """Return the text of a case, to be read from its first line on. Raises JudgeError E401 for an empty one, E409 for
    what is no text; `shape` tells who has an empty file what to write."""
    place = Place(file, 1, 1)
    if data.startswith(UTF16_BOMS):
        raise JudgeError("E409", "the case is UTF-16 text", place, help=_SAVE_PLAIN)
    if data.startswith(UTF8_BOM):
        note = "most programs would take it for a part of line 1"
        raise JudgeError("E409", "the case begins with a byte order mark", place, note, _SAVE_PLAIN)
    if not data or data.isspace():
        raise JudgeError("E401", "the case is empty", Place(file), help=shape)
    nul = data.find(b"\0")
    if nul >= 0:
        before = data[:nul].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        place = Place(file, before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))
        raise JudgeError("E409", "the case holds a NUL byte, so it is no text", place, help=_SAVE_PLAIN)
    return open_page(data, file)


def take_word(page: Page, what: str, known: Sequence[str], code: str) -> Any:
    """Return the word that alone is the next line, one of those that are known, in capitals."""
    number, line = page.line, page.take_stripped()
    word = line.decode("ascii", "replace")
    if word in known:
        return word
    meant, words = word.strip().upper(), _either(known)
    found = f"is {quote(line)}" if line else "is blank"
    message = f"line {number} {found}, but it must name {what}: {words}"
    repair = f"write {meant if meant in known else words} alone on line {number}, in capitals, before n"
    raise _refused(page, message, 1, repair, code)


def take_lone(page: Page, wanted: Number, code: str) -> int:
    """Return the number, from 1 up, that alone is the next line: nothing may stand around it."""
    number, missing = page.line, page.at >= len(page.text)
    line = page.take_stripped()
    if _LONE.fullmatch(line) and wanted.least <= int(line) <= wanted.most:
        return int(line)
    found = "is missing" if missing else f"is {quote(line)}" if line else "is blank"
    message = f"line {number} {found}, but it must hold {wanted.name}, {wanted.bounds}"
    repair = "write it alone on the line, in digits: no sign, no point, no blanks, no leading zero"
    raise JudgeError(code, message, page.place(number, 1), help=repair)


def take_numbers(page: Page, *wanted: Number, between: bytes = b" ") -> list[int]:
    """Return the numbers of the next line, with blanks between them, or with another sign and blanks around it."""
    names = ", ".join(one.name for one in wanted)
    line = _take(page, names)
    if between != b" ":
        if line.count(between) != len(wanted) - 1:
            sign = between.decode()
            message = f"line {page.line - 1} is {quote(line)}, but it must hold {names.replace(', ', sign)}"
            raise _refused(page, message, 1, f"write {counted(len(wanted), 'number')} with {sign} between them")
        line = line.replace(between, b" ")
    words, found, spare = _words(line, len(wanted))
    if found != len(wanted):
        message = f"line {page.line - 1} holds {counted(found, 'word')}, but it must hold {names}"
        raise _refused(page, message, spare, f"write {counted(len(wanted), 'number')} on the line")
    return _numbers(page, line, words, wanted)


def take_table(page: Page, shape: Shape, each: Number) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return rows of numbers with blanks between them, int64 of this shape."""
    rows, (n, columns) = list[list[int]](), shape
    for row in range(1, n + 1):
        line = _take(page, f"row {row} of {n}")
        words, found, spare = _words(line, columns)
        if found != columns:
            message = f"row {row} has {counted(found, 'number')}, but it must have {columns}"
            raise _refused(page, message, spare, "write the numbers of a row on one line, with blanks between them")
        rows.append(_numbers(page, line, words, [each] * columns))
    return np.array(rows, np.int64).reshape(shape)


def take_cells(page: Page, shape: Shape, signs: Mapping[str, int], codes: CellCodes) -> Cells:
    """Return rows of cells, int8 of this shape: what `signs` says of each cell's character."""
    legal, (rows, columns) = "".join(signs).encode("ascii"), shape
    table = bytes(signs.get(chr(byte), _FOREIGN) for byte in range(256))
    if (cells := _whole_rows(page, shape, table)) is not None:
        return cells
    found = []
    for row in range(1, rows + 1):
        line = _take(page, f"row {row} of the board", codes.missing)
        if foreign := line.translate(None, legal):
            at = line.index(foreign[:1])
            message = f"row {row} holds {name_character(line, at)} in column {at + 1}, but a cell is {_either(signs)}"
            repair = "correct the cell; nothing stands between two cells"
            if foreign.startswith(b"1"):
                repair = "leave the cell free: placing the pieces is up to the solution"
            raise _refused(page, message, at + 1, repair, codes.sign)
        if len(line) != columns:
            message = f"row {row} has {counted(len(line), 'cell')}, but the board has {counted(columns, 'column')}"
            repair = f"make the row {counted(columns, 'cell')} long, or correct the size of the board"
            raise _refused(page, message, min(len(line), columns) + 1, repair, codes.length)
        found.append(line.translate(table))
    return np.frombuffer(b"".join(found), np.int8).reshape(shape).copy()


def _whole_rows(page: Page, shape: Shape, table: bytes) -> Cells | None:
    """Take all rows in a few passes at the memory's speed, if nothing stands beside their cells; else none."""
    rows, columns = shape
    size = rows * (columns + 1)
    text = page.text[page.at : page.at + size]
    if len(text) < size or text[columns :: columns + 1].strip(b"\n"):
        return None
    cells = np.frombuffer(text.translate(table), np.int8).reshape(rows, columns + 1)[:, :columns]
    if cells.max() == _FOREIGN:
        return None
    page.at, page.line = page.at + size, page.line + rows
    return cells.copy()


def refuse_more_rows(page: Page, n: int, signs: Collection[str], codes: CellCodes, line_of_n: int) -> None:
    """Refuse what looks like one row more, as there may be more of them than n says."""
    line = page.rest_line()
    if line and not page.rest_text().translate(None, "".join(signs).encode("ascii")):
        message = f"more than {counted(n, 'row')} follow line {page.line - 1 - n}, but n is {n}"
        repair = f"delete the rows from here on, or correct n on line {line_of_n}"
        raise JudgeError(codes.missing, message, page.place(line, 1), help=repair)


def close_case(page: Page, codes: CellCodes) -> None:
    """Refuse what follows the last row but blank lines, which are noted."""
    if line := page.rest_line():
        page.line = line + 1
        message = f"after the last row there is {quote(page.rest_text())}, but nothing may follow it"
        raise _refused(page, message, 1, "delete everything below the last row", codes.after)
    if page.at < len(page.text):
        page.forgive("W106", page.line)


def _words(line: bytes, most: int) -> tuple[list[re.Match[bytes]], int, int]:
    """Return at most so many words of a line, how many it has, and the column of the first one too many, or its end."""
    words = list(islice(_WORD.finditer(line), most + 1))
    if len(words) <= most:
        return words, len(words), len(line) + 1
    blank = np.isin(np.frombuffer(line, np.uint8), list(BLANKS))  # a line of many megabytes is never kept as words
    begins = np.count_nonzero(blank[:-1] & ~blank[1:]) + (not blank[0])
    return words[:most], int(begins), words[most].start() + 1


def _numbers(page: Page, line: bytes, words: list[re.Match[bytes]], wanted: Sequence[Number]) -> list[int]:
    values = [_number(page, word, one) for word, one in zip(words, wanted, strict=True)]
    page.forgive_numbers(line, [word[0] for word in words])
    return values


def _number(page: Page, word: re.Match[bytes], wanted: Number) -> int:
    value = int(word[0]) if _DIGITS.fullmatch(word[0]) else None
    if value is None or not wanted.least <= value <= wanted.most:
        message = f"{quote(word[0])} stands where {wanted.name} must be, {wanted.bounds}"
        repair = "write the number without a 0 before it" if word[0].lstrip(b"-")[:1] == b"0" else "correct the number"
        raise _refused(page, message, word.start() + 1, repair)
    return value


def _take(page: Page, what: str, code: str = "E476") -> bytes:
    number = page.line
    line = page.take_stripped() if page.at < len(page.text) else b""
    if not line and not page.rest_line():  # no line, or a blank one at the end: it has no column either
        message = f"the case ends before line {number}, which must hold {what}"
        raise JudgeError(code, message, page.place(number), help="add it")
    return line


def _refused(page: Page, message: str, column: int, repair: str, code: str = "E476") -> JudgeError:
    """Return the error at a column of the line that was taken last."""
    return JudgeError(code, message, page.place(page.line - 1, column), help=repair)


def _either(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
