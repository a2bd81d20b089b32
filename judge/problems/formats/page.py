"""Turn bytes into lines: what the readers of cases and of answers share, in plain Python.

A `Page` is a text with every line end made LF, so that line numbers stay true, and with a list of what was forgiven on
the way. The judge reads on one (`cells.py`), and exported validators are made of this text: where they are strict,
nothing may have been forgiven.
"""

from __future__ import annotations

import re
from typing import Any

Shape = tuple[int, int]  # rows and columns

BLANKS = b" \t"
UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
FOREIGN = 127  # in place of what is no cell
INK = re.compile(rb"[^ \t\n]")
BLANK_LINES = re.compile(rb"[ \t\n]*\n")


class Page:
    """Holds a text while it is read line by line. `at` and `line` are the offset and the number of the next line."""

    def __init__(self, text: bytes, file: str = "the text", limit: int | None = None) -> None:
        """Take the first `limit` bytes; CRLF, CR, a missing last newline are fixed and noted."""
        head = text[:limit]
        if head.endswith(b"\r") and text[len(head) : len(head) + 1] == b"\n":
            head += b"\n"  # don't mistake half a CRLF for a lone CR
        self.file, self.at, self.line = file, 0, 1
        self.text = head  # LF only; ends in LF unless it was cut
        self.cut = len(head) < len(text)  # more bytes follow than are looked at
        self.forgiven: dict[str, tuple[int, str]] = {}  # by code: the first line where it occurs, and what is said
        if b"\r" in head:
            self._mend_line_ends()
        if not self.cut and not self.text.endswith(b"\n"):
            self.forgive("W104", self.text.count(b"\n") + 1)
            self.text += b"\n"

    def _mend_line_ends(self) -> None:
        crlf = self.text.find(b"\r\n")
        if crlf >= 0:
            before = self.text[:crlf]
            self.forgive("W102", before.count(b"\n") + before.count(b"\r") + 1)
            self.text = self.text.replace(b"\r\n", b"\n")
        lone = self.text.find(b"\r")
        if lone >= 0:
            self.forgive("W103", self.text[:lone].count(b"\n") + 1)
            self.text = self.text.replace(b"\r", b"\n")

    def forgive(self, code: str, line: int, message: str = "") -> None:
        """Note a W code, with its title or another message, at the first line where it occurs."""
        self.forgiven.setdefault(code, (line, message))

    def forgive_numbers(self, line: bytes, words: list[bytes]) -> None:
        """Note what stands too much around the numbers of the line that was taken last: W107."""
        if line != b" ".join(words):
            self.forgive("W107", self.line - 1)
        elif any(len(word) > 1 and word.startswith(b"0") for word in words):
            self.forgive("W107", self.line - 1, "a number begins with 0")

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

    def take_cells(self, rows: int, columns: int, table: bytes) -> bytes:
        """Take all rows of cells in a few passes at the memory's speed; the table says what each sign is. Nothing is
        taken where something stands beside the cells."""
        size = rows * (columns + 1)
        text = self.text[self.at : self.at + size]
        if len(text) < size or text[columns :: columns + 1].strip(b"\n"):
            return b""
        cells = text.translate(table, b"\n")
        if len(cells) != rows * columns or FOREIGN in cells:
            return b""
        self.at, self.line = self.at + size, self.line + rows
        return cells

    def take_digits(self, rows: int, columns: int, most: int) -> Any:
        """Take all rows of cells, drawn as digits up to `most`, in the same way. None where nothing is taken."""
        table = bytes(byte - 48 if 48 <= byte <= 48 + most else FOREIGN for byte in range(256))
        cells = self.take_cells(rows, columns, table)
        return [cells[at : at + columns] for at in range(0, len(cells), columns)] if cells else None

    def skip_blank_lines(self) -> None:
        """Go to the next line that is not blank, and note what was passed over; stay where nothing follows."""
        found = BLANK_LINES.match(self.text, self.at)
        if found and (self.cut or found.end() < len(self.text)):
            self.forgive("W106", self.line, "blank lines within the answer")
            self.at, self.line = found.end(), self.line + found[0].count(b"\n")

    def unfinished(self) -> bool:
        """Return whether the next line goes on beyond the part that is looked at."""
        return self.cut and self.text.find(b"\n", self.at) < 0

    def rest_line(self) -> int:
        """Return the number of the next line that is not blank, 0 if there is none."""
        found = INK.search(self.text, self.at)
        return self.line + self.text.count(b"\n", self.at, found.start()) if found else 0

    def rest_text(self) -> bytes:
        """Return the next line that is not blank, without the blanks around it."""
        found = INK.search(self.text, self.at)
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
