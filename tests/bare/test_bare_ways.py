"""The verdict of a function is that of its own process in each tier, in another session, and without a cache."""

from __future__ import annotations

import pytest

from judge.sandbox.tiers import Tier
from tests.bare.bare import Bare
from tests.bare.compare import Runners
from tests.bare.generate import generate
from tests.bare.judged import MODES, QUICK, Judged, tiers
from tests.bare.run import chunks, hold, label


@pytest.mark.parametrize("seeds", chunks(0, 300, 30), ids=label)
def test_in_another_session_and_without_a_cache(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), MODES), map(generate, seeds))


@pytest.mark.parametrize(("tier", "first"), [("landlock", 10), ("plain", 20)])
def test_in_each_tier(bare: Bare, tier: Tier, first: int) -> None:
    if tier not in tiers():
        pytest.skip(f"this host has no {tier}")
    with Judged(tier) as judged:
        hold(Runners(bare, (judged,), QUICK), map(generate, range(first, 300, 30)))
