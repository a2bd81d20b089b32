"""Read what a submission printed as its answer, tolerantly or strictly, exactly as the judge does.

Written apart from `judge/problems/formats/answer.py`, without numpy; tests hold the two against each other.
"""

from __future__ import annotations

from typing import NamedTuple

BLANKS = b" \t"
BOM, UTF16_BOMS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
WORDS = (b"OK", b"FAIL")
LISTED_N, COUNT_DIGITS, COLUMN_DIGITS = 10, 40, 18
DIGITS = bytes.maketrans(b"0123", b"\0\1\2\3")


class Said(NamedTuple):
    """What an answer says: that there is none, a board, arrangements as columns from 0, or how many there are."""

    fail: bool = False
    board: list[bytes] | None = None
    columns: list[list[int]] | None = None
    number: int | None = None


class RefusedError(Exception):
    """The text is no answer."""


class Sheet:
    """A text that is read line by line, and whether anything was forgiven on the way."""

    def __init__(self, data: bytes, limit: int) -> None:
        """Keep at most `limit` bytes, with every line end made LF."""
        head = data[:limit]
        if head.endswith(b"\r") and data[len(head) : len(head) + 1] == b"\n":
            head += b"\n"
        self.cut = len(head) < len(data)
        self.forgiven = b"\r" in head
        self.text = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self.at = 0
        if not self.cut and not self.text.endswith(b"\n"):
            self.forgiven = True
            self.text += b"\n"

    def take(self) -> bytes:
        """Take the next line that is not blank, without the blanks at its end; nothing at the end of the text."""
        stripped = b""
        while not stripped and self.at < len(self.text):
            end = self.text.find(b"\n", self.at)
            if end < 0:
                raise RefusedError("the answer is far too long")
            line = self.text[self.at : end]
            self.at = end + 1
            stripped = line.rstrip(BLANKS)
            self.forgiven |= not stripped or len(stripped) < len(line)
        return stripped

    def blank(self) -> bool:
        """Say whether nothing but blanks follows."""
        return not self.text[self.at :].strip(b" \t\n")

    def leave(self) -> None:
        """Forgive whatever follows."""
        self.forgiven |= self.cut or self.at < len(self.text)


def read_said(data: bytes, shape: tuple[int, int], reader: str, strict: bool, signs: str = "") -> Said:
    """Return what an output says about a case of so many rows and columns; RefusedError where its form is wrong.

    `reader` is "board", "board-or-columns", "list", "number", or two words with a blank between them. `strict` refuses
    what else is forgiven. `signs` holds pairs of a sign of the board and its digit.
    """
    sheet = open_sheet(data, shape)
    if " " in reader:
        said = read_word(sheet, reader.split())
    elif reader == "number":
        said = read_number(sheet)
    elif reader == "list":
        said = read_list(sheet, shape)
    else:
        translate(sheet, signs)
        said = read_one(sheet, shape, columns=reader == "board-or-columns")
    if strict and sheet.forgiven:
        raise RefusedError("the answer is not in the strict form")
    return said


def open_sheet(data: bytes, shape: tuple[int, int]) -> Sheet:
    """Return the text at its first line that is not blank."""
    if data.startswith(UTF16_BOMS):
        raise RefusedError("the answer is UTF-16 text")
    text = data[len(BOM) :] if data.startswith(BOM) else data
    if not text or text.isspace():
        raise RefusedError("the answer is empty")
    sheet = Sheet(text, 3 * (shape[0] + 4) * (shape[1] + 4) + (1 << 20))
    before = sheet.text[: len(sheet.text) - len(sheet.text.lstrip(b" \t\n"))]
    sheet.forgiven |= bool(before) or len(text) < len(data)
    sheet.at = before.rfind(b"\n") + 1
    return sheet


def translate(sheet: Sheet, signs: str) -> None:
    """Make digits of the signs of a board below OK."""
    end = sheet.text.find(b"\n", sheet.at) + 1
    if signs and sheet.text[sheet.at : end].strip().upper() == b"OK":
        table = bytes.maketrans(signs[::2].encode(), signs[1::2].encode())
        sheet.text = sheet.text[:end] + sheet.text[end:].translate(table)


def read_word(sheet: Sheet, words: list[str]) -> Said:
    """Read one of two words; the first is 1."""
    line = sheet.take().strip(BLANKS).decode("utf-8", "replace")
    known = [word for word in words if word.casefold() == line.casefold()]
    if not known:
        raise RefusedError(f"line 1 must be {' or '.join(words)}")
    sheet.forgiven |= line not in words
    sheet.leave()
    return Said(number=int(known[0] == words[0]))


def word_of(sheet: Sheet, line: bytes) -> bytes:
    """Return OK or FAIL if the line says so, in capitals or not; else nothing."""
    word = line.strip(BLANKS)
    if word.upper() not in WORDS:
        return b""
    sheet.forgiven |= word not in WORDS
    return word.upper()


def read_one(sheet: Sheet, shape: tuple[int, int], columns: bool) -> Said:
    """Read a board, FAIL, or, if `columns`, the n column numbers of one arrangement."""
    line = sheet.take()
    word = word_of(sheet, line)
    if word == b"FAIL":
        said = Said(fail=True)
    elif word == b"OK":
        said = Said(board=read_board(sheet, *shape))
    else:
        said = Said(columns=[read_columns(sheet, line, shape, columns)])
    sheet.leave()
    return said


def read_number(sheet: Sheet) -> Said:
    """Read one whole number, or FAIL."""
    line = sheet.take()
    if word_of(sheet, line) == b"FAIL":
        said = Said(fail=True)
    else:
        digits = line.strip(BLANKS)
        if not digits.isdigit() or len(digits) > COUNT_DIGITS:
            raise RefusedError("line 1 must be one whole number, or FAIL")
        sheet.forgiven |= digits != b"%d" % int(digits)
        said = Said(number=int(digits))
    sheet.leave()
    return said


def read_board(sheet: Sheet, n: int, columns: int) -> list[bytes]:
    """Read the n rows from here on."""
    lines = [sheet.take() for _ in range(n)]
    rows = [line.translate(None, BLANKS) for line in lines]
    if len(rows) != n or any(len(row) != columns or row.translate(None, b"0123") for row in rows):
        raise RefusedError(f"below OK there must be {n} rows of {columns} digits, each 0, 1, 2 or 3")
    sheet.forgiven |= rows != lines
    return [row.translate(DIGITS) for row in rows]


def read_columns(sheet: Sheet, line: bytes, shape: tuple[int, int], allowed: bool) -> list[int]:
    """Read n column numbers on `line`, or on the next one if `line` holds n alone."""
    n, alone = shape[0], line.strip(BLANKS)
    cells = len(alone) == shape[1] and not alone.translate(None, b"0123")
    headless = cells and alone != b"%d" % n  # a row of a board, and not n alone
    if not allowed or not alone[:1].isdigit() or (shape != (1, 1) and headless):
        raise RefusedError("line 1 must be OK, with the board below it, or FAIL")
    if alone.isdigit() and (n > 1 or sheet.text[sheet.at : sheet.at + 1].isdigit()):
        if alone.lstrip(b"0") != str(n).encode() or sheet.blank():
            raise RefusedError(f"there must be {n} column numbers on one line")
        sheet.forgiven |= alone.startswith(b"0")
        line = sheet.take()
    return numbers(sheet, line, shape)


def read_list(sheet: Sheet, shape: tuple[int, int]) -> Said:
    """Read the number of arrangements and, for a small n, one arrangement a line: as many, or fewer."""
    n, line = shape[0], sheet.take()
    fail = word_of(sheet, line) == b"FAIL"
    digits = b"0" if fail else line.strip(BLANKS)
    if not digits.isdigit() or len(digits) > COUNT_DIGITS:
        raise RefusedError("line 1 must be the number of arrangements alone")
    count, end = int(digits), len(sheet.text.rstrip(b" \t\n"))
    sheet.forgiven |= fail or digits != b"%d" % count
    listed: list[list[int]] = []
    while n <= LISTED_N and len(listed) < count and (sheet.cut or sheet.at < end):
        listed.append(numbers(sheet, sheet.take(), shape))
    sheet.leave()
    return Said(number=count, columns=listed if n <= LISTED_N else None)


def numbers(sheet: Sheet, line: bytes, shape: tuple[int, int]) -> list[int]:
    """Return the n columns on a line, from 0; the line counts them from 1."""
    words, (n, columns) = line.split(), shape
    if line.translate(None, b"0123456789 \t") or len(words) != n:
        raise RefusedError(f"an arrangement must be {n} column numbers on one line")
    values = [int(word) if len(word) <= COLUMN_DIGITS else 0 for word in words]
    if any(not 1 <= value <= columns for value in values):
        raise RefusedError(f"a column number must be from 1 to {columns}")
    sheet.forgiven |= line != b" ".join(b"%d" % value for value in values)
    return [value - 1 for value in values]
