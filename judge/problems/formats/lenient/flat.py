"""Find numbers without brackets: `1 2 2 4 3 1 4 3`, a row and a column each, and columns that go over several lines."""

from __future__ import annotations

from itertools import groupby

from judge.problems.formats.lenient.finds import Finds, Found
from judge.problems.formats.lenient.numbers import from_zero, permutation
from judge.problems.formats.lenient.pairs import arranged
from judge.problems.formats.lenient.target import Order
from judge.problems.formats.lenient.text import pieces

_SMALLEST_N = 4
_FEWEST_WRAPPED = 3  # numbers on each line but the last: two may be a row and a column


class Flat:
    """Collects 2 n numbers on one line. Two rows of n columns each are told apart from n pairs: both stay."""

    def __init__(self, n: int, finds: Finds, order: Order | None = None) -> None:
        self.n, self.finds, self.order = n, finds, order
        self._pieces = pieces(least=4 * n - 1)

    def feed(self, line: int, raw: bytes) -> None:
        if self.n < _SMALLEST_N:
            return
        for match in self._pieces.finditer(raw):
            for isdigit, run in groupby(match[1].split(), bytes.isdigit):
                words = list(run) if isdigit else []
                if len(words) == 2 * self.n:
                    self._pairs(line, words)

    def end(self) -> None:
        """Do nothing: no line is left open."""

    def _pairs(self, line: int, words: list[bytes]) -> None:
        n = self.n
        read = arranged([(line, *pair) for pair in zip(words[::2], words[1::2], strict=True)], n, self.order)
        if read is None:
            return
        self.finds.keep(read)
        halves = arranged([(line, *pair) for pair in zip(words[:n], words[n:], strict=True)], n, self.order)
        if halves:
            self.finds.keep(Found("all rows and then all columns on one line", line, halves.columns))


class Wrapped:
    """Collects lines of numbers that are n column numbers together, perhaps below a line with n alone."""

    def __init__(self, n: int, finds: Finds) -> None:
        self.n, self.finds = n, finds
        self._block: list[tuple[int, list[bytes]]] = []
        self._numbers = 0

    def feed(self, line: int, raw: bytes) -> None:
        words = raw.split()
        if not words or not all(map(bytes.isdigit, words)):
            self.end()
        elif self._numbers <= self.n + 1:  # of more it is none, and they are only passed over
            self._block.append((line, words[: self.n + 2]))
            self._numbers += len(words)

    def end(self) -> None:
        block, n = self._block, self.n
        self._block, self._numbers = [], 0
        if block and block[0][1] == [b"%d" % n]:
            block = block[1:]
        lengths = [len(words) for _, words in block]
        if n < _SMALLEST_N or len(block) < 2 or sum(lengths) != n or min(lengths[:-1]) < _FEWEST_WRAPPED:
            return
        values = permutation([word for _, words in block for word in words], n)
        if values:
            shape = f"column numbers over several lines, counted from {min(values)}"
            self.finds.keep(Found(shape, block[0][0], from_zero(values)))
