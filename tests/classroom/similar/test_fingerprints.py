"""Shares of runs: what all have counts little, what was given counts nothing, and the sum of both sides does not."""

from __future__ import annotations

import numpy as np
import pytest

from judge.classroom.similar import fingerprints
from judge.classroom.similar.fingerprints import GRAM, Numbers, grams, own_grams, shares

NONE = np.zeros(0, np.uint64)


def numbers(*values: int) -> Numbers:
    return np.array(values, np.uint64)


def test_a_run_has_the_same_number_wherever_it_stands() -> None:
    run = list(range(GRAM))
    one, other = grams(numbers(*run, 7, 7)), grams(numbers(9, 9, 9, *run))
    assert one[0] == other[3]
    assert len(set(one.tolist()) & set(other.tolist())) == 1


def test_what_is_shorter_than_a_run_has_none() -> None:
    assert len(grams(numbers(*range(GRAM - 1)))) == 0
    assert len(grams(numbers(*range(GRAM)))) == 1
    assert len(own_grams([], NONE)) == 0


def test_no_run_goes_from_one_file_into_the_next() -> None:
    half = numbers(*range(GRAM // 2))
    assert len(own_grams([half, half], NONE)) == 0


def test_what_was_given_is_not_ones_own() -> None:
    whole = numbers(*range(3 * GRAM))
    given = grams(whole[: 2 * GRAM])
    assert len(own_grams([whole], given)) == len(grams(whole)) - len(given)
    assert len(own_grams([whole[:GRAM]], given)) == 0


def test_a_share_is_of_the_smaller_one_and_of_both_the_same() -> None:
    small, large = numbers(1, 2, 3, 4), numbers(1, 2, 3, 4, *range(100, 200))
    table = shares([small, large, numbers(300, 301)])
    assert table[0, 1] == pytest.approx(1)
    assert table[1, 0] == table[0, 1]
    assert table[0, 2] == 0
    assert not table.diagonal().any()


def test_what_is_rare_counts_more_than_what_all_have() -> None:
    usual = [1, 2, 3, 4]
    works = [numbers(*usual, 10 * k, 10 * k + 1, 10 * k + 2, 10 * k + 3) for k in range(1, 30)]
    works += [numbers(*usual, 7, 8, 9, 6), numbers(*usual, 7, 8, 9, 6)]
    table = shares(works)
    assert table[0, 1] < 0.02, "half of the runs, but everybody has them"
    assert table[29, 30] == pytest.approx(1)


def test_a_matrix_in_pieces_is_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    works = [np.unique(chance.integers(0, 400, 100).astype(np.uint64)) for _ in range(9)]
    whole = shares(works)
    monkeypatch.setattr(fingerprints, "_CELLS", 40)
    assert np.allclose(shares(works), whole)


@pytest.mark.parametrize("works", [[], [NONE], [NONE, NONE], [NONE, numbers(1, 2)]])
def test_nothing_shares_nothing(works: list[Numbers]) -> None:
    table = shares(works)
    assert table.shape == (len(works), len(works))
    assert not table.any()
