"""Laws of time by n: found where they are, and not said where nothing can be."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Judgement, Prepared, Programs
from judge.scoring import scaling
from judge.scoring.growth import Line
from judge.scoring.scaling import FARTHEST, Family, Law, Point, Scaling, family_of, laws_of, scalings, stem
from judge.scoring.statistics import RESOLUTION_S
from tests.scoring.make import CE, JE, RTE, WA, growing

SIZES = (50, 100, 200, 400, 800)
SQUARE = Law("power", 2.0, 1.0, 3.0, 0.01)
EXPONENTS = st.floats(0.5, 6)


def points(time_s: Callable[[int], float], sizes: Sequence[int] = SIZES, limit_s: float = math.inf) -> list[Point]:
    times = [(n, time_s(n)) for n in sizes]
    return [Point(n, min(time, limit_s), time if time <= limit_s else math.inf) for n, time in times]


def noisy(time_s: Callable[[int], float], seed: int, spread: float = 0.2) -> Callable[[int], float]:
    chance = random.Random(seed)
    return lambda n: time_s(n) * math.exp(spread * chance.gauss(0, 1))


def best(found: Sequence[Law]) -> tuple[str, object]:
    return found[0].form, found[0].value


def only(judgement: Judgement) -> Scaling:
    [found] = scalings(judgement)
    return found


# --- the law ---------------------------------------------------------------------------------------------------------
@settings(max_examples=30)
@given(EXPONENTS, st.floats(1e-3, 1e3))
def test_a_known_exponent_comes_back(exponent: float, factor: float) -> None:
    found = laws_of(points(lambda n: factor * (n / 50) ** exponent))
    assert best(found) == ("power", pytest.approx(exponent))
    assert found[0].time_s(400) == pytest.approx(factor * 8**exponent)


@settings(max_examples=30)
@given(st.floats(1.1, 6))
def test_a_known_base_comes_back(base: float) -> None:
    found = laws_of(points(lambda n: 0.001 * base ** (n - 8), (8, 10, 12, 14, 18)))
    assert best(found) == ("exponential", pytest.approx(base))
    assert found[0].time_s(16) == pytest.approx(0.001 * base**8)


def test_nine_of_ten_intervals_hold_the_exponent() -> None:
    """Contests with a time limit; their seeds are fixed."""
    sizes = [25 * 2**step for step in range(9)]
    found = [laws_of(points(noisy(lambda n: 1e-6 * n**2, seed), sizes, 2.0)) for seed in range(100)]
    powers = [law for laws in found for law in laws if law.form == "power"]
    assert len(powers) == 100
    assert sum(law.low <= 2 <= law.high for law in powers) >= 87


@settings(max_examples=30)
@given(EXPONENTS, st.integers(0, 99), st.floats(1, 1e4))
def test_a_machine_that_is_slower_throughout_changes_nothing(exponent: float, seed: int, slower: float) -> None:
    fast = points(noisy(lambda n: 0.001 * (n / 50) ** exponent, seed, 0.05))
    slow = [Point(one.n, one.low_s * slower, one.high_s * slower) for one in fast]
    for before, after in zip(laws_of(fast, 0.0), laws_of(slow, 0.0), strict=True):
        assert before.form == after.form
        for name in ("value", "low", "high"):
            assert getattr(after, name) == pytest.approx(getattr(before, name), rel=1e-6)
        assert after.factor_s == pytest.approx(slower * before.factor_s, rel=1e-6)


def test_what_timed_out_counts_as_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "WIDEST", math.inf)  # the other law is a wild one
    sizes = (25, 50, 100, 150, 200, 400, 800, 1600)
    stopped = points(lambda n: min(0.05, 1e-6 * n**2), sizes)
    [law] = laws_of(points(lambda n: 1e-6 * n**2, sizes, limit_s=0.05))
    assert law.value == pytest.approx(2)
    assert law.value > laws_of(stopped)[0].value + 0.5, "had it taken as long as it had"


def test_times_below_the_resolution_are_no_part_of_it() -> None:
    """A start of 0.1 ms and what follows it: 10 sizes that say nothing, 4 that do."""
    sizes = [*range(4, 14), 100, 200, 400, 800]
    assert best(laws_of(points(lambda n: 1e-4 + 1e-6 * n**1.5 if n < 20 else 1e-6 * n**1.5, sizes))) == (
        "power",
        pytest.approx(1.5),
    )


@pytest.mark.parametrize(
    "found",
    [
        [],
        points(lambda n: n / 100, (50, 100, 200)),
        points(lambda n: 1e-5 * n, (1, 2, 3, 4, 5, 6, 7, 8)),  # all below the resolution
        points(lambda n: 1e-5 * n, (1, 2, 3, 4, 5, 6, 7, 80, 90)),  # two are not
        points(lambda n: 1.0 if n < 60 else 1e-5, (40, 50, 55, 58, 60)),  # what is largest is not
        points(lambda n: n / 100, (50, 100, 200, 400, 800, 1600), limit_s=3.0),  # three are known, three are not
    ],
)
def test_without_four_sizes_that_take_time_nothing_is_said(found: list[Point]) -> None:
    assert laws_of(found) == ()


def test_a_law_that_does_not_know_whether_time_grows_is_none() -> None:
    times = iter([1.0, 0.1, 3.0, 0.2, 1.0])
    assert laws_of(points(lambda _: next(times))) == ()
    [flat] = laws_of(points(noisy(lambda _: 0.01, 3, 0.02)))
    assert -0.2 < flat.low < flat.value < flat.high < 0.2, "that it does not grow is known, and said"


def test_a_law_that_may_be_this_or_quite_another_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of five wild points: n^20 +- 20."""
    for low, high, said in ((0.5, 2.0, 2), (0.5, 2.1, 0), (0.0, 0.0, 1)):  # the last does not grow: as a power
        line = Line(low, low, high, 0.0, 1.0)
        monkeypatch.setattr(scaling, "fitted", lambda *_, line=line: line)
        assert len(laws_of(points(lambda n: n))) == said


def test_the_time_by_a_law_and_the_size_by_a_time() -> None:
    doubling = Law("exponential", 2.0, 2.0, 2.0, 0.5)
    assert [SQUARE.time_s(10), SQUARE.largest(4.0)] == pytest.approx([1, 20])
    assert [doubling.time_s(3), doubling.largest(8.0)] == pytest.approx([4, 4])
    assert Law("power", 0.0, -0.1, 0.1, 0.01).largest(2.0) == math.inf
    assert Law("power", 1 / 700, 0.0, 0.1, 1.0).largest(math.e) == math.inf, "e**700 and more is no number of lizards"


@pytest.mark.parametrize(
    ("power", "exponential", "forms"),
    [
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, 1.2213), ["power", "exponential"]),
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, 1.2215), ["power"]),
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, math.exp(0.2)), ["power"]),
        (Line(2, 1, 3, 0, 1.2213), Line(1, 0.5, 2, 0, 1.0), ["exponential", "power"]),
        (Line(2, 0, 3, 0, 1.0), Line(1, 0, 2, 0, 1.0), []),
        (Line(0, -1, 1, 0, 1.0), Line(0, -1, 1, 0, 1.0), ["power"]),
        (Line(0, -1.1, 0.5, 0, 1.0), None, []),
        (Line(0, -0.5, 1.1, 0, 1.0), None, []),
        (None, Line(1, 0.5, 2, 0, 1.0), ["exponential"]),
    ],
)
def test_what_is_said_of_two_forms(
    monkeypatch: pytest.MonkeyPatch, power: Line | None, exponential: Line | None, forms: list[str]
) -> None:
    """Of five sizes, the worse one may leave e**0.2 times as much; that time hardly grows is said by a power alone."""
    monkeypatch.setattr(scaling, "fitted", lambda x, *_: exponential if x[0] == SIZES[0] else power)
    assert [law.form for law in laws_of(points(lambda n: n))] == forms


def test_the_figures_of_a_law_are_those_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    wild = Line(math.log(3), math.log(2), 1000.0, math.log(5), 1.0)
    monkeypatch.setattr(scaling, "WIDEST", math.inf)
    monkeypatch.setattr(scaling, "fitted", lambda *_: wild)
    power, exponential = (msgspec.structs.astuple(law) for law in laws_of([*points(lambda n: n), Point(900, 1.0, 1.0)]))
    assert power == ("power", wild.slope, wild.low, wild.high, pytest.approx(5))
    assert exponential == ("exponential", pytest.approx(3), pytest.approx(2), math.exp(700), pytest.approx(5))


@pytest.mark.parametrize(
    ("count", "kept"), [(100, range(1, 101)), (101, range(1, 102, 2)), (150, range(2, 151, 2)), (201, range(3, 202, 3))]
)
def test_of_many_sizes_every_so_many_is_fitted_and_the_largest(
    monkeypatch: pytest.MonkeyPatch, count: int, kept: range
) -> None:
    seen: list[list[float]] = []
    monkeypatch.setattr(scaling, "fitted", lambda x, *_: seen.append([*x]))
    assert laws_of(points(lambda n: n, range(1, count + 1))) == ()
    assert seen[1] == [*kept]


def test_a_time_as_long_as_the_resolution_counts() -> None:
    assert laws_of(points(lambda n: RESOLUTION_S * n, (1, 2, 3, 4)))[0].value == pytest.approx(1)


# --- families --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("forest-7", "forest"),
        ("half-100-10", "half"),
        ("n-0004", "n"),
        ("crowd-10a", "crowd"),
        ("grove 12", "grove"),
        ("a_b.3", "a_b"),
        ("plain", "plain"),
        ("2-easy", ""),
    ],
)
def test_a_stem_is_a_name_up_to_its_first_number(name: str, found: str) -> None:
    assert stem(name) == found


def test_a_submission_that_is_quadratic() -> None:
    found = only(growing("mine", lambda n: 1e-6 * n**2, SIZES))
    assert found.family == Family("forest", "DFS", False)
    assert [(one.n, one.timed) for one in found.points] == [(n, True) for n in SIZES]
    assert best(found.laws) == ("power", pytest.approx(2))
    assert found.solved_to == 800
    assert found.reach == pytest.approx(math.sqrt(2e6), abs=1), "within 2 s"


def test_a_slow_language_reaches_as_far_as_its_own_limit() -> None:
    made = growing("mine", lambda n: 1e-6 * n**2, SIZES)
    stretched = msgspec.structs.replace(made.problem, programs=Programs(multipliers={"python": 4.0}))
    for language, limit_s in (("Python", 8.0), ("C", 2.0)):
        prepare = msgspec.structs.replace(made.prepare, language=language)
        found = only(msgspec.structs.replace(made, problem=stretched, prepare=prepare))
        assert found.reach == pytest.approx(math.sqrt(limit_s / 1e-6), abs=1)


def test_what_was_missed_is_nothing_to_extrapolate_from() -> None:
    found = only(growing("mine", lambda n: 1e-6 * n**2, (*SIZES, 1600)))
    assert (found.solved_to, found.reach) == (800, None)
    assert found.points[-1] == Point(1600, 2.0, math.inf)


def test_the_law_is_not_trusted_far_from_what_was_run() -> None:
    assert only(growing("mine", lambda n: 1e-4 * math.sqrt(n), SIZES)).reach is None
    [near] = scalings(growing("mine", lambda n: 1e-5 * n**0.9, SIZES))
    assert near.reach is None or near.reach <= FARTHEST * 800


@pytest.mark.parametrize(
    ("reached", "said"), [(799.0, None), (800.0, None), (801.5, 801), (8000.0, 8000), (8000.5, None)]
)
def test_up_to_ten_times_the_largest_size_the_law_is_said(
    monkeypatch: pytest.MonkeyPatch, reached: float, said: int | None
) -> None:
    monkeypatch.setattr(Law, "largest", lambda _, limit_s: reached if limit_s == 2.0 else 0)
    assert only(growing("mine", lambda n: 1e-6 * n**2, SIZES)).reach == said


@pytest.mark.parametrize("verdict", [WA, RTE, JE])
def test_a_wrong_answer_says_nothing_of_time(verdict: str) -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, SIZES)
    wrong = tuple(
        msgspec.structs.replace(run, verdict=verdict, cpu_s=1.9) if run.case == "forest-200" else run
        for run in row.runs
    )
    found = only(msgspec.structs.replace(row, runs=wrong))
    assert [one.n for one in found.points] == [50, 100, 400, 800]
    assert (found.solved_to, found.reach) == (100, None)
    assert best(found.laws) == ("power", pytest.approx(2))


def test_who_misses_the_smallest_has_solved_up_to_none() -> None:
    row = growing("mine", lambda n: 1e-5 * n**2, SIZES)
    wrong = msgspec.structs.replace(row.runs[0], verdict=WA)
    found = only(msgspec.structs.replace(row, runs=(wrong, *row.runs[1:])))
    assert (found.solved_to, found.reach) == (None, None)


def test_what_was_not_run_says_nothing_of_time() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, (*SIZES, 1600))
    spared = msgspec.structs.replace(row.runs[-1], samples=(), cpu_s=0.0)
    found = only(msgspec.structs.replace(row, runs=(*row.runs[:-1], spared)))
    assert [one.n for one in found.points] == [*SIZES]
    assert (found.solved_to, found.reach) == (800, None)


def test_a_program_is_timed_from_when_its_language_has_started() -> None:
    row = growing("mine", lambda n: 0.15 + 1e-6 * n**2, SIZES)
    started = msgspec.structs.replace(row, prepare=Prepared(startup_s=0.15))
    assert not only(started).laws, "only the largest takes longer than a start"
    larger = growing("mine", lambda n: 0.15 + 1e-5 * n**2, (200, 250, 300, 350, 400))
    found = only(msgspec.structs.replace(larger, prepare=Prepared(startup_s=0.15)))
    assert best(found.laws) == ("power", pytest.approx(2))


def test_the_wall_clock_is_read_where_it_ranks() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, SIZES)
    slept = msgspec.structs.replace(
        row, runs=tuple(msgspec.structs.replace(run, wall_s=run.cpu_s**0.5) for run in row.runs)
    )
    [found] = scalings(slept, "wall")
    assert best(found.laws) == ("power", pytest.approx(1))


def test_algorithms_and_cases_without_an_answer_are_families_of_their_own() -> None:
    def mixed(case: Case) -> Case:
        n = case.board.n
        board = msgspec.structs.replace(case.board, algorithm="SA" if n in (50, 200, 800, 3200) else "DFS")
        return msgspec.structs.replace(case, board=board, answer=Answer(fail=n > 5000))

    row = growing("mine", lambda n: 1e-9 * n**2, (50, 100, 200, 400, 800, 1600, 3200, 6400, 6500, 6600, 6700, 6800))
    problem = msgspec.structs.replace(row.problem, cases=tuple(map(mixed, row.problem.cases)))
    found = scalings(msgspec.structs.replace(row, problem=problem))
    assert [(one.family, [point.n for point in one.points]) for one in found] == [
        (Family("forest", "DFS", True), [6400, 6500, 6600, 6700, 6800]),
        (Family("forest", "SA", False), [50, 200, 800, 3200]),
    ], "that with the most sizes first, and of three sizes nothing is said"


def test_cases_of_one_size_are_one_point() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, SIZES)
    twin = msgspec.structs.replace(row.problem.cases[0], name="forest-50a")
    run = msgspec.structs.replace(row.runs[0], case="forest-50a", cpu_s=3 * row.runs[0].cpu_s)
    problem = msgspec.structs.replace(row.problem, cases=(*row.problem.cases, twin))
    found = only(msgspec.structs.replace(row, problem=problem, runs=(*row.runs, run)))
    assert msgspec.structs.astuple(found.points[0]) == (50, pytest.approx(5e-3), pytest.approx(5e-3))


def test_what_did_not_run_has_no_scaling() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, SIZES)
    assert scalings(msgspec.structs.replace(row, prepare=Prepared(CE), runs=())) == []
    images = tuple(msgspec.structs.replace(run, case=f"{run.case}~rot90") for run in row.runs)
    assert scalings(msgspec.structs.replace(row, runs=images)) == []


def test_the_family_that_is_shown_has_a_law_for_most() -> None:
    def found(family: Family, count: int, laws: tuple[Law, ...] = (SQUARE,)) -> Scaling:
        return Scaling(family, tuple(points(lambda n: n, range(1, count))), laws, None, None)

    forest, grove = Family("forest", "DFS", False), Family("grove", "DFS", False)
    assert family_of([]) is None
    assert family_of([[found(forest, 9, ())], []]) is None
    assert family_of([[found(forest, 9), found(grove, 5)]]) == forest
    assert family_of([[found(forest, 9), found(grove, 5)], [found(grove, 5)]]) == grove


def test_a_law_far_from_n_1_still_says_where_it_is() -> None:
    points = [Point((1 << 20) - 30 + k, *(2 * (1e-3 * 10 ** (k / 2),))) for k in range(24)]
    (law, *_) = laws_of(points)
    assert math.isfinite(law.largest(1.0))
