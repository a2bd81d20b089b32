"""How disturbed a case result was, and what others may have cost it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Finding, Judgement, Limits, Prepared, Run, Verdict
from tests.make import AC, CE, JE, judgement, problem, replace, run
from tests.problems.told import rows_of

HERE, CALM_S = Path(__file__).parent, 0.0
CASE = problem(1).cases[0]


def sample(lost_s: float, wall_s: float = 1.0, verdict: Verdict = AC) -> Run.Measurement:
    return Run.Measurement(verdict, wall_s, 0.5, 1, lost_s)


def run_of(*lost_s: float, verdict: Verdict = AC, code: str = "") -> Run:
    return replace(run(CASE, verdict), code=code, samples=tuple(sample(lost, verdict=verdict) for lost in lost_s))


@pytest.mark.parametrize(("wall_s", "lost_s", "disturbed"), rows_of(HERE / "disturbed.txt"))
def test_a_sample_is_disturbed_when_much_of_it_was_lost(wall_s: str, lost_s: str, disturbed: str) -> None:
    assert sample(float(lost_s), float(wall_s)).disturbed is (disturbed == "yes")


@pytest.mark.parametrize(
    ("lost_s", "disturbed"),
    [((), False), ((CALM_S,), False), ((0.5,), True), ((0.5, CALM_S, 0.5), False), ((0.5, 0.5), True)],
)
def test_one_calm_repetition_is_enough(lost_s: tuple[float, ...], disturbed: bool) -> None:
    assert run_of(*lost_s).disturbed is disturbed


@pytest.mark.parametrize(("verdict", "code", "lost_s", "doubt"), rows_of(HERE / "doubts.txt"))
def test_what_others_may_have_cost_a_verdict_is_in_doubt(verdict: str, code: str, lost_s: str, doubt: str) -> None:
    found = run_of(*map(float, lost_s.split()), verdict=Verdict(verdict), code=code)
    assert found.in_doubt is (doubt == "yes")
    assert found.starved is (verdict == "JE" and doubt == "yes")


@pytest.mark.parametrize(("verdict", "code", "starved"), [(JE, "E307", True), (JE, "E303", False), (CE, "E307", False)])
def test_compiling_can_be_starved(verdict: Verdict, code: str, starved: bool) -> None:
    assert Prepared(verdict, finding=Finding(code, "why")).starved is starved
    assert not Prepared(verdict).starved


def test_sleepers_get_twice_the_limit_or_a_second_more() -> None:
    assert [Limits(time_limit=limit_s).wall_limit_s for limit_s in (0.5, 1.0, 5.0)] == [1.5, 2.0, 10.0]
    assert (Limits(memory=3).memory_bytes, Limits(output=2).output_bytes) == (3 << 20, 2 << 20)


# --- disturbance ------------------------------------------------------------------------------------------------------
DISTURBED, STARVED = run_of(0.9), run_of(0.9, verdict=JE, code="E307")
BARE = replace(STARVED, samples=())
NOT_COMPILED = Prepared(JE, finding=Finding("E307", "others had its core", verdict=JE))


def of(*runs: Run) -> Judgement:
    return replace(judgement(1, [AC]), runs=runs)


@pytest.mark.parametrize(
    ("judgements", "found"),
    [
        ([], (0, 0, 0)),
        ([of(DISTURBED, STARVED, DISTURBED, run_of(CALM_S)), of(*[run(CASE, AC)] * 4)], (8, 3, 1)),
        ([of(STARVED)], (1, 1, 1)),  # once
        ([of(BARE)], (1, 1, 1)),
        ([replace(of(), prepare=NOT_COMPILED)], (1, 1, 1)),  # compiling counts as a run
    ],
)
def test_runs_are_counted_over_all_judgements(judgements: list[Judgement], found: tuple[int, int, int]) -> None:
    assert Judgement.Disturbance.of(judgements) == Judgement.Disturbance(*found)
