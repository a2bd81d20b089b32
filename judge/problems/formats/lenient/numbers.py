"""Find arrangements in numbers: columns in a line, columns below each other.

Each must be a permutation of the whole board, and not 1 2 3 ..., which is the rim of a printed board and the
likeliest debug line before an answer: so a prompt's number or a count of steps is none.
"""

from __future__ import annotations

import re
from itertools import groupby

from judge.problems.formats.lenient.finds import Finds, Found
from judge.problems.formats.lenient.text import pieces

_MOST_NUMBERS = 1 << 16  # of one block: the lists judged have 7,240
_LONGEST_NUMBER = 7  # digits of a column number
_DIGITS_N = 10  # up to here a column number counted from 0 is one digit
_DIGITS = b"0123456789"
_SMALLEST_N = 4  # below, no digits are looked for: there is no arrangement of queens but for n = 1
_HEADING = re.compile(  # of digits that are no count
    rb"\b(?:ENTER|HOW MANY|SIZE|SOLUTION|ANSWER|RESULT|OUTPUT|ARRANGEMENT|COLUMNS|POSITIONS?|BOARD)\b[^:]*:$"
)
_LONGEST_HEADING = 80  # bytes


class Lines:
    """Collects column numbers on one line, with blanks between or as digits side by side."""

    def __init__(self, n: int, finds: Finds) -> None:
        self.n, self.finds = n, finds
        self._pieces = pieces(least=n)

    def feed(self, line: int, raw: bytes) -> None:
        if self.n == 1:
            if raw.strip() in (b"[0]", b"[1]"):
                first = raw.strip()[1:2].decode()
                self.finds.keep(Found(f"a list of column numbers, counted from {first}", line, (0,)))
            return
        for match in self._pieces.finditer(raw):
            at, end = match.span(1)
            if end - at <= 64 * self.n + 4096:
                self._piece(line, match[1], raw[max(at - _LONGEST_HEADING, 0) : at])

    def end(self) -> None:
        """Do nothing: no line is left open."""

    def _piece(self, line: int, piece: bytes, before: bytes) -> None:
        words = piece.split()
        if len(words) >= self.n:
            self._numbers(line, words, listed=before.endswith(b"["))
        digits = _SMALLEST_N <= self.n <= _DIGITS_N and words and len(words[0]) == self.n and words[0].isdigit()
        alone = len(words) == 1 and (not before or _HEADING.search(before))
        if digits and (alone or before.endswith(b"[")):
            self._digits(line, words)

    def _numbers(self, line: int, words: list[bytes], *, listed: bool) -> None:
        """Read each run of numbers. Behind an answer, `[1, 2, 3, 4]` is one more."""
        for isdigit, run in groupby(words, bytes.isdigit):
            values = permutation(list(run), self.n, ordered=listed) if isdigit else None
            shape = f"column numbers on one line, counted from {min(values)}" if values else ""
            if values and (shape in self.finds.groups or values != sorted(values)):
                self.finds.keep(Found(shape, line, from_zero(values), exact=True, one_line=True))

    def _digits(self, line: int, words: list[bytes]) -> None:
        """Read each word as an arrangement, one digit a column; all of them or none."""
        arranged = [_of_digits(word, self.n) for word in words]
        for values in arranged if all(arranged) else []:
            assert values is not None
            shape = f"column numbers side by side, counted from {min(values)}"
            self.finds.keep(Found(shape, line, from_zero(values), exact=True, one_line=True))


class Blocks:
    """Collects one column number a line: arrangements one below the other, below n, or, of all, below their number."""

    def __init__(self, n: int, every: bool, finds: Finds) -> None:
        self.n, self.every, self.finds = n, every, finds
        self._block: list[tuple[int, bytes]] = []  # line and number

    def feed(self, line: int, raw: bytes) -> None:
        word = raw.strip(b" \n\v")
        if not word.isdigit():
            self.end()
        elif len(self._block) < _MOST_NUMBERS:
            self._block.append((line, word))

    def end(self) -> None:
        block, n = self._block, self.n
        self._block = []
        if len(block) < n or n == 1:
            return
        if len(block) % n == 1 and (self.every or block[0][1] == b"%d" % n):
            block = block[1:]
        chunks = [block[at : at + n] for at in range(0, len(block), n)]
        columns = [permutation([word for _, word in chunk], n) for chunk in chunks]
        if all(columns):
            for chunk, values in zip(chunks, columns, strict=True):
                assert values is not None
                shape = f"one column number a line, counted from {min(values)}"
                self.finds.keep(Found(shape, chunk[0][0], from_zero(values)))


def _of_digits(word: bytes, n: int) -> list[int] | None:
    """Return the `permutation` of the digits of a word."""
    in_order = bytes(sorted(word))
    fits = in_order in (_DIGITS[:n], _DIGITS[1 : n + 1]) and len(word) == n and word != in_order
    return [digit - _DIGITS[0] for digit in word] if fits else None


def permutation(words: list[bytes], n: int, ordered: bool = False) -> list[int] | None:
    """Return the words as a permutation from 0 or 1, if they are one; only if `ordered` also 1 2 3 ...; n > 1."""
    if len(words) != n or max(map(len, words)) > _LONGEST_NUMBER:
        return None
    if any(word.startswith(b"0") and word != b"0" for word in words):  # nobody prints a column as 03
        return None
    values = [int(word) for word in words]
    in_order = sorted(values)
    fits = in_order[0] <= 1 and in_order == list(range(in_order[0], in_order[0] + n))
    return values if fits and (ordered or values != in_order) else None


def from_zero(values: list[int]) -> tuple[int, ...]:
    """Return the columns of a permutation, counted from 0."""
    return tuple(value - min(values) for value in values)
