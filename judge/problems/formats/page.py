"""Turn bytes into lines and cells: what the readers of cases and of answers share.

A `Page` is a text with every line end made LF, so that line numbers stay true, and with a list of what was
forgiven on the way. `digit_grid` turns n lines of n digits into cells in a few passes at the memory's speed.
Only when it can't, the rows are looked at one by one (`clean_rows`); never a cell at a time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from judge.errors import Place, codes
from judge.model import ReadWarning

Cells = np.ndarray[Any, np.dtype[np.int8]]
Shape = tuple[int, int]  # rows and columns

BLANKS = b" \t"
UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")

_TEXT = re.compile(rb"[^ \t\n]")
_BLANK_LINES = re.compile(rb"[ \t\n]*\n")
_NEWLINE, _ZERO = 10, 48


class Page(msgspec.Struct):
    """Holds a text while it is read line by line. `at` and `line` are the offset and the number of the next line."""

    file: str
    text: bytes  # LF only; ends in LF unless it was cut
    cut: bool = False  # more bytes follow than are looked at
    at: int = 0
    line: int = 1
    forgiven: dict[str, ReadWarning] = {}

    def forgive(self, code: str, line: int, message: str = "") -> None:
        """Note a W code, with its title or another message, at the first line where it occurs."""
        self.forgiven.setdefault(code, ReadWarning(code, message or codes()[code].title, line))

    def forgive_numbers(self, line: bytes, words: list[bytes]) -> None:
        """Note what stands too much around the numbers of the line that was taken last: W107."""
        if line != b" ".join(words):
            self.forgive("W107", self.line - 1)
        elif any(len(word) > 1 and word.startswith(b"0") for word in words):
            self.forgive("W107", self.line - 1, "a number begins with 0")

    def notices(self) -> tuple[ReadWarning, ...]:
        """Return what was forgiven, in the order of the lines."""
        return tuple(sorted(self.forgiven.values(), key=lambda notice: (notice.line, notice.code)))

    def take(self) -> bytes:
        """Take the next line without its newline."""
        end = self.text.find(b"\n", self.at)
        end = len(self.text) if end < 0 else end
        line = self.text[self.at : end]
        self.at, self.line = end + 1, self.line + 1
        return line

    def take_stripped(self) -> bytes:
        """Take the next line without the blanks at its end, which are noted."""
        line = self.take()
        stripped = line.rstrip(BLANKS)
        if len(stripped) < len(line):
            self.forgive("W105", self.line - 1)
        return stripped

    def skip_blank_lines(self) -> None:
        """Go to the next line that is not blank, and note what was passed over; stay where nothing follows."""
        found = _BLANK_LINES.match(self.text, self.at)
        if found and (self.cut or found.end() < len(self.text)):
            self.forgive("W106", self.line, "blank lines within the answer")
            self.at, self.line = found.end(), self.line + found[0].count(b"\n")

    def unfinished(self) -> bool:
        """Return whether the next line goes on beyond the part that is looked at."""
        return self.cut and self.text.find(b"\n", self.at) < 0

    def rest_line(self) -> int:
        """Return the number of the next line that is not blank, 0 if there is none."""
        found = _TEXT.search(self.text, self.at)
        return self.line + self.text.count(b"\n", self.at, found.start()) if found else 0

    def rest_text(self) -> bytes:
        """Return the next line that is not blank, without the blanks around it."""
        found = _TEXT.search(self.text, self.at)
        start = found.start() if found else len(self.text)
        end = self.text.find(b"\n", start)
        return self.text[start : end if end >= 0 else None].rstrip(BLANKS)

    def forgive_rest(self, code: str) -> None:
        """Note text from here on as `code`, and blank lines as such; beyond the cut nobody looks."""
        line = self.rest_line()
        if line:
            self.forgive(code, line)
        elif self.cut or self.at < len(self.text):
            self.forgive("W106", self.line)

    def place(self, line: int, column: int = 0) -> Place:
        return Place(self.file, line, column)


def open_page(data: bytes, file: str, limit: int | None = None) -> Page:
    """Return the first `limit` bytes of a text as a Page; CRLF, CR, a missing last newline are fixed and noted."""
    head = data[:limit]
    if head.endswith(b"\r") and data[len(head) : len(head) + 1] == b"\n":
        head += b"\n"  # don't mistake half a CRLF for a lone CR
    page = Page(file, head, cut=len(head) < len(data))
    if b"\r" in page.text:
        _mend_line_ends(page)
    if not page.cut and not page.text.endswith(b"\n"):
        page.forgive("W104", page.text.count(b"\n") + 1)
        page.text += b"\n"
    return page


def _mend_line_ends(page: Page) -> None:
    crlf = page.text.find(b"\r\n")
    if crlf >= 0:
        before = page.text[:crlf]
        page.forgive("W102", before.count(b"\n") + before.count(b"\r") + 1)
        page.text = page.text.replace(b"\r\n", b"\n")
    lone = page.text.find(b"\r")
    if lone >= 0:
        page.forgive("W103", page.text[:lone].count(b"\n") + 1)
        page.text = page.text.replace(b"\r", b"\n")


def digit_grid(text: bytes, at: int, shape: Shape, most: int = 2) -> Cells | None:
    """Return the cells, int8 of this shape, of 0 to `most`, at most 9, if so many LF-ended lines of as many such digits
    begin at `at`; else None."""
    rows, columns = shape
    size = rows * (columns + 1)
    if len(text) - at < size:
        return None
    lines = np.frombuffer(text, np.uint8, size, at).reshape(rows, columns + 1)
    if (lines[:, columns] != _NEWLINE).any():
        return None
    cells = lines[:, :columns] - np.uint8(_ZERO)  # wraps: whatever is below '0' becomes large
    return cells.view(np.int8) if cells.max() <= most else None


def drawn_lines(cells: Cells, signs: Mapping[int, str]) -> bytes:
    """Return LF-ended lines of signs, one a row; a cell without a sign is drawn as a free one."""
    rows, columns = cells.shape
    lines = np.full((rows, columns + 1), _NEWLINE, np.uint8)
    lines[:, :columns] = cells
    table = bytearray(signs[0] * 256, "ascii")
    for cell, sign in {**signs, _NEWLINE: "\n"}.items():
        table[cell] = ord(sign)
    return lines.tobytes().translate(table)


def digit_lines(cells: Cells) -> bytes:
    """Return LF-ended lines of digits, one a row: the inverse of `digit_grid`."""
    rows, columns = cells.shape
    lines = np.full((rows, columns + 1), _NEWLINE, np.uint8)
    np.add(cells, _ZERO, out=lines[:, :columns], casting="unsafe")
    return lines.tobytes()


def clean_rows(page: Page, rows: list[bytes], lines: Sequence[int]) -> list[bytes]:
    """Return the rows, of these lines, without blanks; what was removed is noted."""
    clean = []
    for line, row in zip(lines, rows, strict=True):
        stripped = row.rstrip(BLANKS)
        if len(stripped) < len(row):
            page.forgive("W105", line)
        if b" " in stripped or b"\t" in stripped:
            page.forgive("W107", line)
            stripped = stripped.translate(None, BLANKS)
        clean.append(stripped)
    return clean


def name_character(raw: bytes, at: int) -> str:
    """Name the character at an offset as a person does: '7', a tab, a NUL byte, 'é' (U+00E9)."""
    byte = raw[at]
    if 32 < byte < 127:
        return f"'{chr(byte)}'"
    if byte in (0, 9, 32):
        return {0: "a NUL byte", 9: "a tab", 32: "a blank"}[byte]
    for end in range(at + 1, at + 5):
        try:
            character = raw[at:end].decode()
        except UnicodeDecodeError:
            continue
        code = f"U+{ord(character):04X}"
        return f"'{character}' ({code})" if character.isprintable() else f"the character {code}"
    return f"the byte 0x{byte:02X}"
