"""What a value of another type or shape is taken for."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model.signature import Kind
from judge.problems.formats.signature import read_signature
from judge.problems.signature.fit import MOST_EMPTY, Fitted, fitted
from judge.problems.signature.tokens import result_text

TABLE = Kind("int8", ("rows", "columns"))


def test_rows_without_a_column_are_as_many_as_lines() -> None:
    some = fitted(np.empty((MOST_EMPTY, 0), np.int8), TABLE, {})
    assert isinstance(some, Fitted)
    assert result_text(some.value, read_signature(["n: int"], str(TABLE))) == b"\n" * MOST_EMPTY


@pytest.mark.parametrize("rows", [MOST_EMPTY + 1, (1 << 31) - 1])
def test_an_array_of_no_bytes_is_not_written_as_a_billion_lines(rows: int) -> None:
    assert fitted(np.empty((rows, 0), np.int8), TABLE, {}) == f"an array of int8 with the shape {rows} x 0"
