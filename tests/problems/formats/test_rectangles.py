"""Boards of n x m in texts: as they should be written, and in shapes of their own; and their symmetries."""

from __future__ import annotations

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Answer, Instance, Run, Verdict
from judge.problems.formats.answer import write_answer
from judge.problems.puzzles import read_answer, read_shape
from judge.problems.symmetry import SYMMETRIES, turn_board
from judge.store import codec

BOARDS = npst.arrays(np.int8, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 2))
FEW = settings(max_examples=50, deadline=None)


@given(BOARDS)
@FEW
def test_a_board_is_read_stored_and_turned(board: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> None:
    shape = (len(board), board.shape[1])
    read = read_answer(write_answer(Answer(board=board)), "lizards", shape, strict=True)
    assert isinstance(read, Answer)
    assert read.board is not None
    assert np.array_equal(read.board, board)
    run = Run("a", "b", "ANY", Verdict.WA, board=board)
    assert np.array_equal(codec.unpack_run(codec.pack_run(run)).board, board)
    case = Instance("ANY", shape[0], 1, board, np.arange(board.size).reshape(shape))
    for symmetry in SYMMETRIES:
        turned = turn_board(case, symmetry)
        assert turned.layer is not None
        assert turned.shape == turned.layer.shape == turned.grid.shape
        for cell, told in zip(turned.grid.ravel().tolist(), turned.layer.ravel().tolist(), strict=True):
            assert cell == board.flat[told], "what is said of a cell goes with it"


def test_a_drawn_board_is_read() -> None:
    drawn = msgspec.structs.asdict(read_shape(b"Q . T\n. . Q\n", "lizards", (2, 3)))  # type: ignore[arg-type]
    assert drawn["board"].tolist() == [[1, 0, 2], [0, 0, 1]]
