"""Inputs and results as tokens: what is written is read again, and what does not fit is told with its place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.errors import JudgeError, Place
from judge.model.signature import BASES, Kind, Parameter, Signature
from judge.problems.formats.signature import read_signature
from judge.problems.signature.tokens import read_input, result_text

FEW = settings(max_examples=60, deadline=None)
SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-(1 << 63), (1 << 63) - 1),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "bool": st.booleans(),
    "str": st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_characters="\x7f\x85\xa0"), min_size=1),
}


@st.composite
def calls(draw: st.DrawFn) -> tuple[Signature, list[Any]]:
    """A signature whose lengths are ints that come first, and values of it."""
    lengths = draw(st.lists(st.integers(0, 4), min_size=1, max_size=3))
    parameters = [Parameter(f"n{index}", Kind("int")) for index in range(len(lengths))]
    values: list[Any] = list(lengths)
    for index in range(draw(st.integers(0, 3))):
        base = draw(st.sampled_from(BASES))
        if base in SCALARS:
            kind, value = Kind(base), draw(SCALARS[base])
        else:
            axes = draw(st.lists(st.integers(0, len(lengths) - 1), min_size=1, max_size=2))
            kind = Kind(base, tuple(f"n{axis}" for axis in axes))
            shape = tuple(lengths[axis] for axis in axes)
            value = draw(
                npst.arrays(
                    base, shape, elements=SCALARS["float"] if base == "float64" else npst.from_dtype(np.dtype(base))
                )
            )
        parameters.append(Parameter(f"p{index}", kind))
        values.append(value)
    return Signature(tuple(parameters), Kind("int")), values


@given(calls(), st.sampled_from([b"\n", b"\r\n", b" ", b"\n\n\t"]))
@FEW
def test_what_is_written_is_read(call: tuple[Signature, list[Any]], eol: bytes) -> None:
    signature, values = call
    text = b"".join(result_text(value, signature) for value in values).replace(b"\n", eol)
    read = read_input(text, signature, "input.txt")
    for value, found, parameter in zip(values, read, signature.parameters, strict=True):
        assert type(found) is type(value)
        if isinstance(found, np.ndarray) and isinstance(value, np.ndarray):
            assert (found.dtype, found.shape) == (np.dtype(parameter.kind.base), value.shape)
            assert found.flags.c_contiguous
        assert np.array_equal(found, value)


@given(st.binary(max_size=60), calls())
@FEW
def test_no_bytes_stop_the_reader(data: bytes, call: tuple[Signature, list[Any]]) -> None:
    faults = []
    try:
        read_input(data, call[0], "input.txt")
    except JudgeError as fault:
        faults.append((fault.code, fault.place is not None and fault.place.line > 0))
    assert faults in ([], [("E477", True)])


SIGNATURE = read_signature(["n: int", "x: float", "ok: bool", "cells: int8[n, 2]", "word: str"], "int")
RIGHT = "2 1.5 true\n1 2\n3 -4\nend\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("", 1, 1, "the input ends where n must be, a whole number"),
        ("2\n\n", 1, 2, "the input ends where x must be, a number"),
        ("two", 1, 1, "'two' stands where n must be, a whole number"),
        ("9223372036854775808", 1, 1, "stands where n must be"),
        ("2 nan", 1, 3, "'nan' stands where x must be, a number"),
        ("2 1e999", 1, 3, "'1e999' stands where x must be, a number"),
        ("2 1.5 yes", 1, 7, "'yes' stands where ok must be, one of 1, 0, true and false"),
        (RIGHT.replace("3", "x"), 3, 1, "'x' stands in cells, which is int8"),
        (RIGHT.replace("3 -4", "3 1.0"), 3, 3, "'1.0' stands in cells"),
        (RIGHT.replace("3 -4", "3 128"), 3, 3, "'128' in cells is no int8"),
        ("2 1 1\r\n1 2\r\n3\r\n", 3, 2, "the input ends in cells: it is int8[n, 2], so it has 4 elements, not 3"),
        ("-1 1 1 7", 1, 8, "cells is int8[n, 2], which is -1 x 2 here"),
        ("999999999 1 1 7", 1, 11 + 4, "which is 999999999 x 2 here"),
        (RIGHT + "more words", 5, 1, "behind word, the last parameter, 2 tokens are left"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(text: str, line: int, column: int, why: str) -> None:
    with pytest.raises(JudgeError) as caught:
        read_input(text.encode(), SIGNATURE, "input.txt")
    assert caught.value.code == "E477"
    assert why in caught.value.message
    assert caught.value.place == Place("input.txt", line, column)


def test_a_result_is_written_as_a_program_prints_it() -> None:
    signature = read_signature(["n: int"], "int64[n]", none="NO WAY")
    values: list[Any] = [None, 7, -0.1, True, "word", np.array([1, 2, 3]), np.array([[1, 2], [3, 4]], np.int8)]
    said = [result_text(value, signature) for value in [*values, np.zeros(0), np.zeros((0, 2)), np.array([0.5])]]
    assert said == [b"NO WAY\n", b"7\n", b"-0.1\n", b"1\n", b"word\n", b"1 2 3\n", b"1 2\n3 4\n", b"\n", b"", b"0.5\n"]
