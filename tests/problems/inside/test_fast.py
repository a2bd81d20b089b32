"""The fast rules beyond the pieces they name: which arrays they take, what they refuse, what they hide from numba."""

from __future__ import annotations

import sys
import tracemalloc
from importlib.util import module_from_spec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from judge.problems.rules import compiled
from judge.problems.rules.fast import fast_attack


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
