"""Read `input.txt`, bytes to an Instance, and write it.

Line 1 names the algorithm, line 2 is n, line 3 the number of pieces; then n lines of n digits, 0 free and
2 tree. What real files do (CRLF, a lone CR, no final newline, blanks at the ends of lines, blank lines at the
end) is read with a notice each. Anything else is refused with its line, its column and the repair.
"""

from __future__ import annotations

from typing import get_args

from judge.errors import JudgeError, Place
from judge.model import Algorithm, Instance, ReadWarning
from judge.problems.formats.page import (
    BLANKS,
    UTF8_BOM,
    UTF16_BOMS,
    Cells,
    Page,
    clean_rows,
    digit_grid,
    digit_lines,
    first_fault,
    name_character,
    open_page,
    plural,
    quote,
    shape_note,
    split_rows,
)

MAX_N = 20_000  # 400 MB of cells: above that one board and one answer no longer fit a student's memory
_MAX_PIECES = 10**18 - 1  # fits the 64-bit integer that a compiled solution is given
_ALGORITHMS: dict[str, Algorithm] = {name: name for name in get_args(Algorithm)}
_NUMBERS = {
    2: ("E403", "n (the size of the board)", MAX_N),
    3: ("E404", "p (the number of pieces)", _MAX_PIECES),
}
_SAVE_PLAIN = "save the file as plain text: ASCII, or UTF-8 without a byte order mark"
_WHY_AT_MOST = "more would fit neither the memory nor the integers of a solution"
_NAMES = "BFS, DFS, SA or ANY"
_SHAPE = f"write the algorithm ({_NAMES}), n, the number of pieces, and n rows of n digits"


def read_case(data: bytes, file: str = "input.txt") -> tuple[Instance, tuple[ReadWarning, ...]]:
    """Return the board that an `input.txt` describes, and what was forgiven in reading it (W102 to W106).

    n is 1 to 20,000. The number of pieces is at least 1 and may exceed n * n: then the case is impossible,
    not wrong. Raises JudgeError E401 to E409, with the place, the repair and, where it helps, a note.
    """
    refuse_no_text(data, file, _SHAPE)
    page = open_page(data, file)
    algorithm = _algorithm(page)
    n, pieces = _number(page), _number(page)
    grid = _grid(page, n)
    if page.at < len(page.text):
        page.forgive("W106", page.line)
    return Instance(algorithm, n, pieces, grid), page.notices()


def write_case(board: Instance) -> bytes:
    """Return the canonical `input.txt`: LF, a final newline, no blanks."""
    return f"{board.algorithm}\n{board.n}\n{board.pieces}\n".encode() + digit_lines(board.grid)


def refuse_no_text(data: bytes, file: str, shape: str) -> None:
    """Raise JudgeError E401 for an empty case, E409 for one that is no text; `shape` says what a case holds."""
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


def _algorithm(page: Page) -> Algorithm:
    line = page.take_stripped()
    word = line.decode("ascii", "replace")
    if word in _ALGORITHMS:
        return _ALGORITHMS[word]
    place, meant = page.place(1, 1), word.strip().upper()
    if meant in _ALGORITHMS:
        how = "in capitals" if word.strip() != meant else "without blanks before it"
        message = f"line 1 is {quote(line)}, but it must be {meant}"
        raise JudgeError("E402", message, place, help=f"write {meant} {how}")
    found = f"is {quote(line)}" if line else "is blank"
    message = f"line 1 {found}, but it must name the algorithm: {_NAMES}"
    raise JudgeError("E402", message, place, help=f"put {_NAMES} alone on line 1, before n")


def _number(page: Page) -> int:
    """Read the next line as a whole number from 1 up: n on line 2, the number of pieces on line 3."""
    number, missing = page.line, page.at >= len(page.text)
    code, what, top = _NUMBERS[number]
    line = page.take_stripped()
    canonical = line.isdigit() and not line.startswith(b"0")
    if canonical and len(line) <= len(str(top)) and int(line) <= top:
        return int(line)
    note, repair = "", "write it alone on the line, in digits: no sign, no point, no blanks, no leading zero"
    if missing:
        message = f"the case ends before line {number}, which must hold {what}"
    elif canonical:
        message, note = f"line {number} is {quote(line)}, but {what} is at most {top:,}", _WHY_AT_MOST
        repair = f"write a number from 1 to {top:,}"
    else:
        found = f"is {quote(line)}" if line else "is blank"
        message = f"line {number} {found}, but it must hold {what}: a whole number from 1 up"
    raise JudgeError(code, message, page.place(number, 1), note, repair)


def _grid(page: Page, n: int) -> Cells:
    """Read the n rows from here on; leave the page behind them."""
    end = page.at + n * (n + 1)
    cells = digit_grid(page.text, page.at, (n, n))
    if cells is not None and page.text.find(b"1", page.at, end) < 0:
        page.skip_rows(n, end)
    else:
        cells = _forgiving_grid(page, n)
    extra = page.rest_line()
    if extra:
        _refuse_rest(page, n, extra)
    return cells


def _forgiving_grid(page: Page, n: int) -> Cells:
    raw, rest = split_rows(page, n)
    rows = clean_rows(page, raw, range(page.line, page.line + len(raw)), between=False)
    text = b"\n".join(rows) + b"\n"
    cells = digit_grid(text, 0, (n, n))
    if cells is None or b"1" in text:
        raise _bad_row(page, rows, n)
    page.skip_rows(n, len(page.text) - len(rest))
    return cells


def _bad_row(page: Page, rows: list[bytes], n: int) -> JudgeError:
    """Say what is wrong with the rows: E405, E406 or E407."""
    fault = first_fault(rows, n, b"02")
    line, row = page.line + fault.row - 1, fault.row
    said = f"line 2 says that n is {n}, so {n} rows of {n} digits must follow line 3"
    if fault.kind == "rows":
        message = f"the case has {plural(fault.got, 'row')} after line 3, but n is {n}"
        repair = "add the missing rows, or correct n on line 2"
        return JudgeError("E406", message, page.place(line), said, repair)
    place = page.place(line, fault.column)
    if fault.kind == "length":
        message = f"row {row} has {plural(fault.got, 'digit')}, but n is {n}"
        repair = f"make row {row} exactly {n} digits long, or correct n on line 2"
        return JudgeError("E405", message, place, shape_note(rows, (n, n)) or said, repair)
    found = name_character(rows[row - 1], fault.column - 1)
    note, repair = "", "write 0 for a free cell and 2 for a tree, with nothing between the digits"
    if found == "'1'":
        note = "1 is a piece, and pieces are not placed in a case"
        repair = "write 0 for the cell: placing the pieces is up to the solution"
    message = f"row {row} holds {found} in column {fault.column}, but a cell of a case is 0 or 2"
    return JudgeError("E407", message, place, note, repair)


def _refuse_rest(page: Page, n: int, line: int) -> None:
    """Raise E406 for further rows, E408 for other text behind the last row."""
    text = page.text[page.at :].lstrip(b" \t\n").partition(b"\n")[0].rstrip(BLANKS)
    place = page.place(line, 1)
    said = f"line 2 says that n is {n}, so row {n} on line {page.line - 1} is the last"
    if not text.translate(None, b"02"):
        message = f"more than {plural(n, 'row')} follow line 3, but n is {n}"
        raise JudgeError("E406", message, place, said, "delete the rows from here on, or correct n on line 2")
    message = f"after the last row there is {quote(text)}, but nothing may follow it"
    raise JudgeError("E408", message, place, said, "delete everything below the last row")
