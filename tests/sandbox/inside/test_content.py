"""The content of a kernel: the same in every process, and another one for each value that is another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections import namedtuple
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.sandbox.inside import content, guards, own
from tests.sandbox.inside import forked

TABLE = tomllib.loads(Path(__file__).with_name("content.toml").read_text())
SOURCE, CHANGES, SAME = TABLE["kernel"], TABLE["changes"], TABLE["same"]


pytestmark = pytest.mark.usefixtures("forks")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of every submission: it is a part of the digest."""
    return tmp_path_factory.mktemp("content") / "mine.py"


@pytest.fixture(scope="module")
def digests(path: Path) -> dict[str, str]:
    """The digest of the kernel with each change; that of none is the one as it is."""
    changes = {"": ("", ""), **CHANGES, **SAME}
    assert [SOURCE.count(old) for old, _ in changes.values()][1:] == [1] * (len(changes) - 1)
    told = forked.contents(path, [SOURCE.replace(*change) for change in changes.values()])
    assert [why for _, why in told if why] == []
    return dict(zip(changes, (digest for digest, _ in told), strict=True))


def test_a_change_of_one_value_changes_the_digest_and_what_decides_nothing_leaves_it(digests: dict[str, str]) -> None:
    for change in CHANGES:
        assert [name for name, digest in digests.items() if digest == digests[change]] == [change]
    assert {name for name, digest in digests.items() if digest == digests[""]} == {"", *SAME}


@pytest.mark.slow
def test_another_process_finds_the_same_digest(path: Path) -> None:
    """Sets of texts have another order in each, and objects other places. Numba's settings are a part of it, so none of
    them is the one of the tests, where others have changed things."""
    path.write_text(SOURCE)
    command = [sys.executable, "-c", TABLE["other_process"], str(path)]
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
VALUES = st.recursive(
    NUMBERS | ARRAYS | ARRAYS.map(lambda one: one.flat[3]),
    lambda some: st.lists(some, max_size=3).map(tuple),
    max_leaves=5,
)
SIMILAR = st.recursive(
    st.sampled_from([None, False, True, 0, 1, 0.0, -0.0, 1.0, 0j, complex(0, -0.0), "", "0", b"", b"0", float("nan")])
    | st.sampled_from([np.int8(0), np.int64(0), np.zeros(1), np.zeros((1, 1)), np.zeros(1, "i8"), np.zeros(8, "i1")]),
    lambda some: st.lists(some, max_size=2).map(tuple),
    max_leaves=3,
)


def told(value: Any) -> content.Content:
    """What is told of a kernel that returns a global."""
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
@settings(deadline=None, max_examples=300)
def test_two_values_have_one_digest_if_they_are_one_value(one: Any, two: Any) -> None:
    assert (told(one).digest == told(two).digest) == (written(one) == written(two))


def arrays_in(value: Any) -> list[Any]:
    """The arrays of a value, and of tuples in it."""
    if isinstance(value, tuple):
        return [array for one in value for array in arrays_in(one)]
    return [value] if isinstance(value, np.ndarray) else []


@given(VALUES)
@settings(deadline=None, max_examples=120)
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
    array = np.zeros((guards.LIVE_BYTES, 2), np.int8)
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


@pytest.mark.parametrize("value", TABLE["untold"].values(), ids=TABLE["untold"])
def test_what_differs_in_another_process_has_no_digest(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setattr(own, "file", [__name__])  # what lies in the file of the submission is such a thing too
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
