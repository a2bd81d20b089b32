"""Read what was printed as an answer: a board, columns, a list, a number or a word.

Only the form is read here: the first line, how many rows, digits and numbers there are, which characters, and which
range. Whether the trees stand where they should and whether pieces attack is said elsewhere. No text makes the reader
slow: beyond what an answer needs, it doesn't look.

One reader for the judge (`row/answers.py`) and for exported validators, which are made of this text: plain Python 3.9.
Its page notes what is forgiven (W101 to W112).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from judge.problems.formats.page import BLANKS, UTF8_BOM, UTF16_BOMS, Page, Shape, name_character
from judge.problems.formats.refusals import BOARD_OR_FAIL, RefusedError, bad_first_line, bad_row, but_it_is, too_long
from judge.text import counted, quote

LISTED_N = 10  # up to this n a list of all arrangements is asked for, above it only their number
COUNT_DIGITS = 40  # the largest number known, for n = 27, has 18
COLUMN_DIGITS = 18  # whatever is longer is on no board, and Python refuses to read very long numbers
OK_OR_FAIL = (b"OK", b"FAIL")
ANOTHER = re.compile(rb"^[ \t]*(?:OK|FAIL)[ \t]*$", re.MULTILINE | re.IGNORECASE)


class AnswerForm(NamedTuple):
    """How an answer is written."""

    kind: str  # "board", "board-or-columns", "list", "number" or "word"
    words: tuple[str, ...] = ()  # of which the first is 1
    signs: tuple[tuple[str, str], ...] = ()  # of a board, and the digits that they stand for
    closed: bool = False  # a cell may be 3
    most: int | None = None  # so many arrangements a list can hold; without it, each choice of a column in each row


class Said(NamedTuple):
    """What an answer says: that there is none, a board, arrangements as columns from 0, or how many there are."""

    fail: bool = False
    board: Any = None  # rows of cells, or an array
    columns: Any = None  # None where none are asked for
    number: int | None = None
    first_line: int = 0  # of the first row, or of a number
    lines: tuple[int, ...] = ()  # of each row, where blank lines stand between them


def read_said(form: AnswerForm, page: Page, shape: Shape) -> Said:
    """Return what an opened page says about a case of so many rows and columns. RefusedError where its form is wrong:
    E102 to E105, E111, E112, E114, E115."""
    if form.kind == "word":
        return word_said(form, page)
    if form.kind == "number":
        return number_said(page)
    if form.kind == "list":
        return list_said(form, page, shape)
    end = page.text.find(b"\n", page.at) + 1
    if form.signs and page.text[page.at : end].strip().upper() == b"OK":  # as if the digits stood there
        table = bytes.maketrans(*("".join(part).encode() for part in zip(*form.signs)))  # noqa: B905 - Python 3.9
        page.text = page.text[:end] + page.text[end:].translate(table)
    return board_said(form, page, shape)


def open_answer(page_of: type[Page], data: bytes, shape: Shape, file: str) -> Any:
    """Return a page of this type at its first line that is not blank. RefusedError E101, E111 where there is none."""
    if data.startswith(UTF16_BOMS):
        repair = "write ASCII or UTF-8; in PowerShell, > writes UTF-16, and Out-File -Encoding ascii does not"
        raise RefusedError("E111", "the answer is UTF-16 text", 1, 1, help=repair)
    text = data[len(UTF8_BOM) :] if data.startswith(UTF8_BOM) else data
    if not text or text.isspace():
        message = "the answer is empty" if not data else "the answer holds nothing but blanks"
        repair = "print OK and the board, or FAIL; in C, flush and close the file before the program ends"
        raise RefusedError("E101", message, help=repair)
    page = page_of(text, file, 3 * (shape[0] + 4) * (shape[1] + 4) + (1 << 20))  # two blanks beside each cell
    if len(text) < len(data):
        page.forgive("W101", 1)
    if page.text[:1] in (b" ", b"\t", b"\n"):
        page.forgive("W111", 1)
        before = page.text[: len(page.text) - len(page.text.lstrip(b" \t\n"))]
        page.line += before.count(b"\n")
        page.at = before.rfind(b"\n") + 1
    return page


def board_said(form: AnswerForm, page: Page, shape: Shape) -> Said:
    """Read a board, or FAIL; or the column numbers of one arrangement, where they are an answer."""
    most, numbers = 3 if form.closed else 2, form.kind == "board-or-columns"
    line = take_line(page)
    word = ok_or_fail(page, line)
    if word == b"FAIL":
        forgive_more(page, "W110")
        return Said(fail=True)
    if word == b"OK":
        board, lines = board_below(page, shape, most, numbers)
        forgive_more(page, "W109")
        return Said(board=board, first_line=lines[0], lines=apart(lines))
    digits = line.strip(BLANKS)
    cells = len(digits) == shape[1] and not digits.translate(None, b"0123"[: most + 1])
    headless = cells and digits != b"%d" % shape[0]  # a row of a board, and not n alone
    if numbers and digits[:1].isdigit() and (shape == (1, 1) or not headless):
        return columns_said(page, line, shape)
    raise bad_first_line(page, line, BOARD_OR_FAIL, headless)


def columns_said(page: Page, line: bytes, shape: Shape) -> Said:
    """Read n column numbers on `line`, or on the next one if `line` holds n alone."""
    n = shape[0]
    alone = line.strip(BLANKS)
    if alone.isdigit() and (n > 1 or page.text[page.at : page.at + 1].isdigit()):
        if alone.lstrip(b"0") != str(n).encode():
            message = f"line {page.line - 1} holds {quote(alone)} alone, but n is {n}"
            raise RefusedError("E114", message, page.line - 1, help=numbers_help(shape))
        if not page.rest_line():
            message = f"after n the {f'{n} column numbers are' if n > 1 else 'column number is'} missing"
            raise RefusedError("E114", message, page.line, help=numbers_help(shape))
        page.forgive_numbers(alone, [alone])
        line = take_line(page)
    first_line = page.line - 1
    columns = [columns_on(page, line, shape)]
    forgive_more(page, "W109")
    return Said(columns=columns, first_line=first_line)


def list_said(form: AnswerForm, page: Page, shape: Shape) -> Said:
    """Read the number of arrangements and, for n <= 10, one arrangement a line: `count` lines, or fewer.

    One line more than there can be is read, and what follows is not: it is clear then that there are too many. FAIL is
    a count of 0.
    """
    n, line = shape[0], take_line(page)
    if ok_or_fail(page, line) == b"FAIL":
        page.forgive("W112", page.line - 1, "FAIL is read as the number 0")
        forgive_more(page, "W110")
        return Said(number=0, columns=[] if n <= LISTED_N else None)
    digits = line.strip(BLANKS)
    if not digits.isdigit() or len(digits) > COUNT_DIGITS:
        raise bad_first_line(page, line, "the number of arrangements alone", headless=False)
    page.forgive_numbers(digits, [digits])
    count = int(digits)
    if n > LISTED_N:
        first_line = page.line - 1
        forgive_more(page, "W109")
        return Said(number=count, first_line=first_line)
    end = len(page.text.rstrip(b" \t\n"))
    listed: list[list[int]] = []
    lines: list[int] = []
    wanted = min(count, (shape[1] ** n if form.most is None else form.most) + 1)
    while len(listed) < wanted and (page.cut or page.at < end):
        listed.append(columns_on(page, take_line(page), shape))
        lines.append(page.line - 1)
    forgive_more(page, "W109")
    return Said(number=count, columns=listed, first_line=lines[0] if lines else 0, lines=apart(lines))


def number_said(page: Page) -> Said:
    """Read one whole number, or FAIL."""
    line = take_line(page)
    word, number = line.strip(BLANKS), page.line - 1
    if ok_or_fail(page, line) == b"FAIL":
        page.forgive_rest("W110")
        return Said(fail=True, first_line=number)
    if not word.isdigit() or len(word) > COUNT_DIGITS:
        raise bad_first_line(page, line, "one whole number, or FAIL", headless=False)
    page.forgive_numbers(word, [word])
    page.forgive_rest("W109")
    return Said(number=int(word), first_line=number)


def word_said(form: AnswerForm, page: Page) -> Said:
    """Read one of two words."""
    line = take_line(page)
    word = line.strip(BLANKS).decode(errors="replace")
    meant = [one for one in form.words if one.casefold() == word.casefold()]
    if not meant:
        raise bad_first_line(page, line, " or ".join(form.words), headless=False)
    number = page.line - 1
    if word not in form.words:
        message = f"{word} is read as {meant[-1]}: capitals are not as they should be"
        page.forgiven["W108"] = number, message
    page.forgive_rest("W109")
    return Said(number=int(meant[-1] == form.words[0]), first_line=number)


def take_line(page: Page) -> bytes:
    """Take the next line that is not blank, without the blanks at its end; it must end within the part that is looked
    at."""
    page.skip_blank_lines()
    if page.unfinished():
        raise too_long(page, page.line)
    return page.take_stripped()


def forgive_more(page: Page, code: str) -> None:
    """Note what follows the answer, and that it is a second answer where it is one."""
    page.forgive_rest(code)
    if code in page.forgiven and ANOTHER.search(page.text, page.at):
        page.forgiven[code] = page.forgiven[code][0], "a second answer after the first, and only the first is read"


def ok_or_fail(page: Page, line: bytes) -> bytes:
    """Return OK or FAIL if the line says so, in capitals or not; else nothing."""
    word = line.strip(BLANKS)
    if word.upper() not in OK_OR_FAIL:
        return b""
    if word not in OK_OR_FAIL:
        page.forgive("W108", page.line - 1)
    return word.upper()


def apart(lines: Sequence[int]) -> tuple[int, ...]:
    """Return the lines of rows that have blank lines between them; of others the first says all."""
    return tuple(lines) if lines and lines[-1] - lines[0] >= len(lines) else ()


def board_below(page: Page, shape: Shape, most: int, numbers: bool) -> tuple[Any, Sequence[int]]:
    """Read the rows from here on, of cells from 0 to `most`, with the line of each; leave the page behind them."""
    n, columns = shape
    page.skip_blank_lines()
    board = page.take_digits(n, columns, most)
    if board is not None:
        return board, range(page.line - n, page.line)
    if not page.cut and not page.rest_line():
        rows = f"the {n} rows of the board are" if n > 1 else "the row of the board is"
        message = f"OK stands there, but {rows} missing"
        repair = "print the board below OK; if there is no arrangement, print FAIL"
        raise RefusedError("E103", message, page.line, help=repair)
    raw, lines = rows_below(page, n)
    if raw and raw[0].strip(BLANKS).upper() in OK_OR_FAIL:
        word = raw[0].strip(BLANKS).upper().decode()
        message = f"line {lines[0]} says {word} where the first row of the board should be"
        repair = "print OK once, and the board below it; if there is no arrangement, print FAIL alone"
        raise RefusedError("E103", message, lines[0], help=repair)
    clean = type(page)(b"".join(clean_row(page, row, line) + b"\n" for row, line in zip(raw, lines)))  # noqa: B905 - as above
    board = clean.take_digits(n, columns, most)
    if board is None:
        refused = bad_row(page, raw, lines, shape, most)
        words = raw[0].split() if numbers and len(raw) == 1 else []
        if len(words) == n and all(map(bytes.isdigit, words)):
            refused.help = "column numbers stand without OK: print them alone, on one line"
        raise refused
    return board, lines


def rows_below(page: Page, count: int) -> tuple[list[bytes], list[int]]:
    """Take at most so many whole lines that are not blank, and the number of each."""
    rows: list[bytes] = []
    lines: list[int] = []
    end = len(page.text.rstrip(b" \t\n"))
    while len(rows) < count and page.at < end and not page.unfinished():
        lines.append(page.line)
        rows.append(page.take())
        if len(rows) < count:
            page.skip_blank_lines()
    return rows, lines


def clean_row(page: Page, row: bytes, line: int) -> bytes:
    """Return the row of this line without blanks; what was removed is noted."""
    stripped = row.rstrip(BLANKS)
    if len(stripped) < len(row):
        page.forgive("W105", line)
    if b" " in stripped or b"\t" in stripped:
        page.forgive("W107", line)
    return stripped.translate(None, BLANKS)


def columns_on(page: Page, line: bytes, shape: Shape) -> list[int]:
    """Return the column of each row, from 0, on the line that was taken last; it counts them from 1."""
    n, columns = shape
    number = page.line - 1
    foreign = line.translate(None, b"0123456789 \t")
    if foreign:
        at = line.index(foreign[:1])
        message = f"line {number} holds {name_character(line, at)}, but it must hold column numbers only"
        raise RefusedError("E111", message, number, at + 1, help=numbers_help(shape))
    words = line.split()
    if len(words) != n:
        message = f"line {number} holds {counted(len(words), 'number')}, but {but_it_is(shape, 'rows')}"
        raise RefusedError("E114", message, number, help=numbers_help(shape))
    values = [int(word) if len(word) <= COLUMN_DIGITS else 0 for word in words]
    wrong = next((k for k, value in enumerate(values) if not 1 <= value <= columns), None)
    if wrong is not None:
        spot = list(re.finditer(rb"\d+", line))[wrong]
        message = f"column number {quote(spot[0])} is not on the board: columns count from 1 to {columns}"
        repair = "add 1 to each column number" if b"0" in words else f"print numbers from 1 to {columns}"
        raise RefusedError("E115", message, number, spot.start() + 1, help=repair)
    page.forgive_numbers(line, words)
    return [value - 1 for value in values]


def numbers_help(shape: Shape) -> str:
    """Say how column numbers are printed."""
    numbers = f"{counted(shape[0], 'column number')} from 1 to {shape[1]}"
    return f"print {numbers} on one line, with one blank between two of them"
