"""Check two rules at the speed of the machine, piece for piece as `constraints.py` does: rides of queens, rooks and
bishops, and no three in line.

Attack: 64 cells a word. A row becomes two strings of bits, pieces P and trees T. Along the row one
subtraction does it all: in T - P each piece borrows from the next tree to its right, so the bits from the
piece up to that tree become 1; a second piece before that tree takes its 1 out of the run of the piece before
it, and finds its own bit cleared. So P & ~(T - P) is exactly the pieces that see another one to their left,
and a borrow out of a word is a view that is open into the next. Down the columns and diagonals, words keep
the open views, shifted by one a row. A closed cell sets both bits, and is taken out of both strings.

In line: from each point the slopes to all later ones; two that are equal make a line: k^2 / 2 divisions for k
points. They come in reading order, so a later one is never above: its slope is a quotient of columns by rows, or
endless in the same row. Correctly rounded quotients tell slopes apart exactly. Let
u = a/b and v = c/d be different fractions with |a|, |c|, b, d < N. Then |u - v| >= 1/(bd), and that is more
than max(|u|, |v|) / N^2. Were both rounded to the same double, |u - v| <= 2^-53 (|u| + |v|) would hold, so
|u - v| <= 2^-52 max(|u|, |v|), which is a contradiction as long as N <= 2^26. Equal fractions give equal
doubles because IEEE division is correctly rounded; `fastmath`, or a product with the reciprocal, would end
that. A slope of 0 is always +0, since every denominator is positive.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from judge.problems.constraints import BACKWARDS, PIECE, SLANTING, STRAIGHT, TREE, Board, Cell, Lines

# With PyYAML numba takes its settings, the folder of its pickled kernels too, from a file in the current folder.
_yaml = sys.modules.get("yaml")
sys.modules["yaml"] = None  # type: ignore[assignment]
try:
    from numba import njit
finally:
    del sys.modules["yaml"]
    if _yaml is not None:
        sys.modules["yaml"] = _yaml

# Read-only in a signature admits both kinds of array; otherwise each kind would be compiled by itself.
_WORDS = "Array(uint64, 1, 'C', readonly=True)"
_NUMBERS = "Array(int64, 2, 'C', readonly=True)"  # of points

_LOW = np.uint64(0x0101010101010101)  # the lowest bit of eight bytes
_GATHER = np.uint64(0x0102040810204080)  # times the lowest bits of eight bytes: the top byte holds all eight
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing: the top bits of the product depend on all bits
_0, _1, _6, _56, _63 = (np.uint64(k) for k in (0, 1, 6, 56, 63))

MAX_N = 1 << 26  # the proof above


def fast_attack(board: np.ndarray[Any, np.dtype[np.int8]], steps: Sequence[Cell] = BACKWARDS) -> list[Cell] | None:
    """Return the conflict of `Rides` on a board (int8 (n, m)): 8 bytes a load, 64 cells a word, memory for three
    rows.

    `steps` are those of a queen, a rook or a bishop.
    """
    flat = np.ascontiguousarray(board).reshape(-1)
    whole = flat[: flat.size // 8 * 8]
    if whole.ctypes.data % 8:
        whole = whole.copy()
    rest = np.zeros(8, dtype=np.int8)
    rest[: flat.size % 8] = flat[whole.size :]
    ways = set(STRAIGHT) <= set(steps), set(SLANTING) <= set(steps)
    row, column = _first_attacked(whole.view(np.uint64), rest.view(np.uint64), board.shape, ways)
    return None if row < 0 else [_seen_by(board, (row, column), steps), (row, column)]


def _seen_by(board: np.ndarray[Any, np.dtype[np.int8]], cell: Cell, steps: Sequence[Cell]) -> Cell:
    """Return the piece that the rule names with the attacked piece at `cell`."""
    for down, right in steps:
        row, column = cell[0] + down, cell[1] + right
        while row >= 0 and 0 <= column < board.shape[1] and board[row, column] not in (PIECE, TREE):
            row, column = row + down, column + right
        if row >= 0 and 0 <= column < board.shape[1] and board[row, column] == PIECE:
            return row, column
    raise AssertionError("the kernel has seen a piece")


@njit(cache=True, nogil=True)
def _pack(eights: Any, rest: Any, first: int, line: Any) -> None:
    """Fill `line` (pieces, trees) with the cells from word `first` of `eights` on; `rest` ends the board."""
    last = len(eights)
    for w in range(line.shape[1]):
        begin = first + 8 * w
        pieces, trees = _0, _0
        if begin + 8 <= last:
            for k in range(8):
                cells = eights[begin + k]
                pieces |= (((cells & _LOW) * _GATHER) >> _56) << np.uint64(8 * k)
                trees |= ((((cells >> _1) & _LOW) * _GATHER) >> _56) << np.uint64(8 * k)
        else:
            for at in range(begin, min(begin + 8, last + 1)):
                cells = eights[at] if at < last else rest[0]
                pieces |= (((cells & _LOW) * _GATHER) >> _56) << np.uint64(8 * (at - begin))
                trees |= ((((cells >> _1) & _LOW) * _GATHER) >> _56) << np.uint64(8 * (at - begin))
        line[0, w], line[1, w] = pieces & ~trees, trees & ~pieces


@njit(cache=True, nogil=True)
def _sweep(line: Any, shift: Any, beyond: Any, views: Any, ways: Any) -> int:
    """Return the first column of this row whose piece sees an earlier one, or -1.

    `line` holds the row's bits from bit `shift` on; `beyond` masks its last word. `views` are the columns
    that see a piece straight above, up-left and up-right; they leave as those of the next row. `ways` say whether
    straight views count, and slanting ones.
    """
    straight, slanting = (~_0 if ways[0] else _0), (~_0 if ways[1] else _0)
    words = views.shape[1]
    borrow, from_left = _0, _0
    for w in range(words):
        pieces = (line[0, w] >> shift) | ((line[0, w + 1] << _1) << (_63 - shift))
        trees = (line[1, w] >> shift) | ((line[1, w + 1] << _1) << (_63 - shift))
        if w == words - 1:
            pieces, trees = pieces & beyond, trees & beyond
        above, left, right = views[0, w], views[1, w], views[2, w]
        seen = straight & (~(trees - pieces - borrow) | above)
        attacked = pieces & (seen | slanting & (left | right))
        if attacked:
            column = 64 * w
            while not attacked & _1:
                attacked >>= _1
                column += 1
            return column
        borrow = _1 if trees < pieces + borrow else _0
        views[0, w] = (above | pieces) & ~trees
        left = (left | pieces) & ~trees
        views[1, w], from_left = (left << _1) | from_left, left >> _63
        right = (right | pieces) & ~trees
        views[2, w] = right >> _1
        if w:
            views[2, w - 1] |= right << _63
    return -1


@njit(f"UniTuple(int64, 2)({_WORDS}, {_WORDS}, UniTuple(int64, 2), UniTuple(boolean, 2))", cache=True, nogil=True)
def _first_attacked(eights: Any, rest: Any, shape: tuple[int, int], ways: tuple[bool, bool]) -> tuple[int, int]:
    """Return the first piece in reading order that sees one read before it, or (-1, -1); cells come 8 a word."""
    rows, n = shape
    words = (n + 63) >> 6
    line = np.empty((2, words + 1), np.uint64)  # one word more: a row seldom begins at the first bit
    views = np.zeros((3, words), np.uint64)
    beyond = ~_0 >> np.uint64(64 * words - n)
    for row in range(rows):
        _pack(eights, rest, (row * n) >> 3, line)
        column = _sweep(line, np.uint64((row * n) & 7), beyond, views, ways)
        if column >= 0:
            return row, column
    return -1, -1


def fast_in_line(points: Sequence[Cell]) -> list[Cell] | None:
    """Return the conflict of `Lines(2)`, for points in reading order. ValueError for others, and from 2^26 on."""
    at = np.array(points, np.int64).reshape(-1, 2)
    if at.size and (at.min() < 0 or at.max() >= MAX_N):
        raise ValueError(f"the rule is exact only below {MAX_N} rows and columns")
    order = at[:, 0] * MAX_N + at[:, 1]
    if (np.diff(order) <= 0).any():
        raise ValueError("the points are not different, or not in reading order")
    bits = max(12, (64 * len(at)).bit_length())
    first = int(_first_on_a_line(at, bits))
    found = None if first < 0 else Lines(2).conflict(Board((0, 0), points[first:]))  # it begins with the first
    return found and found[1]


@njit(f"int64({_NUMBERS}, int64)", cache=True, nogil=True, error_model="numpy")
def _first_on_a_line(at: Any, bits: int) -> int:
    """Return the first point from which two later ones lie in one direction, or -1.

    A bit map of 2^bits tells slopes that are certainly new; the few others are compared with all before.
    """
    slopes = np.empty(len(at), np.float64)
    keys = slopes.view(np.uint64)
    seen = np.empty(1 << (bits - 6), np.uint64)
    drop = np.uint64(64 - bits)
    for i in range(len(at) - 2):
        later = len(at) - i - 1
        for d in range(later):
            down = at[i + 1 + d, 0] - at[i, 0]
            slopes[d] = float(at[i + 1 + d, 1] - at[i, 1]) / float(down) if down else np.inf
        seen[:] = _0
        for d in range(later):
            key = (keys[d] * _GOLDEN) >> drop
            word, bit = key >> _6, _1 << (key & _63)
            if seen[word] & bit:
                slope, equal = slopes[d], 0
                for e in range(d):
                    equal += slopes[e] == slope
                if equal:
                    return i
            seen[word] |= bit
    return -1
