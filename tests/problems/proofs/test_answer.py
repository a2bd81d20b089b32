"""Closed proofs and exact answers."""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Instance
from judge.problems.generators.patterns import random_grid
from judge.problems.proofs.counting import closed_proof, segment_heads
from judge.problems.proofs.cp_sat import exact
from judge.problems.proofs.descent import first_descent
from judge.problems.rules.plain import TREE, plain_attack


def board(rows: Any, pieces: int) -> Instance:
    grid = np.array([[int(digit) for digit in row] for row in rows], np.int8)
    return Instance("DFS", len(rows), pieces, grid)


@st.composite
def boards(draw: st.DrawFn, largest: int = 4) -> Instance:
    n = draw(st.integers(1, largest))
    cells = draw(st.lists(st.sampled_from([0, 0, TREE]), min_size=n * n, max_size=n * n))
    grid = np.array(cells, np.int8).reshape(n, n)
    return Instance("DFS", n, draw(st.integers(1, n * n + 1)), grid)


def possible(case: Instance) -> bool:
    """By brute force: is there a set of free cells of the right size in which none sees another?"""
    free = [tuple(cell) for cell in np.argwhere(case.grid != TREE)]
    for cells in combinations(free, case.pieces):
        grid = case.grid.copy()
        for cell in cells:
            grid[cell] = 1
        if plain_attack(grid) is None:
            return True
    return False


@pytest.mark.parametrize(
    ("direction", "heads"),
    [
        ("row", ["101", "010", "100"]),
        ("column", ["101", "010", "101"]),
        ("falling", ["101", "000", "110"]),
        ("rising", ["101", "000", "011"]),
    ],
)
def test_segment_heads(direction: Any, heads: Any) -> None:
    found = segment_heads(board(["020", "202", "000"], 1).grid, direction)
    assert found.tolist() == [[digit == "1" for digit in row] for row in heads]


@pytest.mark.parametrize(
    ("rows", "pieces", "proof"),
    [
        (["22", "22"], 1, "1 piece, but no free cell"),
        (["20", "22"], 2, "2 pieces, but only 1 free cell"),
        (["000", "000", "000"], 4, "4 pieces, but only 3 row segments can hold one each"),
        (["020", "020", "020"], 4, "4 pieces, but only 2 column segments can hold one each"),
        (["000", "000", "000"], 3, ""),
    ],
)
def test_closed_proofs_say_what_is_counted(rows: Any, pieces: int, proof: str) -> None:
    assert closed_proof(board(rows, pieces)) == proof


@given(boards(largest=3))
@settings(max_examples=60, deadline=None)
def test_what_is_proven_or_placed_agrees_with_brute_force(case: Instance) -> None:
    if closed_proof(case):
        assert not possible(case)
    grid = first_descent(case)
    if grid is not None:
        assert plain_attack(grid) is None
        assert np.count_nonzero(grid == 1) == case.pieces
        assert ((grid == TREE) == (case.grid == TREE)).all()


@pytest.fixture(scope="module")
def cp_sat() -> Iterator[ProcessPoolExecutor]:
    """A process of its own for OR-Tools: it and highspy can't share one."""
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("OR-Tools is not installed")
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.slow
@given(case=boards())
@settings(max_examples=30, deadline=None)
def test_exact_agrees_with_brute_force(cp_sat: ProcessPoolExecutor, case: Instance) -> None:
    found = cp_sat.submit(exact, case, 20.0).result()
    assert found is not None
    answer, proof = found
    assert answer.fail == (not possible(case))
    assert bool(proof) == answer.fail
    if answer.board is not None:
        assert plain_attack(answer.board) is None
        assert np.count_nonzero(answer.board == 1) == case.pieces


def test_exact_gives_up_when_its_time_is_over(cp_sat: ProcessPoolExecutor) -> None:
    board = Instance("DFS", 30, 120, random_grid(30, 0.2, 5))
    assert cp_sat.submit(exact, board, 0.001).result() is None


def test_exact_without_ortools_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(JudgeError) as caught:
        exact(board(["00", "00"], 1), 1.0)
    assert "pip install" in caught.value.help
