"""OR-Tools, in a process of its own: what it refutes is refuted, by whoever adds up; what it finds is right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzle_named, read_package
from judge.problems.generators.patterns import random_grid
from judge.problems.prove.author import exact, refute
from judge.problems.prove.certificate import Proof, refutation_refused
from judge.problems.prove.claim import claim_of
from judge.problems.prove.search import Budget, Claim, arrangements
from judge.problems.rules.plain import plain_attack
from tests.oracle import fit
from tests.problems.inside.made import puzzle_of
from tests.problems.inside.test_search import RULES
from tests.problems.prove.elsewhere import author_tools
from tests.shipped import ROOT


@pytest.fixture(scope="module")
def tools() -> Iterator[ProcessPoolExecutor]:
    with author_tools() as pool:
        yield pool


def refuted(claim: Claim) -> tuple[tuple[int, int], ...] | Proof | None:
    return refute(claim, 600.0)


def solved(board: Instance) -> tuple[Answer, str] | None:
    return exact(board, 600.0)


def claim(seed: int) -> Claim:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(2, 8)), int(rng.integers(2, 8))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.85, 0.03, 0.08, 0.04)).astype(np.int8)
    board = Instance("ANY", len(grid), int(rng.integers(1, 9)), grid, rng.integers(0, 4, shape).astype(np.int64))
    found = claim_of(puzzle_of(RULES[seed % len(RULES)]), Case("", "", board))
    assert found is not None
    return found


@pytest.mark.slow
def test_it_agrees_with_trying_everything(tools: ProcessPoolExecutor) -> None:
    claims = [claim(seed) for seed in range(100)]
    for one, found in zip(claims, tools.map(refuted, claims, chunksize=20), strict=True):
        assert isinstance(found, Proof) == (next(arrangements(one, Budget()), None) is None)
        if isinstance(found, Proof):
            assert found.certificate is not None
            assert refutation_refused(found.certificate, one) == ""
        else:
            assert found is not None
            fixed = Claim(one.shape, frozenset(found), frozenset(found), one.quotas)
            assert list(arrangements(fixed, Budget(1))), "what is found keeps every quota"


@pytest.mark.slow
def test_a_solver_agrees_with_a_search_of_the_test(tools: ProcessPoolExecutor) -> None:
    """Of boards of lizards, on which one more is asked for than fits, or as many as fit."""
    for seed in range(12):
        grid = np.random.default_rng(seed).choice([0, 2], (7, 7), p=(0.85, 0.15)).astype(np.int8)
        rows = grid.tolist()
        pieces = next(count for count in range(1, 50) if not fit(rows, count))
        board = Instance("DFS", 7, pieces, grid)
        told = tools.submit(solved, board).result()
        assert told is not None
        assert told[0].fail
        assert "INFEASIBLE" in told[1]
        placed = tools.submit(solved, msgspec.structs.replace(board, pieces=pieces - 1)).result()
        assert placed is not None
        assert placed[0].board is not None
        assert plain_attack(placed[0].board) is None
        assert ((placed[0].board == 2) == (grid == 2)).all()
        assert (placed[0].board == 1).sum() == pieces - 1


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["scooters", "most-queens"])
def test_one_less_than_the_best_is_no_proof(tools: ProcessPoolExecutor, puzzle: str) -> None:
    """A key that is one too small is refuted by an arrangement."""
    for case in read_package(ROOT / "testcases" / puzzle).cases[:5]:
        assert case.answer is not None
        best = case.answer.count if case.answer.board is None else int((case.answer.board == 1).sum())
        assert best is not None
        found = claim_of(puzzle_named(puzzle), msgspec.structs.replace(case, answer=Answer(count=best - 1)))
        assert found is not None
        assert isinstance(tools.submit(refuted, found).result(), tuple)


def test_it_gives_up_when_its_time_is_over(tools: ProcessPoolExecutor) -> None:
    board = Instance("DFS", 30, 120, random_grid((30, 30), 0.2, 5))
    assert tools.submit(exact, board, 0.001).result() is None


def test_without_or_tools_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ortools.sat.python.cp_model", "ortools.linear_solver.pywraplp"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(JudgeError, match="exact answers need OR-Tools") as caught:
        exact(Instance("SA", 2, 1, np.zeros((2, 2), np.int8)), 1.0)
    assert "pip install" in caught.value.help
    with pytest.raises(JudgeError, match="refutations need OR-Tools"):
        refute(claim(0), 1.0)
