"""OR-Tools: what it refutes is refuted, by whoever adds up; what it finds is right. And what is said of the most pieces
with it, and without."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from itertools import product
from unittest.mock import Mock

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzle_named, read_package
from judge.problems.generators.patterns import NAMES, Grid, draw, random_grid
from judge.problems.prove import decide, fitting
from judge.problems.prove import truth as module
from judge.problems.prove.author import Largest, largest, refute, solve
from judge.problems.prove.certificate import Proof, counted_line, refutation_refused, sums_line
from judge.problems.prove.deciding import Decision
from judge.problems.prove.search import Budget, Claim, arrangements
from judge.problems.prove.truth import Most, most_found
from tests.conftest import there
from tests.make import replace
from tests.oracle import PUZZLES, Board, conflict, fit
from tests.problems.inside.test_claims import claimed
from tests.problems.make import blank, without_tools
from tests.problems.prove.test_truth import RULES, puzzle_of
from tests.refused import refused
from tests.shipped import ROOT

LONG = 600.0  # seconds: as long as it takes
SIZES = [*range(1, 11)] * 23 + [11, 12] * 10  # 250; the largest cost the search of the test most
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5)


WITH_TOOLS = pytest.mark.skipif(not importlib.util.find_spec("ortools"), reason="OR-Tools is not installed")
SOME = pytest.mark.parametrize("seeds", [range(18), pytest.param(range(18, 100), marks=pytest.mark.slow)])


def decided(board: Instance) -> Decision:
    return decide("lizards", Case("", "", board), LONG, lambda: ())


def claim(seed: int) -> Claim:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(2, 8)), int(rng.integers(2, 8))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.85, 0.03, 0.08, 0.04)).astype(np.int8)
    board = Instance("ANY", len(grid), int(rng.integers(1, 9)), grid, rng.integers(0, 4, shape).astype(np.int64))
    return claimed(puzzle_of(RULES[seed % len(RULES)]), Case("", "", board))


def assert_kept(claim: Claim, found: tuple[tuple[int, int], ...]) -> None:
    fixed = Claim(claim.shape, frozenset(found), frozenset(found), claim.quotas)
    assert list(arrangements(fixed, Budget(1))), "what is found keeps every quota"


def assert_right(board: Instance, answer: Answer) -> None:
    """See that so many lizards stand beside the trees, and that none sees another."""
    shown = there(answer.board)
    rows = tuple(map(tuple, shown.tolist()))
    assert conflict(PUZZLES["lizards"], Board(rows, board.pieces), rows) is None
    assert np.count_nonzero(shown == 1) == board.pieces
    assert ((shown == 2) == (board.grid == 2)).all()


@WITH_TOOLS
@SOME
def test_sums_and_a_solver_agree_with_trying_everything(seeds: range) -> None:
    for one in map(claim, seeds):
        fits = next(arrangements(one, Budget()), None) is not None
        refuted, solved = refute(one, LONG), solve(one, LONG)
        for found in (refuted, solved):
            assert isinstance(found, Proof) == (not fits)
            if not isinstance(found, Proof):
                assert_kept(one, there(found))
        if isinstance(refuted, Proof) and isinstance(solved, Proof):
            assert "INFEASIBLE" in solved.line
            certificate = there(refuted.certificate)
            assert refutation_refused(certificate, one) == ""
            sums = [node for node in certificate.nodes if node.cell is None]
            assert re.fullmatch(rf"{sums_line(len(sums))}; found by GLOP \d+\.\d+ in \d+\.\d s", refuted.line)
            used = {number for node in sums for number, _ in node.weights.get("cliques", ())}
            assert used == {*range(1, len(certificate.cliques) + 1)}, "what no sum needs is left out"


@WITH_TOOLS
@pytest.mark.parametrize("count", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("puzzle", ["scooters", "most-queens"])
def test_one_less_than_the_best_is_no_proof(puzzle: str, count: int) -> None:
    """A key that is one too small is refuted by an arrangement."""
    for case in read_package(ROOT / "testcases" / puzzle).cases[:count]:
        answer = there(case.answer)
        best = there(answer.count if answer.board is None else int((answer.board == 1).sum()))
        assert isinstance(refute(claimed(puzzle, replace(case, answer=Answer(count=best - 1))), LONG), tuple)


@WITH_TOOLS
def test_sums_and_solver_give_up_when_their_time_is_over() -> None:
    large = claimed("lizards", Case("", "", Instance("DFS", 30, 120, random_grid((30, 30), 0.2, 5))))
    assert solve(large, 0.001) is None
    assert refute(large, 0.0) is None
    assert largest(large, 0.0) == Largest(0, len(large.cells), False, largest(large, 0.0).solver)
    assert refute(Claim((1, 1), frozenset(), frozenset(), {}), LONG) is None, "nothing can be said of no cell"


@WITH_TOOLS
@pytest.mark.parametrize(("n", "pieces", "nodes", "cliques"), [(2, 2, 1, 1), (3, 3, 5, 4), (5, 6, 1, 0)])
def test_a_refutation_is_short(n: int, pieces: int, nodes: int, cliques: int) -> None:
    """Of queens. That is due to heuristics: the tables may say less, never more."""
    found = refute(claimed("lizards", Case("", "", blank(n, pieces=pieces))), LONG)
    assert isinstance(found, Proof)
    certificate = there(found.certificate)
    assert (len(certificate.nodes) <= nodes, len(certificate.cliques) <= cliques) == (True, True)


def test_without_or_tools_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tools(monkeypatch)
    for ask, said in ((solve, "exact answers need OR-Tools"), (refute, "refutations need OR-Tools")):
        with refused(said=said) as caught:
            ask(claim(0), 1.0)
        assert "pip install" in caught.value.help


# --- what is decided with it ------------------------------------------------------------------------------------------
def board_of(number: int) -> Instance:
    n = SIZES[number]
    grid = draw(NAMES[number % len(NAMES)], (n, n), SHARES[number % len(SHARES)], number)
    return Instance("DFS", n, max(1, fitting(grid) + number % 4), grid)


def kind_of(board: Instance, decision: Decision) -> str:
    """Hold a decision against the test's own search and checker; return what it was."""
    if decision.answer is not None:
        assert_right(board, decision.answer)
        return "arranged"
    rows = board.grid.tolist()
    proof = there(decision.proof)
    assert not fit(rows, board.pieces), (rows, board.pieces)
    if proof.line == counted_line(puzzle_named("lizards").row, board)[1]:
        return "counted"
    if not proof.certificate:
        return "searched"
    assert refutation_refused(proof.certificate, claimed("lizards", Case("", "", board))) == "", (rows, board.pieces)
    return "certified"


@pytest.mark.parametrize(
    "tools", [False, pytest.param(True, marks=[pytest.mark.slow, pytest.mark.timeout(900), WITH_TOOLS])]
)
def test_every_answer_agrees_with_a_search_of_the_test(monkeypatch: pytest.MonkeyPatch, tools: bool) -> None:
    """Small boards need no solver."""
    if not tools:
        without_tools(monkeypatch)
    boards = [board_of(number) for number in (range(len(SIZES)) if tools else range(70)) if tools or SIZES[number] < 8]
    tally = Counter(kind_of(board, decided(board)) for board in boards)
    assert {"arranged", "counted", "certified"} <= tally.keys()
    assert not tools or min(tally["arranged"] / 2, tally["counted"], tally["certified"]) > 25


# --- the most pieces --------------------------------------------------------------------------------------------------
MISSING = JudgeError("E439", "not installed")


def most(grid: Grid, seconds: float) -> Most:
    return most_found(Instance("ANY", len(grid), 1, grid), "lizards", seconds)


@pytest.mark.parametrize(
    ("told", "n", "least", "proven", "how"),
    [
        (MISSING, 20, 30, False, "at most 50, the number of row segments; OR-Tools, which could decide it"),
        (None, 220, 30, False, "a solver is not asked"),
        (Largest(42, 42, True, "CP-SAT 9"), 20, 42, True, "CP-SAT 9, status OPTIMAL"),
        (Largest(2, 44, False, "CP-SAT 9"), 20, 3, False, "at most 44, by CP-SAT 9 in 1.5 s"),  # placed in order
    ],
)
def test_the_most_is_a_solvers_or_what_is_placed(
    told: Largest | JudgeError | None, n: int, *, least: int, proven: bool, how: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "largest", solver := Mock(side_effect=[told]))
        found = most(draw("random", (n, n), 0.1, 7), 1.5)
    assert solver.called == (told is not None)
    assert (found.proven, found.pieces >= least, how in found.how) == (proven, True, True), found
    assert not proven or found.pieces == least


@WITH_TOOLS
@pytest.mark.parametrize("sizes", [(5,), pytest.param((5, 7), marks=pytest.mark.slow)])
def test_cp_sat_agrees_with_the_search(sizes: tuple[int, ...]) -> None:
    for grid in (draw(name, (n, n), 0.2, 1) for name, n in product(NAMES, sizes)):
        board = Instance("ANY", len(grid), 1, grid)
        claim = Claim.on(board, puzzle_named("lizards").rules)
        assert claim
        found = largest(claim, 20.0)
        searched = most(grid, 0.0)
        assert searched.proven
        assert (found.proven, found.pieces, found.bound) == (True, searched.pieces, searched.pieces)
