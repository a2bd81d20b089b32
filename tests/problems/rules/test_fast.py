"""The fast rules beyond the pieces they name: which arrays they take, what they refuse, what they hide from numba."""

from __future__ import annotations

import sys
import tracemalloc
from importlib.util import module_from_spec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from judge.problems.rules import compiled, fast
from judge.problems.rules.fast import fast_attack, fast_collinear


def board_with(n: int, *pieces: tuple[int, int]) -> np.ndarray:
    board = np.zeros((n, n), dtype=np.int8)
    for piece in pieces:
        board[piece] = 1
    return board


def test_a_board_at_any_address_will_do() -> None:
    n = 9
    board = board_with(n, (1, 2), (8, 2))
    memory = np.zeros(72 + board.size, dtype=np.int8)
    for offset in range(72):  # every remainder by 8 and by 9
        window = memory[offset : offset + board.size].reshape(n, n)
        window[:] = board
        assert fast_attack(window) == ((1, 2), (8, 2))


def test_a_large_board_is_not_copied() -> None:
    board = board_with(1001, (0, 0))
    assert board.ctypes.data % 8 == 0
    tracemalloc.start()
    try:
        assert fast_attack(board) is None
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < board.nbytes / 4


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint64, np.float64])
def test_columns_of_every_kind_of_number_will_do(kind: Any) -> None:
    columns = np.array([0, 9, 1, 9, 2], dtype=kind)
    assert fast_collinear(columns) == (0, 2, 4)
    assert fast_collinear(columns[::2]) == (0, 1, 2)
    assert fast_collinear(columns[:3]) is None


def test_columns_are_exact_below_the_bound_of_the_proof_alone() -> None:
    """Two doubles that differ by one part in 2^52 are told apart as long as numbers are below 2^26."""
    assert fast_collinear(np.array([0, 2**25, 2**26 - 1])) is None
    with pytest.raises(ValueError, match="exact only below 67108864 rows"):
        fast_collinear(np.array([0, 2**25, 2**26]))


def test_as_many_rows_as_the_bound_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "MAX_N", 4)
    assert fast_collinear(np.array([0, 1, 3])) is None
    with pytest.raises(ValueError, match="exact only below 4 rows"):
        fast_collinear(np.array([0, 1, 3, 3]))


def test_the_map_of_slopes_grows_with_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer bits, slopes that are new look known: comparing each with all before takes n^3 steps."""
    asked: list[int] = []

    def anchor(_: object, bits: int) -> int:
        asked.append(bits)
        return -1

    monkeypatch.setattr(fast, "_first_anchor", anchor)
    for n in (1, 63, 64, 65, 5001):
        assert fast_collinear(np.zeros(n, dtype=np.int64)) is None
        assert 64 * n <= 2 ** asked[-1] < 128 * max(n, 64)


@pytest.mark.parametrize("loaded", [True, False])
def test_numba_finds_no_yaml_while_it_is_imported(monkeypatch: pytest.MonkeyPatch, loaded: bool) -> None:
    """Whoever has imported PyYAML before keeps it; nobody else gets it."""
    yaml = ModuleType("yaml")
    monkeypatch.setitem(sys.modules, "yaml", yaml)
    if not loaded:
        monkeypatch.delitem(sys.modules, "yaml")
    found: list[tuple[str, object]] = []

    class Numba(ModuleType):
        def __getattr__(self, name: str) -> Any:
            found.append((name, sys.modules.get("yaml", "to be searched for")))
            return lambda *_, **__: lambda function: function

    monkeypatch.setitem(sys.modules, "numba", Numba("numba"))
    assert compiled.__spec__ is not None
    assert compiled.__spec__.loader is not None
    compiled.__spec__.loader.exec_module(module_from_spec(compiled.__spec__))
    assert ("njit", None) in found
    assert {there for _, there in found} == {None}
    assert sys.modules.get("yaml") is (yaml if loaded else None)
    assert ("yaml" in sys.modules) == loaded
