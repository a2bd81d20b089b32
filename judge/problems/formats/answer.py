"""Read `output.txt`, bytes to an Answer or a Finding, and write it.

Only the form is read here: the first line, how many rows, digits and numbers there are, which characters,
and which range. Whether the trees stand where they should and whether pieces attack, `puzzles` judges.
No bytes make the reader raise, and no length makes it slow: beyond what an answer needs, it doesn't look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding, ReadWarning
from judge.problems.formats.page import (
    BLANKS,
    UTF8_BOM,
    UTF16_BOMS,
    Cells,
    Page,
    Shape,
    clean_rows,
    digit_grid,
    digit_lines,
    name_character,
    open_page,
)
from judge.problems.formats.refused import (
    BOARD_OR_FAIL,
    RefusedError,
    bad_first_line,
    bad_row,
    but_it_is,
    not_strict,
    too_long,
)
from judge.text import counted, quote

LISTED_N = 10  # up to this n a list of all arrangements is asked for, above it only their number
_MAX_COUNT_DIGITS = 40  # the largest number known, for n = 27, has 18
_MAX_COLUMN_DIGITS = 18  # whatever is longer is on no board, and Python refuses to read very long numbers
_WORDS = (b"OK", b"FAIL")
_ANOTHER = re.compile(rb"^[ \t]*(?:OK|FAIL)[ \t]*$", re.MULTILINE | re.IGNORECASE)


Reader = Callable[[Page, Shape], Answer]  # of the first lines of a text, for a case of so many rows and columns


def read_text(data: bytes, read: Reader, shape: Shape, strict: bool, file: str) -> Answer | Finding:
    """Return what an output says about a case of this shape, or why its form is refused. Never raises.

    `read` is one of the readers below. Columns are 0-based, on the board. `first_line` is the line of the first
    row, of the column numbers, of the first arrangement, or, where only a number is asked for, of that number.
    A Finding has a code of E101 to E105, E111, E112, E114, E115, or, if `strict`, E119 for the first thing that
    would have been forgiven (W101 to W112).
    """
    try:
        page = _open(data, shape, file)
        answer = read(page, shape)
    except RefusedError as refused:
        return refused.finding
    notices = page.notices()
    if strict and notices:
        return not_strict(page, notices[0])
    return msgspec.structs.replace(answer, warnings=notices)


def write_answer(answer: Answer) -> bytes:
    """Return the canonical `output.txt`: LF, a final newline, no blanks but one between two numbers.

    A single arrangement as columns, without `count`, is written as its column numbers alone.
    """
    if answer.fail:
        return b"FAIL\n"
    if answer.board is not None:
        return b"OK\n" + digit_lines(answer.board)
    rows: list[list[int]] = [] if answer.columns is None else (answer.columns + 1).tolist()
    lines = [" ".join(map(str, row)) for row in rows]
    if answer.count is not None or len(rows) != 1:
        lines.insert(0, str(len(rows) if answer.count is None else answer.count))
    return ("\n".join(lines) + "\n").encode()


def _open(data: bytes, shape: Shape, file: str) -> Page:
    """Return the page at its first line that is not blank."""
    if data.startswith(UTF16_BOMS):
        repair = "write ASCII or UTF-8; in PowerShell, > writes UTF-16, and Out-File -Encoding ascii does not"
        raise RefusedError("E111", "the answer is UTF-16 text", Place(file, 1, 1), help=repair)
    text = data.removeprefix(UTF8_BOM)
    if not text or text.isspace():
        message = "the answer is empty" if not data else "the answer holds nothing but blanks"
        repair = "print OK and the board, or FAIL; in C, flush and close the file before the program ends"
        raise RefusedError("E101", message, Place(file), help=repair)
    limit = 3 * (shape[0] + 4) * (shape[1] + 4) + (1 << 20)  # a board with two blanks beside each cell
    page = open_page(text, file, limit)
    if len(text) < len(data):
        page.forgive("W101", 1)
    if page.text[:1] in (b" ", b"\t", b"\n"):
        page.forgive("W111", 1)
        before = page.text[: len(page.text) - len(page.text.lstrip(b" \t\n"))]
        page.line += before.count(b"\n")
        page.at = before.rfind(b"\n") + 1
    return page


def read_board(page: Page, shape: Shape, *, numbers: bool = False, closed: bool = False) -> Answer:
    """Read a board, or FAIL; or, if `numbers`, one arrangement as `columns` (1, n): the column number of each row.

    A cell may be 3 where a case can have closed cells.
    """
    most = 3 if closed else 2
    line = _take(page)
    word = _word(page, line)
    if word == b"FAIL":
        _forgive_rest(page, "W110")
        return Answer(fail=True)
    if word == b"OK":
        board, lines = _board(page, shape, most, numbers)
        _forgive_rest(page, "W109")
        return Answer(board=board, first_line=lines[0], lines=_apart(lines))
    digits = line.strip(BLANKS)
    cells = len(digits) == shape[1] and not digits.translate(None, b"0123"[: most + 1])
    headless = cells and digits != b"%d" % shape[0]  # a row of a board, and not n alone
    if numbers and digits[:1].isdigit() and (shape == (1, 1) or not headless):
        return _column_line(page, line, shape)
    raise bad_first_line(page, line, BOARD_OR_FAIL, headless)


def _column_line(page: Page, line: bytes, shape: Shape) -> Answer:
    """Read n column numbers on `line`, or on the next one if `line` holds n alone."""
    n = shape[0]
    alone = line.strip(BLANKS)
    if alone.isdigit() and (n > 1 or page.text[page.at : page.at + 1].isdigit()):
        if alone.lstrip(b"0") != str(n).encode():
            message = f"line {page.line - 1} holds {quote(alone)} alone, but n is {n}"
            raise RefusedError("E114", message, page.place(page.line - 1), help=_numbers_help(shape))
        if not page.rest_line():
            message = f"after n the {n} column numbers are missing"
            raise RefusedError("E114", message, page.place(page.line), help=_numbers_help(shape))
        page.forgive_numbers(alone, [alone])
        line = _take(page)
    first_line = page.line - 1
    columns = np.array([_numbers(page, line, shape)], np.int64) - 1
    _forgive_rest(page, "W109")
    return Answer(columns=columns, first_line=first_line)


def read_list(page: Page, shape: Shape, *, most: int | None = None) -> Answer:
    """Read the number of arrangements and, for n <= 10, one arrangement a line: `count` lines, or fewer.

    There are so many at `most`; without it, as many as there are ways to choose a column for each row. One line more is
    read, and what follows is not: it is clear then that there are too many. FAIL is a count of 0.
    """
    n = shape[0]
    line = _take(page)
    if _word(page, line) == b"FAIL":
        page.forgive("W112", page.line - 1, "FAIL is read as the number 0")
        _forgive_rest(page, "W110")
        return Answer(count=0, columns=np.zeros((0, n), np.int64) if n <= LISTED_N else None)
    digits = line.strip(BLANKS)
    if not digits.isdigit() or len(digits) > _MAX_COUNT_DIGITS:
        raise bad_first_line(page, line, "the number of arrangements alone", headless=False)
    page.forgive_numbers(digits, [digits])
    count = int(digits)
    if n > LISTED_N:
        first_line = page.line - 1
        _forgive_rest(page, "W109")
        return Answer(count=count, first_line=first_line)
    end = len(page.text.rstrip(b" \t\n"))
    listed: list[list[int]] = []
    lines: list[int] = []
    wanted = min(count, (shape[1] ** n if most is None else most) + 1)
    while len(listed) < wanted and (page.cut or page.at < end):
        listed.append(_numbers(page, _take(page), shape))
        lines.append(page.line - 1)
    _forgive_rest(page, "W109")
    columns = np.array(listed, np.int64).reshape(len(listed), n) - 1
    return Answer(count=count, columns=columns, first_line=lines[0] if lines else 0, lines=_apart(lines))


def read_number(page: Page, _: object) -> Answer:
    """Read one whole number, or FAIL."""
    line = _take(page)
    word, number = line.strip(BLANKS), page.line - 1
    if _word(page, line) == b"FAIL":
        page.forgive_rest("W110")
        return Answer(fail=True, first_line=number)
    if not word.isdigit() or len(word) > _MAX_COUNT_DIGITS:
        raise bad_first_line(page, line, "one whole number, or FAIL", headless=False)
    page.forgive_numbers(word, [word])
    page.forgive_rest("W109")
    return Answer(count=int(word), first_line=number)


def read_word(page: Page, _: object, *, words: tuple[str, str]) -> Answer:
    """Read one of two words, of which the second is 1."""
    line = _take(page)
    word = line.strip(BLANKS).decode(errors="replace")
    said = [number for number, one in enumerate(words) if one.casefold() == word.casefold()]
    if not said:
        raise bad_first_line(page, line, f"{words[1]} or {words[0]}", headless=False)
    number = page.line - 1
    if word not in words:
        message = f"{word} is read as {words[said[0]]}: capitals are not as they should be"
        page.forgiven["W108"] = ReadWarning("W108", message, number)
    page.forgive_rest("W109")
    return Answer(count=said[0], first_line=number)


def _take(page: Page) -> bytes:
    """Take the next line that is not blank, without the blanks at its end; it must end within the part that is looked
    at."""
    page.skip_blank_lines()
    if page.unfinished():
        raise too_long(page, page.line)
    return page.take_stripped()


def _forgive_rest(page: Page, code: str) -> None:
    """Note what follows the answer, and that it is a second answer where it is one."""
    page.forgive_rest(code)
    if code in page.forgiven and _ANOTHER.search(page.text, page.at):
        message = "a second answer after the first, and only the first is read"
        page.forgiven[code] = msgspec.structs.replace(page.forgiven[code], message=message)


def _word(page: Page, line: bytes) -> bytes:
    """Return OK or FAIL if the line says so, in capitals or not; else nothing."""
    word = line.strip(BLANKS)
    if word.upper() not in _WORDS:
        return b""
    if word not in _WORDS:
        page.forgive("W108", page.line - 1)
    return word.upper()


def _apart(lines: Sequence[int]) -> tuple[int, ...]:
    """Return the lines of rows that have blank lines between them; of others the first says all."""
    return tuple(lines) if lines and lines[-1] - lines[0] >= len(lines) else ()


def _board(page: Page, shape: Shape, most: int, numbers: bool) -> tuple[Cells, Sequence[int]]:
    """Read the rows from here on, of cells from 0 to `most`, with the line of each; leave the page behind them."""
    n, columns = shape
    page.skip_blank_lines()
    cells = digit_grid(page.text, page.at, shape, most)
    if cells is not None:
        page.at, page.line = page.at + n * (columns + 1), page.line + n
        return cells, range(page.line - n, page.line)
    if not page.cut and not page.rest_line():
        message = f"OK stands there, but the {counted(n, 'row')} of the board are missing"
        repair = "print the board below OK; if there is no arrangement, print FAIL"
        raise RefusedError("E103", message, page.place(page.line), help=repair)
    raw, lines = _rows(page, n)
    if raw and (word := raw[0].strip(BLANKS).upper()) in _WORDS:
        message = f"line {lines[0]} says {word.decode()} where the first row of the board should be"
        repair = "print OK once, and the board below it; if there is no arrangement, print FAIL alone"
        raise RefusedError("E103", message, page.place(lines[0]), help=repair)
    cells = digit_grid(b"\n".join(clean_rows(page, raw, lines)) + b"\n", 0, shape, most)
    if cells is None:
        refused = bad_row(page, raw, lines, shape, most)
        if numbers and len(raw) == 1 and len(words := raw[0].split()) == n and all(map(bytes.isdigit, words)):
            repair = "column numbers stand without OK: print them alone, on one line"
            refused.finding = msgspec.structs.replace(refused.finding, help=repair)
        raise refused
    return cells, lines


def _rows(page: Page, count: int) -> tuple[list[bytes], list[int]]:
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


def _numbers(page: Page, line: bytes, shape: Shape) -> list[int]:
    """Read the column number of each row, from 1 up, on the line that was taken last."""
    n, columns = shape
    number = page.line - 1
    if foreign := line.translate(None, b"0123456789 \t"):
        at = line.index(foreign[:1])
        message = f"line {number} holds {name_character(line, at)}, but it must hold column numbers only"
        raise RefusedError("E111", message, page.place(number, at + 1), help=_numbers_help(shape))
    words = line.split()
    if len(words) != n:
        message = f"line {number} holds {counted(len(words), 'number')}, but {but_it_is(shape, 'rows')}"
        raise RefusedError("E114", message, page.place(number), help=_numbers_help(shape))
    values = [int(word) if len(word) <= _MAX_COLUMN_DIGITS else 0 for word in words]
    wrong = next((k for k, value in enumerate(values) if not 1 <= value <= columns), None)
    if wrong is not None:
        spot = list(re.finditer(rb"\d+", line))[wrong]
        message = f"column number {quote(spot[0])} is not on the board: columns count from 1 to {columns}"
        repair = "add 1 to each column number" if b"0" in words else f"print numbers from 1 to {columns}"
        raise RefusedError("E115", message, page.place(number, spot.start() + 1), help=repair)
    page.forgive_numbers(line, words)
    return values


def _numbers_help(shape: Shape) -> str:
    numbers = f"{counted(shape[0], 'column number')} from 1 to {shape[1]}"
    return f"print {numbers} on one line, with one blank between two of them"
