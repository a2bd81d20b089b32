"""The content of a kernel: the same in every process, and another one for each value that is another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import namedtuple
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.sandbox.inside import attempt, content, numba_hooks
from tests.conftest import there
from tests.sandbox.inside import forked

SOURCE = """
import enum, math, os
from collections import namedtuple

import numba
import numpy as np
from numba import njit
from numba.extending import register_jitable

N = 3
TRUE = 1
ZERO = 0.0
MISSING = float("nan")
TEXT = "text"
BYTES = b"bytes"
COMPLEX = 1 + 2j
NONE = None
TUPLE = (1, 2.5, ("a",))
SCALAR = np.int64(4)
DTYPE = np.dtype(np.int32)
TYPE = numba.int64
RECORDS = np.zeros(2, np.dtype([("row", "i4"), ("column", "i8")], align=False))
TABLE = np.arange(6, dtype=np.int64).reshape(2, 3)
RECORD = np.zeros(1, [("row", "i8")])[0]
RECORD["row"] = 20
FIXED = np.arange(3)
FIXED.flags.writeable = True
Point = namedtuple("Point", "x y", defaults=[1, 2])
POINT = Point(3, 4)
function = np.sin

class Mode(enum.IntEnum):
    FIRST = 1
    SECOND = 2

class StopError(Exception):
    pass

def make(step):
    @njit
    def inner(x):
        return x + step
    return inner

inner = make(50)
math.own = 1.25
math.own_moves = (8, 9)
math.own_table = np.full(3, 16)

@njit
def own_step(x):
    return x + 17

math.own_step = own_step

@register_jitable
def helper(x):
    return x + 60

def use(x):
    return x

@njit
def callee(x):
    return helper(x) + 11

@njit
def listed(x):
    return x

@njit(fastmath={"nnan", "nsz", "ninf"}, locals={"y": numba.int64}, cache=False)
def kernel(x, d=70, *, w=80):
    y = x + 13
    if y in {"one", "two", "three", "four"} or y in (5, (6, 7)):
        raise StopError("no")
    z = [N, TRUE, ZERO, MISSING, TEXT, BYTES, COMPLEX, NONE, TUPLE, SCALAR, DTYPE, TYPE, RECORDS, TABLE, FIXED, RECORD]
    z = z, math.own_moves, math.own_table, math.own_step(x)
    w = (lambda a: a + 90)(x)
    return Point(x, y), POINT, Mode.FIRST, inner(x), math.own, callee(x), listed(x), function(x), z, w

def solve(*_):
    return None
"""
CHANGES = {
    "a constant": ("x + 13", "x + 14"),
    "the type of a constant": ("x + 13", "x + 13.0"),
    "a text of a set": ('"three", "four"}', '"three", "five"}'),
    "a tuple within a constant": ("(5, (6, 7))", "(5, (6, 8))"),
    "the type of one within a constant": ("(5, (6, 7))", "(5, (6, True))"),
    "a constant of a lambda": ("a + 90", "a + 91"),
    "the operation": ("x + 13", "x - 13"),
    "a global": ("N = 3", "N = 4"),
    "a float": ("ZERO = 0.0", "ZERO = 5e-324"),
    "a text": ('TEXT = "text"', 'TEXT = "texts"'),
    "bytes": ('b"bytes"', 'b"bites"'),
    "a tuple": ('("a",))', '("b",))'),
    "a scalar": ("np.int64(4)", "np.int64(5)"),
    "a dtype": ("np.dtype(np.int32)", "np.dtype(np.int64)"),
    "a type of numba's": ("TYPE = numba.int64", "TYPE = numba.int32"),
    "where a field lies": ("align=False", "align=True"),
    "the name of a field": ('("column", "i8")', '("columns", "i8")'),
    "an element": ("arange(6, dtype=np.int64)", "arange(1, 7, dtype=np.int64)"),
    "the strides of an array": ("reshape(2, 3)", 'reshape(2, 3, order="F").copy("F")'),
    "whether it may be written": ("writeable = True", "writeable = False"),
    "the default of a named tuple": ("defaults=[1, 2]", "defaults=[1, 3]"),
    "the names of a named tuple": ('"x y"', '"x z"'),
    "a field of a named tuple": ("POINT = Point(3, 4)", "POINT = Point(3, 5)"),
    "a member": ("SECOND = 2", "SECOND = 3"),
    "which member": ("Mode.FIRST", "Mode.SECOND"),
    "an exception": ('StopError("no")', 'ValueError("no")'),
    "the text of an exception": ('StopError("no")', 'StopError("yes")'),
    "a cell": ("make(50)", "make(51)"),
    "a constant of a module": ("math.own = 1.25", "math.own = 1.5"),
    "a tuple of a module": ("(8, 9)", "(8, 10)"),
    "an array of a module": ("np.full(3, 16)", "np.full(3, 17)"),
    "a kernel of a module": ("x + 17", "x + 18"),
    "a field of a record": ('["row"] = 20', '["row"] = 21'),
    "a plain function": ("x + 60", "x + 61"),
    "a callee": ("helper(x) + 11", "helper(x) + 12"),
    "a function of a library": ("function = np.sin", "function = np.cos"),
    "the signature of a callee": ("@njit\ndef listed", '@njit("int64(int64)")\ndef listed'),
    "the signatures of a callee": ("@njit\ndef listed", '@njit(["int64(int64)", "int32(int32)"])\ndef listed'),
    "a default": ("d=70", "d=71"),
    "a default by keyword": ("w=80", "w=81"),
    "an option": ('fastmath={"nnan", "nsz", "ninf"}', 'fastmath={"nnan", "nsz"}'),
    "another option": ("cache=False", "cache=False, boundscheck=True"),
    "an option of a callee": ("@njit\ndef callee", "@njit(error_model='numpy')\ndef callee"),
    "the type of a variable": ('{"y": numba.int64}', '{"y": numba.int32}'),
    "a setting": ("import enum", "import os\nos.environ['NUMBA_LOOP_VECTORIZE'] = '0'\nimport enum"),
    "the line": ("N = 3", "N = 3\n"),
}
SAME = {
    "what it does not read": ("def use(x):\n    return x\n", "def use(x):\n    return 2\n"),
    "where numba keeps kernels": ("import enum", "import os; os.environ['NUMBA_CACHE_DIR'] = '/nowhere'; import enum"),
    "what a set is written like": ('{"one", "two", "three", "four"}', '{"four", "three", "two", "one"}'),
    "an option that is written like another": ('{"nnan", "nsz", "ninf"}', '{"ninf", "nsz", "nnan"}'),
}
OTHER_PROCESS = """
import json, sys
from pathlib import Path
from tests.sandbox.inside import forked, test_content
forked.set_up()
json.dump(test_content.told_of(Path(sys.argv[1]), [test_content.SOURCE]), sys.stdout)
"""


pytestmark = pytest.mark.usefixtures("forks")


def told_of(path: Path, sources: Sequence[str]) -> list[tuple[str, str]]:
    """The digest of `kernel` in each of these files, or why there is none. All have one path, which is a part of it."""

    def work() -> list[tuple[str, str]]:
        known = forked.Numbered()
        return [told_of_one(source, known) for source in sources]

    def told_of_one(source: str, known: forked.Numbered) -> tuple[str, str]:
        with pytest.MonkeyPatch.context() as environment:
            environment.setattr(os, "environ", os.environ.copy())
            path.write_text(source)
            attempt._import(str(path), known)  # type: ignore[arg-type]
            numba_hooks.read_environment()
            kernel = sys.modules[path.stem].kernel
            found = content.content_of(kernel)
            return known.digest([found], there(known.place(kernel))), found.why

    return forked.called(work)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of every submission: it is a part of the digest."""
    return tmp_path_factory.mktemp("content") / "mine.py"


@pytest.fixture(scope="module")
def digests(path: Path) -> dict[str, str]:
    """The digest of the kernel with each change; that of none is the one as it is."""
    changes = {"": ("", ""), **CHANGES, **SAME}
    assert [SOURCE.count(old) for old, _ in changes.values()][1:] == [1] * (len(changes) - 1)
    told = told_of(path, [SOURCE.replace(*change) for change in changes.values()])
    assert [why for _, why in told if why] == []
    return dict(zip(changes, (digest for digest, _ in told), strict=True))


def test_a_change_of_one_value_changes_the_digest_and_what_decides_nothing_leaves_it(digests: dict[str, str]) -> None:
    for change in CHANGES:
        assert [name for name, digest in digests.items() if digest == digests[change]] == [change]
    assert {name for name, digest in digests.items() if digest == digests[""]} == {"", *SAME}


def test_another_process_finds_the_same_digest(path: Path) -> None:
    """Sets of texts have another order in each, and objects other places. Numba's settings are a part of it, so none of
    them is the one of the tests, where others have changed things."""
    path.write_text(SOURCE)
    command = [sys.executable, "-c", OTHER_PROCESS, str(path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = [
        subprocess.run(command, env={**environment, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("5", "6")
    ]
    [[digest, why]] = json.loads(told[0])
    assert json.loads(told[1]) == [[digest, why]]
    assert (digest != "", why) == (True, "")


# --- any value --------------------------------------------------------------------------------------------------------
NUMBERS = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
DTYPES = st.sampled_from(["?", "i1", "u1", "i4", "i8", "f4", "f8", "c16", "U2", "S2", "M8[s]"])
ARRAYS = st.builds(
    lambda dtype, shape, order, start: (np.arange(start, start + 12) % 7).astype(dtype).reshape(shape, order=order),
    DTYPES,
    st.sampled_from([(12,), (3, 4), (4, 3), (2, 2, 3)]),
    st.sampled_from("CF"),
    st.integers(0, 3),
)
VALUES = st.recursive(NUMBERS | ARRAYS | ARRAYS.map(lambda one: one.flat[3]), lambda some: st.lists(some).map(tuple))
SIMILAR = st.recursive(
    st.sampled_from([None, False, True, 0, 1, 0.0, -0.0, 1.0, 0j, complex(0, -0.0), "", "0", b"", b"0", float("nan")])
    | st.sampled_from([np.int8(0), np.int64(0), np.zeros(1), np.zeros((1, 1)), np.zeros(1, "i8"), np.zeros(8, "i1")]),
    lambda some: st.lists(some, max_size=2).map(tuple),
    max_leaves=3,
)


def told(value: Any) -> content.Content:
    """What is told of a kernel that returns a global."""
    import numba

    space = {"__name__": "mine", "VALUE": value}
    exec("def kernel():\n    return VALUE\n", space)
    return content.content_of(numba.njit(space["kernel"]))


def written(value: Any) -> Any:
    """All of a value, as a text, by other means than the content has."""
    match value:
        case tuple():
            return tuple(map(written, value))
        case np.ndarray():
            return "array", value.dtype.str, value.shape, value.strides, value.tolist().__repr__()
        case np.generic():
            return "scalar", value.dtype.str, value.tobytes()
        case float() | complex():
            return type(value).__name__, repr(value)
    return type(value).__name__, value


@given(SIMILAR, SIMILAR)
@settings(deadline=None, max_examples=500)
def test_two_values_have_one_digest_if_they_are_one_value(one: Any, two: Any) -> None:
    assert (told(one).digest == told(two).digest) == (written(one) == written(two))


def arrays_in(value: Any) -> list[Any]:
    """The arrays of a value, and of tuples in it."""
    if isinstance(value, tuple):
        return [array for one in value for array in arrays_in(one)]
    return [value] if isinstance(value, np.ndarray) else []


@given(VALUES)
@settings(deadline=None, max_examples=500)
def test_a_value_is_as_it_was_until_it_changes(value: Any) -> None:
    found = told(value)
    assert found.digest
    assert found.holds()
    changed = False
    for array in arrays_in(value):
        if array.dtype.kind not in "USM":
            array.flat[5] = not array.flat[5]
            changed = True
    assert found.holds() is not changed
    assert not changed or found.changed() == "VALUE"


@pytest.mark.parametrize(
    "change",
    [
        lambda array: array.__setitem__((1, 1), 9),
        lambda array: setattr(array, "shape", (3, 2)),
        lambda array: setattr(array, "dtype", np.uint64),
        lambda array: array.setflags(write=False),
        lambda array: array.resize(3, 3, refcheck=False),
        lambda array: array.sort(axis=0),
    ],
    ids=["a cell", "its shape", "its dtype", "its flags", "its size", "its order"],
)
def test_an_array_that_changes_where_it_lies_is_seen(change: Any) -> None:
    array = np.array([[5, 4, 3], [2, 1, 0]])
    found = told(array)
    assert found.holds()
    change(array)
    assert (found.holds(), found.changed()) == (False, "VALUE")


def test_an_array_of_another_class_in_its_place_is_seen() -> None:
    array = np.zeros((2, 2))
    found = told(array)
    [space] = [guard.place for guard in found.guards if guard.name == "VALUE"]
    space["VALUE"] = array.copy()
    assert found.holds()
    space["VALUE"] = array.view(np.matrix)
    assert not found.holds()


def test_a_large_array_is_seen_by_its_place_alone() -> None:
    array = np.zeros((content.LIVE_BYTES, 2), np.int8)
    found = told(array)
    array[5] = 1
    assert found.holds()
    array.resize(5, 5, refcheck=False)
    assert not found.holds()


# --- what can't be told -----------------------------------------------------------------------------------------------
class Own:
    pass


def local() -> type[Exception]:
    class StopError(Exception):
        pass

    return StopError


def local_tuple() -> type[tuple[int, int]]:
    return namedtuple("Pair", "x y")


UNTOLD = {
    "object": "object()",
    "list": "[1, 2]",
    "dict": "{}",
    "generator": "(a for a in range(3))",
    "objects": "np.array([None])",
    "own": "Own()",
    "local": "local()",
    "local tuple": "local_tuple()(1, 2)",
    "bound": "[].append",
    "draw": "np.random.default_rng(5).random",
    "state": "np.random.RandomState(5).random",
    "large": "np.zeros(300_000)",
    "strided": "np.arange(12)[::2]",
    "ufunc": "numba.vectorize(lambda a: a)",
    "callback": 'numba.cfunc("int64(int64)")(lambda a: a)',
}


@pytest.mark.parametrize("value", UNTOLD.values(), ids=UNTOLD)
def test_what_means_something_else_in_another_process_has_no_digest(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setattr(content, "_own", [__name__])  # what lies in the file of the submission is such a thing too
    found = told(eval(value))
    assert found.digest == ""
    assert found.why.startswith("VALUE, ")


def test_a_kernel_that_is_compiled_before_its_name_is_there_reads_itself() -> None:
    """As `@njit("int64(int64)")` does it: numba takes the name for the kernel. Another value there is another one."""
    space: dict[str, Any] = {}
    exec("def down(n):\n    return 0 if n == 0 else down(n - 1)\n", space)
    kernel = numba.njit(space.pop("down"))
    before = content.content_of(kernel)
    space["down"] = kernel
    assert before.holds()
    assert content.content_of(kernel).digest == before.digest != ""
    space["down"] = abs
    assert not before.holds()
