"""Say why a text is refused as an answer: an error for each way in which its form can be wrong, in plain Python."""

from __future__ import annotations

import re
from itertools import islice

from judge.problems.formats.page import BLANKS, Page, Shape, name_character
from judge.text import counted, quote

BOARD_OR_FAIL = "OK and the board below it, or FAIL"


class RefusedError(Exception):
    """The text is no answer: a code, what is wrong, the line and the column, a note and a repair."""

    def __init__(  # noqa: PLR0913, PLR0917 - as in JudgeError
        self,
        code: str,
        message: str,
        line: int = 0,
        column: int = 0,
        note: str = "",
        help: str = "",  # noqa: A002
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.line, self.column = code, message, line, column
        self.note, self.help = note, help


def bad_row(page: Page, rows: list[bytes], lines: list[int], shape: Shape, most: int) -> RefusedError:
    """Say what is wrong with the rows, of these lines and of cells from 0 to `most`: E104, E105, E111 or E112."""
    for row, (text, line) in enumerate(zip(rows, lines), 1):  # noqa: B905 - a Python 3.9 has no strict zip
        foreign = text.translate(None, b"0123"[: most + 1] + BLANKS)
        if foreign:
            at, (cells, repair) = text.index(foreign[:1]), cells_help(text, most)
            message = f"row {row} holds {name_character(text, at)}, but a cell is {cells}"
            return RefusedError("E111", message, line, at + 1, help=repair)
        if len(text.translate(None, BLANKS)) != shape[1]:
            return bad_length(page, line, row, rows, shape)
    if page.cut:
        return too_long(page, page.line)
    message = f"the board has {counted(len(rows), 'row')}, but {but_it_is(shape, 'rows')}"
    repair = f"print {counted(shape[0], 'row')} of {shape[1]} digits below OK"
    return RefusedError("E104", message, page.line, help=repair)


def cells_help(text: bytes, most: int) -> tuple[str, str]:
    """Return which cells there are, and how to write a row that is written in another way."""
    cells = "0, 1 or 2" if most == 2 else "0, 1, 2 or 3"
    if text.strip(BLANKS)[:1] == b"[":
        return cells, 'print the digits of a row without brackets, as in Python  print("".join(map(str, row)))'
    closed = " and 2 for a tree" if most == 2 else ", 2 for a tree and 3 for a closed cell"
    return cells, f"write 0 for a free cell, 1 for a piece{closed}, and nothing else"


def bad_length(page: Page, line: int, row: int, rows: list[bytes], shape: Shape) -> RefusedError:
    """Say that a row is too long or too short, or that the text ends in it: E105."""
    text = rows[row - 1]
    surplus = next(islice(re.finditer(rb"[^ \t]", text), shape[1], None), None)
    message = f"row {row} has {counted(len(text.translate(None, BLANKS)), 'cell')}, but {but_it_is(shape, 'columns')}"
    column = (surplus.start() if surplus else len(text.rstrip(BLANKS))) + 1
    if not surplus and line == page.text.count(b"\n") and "W104" in page.forgiven:
        repair = "write the whole board, and close the file before the program ends"
        return RefusedError("E105", message, line, column, f"{page.file} ends in the middle of this row", repair)
    repair = f"print exactly {counted(shape[1], 'digit')} in each row"
    return RefusedError("E105", message, line, column, another_size(rows, shape), repair)


def another_size(rows: list[bytes], shape: Shape) -> str:
    """Say, beside a row of the wrong length, if all rows have it: then the board belongs to another n."""
    widths = {len(row.translate(None, BLANKS)) for row in rows}
    if len(widths) != 1 or len(rows) < 2:
        return ""
    high, wide = shape
    another = f"another n than {high}" if high == wide else f"another case than one of {high} x {wide}"
    return f"every row that was read has {counted(widths.pop(), 'cell')}: is this a board for {another}?"


def bad_first_line(page: Page, line: bytes, wanted: str, headless: bool) -> RefusedError:
    """Say why the line that was taken last can't begin an answer: E102, or E111 if it isn't even text."""
    number = page.line - 1
    if b"\0" in line:
        message = f"line {number} holds a NUL byte, so it is not text"
        return RefusedError("E111", message, number, line.index(b"\0") + 1, help=f"print {wanted}, as plain text")
    glued = re.match(rb"[ \t]*(OK|FAIL)(?![A-Z])[ \t]*", line, re.IGNORECASE)
    if glued and wanted == BOARD_OR_FAIL:
        word = glued[1].upper().decode()
        message = f"after {word}, line {number} goes on with {quote(line[glued.end() :])}"
        return RefusedError("E102", message, number, glued.end() + 1, help=f"print a newline right after {word}")
    message = f"line {number} is {quote(line.strip(BLANKS))}, but it must hold {wanted}"
    note = "it looks like the first row of a board" if headless else ""
    repair = "print OK on a line of its own, above the board" if headless else f"print {wanted}, and nothing before"
    return RefusedError("E102", message, number, len(line) - len(line.lstrip(BLANKS)) + 1, note, repair)


def too_long(page: Page, line: int) -> RefusedError:
    """Say that a line has no end within what any answer needs: E112."""
    message = f"the answer is still not complete after {len(page.text):,} bytes"
    begun = page.text[page.at :] if line == page.line else b""
    note = f"line {line} begins with {quote(begun)}" if begun else ""
    repair = "no answer to this case needs as many: print it once, and end each row with a newline"
    return RefusedError("E112", message, line, 0, note, repair)


def but_it_is(shape: Shape, what: str) -> str:
    """Return what a message says of the board of a case beside a wrong number of its `what`, rows or columns."""
    rows, columns = shape
    if rows == columns:
        return f"n is {rows}"
    return f"the board is {rows} x {columns}: {rows if what == 'rows' else columns} {what}"
