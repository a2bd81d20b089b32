"""What two submissions have in common, as stretches of their text: the longest that begins at each place, once."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Final

import msgspec
import numpy as np

from judge.classroom.similar.shares import GRAM, Numbers, grams
from judge.classroom.similar.tokens import MOST_TOKENS, Tokens, tokens_of
from judge.model import Similarities

MOST_PARTS: Final = 99  # the longest; numbers of two digits
_TRIED: Final = 8  # places on the other side for one on this
_BETWEEN: Final = 1 << 40  # no token's number: what ends a file


class _Row(msgspec.Struct, frozen=True):
    """The tokens of a work in one row, an end behind each file."""

    codes: Numbers
    files: tuple[Tokens, ...]
    begins: tuple[int, ...]  # of each file in the row

    def span(self, at: int, length: int) -> Similarities.Span:
        file = int(np.searchsorted(self.begins, at, side="right")) - 1
        tokens, first = self.files[file], at - self.begins[file]
        return Similarities.Span(file, int(tokens.starts[first]), int(tokens.ends[first + length - 1]))


def common_parts(left: Similarities.Work, right: Similarities.Work, given: Numbers) -> tuple[Similarities.Part, ...]:
    """Return the stretches that both have and that were not `given` to all, in the order of the left one."""
    one, other = _row(left, 1), _row(right, 2)
    found = _stretches(one.codes, other.codes, given)
    longest = sorted(sorted(found, key=lambda stretch: -stretch[2])[:MOST_PARTS])
    return tuple(Similarities.Part(one.span(at, size), other.span(there, size), size) for at, there, size in longest)


def _stretches(one: Numbers, other: Numbers, given: Numbers) -> list[tuple[int, int, int]]:
    """Return where each stretch begins on both sides, and its length. Each token is in one at most."""
    mine, theirs = grams(one), grams(other)
    ours = np.isin(mine, given)
    places: dict[int, deque[int]] = {}
    for place in np.flatnonzero(np.isin(theirs, mine) & ~np.isin(theirs, given)).tolist():
        places.setdefault(int(theirs[place]), deque()).append(place)
    row = _Matching(one.tolist(), other.tolist(), bytearray(len(other)))
    free = np.ones(len(one), np.bool_)  # what is in no run that was given to all
    for begin in np.flatnonzero(ours).tolist():
        free[begin : begin + GRAM] = False
    found, end = [], 0
    for at in np.flatnonzero(np.isin(mine, theirs) & ~ours).tolist():
        if at < end:
            continue
        there, size = row.longest(at, places[int(mine[at])])
        if size >= GRAM:
            end = at + size
            inner = np.flatnonzero(free[at:end])  # without what was given, at both ends
            if len(inner):
                first, last = int(inner[0]), int(inner[-1])
                found.append((at + first, there + first, last - first + 1))
    return found


class _Matching(msgspec.Struct):
    """Two rows of tokens, and which of the right one are in a stretch already."""

    lefts: list[int]
    rights: list[int]
    taken: bytearray

    def longest(self, at: int, places: deque[int]) -> tuple[int, int]:
        """Return where the longest stretch from here is on the right, and its length; it is taken then."""
        while places and self.taken[places[0]]:  # for good: so no place is passed twice
            places.popleft()
        there, size = 0, 0
        for place in islice(places, _TRIED):
            if (length := self._alike(at, place)) > size:
                there, size = place, length
        if size >= GRAM:
            self.taken[there : there + size] = b"\1" * size
        return there, size

    def _alike(self, at: int, place: int) -> int:
        """Return how many tokens are the same from these places on, up to the first that is taken."""
        size, most = 0, min(len(self.lefts) - at, len(self.rights) - place)
        while size < most and self.lefts[at + size] == self.rights[place + size] and not self.taken[place + size]:
            size += 1
        return size


def _row(work: Similarities.Work, side: int) -> _Row:
    files: list[Tokens] = []
    begins: list[int] = []
    codes: list[Numbers] = []
    left, begin = MOST_TOKENS, 0
    for number, (path, text) in enumerate(work.files):
        tokens = tokens_of(path, text, left)
        left -= len(tokens.codes)
        files.append(tokens)
        begins.append(begin)
        codes += [tokens.codes, np.array([_BETWEEN * side + number], np.uint64)]
        begin += len(tokens.codes) + 1
    return _Row(np.concatenate([np.zeros(0, np.uint64), *codes]), tuple(files), tuple(begins))
