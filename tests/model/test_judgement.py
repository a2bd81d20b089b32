"""How disturbed a case result was, and what others may have cost it."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Disturbance, Finding, Judgement, Limits, Prepared, Run, Verdict
from tests.reports.graded import judgement

CALM_S = 0.0


def run_of(*lost_s: float, wall_s: float = 1.0) -> Run:
    samples = tuple(Run.Measurement(Verdict.AC, wall_s, 0.5, 1, lost) for lost in lost_s)
    return Run("six", "secret", "DFS", Verdict.AC, samples=samples)


@pytest.mark.parametrize(
    ("wall_s", "lost_s", "disturbed"),
    [
        (1.0, 0.0, False),
        (1.0, 0.2, False),  # a fifth of the window
        (1.0, 0.21, True),
        (0.01, 0.019, False),  # 20 ms is what a busy machine takes now and then
        (0.01, 0.021, True),
        (0.1, 0.02, False),
        (0.0, 0.0, False),
    ],
)
def test_a_sample_is_disturbed_when_much_of_it_was_lost(wall_s: float, lost_s: float, disturbed: bool) -> None:
    assert Run.Measurement(Verdict.AC, wall_s, 0.5, 1, lost_s).disturbed is disturbed


@pytest.mark.parametrize(
    ("lost_s", "disturbed"),
    [((), False), ((CALM_S,), False), ((0.5,), True), ((0.5, CALM_S, 0.5), False), ((0.5, 0.5), True)],
)
def test_one_calm_repetition_is_enough(lost_s: tuple[float, ...], disturbed: bool) -> None:
    assert run_of(*lost_s).disturbed is disturbed


@pytest.mark.parametrize(
    ("verdict", "code", "lost_s", "in_doubt"),
    [
        (Verdict.TLE, "E202", (0.5,), True),
        (Verdict.TLE, "E202", (CALM_S,), False),
        (Verdict.TLE, "E202", (CALM_S, 0.5), True),  # the one that was disturbed may be the one that decided
        (Verdict.TLE, "E201", (0.5,), False),  # that clock stands still while others have the core
        (Verdict.TLE, "E209", (), False),
        (Verdict.AC, "", (0.5,), False),
        (Verdict.WA, "E106", (0.5,), False),
        (Verdict.JE, "E307", (), True),
        (Verdict.JE, "E307", (0.9,), True),
        (Verdict.JE, "E303", (), False),
        (Verdict.TLE, "E307", (CALM_S,), False),
    ],
)
def test_what_others_may_have_cost_a_verdict_is_in_doubt(
    verdict: Verdict, code: str, lost_s: tuple[float, ...], in_doubt: bool
) -> None:
    samples = tuple(Run.Measurement(verdict, 1.0, 0.5, 1, lost) for lost in lost_s)
    run = Run("six", "secret", "DFS", verdict, code, samples=samples)
    assert run.in_doubt is in_doubt
    assert run.starved is (verdict is Verdict.JE and in_doubt)


@pytest.mark.parametrize(
    ("verdict", "code", "starved"),
    [(Verdict.JE, "E307", True), (Verdict.JE, "E303", False), (Verdict.CE, "E307", False)],
)
def test_compiling_can_be_starved(verdict: Verdict, code: str, starved: bool) -> None:
    assert Prepared(verdict, finding=Finding(code, "why")).starved is starved
    assert not Prepared(verdict).starved


def test_sleepers_get_twice_the_limit_or_a_second_more() -> None:
    assert [Limits(time_limit=limit_s).wall_limit_s for limit_s in (0.5, 1.0, 5.0)] == [1.5, 2.0, 10.0]
    assert (Limits(memory=3).memory_bytes, Limits(output=2).output_bytes) == (3 << 20, 2 << 20)


# --- disturbance ------------------------------------------------------------------------------------------------------
LOST = Run.Measurement(Verdict.AC, 1.0, 0.4, 1, 0.9)


def busy(made: Judgement, *kinds: str) -> Judgement:
    """The judgement with its first runs as they come out on a busy host: calm, disturbed or starved."""
    changed = {
        "calm": lambda run: run,
        "disturbed": lambda run: msgspec.structs.replace(
            run, samples=(msgspec.structs.replace(LOST, verdict=run.verdict),), code=run.code.replace("E201", "E202")
        ),
        "starved": starved,
    }
    runs = [changed[kind](run) for run, kind in zip(made.runs, kinds, strict=False)]
    return msgspec.structs.replace(made, runs=(*runs, *made.runs[len(runs) :]))


def starved(run: Run) -> Run:
    message = "others had its core for 197 of 200 s, so it could not be judged"
    return msgspec.structs.replace(run, verdict=Verdict.JE, code="E307", message=message, finding=None)


def test_runs_are_counted_over_all_judgements() -> None:
    one = busy(judgement("AC AC WA TLE", 25.0), "disturbed", "starved", "disturbed", "calm")
    assert Disturbance.of([one, judgement("AC AC AC AC", 50.0)]) == Disturbance(8, 3, 1)
    assert Disturbance.of([]) == Disturbance()


@pytest.mark.parametrize("with_sample", [True, False])
def test_a_starved_run_is_counted_once(with_sample: bool) -> None:
    run = msgspec.structs.replace(starved(judgement("AC", 0.0).runs[0]), samples=(LOST,) if with_sample else ())
    made = msgspec.structs.replace(judgement("AC", 0.0), runs=(run,))
    assert Disturbance.of([made]) == Disturbance(1, 1, 1)


def test_compiling_that_was_starved_counts_as_a_run() -> None:
    prepared = Prepared(Verdict.JE, finding=Finding("E307", "others had its core", verdict=Verdict.JE))
    made = msgspec.structs.replace(judgement("", 0.0), prepare=prepared)
    assert Disturbance.of([made]) == Disturbance(1, 1, 1)
