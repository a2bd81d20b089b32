"""How disturbed a case result was, and what others may have cost it."""

from __future__ import annotations

import pytest

from judge.model import CaseResult, Finding, Measurement, Prepared, Verdict

CALM_S = 0.0


def run_of(*lost_s: float, wall_s: float = 1.0) -> CaseResult:
    samples = tuple(Measurement(Verdict.AC, wall_s, 0.5, 1, lost) for lost in lost_s)
    return CaseResult("six", "secret", "DFS", Verdict.AC, samples=samples)


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
    assert Measurement(Verdict.AC, wall_s, 0.5, 1, lost_s).disturbed is disturbed


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
    samples = tuple(Measurement(verdict, 1.0, 0.5, 1, lost) for lost in lost_s)
    run = CaseResult("six", "secret", "DFS", verdict, code, samples=samples)
    assert run.in_doubt is in_doubt
    assert run.starved is (verdict is Verdict.JE and in_doubt)


@pytest.mark.parametrize(
    ("verdict", "code", "starved"),
    [(Verdict.JE, "E307", True), (Verdict.JE, "E303", False), (Verdict.CE, "E307", False)],
)
def test_compiling_can_be_starved(verdict: Verdict, code: str, starved: bool) -> None:
    assert Prepared(verdict, finding=Finding(code, "why")).starved is starved
    assert not Prepared(verdict).starved
