"""Ways to place n queens: each piece has `search_(k)`, the columns of the rows or None."""

from __future__ import annotations

from typing import Final

from tests.bare.piece import Piece

FORMULA: Final = """
def search_(k):
    if k in (2, 3):
        return None
    even, odd = list(range(2, k + 1, 2)), list(range(1, k + 1, 2))
    if k % 6 == 2:
        odd = [3, 1, *odd[3:], 5]
    if k % 6 == 3:
        even, odd = [*even[1:], 2], [*odd[2:], 1, 3]
    return [c - 1 for c in even + odd]
"""

IN_PYTHON: Final = (
    Piece("formula", FORMULA),
    Piece(
        "lists",
        """
def place_(k, q):
    r = len(q)
    if r == k:
        return True
    for c in «range(k)|reversed(range(k))|sorted(range(k), key=lambda c: -abs(2 * c - k))»:
        if all(c != b and abs(c - b) != r - i for i, b in enumerate(q)):
            q.append(c)
            if place_(k, q):
                return True
            q.pop()
    return False

def search_(k):
    q = []
    return q if place_(k, q) else None
""",
    ),
    Piece(
        "masks",
        """
def search_(k):
    full, q = (1 << k) - 1, []

    def go(cols, up, down):
        if cols == full:
            return True
        free = full & ~(cols | up | down)
        while free:
            bit = free & -free
            free ^= bit
            q.append(bit.bit_length() - 1)
            if go(cols | bit, (up | bit) << 1, (down | bit) >> 1):
                return True
            q.pop()
        return False

    return q if go(0, 0, 0) else None
""",
    ),
    Piece(
        "permutations",
        """
def search_(k):
    for q in itertools.permutations(range(k)):
        if len({c + r for r, c in enumerate(q)}) == len({c - r for r, c in enumerate(q)}) == k:
            return q
    return None
""",
    ),
    Piece(
        "generator",
        """
def queens_(k, q=()):
    if len(q) == k:
        yield q
    for c in range(k):
        if all(c != b and abs(c - b) != len(q) - i for i, b in enumerate(q)):
            yield from queens_(k, (*q, c))

def search_(k):
    return next(queens_(k), None)
""",
    ),
    Piece(
        "class",
        """
class Solver_:
    def __init__(self, k):
        self.k, self.q, self.cols, self.diagonals = k, [], set(), set()

    def run(self):
        r = len(self.q)
        if r == self.k:
            return self.q
        for c in range(self.k):
            mine = {("up", r + c), ("down", r - c)}
            if c not in self.cols and not mine & self.diagonals:
                self.q.append(c)
                self.cols.add(c)
                self.diagonals |= mine
                if self.run():
                    return self.q
                self.q.pop()
                self.cols.remove(c)
                self.diagonals -= mine
        return None

def search_(k):
    return Solver_(k).run()
""",
    ),
    Piece(
        "conflicts",
        """
def search_(k):
    if k in (2, 3):
        return None
    rng = random.Random(«3|11»)
    while True:
        q = list(range(k))
        rng.shuffle(q)
        if len({c + r for r, c in enumerate(q)}) == len({c - r for r, c in enumerate(q)}) == k:
            return q
""",
    ),
)

IN_KERNELS: Final = (
    Piece(
        "bits_from_a_kernel",
        """
@JIT
def go_(k, q, r, cols, up, down):
    if r == k:
        return True
    for c in range(k):
        bit = 1 << c
        if not bit & (cols | up | down):
            q[r] = c
            if go_(k, q, r + 1, cols | bit, (up | bit) << 1, (down | bit) >> 1):
                return True
    return False

@JIT
def run_(k, q):
    return go_(k, q, 0, 0, 0, 0)

def search_(k):
    q = np.zeros(k, np.int64)
    return q if run_(k, q) else None
""",
    ),
    Piece(
        "bits_from_python",
        """
@JIT
def go_(k, q, r, cols, up, down):
    if r == k:
        return True
    for c in range(k):
        bit = 1 << c
        if not bit & (cols | up | down):
            q[r] = c
            if go_(k, q, r + 1, cols | bit, (up | bit) << 1, (down | bit) >> 1):
                return True
    return False

def search_(k):
    q = np.zeros(k, np.«int64|int32|int8»)
    return q if go_(k, q, 0, 0, 0, 0) else None
""",
    ),
    Piece(
        "walk",
        """
@JIT
def free_(q, r):
    for i in range(r):
        if q[i] == q[r] or abs(q[i] - q[r]) == r - i:
            return False
    return True

@JIT
def walk_(k):
    q = np.full(k, -1, np.int64)
    r = 0
    while 0 <= r < k:
        q[r] += 1
        while q[r] < k and not free_(q, r):
            q[r] += 1
        if q[r] < k:
            r += 1
            if r < k:
                q[r] = -1
        else:
            r -= 1
    return r == k, q

def search_(k):
    found, q = walk_(k)
    return q if found else None
""",
        dear=True,
    ),
    Piece(
        "board_with_a_literal",
        """
@JIT
def safe_(b, r, c):
    for i in range(r):
        for j in range(len(b)):
            if b[i, j] and (j == c or abs(j - c) == r - i):
                return False
    return True

@JIT
def place_(b, r):
    if r == len(b):
        return True
    for c in range(len(b)):
        if safe_(b, r, c):
            b[r, c] = 1
            if place_(b, r + 1):
                return True
            b[r, c] = 0
    return False

@JIT
def run_(b):
    return place_(b, 0)

def search_(k):
    b = np.zeros((k, k), np.int8)
    return b.argmax(axis=1) if run_(b) else None
""",
        dear=True,
    ),
    Piece(
        "mutual",
        """
@JIT
def row_(q, r, k):
    return True if r == k else column_(q, r, k, k - k)

@JIT
def column_(q, r, k, c):
    if c == k:
        return False
    for i in range(r):
        if q[i] == c or abs(q[i] - c) == r - i:
            return column_(q, r, k, c + 1)
    q[r] = c
    return True if row_(q, r + 1, k) else column_(q, r, k, c + 1)

def search_(k):
    q = np.zeros(k, np.int64)
    return q if row_(q, 0, k) else None
""",
        alike=True,
    ),
    Piece(
        "one_test",
        """
@JIT
def clash_(a, b, rows):
    return a == b or abs(a - b) == rows

def search_(k):
    q = []

    def go():
        if len(q) == k:
            return True
        for c in range(k):
            if not any(clash_(c, b, len(q) - i) for i, b in enumerate(q)):
                q.append(c)
                if go():
                    return True
                q.pop()
        return False

    return q if go() else None
""",
    ),
    Piece(
        "of_a_size",
        """
def solver_for_(k):
    @JIT
    def go(q, r, cols, up, down):
        if r == k:
            return True
        for c in range(k):
            bit = 1 << c
            if not bit & (cols | up | down):
                q[r] = c
                if go(q, r + 1, cols | bit, (up | bit) << 1, (down | bit) >> 1):
                    return True
        return False
    return go

def search_(k):
    q = np.zeros(k, np.int64)
    return q if solver_for_(k)(q, 0, 0, 0, 0) else None
""",
    ),
    Piece(
        "global_size",
        """
SIZE_ = «4|8|0»

@JIT
def go_(q, r):
    if r == SIZE_:
        return True
    for c in range(SIZE_):
        ok = True
        for i in range(r):
            if q[i] == c or abs(q[i] - c) == r - i:
                ok = False
        if ok:
            q[r] = c
            if go_(q, r + 1):
                return True
    return False

def search_(k):
    global SIZE_
    SIZE_ = k
    q = np.zeros(k, np.int64)
    return q if go_(q, 0) else None
""",
    ),
    Piece(
        "generator",
        """
@JIT
def fitting_(q, r, k):
    for c in range(k):
        ok = True
        for i in range(r):
            if q[i] == c or abs(q[i] - c) == r - i:
                ok = False
        if ok:
            yield c

def search_(k):
    q = np.zeros(k, np.int64)

    def go(r):
        if r == k:
            return True
        for c in fitting_(q, r, k):
            q[r] = c
            if go(r + 1):
                return True
        return False

    return q if go(0) else None
""",
        dear=True,
    ),
    Piece(
        "attack_table",
        """
SIDE_ = 8
SEES_ = np.array([[[c == d or abs(c - d) == r for d in range(SIDE_)] for c in range(SIDE_)] for r in range(SIDE_)])

@JIT
def sees_(q, r, c):
    for i in range(r):
        if SEES_[r - i, q[i], c]:
            return True
    return False

def search_(k):
    q = np.zeros(k, np.int64)

    def go(r):
        for c in range(k):
            if not sees_(q, r, c):
                q[r] = c
                if r + 1 == k or go(r + 1):
                    return True
        return False

    return q if go(0) else None
""",
    ),
    Piece(
        "random_in_a_kernel",
        """
@JIT
def guess_(k, seed):
    np.random.seed(seed)
    for _ in range(1000000):
        q = np.random.permutation(k)
        ok = True
        for a in range(k):
            for b in range(a):
                if abs(q[a] - q[b]) == a - b:
                    ok = False
        if ok:
            return q
    return q

def search_(k):
    return None if k in (2, 3) else guess_(k, «3|8»)
""",
        dear=True,
    ),
    Piece(
        "signature",
        """
@nb.njit("boolean(int64[::1], int64, int64)"«|, cache=True»)
def go_(q, r, k):
    if r == k:
        return True
    for c in range(k):
        ok = True
        for i in range(r):
            if q[i] == c or abs(q[i] - c) == r - i:
                ok = False
        if ok:
            q[r] = c
            if go_(q, r + 1, k):
                return True
    return False

def search_(k):
    q = np.zeros(k, np.int64)
    return q if go_(q, 0, k) else None
""",
    ),
    Piece(
        "jitclass",
        """
from numba.experimental import jitclass

@jitclass([("q", nb.int64[:]), ("k", nb.int64)])
class Board_:
    def __init__(self, k):
        self.q = np.zeros(k, np.int64)
        self.k = k

    def fits(self, r, c):
        for i in range(r):
            if self.q[i] == c or abs(self.q[i] - c) == r - i:
                return False
        return True

    def put(self, r, c):
        if self.fits(r, c):
            self.q[r] = c
            return True
        return False

def search_(k):
    board = Board_(k)

    def place(r):
        return r == k or any(board.put(r, c) and place(r + 1) for c in range(k))

    return board.q.copy() if place(0) else None
""",
        dear=True,
    ),
)
