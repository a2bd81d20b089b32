"""What numba has beside plain kernels, and what a kernel may hold."""

from tests.bare.piece import ONCE, Piece

WITHOUT_THREADS = ("before", "after", "twice", "inline", "import", "loop")

PIECES = (
    Piece(
        "prints",
        """
@JIT
def loud_(x):
    print(«"at", x|x|"queens"»)
    return x
# check
expect(loud_(n), n)
""",
    ),
    Piece(
        "raises",
        """
@JIT
def positive_(x):
    if x < 0:
        raise ValueError(«"negative"|"too small"»)
    return x
# check
expect(positive_(n), n)
try:
    positive_(-n)
    expect("came back", "raised")
except ValueError as error:
    expect(len(error.args), 1)
""",
        gives="positive_",
    ),
    Piece(
        "raises_what_it_was_given",
        """
@JIT
def tell_(x):
    if x > 4:
        raise «RuntimeError|ValueError»("size", x)
    return x
# check
try:
    found_ = tell_(n)
except (RuntimeError, ValueError) as error:
    found_ = error.args[1]
expect(found_, n)
""",
    ),
    Piece(
        "asserts",
        """
@JIT
def checked_(x):
    assert x > 0«|, "positive"»
    return x
# check
try:
    checked_(-n)
    expect("came back", "raised")
except AssertionError:
    pass
""",
    ),
    Piece(
        "catches",
        """
@JIT
def careful_(x):
    try:
        if x > 3:
            raise ValueError("large")
        return 0
    except Exception:
        return x
# check
expect(careful_(n), n if n > 3 else 0)
""",
    ),
    Piece(
        "list",
        """
@JIT
def evens_(k):
    found = [0]
    for i in range(1, k):
        if i % 2 == 0:
            found.append(i)
    return found
# check
expect(evens_(n), list(range(0, n, 2)))
""",
    ),
    Piece(
        "list_by_comprehension",
        """
@JIT
def odds_(k):
    return len([i for i in range(k) if i % 2])
# check
expect(odds_(n), n // 2)
""",
    ),
    Piece(
        "set",
        """
@JIT
def kinds_(k):
    seen = {0}
    for i in range(k):
        seen.add(i % 3)
    return len(seen)
# check
expect(kinds_(n), min(n, 3))
""",
        dear=True,
    ),
    Piece(
        "dict",
        """
@JIT
def tally_(k):
    counts = {0: 0}
    for i in range(k):
        counts[i % 2] = counts.get(i % 2, 0) + 1
    return counts[0]
# check
expect(tally_(n), (n + 1) // 2)
""",
        dear=True,
    ),
    Piece(
        "typed_list",
        """
from numba.typed import List

@JIT
def length_(a):
    return len(a) + a[0]
# check
a_ = List()
a_.append(n)
expect(length_(a_), n + 1)
""",
        dear=True,
    ),
    Piece(
        "typed_dict",
        """
from numba.typed import Dict

@JIT
def look_(d, k):
    return d[k] if k in d else -1
# check
d_ = Dict.empty(nb.int64, nb.int64)
d_[n] = 3
expect((look_(d_, n), look_(d_, n + 1)), (3, -1))
""",
        dear=True,
    ),
    Piece(
        "generator",
        """
@JIT
def count_(k):
    for i in range(k):
        yield i * «by=1|2»
# check
expect(list(count_(n)), [i * «by» for i in range(n)])
""",
    ),
    Piece(
        "generator_in_a_kernel",
        """
@JIT
def free_(mask, k):
    for i in range(k):
        if not mask >> i & 1:
            yield i

@JIT
def sum_free_(mask, k):
    total = 0
    for i in free_(mask, k):
        total += i
    return total
# check
expect(sum_free_(5, n), sum(range(n)) - 2)
""",
    ),
    Piece(
        "object_block",
        """
SCALE_ = «2|3»

@JIT
def outside_(x):
    with nb.objmode(y="int64"):
        y = x * SCALE_
    return y
# check
expect(outside_(n), n * SCALE_)
""",
    ),
    Piece(
        "object_block_reads_the_clock",
        """
@JIT
def now_():
    with nb.objmode(t="float64"):
        t = time.time()
    return t
# check
expect(abs(now_() - time.time()) < 60, True)
""",
    ),
    Piece(
        "object_block_and_state",
        """
CALLS_ = []

@JIT
def note_(x):
    with nb.objmode():
        CALLS_.append(x)
    return x
# check
note_(n)
note_(n + 1)
expect(CALLS_, [n, n + 1])
""",
        places=ONCE,
    ),
    Piece(
        "overload",
        """
from numba.extending import overload

def lowest_(a):
    return min(a)

@overload(lowest_)
def impl_lowest_(a):
    if isinstance(a, nb.types.Array):
        def impl(a):
            best = a[0]
            for x in a:
                best = min(best, x)
            return best
        return impl

@JIT
def use_(a):
    return lowest_(a) + «by=1|2»
# check
expect(use_(np.arange(3, n + 3)), 3 + «by»)
""",
        dear=True,
    ),
    Piece(
        "intrinsic",
        """
from numba.extending import intrinsic

@intrinsic
def add_one_(context, x):
    def build(context, builder, signature, args):
        return builder.add(args[0], args[0].type(«by=1|2»))
    return nb.int64(nb.int64), build

@JIT
def use_(x):
    return add_one_(x)
# check
expect(use_(n), n + «by»)
""",
        gives="use_",
    ),
    Piece(
        "register_jitable",
        """
from numba.extending import register_jitable

@register_jitable
def shared_(x):
    return x * x

@JIT
def uses_(x):
    return shared_(x) + 1
# check
expect((uses_(n), shared_(n)), (n * n + 1, n * n))
""",
        gives="uses_",
    ),
    Piece(
        "vectorize",
        """
@nb.vectorize«|(["int64(int64, int64)"])|(["int64(int64, int64)"], cache=True)»
def add_(a, b):
    return a + b
# check
expect(add_(np.arange(n), 1).tolist(), list(range(1, n + 1)))
""",
    ),
    Piece(
        "vectorize_in_a_kernel",
        """
@nb.vectorize
def square_(a):
    return a * a

@JIT
def sum_(a):
    return square_(a).sum()
# check
expect(sum_(np.arange(n)), sum(i * i for i in range(n)))
""",
        dear=True,
    ),
    Piece(
        "guvectorize",
        """
@nb.guvectorize(["(int64[:], int64, int64[:])"], "(n),()->(n)")
def shift_(a, by, out):
    for i in range(len(a)):
        out[i] = a[i] + by
# check
expect(shift_(np.arange(n), 2).tolist(), list(range(2, n + 2)))
""",
    ),
    Piece(
        "stencil",
        """
@nb.stencil
def near_(a):
    return a[-1] + a[1]

@JIT
def run_(a):
    return near_(a)
# check
expect(run_(np.arange(n))[1:-1].tolist(), [2 * i for i in range(1, n - 1)])
""",
        places=WITHOUT_THREADS,
        dear=True,
    ),
    Piece(
        "cfunc",
        """
@nb.cfunc("int64(int64)")
def called_(x):
    return x + «by=1|2»
# check
expect(called_.ctypes(n), n + «by»)
""",
    ),
    Piece(
        "cfunc_in_a_kernel",
        """
@nb.cfunc("int64(int64)")
def raw_(x):
    return x * 2

@JIT
def uses_(x):
    return raw_(x) + 1
# check
expect(uses_(n), 2 * n + 1)
""",
    ),
    Piece(
        "first_class_list",
        """
@njit("int64(int64)")
def one_(x):
    return x + 1

@njit("int64(int64)")
def two_(x):
    return x + 2

@JIT
def all_(fs, x):
    for f in fs:
        x = f(x)
    return x
# check
expect(all_((one_, two_), n), n + 3)
""",
    ),
    Piece(
        "jitclass",
        """
from numba.experimental import jitclass

@jitclass([("cols", nb.int64), ("k", nb.int64)])
class Board_:
    def __init__(self, k):
        self.cols, self.k = 0, k

    def put(self, c):
        self.cols |= 1 << c
        return self.full

    @property
    def full(self):
        return self.cols == (1 << self.k) - 1
# check
b_ = Board_(2)
expect((b_.put(0), b_.put(1), b_.k), (False, True, 2))
""",
        dear=True,
    ),
    Piece(
        "structref",
        """
from numba.experimental import structref

@structref.register
class PairType_(nb.types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, nb.types.unliteral(kind)) for name, kind in fields)

class Pair_(structref.StructRefProxy):
    def __new__(cls, a, b):
        return structref.StructRefProxy.__new__(cls, a, b)

structref.define_proxy(Pair_, PairType_, ["a", "b"])

@JIT
def sum_(p):
    return p.a + p.b
# check
expect(sum_(Pair_(n, 2)), n + 2)
""",
    ),
    Piece(
        "numpy_functions",
        """
@JIT
def numpy_(k):
    return np.«arange(k).sum()|ones(k).sum() * (k - 1) / 2|arange(k).cumsum()[-1]|sum(np.arange(k))»
# check
expect(numpy_(n), sum(range(n)))
""",
        dear=True,
    ),
    Piece(
        "numpy_linear",
        """
@JIT
def any_(a):
    return np.any(a == 2) or np.all(a == 3)
# check
expect((bool(any_(np.arange(n))), bool(any_(np.ones(3)))), (True, False))
""",
        dear=True,
    ),
    Piece(
        "seeded_in_the_kernel",
        """
@JIT
def draw_(seed):
    np.random.seed(seed)
    return np.random.randint(0, 10**6)
# check
expect(draw_(«seed=1|7»), draw_(«seed»))
expect(draw_.py_func(«seed») >= 0, True)
""",
        dear=True,
    ),
    Piece(
        "seeded_at_import",
        """
@njit
def seed_(k):
    np.random.seed(k)

@njit
def next_():
    return np.random.randint(0, 10**6)

seed_(«k=1|9»)
# check
drawn_ = [next_(), next_()]
seed_(«k»)
expect([next_(), next_()], drawn_)
""",
        lonely=True,
        places=("before", "inline"),
        dear=True,
    ),
    Piece(
        "numpy_seeded",
        """
np.random.seed(«k=1|9»)
WEIGHTS_ = np.random.randint(0, 100, 16)

@JIT
def weight_(i):
    return WEIGHTS_[i]
# check
np.random.seed(«k»)
expect([int(weight_(i)) for i in range(16)], np.random.randint(0, 100, 16).tolist())
""",
        places=ONCE,
    ),
    Piece(
        "numpy_generator",
        """
@JIT
def roll_(rng):
    return rng.integers(0, 1000)
# check
expect(int(roll_(np.random.default_rng(«k=1|9»))), int(roll_(np.random.default_rng(«k»))))
""",
        dear=True,
    ),
    Piece(
        "literal_unroll",
        """
from numba import literal_unroll

@JIT
def kinds_(t):
    total = 0
    for x in literal_unroll(t):
        total += x
    return total
# check
expect(kinds_((n, 1, 2.5)), n + 3.5)
""",
        dear=True,
    ),
    Piece(
        "literally",
        """
@JIT
def fixed_(k):
    nb.literally(k)
    return k * 2
# check
expect(fixed_(n), 2 * n)
""",
    ),
    Piece(
        "nested_function",
        """
@JIT
def outer_(k):
    def inner(x):
        return x * «by=2|3» + k
    return inner(1) + inner(2)
# check
expect(outer_(n), 3 * «by» + 2 * n)
""",
        gives="outer_",
    ),
    Piece(
        "enumerate_zip",
        """
@JIT
def weigh_(a, b):
    total = 0
    for i, (x, y) in enumerate(zip(a, b)):
        total += i * x * y
    return total
# check
expect(weigh_(np.arange(n), np.ones(n)), sum(i * i for i in range(n)))
""",
    ),
    Piece(
        "text_work",
        """
@JIT
def upper_(word):
    return word.upper() + "!"
# check
expect(upper_("queens"), "QUEENS!")
""",
        dear=True,
    ),
    Piece(
        "while_true",
        """
@JIT
def collatz_(k):
    steps = 0
    while k != 1:
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        steps += 1
    return steps
# check
expect(collatz_(«6|n - n + 6»), 8)
""",
    ),
    Piece(
        "carray",
        """
@nb.cfunc("void(CPointer(int64), int64)")
def fill_(p, k):
    a = nb.carray(p, (k,))
    for i in range(k):
        a[i] = i
# check
a_ = np.zeros(n, np.int64)
import ctypes
fill_.ctypes(a_.ctypes.data_as(ctypes.POINTER(ctypes.c_int64)), n)
expect(a_.tolist(), list(range(n)))
""",
    ),
    Piece(
        "ctypes_function",
        """
import ctypes

libc_ = ctypes.CDLL(None)
labs_ = libc_.labs
labs_.argtypes, labs_.restype = [ctypes.c_long], ctypes.c_long

@JIT
def size_(x):
    return labs_(x)
# check
expect(size_(-n), n)
""",
    ),
    Piece(
        "address_as_integer",
        """
SHARED_ = np.arange(16)
ADDRESS_ = SHARED_.ctypes.data

@njit
def peek_(i):
    return nb.carray(address_of_(ADDRESS_), (16,))[i]

from numba.extending import intrinsic

@intrinsic
def address_of_(context, x):
    def build(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))
    return nb.types.CPointer(nb.int64)(nb.int64), build
# check
expect([int(peek_(i)) for i in range(3)], [0, 1, 2])
SHARED_[0] = n
expect(int(peek_(0)), n)
""",
        places=("before", "inline"),
    ),
    Piece(
        "in_a_forked_process",
        """
@JIT
def there_(x):
    return x + 1
# check
«there_(n)|pass»
child_ = os.fork()
if child_ == 0:
    os._exit(there_(n))
expect(os.waitstatus_to_exitcode(os.waitpid(child_, 0)[1]), n + 1)
""",
        places=("before", "after", "inline"),
    ),
)
