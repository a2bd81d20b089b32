"""Small boards of each puzzle: all are its cases, and so is what is left of one, whatever is left out."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.judging.hack.boards import Space, boards
from judge.judging.hack.shrink import MANY, Shrinker, size
from judge.model import Instance
from judge.problems import puzzles
from judge.problems.row.small import as_many_as_rows, whole

NAMES = [name for name in puzzles.puzzle_names() if puzzles.puzzle_named(name).small]
DRAWN = {name: list(islice(boards(Space(name, ("ANY",), 5), 1), 40)) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_cases_each_once_and_the_smallest_come_first(name: str) -> None:
    found, cases = DRAWN[name], puzzles.puzzle_named(name).cases
    texts = [cases.write(board) for board in found]
    assert len(set(texts)) == len(texts) >= 20
    for board, text in zip(found, texts, strict=True):
        again, notices = cases.read(text, "input.txt")
        assert (again.shape, again.pieces, notices) == (board.shape, board.pieces, ())
        puzzles.puzzle_fits(again, name)
    assert max(board.n for board in found[:5]) < max(board.n for board in found) <= 5
    assert texts == [cases.write(board) for board in islice(boards(Space(name, ("ANY",), 5), 1), 40)]


def test_there_is_an_end_where_no_board_is_new() -> None:
    assert len(list(boards(Space("no-three-in-line", ("ANY",), 4), 1))) == 4 + 6 + 8
    assert list(boards(Space("no-three-in-line", ("ANY",), 1), 1)) == []


@given(st.sampled_from(NAMES), st.integers(0, 19), st.data())
@settings(max_examples=60, deadline=None)
def test_a_part_is_a_case_too(name: str, number: int, data: st.DataObject) -> None:
    small, space, board = puzzles.puzzle_named(name).small, Space(name, ("ANY",), 65), DRAWN[name][number]
    assert small is not None
    part = small.part(board, lambda: data.draw(st.sampled_from([0, 1, MANY])))
    if part is None or part.n < small.least:
        return
    assert space.fits(part)
    assert part.n <= board.n
    assert part.columns <= board.columns
    assert np.count_nonzero(part.grid) <= np.count_nonzero(board.grid)


@pytest.mark.parametrize("name", NAMES)
def test_what_leaves_out_nothing_is_the_board_itself(name: str) -> None:
    small, cases = puzzles.puzzle_named(name).small, puzzles.puzzle_named(name).cases
    assert small is not None
    for board in DRAWN[name]:
        part = small.part(board, lambda: MANY)
        assert part is not None
        assert (part.shape, part.pieces) == (board.shape, board.pieces)
        assert name == "star-battle" or cases.write(part) == cases.write(board), "but for the names of regions"


def shrunk(name: str, board: Instance, *, rows: int) -> Instance:
    return Shrinker(Space(name, ("ANY",), 65), board, lambda one: one.n >= rows, 60.0).run()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rows", "least"),
    [
        ("most-queens", 3, (3, 1, 0, 1, 0)),
        ("completion", 3, (3, 3, 0, 3, 0)),
        ("scooters", 2, (2, 2, 0, 1, 0)),
        ("no-three-in-line", 4, (4, 4, 0, 1, 0)),
    ],
)
def test_a_mistake_that_shows_on_so_many_rows_needs_nothing_else(name: str, rows: int, least: tuple[int, ...]) -> None:
    board = max(DRAWN[name], key=size)
    assert board.n > rows
    assert size(shrunk(name, board, rows=rows)) == least


@pytest.mark.slow
def test_regions_stay_as_many_as_rows() -> None:
    board = max(DRAWN["star-battle"], key=size)
    small = shrunk("star-battle", board, rows=3)
    assert small.n == 3
    assert small.layer is not None
    assert set(small.layer.reshape(-1).tolist()) == {1, 2, 3}
    assert as_many_as_rows(np.array([[7, 7], [7, 7]])) is None
    joined = as_many_as_rows(np.array([[7, 5], [3, 9]]))
    assert joined is not None
    assert joined.tolist() == [[1, 2], [2, 2]]


def test_points_are_those_of_whole_days() -> None:
    assert whole(12, np.array([[0, 5], [0, 8]])).sum() == 24
    assert whole(12, np.zeros((2, 2), np.int64)).sum() == 0
