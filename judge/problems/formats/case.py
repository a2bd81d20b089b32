"""Read `input.txt`, bytes to an Instance, and write it.

Line 1 names the algorithm, line 2 is n, line 3 the number of pieces; then n lines of n digits, 0 free and
2 tree. What real files do (CRLF, a lone CR, no final newline, blanks at the ends of lines, blank lines at the
end) is read with a notice each. Anything else is refused with its line, its column and the repair. The rows are those
of any case (`case_lines`); the first three lines are stricter, as nothing may stand around a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, get_args

import msgspec

from judge.errors import JudgeError
from judge.model import Instance, ReadWarning
from judge.problems.formats.case_lines import CellCodes, Number, close_case, open_case, take_cells
from judge.problems.formats.page import Page, digit_lines
from judge.text import counted, quote

MAX_N = 20_000  # 400 MB of cells: above that one board and one answer no longer fit a student's memory
_N = Number("n (the size of the board)", 1, MAX_N)
_PIECES = Number("p (the number of pieces)", 1, 10**18 - 1)  # fits the 64-bit integer that a compiled solution is given
_ALGORITHMS: dict[str, Instance.Algorithm] = {name: name for name in get_args(Instance.Algorithm)}
_NAMES = "BFS, DFS, SA or ANY"
_SHAPE = f"write the algorithm ({_NAMES}), n, the number of pieces, and n rows of n digits"
_CODES = CellCodes(missing="E406", length="E405", sign="E407", after="E408")
_CANONICAL = re.compile(rb"[1-9][0-9]{0,17}")
CaseReader = Callable[[bytes, str], tuple[Instance, tuple[ReadWarning, ...]]]  # of a text, and the name of its file


class CaseFormat(msgspec.Struct, frozen=True):
    """Read a case from bytes, with what was forgiven, and write it.

    `read` raises JudgeError with line and column for what is no case: E401 to E409, or E476 by `case_lines`. It may be
    given any bytes. `write` returns the canonical bytes, which `read` takes back without a notice.
    """

    read: CaseReader
    write: Callable[[Instance], bytes]
    names_algorithm: bool = False  # on line 1, so that `dialect = "no-algorithm"` can leave that out


def read_case(data: bytes, file: str = "input.txt") -> tuple[Instance, tuple[ReadWarning, ...]]:
    """Return the board that an `input.txt` describes, and what was forgiven in reading it (W102 to W106).

    n is 1 to 20,000. The number of pieces is at least 1 and may exceed n * n: then the case is impossible,
    not wrong. Raises JudgeError E401 to E409, with the place, the repair and, where it helps, a note.
    """
    page = open_case(data, file, _SHAPE)
    algorithm = _algorithm(page)
    n, pieces = _number(page, _N, "E403"), _number(page, _PIECES, "E404")
    grid = take_cells(page, (n, n), "02", _CODES)
    grid *= 2
    _refuse_more_rows(page, n)
    close_case(page, _CODES)
    return Instance(algorithm, n, pieces, grid), page.notices()


def write_case(board: Instance) -> bytes:
    """Return the canonical `input.txt`: LF, a final newline, no blanks."""
    return f"{board.algorithm}\n{board.n}\n{board.pieces}\n".encode() + digit_lines(board.grid)


def _algorithm(page: Page) -> Instance.Algorithm:
    line = page.take_stripped()
    word = line.decode("ascii", "replace")
    if word in _ALGORITHMS:
        return _ALGORITHMS[word]
    meant = word.strip().upper()
    found = f"is {quote(line)}" if line else "is blank"
    message = f"line 1 {found}, but it must name the algorithm: {_NAMES}"
    repair = f"write {meant if meant in _ALGORITHMS else _NAMES} alone on line 1, in capitals, before n"
    raise JudgeError("E402", message, page.place(1, 1), help=repair)


def _number(page: Page, wanted: Number, code: str) -> int:
    """Read the next line as a whole number from 1 up, and nothing else."""
    number, missing = page.line, page.at >= len(page.text)
    line = page.take_stripped()
    if _CANONICAL.fullmatch(line) and int(line) <= wanted.most:
        return int(line)
    found = "is missing" if missing else f"is {quote(line)}" if line else "is blank"
    message = f"line {number} {found}, but it must hold {wanted.name}, {wanted.bounds}"
    repair = "write it alone on the line, in digits: no sign, no point, no blanks, no leading zero"
    raise JudgeError(code, message, page.place(number, 1), help=repair)


def _refuse_more_rows(page: Page, n: int) -> None:
    line = page.rest_line()
    if line and not page.rest_text().translate(None, b"02"):
        message = f"more than {counted(n, 'row')} follow line 3, but n is {n}"
        repair = "delete the rows from here on, or correct n on line 2"
        raise JudgeError("E406", message, page.place(line, 1), help=repair)


HOMEWORK_CASE: Final = CaseFormat(read_case, write_case, names_algorithm=True)
