"""Which values leave a box as an answer, and as which."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.encode import encode
from judge.sandbox.inside.heap import Heap
from judge.sandbox.protocol import Room

CELLS = np.array([[0, 1, 2], [3, 4, 5]], np.int8)
SHAPE = protocol.SHAPE.pack(2, 3)
ALL = bytes(range(6))


def frame(value: Any) -> bytes:
    return b"".join(map(bytes, encode(value, Desk(Room(), -1, Heap()))))


def test_answers_as_they_should_be() -> None:
    assert frame(None) == protocol.FAIL
    assert frame(92) == protocol.COUNT + b"92"
    assert frame(CELLS) == frame(np.asfortranarray(CELLS)) == protocol.ARRAY + SHAPE + ALL


@pytest.mark.parametrize("dtype", ["int64", "int16", "uint8", "uint64", "float64", "float32", "float16"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_of_another_type_is_converted(dtype: str, order: Any) -> None:
    sent = frame(CELLS.astype(dtype, order=order))
    assert sent == protocol.CONVERTED + dtype.encode().ljust(16) + protocol.ARRAY + SHAPE + ALL


def test_true_and_false_are_one_and_zero() -> None:
    assert frame(CELLS > 2).endswith(protocol.ARRAY + SHAPE + bytes([0, 0, 0, 1, 1, 1]))
    assert frame(np.zeros((0, 3))).endswith(protocol.ARRAY + protocol.SHAPE.pack(0, 3))


@pytest.mark.parametrize("number", [np.int64(92), np.uint8(92), np.int8(92)])
def test_a_number_of_numpys_is_converted(number: Any) -> None:
    assert frame(number) == protocol.CONVERTED + str(number.dtype).encode().ljust(16) + protocol.COUNT + b"92"


class Mine(np.ndarray[Any, Any]):
    pass


@pytest.mark.parametrize(
    "value",
    [
        CELLS + np.int64(256),
        CELLS - np.int64(200),
        CELLS + 0.5,
        np.full((2, 3), np.nan),
        np.full((2, 3), np.inf),
        np.full((2, 3), 1e300),
        np.full((2, 3), (1 << 64) - 1, np.uint64),
        CELLS.astype(complex),
        CELLS.astype(object),
        CELLS.astype(str),
        CELLS.astype("datetime64[s]"),
        CELLS.view(Mine),
        CELLS.reshape(-1),
        CELLS.reshape(1, 2, 3).astype(float),
        np.float64(3),
        np.bool_(True),
        True,
        1.0,
        "FAIL",
        [[0]],
        1 << 2000,
    ],
    ids=str,
)
def test_nothing_else_is_guessed_at(value: Any) -> None:
    assert frame(value).startswith(protocol.STRANGE)
