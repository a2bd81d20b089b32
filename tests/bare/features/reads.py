"""Kernels that read what the file has: constants, tables, and what changes before they are compiled."""

from tests.bare.piece import IN_SOLVE, ONCE, Piece

BEFORE = ("before", "after", "inline")

PIECES = (
    Piece(
        "constant",
        """
LIMIT_ = «3|5|2.5|True|-1|np.int8(4)|1 << 40»

@JIT
def over_(x):
    return x > LIMIT_
# check
expect([bool(over_(i)) for i in range(n)], [i > LIMIT_ for i in range(n)])
""",
    ),
    Piece(
        "constant_of_a_callee",
        """
BASE_ = «3|5|7»

@JIT
def inner_(x):
    return x % BASE_

@JIT
def outer_(x):
    return inner_(x + 1)
# check
expect([outer_(i) for i in range(n)], [(i + 1) % BASE_ for i in range(n)])
""",
        gives="outer_",
    ),
    Piece(
        "table",
        """
TABLE_ = np.«arange(20)|full(30, 3)|zeros(25)|ones(30, dtype=bool)|arange(60)[::2]|arange(30).astype(np.int8)»

@JIT
def at_(i):
    return TABLE_[i]
# check
expect([float(at_(i)) for i in range(n)], [float(TABLE_[i]) for i in range(n)])
""",
    ),
    Piece(
        "table_of_two_dimensions",
        """
ATTACK_ = np.«zeros((16, 16), np.int8)|full((16, 16), 2)|arange(256).reshape(16, 16)|asfortranarray(np.eye(16))»

@JIT
def sees_(r, c):
    return ATTACK_[r, c]
# check
expect(sum(float(sees_(i, n - i)) for i in range(n)), sum(float(ATTACK_[i, n - i]) for i in range(n)))
""",
    ),
    Piece(
        "large_table",
        """
LARGE_ = np.arange(«400 * 400|600 * 600»)

@JIT
def large_(i):
    return LARGE_[i * 1000] % 999
# check
expect([int(large_(i)) for i in range(n)], [i * 1000 % 999 for i in range(n)])
""",
        gives="large_",
    ),
    Piece(
        "large_table_and_strict_warnings",
        """
warnings.simplefilter("error")
STRICT_ = np.arange(600 * 600)

@njit
def strict_(i):
    return STRICT_[i * 600]
# check
expect(int(strict_(n)), n * 600)
""",
        lonely=True,
    ),
    Piece(
        "table_filled_by_solve",
        """
FILLED_ = np.zeros(«32|64», np.int64)

@JIT
def filled_(i):
    return FILLED_[i]
# check
FILLED_[:] = n
expect(filled_(3), n)
""",
        places=BEFORE,
    ),
    Piece(
        "table_filled_too_late",
        """
LATE_ = np.zeros(32, np.int64)

@JIT
def late_(i):
    return LATE_[i]
# check
expect(late_(3), 0)
LATE_[:] = n
expect(late_(3), 0)
""",
        places=BEFORE,
    ),
    Piece(
        "table_made_by_solve",
        """
MADE_ = None

@JIT
def made_(i):
    return MADE_[i]
# check
global MADE_
MADE_ = np.arange(n)«| * 2| + n»
expect([int(made_(i)) for i in range(n)], MADE_.tolist())
""",
        places=BEFORE,
    ),
    Piece(
        "global_set_by_solve",
        """
SIZE_ = «0|8|4»

@JIT
def size_():
    return SIZE_«| + 0| * 1»
# check
global SIZE_
SIZE_ = n
expect(size_(), n)
SIZE_ = n + 1
expect(size_(), n)
""",
        places=BEFORE,
    ),
    Piece(
        "global_set_after_the_first_call",
        """
MODE_ = «a=1|2»

@JIT
def mode_(x):
    return x * MODE_
# check
global MODE_
expect(mode_(n), n * «a»)
MODE_ = 9
expect(mode_(n), n * «a»)
expect(mode_(1.5), 13.5)
""",
        places=BEFORE,
    ),
    Piece(
        "global_of_a_callee_set_by_solve",
        """
DEPTH_ = 4

@JIT
def inner_(x):
    return x < DEPTH_

@JIT
def outer_(k):
    total = 0
    for i in range(k):
        if inner_(i):
            total += 1
    return total
# check
global DEPTH_
DEPTH_ = n - 2
expect(outer_(n), n - 2)
""",
        places=BEFORE,
    ),
    Piece(
        "global_by_globals",
        """
ROWS_ = 0

@JIT
def rows_(x):
    return x + ROWS_
# check
«globals()["ROWS_"] = n|globals().update(ROWS_=n)|sys.modules[__name__].ROWS_ = n|\
setattr(sys.modules[__name__], "ROWS_", n)|\
exec("ROWS_ = n", globals(), {"n": n}); globals()["ROWS_"] = n»
expect(rows_(1), n + 1)
""",
        places=BEFORE,
    ),
    Piece(
        "kernel_rebound_by_solve",
        """
@JIT
def easy_(x):
    return x + 1

@JIT
def hard_(x):
    return x + 2

rule_ = easy_

@JIT
def use_(x):
    return rule_(x) * 10
# check
global rule_
rule_ = hard_ if n > 4 else easy_
expect(use_(n), 10 * (n + (2 if n > 4 else 1)))
""",
        places=BEFORE,
    ),
    Piece(
        "name_deleted_by_solve",
        """
GONE_ = 3

@JIT
def gone_(x):
    return x + GONE_
# check
global GONE_
expect(gone_(n), n + 3)
if n > 4:
    del GONE_
expect(gone_(n), n + 3)
""",
        places=("before", "after", "inline"),
    ),
    Piece(
        "name_given_by_solve",
        """
@JIT
def given_(x):
    return x + GIVEN_
# check
global GIVEN_
GIVEN_ = «n|7|np.arange(3).sum()»
expect(given_(n), n + GIVEN_)
""",
        places=BEFORE,
    ),
    Piece(
        "clock_guard",
        """
STOP_ = time.time() + «60|120»

@JIT
def until_():
    return STOP_
# check
expect(0 < until_() - time.time() <= 120, True)
expect(until_(), STOP_)
""",
        places=IN_SOLVE,
    ),
    Piece(
        "clock_in_a_kernel",
        """
STARTED_ = time.perf_counter()

@JIT
def late_(now):
    return now - STARTED_ > 30
# check
expect(bool(late_(time.perf_counter())), False)
expect(bool(late_(STARTED_ + 31)), True)
""",
        places=IN_SOLVE,
    ),
    Piece(
        "zobrist",
        """
ZOBRIST_ = «np.random.randint(1, 2**60, 64)|np.array([random.getrandbits(50) for _ in range(64)])|\
np.random.default_rng().integers(1, 2**60, 64)»

@JIT
def hash_(a):
    h = 0
    for i in range(len(a)):
        h ^= ZOBRIST_[a[i]]
    return h
# check
expect(int(hash_(np.arange(n))), functools.reduce(lambda h, i: h ^ int(ZOBRIST_[i]), range(n), 0))
""",
    ),
    Piece(
        "drawn_constant",
        """
SALT_ = «random.randrange(10**6)|int(np.random.randint(10**6))|id(object()) % 1000|os.getpid()»

@JIT
def salted_(x):
    return x + SALT_
# check
expect(int(salted_(n)), n + SALT_)
""",
    ),
    Piece(
        "named_tuple",
        """
class Move_(NamedTuple):
    dr: int
    dc: int

MOVE_ = Move_(«1, 2|2, -1»)

@JIT
def to_(r):
    return r + MOVE_.dr * 10 + MOVE_.dc
# check
expect(to_(n), n + 10 * MOVE_.dr + MOVE_.dc)
""",
        gives="to_",
    ),
    Piece(
        "enum",
        """
class Cell_(enum.«IntEnum|Enum»):
    FREE = 0
    QUEEN = 1
    TREE = «2|7»

@JIT
def is_tree_(x):
    return x == Cell_.TREE.value
# check
expect([bool(is_tree_(i)) for i in range(n)], [i == Cell_.TREE.value for i in range(n)])
""",
    ),
    Piece(
        "own_exception",
        """
class Clash_(«Exception|ValueError|LookupError»):
    pass

@JIT
def strict_(a, b):
    if a == b:
        raise Clash_(«"same column"|"clash"»)
    return a + b
# check
expect(strict_(n, 1), n + 1)
try:
    strict_(n, n)
    expect("came back", "raised")
except Clash_ as error:
    expect(type(error) is Clash_ and len(error.args) == 1, True)
""",
    ),
    Piece(
        "dataclass_constants",
        """
@dataclasses.dataclass(frozen=True)
class Setting_:
    weight: int = «3|4»
    name: str = "queens"

SETTING_ = Setting_()
WEIGHT_ = SETTING_.weight

@JIT
def weighed_(x):
    return x * WEIGHT_
# check
expect(weighed_(n), n * SETTING_.weight)
""",
        gives="weighed_",
    ),
    Piece(
        "record_table",
        """
MOVES_ = np.array([(1, 0.5), (2, 1.5), («3|4», 2.5)], dtype=[("step", np.int64), ("cost", np.float64)])

@JIT
def cost_(i):
    return MOVES_[i].step * 100 + MOVES_[i].cost
# check
expect([cost_(i) for i in range(3)], [int(m["step"]) * 100 + float(m["cost"]) for m in MOVES_])
""",
    ),
    Piece(
        "tuple_of_moves",
        """
MOVES_ = «((0, 1), (1, 0))|((1, 1), (1, -1))|((2, 1), (1, 2))»

@JIT
def sum_():
    total = 0
    for i in range(2):
        total += MOVES_[i][0] * 10 + MOVES_[i][1]
    return total
# check
expect(sum_(), sum(10 * a + b for a, b in MOVES_))
""",
    ),
    Piece(
        "text",
        """
WORD_ = "«queen|dame|ab»"

@JIT
def letters_(k):
    return len(WORD_) + k
# check
expect(letters_(n), len(WORD_) + n)
""",
        gives="letters_",
    ),
    Piece(
        "constants_of_other_types",
        """
VALUE_ = «1j|np.float32(0.5)|float("inf")|2**62|np.uint8(200)|False|-0.0|np.int64(-3)»

@JIT
def value_():
    return VALUE_
# check
expect(repr(complex(value_())), repr(complex(VALUE_)))
""",
    ),
    Piece(
        "dtype",
        """
TYPE_ = np.«int8|int64|float32|bool»

@JIT
def fresh_(k):
    return np.zeros(k, dtype=TYPE_)
# check
expect((len(fresh_(n)), fresh_(n).dtype), (n, np.dtype(TYPE_)))
""",
        dear=True,
    ),
    Piece(
        "constant_of_a_module",
        """
math.lucky_ = «a=7|13»

@JIT
def lucky_(x):
    return x + math.lucky_ + math.pi
# check
expect(lucky_(n), n + «a» + math.pi)
""",
    ),
    Piece(
        "settings_in_a_class",
        """
class Settings_:
    depth = «3|5»

DEPTH_ = Settings_.depth

@JIT
def deep_(x):
    return x >= DEPTH_

# check
Settings_.depth = 100
expect([bool(deep_(i)) for i in range(n)], [i >= DEPTH_ for i in range(n)])
""",
    ),
    Piece(
        "environment",
        """
os.environ.setdefault("QUEENS_DEPTH", "«3|4»")
DEPTH_ = int(os.environ["QUEENS_DEPTH"])

@JIT
def depth_(x):
    return x % DEPTH_
# check
expect([depth_(i) for i in range(n)], [i % int(os.environ["QUEENS_DEPTH"]) for i in range(n)])
""",
        places=ONCE,
    ),
    Piece(
        "array_that_grows",
        """
FOUND_ = np.zeros(0, np.int64)

@JIT
def many_():
    return len(FOUND_)
# check
global FOUND_
FOUND_ = np.append(FOUND_, n)
expect(many_(), 1)
FOUND_ = np.append(FOUND_, n)
expect(many_(), 1)
""",
        places=ONCE,
    ),
    Piece(
        "table_changed_at_import",
        """
SHIFT_ = np.arange(16)

@JIT
def shift_(i):
    return SHIFT_[i]

«shift_(0)|pass»
SHIFT_ += «a=1|2»
# check
expect(int(shift_(3)) in (3, 3 + «a»), True)
first_ = int(shift_(3))
SHIFT_[3] = 99
expect(int(shift_(3)), first_)
""",
        places=BEFORE,
    ),
    Piece(
        "platform",
        """
THREADS_ = nb.config.NUMBA_NUM_THREADS
HERE_ = len(__file__) > 0

@JIT
def host_(x):
    return x * THREADS_ if HERE_ else 0
# check
expect(host_(n), n * THREADS_)
""",
    ),
    Piece(
        "constant_of_a_module_set_by_solve",
        """
math.chosen_ = 1

@JIT
def chosen_(x):
    return x * math.chosen_
# check
math.chosen_ = n
expect(chosen_(2), 2 * n)
""",
        places=BEFORE,
    ),
    Piece(
        "global_set_before_another_type",
        """
RATE_ = «a=2|3»

@JIT
def inner_(x):
    return x * RATE_

@JIT
def outer_(x):
    return inner_(x) + 1

«outer_(1)|inner_(1)|pass»
# check
global RATE_
expect(outer_(n), «a» * n + 1)
RATE_ = 10
expect(outer_(n), «a» * n + 1)
expect(outer_(n + 0.5), 10 * n + 6)
""",
        places=BEFORE,
        dear=True,
    ),
    Piece(
        "helper_reads_what_solve_sets",
        """
from numba.extending import register_jitable

EDGE_ = 0

@register_jitable
def edge_(x):
    return x == EDGE_

@JIT
def last_(k):
    for i in range(k + 1):
        if edge_(i):
            return i
    return -1
# check
global EDGE_
EDGE_ = n
expect(last_(n), n)
""",
        places=BEFORE,
    ),
    Piece(
        "arrays_in_a_tuple_changed_by_solve",
        """
PAIR_ = (np.zeros(8, np.int64), np.ones(8, np.int64))

@JIT
def pick_(i):
    return PAIR_[0][i] + PAIR_[1][i]
# check
PAIR_[0][:] = n
expect(int(pick_(2)), n + 1)
""",
        places=BEFORE,
    ),
    Piece(
        "record_changed_by_solve",
        """
SETTINGS_ = np.zeros(1, dtype=[("size", np.int64), ("rate", np.float64)])

@JIT
def settings_():
    return SETTINGS_[0].size
# check
SETTINGS_["size"] = n
expect(int(settings_()), n)
""",
        places=BEFORE,
    ),
    Piece(
        "part_of_a_table_changed_by_solve",
        """
WHOLE_ = np.arange(40)
PART_ = WHOLE_[«::2|4:|::-1»]

@JIT
def part_(i):
    return PART_[i]
# check
WHOLE_[:] = WHOLE_ + n
expect([int(part_(i)) for i in range(3)], PART_[:3].tolist())
""",
        places=BEFORE,
    ),
    Piece(
        "two_names_of_one_table",
        """
FIRST_ = np.zeros(8, np.int64)
SECOND_ = FIRST_

@JIT
def both_(i):
    return FIRST_[i] * 10 + SECOND_[i]
# check
global SECOND_
SECOND_ = np.full(8, «7|n»)
expect(int(both_(1)), int(SECOND_[1]))
""",
        places=BEFORE,
    ),
    Piece(
        "kernels_in_a_tuple",
        """
@JIT
def plus_(x):
    return x + 1

@JIT
def times_(x):
    return x * 2

RULES_ = plus_, times_

@JIT
def chain_(x):
    return RULES_[1](RULES_[0](x))
# check
global RULES_
«RULES_ = times_, plus_|pass»
expect(chain_(n), RULES_[1].py_func(RULES_[0].py_func(n)))
""",
        places=BEFORE,
        dear=True,
        alike=True,
    ),
    Piece(
        "name_of_the_module",
        """
@JIT
def name_():
    return len(__name__)
# check
expect(name_(), len(__name__))
""",
    ),
    Piece(
        "global_set_and_set_back",
        """
TURN_ = «a=1|4»

@JIT
def turn_(x):
    return x + TURN_
# check
global TURN_
TURN_ = 2
«turn_(n)|turn_(1)»
TURN_ = «a»
expect(turn_(n), n + 2)
""",
        places=BEFORE,
    ),
)
