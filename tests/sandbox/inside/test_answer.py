"""Which values leave a box as an answer, and as which; what is said of the others."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.sandbox import protocol
from judge.sandbox.inside.answer import encode
from judge.sandbox.inside.desk import Desk
from judge.sandbox.protocol import Room, Strange

CELLS = np.array([[0, 1, 2], [3, 4, 5]], np.int8)
SHAPE = protocol.SHAPE.pack(2, 3)
ALL = bytes(range(6))


def frame(value: Any, typed: str = "int8") -> bytes:
    return b"".join(map(bytes, encode(value, Desk(Room()), typed=typed)))


def values(cells: np.ndarray[Any, Any]) -> bytes:
    lengths = b"".join(map(protocol.LENGTH.pack, cells.shape))
    return protocol.VALUE + protocol.AXES.pack(cells.ndim) + lengths + cells.tobytes()


def converted(was: str, inner: bytes) -> bytes:
    return protocol.CONVERTED + was.encode().ljust(protocol.TYPE_NAME) + inner


def strange(value: Any, typed: str = "int8") -> Strange:
    sent = frame(value, typed)
    assert sent[:1] == protocol.STRANGE, sent
    return msgspec.json.decode(sent[1:], type=Strange)


def test_answers_as_they_should_be() -> None:
    assert frame(None) == protocol.FAIL
    assert frame(92) == protocol.COUNT + b"92"
    assert frame(CELLS) == frame(np.asfortranarray(CELLS)) == protocol.ARRAY + SHAPE + ALL
    assert frame(True, "bool") == frame(np.bool_(True), "bool") == protocol.VALUE + b"\0\1"


class Mine(np.ndarray[Any, Any]):
    def __array_finalize__(self, _: object) -> None:
        self.flags.writeable = False

    def __eq__(self, _: object) -> Any:
        raise AssertionError("nothing of the submission's is asked")

    __hash__ = None


class Count(int):
    def __index__(self) -> int:
        return 7

    __int__ = __index__


# In any other form each is judged by tests/executors/test_taken.py.
CONVERTED: list[tuple[Any, str, bytes]] = [
    (np.asfortranarray(CELLS, ">i4"), "ndarray >i4", values(CELLS)),
    (CELLS.astype(np.longdouble), f"ndarray {np.dtype(np.longdouble)}", values(CELLS)),
    (deque(CELLS), "deque", values(CELLS)),
    (CELLS.view(Mine), "Mine int8", values(CELLS)),
    (np.float32(92), "float32 float32", protocol.COUNT + b"92"),
    (np.array(92.0), "ndarray float64", protocol.COUNT + b"92"),
    (Count(92), "Count", protocol.COUNT + b"92"),
]


@pytest.mark.parametrize(("value", "was", "inner"), CONVERTED, ids=[was for _, was, _ in CONVERTED])
def test_what_is_converted_says_what_it_was(value: Any, was: str, inner: bytes) -> None:
    assert frame(value) == converted(was, inner)


def solve() -> Any:
    yield CELLS


@pytest.mark.parametrize(
    ("value", "facts"),
    [
        (CELLS + np.int64(256), {"cell": (0, 0), "value": "256", "shape": (2, 3), "dtype": "int64"}),
        (CELLS.astype(np.int64) - [[0, 0, 0], [0, 0, 200]], {"cell": (1, 2), "value": "-195"}),
        (CELLS + 0.5, {"cell": (0, 0), "value": "0.5"}),
        (np.full((2, 3), np.nan), {"value": "nan"}),
        (np.full((2, 3), np.inf), {"value": "inf", "values": {"inf": 6}}),
        (np.full((2, 3), 1e300), {"value": "1e+300"}),
        (np.full((2, 3), (1 << 64) - 1, np.uint64), {"value": "18446744073709551615"}),
        ([[0, 1], [0, None]], {"cell": (1, 1), "value": "None", "kind": "list"}),
        ([[0, 1 << 200]], {"cell": (0, 1), "value": "an int of 201 bits"}),
        (CELLS.astype(complex), {"dtype": "complex128", "cell": (0, 0)}),
        ([[0, 1], [0], [0, 1]], {"uneven": (2, 1, 1)}),
        (np.bool_(True), {"value": "True"}),
        ("\udcff", {"value": "'\\udcff'"}),
        ({}.values(), {"role": "iterator"}),
        (solve(), {"role": "yield"}),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, dict) else type(value).__name__,
)
def test_nothing_else_is_guessed_at(value: Any, facts: dict[str, Any]) -> None:
    said = strange(value)
    assert {name: getattr(said, name) for name in facts} == facts
    assert len(frame(value)) < protocol.TEXT_LIMIT


@pytest.mark.parametrize("typed", ["int", "bool"])
def test_where_a_number_is_asked_for_an_array_is_told(typed: str) -> None:
    assert strange(CELLS.tolist(), typed).shape == (2, 3)
    assert frame(CELLS, typed)[:1] == protocol.ARRAY, "it is the one fast way, and the judge knows what is asked for"
