"""Kernels that are kept: nothing of a submission runs before its case, and what is not kept is told."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given, settings

from judge.sandbox.inside import attempt, kernels
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, Write
from tests.sandbox.test_kernels_file import CHANGES, Change, damaged

pytestmark = pytest.mark.usefixtures("forks")


# --- loads ------------------------------------------------------------------------------------------------------------
TRAPS = """
import operator
from collections import namedtuple
from numba.experimental import jitclass

NOW = time.time()
N = 0
TABLE = np.arange(5)

def loud(name, act):
    def method(*args):
        print(name)
        return act(*args)
    return method

class Trap(type):
    __getattr__ = loud("Trap.__getattr__", object.__getattribute__)
    __instancecheck__ = loud("Trap.__instancecheck__", lambda *_: False)
    __eq__ = loud("Trap.__eq__", operator.is_)
    __hash__ = loud("Trap.__hash__", id)

class Trapped(metaclass=Trap):
    __getattr__ = loud("Trapped.__getattr__", object.__getattribute__)
    __eq__ = loud("Trapped.__eq__", operator.is_)
    __hash__ = loud("Trapped.__hash__", id)
    __repr__ = loud("Trapped.__repr__", lambda _: "trapped")

class Pair(namedtuple("Pair", "x y")):
    __iter__, __len__, __eq__, __hash__ = (
        loud(f"Pair.{name}", getattr(tuple, name)) for name in ("__iter__", "__len__", "__eq__", "__hash__")
    )

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
            self.before_import = self.known.before_import

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

@njit
def of_itself(b, r):
    return r if r == 3 else of_itself(b, r + 1)

@njit
def of_literal(b):
    return of_itself(b, 0)

def solve(algorithm, n, p, grid):
    global N
    N = n
    TABLE[1] = n
    put(n)
    kernels = inner, of_caller, of_global, of_table, of_clock, of_live, of_python, of_nothing
    return [int(one(1)) for one in kernels] + [of_literal(grid)]
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
    assert run.outcome.endswith(", 3]"), "a recursion, by a literal first, is loaded and linked"


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
