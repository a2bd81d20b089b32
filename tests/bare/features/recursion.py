"""Kernels that call themselves, each other, and through a third."""

from tests.bare.piece import Piece

PIECES = (
    Piece(
        "literal_into_array",
        """
@JIT
def fill_(a, r):
    if r >= len(a):
        return 0
    a[r] = r
    return fill_(a, r + 1) + 1

@JIT
def run_(a):
    return fill_(a, «start=0|1|2»)
# check
a_ = np.zeros(n, np.«int64|int8|float64»)
expect(run_(a_), n - «start»)
expect(a_.tolist(), [0] * «start» + list(range(«start», n)))
""",
    ),
    Piece(
        "literal_int",
        """
@JIT
def down_(k, by):
    return 0 if k <= 0 else down_(k - by, by) + 1

@JIT
def from_(k):
    return down_(«k, 1|k, True|k, np.int8(1)|k, k // k»)
# check
expect(from_(n), n)
""",
    ),
    Piece(
        "literal_bool_and_none",
        """
@JIT
def path_(k, flag, rest):
    if rest is not None:
        return k
    if k <= 0:
        return 1 if flag else 2
    return path_(k - 1, not flag, rest)

@JIT
def begin_(k):
    return path_(k, «flag=True|False», None)
# check
expect(begin_(n), 1 if («flag» == (n % 2 == 0)) else 2)
""",
        dear=True,
    ),
    Piece(
        "literal_string",
        """
@JIT
def hanoi_(k, a, b):
    return 0 if k == 0 else hanoi_(k - 1, b, a) + hanoi_(k - 1, a, b) + len(a)

@JIT
def towers_(k):
    return hanoi_(k, "«word=a|tower»", "«word»")
# check
expect(towers_(n), len("«word»") * (2**n - 1))
""",
        dear=True,
    ),
    Piece(
        "literal_of_two_kernels",
        """
@JIT
def sum_(a, i):
    return a[i] if i + 1 == len(a) else a[i] + sum_(a, i + 1)

@JIT
def one_(a):
    return sum_(a, 0)

@JIT
def two_(a):
    return sum_(a, 1)
# check
a_ = np.arange(n)
expect((one_(a_), two_(a_)), (sum(range(n)), sum(range(n))))
""",
        dear=True,
    ),
    Piece(
        "literal_and_python",
        """
@JIT
def count_(a, i):
    return 0 if i == len(a) else count_(a, i + 1) + (a[i] % 2 == «odd=0|1»)

@JIT
def all_(a):
    return count_(a, 0)
# check
board_ = np.arange(n)
expect(«(count_(board_, 0), all_(board_))|(all_(board_), count_(board_, 0))|(all_(board_), all_(board_))», \
(len([x for x in range(n) if x % 2 == «odd»]),) * 2)
""",
        dear=True,
    ),
    Piece(
        "mutual_even_odd",
        """
@JIT
def even_(k):
    return True if k <= 0 else odd_(k - 1)

@JIT
def odd_(k):
    return False if k <= 0 else even_(k - 1)
# check
expect(«(even_(n), odd_(n))|(odd_(n + 1), even_(n + 1))», (n % 2 == 0, n % 2 == 1))
""",
        alike=True,
    ),
    Piece(
        "mutual_one_entry",
        """
@JIT
def ping_(k, t):
    return t if k <= 0 else pong_(k - 1, t + 1)

@JIT
def pong_(k, t):
    return t if k <= 0 else ping_(k - 1, t + 2)
# check
expect(ping_(n, «0|n - n|np.int64(0)»), sum(1 + i % 2 for i in range(n)))
""",
        alike=True,
    ),
    Piece(
        "mutual_from_kernel",
        """
@JIT
def left_(k):
    return 0 if k <= 0 else right_(k - 1) + 1

@JIT
def right_(k):
    return 0 if k <= 0 else left_(k - 1) + 2

@JIT
def enter_(k_):
    return left_(«from=6|k_»)
# check
k_ = n
wanted_ = sum(1 + i % 2 for i in range(«from»))
expect(enter_(n), wanted_)
expect(left_(k_ if n > 20 else «from»), wanted_)
""",
        alike=True,
        dear=True,
    ),
    Piece(
        "mutual_on_array",
        """
@JIT
def row_(q, r, n):
    return True if r == n else column_(q, r, n, n - n)

@JIT
def column_(q, r, n, c):
    if c == n:
        return False
    for i in range(r):
        if q[i] == c or abs(q[i] - c) == r - i:
            return column_(q, r, n, c + 1)
    q[r] = c
    return True if row_(q, r + 1, n) else column_(q, r, n, c + 1)
# check
q_ = np.zeros(n, np.int64)
expect(row_(q_, 0, n), n not in (2, 3))
expect(n in (2, 3) or sorted(q_.tolist()) == list(range(n)), True)
""",
        alike=True,
        dear=True,
    ),
    Piece(
        "cycle_of_three",
        """
@JIT
def first_(k):
    return 0 if k <= 0 else second_(k - 1) + 1

@JIT
def second_(k):
    return 0 if k <= 0 else third_(k - 1) + 10

@JIT
def third_(k):
    return 0 if k <= 0 else first_(k - 1) + 100
# check
expect(«entry=first_|second_|third_»(n), sum(10 ** ((i + ("first_", "second_", "third_").index("«entry»")) % 3) \
for i in range(n)))
""",
        alike=True,
        dear=True,
    ),
    Piece(
        "two_signatures",
        """
@JIT
def halve_(x):
    if x < 1:
        return 0
    return 1 + halve_(x / 2)
# check
expect(halve_(«n|float(n)|np.float64(n)|np.int16(n)»), n.bit_length())
""",
    ),
    Piece(
        "two_signatures_of_arrays",
        """
@JIT
def depth_(a, d):
    return d if len(a) <= 1 else depth_(a[::2], d + 1)
# check
a_ = np.arange(n)
«a_.setflags(write=False)|a_ = np.arange(2 * n)[::2]|a_ = a_.astype(np.int8)|pass»
expect(depth_(a_, 0), (n - 1).bit_length())
""",
    ),
    Piece(
        "readonly_then_writable",
        """
@JIT
def sink_(a, d):
    return d if len(a) <= 1 else sink_(a[: len(a) // 2].copy(), d + 1)
# check
a_ = np.arange(n)
a_.setflags(write=False)
expect(sink_(a_, 0), n.bit_length() - 1)
expect(sink_(np.arange(2 * n)[::2], 0), n.bit_length() - 1)
""",
        dear=True,
    ),
    Piece(
        "unsigned_from_python",
        """
@JIT
def fact_(k):
    return 1 if k <= 1 else k * fact_(k - 1)
# check
expect(fact_(«np.uint8(5)|np.int32(5)|5|True + 4|np.int16(5)»), 120)
""",
        gives="fact_",
    ),
    Piece(
        "default_argument",
        """
@JIT
def product_(k, so_far=«1|1.0|np.int32(1)»):
    return so_far if k <= 1 else product_(k - 1, so_far * k)
# check
expect(product_(«5|n - n + 5|np.int64(5)»), 120)
""",
    ),
    Piece(
        "default_left_out_below",
        """
@JIT
def steps_(k, by=«by=1|2»):
    return 0 if k <= 0 else steps_(k - by) + 1
# check
expect(steps_(n), -(-n // «by»))
expect(steps_(n, «by»), -(-n // «by»))
""",
    ),
    Piece(
        "fib",
        """
@JIT
def fib_(k):
    return k if k < 2 else fib_(k - 1) + fib_(k - 2)

@JIT
def tenth_(k):
    return fib_(«10|k + 10 - k») + k
# check
expect(tenth_(n), 55 + n)
""",
        gives="fib_",
        dear=True,
    ),
    Piece(
        "ackermann",
        """
@JIT
def ack_(m, k):
    if m == 0:
        return k + 1
    return ack_(m - 1, 1) if k == 0 else ack_(m - 1, ack_(m, k - 1))
# check
expect(ack_(2, n), 2 * n + 3)
""",
        dear=True,
    ),
    Piece(
        "explicit_signature",
        """
@nb.njit("int64(int64)"«|, cache=True»)
def tri_(k):
    return 0 if k <= 0 else k + tri_(k - 1)
# check
expect(tri_(n), n * (n + 1) // 2)
""",
        gives="tri_",
    ),
    Piece(
        "in_a_factory",
        """
def make_(base):
    @JIT
    def power_(k):
        return 1 if k == 0 else base * power_(k - 1)
    return power_

double_, triple_ = make_(2), make_(3)
# check
expect((double_(n), triple_(n)), (2**n, 3**n))
""",
        alike=True,
    ),
    Piece(
        "tuple_argument",
        """
@JIT
def euclid_(pair):
    return pair[0] if pair[1] == 0 else euclid_((pair[1], pair[0] % pair[1]))

@JIT
def gcd_(a):
    return euclid_((a, «b=12|18»))
# check
expect(gcd_(n), math.gcd(n, «b»))
""",
        dear=True,
    ),
    Piece(
        "float_literal",
        """
@JIT
def root_(x, guess):
    better = (guess + x / guess) / 2
    return better if abs(better - guess) < 1e-9 else root_(x, better)

@JIT
def sqrt_(x):
    return root_(x, «1|1.0»)
# check
expect(abs(sqrt_(float(n)) ** 2 - n) < 1e-6, True)
""",
        dear=True,
    ),
    Piece(
        "calls_itself_in_a_loop",
        """
@JIT
def arrange_(used, r, k):
    if r == k:
        return 1
    total = 0
    for c in range(k):
        if not used >> c & 1:
            total += arrange_(used | 1 << c, r + 1, k)
    return total

@JIT
def permutations_(k):
    return arrange_(0, «0|k - k», k)
# check
expect(permutations_(5), 120)
""",
        dear=True,
    ),
    Piece(
        "raises_below",
        """
class Deep_(Exception):
    pass

@JIT
def dig_(k, d):
    if k == d:
        raise Deep_(«"here"|"there", 3|»)
    return d if k < 0 else dig_(k, d + 1)
# check
try:
    dig_(n, 0)
    expect("came back", "raised")
except Deep_ as error:
    expect(len(error.args) <= 2, True)
""",
    ),
    Piece(
        "first_class",
        """
@JIT
def twice_(f, k):
    return f(f(k))

@JIT
def inc_(k):
    return k + «by=1|2»

@JIT
def outer_(k):
    return 0 if k <= 0 else outer_(k - 1) + twice_(inc_, 0)
# check
expect(outer_(n), 2 * «by» * n)
""",
        gives="inc_",
        dear=True,
    ),
    Piece(
        "through_python_helper",
        """
from numba.extending import register_jitable

@register_jitable
def half_(k):
    return k // 2

@JIT
def bits_(k):
    return 0 if k == 0 else bits_(half_(k)) + k % 2
# check
expect(bits_(n), bin(n).count("1"))
""",
    ),
    Piece(
        "jitclass_and_kernel",
        """
from numba.experimental import jitclass

@JIT
def descend_(box, k):
    if k == 0:
        return box.seen
    box.note(k)
    return descend_(box, k - 1)

@jitclass([("seen", nb.int64)])
class Box_:
    def __init__(self):
        self.seen = 0

    def note(self, k):
        self.seen += k

@JIT
def climb_(k):
    return descend_(Box_(), «k|3 + k - 3»)
# check
expect(climb_(n), n * (n + 1) // 2)
""",
        dear=True,
    ),
    Piece(
        "list_grows",
        """
@JIT
def walk_(found, k, limit):
    if k > limit:
        return len(found)
    found.append(k)
    return walk_(found, k * 2, limit)

@JIT
def powers_(limit):
    found = [1]
    return walk_(found, «2|1 + 1», limit)
# check
expect(powers_(n), n.bit_length())
""",
        dear=True,
    ),
    Piece(
        "generator_below",
        """
@JIT
def size_(k):
    return 1 if k <= 1 else size_(k - 1) + size_(k - 1)

@JIT
def sizes_(k):
    for i in range(1, k + 1):
        yield size_(i)
# check
expect(list(sizes_(4)), [1, 2, 4, 8])
""",
        dear=True,
    ),
)
