"""Branch and bound by sums of quotas: what it refutes is refuted, by whoever adds up; what it finds is right."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.package import read_package
from judge.problems.proofs.certificate_file import write_certificate
from judge.problems.proofs.claim import Claim, claim_of
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.proofs.quota_search import search_quotas
from judge.problems.proofs.refutation import Refutation
from judge.problems.proofs.refutation_check import refutation_refused
from judge.problems.proofs.refuting import Arranged, refute
from judge.problems.puzzles import named
from tests.problems.proofs.elsewhere import author_tools
from tests.problems.proofs.independent import fit
from tests.problems.proofs.independent_sums import refutes
from tests.problems.proofs.test_quota_search import RULES
from tests.problems.puzzles.made import puzzle_of

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tools() -> Iterator[ProcessPoolExecutor]:
    with author_tools() as pool:
        yield pool


def refuted(claim: Claim) -> Arranged | Proof | None:
    return refute(claim, 600.0)


def claim(seed: int) -> Claim:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(2, 8)), int(rng.integers(2, 8))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.85, 0.03, 0.08, 0.04)).astype(np.int8)
    board = Instance("ANY", len(grid), int(rng.integers(1, 9)), grid, rng.integers(0, 4, shape).astype(np.int64))
    found = claim_of(puzzle_of(RULES[seed % len(RULES)]), Case("", "", board))
    assert found is not None
    return found


def test_it_agrees_with_trying_everything(tools: ProcessPoolExecutor) -> None:
    claims = [claim(seed) for seed in range(200)]
    for one, found in zip(claims, tools.map(refuted, claims, chunksize=20), strict=True):
        other = search_quotas(one, Effort())
        assert isinstance(found, Proof) == isinstance(other, Proof)
        if isinstance(found, Proof):
            assert isinstance(found.certificate, Refutation)
            assert refutation_refused(found.certificate, one) == ""
        else:
            assert isinstance(found, Arranged)
            pinned = {**one.quotas, "found": ()}
            fixed = Claim(one.shape, frozenset(found.cells), frozenset(found.cells), pinned)
            assert isinstance(search_quotas(fixed, Effort(nodes=1)), tuple), "what is found keeps every quota"


def test_a_plain_checker_agrees(tools: ProcessPoolExecutor) -> None:
    """Of boards of lizards, on which one more is asked for than fits."""
    for seed in range(12):
        grid = np.random.default_rng(seed).choice([0, 2], (7, 7), p=(0.85, 0.15)).astype(np.int8)
        rows = ["".join(map(str, row)) for row in grid.tolist()]
        pieces = next(count for count in range(1, 50) if not fit(rows, count))
        asked = claim_of(named("lizards"), Case("", "", Instance("DFS", 7, pieces, grid)))
        assert asked is not None
        found = tools.submit(refuted, asked).result()
        assert isinstance(found, Proof)
        assert isinstance(found.certificate, Refutation)
        assert refutes(write_certificate(found.certificate), rows, pieces)


@pytest.mark.parametrize("puzzle", ["scooters", "most-queens"])
def test_one_less_than_the_best_is_no_proof(tools: ProcessPoolExecutor, puzzle: str) -> None:
    """A key that is one too small is refuted by an arrangement."""
    problem = read_package(ROOT / "testcases" / puzzle)
    for case in problem.cases[:5]:
        assert case.answer is not None
        best = case.answer.count if case.answer.board is None else int((case.answer.board == 1).sum())
        assert best is not None
        less = msgspec.structs.replace(case, answer=Answer(count=best - 1))
        found = claim_of(named(puzzle), less)
        assert found is not None
        assert isinstance(tools.submit(refuted, found).result(), Arranged)
