"""Find pairs of row and column that show where the pieces stand on the board of the case, which may have trees.

A board with trees is another board when it is mirrored, so that it has to be known which number is the row, and from
which they count. The words of the text say it (`row 1, column 2`), or the package, or one way alone is on the board.
No rule is asked: a wrong arrangement stays wrong.
"""

from __future__ import annotations

from itertools import product
from typing import get_args

import numpy as np

from judge.problems.formats.lenient.finds import Doubt, Finds, Found
from judge.problems.formats.lenient.pairs import LABEL_OF_R, order_of, pairs_in
from judge.problems.formats.lenient.target import Order, Target

_MOST_PAIRS = 1 << 16
_LONGEST_LINE = 16 * _MOST_PAIRS  # bytes
_BARE = bytes.maketrans(b"[]:\v", b"    ")
_ORDERS: tuple[Order, ...] = get_args(Order)
_SAY = (
    "print the board itself; or whoever makes the package says in problem.toml what pairs mean, such as "
    'pairs = "row column from 0"'
)

_Pair = tuple[int, int]


class Places:
    """Collects runs of lines that hold nothing but pairs, as many as there are pieces to place."""

    def __init__(self, target: Target, finds: Finds) -> None:
        self.target, self.finds = target, finds
        self._run: list[_Pair] = []
        self._orders: set[Order | None] = set()
        self._line, self._sure = 0, False  # the first line of the run; whether brackets or words make it pairs

    def feed(self, line: int, raw: bytes) -> None:
        if self.target.grid is None or raw.isspace():
            return
        found = self._pairs(raw) if len(raw) <= _LONGEST_LINE else []
        if not found:
            self.end()
        elif len(self._run) < _MOST_PAIRS:
            self._line = self._line if self._run else line
            self._run += found
            self._orders.add(order_of(raw))
            self._sure |= b"[" in raw or order_of(raw) is not None

    def end(self) -> None:
        run, orders, sure = self._run, self._orders, self._sure
        self._run, self._orders, self._sure = [], set(), False
        if len(run) != (self.target.pieces or len(run)) or len(orders) != 1 or len(set(run)) < len(run):
            return
        if sure or len(run) > 1:  # two bare numbers may be anything
            self._read(run, orders.pop())

    def _pairs(self, raw: bytes) -> list[_Pair]:
        found = [(int(row), int(column)) for row, column in pairs_in(raw)]
        return found or self._flat(raw)

    def _flat(self, raw: bytes) -> list[_Pair]:
        """Return the pairs of a line of numbers alone, twice as many as pieces; not where it may be a column a row."""
        words = raw.translate(_BARE).split()
        if (
            not words
            or LABEL_OF_R.search(raw)
            or len(words) != 2 * self.target.pieces
            or len(words) in self.target.shape
        ):
            return []
        if not all(word.isdigit() and len(word) < 8 for word in words):
            return []
        values = [int(word) for word in words]
        return list(zip(values[::2], values[1::2], strict=True))

    def _read(self, run: list[_Pair], named: Order | None) -> None:
        target, said = self.target, named or self.target.order
        orders = _ORDERS if said is None else (said,)
        bases = (0, 1) if target.base is None else (target.base,)
        ways: dict[bytes, str] = {}  # by where the pieces stand
        for base, order in product(bases, orders):
            cells = _cells(run, order, base, target.shape)
            if cells is not None and not (ways and target.mirrored and order is not orders[0]):
                ways.setdefault(cells.tobytes(), f"{order}, counted from {base}")
        if not ways:
            return
        boards = [self._board(key) for key in ways]
        names = list(ways.values())
        if len(ways) == 1:
            # Of as many pieces as there may be, no number tells which of several runs is the answer.
            place = "" if target.pieces else f", which begin on line {self._line}"
            self.finds.keep(Found(f"pairs of {names[0]}{place}", self._line, board=boards[0]))
            return
        message = f"the {len(run)} pairs can be read as {', or as '.join(names)}"
        self.finds.doubts.append(Doubt("E134", message, self._line, _SAY, tuple(boards)))

    def _board(self, key: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        board = self.target.ground
        board[np.frombuffer(key, np.bool_).reshape(self.target.shape)] = 1
        return board


def _cells(
    run: list[_Pair], order: Order, base: int, shape: tuple[int, int]
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]] | None:
    """Return where the pieces stand, read in this way; None: not all of them on the board."""
    places = np.array(run, np.int64) - base
    rows, columns = (places[:, 0], places[:, 1]) if order == _ORDERS[0] else (places[:, 1], places[:, 0])
    if rows.min() < 0 or columns.min() < 0 or rows.max() >= shape[0] or columns.max() >= shape[1]:
        return None
    cells = np.zeros(shape, np.bool_)
    cells[rows, columns] = True
    return cells
