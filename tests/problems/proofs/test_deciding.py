"""Boards of every pattern, decided, and held against a search and a checker that share nothing with the judge."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.generators.patterns import NAMES, draw
from judge.problems.proofs.certificate_file import write_certificate
from judge.problems.proofs.counting import count_bound
from judge.problems.proofs.deciding import Decision, decide
from judge.problems.proofs.descent import descended
from judge.problems.rules.plain import PIECE, TREE, plain_attack
from tests.problems.proofs.elsewhere import author_tools, decided
from tests.problems.proofs.independent import fit
from tests.problems.proofs.independent_sums import refutes

SIZES = [*range(1, 11)] * 46 + [11, 12] * 20  # 500; the largest cost the search of the test most
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5)


def board_of(number: int) -> Instance:
    n = SIZES[number]
    grid = draw(NAMES[number % len(NAMES)], n, SHARES[number % len(SHARES)], number)
    empty = Instance("DFS", n, n * n, grid)
    stands = int(np.count_nonzero(descended(empty) == PIECE))
    return Instance("DFS", n, max(1, stands + number % 4), grid)


def hold(board: Instance, decision: Decision) -> str:
    """Hold a decision against the test's own search and checker; return what it was."""
    rows = ["".join(map(str, row)) for row in board.grid.tolist()]
    if decision.answer is not None:
        placed = decision.answer.board
        assert placed is not None
        assert plain_attack(placed) is None
        assert np.count_nonzero(placed == PIECE) == board.pieces
        assert ((placed == TREE) == (board.grid == TREE)).all()
        return "arranged"
    assert decision.proof is not None, rows
    assert not fit(rows, board.pieces), (rows, board.pieces)
    if decision.proof == count_bound(board).proof:
        return "counted"
    if not decision.proof.certificate:
        return "searched"
    assert refutes(write_certificate(decision.proof.certificate), rows, board.pieces), (rows, board.pieces)
    return "certified"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_answer_agrees_with_a_search_of_the_test() -> None:
    boards = [board_of(number) for number in range(len(SIZES))]
    with author_tools() as pool:
        tally = Counter(map(hold, boards, pool.map(decided, boards, chunksize=10)))
    assert tally.total() == 500
    assert tally["arranged"] > 100
    assert tally["counted"] > 50
    assert tally["certified"] > 50


@pytest.fixture
def without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ortools.linear_solver", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, name, None)


def case(puzzle_board: Instance) -> Case:
    return Case("one", "secret", puzzle_board)


def test_small_boards_need_no_solver(without_solver: None) -> None:
    tally = Counter(
        hold(board, decide("lizards", case(board), 60.0, lambda: None))
        for board in (board_of(number) for number in range(70) if SIZES[number] < 8)
    )
    assert set(tally) == {"arranged", "searched", "counted"}


def test_what_somebody_finds_is_taken_before_a_search(without_solver: None) -> None:
    grid = np.zeros((4, 4), np.int8)
    found = Answer(board=np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]], np.int8))
    decision = decide("lizards", case(Instance("DFS", 4, 4, grid)), 60.0, lambda: (found, "somebody"))
    assert (decision.answer, decision.by) == (found, "somebody")


def test_what_is_out_of_reach_is_bounded(without_solver: None) -> None:
    board = Instance("DFS", 60, 60, np.zeros((60, 60), np.int8))
    decision = decide("lizards", case(board), 2.0, lambda: None)
    assert (decision.answer, decision.proof, decision.solver_missing) == (None, None, True)
    assert 40 < decision.least < 60
    assert decision.most == 60


@pytest.mark.parametrize(("puzzle", "n"), [("queens", 2), ("queens", 3), ("spies", 5), ("spies", 6)])
def test_a_theorem_is_tried_out(without_solver: None, puzzle: str, n: int) -> None:
    board = Instance("ANY", n, n, np.zeros((n, n), np.int8))
    proof = decide(puzzle, case(board), 60.0, lambda: None).proof
    assert proof is not None
    assert proof.line.startswith(f"theorem: {n} {puzzle} can't be placed")
    assert "exhaustive search by judge" in proof.line


@pytest.mark.parametrize("puzzle", ["spies", "queens", "all-queens"])
def test_puzzles_without_trees_are_answered(without_solver: None, puzzle: str) -> None:
    board = Instance("ANY", 8, 8, np.zeros((8, 8), np.int8))
    answer = decide(puzzle, case(board), 60.0, lambda: None).answer
    assert answer is not None
    assert (answer.board is None) == (puzzle == "all-queens")


def test_all_arrangements_are_no_matter_of_one(without_solver: None) -> None:
    board = Instance("ANY", 28, 28, np.zeros((28, 28), np.int8))
    decision = decide("all-queens", case(board), 60.0, lambda: None)
    assert (decision.answer, decision.proof) == (None, None), "an arrangement is no count"
