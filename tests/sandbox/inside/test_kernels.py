"""Kernels that are kept: what a submission answers is what it answers bare, and nothing of it runs before its case."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given, settings

from judge.model import Finding
from judge.sandbox import Sandbox
from judge.sandbox.inside import attempt, kernels
from tests.boxed import problem_of
from tests.conftest import MakeSubmission
from tests.executors.make import FUNCTION, tried
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, Write
from tests.sandbox.test_kernels_file import CHANGES, Change, damaged

pytestmark = pytest.mark.usefixtures("forks")


# --- guards -----------------------------------------------------------------------------------------------------------
READS = """
N = 1
F = 2.0
T = np.arange(4)
G = np.arange(6).reshape(2, 3)
P = (1, 2)

def make(c):
    @njit
    def cell(x):
        return x + c
    def put(value):
        nonlocal c
        c = value
    return cell, put

cell, put = make(3)

@njit
def other(x):
    return x + 100

@njit
def number(x):
    return x + N

@njit
def table(x):
    return T[x % len(T)]

@njit
def shape(x):
    return x + len(G) * 10 + G[1, 1]

@njit
def pair(x):
    return x + P[0]

@njit
def constant(x):
    return x * math.tau

@njit
def builtin(x):
    return abs(x)

@njit
def deep(x):
    return number(x) + table(x) + builtin(x)

def solve(algorithm, n, p, grid):
    global N, T, G, P, abs
    said = []
"""
STEP = """
    try:
        if {}:
            {}
    except Exception as error:
        said.append(type(error).__name__)
"""


def program(steps: list[tuple[str, str]]) -> str:
    """A submission of such steps."""
    return READS + "".join(STEP.format(*step) for step in steps) + "    return said\n"


def sees_what_it_sees_bare(source: str, write: Write, folder: Path) -> None:
    path, kept = write(source), folder / "kept"
    bare = forked.bare(path).outcome
    forked.prepare(path, kept)
    assert [forked.attempt(path, kept).outcome, forked.attempt(path, kept, fresh=True).outcome] == [bare, bare]


ALL = ["N = 7", "put(8)", "math.tau = 2.5", "P = (n, 5)", "T[1] = 9", "G.shape = (3, 2)", "abs = other"]
EACH = [
    f"said.append({name}(1))" for name in ("number", "cell", "constant", "pair", "table", "shape", "builtin", "deep")
]
PROGRAMS = {
    "changed before": [("True", step) for step in (*ALL, *EACH)],
    "changed on large boards": [*(("n > 4", step) for step in ALL), *(("True", step) for step in EACH)],
    "changed after": [
        ("True", step) for step in (*EACH, *ALL, *EACH, *(step.replace("(1)", "(1.5)") for step in EACH))
    ],
    "changed between a kernel and one that it calls": [
        ("True", step)
        for step in ("said.append(deep(-1))", *ALL, *EACH, "said.append(deep(1.5))", "said.append(number(True))")
    ],
    "called by another one before": [
        ("n <= 4", "said.append(number(1))"),
        ("n <= 4", "said.append(builtin(1.5))"),
        *(("True", step) for step in (*ALL, "said.append(deep(1))", "said.append(deep(1.5))", *EACH)),
    ],
}

USUAL = "changed between a kernel and one that it calls"  # which changes all before its last calls too


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(steps, id=name, marks=[pytest.mark.nightly(sample=1)] * (name != USUAL))
        for name, steps in PROGRAMS.items()
    ],
)
def test_a_kernel_sees_what_it_sees_bare(write: Write, tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    sees_what_it_sees_bare(program(steps), write, tmp_path)


# numba goes on to use what it has compiled of a kernel, whatever that reads by now, and for arguments of other types.
OUTDATED = {
    "a kernel that was compiled before": """
N = 1
def make():
    @njit
    def inner(x):
        return x + N
    return inner
one, two = make(), make()
@njit
def caller(x):
    return one(x)
def solve(algorithm, n, p, grid):
    global N
    said = [one(1)] if n <= 4 else []
    N = 8
    return [*said, two(1), caller(1)]
""",
    "a kernel that was compiled at the import": """
START = N = time.time()
@njit("float64(int64)")
def inner(x):
    return x + N
@njit
def caller(x):
    return inner(x)
def solve(algorithm, n, p, grid):
    global N
    N = 8.0
    return caller(1) == 1 + START
""",
    "a kernel for other types": """
@njit
def third(x):
    return x / 3
def solve(algorithm, n, p, grid):
    return [third(1), third(1.0)] if n <= 4 else [third(np.float32(1)), third(1), third(1.0)]
""",
}


@pytest.mark.parametrize("source", OUTDATED.values(), ids=OUTDATED)
def test_a_kernel_calls_what_it_calls_bare(write: Write, tmp_path: Path, source: str) -> None:
    sees_what_it_sees_bare(source, write, tmp_path)


# --- loads ------------------------------------------------------------------------------------------------------------
TRAPS = """
from collections import namedtuple
from numba.experimental import jitclass

NOW = time.time()
N = 0
TABLE = np.arange(5)

class Trap(type):
    def __getattr__(cls, name):
        print("Trap.__getattr__")
        raise AttributeError(name)
    def __instancecheck__(cls, one):
        print("Trap.__instancecheck__")
        return False
    def __eq__(cls, other):
        print("Trap.__eq__")
        return cls is other
    def __hash__(cls):
        print("Trap.__hash__")
        return 1

class Trapped(metaclass=Trap):
    def __getattr__(self, name):
        print("Trapped.__getattr__")
        raise AttributeError(name)
    def __eq__(self, other):
        print("Trapped.__eq__")
        return self is other
    def __hash__(self):
        print("Trapped.__hash__")
        return 1
    def __repr__(self):
        print("Trapped.__repr__")
        return "trapped"

class Pair(namedtuple("Pair", "x y")):
    def __iter__(self):
        print("Pair.__iter__")
        return tuple.__iter__(self)
    def __len__(self):
        print("Pair.__len__")
        return tuple.__len__(self)
    def __eq__(self, other):
        print("Pair.__eq__")
        return tuple.__eq__(self, other)
    def __hash__(self):
        print("Pair.__hash__")
        return tuple.__hash__(self)

TRAPPED = Trapped()
PAIR = Pair(1, 2)

@njit
def kept(x):
    print("kept")
    return x + TABLE[1] + PAIR.y

@njit
def differs(x):
    print("differs")
    return x + NOW

@njit
def late(x):
    print("late")
    return x + N

@njit
def unkept(x):
    print("unkept")
    with numba.objmode(y="int64"):
        y = plain()
    return x + y

@njit("int64(int64)")
def eager(x):
    print("eager")
    return x

@njit
def recursive(b, r):
    print("recursive")
    return r if r == 3 else recursive(b, r + 1)

@njit
def never(x):
    return TRAPPED if x else Trapped

def make(step):
    print("make")
    @njit
    def inner(x):
        print("inner")
        return x + step
    return inner

inner = make(3)

@jitclass([("value", numba.int64)])
class Counter:
    def __init__(self, value):
        print("Counter.__init__")
        self.value = value
    def add(self, more):
        print("Counter.add")
        return self.value + more

@numba.vectorize
def ufunc(a):
    return a + 1

def plain():
    print("plain")
    return 5

def solve(algorithm, n, p, grid):
    global N
    print("solve")
    N = 4
    Counter(3).add(4)
    ufunc(grid)
    return [int(one(1)) for one in (kept, differs, late, unkept, eager, inner)] + [recursive(grid, 0)]
"""
CALLED = {"kept", "differs", "late", "unkept", "eager", "recursive", "inner", "plain", "solve"}


def printed(path: Path, know: Callable[[], kernels.Recording | kernels.Loading]) -> tuple[str, str]:
    """What a file prints between its import and the call of `solve`, and in all from there on."""
    log = path.with_name("log")

    def text() -> str:
        sys.stdout.flush()
        ctypes.CDLL(None).fflush(None)
        return log.read_text()

    class Known:
        def __init__(self) -> None:
            self.known = know()

        def after_import(self, code: CodeType) -> None:
            text()
            os.ftruncate(1, 0)
            self.known.after_import(code)

    def work() -> tuple[str, str]:
        os.dup2(os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND), 1)
        sys.stdout = os.fdopen(1, "w")
        solve = attempt._import(str(path), Known())  # type: ignore[arg-type]
        before = text()
        solve(*forked.BOARD)
        return before, text()

    return forked.called(work)


def test_a_load_calls_no_function_of_the_file(write: Write, tmp_path: Path) -> None:
    path, kept = write(TRAPS), tmp_path / "kept"
    with kept.open("wb", buffering=0) as file:
        recorded = printed(path, lambda: kernels.Recording(file))
    loaded = printed(path, lambda: kernels.Loading(str(kept), lambda *_: None))
    fresh = printed(path, lambda: kernels.Loading(str(kept), lambda *_: None, fresh=True))
    assert (recorded[0], loaded[0]) == ("", "")
    assert set(fresh[0].split()) <= {"Pair.__iter__"}  # by numba, as it compiles
    assert all(set(everything.split()) >= CALLED for _, everything in (recorded, loaded, fresh))


# --- coins ------------------------------------------------------------------------------------------------------------
COINS = """
AT_IMPORT = np.random.random(), random.random()

@njit
def draw():
    return np.random.random(), np.random.randint(1 << 62)

@njit
def read():
    return AT_IMPORT

def solve(algorithm, n, p, grid):
    assert read() == AT_IMPORT
    return [*AT_IMPORT, np.random.random(), random.random(), *draw()]
"""


def are_all_new(outcomes: list[str]) -> bool:
    draws = [json.loads(outcome) for outcome in outcomes]
    return all(len(set(column)) == len(draws) for column in zip(*draws, strict=True))


def test_a_coin_is_tossed_anew_each_time(write: Write, tmp_path: Path) -> None:
    path, kept = write(COINS), tmp_path / "kept"
    first = forked.prepare(path, kept).outcome
    assert are_all_new([first, *(forked.bare(path).outcome for _ in range(2))])
    assert are_all_new([first, *(forked.attempt(path, kept).outcome for _ in range(8))])


@pytest.mark.slow
def test_a_coin_is_tossed_anew_in_each_box(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = HEAD + COINS.replace("    return [", "    raise ValueError([").replace("draw()]", "draw()])")
    problem = problem_of()
    ready = FUNCTION.prepare(sandbox, submission(source), problem)
    assert not isinstance(ready, Finding)
    raised = [tried(sandbox, ready, problem, problem.cases[0]) for _ in range(8)]
    findings = [run.finding.message.partition("ValueError: ")[2] for run in raised if run.finding]
    assert len(findings) == 8
    assert are_all_new(findings)


# --- notes ------------------------------------------------------------------------------------------------------------
NOTES = """
N = 0
NOW = time.time()
TABLE = np.zeros(4, np.int64)
LIVE = np.zeros(200_000)

def make(step):
    @njit
    def inner(x):
        return x + step
    def put(value):
        nonlocal step
        step = value
    return inner, put

inner, put = make(1)

@njit
def of_global(x):
    return x + N

@njit
def of_caller(x):
    return of_global(x) + 1

@njit
def of_table(x):
    return x + TABLE[1]

@njit
def of_clock(x):
    return x + NOW

@njit
def of_live(x):
    return x + LIVE[1]

@njit
def of_python(x):
    with numba.objmode(y="int64"):
        y = len("text")
    return x + y

@njit
def of_nothing(x):
    return x + 1

def solve(algorithm, n, p, grid):
    global N
    N = n
    TABLE[1] = n
    put(n)
    kernels = inner, of_caller, of_global, of_table, of_clock, of_live, of_python, of_nothing
    return [int(one(1)) for one in kernels]
"""


def test_a_kernel_that_is_not_kept_is_told_with_what_it_reads(write: Write, tmp_path: Path) -> None:
    path, kept = write(NOTES), tmp_path / "kept"
    forked.prepare(path, kept)
    run = forked.attempt(path, kept)
    told = {(kind, kernel.rpartition(".")[2], what.partition(",")[0]) for kind, kernel, what in run.notes}
    assert told == {
        ("late", "inner", "step"),
        ("late", "of_caller", "N"),
        ("late", "of_global", "N"),
        ("late", "of_table", "TABLE"),
        ("differs", "of_clock", "NOW"),
        ("unkept", "of_live", "LIVE"),
        ("unkept", "of_python", "Python objects"),
    }
    late = [kernel for kind, kernel, _ in told if kind == "late"]
    others = [kernel for kind, kernel, _ in told if kind != "late"]
    assert (run.in_load, run.compiled) == (len(others) + 1, len(late))  # and the block of of_python


# --- their file -------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def recorded(forks: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "mine.py"
    path.write_text(HEAD + NOTES)
    forked.prepare(path, path.with_name("kept"))
    return path.with_name("kept")


@given(CHANGES)
@settings(max_examples=100, deadline=None)
def test_what_is_read_of_a_file_was_written(recorded: Path, made: list[Change]) -> None:
    def read(data: bytes) -> list[tuple[bytes, bytes]]:
        path = recorded.with_name("read")
        path.write_bytes(data)
        return list(kernels._frames(str(path)))

    data = recorded.read_bytes()
    written = read(data)
    assert len(written) >= 3
    assert all(record in written for record in read(damaged(data, made)))
