"""A hunt looks at small boards of any puzzle, each once, and makes what it finds smaller."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from judge.judging.hack.boards import Space, boards
from judge.judging.hack.shrink import Shrinker, size
from judge.model import Instance
from judge.problems import puzzle_fits, puzzle_named, puzzle_names
from tests.problems.make import own

BY_COLUMN = own(case=["n m", "cells"], pieces="m", apart="rook")  # as many pieces as columns
NAMES = [*(name for name in puzzle_names() if not puzzle_named(name).small.sized), BY_COLUMN]


def drawn(name: str) -> list[Instance]:
    return list(islice(boards(Space(name, ("ANY",), 5), 1), 40))


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_cases_each_once_and_the_smallest_come_first(name: str) -> None:
    found, cases = drawn(name), puzzle_named(name).cases
    texts = [cases.write(board) for board in found]
    assert len(set(texts)) == len(texts) >= 20
    for board, text in zip(found, texts, strict=True):
        again, notices = cases.read(text, "input.txt")
        assert (again.shape, again.pieces, notices) == (board.shape, board.pieces, ())
        puzzle_fits(again, name)
    assert max(board.n for board in found[:5]) < max(board.n for board in found) <= 5
    assert texts == [cases.write(board) for board in drawn(name)]


def test_a_row_like_the_homework_has_its_boards() -> None:
    words: dict[str, Any] = {"apart": "camel", "cells": {"free": ".", "tree": "#"}, "range": {"n": [1, 33]}}
    camels = own(case=["n camels", "cells"], pieces="camels", goal="arrangement", **words)
    found = list(islice(boards(Space(camels, ("ANY",), 65), 0), 120))
    assert max(board.n for board in found[:12]) <= 2
    assert {8, 9, 16, 17, 31, 32, 33} <= {board.n for board in found}
    small = Shrinker(Space(camels, ("ANY",), 65), found[-1], lambda one: one.n >= 3, 60.0).run()
    assert size(small)[:3] == (3, 3, 0)
    camels = own(case=["n"], pieces="n", goal="arrangement", **words | {"cells": {}, "range": {"n": [2, 14]}})
    found = list(boards(Space(camels, ("ANY",), 65), 0))
    assert [board.n for board in found] == [*range(2, 13), 13, 14]


def test_there_is_an_end_where_no_board_is_new() -> None:
    assert len(list(boards(Space("no-three-in-line", ("ANY",), 4), 1))) == 4 + 6 + 8
    assert list(boards(Space("no-three-in-line", ("ANY",), 1), 1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rows", "least"),
    [
        ("most-queens", 3, (3, 1, 0, 1, 0)),
        ("completion", 3, (3, 3, 0, 3, 0)),
        ("scooters", 2, (2, 2, 0, 1, 0)),
        ("no-three-in-line", 4, (4, 4, 0, 1, 0)),
        ("star-battle", 3, (3, 3)),
    ],
)
def test_a_mistake_that_shows_on_so_many_rows_needs_nothing_else(name: str, rows: int, least: tuple[int, ...]) -> None:
    board = max(drawn(name), key=size)
    assert board.n > rows
    space = Space(name, ("ANY",), 65)
    assert size(Shrinker(space, board, lambda one: one.n >= rows, 60.0).run())[: len(least)] == least
