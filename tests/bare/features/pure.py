"""Python alone, in many forms."""

from tests.bare.piece import Piece

PIECES = (
    Piece(
        "match",
        """
def kind_(x):
    match x:
        case [a, b]:
            return a * b
        case {"n": k}:
            return k
        case int() if x > 3:
            return -x
        case _:
            return 0
# check
expect((kind_([n, 2]), kind_({"n": n}), kind_(n), kind_("")), (2 * n, n, -n if n > 3 else 0, 0))
""",
    ),
    Piece(
        "dataclass",
        """
@dataclasses.dataclass(«|order=True|slots=True»)
class Square_:
    row: int
    col: int = 0
    marks: list = dataclasses.field(default_factory=list)
# check
a_ = Square_(n)
a_.marks.append(1)
expect((a_.row, a_.col, Square_(n).marks), (n, 0, []))
""",
    ),
    Piece(
        "generator_pipeline",
        """
def pairs_(k):
    for a in range(k):
        yield from ((a, b) for b in range(a))
# check
expect(sum(1 for _ in pairs_(n)), n * (n - 1) // 2)
""",
    ),
    Piece(
        "send",
        """
def averager_():
    total, count, mean = 0, 0, None
    while True:
        total += yield mean
        count += 1
        mean = total / count
# check
co_ = averager_()
next(co_)
expect((co_.send(n), co_.send(0)), (n, n / 2))
""",
    ),
    Piece(
        "decorator_with_arguments",
        """
def times_(k):
    def wrap(f):
        @functools.wraps(f)
        def call(*args):
            return [f(*args) for _ in range(k)]
        return call
    return wrap

@times_(«k=2|3»)
def same_(x):
    return x
# check
expect(same_(n), [n] * «k»)
""",
    ),
    Piece(
        "metaclass",
        """
class Registry_(type):
    known = []

    def __new__(cls, name, bases, body):
        made = super().__new__(cls, name, bases, body)
        cls.known.append(name)
        return made

class Base_(metaclass=Registry_):
    pass

class Child_(Base_):
    pass
# check
expect(len(Registry_.known), 2)
""",
    ),
    Piece(
        "async",
        """
import asyncio

async def step_(k):
    await asyncio.sleep(0)
    return k

async def all_(k):
    return sum(await asyncio.gather(*(step_(i) for i in range(k))))
# check
expect(asyncio.run(all_(n)), sum(range(n)))
""",
        places=("before", "after", "twice", "inline", "loop"),
    ),
    Piece(
        "context_manager",
        """
import contextlib

@contextlib.contextmanager
def noted_(log):
    log.append("in")
    try:
        yield log
    finally:
        log.append("out")
# check
log_ = []
with noted_(log_), contextlib.suppress(KeyError):
    raise KeyError(n)
expect(log_, ["in", "out"])
""",
    ),
    Piece(
        "exceptions",
        """
class Stop_(Exception):
    pass

def search_(k):
    try:
        raise Stop_(k)
    except Stop_ as stop:
        try:
            raise ValueError("second") from stop
        except ValueError as error:
            return error.__cause__.args[0]
    finally:
        pass
# check
expect(search_(n), n)
""",
    ),
    Piece(
        "exception_group",
        """
def group_(k):
    found = []
    try:
        raise ExceptionGroup("many", [ValueError(k), TypeError(k)])
    except* ValueError as group:
        found.append(group.exceptions[0].args[0])
    except* TypeError:
        found.append(0)
    return found
# check
expect(group_(n), [n, 0])
""",
    ),
    Piece(
        "recursion",
        """
def hanoi_(k, a, b, c):
    return 0 if k == 0 else hanoi_(k - 1, a, c, b) + 1 + hanoi_(k - 1, c, b, a)
# check
expect(hanoi_(n, "a", "b", "c"), 2**n - 1)
""",
    ),
    Piece(
        "deep_recursion",
        """
def deep_(k):
    return 0 if k == 0 else deep_(k - 1) + 1
# check
expect(deep_(«k=700|850»), «k»)
""",
        places=("before", "after", "twice"),
    ),
    Piece(
        "recursion_limit_raised",
        """
sys.setrecursionlimit(10**4)

def depth_(k):
    return 0 if k == 0 else depth_(k - 1) + 1
# check
expect(depth_(4000), 4000)
""",
        places=("before", "after", "twice"),
    ),
    Piece(
        "walrus_and_star",
        """
def halves_(k):
    out = []
    while (k := k // 2) > 0:
        out.append(k)
    first, *rest = [0, *out]
    return rest
# check
expect(len(halves_(n)), n.bit_length() - 1)
""",
    ),
    Piece(
        "exact_numbers",
        """
from decimal import Decimal
from fractions import Fraction
# check
expect(sum(Fraction(1, k) for k in range(1, 4)), Fraction(11, 6))
expect(Decimal(n) / 4 * 4, Decimal(n))
expect(math.factorial(25) // math.factorial(23), 600)
""",
    ),
    Piece(
        "containers",
        """
# check
heap_ = [3, 1, 2]
import heapq
heapq.heapify(heap_)
deque_ = collections.deque(range(n), maxlen=2)
expect((heapq.heappop(heap_), list(deque_), collections.Counter("aab")["a"]), (1, [n - 2, n - 1], 2))
""",
    ),
    Piece(
        "sorting",
        """
# check
rows_ = sorted(range(n), key=lambda r: (r % «k=2|3», -r))
expect((len(rows_), rows_[0] % «k»), (n, 0))
""",
    ),
    Piece(
        "set_order",
        """
WORDS_ = {"queen", "rook", "bishop", "knight"}
# check
expect(list(WORDS_), list({"queen", "rook", "bishop", "knight"}))
""",
    ),
    Piece(
        "text",
        """
# check
expect(f"{n:>4}|{n!r}|{n / 3:.2f}", "%4d|%r|%.2f" % (n, n, n / 3))
expect("-".join(map(str, range(3))), "0-1-2")
""",
    ),
    Piece(
        "exec",
        """
space_ = {}
exec("def made(x):\\n    return x * «k=2|3»\\n", space_)
# check
expect(space_["made"](n), eval("n * «k»"))
""",
    ),
    Piece(
        "module_getattr",
        """
def table_of_(name):
    return {"size": 3}[name]
# check
expect(getattr(sys.modules[__name__], "table_of_")("size"), 3)
""",
    ),
    Piece(
        "threads",
        """
import threading

def work_(k, out, lock):
    for _ in range(10):
        with lock:
            out.append(k)
# check
out_, lock_ = [], threading.Lock()
threads_ = [threading.Thread(target=work_, args=(k, out_, lock_)) for k in range(3)]
for thread_ in threads_:
    thread_.start()
for thread_ in threads_:
    thread_.join()
expect(len(out_), 30)
""",
    ),
    Piece(
        "thread_local",
        """
import threading

own_ = threading.local()
own_.k = 1
# check
own_.k = n
seen_ = []
thread_ = threading.Thread(target=lambda: seen_.append(hasattr(own_, "k")))
thread_.start()
thread_.join()
expect((own_.k, seen_), (n, [False]))
""",
    ),
    Piece(
        "numpy",
        """
# check
a_ = np.arange(n * n).reshape(n, n)
expect((int(np.trace(a_)), a_[::2, ::-1].flags.c_contiguous, int(a_.T[0, 1])), (int(sum(a_.diagonal())), False, n))
""",
    ),
    Piece(
        "numpy_errors",
        """
np.seterr(«all="ignore"|divide="ignore"»)
# check
expect(float(np.float64(n) / np.float64(0)), math.inf)
""",
    ),
    Piece(
        "descriptors",
        """
class Board_:
    def __init__(self, k):
        self._k = k

    @property
    def side(self):
        return self._k

    @functools.cached_property
    def cells(self):
        return self._k**2

    def __getitem__(self, at):
        return at

    def __len__(self):
        return self._k
# check
b_ = Board_(n)
expect((b_.side, b_.cells, b_[1, 2], len(b_)), (n, n * n, (1, 2), n))
""",
    ),
    Piece(
        "protocols_and_types",
        """
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

class Stack_(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

class Sized_(Protocol):
    def __len__(self) -> int: ...
# check
s_: Stack_ = Stack_()
s_.items.append(n)
expect(s_.items, [n])
""",
        places=("before", "after", "twice", "loop"),
    ),
    Piece(
        "prints",
        """
# check
print("n =", n, file=sys.«stdout|stderr»)
expect(n, n)
""",
    ),
    Piece(
        "clock",
        """
BEGIN_ = time.«monotonic|perf_counter|process_time|time»()
# check
expect(time.«monotonic|perf_counter|process_time|time»() != -1.0, True)
""",
    ),
    Piece(
        "only_on_larger_boards",
        """
def careful_(k):
    if k <= 4:
        raise ValueError("no case is that small")
    return k
# check
expect(careful_(n) if n > 4 else n, n)
""",
    ),
    Piece(
        "garbage",
        """
import gc
# check
«gc.disable()|gc.collect()|gc.freeze()|pass»
expect(isinstance(gc.isenabled(), bool), True)
""",
        places=("before", "after", "inline"),
    ),
    Piece(
        "alarm",
        """
import signal

class Late_(Exception):
    pass

def ring_(number, frame):
    raise Late_
# check
before_ = signal.signal(signal.SIGALRM, ring_)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    while True:
        time.sleep(0.001)
except Late_:
    pass
signal.signal(signal.SIGALRM, before_)
expect(signal.getitimer(signal.ITIMER_REAL)[0], 0.0)
""",
        places=("before", "after"),
    ),
    Piece(
        "fork",
        """
# check
child_ = os.fork()
if child_ == 0:
    os._exit(n)
expect(os.waitstatus_to_exitcode(os.waitpid(child_, 0)[1]), n)
""",
        places=("before", "after", "inline"),
    ),
    Piece(
        "pool",
        """
import multiprocessing

def square_(x):
    return x * x
# check
with multiprocessing.get_context("fork").Pool(2) as pool_:
    expect(pool_.map(square_, range(n)), [x * x for x in range(n)])
""",
        places=("before", "after"),
        dear=True,
    ),
)
