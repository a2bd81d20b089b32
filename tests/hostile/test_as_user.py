"""The hostile submissions once more, judged by an ordinary user: for root, whose boxes get a user id of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from judge.sandbox import TIERS
from tests.as_user import passes_as_ordinary_user
from tests.hostile.stage import trials

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="an ordinary user runs all of it anyway"),
    pytest.mark.timeout(1200),
]
HERE = Path(__file__).parent
TRIALS = str(HERE / "test_hostile.py")
PARTS = 8


def part(number: int) -> list[str]:
    """Return the rows of every eighth trial in both tiers."""
    names = [trial.path.name for trial in trials()][number::PARTS]
    return [f"{TRIALS}::test_a_hostile_submission_is_contained[{tier}-{name}]" for tier in TIERS[:2] for name in names]


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize(
    "words",
    [
        *map(part, range(PARTS)),
        [TRIALS, "-k", "not test_a_hostile_submission_is_contained"],
        [str(HERE / "test_ring.py")],
    ],
    ids=[*map(str, range(PARTS)), "after them", "a class of them"],
)
def test_they_are_contained_as_an_ordinary_user_too(words: list[str]) -> None:
    passes_as_ordinary_user(words)
