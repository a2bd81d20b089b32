"""Frames of answers, honest and hostile: an answer, a warning, or a finding, and never an exception."""

from __future__ import annotations

import numpy as np
import pytest

from judge.executors.returned import read_returned, shape_of
from judge.model import Answer, Finding
from judge.sandbox import protocol
from tests.boxed import problem_of

CELLS = bytes(range(6))
ARRAY = protocol.ARRAY + protocol.SHAPE.pack(2, 3) + CELLS
INT64 = protocol.CONVERTED + b"int64".ljust(protocol.TYPE_NAME)


def test_an_array_is_read() -> None:
    answer = read_returned(ARRAY, problem_of())
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert np.array_equal(answer.board, [[0, 1, 2], [3, 4, 5]])
    assert answer.warnings == ()


@pytest.mark.parametrize(("inner", "said"), [(ARRAY, "int8"), (protocol.COUNT + b"-12", "int")])
def test_another_type_is_taken_with_a_warning(inner: bytes, said: str) -> None:
    answer = read_returned(INT64 + inner, problem_of())
    assert isinstance(answer, Answer)
    [notice] = answer.warnings
    assert notice.code == "W115"
    assert notice.message == f"solve returned int64; it was read as {said}, as every value fits"


@pytest.mark.parametrize("inner", [ARRAY, protocol.COUNT + b"12"])
def test_another_type_is_refused_where_the_problem_is_strict(inner: bytes) -> None:
    refused = read_returned(INT64 + inner, problem_of(strict=True))
    assert isinstance(refused, Finding)
    assert refused.code == "E120"


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"?",
        protocol.ARRAY,
        protocol.ARRAY + protocol.SHAPE.pack(2, 4) + CELLS,
        protocol.ARRAY + protocol.SHAPE.pack(1 << 63, 0),
        protocol.ARRAY + protocol.SHAPE.pack((1 << 64) - 1, (1 << 64) - 1) + CELLS,
        protocol.COUNT,
        protocol.COUNT + b"twelve",
        protocol.COUNT + b"9" * 1000,
        protocol.CONVERTED,
        INT64,
        INT64[:5],
        INT64 + INT64 + ARRAY,
        INT64 + protocol.FAIL,
        INT64 + ARRAY[:-1],
        INT64 + protocol.COUNT + b"x",
        protocol.SHARED + protocol.SHAPE.pack(2, 3),
    ],
)
def test_what_is_no_frame_is_told(frame: bytes) -> None:
    finding = read_returned(frame, problem_of())
    assert isinstance(finding, Finding)
    assert (finding.code, finding.verdict) == ("E208", "RTE")


def test_a_hostile_name_of_a_type_stays_short() -> None:
    answer = read_returned(protocol.CONVERTED + b"\xff" * protocol.TYPE_NAME + ARRAY, problem_of())
    assert isinstance(answer, Answer)
    assert len(answer.warnings[0].message) < 100


def test_the_shape_is_read_of_either() -> None:
    assert shape_of(ARRAY) == shape_of(INT64 + ARRAY) == (2, 3)
    for frame in (b"", protocol.FAIL, ARRAY[:10], INT64, INT64 + protocol.COUNT + b"1"):
        assert shape_of(frame) is None
