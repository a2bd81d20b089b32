"""The starter that `judge init` writes is right: on its warm-up boards, on other small ones, and where nothing fits."""

from __future__ import annotations

import ast

import pytest

from judge.model import Answer, Case
from judge.problems import judge_answer, puzzle_fits, puzzle_named, puzzle_names
from judge.problems.prove import truth_of
from tests.conftest import there
from tests.problems.make import answered, case_in, own, tiny

NAMES = pytest.mark.parametrize("name", puzzle_names())
EIGHT = "8 2\n" + "".join(" ".join([str(row)] * 8) + "\n" for row in range(1, 9))


@NAMES
def test_it_is_right_on_its_warm_up_boards_which_can_be_solved_and_on_other_small_ones(name: str) -> None:
    """No submission can come to grief on a board that asks for what can't be done."""
    warm_up = puzzle_named(name).boards
    for at, board in enumerate((*warm_up, *tiny(name, 12, 5))):
        truth = there(truth_of(board, name, 100_000).answer)
        if at < len(warm_up):
            puzzle_fits(board, name)
            assert (board.n == len(board.grid) <= 4, truth.fail) == (True, False)
        assert judge_answer(Case("one", "secret", board, truth), name, answered(name, board)) is None, board


@NAMES
def test_it_imports_no_more_than_submissions_may(name: str) -> None:
    tree = ast.parse(puzzle_named(name).starter)
    modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    modules += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {"numpy"} <= {*modules} <= {"numpy", "numba"}


@pytest.mark.parametrize(("puzzle", "text"), [("star-battle", EIGHT), ("no-three-in-line", "5 10\n")])
def test_it_finds_an_arrangement_on_a_larger_board(puzzle: str, text: str) -> None:
    case = case_in(puzzle, text)
    assert judge_answer(case, puzzle, answered(puzzle, case.board)) is None


@pytest.mark.parametrize(
    ("cell", "columns", "count"), [("0", [3 * row % 11 for row in range(11)], 1), ("1", [3] * 11, 0)]
)
def test_above_ten_rows_it_counts_what_it_would_list(cell: str, columns: list[int], count: int) -> None:
    """Each row has one cell that is not closed: a free one, or a piece beside that of the next row."""
    alone = own(case=["n", "cells"], pieces="n", row=1, apart="king", goal="all")
    board = "".join(f"{'3' * at}{cell}{'3' * (10 - at)}\n" for at in columns)
    case = case_in(alone, f"11\n{board}", Answer(count=count))
    assert judge_answer(case, alone, answered(alone, case.board)) is None
