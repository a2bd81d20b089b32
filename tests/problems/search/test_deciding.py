"""What is right on a small board, against trying every set of cells: for each puzzle, whatever it asks for."""

from __future__ import annotations

from itertools import combinations, islice, product

import numpy as np
import pytest

from judge.judging.hack.search import Space, boards
from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.package import read_package
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.best import pieces_of, weight_of
from judge.problems.puzzles.goals.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import PIECE
from judge.problems.search.deciding import searched
from judge.problems.truth import is_easy, truth_of
from judge.problems.walk import TooManySteps
from tests.shipped import ROOT

SEARCHED = ("one", "best", "number")  # what a goal asks for
NAMES = [name for name in puzzles.names() if (one := puzzles.named(name)).small and one.goal.asks in SEARCHED]
SHIPPED = [name for name in NAMES if (ROOT / "testcases" / name).is_dir()]
MANY, CELLS = 100_000, 12


def drawn(name: str, count: int) -> list[Instance]:
    """Some of the boards of a hunt that are small enough for sets of cells."""
    return list(islice((one for one in boards(Space(name, ("ANY",), 4), 3) if one.grid.size <= CELLS), count))


def arrangements(puzzle: Puzzle, board: Instance, pieces: range) -> list[np.ndarray]:
    """Every arrangement of so many pieces, the given ones among them, that keeps all rules."""
    free = np.argwhere(board.grid == 0).tolist()
    given = int(np.count_nonzero(board.grid == PIECE))
    found = []
    for count in pieces:
        for cells in combinations(free, count - given) if count >= given else ():
            grid = board.grid.copy()
            for cell in cells:
                grid[tuple(cell)] = PIECE
            trial = Trial(puzzle.words, Case("", "", board), Answer(board=grid), board=grid)
            if rule_fault(puzzle.rules, trial) is None:
                found.append(grid)
    return found


def expected(puzzle: Puzzle, board: Instance) -> tuple[bool, int]:
    """Whether FAIL is right, and else the most weight: of most-queens how many pieces."""
    some = range(int((board.grid == 0).sum()) + 1) if puzzle.goal.scored else range(board.pieces, board.pieces + 1)
    found = arrangements(puzzle, board, some)
    weights = [
        weight_of(grid, Case("", "", board)) if board.layer is not None else int((grid == 1).sum()) for grid in found
    ]
    return not found, max(weights, default=0)


@pytest.mark.parametrize("name", NAMES)
def test_every_set_of_cells_says_the_same(name: str) -> None:
    puzzle, fails = puzzles.named(name), 0
    for board in drawn(name, 20):
        fail, most = expected(puzzle, board)
        for bounded in (True, False):
            answered = searched(puzzle, board, MANY, bounded=bounded)
            assert answered is not None
            answer, proof = answered
            assert answer.fail == fail == bool(proof), board
            if puzzle.goal.asks == "number" and not fail:
                assert answer.count == most, board
            elif not fail:
                assert answer.board is not None
                found = puzzles.judge(Case("", "", board, answer), name, answer)
                assert found is None, board
                assert not puzzle.goal.scored or (answer.board == PIECE).sum() == most
        fails += fail
    assert fails or not puzzle.goal.may_fail or name == "no-three-in-line", "no board was impossible"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_answers_to_small_cases_are_right(name: str) -> None:
    looked = 0
    for case in read_package(ROOT / "testcases" / name).cases:
        truth = truth_of(case.board, name, 20_000) if case.board.grid.size <= 64 else None
        if truth and truth.answer and case.answer:
            looked += 1
            assert truth.answer.fail == case.answer.fail, case.name
            assert truth.answer.count == case.answer.count, case.name
            assert pieces_of(truth.answer) == pieces_of(case.answer), case.name
    assert looked >= 3


def test_a_search_ends_after_its_steps() -> None:
    board = Instance("ANY", 7, 14, np.zeros((7, 7), np.int8))
    with pytest.raises(TooManySteps):
        searched(puzzles.named("no-three-in-line"), board, 5)
    assert truth_of(board, "no-three-in-line", 5).decided, "2n points are known to exist"
    assert not is_easy(board, "no-three-in-line", 5)
    assert is_easy(Instance("ANY", 2, 4, np.zeros((2, 2), np.int8)), "no-three-in-line", 100)
    large = Instance("ANY", 40, 1, np.zeros((40, 40), np.int8))
    assert not truth_of(large, "most-queens", 5).decided


@pytest.mark.parametrize(("n", "m"), list(product((1, 2, 5), (1, 4))))
def test_the_most_queens_on_a_board_that_is_no_square(n: int, m: int) -> None:
    answer = truth_of(Instance("ANY", n, 1, np.zeros((n, m), np.int8)), "most-queens", MANY).answer
    assert answer is not None
    assert answer.board is not None
    assert (answer.board == PIECE).sum() == {(1, 1): 1, (1, 4): 1, (2, 1): 1, (2, 4): 2, (5, 1): 1, (5, 4): 4}[n, m]
