"""Every pattern gives boards that are cases, the same ones each time and everywhere."""

from __future__ import annotations

import hashlib
from itertools import product

import numpy as np
import pytest

from judge.model import Instance
from judge.problems import TREE
from judge.problems.formats.case import read_case, write_case
from judge.problems.generators.patterns import NAMES, PATTERNS, draw, random_grid

SIZES, DENSITIES, SEEDS = range(1, 13), (0.0, 0.35, 1.0), range(2)
# Of all boards of a pattern, one after the other: whoever changes them changes every package that was made.
DIGESTS = {
    "random": "245ca68d469ea764",
    "blobs": "adf72511d25ae8a3",
    "lines": "a5f2a1a9837ea2cf",
    "borders": "502ad2a1820f3a52",
    "chess": "f7a5baa4092b612e",
    "maze": "c49f0127718659b9",
    "corridor": "a22da62a9e6aa399",
}


def drawn(pattern: str) -> list[Instance]:
    return [
        Instance("DFS", n, n, draw(pattern, (n, n), density, seed))
        for n, density, seed in product(SIZES, DENSITIES, SEEDS)
    ]


@pytest.mark.parametrize("pattern", NAMES)
def test_every_board_is_a_case_and_is_always_the_same(pattern: str) -> None:
    whole = hashlib.sha256()
    for one in drawn(pattern):
        text = write_case(one)
        read, warnings = read_case(text)
        assert not warnings
        assert (read.grid == one.grid).all()
        whole.update(text)
    assert whole.hexdigest()[:16] == DIGESTS[pattern]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_has_as_many_trees_as_its_density_says(pattern: str) -> None:
    for n, density in product(SIZES, DENSITIES):
        assert np.count_nonzero(draw(pattern, (n, n), density, 1) == TREE) == round(density * n * n)


def test_a_large_random_board_is_drawn_in_parts_as_if_it_were_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_grid((50, 50), 0.4, 3)
    monkeypatch.setattr("judge.problems.generators.patterns._AT_ONCE", 170)
    assert (random_grid((50, 50), 0.4, 3) == whole).all()
    assert (whole == np.where(np.random.default_rng(3).random((50, 50)) < 0.4, TREE, 0)).all()
