"""How many runs were disturbed: counted once, said in two sentences, and nothing where there is nothing to say."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import CaseResult, Finding, Judgement, Measurement, Prepared, Verdict
from judge.model.disturbance import Disturbance, disturbance
from tests.reports.graded import judgement

LOST = Measurement(Verdict.AC, 1.0, 0.4, 1, 0.9)


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


def starved(run: CaseResult) -> CaseResult:
    message = "others had its core for 197 of 200 s, so it could not be judged"
    return msgspec.structs.replace(run, verdict=Verdict.JE, code="E307", message=message, finding=None)


def test_runs_are_counted_over_all_judgements() -> None:
    one = busy(judgement("AC AC WA TLE", 25.0), "disturbed", "starved", "disturbed", "calm")
    assert disturbance([one, judgement("AC AC AC AC", 50.0)]) == Disturbance(8, 3, 1)
    assert disturbance([]) == Disturbance()


@pytest.mark.parametrize("with_sample", [True, False])
def test_a_starved_run_is_counted_once(with_sample: bool) -> None:
    run = msgspec.structs.replace(starved(judgement("AC", 0.0).runs[0]), samples=(LOST,) if with_sample else ())
    made = msgspec.structs.replace(judgement("AC", 0.0), runs=(run,))
    assert disturbance([made]) == Disturbance(1, 1, 1)


def test_compiling_that_was_starved_counts_as_a_run() -> None:
    prepared = Prepared(Verdict.JE, finding=Finding("E307", "others had its core", verdict=Verdict.JE))
    made = msgspec.structs.replace(judgement("", 0.0), prepare=prepared)
    assert disturbance([made]) == Disturbance(1, 1, 1)


@pytest.mark.parametrize(
    ("counts", "host", "student"),
    [
        ((50, 0, 0), "", ""),
        (
            (50, 3, 0),
            "3 of 50 runs were disturbed: others had the core for a fifth of the time or more",
            "3 of 50 runs were disturbed by other work on this machine, whose time does not count.",
        ),
        (
            (1, 1, 1),
            "1 of 1 run was disturbed: others had the core for a fifth of the time or more;"
            " 1 got so little of it that there is no verdict",
            "1 of 1 run was disturbed by other work on this machine, whose time does not count."
            " 1 of them has no verdict yet, which costs no points.",
        ),
    ],
)
def test_what_is_said(counts: tuple[int, int, int], host: str, student: str) -> None:
    found = Disturbance(*counts)
    assert (str(found), found.to_student()) == (host, student)
