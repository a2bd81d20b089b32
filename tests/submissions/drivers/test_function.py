"""What `solve` returns, as the text that a validator reads."""

from __future__ import annotations

import pytest

from judge.submissions.drivers.function import board_text, keep_kernels, list_text


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (None, "FAIL\n"),
        ([[0, 1], [2, 0]], "OK\n01\n20\n"),
        ([[0, -1], [2, 0]], "OK\n0-1\n20\n"),
        ([0, 1], "OK\n0\n1\n"),
        (7, "OK\n7\n"),
    ],
)
def test_a_board(table: object, text: str) -> None:
    assert board_text(table) == text


@pytest.mark.parametrize(
    ("table", "n", "text"),
    [
        (None, 4, "FAIL\n"),
        ([[1, 3, 0, 2]], 4, "1\n2 4 1 3\n"),
        ([], 3, "0\n"),
        (2680, 11, "2680\n"),
        (2, 4, "an answer of another kind: int\n"),
        ([[0]], 11, "an answer of another kind: list\n"),
    ],
)
def test_a_list(table: object, n: int, text: str) -> None:
    assert list_text(table, n) == text


def test_kernels_are_kept_where_that_can_be_done() -> None:
    kept: list[str] = []

    class Kernel:
        def __init__(self, name: str) -> None:
            self.name = name

        def enable_caching(self) -> None:
            kept.append(self.name)
            raise RuntimeError("no place to write")

    keep_kernels({"a": Kernel("a"), "b": 1, "c": Kernel("c")})
    assert kept == ["a", "c"]
