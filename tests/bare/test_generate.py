"""The files that are generated: all of a seed's doing, and of everything that they are to have."""

from __future__ import annotations

import ast
import re

from tests.bare.features import FEATURES
from tests.bare.generate import generate

LEFT = re.compile(r"\b[A-Za-z]\w*_\b|«|\bJIT\b")


def test_a_seed_is_a_file() -> None:
    files = [generate(seed, dear=dear).source for dear in (False, True) for seed in range(200)]
    assert files == [generate(seed, dear=dear).source for dear in (False, True) for seed in range(200)]
    assert len({*files}) == 400


def test_all_that_is_drawn_is_filled_in() -> None:
    for seed in range(400):
        source = generate(seed, dear=True).source
        ast.parse(source)
        assert not LEFT.findall(source), seed


def test_every_feature_is_in_some_file_of_the_slow_tests() -> None:
    drawn = {name for seed in range(1500) for name in generate(seed, dear=True).made_of}
    assert {piece.name for piece in FEATURES} <= drawn
