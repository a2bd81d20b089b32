"""Regions and points as tables: what fits is whole, what does not says which part it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.reports.picture.layer import part, table

SMALL = np.array([[1, 0, 12], [3, 40, 5]], np.int64)


def test_a_table_that_fits_is_whole() -> None:
    assert table(SMALL).splitlines() == ["   1  2  3", "1  1  . 12", "2  3 40  5"]


def test_a_part_says_which_it_is() -> None:
    assert part(SMALL, (2, 2), (9, 9)).splitlines() == ["   2  3", "2 40  5", "rows 2-2, columns 2-3"]
    assert part(SMALL, (1, 1), (1, 1)).splitlines() == ["   1", "1  1", "rows 1-1, columns 1-1"]


@given(st.integers(1, 50), st.integers(1, 50), st.integers(10, 90), st.integers(3, 40))
@settings(max_examples=15, deadline=None)
def test_a_table_keeps_to_its_room(rows: int, columns: int, width: int, height: int) -> None:
    lines = table(np.full((rows, columns), 7, np.int64), width, height).splitlines()
    assert max(map(len, lines[: len(lines) - 1] if "rows" in lines[-1] else lines)) <= width
    assert len(lines) <= height
    if "rows" not in lines[-1]:
        assert len(lines) == rows + 1
        assert all(line.split()[1:] == ["7"] * columns for line in lines[1:])


@pytest.mark.parametrize("layer", [np.zeros((1, 1), np.int64), np.full((1, 2), 10**18, np.int64)])
def test_the_smallest_and_the_widest_are_drawn(layer: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
    assert table(layer, 10, 3).splitlines()[1].split()[:2] == ["1", str(layer[0, 0] or ".")]
