"""What is left of a small board of a puzzle is a case of it, whatever is left out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Instance
from judge.problems import puzzle_fits, puzzle_named, puzzle_names
from judge.problems.prove import truth_of
from tests.conftest import there
from tests.problems import make
from tests.problems.make import tiny
from tests.problems.row.rows import own

BY_COLUMN = make.own(case=["n m", "cells"], pieces="m", apart="rook")  # as many pieces as columns
NAMES = [*puzzle_names(), BY_COLUMN]
MANY = 1 << 30  # leaves out nothing


@cache
def drawn(name: str) -> list[Instance]:
    return tiny(name, 20, 1, 5)


def part_of(name: str, board: Instance, number: int | st.DataObject) -> Instance | None:
    """Return a part of a board, which must be a case; None where it is too small for one."""
    small, cases = puzzle_named(name).small, puzzle_named(name).cases
    draw = (lambda: number) if isinstance(number, int) else lambda: number.draw(st.sampled_from([0, 1, MANY]))
    part = small.part(board, draw)
    if part is None or part.n < small.least:
        return None
    puzzle_fits(part, name)
    again, notices = cases.read(text := cases.write(part), "input.txt")
    assert (again.shape, again.pieces, notices, cases.write(again)) == (part.shape, part.pieces, (), text)
    return part


@given(st.sampled_from(NAMES), st.integers(0, 19), st.data())
@settings(max_examples=80, deadline=None)
def test_a_part_of_a_board_is_a_case_too(name: str, number: int, data: st.DataObject) -> None:
    board = drawn(name)[number % len(drawn(name))]
    part = part_of(name, board, data)
    if part is not None:
        assert part.n <= board.n
        assert part.columns <= board.columns
        assert np.count_nonzero(part.grid) <= np.count_nonzero(board.grid)


@pytest.mark.parametrize(("more", "patterned"), [([], True), (["weights"], False), (["regions"], False)])
def test_boards_of_trees_alone_are_gone_through(more: list[str], patterned: bool) -> None:
    words = {"case": ["n pieces", "cells", *more], "cells": {"free": ".", "tree": "#"}, "apart": "rook"}
    assert puzzle_named(make.own(**words)).small.patterned == patterned


@pytest.mark.parametrize(
    ("words", "symmetric"),
    [
        ({"case": ["n m k"], "pieces": "k", "row": {"most": 2}, "column": {"most": 2}}, True),
        ({"case": ["n m k"], "pieces": "k", "row": {"most": "n"}, "column": {"most": "n"}}, False),
        ({"case": ["n m k"], "pieces": "k", "row": {"most": 2}}, False),
        ({"case": ["n k"], "pieces": "k", "row": {"most": "n"}, "column": {"most": "n"}}, True),
    ],
)
def test_a_board_may_have_other_arrangements_when_it_is_turned(words: dict[str, Any], symmetric: bool) -> None:
    assert puzzle_named(make.own(cells={}, **words)).row.symmetric == symmetric


@pytest.mark.parametrize("name", NAMES)
def test_what_leaves_out_nothing_is_the_board_itself(name: str) -> None:
    for board in drawn(name):
        part, write = there(part_of(name, board, MANY)), puzzle_named(name).cases.write
        assert (part.shape, part.pieces) == (board.shape, board.pieces)
        assert name == "star-battle" or write(part) == write(board), "but for the names of regions"


def test_weights_that_are_left_out_are_those_of_no_day() -> None:
    small = puzzle_named("scooters").small
    board = Instance("ANY", 2, 1, np.zeros((2, 2), np.int8), np.array([[5, 7], [0, 12]]))
    kept = iter([MANY, MANY, 0, MANY, 0, MANY])  # two rows, three weights, the pieces
    assert there(there(small.part(board, lambda: next(kept))).layer).tolist() == [[5, 7], [0, 0]]


def test_regions_stay_as_many_as_rows() -> None:
    small = puzzle_named("star-battle").small
    layer = np.array([[7, 7, 5], [7, 3, 3], [9, 9, 9]])
    board, kept = Instance("ANY", 3, 3, np.zeros((3, 3), np.int8), layer), iter([MANY, MANY, 0, MANY])
    assert there(there(small.part(board, lambda: next(kept))).layer).tolist() == [[1, 1], [1, 2]]
    one = Instance("ANY", 2, 2, np.zeros((2, 2), np.int8), np.full((2, 2), 7))
    assert small.part(one, lambda: MANY) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("one-a-region", {"pattern": "hidden"}),
        ("colourful-points", {"pattern": "hidden"}),
        ("stars-in-woods", {"pattern": "random", "density": 0.1, "trees": (), "stars": 1}),
    ],
)
def test_regions_are_grown_around_an_arrangement(name: str, said: dict[str, Any]) -> None:
    puzzle = puzzle_named(own(name))
    for n, seed in ((5, 1), (6, 2), (8, 3)):
        board = puzzle.recipes.board({"n": n, "moved": 0, **said}, seed, "ANY")
        puzzle_fits(board, puzzle.name)
        assert not there(truth_of(board, puzzle.name, 10_000).answer).fail
        again = puzzle.recipes.board({"n": n, "moved": 0, **said}, seed, "ANY")
        assert puzzle.cases.write(again) == puzzle.cases.write(board)


def test_regions_are_grown_at_random_where_nothing_fits() -> None:
    puzzle = puzzle_named(own("one-a-region"))
    board = puzzle.recipes.board({"n": 3, "moved": 0, "pattern": "hidden"}, 1, "ANY")
    puzzle_fits(board, puzzle.name)
