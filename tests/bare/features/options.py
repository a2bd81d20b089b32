"""Options of kernels, and what can be asked of one."""

from tests.bare.piece import IN_SOLVE, Piece

PIECES = (
    Piece(
        "signatures",
        """
@nb.njit(["int64(int64)", "float64(float64)"]«|, cache=True|, nogil=True»)
def twice_(x):
    return x * 2
# check
expect((twice_(n), twice_(n + 0.5)), (2 * n, 2 * n + 1))
""",
        gives="twice_",
    ),
    Piece(
        "signature_of_arrays",
        """
@nb.njit("int64(int64[«::1|:»])"«|, cache=True|, boundscheck=True»)
def sum_(a):
    s = 0
    for x in a:
        s += x
    return s
# check
expect(sum_(np.arange(n)), sum(range(n)))
""",
    ),
    Piece(
        "signature_by_types",
        """
@njit(nb.int64(nb.int64, nb.boolean))
def sign_(x, flag):
    return -x if flag else x
# check
expect((sign_(n, True), sign_(n, False)), (-n, n))
""",
    ),
    Piece(
        "cache",
        """
@njit(cache=«True|True|False»)
def kept_(x):
    return x * x
# check
expect(kept_(n), n * n)
""",
        gives="kept_",
    ),
    Piece(
        "inline",
        """
@njit(inline="always")
def pasted_(x):
    return x + «by=1|2»

@JIT
def uses_(x):
    return pasted_(x) * pasted_(«3|x»)
# check
expect(uses_(n) in ((n + «by») * (3 + «by»), (n + «by») ** 2), True)
""",
        gives="pasted_",
    ),
    Piece(
        "nogil_in_threads",
        """
@njit(nogil=True)
def work_(k):
    total = 0
    for i in range(k):
        total += i & 3
    return total
# check
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool_:
    expect(list(pool_.map(work_, [n, n + 1])), [sum(i & 3 for i in range(k)) for k in (n, n + 1)])
""",
        places=IN_SOLVE,  # an import holds a lock that other threads wait for when they compile
    ),
    Piece(
        "parallel",
        """
@njit(parallel=True)
def sum_(k):
    total = 0
    for i in nb.prange(k):
        total += i * i
    return total
# check
expect(sum_(n), sum(i * i for i in range(n)))
""",
        places=("before", "after", "twice", "import"),
        dear=True,
    ),
    Piece(
        "boundscheck",
        """
@njit(boundscheck=True)
def at_(a, i):
    return a[i]
# check
try:
    at_(np.arange(n), n)
    expect("came back", "raised")
except IndexError:
    pass
""",
    ),
    Piece(
        "error_model",
        """
@njit(error_model="numpy")
def ratio_(a, b):
    return a / b
# check
expect((ratio_(n, 0), ratio_(n, 2)), (np.inf, n / 2))
""",
    ),
    Piece(
        "division_by_zero",
        """
@JIT
def part_(a, b):
    return a «op=//|/|%» b
# check
try:
    part_(n, 0)
    expect("came back", "raised")
except ZeroDivisionError:
    pass
""",
    ),
    Piece(
        "locals",
        """
@njit(locals={"small": nb.int8})
def wraps_(x):
    small = x
    return small
# check
expect(int(wraps_(256 + n)), n)
""",
    ),
    Piece(
        "fastmath",
        """
@njit(fastmath=«True|{"nnan"}»)
def mean_(a):
    s = 0.0
    for x in a:
        s += x
    return s / len(a)
# check
expect(round(mean_(np.arange(n)), 6), (n - 1) / 2)
""",
    ),
    Piece(
        "py_func",
        """
@JIT
def cube_(x):
    return x**3
# check
expect((cube_(n), cube_.py_func(n)), (n**3, n**3))
""",
        gives="cube_",
    ),
    Piece(
        "recompiled",
        """
K_ = «1|2»

@JIT
def add_(x):
    return x + K_
# check
global K_
K_ = 5
expect(add_(n) in (n + 5,), True)
K_ = 7
add_.recompile()
expect(add_(n), n + 7)
""",
        places=("before", "after", "inline"),
    ),
    Piece(
        "signatures_afterwards",
        """
@JIT
def seen_(x):
    return x
# check
seen_(n)
expect((nb.int64,) in seen_.signatures, True)
expect([str(s.args[0]) for s in seen_.nopython_signatures if s.args == (nb.int64,)], ["int64"])
expect(len(seen_.overloads) >= 1, True)
""",
    ),
    Piece(
        "compiled_by_hand",
        """
@JIT
def fixed_(x):
    return x * 3

fixed_.compile("int64(int64)")
fixed_.disable_compile()
# check
expect(fixed_(n), 3 * n)
expect(len(fixed_.signatures), 1)
""",
        gives="fixed_",
    ),
    Piece(
        "no_more_signatures",
        """
@JIT
def closed_(x):
    return x * 3

closed_(1)
closed_.disable_compile()
# check
expect(closed_(n), 3 * n)
try:
    closed_("text")
    expect("came back", "raised")
except TypeError:
    pass
""",
    ),
    Piece(
        "object_mode",
        """
@nb.jit(forceobj=True«|, looplift=True|, looplift=False»)
def by_objects_(x):
    total = 0
    for i in range(x):
        total += i
    return {"total": total}
# check
expect(by_objects_(n), {"total": sum(range(n))})
""",
        dear=True,
    ),
    Piece(
        "debug",
        """
@njit(debug=True)
def watched_(x):
    return x + 1
# check
expect(watched_(n), n + 1)
""",
    ),
    Piece(
        "types_asked",
        """
@JIT
def typed_(x):
    return x
# check
expect((str(nb.typeof(n)), str(nb.typeof(np.zeros(2)))), ("int64", "array(float64, 1d, C)"))
expect(typed_(n), n)
""",
    ),
    Piece(
        "disabled_for_one",
        """
def plain_(x):
    return x + 1

maybe_ = JIT(plain_) if «True|False» else plain_
# check
expect(maybe_(n), n + 1)
""",
    ),
    Piece(
        "falls_back_to_python",
        """
def text_of_(x):
    return f"{x:04d}" + str({x: [x]})

try:
    kernel_ = njit(text_of_)
    kernel_(1)
except Exception:
    kernel_ = text_of_
# check
expect(kernel_(n), text_of_(n))
""",
    ),
    Piece(
        "falls_back_in_solve",
        """
@JIT
def strange_(x):
    return sorted({x: "a"}, key=lambda k: open)

# check
try:
    found_ = strange_(n)
except «Exception|nb.core.errors.NumbaError|nb.TypingError»:
    found_ = [n]
expect(found_, [n])
""",
        dear=True,
    ),
    Piece(
        "numba_missing",
        """
try:
    from numba import njit as jit_
except ImportError:
    def jit_(f):
        return f

@jit_
def maybe_(x):
    return x - 1
# check
expect(maybe_(n), n - 1)
""",
        gives="maybe_",
    ),
    Piece(
        "inspected",
        """
@JIT
def shown_(x):
    return x + 1
# check
shown_(n)
expect((shown_.__name__[:5], callable(shown_), shown_.__module__ == __name__), ("shown", True, True))
expect(shown_.py_func.__code__.co_varnames[0], "x")
""",
    ),
    Piece(
        "pickled_and_copied",
        """
import copy
import pickle

@JIT
def sent_(x):
    return x + «by=1|2»
# check
expect(copy.copy(sent_)(n), n + «by»)
expect(pickle.loads(pickle.dumps(n)), n)
""",
    ),
    Piece(
        "threads_asked",
        """
@JIT
def one_(x):
    return x
# check
expect((nb.get_num_threads() >= 1, one_(n)), (True, n))
""",
    ),
)
