"""A number of a stranger is one, and in its bounds, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.web.ask import whole


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_what_is_in_bounds_is_read(found: int, most: int) -> None:
    assert whole(str(found), most) == (found if found <= most else None)


@pytest.mark.parametrize("said", ["", "-1", "+1", " 1", "1\n", "1.0", "1_0", "\u0663", "\u00b2", "0x1", "9" * 5000])
def test_anything_else_is_none(said: str) -> None:
    assert whole(said, 10**15) is None
