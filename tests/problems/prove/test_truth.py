"""What is right on a small board: as the oracle says that tries every set of cells; and what takes too long to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems import judge_answer, puzzle_named, puzzle_names
from judge.problems.prove import fitting, is_easy, most_pieces, truth_of
from tests import oracle
from tests.conftest import there
from tests.problems.make import blank, own, tiny
from tests.problems.told import rows_of

RULES: tuple[oracle.Words, ...] = (
    {"apart": "queen"},
    {"apart": "rook", "in_line": 2},
    {"apart": ["bishop", "knight"]},
    {"apart": "king", "row": 1},
    {"in_line": 2, "column": 1},
    {"row": 1, "column": 1, "region": 1, "apart": "king"},
)
CELLS, PLENTY = 12, 100_000
HUNTED = [name for name in puzzle_names() if puzzle_named(name).goal.asks not in ("all", "decision")]


def right(board: Instance, puzzle: str, most: int = PLENTY) -> Answer:
    """Return what is right on a board, as so many nodes find."""
    return there(truth_of(board, puzzle, most).answer)


def for_oracle(board: Instance) -> oracle.Board:
    """Return a board for the oracle."""
    layer: Any = () if board.layer is None else tuple(map(tuple, board.layer.tolist()))
    return oracle.Board(tuple(map(tuple, board.grid.tolist())), board.pieces, layer)


def drawn(seed: int) -> Instance:
    """Return a board of at most 12 cells, of three regions."""
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.75, 0.1, 0.1, 0.05)).astype(np.int8)
    return Instance("ANY", len(grid), int(rng.integers(1, 5)), grid, rng.integers(0, 3, shape))


def puzzle_of(words: oracle.Words, **more: Any) -> str:
    cells = {"case": ["n m pieces", "regions"], "cells": {}} if "region" in words else {}
    return own(**{**cells, **words, **more})


@pytest.mark.parametrize("name", HUNTED)
def test_small_boards_of_each_puzzle_are_decided_as_by_every_set_of_cells(name: str) -> None:
    """What `judge hack` looks at: the answer is right, and FAIL comes with why."""
    goal, words, found = puzzle_named(name).goal, oracle.PUZZLES[name], 0
    for one in [one for one in tiny(name, 40, 3) if one.grid.size <= CELLS][:16]:
        truth, there_ = truth_of(one, name, PLENTY), for_oracle(one)
        assert truth.answer is not None, one
        if words["goal"] == "arrangement":
            most = one.pieces if next(oracle.every(words, there_, one.pieces), None) else None
        else:
            most = oracle.most_of(words, there_)
        assert truth.answer.fail == (most is None) == bool(truth.proof), one
        if most is not None:
            assert judge_answer(Case("", "", one, truth.answer), name, truth.answer) is None, one
            told = truth.answer.count if goal.asks == "number" else np.count_nonzero(truth.answer.drawn(one.shape) == 1)
            assert told == most, one
        found += 1
    assert found > 2


IN_LINE = own(apart=["queen", "knight"], in_line=2)


@pytest.mark.parametrize("row", rows_of(Path(__file__).with_name("truth.txt")))
def test_what_is_found_of_an_empty_board_in_so_many_steps(row: list[str]) -> None:
    look, name, *numbers, found = row
    puzzle, (n, pieces, steps) = IN_LINE if name == "no-amazons-in-line" else name, map(int, numbers)
    if look == "easy":
        assert str(is_easy(blank(n, pieces=pieces), puzzle, steps)) == found
        return
    truth = truth_of(blank(n, pieces=pieces), puzzle, steps)
    answer = truth.answer
    match look:
        case "fits":
            assert str(not there(answer).fail) == found
        case "count":
            count = 0 if there(answer).fail else there(answer).count
            assert str(count) == found
            assert there(answer).columns is None or len(there(there(answer).columns)) == count
        case "decided":
            assert str(truth.decided) == found
            assert not (answer and answer.fail) or truth.proof == "9 pieces, but only 8 row segments can hold one each"


@pytest.mark.parametrize(("wanted", "weight"), [(2, 9), (4, None)])
@pytest.mark.parametrize("form", ["board", "number"])
def test_the_most_weight_is_found(form: str, wanted: int, weight: int | None) -> None:
    heavy = own(case=["n k", "weights"], cells={}, pieces="k", apart="queen", goal="heaviest", answer=form)
    layer = np.array([[1, 9, 0], [5, 0, 8], [0, 3, 0]])
    board = Instance("ANY", 3, wanted, np.zeros((3, 3), np.int8), layer)
    truth = right(board, heavy)
    assert truth.fail == (weight is None)
    assert weight is None or (truth.count if truth.board is None else layer[truth.board == 1].sum()) == weight


def test_rows_that_can_waste_nothing_hold_one_each() -> None:
    board = blank(11)
    board.grid[0, 0] = board.grid[1, 2] = 1
    assert not right(board, own(apart="queen"), 300).fail


def test_the_most_pieces_of_a_board_are_known() -> None:
    for one in tiny("lizards", 60, 5):
        rows = one.grid.tolist()
        most = next(count for count in range(20) if not oracle.fit(rows, count + 1))
        assert most_pieces(one, "lizards", PLENTY) == most
    assert most_pieces(blank(20), "lizards", PLENTY) is None, "it is beyond a search"
    assert [fitting(np.full((5, 5), cell, np.int8)) for cell in (0, 2)] == [5, 0]


@pytest.mark.parametrize(
    ("words", "most"),
    [({"row": {"least": 1}, "apart": "rook"}, 3), ({"column": {"least": 2}, "apart": "rook"}, 0), ({"row": 2}, 6)],
)
def test_a_board_may_hold_many_pieces_and_not_fewer(words: oracle.Words, most: int) -> None:
    assert most_pieces(blank(3), own(**words), PLENTY) == most
