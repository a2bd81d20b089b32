"""Ways in which a file gives `solve`, and ways in which its board is made."""

from __future__ import annotations

from typing import Final

from tests.bare.piece import Piece

BOARDS: Final = (
    "board = grid.copy()\nfor r, c in enumerate(q):\n    board[r, c] = 1",
    "board = np.zeros((n, n), dtype=np.int8)\nboard[np.arange(n), list(q)] = 1",
    "board = np.eye(n, dtype=np.int8)[list(q)]",
    "board = grid\nboard[range(n), [int(c) for c in q]] = 1",
    "board = np.array([[int(c == q[r]) for c in range(n)] for r in range(n)])",
    "board = np.zeros((n, n), np.int8).T\nboard[list(q), range(n)] = 1\nboard = board.T",
    "board = np.zeros((2 * n, n), np.int8)[::2]\nboard[np.arange(n), list(q)] = 1",
)

PLAIN: Final = "def solve(algorithm, n, queens, grid):\n"
FORMS: Final = (
    (PLAIN, ""),
    (PLAIN, ""),
    (PLAIN, ""),
    ("def solve(algorithm: str, n: int, queens: int, grid: np.ndarray) -> np.ndarray | None:\n", ""),
    (
        "def core(grid, n, *, extra):\n",
        "solve = lambda algorithm, n, queens, grid: core(grid, n, extra=algorithm)\n",
    ),
    (
        "def core(extra, algorithm, n, queens, grid):\n",
        "solve = functools.partial(core, 'extra')\n",
    ),
    (
        "def core(self, algorithm, n, queens, grid):\n",
        "class Solver:\n    __call__ = core\n\n\nsolve = Solver()\n",
    ),
    (
        "def core(self, algorithm, n, queens, grid):\n",
        "class Solver:\n    run = core\n\n\nsolve = Solver().run\n",
    ),
    (
        "def core(algorithm, n, queens, grid):\n",
        "class Solver:\n    run = staticmethod(core)\n\n\nsolve = Solver.run\n",
    ),
    (
        "def core(algorithm, n, queens, grid):\n",
        "@functools.wraps(core)\ndef solve(*args):\n    return core(*args)\n",
    ),
    (
        "def core(algorithm, n, queens, grid):\n",
        "def made(f):\n    def solve(*args):\n        return f(*args)\n    return solve\n\n\nsolve = made(core)\n",
    ),
    (
        "def core(algorithm, n, queens, grid):\n",
        "solve, VERSION = core, '1.2'\n",
    ),
)

FAULTY: Final = "if FAULTS:\n    board = np.roll(board, 1, axis=0)\n    board[0] = 1"
JITTED: Final = Piece(
    "jitted solve",
    """
@JIT
def solve(algorithm, n, queens, grid):
    q = np.full(n, -1, np.int64)
    r = 0
    while 0 <= r < n:
        q[r] += 1
        ok = q[r] < n
        for i in range(r):
            if q[i] == q[r] or abs(q[i] - q[r]) == r - i:
                ok = False
        if q[r] >= n:
            q[r] = -1
            r -= 1
        elif ok:
            r += 1
    board = grid.copy()
    for i in range(n):
        board[i, q[i]] = 1 + 0 * OTHER_(i)
    return board
""",
)
