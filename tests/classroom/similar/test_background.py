"""Which pairs stand out: by the class's own measure, and each work in one circle."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from judge.classroom.similar.background import FEW, LEAST, NEARLY_ALL, SMALL, circles_of, limit_of, standing_out
from judge.model.similarity import Pair


def class_of(count: int, usual: float, **pairs: float) -> np.ndarray:
    """Return shares around the usual one, and those of pairs by their numbers, such as 1_2."""
    chance = np.random.default_rng(7)
    table = np.triu(np.clip(chance.normal(usual, 0.04, (count, count)), 0, 1), 1)
    for name, share in pairs.items():
        one, other = sorted(int(word) for word in name.strip("_").split("_"))
        table[one, other] = share
    return table + table.T


def everybody(count: int) -> np.ndarray:
    return np.ones((count, count), np.bool_)


@pytest.mark.parametrize("usual", [0.05, 0.3, 0.5])
def test_a_pair_stands_out_of_what_is_usual_in_its_class(usual: float) -> None:
    found = standing_out(class_of(40, usual, _3_9=0.95), everybody(40))
    assert [(pair.left, pair.right) for pair in found] == [(3, 9)]
    assert LEAST <= found[0].limit <= NEARLY_ALL


def test_what_is_much_in_one_class_is_usual_in_another() -> None:
    assert standing_out(class_of(40, 0.1, _3_9=0.7), everybody(40))
    assert not standing_out(class_of(40, 0.6, _3_9=0.7), everybody(40))


def test_one_who_is_like_everybody_is_like_nobody() -> None:
    """A short solution is contained in all others: that is its own background."""
    table = class_of(40, 0.1)
    table[0, 1:] = table[1:, 0] = np.linspace(0.6, 0.85, 39)
    assert not standing_out(table, everybody(40))
    table[0, 5] = table[5, 0] = 1
    assert [(pair.left, pair.right) for pair in standing_out(table, everybody(40))] == [(0, 5)]


def test_a_class_that_is_spread_widely_hides_no_copy() -> None:
    table = np.triu(np.random.default_rng(7).uniform(0, 0.55, (40, 40)), 1)
    table[3, 9] = 0.85
    assert [(pair.left, pair.right) for pair in standing_out(table + table.T, everybody(40))] == [(3, 9)]


def test_few_are_no_background() -> None:
    few = class_of(FEW, 0.3, _1_2=SMALL + 0.02, _3_4=SMALL - 0.02)
    assert [(pair.left, pair.right) for pair in standing_out(few, everybody(FEW))] == [(1, 2)]
    assert limit_of(np.zeros(FEW - 1)) == SMALL
    assert limit_of(np.zeros(FEW)) == LEAST


def test_a_copy_is_found_though_most_have_copied() -> None:
    table = class_of(30, 0.1)
    for one, other in combinations(range(20), 2):
        table[one, other] = table[other, one] = 1
    found = standing_out(table, everybody(30))
    assert len(found) == 190
    assert [circle.works for circle in circles_of(found)] == [tuple(range(20))]


def test_pairs_that_may_not_be_one_are_none() -> None:
    compared = everybody(40)
    compared[3, 9] = compared[9, 3] = False
    assert not standing_out(class_of(40, 0.1, _3_9=0.95), compared)


@pytest.mark.parametrize("count", [0, 1])
def test_one_alone_is_like_nobody(count: int) -> None:
    assert standing_out(np.zeros((count, count)), everybody(count)) == []


def test_a_work_is_in_one_circle_and_the_shown_pairs_join_it() -> None:
    pairs = [Pair(1, 2, 0.9, 0.5), Pair(5, 6, 0.8, 0.5), Pair(2, 3, 0.8, 0.5), Pair(1, 3, 0.7, 0.5)]
    first, second = circles_of(pairs)
    assert first.works == (1, 2, 3)
    assert first.pairs == (pairs[0], pairs[2], pairs[3])
    assert first.shown == (pairs[0], pairs[2])
    assert (second.works, second.shown) == ((5, 6), (pairs[1],))


def test_two_circles_that_a_later_pair_joins_are_one() -> None:
    pairs = [Pair(1, 2, 0.9, 0.5), Pair(3, 4, 0.9, 0.5), Pair(2, 4, 0.8, 0.5), Pair(4, 5, 0.7, 0.5)]
    (circle,) = circles_of(pairs)
    assert circle.works == (1, 2, 3, 4, 5)
    assert len(circle.shown) == 4
