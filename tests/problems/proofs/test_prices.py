"""The sets that are priced, and the prices that GLOP hints at: rounded, repaired, and checked like any certificate."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Instance
from judge.model.installed import installs
from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.certificate_file import write_certificate
from judge.problems.proofs.check import certificate_refused
from judge.problems.proofs.prices import price_bound
from judge.problems.proofs.proof import Bound
from judge.problems.proofs.sets import cliques, free_cells
from tests.problems.proofs.elsewhere import author_tools
from tests.problems.proofs.independent import sees


def board(n: int, share: float, seed: int, pieces: int) -> Instance:
    trees = np.random.default_rng(seed).random((n, n)) < share
    return Instance("DFS", n, pieces, np.where(trees, 2, 0).astype(np.int8))


def priced(given: Instance) -> Bound | None:
    return price_bound(given, free_cells(given.grid), 60.0)


@pytest.fixture(scope="module")
def tools() -> Iterator[ProcessPoolExecutor]:
    with author_tools() as pool:
        yield pool


@pytest.mark.parametrize("share", [0.0, 0.3])
def test_small_sets_see_each_other_and_lie_in_no_segment(share: float) -> None:
    given = board(5, share, 1, 1)
    free = free_cells(given.grid)
    cells = {(r, c) for r, c in free.cells.tolist()}
    found = {frozenset(map(tuple, free.cells[row[row >= 0]].tolist())) for row in cliques(free)}
    for members in found:
        assert 3 <= len(members) <= 5
        assert all(sees(cells, one, other) for one, other in combinations(members, 2))
        assert not {len({r for r, _ in members}), len({c for _, c in members})} & {1}
    for trio in combinations(sorted(cells), 3):
        (a, b), (c, d), (e, f) = trio
        on_a_line = (c - a) * (f - b) == (e - a) * (d - b)
        if not on_a_line and all(sees(cells, one, other) for one, other in combinations(trio, 2)):
            assert any(set(trio) <= members for members in found), trio


def test_segments_are_numbered_as_they_lie() -> None:
    free = free_cells(np.array([[0, 2, 0], [0, 0, 2], [2, 0, 0]], np.int8))
    assert free.cells.tolist() == [[0, 0], [0, 2], [1, 0], [1, 1], [2, 1], [2, 2]]
    assert free.directions() == [("row", 0, 4), ("column", 4, 8), ("falling", 8, 11), ("rising", 11, 16)]
    assert free.lines[:, 0].tolist() == [0, 1, 2, 2, 3, 3]
    assert free.lines[0, 2] == free.lines[3, 2] == free.lines[5, 2]
    assert free.begins[free.lines[5, 2]] == 0
    assert free.length[free.lines[5, 2]] == 3


@pytest.mark.slow
def test_prices_prove_what_counting_does_not(tools: ProcessPoolExecutor) -> None:
    given = Instance("DFS", 3, 3, np.zeros((3, 3), np.int8))
    bound = tools.submit(priced, given).result()
    assert bound is not None
    assert bound.most == 2
    assert bound.proof is not None
    assert bound.proof.line.startswith("3 pieces, but segments and small sets at prices of 1 allow at most 2; found by")
    assert isinstance(bound.proof.certificate, Certificate)
    assert certificate_refused(bound.proof.certificate, given) == ""


@pytest.mark.slow
def test_what_fits_has_a_bound_and_no_proof(tools: ProcessPoolExecutor) -> None:
    assert tools.submit(priced, board(6, 0.0, 1, 6)).result() == Bound(6)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_certificate_has_at_most_ten_bytes_a_free_cell(tools: ProcessPoolExecutor) -> None:
    """2 MB for a board of 500 x 500 with some trees."""
    given = board(60, 0.3, 1, 900)
    bound = tools.submit(priced, given).result()
    assert bound is not None
    assert bound.proof is not None
    assert isinstance(bound.proof.certificate, Certificate)
    assert certificate_refused(bound.proof.certificate, given) == ""
    assert len(write_certificate(bound.proof.certificate)) < 10 * np.count_nonzero(given.grid == 0)


def test_without_or_tools_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.linear_solver", None)
    with pytest.raises(JudgeError, match="a dual bound needs OR-Tools") as caught:
        priced(board(3, 0.0, 1, 3))
    assert (caught.value.code, caught.value.help) == ("E439", installs("author"))


def test_a_board_without_free_cells_has_no_prices() -> None:
    assert priced(board(3, 1.0, 1, 1)) is None
