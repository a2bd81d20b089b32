"""The verdict of a function is that of its own process: many files, of every feature, in every way.

`python -m tests.bare 0..5000` runs thousands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from _pytest.mark.structures import ParameterSet

from judge.sandbox.tiers import Tier
from tests.bare.bare import Bare
from tests.bare.compare import Runners
from tests.bare.features import FEATURES
from tests.bare.generate import alone, generate
from tests.bare.judged import MODES, QUICK, Judged, tiers
from tests.bare.run import PROBLEM, chunks, hold, label

of_any_cost = partial(generate, dear=True)


def parts(slow: range, nightly: range, size: int = 10) -> list[ParameterSet]:
    """Return seeds in chunks: a sample for the slow tests, the others for the nightly ones."""
    marked = ((slow, pytest.mark.slow), (nightly, pytest.mark.nightly))
    return [
        pytest.param(part, marks=mark, id=label(part))
        for seeds, mark in marked
        for part in chunks(seeds.start, seeds.stop, size=size)
    ]


@pytest.fixture(scope="module")
def all_tiers() -> Iterator[tuple[Judged, ...]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(Judged(tier)) for tier in tiers())


@pytest.mark.parametrize("seeds", parts(range(10, 30), range(30, 700)))
def test_more_files(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), QUICK), map(generate, seeds))


@pytest.mark.slow
@pytest.mark.parametrize("seeds", chunks(0, 300, 75), ids=label)
def test_in_another_session_and_without_a_cache(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), MODES), map(generate, seeds))


@pytest.mark.slow
@pytest.mark.parametrize(("tier", "first"), [("landlock", 10), ("plain", 20)])
def test_in_each_tier(bare: Bare, tier: Tier, first: int) -> None:
    if tier not in tiers():
        pytest.skip(f"this host has no {tier}")
    with Judged(tier) as judged:
        hold(Runners(bare, (judged,), QUICK), map(generate, range(first, 300, 60)))


@pytest.mark.parametrize("seeds", parts(range(10), range(10, 200)))
def test_files_of_any_cost(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), QUICK), map(of_any_cost, seeds))


@pytest.mark.parametrize("seeds", parts(range(2000, 2002), range(2002, 2020), size=2))
def test_every_way(bare: Bare, all_tiers: tuple[Judged, ...], seeds: range) -> None:
    hold(Runners(bare, all_tiers, MODES), map(of_any_cost, seeds))


@pytest.mark.nightly
@pytest.mark.parametrize("name", [piece.name for piece in FEATURES])
def test_each_feature_alone(bare: Bare, judged: Judged, name: str) -> None:
    hold(Runners(bare, (judged,), QUICK), [alone(name, 0)])


@pytest.mark.parametrize("seeds", parts(range(20), range(20, 100), size=20))
def test_a_fork_is_as_good_as_a_new_interpreter(bare: Bare, seeds: range) -> None:
    with Bare(forks=False) as anew:
        for seed in seeds:
            source = of_any_cost(seed).source.encode()
            forked, alike = (one.run(source, PROBLEM, PROBLEM.cases[0]) for one in (bare, anew))
            assert forked == alike, f"seed {seed}"
