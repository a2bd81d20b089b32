"""Which rows are told apart: properties that hold for every field, and the promise on fields with known times."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.scoring import ASKED, RESOLUTION_S
from judge.scoring.claims import SURE, UNMEASURED, Claims, Entrant
from judge.scoring.statistics import ERROR, Times, compared, confidence, pooled
from judge.scoring.times import IN_ROUND
from tests.bench.apart import MACHINES, apart, found
from tests.fields import COPIES, OTHERS, SPREAD, Field, field_of

FEW = settings(max_examples=60, deadline=None)
PAIRS = tuple(1.5 ** (row // 2) for row in range(COPIES))
Row = tuple[int, list[float]]  # solved, and the time of each round


def claims_of(rows: Sequence[Row], noise: float | None = None, known: str = "", ranked: int | None = None) -> Claims:
    """Of one case that all have solved, best first; `known` names the bytes of each by a letter."""
    bytes_ = known or " " * len(rows)
    entrants = [
        Entrant(solved, sorted(times_s)[len(times_s) // 2], one.strip())
        for (solved, times_s), one in zip(rows, bytes_, strict=True)
    ]
    times: list[Times] = [{("secret", "c"): dict(enumerate(times_s))} for _, times_s in rows]
    return Claims(entrants, times.__getitem__, noise, ranked)


rows_of = st.integers(1, 6).flatmap(
    lambda rounds: st.lists(
        st.tuples(st.integers(1, 3), st.lists(st.floats(0.1, 5), min_size=rounds, max_size=rounds)), max_size=6
    )
)


def best_first(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (-row[0], sorted(row[1])[len(row[1]) // 2], row[1]))


def test_copies_are_one_with_all_between_them() -> None:
    once: list[Row] = [(1, [1.0]), (1, [2.0]), (1, [4.0]), (1, [8.0]), (0, [1.0])]
    assert claims_of(once).ranks() == [1, 2, 3, 4, 5]
    assert claims_of(once, known="aba  ").ranks() == [1, 1, 1, 4, 5]
    assert claims_of(once, known="a  aa").ranks() == [1, 1, 1, 1, 5], "not with one that solved less"
    assert claims_of(once, known="abab ").ranks() == [1, 1, 1, 1, 5]
    assert claims_of(once, known="aabb ").ranks() == [1, 1, 3, 3, 5]
    assert claims_of(once, known="abbcc").ranks() == [1, 2, 2, 4, 5]
    close: list[Row] = [(1, [1.0]), (1, [1.3])]
    assert (claims_of(close).unsettled(), claims_of(close, known="aa").unsettled()) == ([0], [])
    assert not claims_of(once, known="a a  ").slower(0, 2)
    assert claims_of(once, known="aaaaa").slower(0, 4)
    scored = [Entrant(3, 9.0, "a", 2.5), Entrant(4, 1.0, "b", 2.0), Entrant(4, 1.0, "c", 2.0)]
    assert Claims(scored).ranks() == [1, 2, 2], "by score, whatever was solved"
    copies = [Entrant(4, 1.0, "a", score) for score in (2.5, 2.0)]
    assert Claims(copies).ranks() == [1, 2], "copies of other scores are told apart"
    assert Claims([Entrant(4, 1.0, "a", 2.0), Entrant(2, 1.0, "a", 2.0, 8.0)]).ranks() == [1, 1], "not for a miss"
    assert Claims([Entrant(4, 1.0, "", 0.0), Entrant(4, 9.0, "", 0.0)]).settled(0, 1)


def test_sums_alone_tell_apart_what_copies_never_differ_by() -> None:
    most_s = 4 * (1 + UNMEASURED) + 2 * RESOLUTION_S
    for time_s, ranks in ((most_s, [1, 1]), (most_s + 1e-6, [1, 2])):
        assert Claims([Entrant(2, 4.0, ""), Entrant(2, time_s, "")]).ranks() == ranks
    assert Claims([Entrant(2, 4.0, ""), Entrant(2, 9.0, "")]).unsettled() == [], "nothing was taken side by side"
    assert Claims([]).ranks() == []
    assert Claims([]).unsettled() == []


def test_what_is_within_one_percent_is_equal_however_sure_it_is() -> None:
    exact: list[Row] = [(1, [100.0] * 9), (1, [100.5] * 9)]
    assert claims_of(exact).ranks() == [1, 1]
    assert claims_of(exact).unsettled() == []
    assert claims_of([exact[0], (1, [101.5] * 9)]).ranks() == [1, 2]


def test_who_is_measured_faster_than_the_row_above_is_not_told_apart() -> None:
    """The rounds that both have say another thing than the sums of all."""
    rows: list[Row] = [(1, [2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0]), (1, [1.5, 1.5, 1.5, 1.5])]
    assert claims_of(rows).ranks() == [1, 1]


def test_one_hiccup_settles_nothing() -> None:
    for ratio, noise, open_rows in ((1.4, None, [0]), (SURE, 0.01, [0]), (1.6, None, []), (1.6, 0.3, [0])):
        assert claims_of([(1, [1.0]), (1, [ratio])], noise).unsettled() == open_rows
    assert claims_of([(1, [1.0, 1.0, 1.0]), (1, [1.4, 1.4, 1.4])]).unsettled() == [], "a third one confirms it"


def test_no_round_tells_rows_of_other_scores_or_other_numbers_of_cases_apart() -> None:
    times: list[Times] = [{("secret", "c"): dict(enumerate(times_s))} for times_s in ([1.0, 1.2], [1.1, 1.1])]
    scored = [Entrant(2, 1.1, "", 1.9), Entrant(2, 1.1, "", 1.5)]
    assert Claims(scored, times.__getitem__).unsettled() == []
    assert Claims([Entrant(2, 1.1, "", 1.5)] * 2, times.__getitem__).unsettled() == [0]
    assert Claims([Entrant(2, 4.2, "", 1.0), Entrant(1, 0.2, "", 1.0, 4.0)]).unsettled() == []
    assert Claims([Entrant(2, 4.0, "", 1.0), Entrant(1, 0.2, "", 1.0, 4.0)]).unsettled() == []


def test_two_rounds_confirm_one_another_and_the_clock_ends_the_measuring() -> None:
    assert claims_of([(1, [1.0, 1.0]), (1, [1.4, 1.4])], 0.01).unsettled() == []
    assert claims_of([(1, [2.0]), (1, [2.8])]).unsettled() == [0], "SURE is of the ratio"
    assert claims_of([(1, [1.0] * 3), (1, [1.2, 1.0, 1.1]), (1, [9.0] * 3)]).unsettled() == [0]
    assert claims_of([(1, [0.001] * 3), (1, [0.0013] * 3)]).unsettled() == [], "no more than 0.5 ms apart"


def test_each_neighbour_costs_some_confidence() -> None:
    rows: list[Row] = [(2, [1.0, 1.1, 1.0, 1.1]), (2, [1.2, 1.1, 1.2, 1.2]), (2, [2.0] * 4), (1, [1.0] * 4)]
    times: list[Times] = [{("secret", "c"): dict(enumerate(times_s))} for _, times_s in rows]
    for count, comparisons in ((2, 1), (3, 2), (4, 2)):
        expected = compared(times[0], times[1], confidence(comparisons, 1))
        assert claims_of(rows[:count]).compared(0, 1) == expected
    for ranked, comparisons in ((2, 1), (3, 2), (9, 2)):
        expected = compared(times[0], times[1], confidence(comparisons, 1))
        assert claims_of(rows, ranked=ranked).compared(0, 1) == expected, "of fewer ranks, fewer neighbours"


def test_the_noise_of_all_long_cases_speaks_where_no_probe_has_run() -> None:
    times: list[Times] = [
        {("secret", str(case)): {at: factor * (1 + 0.05 * dice.random()) for at in range(5)} for case in range(6)}
        for dice, factor in ((random.Random(1), 1.0), (random.Random(2), 1.05))
    ]
    above, below = times
    rows = [Entrant(6, 6.0, ""), Entrant(6, 6.3, "")]
    found = Claims(rows, times.__getitem__).compared(0, 1)
    assert found == compared(above, below, confidence(1, 1), *pooled(above, below))
    assert Claims(rows, times.__getitem__).ranks() == [1, 2]
    assert Claims(rows, times.__getitem__, 0.5).compared(0, 1) == compared(above, below, confidence(1, 1), 0.5)


@given(rows_of, st.integers(0, 6))
@FEW
def test_looking_more_often_never_claims_more(rows: list[Row], asked: int) -> None:
    """Those whose last rounds were measured after a look, as somebody had wished for more."""
    ordered = best_first(rows)
    times: list[Times] = []
    for _, times_s in ordered:
        first = len(times_s) - asked
        keys = [(ASKED + at - first if at >= first else at) * IN_ROUND for at in range(len(times_s))]
        times.append({("secret", "c"): dict(zip(keys, times_s, strict=True))})
    once = claims_of(ordered)
    often = Claims(once.rows, times.__getitem__)
    for at in range(len(ordered) - 1):
        assert once.breaks(at) or not often.breaks(at)
        one, many = once.compared(at, at + 1), often.compared(at, at + 1)
        assert (one is None) == (many is None)
        assert not one or not many or (many.low <= one.low and many.high >= one.high)


@pytest.mark.parametrize(
    ("looks", "rounds"),
    [
        (1, [0]),
        (1, [0, 1, 2, 3, 4]),
        (2, [0, ASKED]),
        (2, [0, ASKED, ASKED + 1]),
        (3, [0, 1, *range(ASKED, ASKED + 4)]),
        (2, [0, 1_700_000_000, 1_700_000_001]),
    ],
)
def test_each_look_that_asks_for_more_has_to_be_paid_for(looks: int, rounds: list[int]) -> None:
    above, below = (
        {("secret", "c"): {number * IN_ROUND: factor + 0.01 * at for at, number in enumerate(rounds)}}
        for factor in (1.0, 2.0)
    )
    claims = Claims([Entrant(1, 1.0, ""), Entrant(1, 2.0, "")], (above, below).__getitem__, 0.02)
    assert claims.compared(0, 1) == compared(above, below, confidence(1, looks), 0.02)


# --- the promise, on fields with known true times ------------------------------------------------------------------
def split(ranks: Sequence[int]) -> bool:
    """Whether two copies got different ranks."""
    return len(set(ranks[:COPIES])) > 1


def paired(seed: int) -> Field:
    """Ten times two copies, each pair half as slow again as the one before."""
    return field_of(PAIRS, seed, alike=True)


def promised(contests: int, noise: float | None, most_pairs: int = 200) -> None:
    """Of as many contests of each kind: with 20 copies and 5 others, with 10 pairs, and with a little more work."""
    seeds = range(contests)
    most = ERROR * contests
    assert sum(split(field_of((1.0,) * COPIES + OTHERS, seed).settle(noise)) for seed in seeds) <= most
    pairs = [paired(seed).settle(noise) for seed in seeds[:most_pairs]]
    assert sum(any(ranks[row] != ranks[row + 1] for row in range(0, COPIES, 2)) for ranks in pairs) <= ERROR * len(
        pairs
    )
    more = [field_of((1.0, 1.05, *OTHERS), seed).settle(noise) for seed in seeds]
    assert sum(ranks[0] < ranks[1] for ranks in more) >= 0.9 * contests
    little = [field_of((1.0, 1.01, *OTHERS), seed).settle(noise) for seed in seeds]
    assert sum(ranks[0] > ranks[1] for ranks in [*more, *little]) <= most


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("contests", "noise"),
    [
        pytest.param(20, None, marks=pytest.mark.slow),
        pytest.param(100, None, marks=pytest.mark.nightly),
        pytest.param(1000, SPREAD, marks=pytest.mark.nightly),
    ],
)
def test_the_promise_in_many_contests(contests: int, noise: float | None) -> None:
    promised(contests, noise)


def test_five_repetitions_find_who_does_5_percent_more() -> None:
    below, above = found(0.05, 100, MACHINES["lognormal, 2 %"], "repeat")
    assert below >= 90
    assert above == 0
    assert apart(5, 40, MACHINES["lognormal, 2 %"], "repeat") <= 2


@pytest.mark.parametrize("machine", ["lognormal, 2 %", "long cases wander", "two speeds"])
@pytest.mark.parametrize(
    ("repeat", "fields"), [(2, 100), *(pytest.param(n, 500, marks=pytest.mark.nightly(sample=1)) for n in (2, 3))]
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
@pytest.mark.parametrize("machine", [pytest.param(one, marks=pytest.mark.nightly(sample=4)) for one in MACHINES])
def test_copies_share_a_rank_on_all_machines(machine: str, way: str) -> None:
    """But disturbances that nobody notices, of one repetition."""
    if (way, machine) != ("once", "10 % disturbed"):
        assert max(apart(copies, 100, MACHINES[machine], way) for copies in (2, 5)) <= 100 * ERROR
