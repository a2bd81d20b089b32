"""A kept answer: boards of n x m, and squares as older judges wrote them."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from judge.model import Given


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (2, 5), (5, 1)])
def test_a_board_comes_back(shape: tuple[int, int]) -> None:
    board = (np.arange(shape[0] * shape[1]) % 3).astype(np.int8).reshape(shape)
    text = msgspec.json.encode(Given.of_board(board))
    found = msgspec.json.decode(text, type=Given).board()
    assert found is not None
    assert np.array_equal(found, board)
    assert (b'"columns"' in text) == (shape[0] != shape[1])


def test_a_square_of_an_older_judge_is_read() -> None:
    cells = Given.Packed.of(np.eye(2, dtype=np.int8)).cells
    found = msgspec.json.decode(b'{"side":2,"cells":"%s"}' % cells.encode(), type=Given).board()
    assert found is not None
    assert np.array_equal(found, np.eye(2))
    with pytest.raises(ValueError, match="cells instead of 2 x 3"):
        Given.Packed(2, 3, cells).board()
