"""The door to the rules: which of the two ways checks a board, and that each gets what is to be checked."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from judge.problems.rules import SMALL, find_attack, find_in_line


def test_up_to_the_bound_the_plain_rules_do_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "judge.problems.rules.fast", None)  # importing it fails
    full = np.ones((SMALL, SMALL), dtype=np.int8)
    assert find_attack(full) == ((0, 0), (0, 1))
    assert find_in_line([(row, row) for row in range(SMALL)]) == (0, 1, 2)
    with pytest.raises(ImportError):
        find_attack(np.ones((SMALL + 1, SMALL + 1), dtype=np.int8))
    with pytest.raises(ImportError):
        find_in_line([(row, row) for row in range(SMALL + 1)])


def test_beyond_the_bound_the_fast_rules_get_the_same() -> None:
    above = SMALL + 1
    assert find_attack(np.ones((above, above), dtype=np.int8)) == ((0, 0), (0, 1))
    assert find_attack(np.zeros((above, above), dtype=np.int8)) is None
    points = [(row, row * row) for row in range(above)]
    assert find_in_line(points) is None
    points[-1] = (SMALL, 2 * points[-2][1] - points[-3][1])
    assert find_in_line(points) == (SMALL - 2, SMALL - 1, SMALL)
