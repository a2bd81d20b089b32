"""Numbers with their units: times, sizes, ratios, points and counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reports.units import mebibytes, number, ratio, room, seconds, within
from judge.text import counted


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 ms"),
        (0.00023, "0.23 ms"),
        (0.0041, "4.1 ms"),
        (0.041, "41 ms"),
        (0.0996, "0.10 s"),
        (0.41, "0.41 s"),
        (1.4, "1.4 s"),
        (9.97, "10.0 s"),
        (12.34, "12.3 s"),
        (99.97, "100 s"),
        (6000, "100 min"),
        (float("inf"), "-"),
    ],
)
def test_seconds(value: float, text: str) -> None:
    assert seconds(value) == text


def test_mebibytes() -> None:
    assert [mebibytes(b) for b in (0, 400 << 10, 138 << 20)] == ["-", "0.4 MiB", "138 MiB"]


def test_room_on_a_disk() -> None:
    assert [room(b) for b in (0, 1, 4096, 2 << 20, 138 << 20)] == ["0 KiB", "1 KiB", "4 KiB", "2.0 MiB", "138 MiB"]


def test_ratios() -> None:
    assert [ratio(value) for value in (1.0, 99.994, 100.0, 12345.6, float("inf"))] == [
        *("1.00x", "99.99x", "100x", "12,346x", "-")
    ]


@given(st.floats(-1e6, 1e6))
def test_a_number_is_a_number_to_two_decimals(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.00501)
    assert "e" not in number(value)
    assert number(value) != "-0"


def test_numbers_as_a_gradebook_writes_them() -> None:
    assert [number(value) for value in (None, 0.0, -0.0001, 50.0, 100 / 3, 0.1 + 0.2)] == [
        "", "0", "0", "50", "33.33", "0.3",
    ]  # fmt: skip


def test_counts_have_the_noun_s_form() -> None:
    assert [counted(count, "run") for count in (0, 1, 2, 2500)] == ["0 runs", "1 run", "2 runs", "2500 runs"]
    assert counted(2, "spy") == "2 spies"
    assert counted(2500, "tree", ",d") == "2,500 trees"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1 / 1.03, 1.03, "±3 %"),
        (1.32 / 1.03, 1.32 * 1.03, "±3 %"),
        (1 / 1.004, 1.004, "±0.4 %"),
        (1.0, 1.0, "±0.1 %"),
        (1 / 1.0094, 1.0094, "±0.9 %"),
        (1 / 1.0096, 1.0096, "±1 %"),
        (0.5, 2.0, "±100 %"),
        (0.01, 100.0, ""),
        (0.0, 2.0, ""),
        (1.0, float("inf"), ""),
    ],
)
def test_how_far_a_ratio_may_be_off(low: float, high: float, text: str) -> None:
    assert within(low, high) == text
