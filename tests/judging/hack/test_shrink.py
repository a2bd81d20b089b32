"""How a board is made smaller: whatever shows the difference, without a process."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from judge.judging.hack.search import Space
from judge.judging.hack.shrink import Shrinker, size
from judge.model import Instance
from judge.problems.proofs.descent import fitting
from judge.problems.rules.plain import TREE
from judge.problems.truth import most_pieces

LIZARDS, QUEENS = Space("lizards", ("DFS",), 65), Space("queens", ("DFS",), 65)
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
    small = shrunk(LIZARDS, board(4, 17), lambda one: one.pieces > int((one.grid == 0).sum()))
    assert size(small) == (1, 1, 0, 2, 0)


@pytest.mark.slow
def test_a_wrong_fail_at_the_maximum_keeps_as_many_as_fit() -> None:
    def greedy_fails(one: Instance) -> bool:
        most = most_pieces(one, "lizards", 20_000)
        return most is not None and fitting(one.grid) < one.pieces <= most

    assert shrunk(LIZARDS, board(5, 5), greedy_fails).n <= 4


def test_what_shows_at_one_size_alone_keeps_it() -> None:
    found = Instance("DFS", 33, 33, np.zeros((33, 33), np.int8))
    assert size(shrunk(QUEENS, found, lambda one: one.n > 31)) == (32, 32, 0, 32, 0)


def test_nothing_is_tried_when_the_time_is_over() -> None:
    asked: list[Instance] = []

    def shows(one: Instance) -> bool:
        asked.append(one)
        return True

    found = board(5, 3)
    shrinker = Shrinker(LIZARDS, found, shows, 0.0)
    assert shrinker.run() is found
    assert (asked, shrinker.tried) == ([], 0)


def test_no_board_is_tried_twice() -> None:
    asked: list[tuple[int, bytes]] = []

    def shows(one: Instance) -> bool:
        asked.append((one.pieces, one.grid.tobytes()))
        return bool((one.grid == TREE).any())

    shrinker = Shrinker(LIZARDS, board(3, 3), shows, PATIENCE_S)
    assert size(shrinker.run()) == (1, 1, 1, 1, 0)
    assert len(set(asked)) == len(asked) == shrinker.tried
