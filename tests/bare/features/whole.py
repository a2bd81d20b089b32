"""Pieces that change numba for all kernels of their file, so they stand alone."""

from tests.bare.piece import Piece

PIECES = tuple(
    piece._replace(lonely=True)
    for piece in (
        Piece(
            "every_index_checked",
            """
nb.config.BOUNDSCHECK = 1

@njit
def at_(a, i):
    return a[i]
# check
try:
    at_(np.arange(n), n)
    expect("came back", "raised")
except IndexError:
    pass
""",
            places=("before", "after", "twice", "import"),
        ),
        Piece(
            "every_index_checked_from_solve_on",
            """
@njit
def at_(a, i):
    return a[i]
# check
nb.config.BOUNDSCHECK = 1
try:
    at_(np.arange(n), n)
    expect("came back", "raised")
except IndexError:
    pass
""",
            places=("before", "after"),
        ),
        Piece(
            "nothing_compiled",
            """
nb.config.DISABLE_JIT = True

@njit
def plain_(x):
    return {x: str(open)}[x][:0] == ""
# check
expect(plain_(n), True)
""",
        ),
        Piece(
            "nothing_compiled_from_solve_on",
            """
SEEN_ = []

@njit
def plus_(x):
    return x + 1
# check
nb.config.DISABLE_JIT = True

@njit
def noted_(x):
    SEEN_.append(x)
    return x

expect((plus_(n), noted_(n), SEEN_), (n + 1, n, [n]))
""",
            places=("before", "after"),
        ),
        Piece(
            "other_threading_layer",
            """
nb.config.THREADING_LAYER = "workqueue"

@njit(parallel=True)
def sum_(k):
    total = 0
    for i in nb.prange(k):
        total += i
    return total
# check
expect((sum_(n), nb.threading_layer()), (sum(range(n)), "workqueue"))
""",
            places=("before", "after"),
        ),
        Piece(
            "strict_warnings",
            """
warnings.simplefilter("error")

@njit
def strict_(k):
    total = 0
    for i in range(k):
        total += i
    return total
# check
expect(strict_(n), sum(range(n)))
""",
        ),
        Piece(
            "warnings_as_errors_at_compiling",
            """
warnings.simplefilter("error")

@njit(parallel=True)
def strict_(k):
    return k + 1
# check
try:
    strict_(n)
    expect("came back", "raised")
except nb.core.errors.NumbaPerformanceWarning:
    pass
""",
            places=("before", "after"),
        ),
        Piece(
            "no_collector",
            """
import gc

gc.disable()

@njit
def calm_(x):
    return x + 1
# check
expect((calm_(n), gc.isenabled()), (n + 1, False))
""",
        ),
    )
)
