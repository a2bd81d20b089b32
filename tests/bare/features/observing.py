"""Pieces that look at numba's work rather than at its results, or that must come before numba is loaded.

The judge promises nothing of these, so no test has them; `python -m tests.bare --anew observing` shows which differ.
"""

from tests.bare.piece import Piece

PIECES = tuple(
    piece._replace(lonely=True, places=("before", "after"))
    for piece in (
        Piece(
            "signatures_counted",
            """
@njit
def counted_(x):
    return x
# check
before_ = len(counted_.signatures)
counted_(n)
counted_(n + 1)
counted_(n + 0.5)
expect((before_, len(counted_.signatures)), (0, 2))
""",
        ),
        Piece(
            "cache_counted",
            """
@njit(cache=True)
def counted_(x):
    return x
# check
counted_(n)
expect((sum(counted_.stats.cache_hits.values()), sum(counted_.stats.cache_misses.values())), (0, 1))
""",
        ),
        Piece(
            "warning_while_compiling",
            """
@njit(parallel=True)
def warned_(k):
    return k + 1
# check
with warnings.catch_warnings(record=True) as seen_:
    warnings.simplefilter("always")
    warned_(n)
expect(len(seen_), 1)
""",
        ),
        Piece(
            "compiling_heard",
            """
from numba.core import event

@njit
def heard_(x):
    return x
# check
with event.install_recorder("numba:compile") as heard_events_:
    heard_(n)
expect(len(heard_events_.buffer) > 0, True)
""",
        ),
        Piece(
            "compiling_timed",
            """
@njit
def timed_(x):
    return x
# check
start_ = time.perf_counter()
timed_(n)
expect(time.perf_counter() - start_ > 0.005, True)
""",
        ),
        Piece(
            "less_optimised",
            """
nb.config.OPT = 0

@njit
def slow_(x):
    return x + 1
# check
expect(slow_(n), n + 1)
""",
        ),
        Piece(
            "kept_without_a_file",
            """
space_ = {"__name__": __name__}
exec("def power(x):\\n    return x ** 2\\n", space_)
power_ = njit(cache=True)(space_["power"])
# check
expect(power_(n), n ** 2)
""",
        ),
    )
)
