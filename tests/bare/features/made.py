"""Kernels that are made in other ways than by a decorator at the top level."""

from tests.bare.piece import IN_SOLVE, Piece

PIECES = (
    Piece(
        "in_solve",
        """
# check
«by_ = 3|by_ = n|by_ = n * 1.0»

@JIT
def local_(x):
    return x + by_

expect(local_(n), n + by_)
""",
        places=IN_SOLVE,
    ),
    Piece(
        "in_solve_by_loop",
        """
# check
for k_ in («1, 2|3, n|n, n + 1»):
    kernel_ = JIT(lambda x, k=k_: x * k)
    expect(kernel_(n), n * k_)
""",
        places=IN_SOLVE,
    ),
    Piece(
        "by_exec",
        """
SOURCE_ = '''
def power_(x):
    return x ** «e=2|3»
'''
space_ = {"__name__": __name__}
exec(SOURCE_, space_)
power_ = JIT(space_["power_"])
# check
expect(power_(n), n ** «e»)
""",
        alike=True,
        gives="power_",
    ),
    Piece(
        "by_exec_twice",
        """
def from_text_(constant):
    space = {"__name__": __name__, "K": constant}
    exec("def read(x):\\n    return x + K\\n", space)
    return njit(space["read"])

one_, two_ = from_text_(«a=1|3»), from_text_(«b=2|5»)
# check
expect((one_(n), two_(n)), (n + «a», n + «b»))
""",
        gives="one_",
    ),
    Piece(
        "by_exec_in_solve",
        """
# check
space_ = {"__name__": __name__}
exec(f"def unrolled(x):\\n    return {' + '.join(['x'] * n)}\\n", space_)
expect(njit(space_["unrolled"])(2), 2 * n)
""",
        places=IN_SOLVE,
    ),
    Piece(
        "by_a_class",
        """
class Tools_:
    offset = «by=2|6»

    @staticmethod
    @JIT
    def move(x):
        return x + «by»

    def __init__(self):
        self.kernel = JIT(self.plain)

    @staticmethod
    def plain(x):
        return x * «by»
# check
expect((Tools_.move(n), Tools_().kernel(n)), (n + Tools_.offset, n * Tools_.offset))
""",
    ),
    Piece(
        "by_own_decorator",
        """
def fast_(f):
    kernel = JIT(f)

    @functools.wraps(f)
    def call(*args):
        call.calls += 1
        return kernel(*args)
    call.calls = 0
    return call

@fast_
def shift_(x):
    return x «op=+|-|*» 3
# check
expect(shift_(n), n «op» 3)
""",
    ),
    Piece(
        "by_partial",
        """
@JIT
def scale_(x, by):
    return x * by

triple_ = functools.partial(scale_, by=3)
# check
expect((triple_(n), list(map(functools.partial(scale_, 2), range(3)))), (3 * n, [0, 2, 4]))
""",
    ),
    Piece(
        "called_at_import",
        """
@JIT
def squares_(k):
    total = 0
    for i in range(k):
        total += i * i
    return total

AT_IMPORT_ = squares_(«k=3|10|3.0|np.int32(3)» if «int=True|False» else 3)
# check
expect(squares_(n), sum(i * i for i in range(n)))
expect(AT_IMPORT_ in (5, 285), True)
""",
        gives="squares_",
    ),
    Piece(
        "called_at_import_for_a_table",
        """
@JIT
def column_(k, i):
    return (i * «by=2|3») % k

TABLE_ = np.array([column_(11, i) for i in range(11)])

@JIT
def at_(i):
    return TABLE_[i % 11]
# check
expect([int(at_(i)) for i in range(n)], [i % 11 * «by» % 11 for i in range(n)])
""",
        gives="at_",
    ),
    Piece(
        "called_at_import_with_other_types",
        """
@JIT
def head_(a):
    return a[0] + a[len(a) - 1]

head_(«np.zeros(3)|np.zeros(3, np.int8)|np.zeros((6,))[::2]|(1, 2)»)
# check
expect(head_(np.arange(n)), n - 1)
""",
    ),
    Piece(
        "called_by_name",
        """
@JIT
def secret_(x):
    return x * x + «by=1|2»
# check
expect(globals()["secret_"](n), n * n + «by»)
""",
        gives="secret_",
    ),
    Piece(
        "of_a_plain_function",
        """
def plain_(x):
    return x % «m=3|5»

# check
kernel_ = JIT(plain_)
expect([int(kernel_(i)) for i in range(n)], [plain_(i) for i in range(n)])
""",
        places=IN_SOLVE,
    ),
    Piece(
        "kept_in_a_dict",
        """
MADE_ = {}

def kernel_of_(k):
    if k not in MADE_:
        @JIT
        def kernel(x):
            return x + k
        MADE_[k] = kernel
    return MADE_[k]
# check
expect((kernel_of_(n)(1), kernel_of_(3)(1), len(MADE_) <= 3), (n + 1, 4, True))
""",
    ),
    Piece(
        "deleted_at_the_end",
        """
@JIT
def helper_(x):
    return x + «by=1|2»

@JIT
def main_(x):
    return helper_(x) * 2

main_(1)
del helper_
# check
expect(main_(n), 2 * (n + «by»))
""",
    ),
    Piece(
        "through_others",
        """
@JIT
def sum_of_(k):
    total = 0
    for i in range(k):
        total += OTHER_(i)
    return total
# check
expect(sum_of_(n), sum(OTHER_(i) for i in range(n)))
""",
        gives="sum_of_",
    ),
    Piece(
        "others_twice",
        """
@JIT
def pair_(k):
    return OTHER_(k), OTHER_(«2|3»)
# check
expect(pair_(n), (OTHER_(n), OTHER_(2)) if pair_(n)[1] == OTHER_(2) else (OTHER_(n), OTHER_(3)))
""",
    ),
    Piece(
        "by_a_cached_factory",
        """
@functools.lru_cache
def adder_(k):
    return JIT(lambda x: x + k)
# check
expect((adder_(n)(1), adder_(n) is adder_(n), adder_(2)(n)), (n + 1, True, n + 2))
""",
        alike=True,
    ),
    Piece(
        "as_many_as_are_drawn",
        """
SPARE_ = [njit(lambda x, k=k: x + k) for k in range(random.randrange(«4|9»))]

@JIT
def after_(x):
    return x * «by=2|3»
# check
expect(after_(n), n * «by»)
expect([spare(1) for spare in SPARE_[:1]], [1][: len(SPARE_)])
""",
    ),
    Piece(
        "in_another_order",
        """
ORDER_ = random.sample(["up", "down"], 2)
KERNELS_ = {}
for word_ in ORDER_:
    if word_ == "up":
        KERNELS_["up"] = njit(lambda x: x + «by=1|2»)
    else:
        KERNELS_["down"] = njit(lambda x: x - «by»)
# check
expect((KERNELS_["up"](n), KERNELS_["down"](n)), (n + «by», n - «by»))
""",
    ),
    Piece(
        "of_the_library",
        """
import colorsys

yiq_ = njit(colorsys.rgb_to_yiq)
# check
expect(round(yiq_(1.0, 1.0, 1.0)[0], 9), 1.0)
expect(yiq_.py_func is colorsys.rgb_to_yiq, True)
""",
    ),
    Piece(
        "dropped_and_made_anew",
        """
# check
for k_ in range(3):
    once_ = njit(lambda x, k=k_: x + k)
    expect(once_(n), n + k_)
    del once_
""",
        places=IN_SOLVE,
    ),
)
