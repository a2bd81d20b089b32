"""How time grows with n: a law that is known comes back, and nothing is said of what nobody knows."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Judgement, Prepared, Programs, Verdict
from judge.scoring import Scaling
from tests import make
from tests.make import AC, CE, JE, LIMIT_S, RTE, WA

SIZES = (50, 100, 200, 400, 800)
FOREST = Scaling.Family("forest", "DFS", False)


def growing(time_s: Callable[[int], float], sizes: Iterable[int] = SIZES, **how: Any) -> Judgement:
    return make.growing("mine", time_s, sizes, **how)


def one_of(row: Judgement, clock: Any = "cpu") -> Scaling:
    [found] = Scaling.of(row, clock)
    return found


def laws(row: Judgement) -> list[tuple[str, Any]]:
    return [(law.form, law.value) for found in Scaling.of(row) for law in found.laws]


def noisy(time_s: Callable[[int], float], seed: int, spread: float = 0.1) -> Callable[[int], float]:
    chance = random.Random(seed)
    factor = functools.cache(lambda _: chance.lognormvariate(0, spread))  # the same however often a size is asked
    return lambda n: time_s(n) * factor(n)


@settings(max_examples=30)
@given(st.sampled_from([0.5, 1.0, 1.5, 2.0, 3.0]), st.floats(0.01, 1))
def test_a_known_exponent_comes_back(exponent: float, at_50: float) -> None:
    row = growing(lambda n: at_50 * (n / 50) ** exponent, limit_s=1e9)
    assert laws(row)[0] == ("power", pytest.approx(exponent))
    [law, *_] = one_of(row).laws
    assert (law.low, law.high) == pytest.approx((exponent, exponent))
    assert law.factor_s == pytest.approx(at_50 / 50**exponent)
    assert law.time_s(800) == pytest.approx(row.runs[-1].cpu_s)
    assert law.largest(law.time_s(123)) == pytest.approx(123)


@settings(max_examples=20)
@given(st.sampled_from([1.05, 1.3, 2.0, 3.0]))
def test_a_known_base_comes_back(base: float) -> None:
    row = growing(lambda n: 0.01 * base**n, range(3, 12), limit_s=1e9)
    assert laws(row)[0] == ("exponential", pytest.approx(base))
    [law, *_] = one_of(row).laws
    assert (law.time_s(20), law.largest(0.01 * base**20)) == pytest.approx((0.01 * base**20, 20))


def test_nine_of_ten_intervals_hold_the_exponent() -> None:
    sizes = [25 * 2**step for step in range(9)]
    found = [growing(noisy(lambda n: 1e-6 * n**2, seed), sizes) for seed in range(100)]
    powers = [law for row in found for law in one_of(row).laws if law.form == "power"]
    assert len(powers) == 100
    assert 87 <= sum(law.low <= 2 <= law.high for law in powers) <= 99


@settings(max_examples=30)
@given(st.integers(0, 99), st.sampled_from([2.0, 64.0]))
def test_a_machine_that_is_slower_throughout_has_the_same_law(seed: int, slower: float) -> None:
    times = [noisy(lambda n: 0.001 * (n / 50) ** 1.5, seed, 0.05)(n) + 0.001 for n in SIZES]
    fast, slow = (growing(lambda n: factor * times[SIZES.index(n)], limit_s=1e9) for factor in (1.0, slower))  # noqa: B023
    for law, other in zip(one_of(fast).laws, one_of(slow).laws, strict=True):
        assert other.form == law.form
        assert (other.value, other.low, other.high) == pytest.approx((law.value, law.low, law.high))
        assert other.factor_s == pytest.approx(slower * law.factor_s)


LONGER = (*SIZES, 1600, 3200)
STARTS = (*range(4, 14), 100, 200, 400, 800)
WILD = {50: 1.0, 100: 0.1, 200: 1.9, 400: 0.2, 800: 1.0}


@pytest.mark.parametrize(
    ("time_s", "sizes", "found"),
    [
        (lambda n: 1e-6 * n**2, LONGER, {"power": 2}),  # what timed out took longer
        (lambda n: min(1.9, 1e-6 * n**2), LONGER, {"power": 1.91}),  # but not if it took that
        (lambda n: n / 100, (50, 100, 200), {}),  # three sizes
        (lambda n: n / 150, (*SIZES, 1600), {}),  # three are known, three are not
        (lambda n: 1e-5 * n, (1, 2, 3, 4, 5, 6, 7, 8), {}),  # all below the resolution
        (lambda n: 1e-5 * n, (1, 2, 3, 4, 5, 6, 7, 80, 90), {}),  # two are not
        (lambda n: 1.0 if n < 60 else 1e-5, (40, 50, 55, 58, 60), {}),  # what is largest is not
        (lambda n: 5e-4 * n, (1, 2, 3, 4), {"power": 1}),  # as long as the resolution counts
        (lambda n: 1e-4 + 1e-6 * n**1.5 * (n > 20), STARTS, {"power": 1.5}),
        (WILD.__getitem__, SIZES, {}),
        (noisy(lambda _: 0.01, 3, 0.02), SIZES, {"power": 0}),  # that it does not grow is known
        (lambda n: 1e-6 * n**2, range(1, 500), {"power": 2}),  # a long family is thinned
        (noisy(lambda n: 0.01 * 1.3**n, 4, 0.08), range(10, 15), {"exponential": 1.32, "power": 3.30}),  # both fit
    ],
)
def test_which_laws_fit(time_s: Callable[[int], float], sizes: Iterable[int], found: dict[str, float]) -> None:
    said = laws(growing(time_s, sizes))
    assert [form for form, _ in said] == [*found]
    assert [value for _, value in said] == pytest.approx([*found.values()], abs=0.05)


@pytest.mark.parametrize(
    ("time_s", "sizes", "solved_to", "reach"),
    [
        (lambda n: 1e-6 * n**2, SIZES, 800, 1414),  # within 2 s
        (lambda n: 1e-6 * n**2, (*SIZES, 1600), 800, None),  # it was missed: nothing to extrapolate from
        (lambda n: 1e-4 * math.sqrt(n), SIZES, 800, None),  # far beyond what was run
        (lambda n: LIMIT_S * (n / 8000) ** 0.999, SIZES, 800, 8000),  # ten times as far, and no farther
        (lambda n: LIMIT_S * (n / 8100) ** 0.999, SIZES, 800, None),
        (lambda _: 3.0, SIZES, None, None),
    ],
)
def test_how_large_a_board_fits_the_limit(
    time_s: Callable[[int], float], sizes: Iterable[int], solved_to: int | None, reach: int | None
) -> None:
    found = one_of(growing(time_s, sizes))
    assert (found.family, found.solved_to) == (FOREST, solved_to)
    assert found.reach == (None if reach is None else pytest.approx(reach, abs=2))
    assert [point.n for point in found.points] == [*sizes]
    assert [point.timed for point in found.points] == [time_s(n) <= LIMIT_S for n in sizes]


def test_where_a_law_has_no_largest_size_in_a_time() -> None:
    slight = Scaling.Law("power", 1 / 700, 0.0, 0.1, 1.0), Scaling.Law("exponential", 0.5, 0.5, 0.5, 0.5)
    assert [law.largest(math.e) for law in slight] == [math.inf] * 2, "no number of lizards"
    for value in (-0.1, 0.0):
        assert Scaling.Law("power", value, -0.2, 0.1, 0.01).largest(2.0) == math.inf


@pytest.mark.parametrize("verdict", [WA, RTE, JE])
def test_a_wrong_answer_says_nothing_of_time(verdict: Verdict) -> None:
    row = make.each_run(growing(lambda n: 1e-6 * n**2), verdict=lambda run: verdict if run.case == "forest-200" else AC)
    found = one_of(make.each_run(row, cpu_s=lambda run: 1.9 if run.verdict is not AC else run.cpu_s))
    assert ([one.n for one in found.points], found.solved_to, found.reach) == ([50, 100, 400, 800], 100, None)
    assert found.laws[0].value == pytest.approx(2)


def test_what_did_not_run_says_nothing() -> None:
    row = growing(lambda n: 1e-6 * n**2, (*SIZES, 1600))
    found = one_of(make.each_run(row, samples=lambda run: run.samples if run.verdict is AC else ()))
    assert ([one.n for one in found.points], found.solved_to, found.reach) == ([*SIZES], 800, None)
    assert Scaling.of(make.replace(row, prepare=Prepared(CE), runs=())) == []
    assert Scaling.of(make.each_run(row, case=lambda run: f"{run.case}~rot90")) == [], "an image"
    assert Scaling.of(growing(lambda _: 0.1, [0] * 5)) == [], "where there is no board nothing grows"


def test_a_program_is_timed_from_when_its_language_has_started() -> None:
    started = Prepared(startup_s=0.15)
    slow = make.replace(growing(lambda n: 0.15 + 1e-6 * n**2), prepare=started)
    assert laws(slow) == [], "only the largest takes longer than a start"
    row = make.replace(growing(lambda n: 0.15 + 1e-5 * n**2, (200, 250, 300, 350, 400)), prepare=started)
    assert laws(row)[0] == ("power", pytest.approx(2))
    slept = make.each_run(growing(lambda n: 1e-6 * n**2), wall_s=lambda run: run.cpu_s**0.5)
    assert one_of(slept, "wall").laws[0].value == pytest.approx(1), "the clock that ranks"
    assert laws(slept)[0] == ("power", pytest.approx(2)), "CPU where none is named"


def test_a_slow_language_reaches_as_far_as_its_own_limit() -> None:
    row = growing(lambda n: 1e-6 * n**2)
    stretched = make.replace(row.problem, programs=Programs(multipliers={"python": 4.0}))
    for language, limit_s in (("Python", 8.0), ("C", 2.0)):
        found = one_of(make.replace(row, problem=stretched, prepare=Prepared(language=language)))
        assert found.reach == pytest.approx(math.sqrt(limit_s / 1e-6), abs=1)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        *(("forest-7", "forest"), ("half-100-10", "half"), ("n-0004", "n"), ("crowd-10a", "crowd")),
        *(("grove 12", "grove"), ("a_b.3", "a_b"), ("2-easy", "")),
    ],
)
def test_a_family_is_named_by_its_stem(name: str, found: str) -> None:
    """Up to the first number in the name of a case."""
    whole = growing(lambda _: 0.1)
    names = [name, *(f"{found}-{at}" for at in range(1, len(whole.runs)))]
    cases = tuple(make.replace(case, name=one) for case, one in zip(whole.problem.cases, names, strict=True))
    runs = tuple(make.replace(run, case=one) for run, one in zip(whole.runs, names, strict=True))
    row = make.replace(whole, problem=make.replace(whole.problem, cases=cases), runs=runs)
    assert one_of(row).family.stem == found


def test_growth_is_told_by_algorithm_and_by_whether_there_is_an_answer() -> None:
    """By algorithm, and by whether there is an answer; that with the most sizes first, and none of three."""
    row = growing(lambda n: 1e-9 * n**2, (50, 100, 200, 400, 800, 1600, 3200, 6400, 6500, 6600, 6700, 6800))

    def mixed(case: Case) -> Case:
        n = case.board.n
        board = make.replace(case.board, algorithm="SA" if n in (50, 200, 800, 3200) else "DFS")
        return make.replace(case, board=board, answer=Answer(fail=n > 5000))

    found = Scaling.of(make.replace(row, problem=make.replace(row.problem, cases=tuple(map(mixed, row.problem.cases)))))
    assert [(one.family, [point.n for point in one.points]) for one in found] == [
        (Scaling.Family("forest", "DFS", True), [6400, 6500, 6600, 6700, 6800]),
        (Scaling.Family("forest", "SA", False), [50, 200, 800, 3200]),
    ]
    row = growing(lambda n: 1e-6 * n**2)
    twin = make.replace(row.problem.cases[0], name="forest-50a")
    run = make.replace(row.runs[0], case="forest-50a", cpu_s=3 * row.runs[0].cpu_s)
    row = make.replace(row, problem=make.replace(row.problem, cases=(*row.problem.cases, twin)), runs=(*row.runs, run))
    first = one_of(row).points[0]
    assert (first.n, first.low_s) == pytest.approx((50, 5e-3)), "two of one size are one point"
