"""Find row and column of each piece: `(0, 1), (1, 3)`, `1 2` or `row 1, column 2` a line, `{0: 1, 1: 3}`.

Both must be a permutation of the whole board. Which of the two is the row no text need say, as an empty board may be
mirrored at its diagonal. With given pieces it is what the package says, else the words of the text, else the first.
"""

from __future__ import annotations

import re

from judge.problems.formats.lenient.finds import Finds, Found
from judge.problems.formats.lenient.numbers import from_zero, permutation
from judge.problems.formats.lenient.target import Order

_MOST_PAIRS = 1 << 16  # of one run: the lists judged have 7,240
_SMALLEST_N = 4  # below, there is no arrangement of queens but for n = 1, and a board has rows of two cells

LABEL_OF_R = re.compile(rb"\[(?:\d+[ ,]|[ ,]\d+)\]")  # of a row or column of a matrix; a comma is a blank by then
_PAIR = re.compile(rb"\[[ \v]*(\d{1,7})[ \v]+(\d{1,7})[ \v]*\]|\b(\d{1,7}) *: *(\d{1,7})\b")
_NUMBERED = re.compile(rb"\b(?:QUEEN|SPY|PIECE|SOLUTION|ARRANGEMENT|ANSWER|Q|S)[ #]{0,2}\d{1,7}\b")
_ROW, _COLUMN = re.compile(rb"\bROWS?\b"), re.compile(rb"\bCOL(?:UMN)?S?\b")
_WORD = re.compile(rb"[A-Z]+")
_LABELS = frozenset(
    b"A AND ANSWER ARRANGEMENT AT C CELL COL COLUMN COLUMNS COORDINATES ENTER GOES HOW IN IS MANY N NUMBER OF ON PIECE "
    b"PLACE PLACED POS POSITION POSITIONS PUT Q QUEEN QUEENS R RESULT ROW ROWS S SIZE SOLUTION SPIES SPY SQUARE STANDS "
    b"THE TO X Y".split()
)
_FEW = re.compile(rb"[^\d]{0,60}\d{1,7}(?:[^\d]{1,60}\d{1,7}){1,2}[^\d]{0,60}")  # a pair, and perhaps its number
_LONGEST_LINE = 16 * _MOST_PAIRS  # bytes


class Pairs:
    """Collects runs of lines that hold nothing but pairs; blank lines do not part them."""

    def __init__(self, n: int, finds: Finds, order: Order | None = None) -> None:
        self.n, self.finds, self.order = n, finds, order
        self._named: Order | None = None  # by the words of the run's first line
        self._run: list[tuple[int, bytes, bytes]] = []  # line, row, column

    def feed(self, line: int, raw: bytes) -> None:
        if self.n < _SMALLEST_N or raw.isspace():
            return
        found = pairs_in(raw) if len(raw) <= _LONGEST_LINE else []
        if not found:
            if self._run:
                self.end()
        elif len(self._run) < _MOST_PAIRS:
            self._named = self._named if self._run else order_of(raw)
            self._run += [(line, row, column) for row, column in found]

    def end(self) -> None:
        run, n = self._run, self.n
        self._run = []
        chunks = [run[at : at + n] for at in range(0, len(run) if len(run) % n == 0 else 0, n)]
        found = [arranged(chunk, n, self._named or self.order) for chunk in chunks]
        for one in found if all(found) else []:
            assert one is not None
            self.finds.keep(one)


def pairs_in(raw: bytes) -> list[tuple[bytes, bytes]]:
    """Return the pairs of a line that holds nothing else but words such as row and the number of a piece; else none."""
    found = [(a or c, b or d) for a, b, c, d in _PAIR.findall(raw)]
    if LABEL_OF_R.search(raw):
        return []
    if not found and not _FEW.fullmatch(raw):
        return []
    word = _WORD.search(raw)
    if word and word[0] not in _LABELS:
        return []
    if found:
        return [] if _bare(_NUMBERED.sub(b" ", _PAIR.sub(b" ", raw))) else found
    for text in (_NUMBERED.sub(b" ", raw), raw):  # in `queen 1: column 3` the number of the piece is its row
        numbers = _bare(text).split()
        if len(numbers) == 2 and all(number.isdigit() for number in numbers):
            return [(numbers[0], numbers[1])]
    return []


def _bare(text: bytes) -> bytes:
    """Return what is left without labels, arrows and brackets."""
    labels_off = _WORD.sub(lambda word: b" " if word[0] in _LABELS else word[0], text)
    return labels_off.replace(b"-:", b" ").translate(_TO_BLANKS).strip()


_TO_BLANKS = bytes.maketrans(b"[]:#\n\v", b"      ")


def order_of(raw: bytes) -> Order | None:
    """Return which number of a pair is the row, where words of the line say it."""
    row, column = _ROW.search(raw), _COLUMN.search(raw)
    if row is None or column is None:
        return None
    return "row and column" if row.start() < column.start() else "column and row"


def arranged(chunk: list[tuple[int, bytes, bytes]], n: int, order: Order | None = None) -> Found | None:
    """Return n pairs as an arrangement, if they are one; without an order the first number is the row."""
    rows = permutation([row for _, row, _ in chunk], n, ordered=True)
    columns = permutation([column for _, _, column in chunk], n, ordered=True)
    if order == "column and row":
        rows, columns = columns, rows
    if rows is None or columns is None:
        return None
    in_rows = [column for _, column in sorted(zip(rows, columns, strict=True))]
    if in_rows == sorted(in_rows):
        return None
    first, other = min(rows), min(columns)
    bases = f"{first}" if first == other else f"{first} and from {other}"
    return Found(f"pairs of {order or 'row and column'}, counted from {bases}", chunk[0][0], from_zero(in_rows))
