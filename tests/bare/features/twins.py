"""Kernels that are alike but for one thing: a constant, a name, an option, a value in a cell."""

from tests.bare.piece import IN_SOLVE, Piece

PIECES = tuple(
    piece._replace(alike=True)
    for piece in (
        Piece(
            "constants_on_one_line",
            """
one_, two_ = JIT(lambda x: x + «a=1|3»), JIT(lambda x: x + «b=2|5|7»)
# check
expect((one_(n), two_(n)), (n + «a», n + «b»))
""",
            gives="two_",
        ),
        Piece(
            "names_of_a_module",
            """
small_, large_ = JIT(lambda x: math.floor(x)), JIT(lambda x: math.ceil(x))
# check
expect((small_(n + 0.5), large_(n + 0.5)), (n, n + 1))
""",
        ),
        Piece(
            "methods",
            """
low_, high_ = JIT(lambda a: a.min()), JIT(lambda a: a.max())
# check
expect((low_(np.arange(n)), high_(np.arange(n))), (0, n - 1))
""",
            dear=True,
        ),
        Piece(
            "attributes",
            """
rows_, size_ = JIT(lambda a: a.ndim), JIT(lambda a: a.size)
# check
expect((rows_(np.zeros((n, 2))), size_(np.zeros((n, 2)))), (2, 2 * n))
""",
        ),
        Piece(
            "globals_by_name",
            """
UP_, DOWN_ = «a=2|3», «b=5|7»

def twin_(name):
    return eval(f"lambda x: x * {name}")

up_, down_ = JIT(twin_("UP_")), JIT(twin_("DOWN_"))
# check
expect((up_(n), down_(n)), (n * «a», n * «b»))
""",
            gives="down_",
        ),
        Piece(
            "functions_by_name",
            """
@JIT
def plus_(x):
    return x + 1

@JIT
def minus_(x):
    return x - 1

right_, left_ = JIT(lambda x: plus_(x)), JIT(lambda x: minus_(x))
# check
expect((right_(n), left_(n)), (n + 1, n - 1))
""",
            dear=True,
        ),
        Piece(
            "defaults",
            """
first_, last_ = JIT(lambda x, k=«a=1|4»: x + k), JIT(lambda x, k=«b=2|5»: x + k)
# check
expect((first_(n), last_(n)), (n + «a», n + «b»))
""",
        ),
        Piece(
            "types_of_constants",
            """
whole_, real_ = JIT(lambda: 1), JIT(lambda: 1.0)
truth_ = JIT(lambda: True)
# check
expect([type(f()).__name__ for f in (whole_, real_, truth_)], ["int", "float", "bool"])
""",
        ),
        Piece(
            "signs_of_zero",
            """
plus_, minus_ = njit(lambda x: x * 0.0), njit(lambda x: x * -0.0)
# check
expect([math.copysign(1, f(float(n))) for f in (plus_, minus_)], [1, -1])
""",
        ),
        Piece(
            "tuples_of_constants",
            """
ints_, floats_ = JIT(lambda i: (1, 2)[i]), JIT(lambda i: (1.0, 2.0)[i])
# check
expect([type(f(1)).__name__ for f in (ints_, floats_)], ["int", "float"])
""",
        ),
        Piece(
            "texts",
            """
short_, long_ = JIT(lambda: len("«a=a|ab»")), JIT(lambda: len("«b=abc|abcd»"))
# check
expect((short_(), long_()), (len("«a»"), len("«b»")))
""",
        ),
        Piece(
            "nested_code",
            """
def outer_one_(k):
    inner = lambda x: x + «a=1|2»
    return inner(k)

def outer_two_(k):
    inner = lambda x: x + «b=3|5»
    return inner(k)

outer_two_.__name__, outer_two_.__qualname__ = outer_one_.__name__, outer_one_.__qualname__
nested_one_, nested_two_ = JIT(outer_one_), JIT(outer_two_)
# check
expect((nested_one_(n), nested_two_(n)), (n + «a», n + «b»))
""",
        ),
        Piece(
            "error_model",
            """
def ratio_(a, b):
    return a «op=/|//|%» b

quick_, safe_ = «njit(error_model="numpy")(ratio_), njit(ratio_)|\
njit(error_model="numpy")(ratio_), njit(error_model="python")(ratio_)»
# check
quick_(n, 1)
quick_(n, 0)
try:
    safe_(n, 0)
    expect("came back", "raised")
except ZeroDivisionError:
    pass
""",
        ),
        Piece(
            "error_model_other_order",
            """
def part_(a, b):
    return a / b

safe_, quick_ = njit(part_), njit(error_model="numpy")(part_)
# check
expect(safe_(n, 2), n / 2)
expect(quick_(n, 0), np.inf)
""",
        ),
        Piece(
            "boundscheck",
            """
def look_(a, i):
    return a[i]

fast_, checked_ = njit(look_), njit(boundscheck=True)(look_)
# check
a_ = np.arange(n)
expect(fast_(a_, 0), 0)
try:
    checked_(a_, n)
    expect("came back", "raised")
except IndexError:
    pass
""",
        ),
        Piece(
            "locals",
            """
def third_(x):
    y = x / 3
    return y

double_ = njit(third_)
single_ = njit(locals={"y": nb.float32})(third_)
# check
expect(double_(1), 1 / 3)
expect(float(single_(1)), float(np.float32(1 / 3)))
""",
        ),
        Piece(
            "fastmath",
            """
def same_(x):
    return x != x

strict_, loose_ = njit(same_), njit(fastmath=True)(same_)
# check
loose_(1.0)
expect(strict_(np.nan), True)
""",
        ),
        Piece(
            "inline",
            """
def add_(x):
    return x + «by=1|4»

called_, pasted_ = njit(add_), njit(inline="always")(add_)

@JIT
def both_(x):
    return called_(x) * 100 + pasted_(x)
# check
expect(both_(n), 101 * (n + «by»))
""",
            gives="pasted_",
        ),
        Piece(
            "parallel",
            """
def total_(k):
    s = 0
    for i in nb.prange(k):
        s += i
    return s

alone_, together_ = njit(total_), njit(parallel=True)(total_)
# check
expect((alone_(n), together_(n)), (sum(range(n)),) * 2)
""",
            places=("before", "after", "twice"),
            dear=True,
        ),
        Piece(
            "closure_over_int",
            """
def make_(k):
    return JIT(lambda x: x * k)

by_two_, by_five_ = make_(«a=2|3»), make_(«b=5|7»)
# check
expect((by_two_(n), by_five_(n)), («a» * n, «b» * n))
""",
            gives="by_five_",
        ),
        Piece(
            "closure_over_float",
            """
def make_(k):
    @JIT
    def scaled(x):
        return x * k
    return scaled

half_, whole_, none_ = make_(0.5), make_(1), make_(True)
# check
expect((half_(n), whole_(n), none_(n)), (n / 2, n, n))
""",
        ),
        Piece(
            "closure_over_array",
            """
def make_(table):
    @JIT
    def at(i):
        return table[i]
    return at

even_, odd_ = make_(np.arange(0, 40, 2)), make_(np.arange(1, 41, 2))
# check
expect((even_(n), odd_(n)), (2 * n, 2 * n + 1))
""",
            gives="even_",
        ),
        Piece(
            "closure_over_text",
            """
def make_(word):
    @JIT
    def letters():
        return len(word)
    return letters

few_, many_ = make_("«a=ab|c»"), make_("«b=defg|hijkl»")
# check
expect((few_(), many_()), (len("«a»"), len("«b»")))
""",
        ),
        Piece(
            "closure_over_tuple",
            """
def make_(moves):
    @JIT
    def reach():
        total = 0
        for dr, dc in moves:
            total += 10 * dr + dc
        return total
    return reach

rook_, bishop_ = make_(((0, 1), (1, 0))), make_(((1, 1), (1, -1)))
# check
expect((rook_(), bishop_()), (11, 20))
""",
        ),
        Piece(
            "closure_over_kernel",
            """
def make_(step):
    @JIT
    def go(k):
        return step(step(k))
    return go

up_, down_ = make_(JIT(lambda x: x + 1)), make_(JIT(lambda x: x - 1))
# check
expect((up_(n), down_(n)), (n + 2, n - 2))
""",
            gives="up_",
        ),
        Piece(
            "cell_changes",
            """
def make_():
    k = «a=1|2»

    def change(to):
        nonlocal k
        k = to

    @JIT
    def read(x):
        return x + k
    return change, read

change_, read_ = make_()
change_(«b=5|9»)
# check
«change_(n)|pass»
expect(read_(0) in («b», n), True)
first_ = read_(0)
change_(77)
expect(read_(0), first_)
""",
            places=("before", "after", "inline"),
        ),
        Piece(
            "made_in_a_loop",
            """
KERNELS_ = []
for k_ in «(1, 2, 3)|(4, 5)|range(2, 5)»:
    def add(x, k=k_):
        return x + k
    KERNELS_.append((k_, JIT(add)))
# check
for k_, kernel_ in KERNELS_:
    expect(kernel_(n), n + k_)
""",
        ),
        Piece(
            "dict_of_lambdas",
            """
RULES_ = {"double": JIT(lambda x: 2 * x), "square": JIT(lambda x: x * x), "next": JIT(lambda x: x + 1)}
# check
expect([rule(n) for rule in RULES_.values()], [2 * n, n * n, n + 1])
""",
        ),
        Piece(
            "one_name_twice",
            """
@JIT
def weight_(x):
    return x + «a=1|2»

first_ = weight_

@JIT
def weight_(x):
    return x + «b=3|4»
# check
expect((first_(n), weight_(n)), (n + «a», n + «b»))
""",
            gives="weight_",
        ),
        Piece(
            "callee_under_one_name",
            """
@JIT
def value_(x):
    return x + «a=1|2»

@JIT
def early_(x):
    return value_(x)

early_(«1|0»)

@JIT
def value_(x):
    return x + «b=5|8»

@JIT
def late_(x):
    return value_(x)
# check
expect((early_(n), late_(n)), (n + «a», n + «b»))
""",
            dear=True,
        ),
        Piece(
            "by_a_condition",
            """
if «which=True|False»:
    @JIT
    def pick_(x):
        return x + 1
else:
    @JIT
    def pick_(x):
        return x - 1
# check
expect(pick_(n), n + (1 if «which» else -1))
""",
            gives="pick_",
        ),
        Piece(
            "by_size_in_solve",
            """
def kernel_for_(k):
    @JIT
    def wrap(x):
        return (x + 1) % k
    return wrap
# check
expect((kernel_for_(n)(n - 1), kernel_for_(3)(1)), (0, 2))
""",
            places=IN_SOLVE,
        ),
        Piece(
            "sets_of_constants",
            """
here_, there_ = JIT(lambda x: x in (1, 2, 3)), JIT(lambda x: x in (4, 5, 6, 8))
# check
expect((here_(2), there_(2)), (True, False))
""",
        ),
    )
)
