"""Cases as an attempt reads them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.frames import Arguments
from judge.sandbox.protocol import HOMEWORK, Room
from tests.descriptors import none_left_open


def read(arguments: Arguments, case: bytes) -> list[Any]:
    """Read a case from a pipe, all of it."""
    ours, theirs = os.pipe()
    try:
        os.write(theirs, case)
        os.close(theirs)
        found = arguments.read(ours)
        assert os.read(ours, 1) == b""
        return found
    finally:
        os.close(ours)


def listed(values: Sequence[Any]) -> list[Any]:
    return [(one.tolist(), one.shape, one.dtype) if isinstance(one, np.ndarray) else one for one in values]


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.integers(-(2**63), 2**63 - 1),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.binary(min_size=81, max_size=81),
)
@example("D" * 24, 8, (8, 8), bytes(81))  # the name fills the first read
@example("D" * 25, 8, (8, 8), bytes(81))
@example("", 0, (0, 5), bytes(81))
def test_a_case_is_read_as_it_was_packed(name: str, number: int, shape: tuple[int, int], cells: bytes) -> None:
    board = np.frombuffer(cells[: shape[0] * shape[1]], np.int8).reshape(shape)
    case = b"".join(protocol.pack_case(HOMEWORK, (name, 8, number, board)))
    arguments = Arguments(HOMEWORK, Desk(Room(board_bytes=32)))
    found = read(arguments, case)
    assert listed(found) == listed(arguments.parse(case)) == listed([name, 8, number, board])
    assert found[3].flags.writeable
    assert found[3].flags.c_contiguous


@pytest.mark.parametrize("types", [HOMEWORK, ("int64", "int", "str"), ("int8", "int64", "str"), ("int",), ()])
def test_a_rehearsal_goes_the_whole_way(types: tuple[protocol.Argument, ...]) -> None:
    desk = Desk(Room(board_bytes=64))
    with none_left_open():
        Arguments(types, desk).rehearse()
    laid = max((np.dtype(base).itemsize for base in types if base not in ("int", "str")), default=0)
    assert desk.place(64).tolist() == [0] * laid + [1] * (64 - laid)
