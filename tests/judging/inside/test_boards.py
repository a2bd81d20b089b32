"""In which order a hunt tries boards, which there are, of any puzzle, and how what it finds is made smaller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

from judge.judging.hack.boards import EDGES, Space, boards, patterns
from judge.judging.hack.shrink import Shrinker, size
from judge.model import Instance
from judge.problems import TREE, puzzle_fits, puzzle_named, puzzle_names
from tests import oracle
from tests.problems.make import own

LIZARDS = Space("lizards", ("BFS", "DFS", "SA"), 65)


def key(board: Instance) -> tuple[str, int, bytes]:
    return board.algorithm, board.pieces, board.grid.tobytes()


@pytest.fixture(scope="module")
def first() -> list[Instance]:
    return list(islice(boards(LIZARDS, 0), 130))


def test_a_seed_gives_the_same_boards_and_another_one_others(first: list[Instance]) -> None:
    assert [key(board) for board in islice(boards(LIZARDS, 0), 60)] == [key(board) for board in first[:60]]
    assert [key(board) for board in islice(boards(LIZARDS, 1), 60)] != [key(board) for board in first[:60]]


def test_no_board_comes_twice_and_all_are_cases(first: list[Instance]) -> None:
    assert len({key(board) for board in first}) == len(first)
    for board in first:
        assert board.grid.shape == (board.n, board.n)
        assert board.grid.dtype == np.int8
        assert set(np.unique(board.grid)) <= {0, TREE}
        assert board.pieces >= 1
        assert board.n <= 65
    assert {board.algorithm for board in first} == {"BFS", "DFS", "SA"}


def test_tiny_boards_come_first_and_edges_soon(first: list[Instance]) -> None:
    assert max(board.n for board in first[:12]) <= 2
    assert {*EDGES} <= {board.n for board in first[:120]}
    assert any(board.pieces > board.n**2 for board in first[:60])
    assert any(board.pieces > (board.grid == 0).sum() > 0 for board in first[:60])


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_pattern_is_there_up_to_symmetry(n: int) -> None:
    found = {grid.tobytes() for grid in patterns(n)}
    images = [{*oracle.images(grid.tolist())} for grid in patterns(n)]
    assert sum(len(one) for one in images) == 2 ** (n * n), "each pattern is an image of one, and of one alone"
    assert len(found) == len(images)


CAMELS = own(  # a row like the homework
    case=["n camels", "cells"],
    pieces="camels",
    goal="arrangement",
    apart="camel",
    cells={"free": ".", "tree": "#"},
    range={"n": [1, 33]},
)


@pytest.mark.parametrize("name", ["lizards", CAMELS])
def test_all_of_the_smallest_boards_are_tried(name: str) -> None:
    found = Counter((board.n, board.grid.tobytes(), board.pieces) for board in boards(Space(name, ("DFS",), 2), 0))
    for n in (1, 2):
        for grid in patterns(n):
            for pieces in (1, n * n, n * n + 1):
                assert found[n, grid.tobytes(), pieces] == 1


def test_of_queens_only_n_varies_and_the_search_ends() -> None:
    found = [(board.n, board.algorithm) for board in boards(Space("queens", ("DFS", "SA"), 65), 0)]
    assert sorted(found) == [(n, algorithm) for n in range(1, 66) for algorithm in ("DFS", "SA")]
    assert [n for n, _ in found[24:28]] == [64, 64, 65, 65], "the edges before what lies between"
    assert all(board.pieces == board.n for board in boards(Space("spies", ("ANY",), 9), 0))


def test_arrangements_are_counted_on_small_boards_alone() -> None:
    assert max(board.n for board in boards(Space("all-queens", ("ANY",), 65), 0)) == 12
    assert list(boards(Space("no-three-in-line", ("ANY",), 1), 1)) == [], "there is none of one row"


# --- How a board is made smaller -------------------------------------------------------------------------------------
ONE_KIND, QUEENS = Space("lizards", ("DFS",), 65), Space("queens", ("DFS",), 65)
PATIENCE_S = 1000.0


def board(n: int, pieces: int, share: float = 0.3) -> Instance:
    trees = np.random.default_rng(n).random((n, n)) < share
    return Instance("DFS", n, pieces, np.where(trees, np.int8(TREE), np.int8(0)))


def shrunk(space: Space, found: Instance, shows: Callable[[Instance], bool]) -> Instance:
    assert shows(found)
    small = Shrinker(space, found, shows, PATIENCE_S).run()
    assert shows(small)
    return small


def test_a_crash_on_a_crowd_needs_one_cell_and_two_pieces() -> None:
    small = shrunk(ONE_KIND, board(4, 17), lambda one: one.pieces > int((one.grid == 0).sum()))
    assert size(small) == (1, 1, 0, 2, 0)


def test_what_shows_at_one_size_alone_keeps_it() -> None:
    found = Instance("DFS", 33, 33, np.zeros((33, 33), np.int8))
    assert size(shrunk(QUEENS, found, lambda one: one.n > 31)) == (32, 32, 0, 32, 0)


def test_nothing_is_tried_when_the_time_is_over() -> None:
    asked: list[Instance] = []

    def shows(one: Instance) -> bool:
        asked.append(one)
        return True

    found = board(5, 3)
    shrinker = Shrinker(ONE_KIND, found, shows, 0.0)
    assert shrinker.run() is found
    assert (asked, shrinker.tried) == ([], 0)


def test_no_board_is_tried_twice() -> None:
    asked: list[tuple[int, bytes]] = []

    def shows(one: Instance) -> bool:
        asked.append((one.pieces, one.grid.tobytes()))
        return bool((one.grid == TREE).any())

    shrinker = Shrinker(ONE_KIND, board(3, 3), shows, PATIENCE_S)
    assert size(shrinker.run()) == (1, 1, 1, 1, 0)
    assert len(set(asked)) == len(asked) == shrinker.tried


# --- boards of any puzzle ---------------------------------------------------------------------------------------------
BY_COLUMN = own(case=["n m", "cells"], pieces="m", apart="rook")  # as many pieces as columns
NAMES = [*(name for name in puzzle_names() if not puzzle_named(name).small.sized), BY_COLUMN]


def drawn(name: str, count: int = 20) -> list[Instance]:
    return list(islice(boards(Space(name, ("ANY",), 5), 1), count))


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_cases_each_once_and_the_smallest_come_first(name: str) -> None:
    found, cases = drawn(name), puzzle_named(name).cases
    texts = [cases.write(one) for one in found]
    assert len(set(texts)) == len(texts) >= 20
    for one, text in zip(found, texts, strict=True):
        again, notices = cases.read(text, "input.txt")
        assert (again.shape, again.pieces, notices) == (one.shape, one.pieces, ())
        puzzle_fits(again, name)
    assert max(one.n for one in found[:5]) < max(one.n for one in found) <= 5
    assert texts[:8] == [cases.write(one) for one in drawn(name, 8)]


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
    found = max(drawn(name), key=size)
    assert found.n > rows
    assert size(shrunk(Space(name, ("ANY",), 65), found, lambda one: one.n >= rows))[: len(least)] == least
