"""Pieces that are wrong on purpose: the judge is to say of them what a process of their own says."""

from tests.bare.piece import Piece

SOLVE = ("before", "after", "inline")

PIECES = tuple(
    piece._replace(wrong=True, places=piece.places if len(piece.places) <= 3 else SOLVE)
    for piece in (
        Piece(
            "unknown_name_in_a_kernel",
            """
@JIT
def bad_(x):
    return x + nowhere_
# check
expect(bad_(n), n)
""",
        ),
        Piece(
            "types_do_not_unify",
            """
@JIT
def mixed_(x):
    if x > 3:
        return «"text"|(1, 2)|np.zeros(2)»
    return x
# check
expect(mixed_(n), n)
""",
        ),
        Piece(
            "not_known_to_numba",
            """
@JIT
def unknown_(x):
    return «np.array2string(x)|open(x)|sys.getsizeof(x)|json_(x)»
# check
expect(unknown_(n), n)
""",
        ),
        Piece(
            "too_many_arguments",
            """
@JIT
def one_(x):
    return x
# check
expect(one_(n, «1|n, 2»), n)
""",
        ),
        Piece(
            "type_without_an_equal",
            """
class Thing_:
    pass

@JIT
def takes_(x):
    return x
# check
expect(takes_(Thing_()), n)
""",
        ),
        Piece(
            "recursion_without_an_end",
            """
@JIT
def endless_(k):
    return endless_(k - 1) + 1
# check
expect(endless_(n), n)
""",
        ),
        Piece(
            "mutual_with_other_options",
            """
@njit(nogil=True)
def ping_(k):
    return 0 if k <= 0 else pong_(k - 1)

@njit
def pong_(k):
    return 0 if k <= 0 else ping_(k - 1)
# check
expect(ping_(n), 0)
""",
        ),
        Piece(
            "method_of_a_jitclass_that_calls_itself",
            """
from numba.experimental import jitclass

@jitclass([("k", nb.int64)])
class Counter_:
    def __init__(self, k):
        self.k = k

    def down(self, k):
        self.k += 1
        return 0 if k == 0 else self.down(k - 1) + 1
# check
expect(Counter_(0).down(n), n)
""",
        ),
        Piece(
            "writes_into_a_table",
            """
TABLE_ = np.zeros(8)

@JIT
def write_(x):
    TABLE_[0] = x
    return x
# check
expect(write_(n), n)
""",
        ),
        Piece(
            "list_of_globals",
            """
NAMES_ = «[1, "a"]|{1: 2}|object()»

@JIT
def read_(x):
    return NAMES_[x]
# check
expect(read_(0), 1)
""",
        ),
        Piece(
            "deleted_before_it_is_compiled",
            """
K_ = 3

@JIT
def late_(x):
    return x + K_

del K_
# check
expect(late_(n), n + 3)
""",
        ),
        Piece(
            "fails_at_import",
            """
@JIT
def bad_(x):
    return x.nothing

bad_(1)
# check
expect(n, n)
""",
        ),
        Piece(
            "signature_does_not_fit",
            """
@njit("int64(int64[:])")
def strict_(a):
    return a[0]
# check
expect(strict_(«np.zeros(n)|n|np.zeros((n, n), np.int64)»), 0)
""",
        ),
        Piece(
            "raises",
            """
# check
raise «ValueError(n)|KeyError("k")|IndexError("far")|TypeError("no")|StopIteration(n)|RuntimeError»
""",
        ),
        Piece(
            "raises_on_larger_boards",
            """
# check
if n > 4:
    raise «ValueError("large")|LookupError(n)»
""",
        ),
        Piece(
            "kernel_raises",
            """
@JIT
def fails_(x):
    if x > 2:
        raise «ValueError("from a kernel")|RuntimeError("state", 3)|IndexError»
    return x
# check
expect(fails_(n), n)
""",
        ),
        Piece(
            "kernel_raises_its_own",
            """
class Clash_(Exception):
    pass

@JIT
def clash_(x):
    if x > 4:
        raise Clash_("two queens")
    return x
# check
expect(clash_(n), n)
""",
        ),
        Piece(
            "divides_by_zero",
            """
@njit
def ratio_(a, b):
    return a «//|/|%» b
# check
expect(ratio_(n, 0), 0)
""",
        ),
        Piece(
            "index_out_of_bounds",
            """
@njit(boundscheck=True)
def far_(a, i):
    return a[i]
# check
expect(far_(np.arange(n), n), n)
""",
        ),
        Piece(
            "asserts",
            """
# check
assert n < 0, "n is «not|never» negative"
""",
        ),
        Piece(
            "name_error",
            """
# check
expect(missing_ + n, n)
""",
        ),
        Piece(
            "unbound",
            """
# check
if n < 0:
    value_ = 1
expect(value_, n)
""",
        ),
        Piece(
            "recursion_error",
            """
def down_(k):
    return down_(k + 1)
# check
down_(n)
""",
        ),
        Piece(
            "exits",
            """
# check
«sys.exit(3)|raise SystemExit|exit()|os._exit(3)|os._exit(0)»
""",
        ),
        Piece(
            "killed",
            """
# check
os.«abort()|kill(os.getpid(), 11)|kill(os.getpid(), 15)|kill(os.getpid(), 9)»
""",
        ),
        Piece(
            "raises_at_import",
            """
raise «ValueError("import")|OSError(2, "none")|KeyError(3)»
# check
expect(n, n)
""",
        ),
        Piece(
            "no_such_module",
            """
import «queens_helper|nowhere.at.all»
# check
expect(n, n)
""",
        ),
        Piece(
            "no_such_module_in_solve",
            """
# check
import queens_helper
""",
        ),
        Piece(
            "no_such_file",
            """
# check
open("input.txt")
""",
        ),
        Piece(
            "wrong_answer",
            """
# check
expect(n, n + «1|2»)
""",
        ),
        Piece(
            "memory_error",
            """
# check
«np.zeros((1 << 20, 1 << 30))|raise MemoryError»
""",
        ),
    )
)
