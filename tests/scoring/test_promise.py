"""The promise of a ranking, on fields with known true times: who is alike shares a rank, and more work is found."""

from __future__ import annotations

import pytest

from tests.bench.apart import MACHINES, apart, found
from tests.fields import COPIES, OTHERS, SPREAD, field_of

ERROR = 0.05  # the probability that a contest claims a difference of what is alike
PAIRS = tuple(1.5 ** (row // 2) for row in range(COPIES))  # each pair half as slow again as the one before


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("contests", "noise"),
    [
        pytest.param(10, None, marks=pytest.mark.slow),
        pytest.param(100, None, marks=pytest.mark.nightly),
        pytest.param(1000, SPREAD, marks=pytest.mark.nightly),
    ],
)
def test_the_promise_in_many_contests(contests: int, noise: float | None) -> None:
    """Of as many contests of each kind: with 20 copies and 5 others, with 10 pairs, and with a little more work."""
    seeds, most = range(contests), ERROR * contests
    copies = [field_of((1.0,) * COPIES + OTHERS, seed).settle(noise)[:COPIES] for seed in seeds]
    assert sum(len(set(ranks)) > 1 for ranks in copies) <= most
    pairs = [field_of(PAIRS, seed, alike=True).settle(noise) for seed in seeds[:200]]
    split = [any(ranks[row] != ranks[row + 1] for row in range(0, COPIES, 2)) for ranks in pairs]
    assert sum(split) <= ERROR * len(pairs)
    more = [field_of((1.0, 1.05, *OTHERS), seed).settle(noise) for seed in seeds]
    assert sum(ranks[0] < ranks[1] for ranks in more) >= 0.9 * contests
    little = [field_of((1.0, 1.01, *OTHERS), seed).settle(noise) for seed in seeds]
    assert sum(ranks[0] > ranks[1] for ranks in [*more, *little]) <= most


def test_five_repetitions_find_who_does_5_percent_more() -> None:
    below, above = found(0.05, 40, MACHINES["lognormal, 2 %"], "repeat")
    assert below >= 36
    assert above == 0
    assert apart(5, 40, MACHINES["lognormal, 2 %"], "repeat") <= 2


@pytest.mark.parametrize("machine", ["lognormal, 2 %", "long cases wander", "two speeds"])
@pytest.mark.parametrize(
    ("repeat", "fields"), [(2, 60), *(pytest.param(n, 500, marks=pytest.mark.nightly(sample=1)) for n in (2, 3))]
)
def test_few_repetitions_tell_no_copies_apart(repeat: int, fields: int, machine: str) -> None:
    """What is pooled of few times says too little of the noise to be counted as eight of them, once for each case."""
    split = 0
    for seed in range(fields):
        copies = field_of((1.0, 1.0), seed, machine=MACHINES[machine])
        copies.repeat(repeat)
        split += len(set(copies.ranks())) > 1
    assert split <= fields * ERROR


@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", ["repeat", "rank", "once"])
@pytest.mark.parametrize("machine", [pytest.param(one, marks=pytest.mark.nightly(sample=1)) for one in MACHINES])
def test_copies_share_a_rank_on_all_machines(machine: str, way: str) -> None:
    """But disturbances that nobody notices, of one repetition."""
    if (way, machine) != ("once", "10 % disturbed"):
        assert max(apart(copies, 100, MACHINES[machine], way) for copies in (2, 5)) <= 100 * ERROR
