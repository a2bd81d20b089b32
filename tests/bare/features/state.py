"""What a file keeps from one call of `solve` to the next: right in a process that calls it once."""

from tests.bare.piece import ONCE, Piece

PIECES = (
    Piece(
        "counter",
        """
calls_ = 0
# check
global calls_
calls_ += 1
expect(calls_, 1)
""",
        places=ONCE,
    ),
    Piece(
        "list",
        """
found_ = []
# check
found_.append(n)
expect(found_, [n])
""",
        places=ONCE,
    ),
    Piece(
        "memo",
        """
memo_ = {}

def area_(k):
    if "area" not in memo_:
        memo_["area"] = k * k
    return memo_["area"]
# check
expect(area_(n), n * n)
""",
        places=ONCE,
    ),
    Piece(
        "default_argument",
        """
def visit_(k, seen=[]):
    seen.append(k)
    return len(seen)
# check
expect((visit_(n), visit_(n)), (1, 2))
""",
        places=ONCE,
    ),
    Piece(
        "lru_cache",
        """
SIDE_ = []

@functools.lru_cache(maxsize=None)
def cells_():
    return SIDE_[0] ** 2
# check
SIDE_.insert(0, n)
expect(cells_(), n * n)
""",
        places=ONCE,
    ),
    Piece(
        "lru_cache_by_argument",
        """
@functools.lru_cache
def paths_(r, c):
    return 1 if r == 0 or c == 0 else paths_(r - 1, c) + paths_(r, c - 1)
# check
expect(paths_(n, n), math.comb(2 * n, n))
expect(paths_.cache_info().hits > 0, True)
""",
    ),
    Piece(
        "board_made_once",
        """
BOARD_ = None

def board_of_(k):
    global BOARD_
    if BOARD_ is None:
        BOARD_ = np.zeros((k, k), np.int8)
    return BOARD_
# check
expect(board_of_(n).shape, (n, n))
""",
        places=ONCE,
    ),
    Piece(
        "class_attribute",
        """
class Search_:
    nodes = 0

    def run(self, k):
        Search_.nodes += k
        return Search_.nodes
# check
expect(Search_().run(n), n)
""",
        places=ONCE,
    ),
    Piece(
        "iterator",
        """
ids_ = itertools.count(«1|5»)
first_ = next(ids_)
# check
expect(next(ids_), first_ + 1)
""",
        places=ONCE,
    ),
    Piece(
        "generator",
        """
def numbers_():
    yield from range(100)

stream_ = numbers_()
# check
expect(next(stream_), 0)
""",
        places=ONCE,
    ),
    Piece(
        "seeded_random",
        """
random_ = random.Random(«k=3|5»)
# check
expect(random_.random(), random.Random(«k»).random())
""",
        places=ONCE,
    ),
    Piece(
        "seeded_numpy",
        """
numpy_ = np.random.«default_rng|RandomState»(«k=3|5»)
FIRST_ = type(numpy_)(«k») if hasattr(numpy_, "seed") else np.random.default_rng(«k»)
# check
expect(numpy_.normal(), FIRST_.normal())
expect(numpy_.normal() != n, True)
""",
        places=ONCE,
    ),
    Piece(
        "seeded_globally",
        """
random.seed(«k=3|5»)
# check
expect(random.randrange(10**9), random.Random(«k»).randrange(10**9))
""",
        lonely=True,
        places=("before",),
    ),
    Piece(
        "function_attribute",
        """
def tick_():
    tick_.count = getattr(tick_, "count", 0) + 1
    return tick_.count
# check
expect(tick_(), 1)
""",
        places=ONCE,
    ),
    Piece(
        "closure",
        """
def counter_():
    count = 0

    def up():
        nonlocal count
        count += 1
        return count
    return up

up_ = counter_()
# check
expect((up_(), up_()), (1, 2))
""",
        places=ONCE,
    ),
    Piece(
        "file_in_its_folder",
        """
# check
import pathlib
note_ = pathlib.Path("«notes|first».txt")
expect(note_.exists(), False)
note_.write_text(str(n))
expect(note_.read_text(), str(n))
""",
        places=("before", "inline"),
    ),
    Piece(
        "environment",
        """
# check
expect("QUEENS_SEEN_" in os.environ, False)
os.environ["QUEENS_SEEN_"] = str(n)
""",
        places=("before", "inline"),
    ),
    Piece(
        "changed_module",
        """
# check
expect(hasattr(math, "visited_"), False)
math.visited_ = n
""",
        places=ONCE,
    ),
    Piece(
        "deleted_function",
        """
def setup_():
    return 3

ready_ = setup_()
# check
global setup_
expect(setup_(), ready_)
del setup_
""",
        places=ONCE,
    ),
    Piece(
        "rebound_function",
        """
def step_(k):
    global step_
    step_ = lambda k: -1
    return k
# check
expect(step_(n), n)
expect(step_(n), -1)
""",
        places=ONCE,
    ),
    Piece(
        "kernel_state_in_an_array",
        """
STATE_ = np.zeros(4, np.int64)

@JIT
def bump_(state):
    state[0] += 1
    return state[0]
# check
expect((bump_(STATE_), bump_(STATE_)), (1, 2))
""",
        places=ONCE,
    ),
    Piece(
        "kernel_random_state",
        """
@njit
def start_(k):
    np.random.seed(k)
    return np.random.randint(0, 10**9)

@njit
def draw_():
    return np.random.randint(0, 10**9)

start_(«k=3|5»)
SECOND_ = draw_()
start_(«k»)
# check
expect(draw_(), SECOND_)
""",
        lonely=True,
        places=("before",),
        dear=True,
    ),
    Piece(
        "kernels_by_size",
        """
made_ = {}

def sized_(k):
    if "kernel" not in made_:
        made_["kernel"] = njit(lambda x: x * k)
    return made_["kernel"]
# check
expect(sized_(n)(2), 2 * n)
""",
        places=ONCE,
    ),
    Piece(
        "typed_dict_memo",
        """
from numba.typed import Dict

memo_ = Dict.empty(nb.int64, nb.int64)

@JIT
def remember_(memo, k):
    if 0 not in memo:
        memo[0] = k
    return memo[0]
# check
expect(remember_(memo_, n), n)
""",
        places=ONCE,
        dear=True,
    ),
    Piece(
        "recursion_limit",
        """
# check
expect(sys.getrecursionlimit(), 1000)
sys.setrecursionlimit(5000)
""",
        lonely=True,
        places=("before", "inline"),
    ),
    Piece(
        "warnings_once",
        """
# check
with warnings.catch_warnings(record=True) as seen_:
    warnings.simplefilter("default")
    warnings.warn("slow: «a|b»")
    expect(len(seen_), 1)
""",
        places=ONCE,
    ),
    Piece(
        "patched_numpy",
        """
plain_ = np.zeros

def counted_(*args, **kwargs):
    counted_.calls += 1
    return plain_(*args, **kwargs)

counted_.calls = 0
# check
np.zeros = counted_
np.zeros(n)
np.zeros = plain_
expect(counted_.calls, 1)
""",
        places=("before", "inline"),
    ),
    Piece(
        "weak_reference",
        """
import weakref

class Node_:
    pass

alive_ = weakref.WeakSet()
# check
node_ = Node_()
alive_.add(node_)
expect(len(alive_), 1)
""",
        places=ONCE,
    ),
)
