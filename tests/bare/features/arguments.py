"""Kernels by what they are given and what they return."""

from tests.bare.piece import Piece

PIECES = (
    Piece(
        "numbers",
        """
@JIT
def half_(x):
    return x * 2 // 4
# check
for x_ in («n, np.int32(n)|np.uint8(n), n|float(n), n|True, n|np.float32(n), np.int8(n)»):
    expect(int(half_(x_)), int(x_ * 2 // 4 if not isinstance(x_, bool) else 0))
""",
    ),
    Piece(
        "number",
        """
@JIT
def next_(x):
    return x + 1
# check
expect(next_(«n|np.int32(n)|np.uint8(n)|float(n)|np.int64(n)|np.float32(n)|n + 0j»), n + 1)
""",
        gives="next_",
    ),
    Piece(
        "default",
        """
@JIT
def move_(x, by=«by=1|3», times=«times=2|4»):
    return x + by * times
# check
expect((move_(n), move_(n, «by»)), (n + «by» * «times»,) * 2)
expect(move_(n, times=1), n + «by»)
""",
    ),
    Piece(
        "keyword",
        """
@JIT
def minus_(a, b):
    return a - b
# check
expect(minus_(b=1, a=n), n - 1)
""",
    ),
    Piece(
        "left_out_or_none",
        """
@JIT
def given_(x, other=None):
    if other is None:
        return x
    return x + other
# check
expect((given_(n), given_(n, «None|1»)) in ((n, n), (n, n + 1)), True)
""",
    ),
    Piece(
        "slice",
        """
@JIT
def total_(a):
    s = 0
    for i in range(len(a)):
        s += a[i]
    return s
# check
a_ = np.arange(2 * n)
part_ = «a_[::2]|a_[1:]|a_[::-1]|a_[:0]|a_.reshape(2, n)[:, 1]|a_.astype(np.int8)|a_.astype(float)»
expect(total_(part_), part_.sum())
""",
    ),
    Piece(
        "slices_and_whole",
        """
@JIT
def last_(a):
    return a[-1]
# check
a_ = np.arange(2 * n)
for part_ in (a_, a_[::2], a_.astype(np.int8)):
    expect(last_(part_), part_[-1])
""",
    ),
    Piece(
        "readonly",
        """
@JIT
def ends_(a):
    return a[0] + a[-1]
# check
a_ = np.arange(n)
a_.flags.writeable = False
expect(ends_(a_), n - 1)
«expect(ends_(np.arange(n) + 1), n + 1)|pass»
""",
    ),
    Piece(
        "grid",
        """
@JIT
def trees_(grid):
    return (grid == 2).sum()
# check
grid_ = np.zeros((n, n), np.int8)
grid_[0, 0] = 2
expect(trees_(«grid_|grid_.T|np.asfortranarray(grid_)|grid_[:, ::-1]|grid_.astype(np.int64)»), 1)
""",
        dear=True,
    ),
    Piece(
        "changes_its_argument",
        """
@JIT
def put_(board, r, c):
    board[r, c] += 1
    return board
# check
b_ = np.zeros((n, n), np.«int8|int64|float64»)
put_(put_(b_, 1, 2), 1, 2)
expect((b_[1, 2], b_.sum()), (2, 2))
""",
    ),
    Piece(
        "tuple",
        """
@JIT
def area_(pair):
    return pair[0] * pair[1]
# check
expect(area_(«(n, 2)|(n, 2.0)|(n, 2, 3)|(np.int8(n), 2)»), 2 * n)
""",
    ),
    Piece(
        "named_tuple",
        """
State_ = collections.namedtuple("State_", "row cols")

@JIT
def step_(s):
    return State_(s.row + 1, s.cols | 1 << s.row)
# check
expect(step_(State_(n, 0)), State_(n + 1, 1 << n))
""",
    ),
    Piece(
        "text",
        """
@JIT
def count_(word):
    return len(word)
# check
expect(count_(«"queens"|"dämen!"|str(100000)»), 6)
""",
    ),
    Piece(
        "bool",
        """
@JIT
def flip_(x, flag):
    return -x if flag else x
# check
expect(flip_(n, «True|np.bool(True)|n > 0»), -n)
""",
    ),
    Piece(
        "none",
        """
@JIT
def or_zero_(x):
    return 0 if x is None else 1
# check
expect((or_zero_(None), or_zero_(n)), (0, 1))
""",
    ),
    Piece(
        "optional_result",
        """
@JIT
def find_(a, x):
    for i in range(len(a)):
        if a[i] == x:
            return i
    return None
# check
expect((find_(np.arange(n), 2), find_(np.arange(n), -1)), (2, None))
""",
    ),
    Piece(
        "several_results",
        """
@JIT
def divide_(a, b):
    return a // b, a % b
# check
expect(divide_(n, «by=3|4»), divmod(n, «by»))
""",
    ),
    Piece(
        "array_result",
        """
@JIT
def ramp_(k):
    out = np.empty(k, np.«int64|int8|float64»)
    for i in range(k):
        out[i] = i
    return out
# check
expect(ramp_(n).tolist(), list(range(n)))
""",
        dear=True,
    ),
    Piece(
        "any_number_of_arguments",
        """
@JIT
def largest_(*args):
    return max(args)
# check
expect(largest_(1, n, 2), n)
""",
    ),
    Piece(
        "kernel_as_argument",
        """
@JIT
def apply_(f, x):
    return f(x) + 1

@JIT
def double_(x):
    return 2 * x
# check
expect(apply_(double_, n), 2 * n + 1)
""",
    ),
    Piece(
        "record",
        """
CELL_ = np.dtype([("row", np.int32), ("col", np.int32)])

@JIT
def cell_(a):
    return a[0].row + a[0].col
# check
expect(cell_(np.array([(n, 1)], CELL_)), n + 1)
""",
    ),
    Piece(
        "many_types_in_turn",
        """
@JIT
def same_(x):
    return x
# check
expect([same_(x) for x in (n, n + 0.5, True, 1j, np.int8(3))], [n, n + 0.5, True, 1j, 3])
""",
        dear=True,
    ),
    Piece(
        "reflected_list",
        """
warnings.simplefilter("ignore")

@JIT
def longer_(a):
    a.append(1)
    return len(a)
# check
a_ = [n]
expect((longer_(a_), a_), (2, [n, 1]))
""",
    ),
    Piece(
        "unsigned",
        """
@JIT
def low_bit_(x):
    return x & -x
# check
expect(int(low_bit_(«np.int64(12)|12|np.int32(12)»)), 4)
""",
        gives="low_bit_",
    ),
    Piece(
        "wide",
        """
@JIT
def mask_(k):
    return (1 << k) - 1
# check
expect(int(mask_(«n|np.int64(n)|np.uint32(n)»)), 2**n - 1)
""",
        gives="mask_",
    ),
)
