"""A class in numbers: who ran a case, who solved it, and how long these took."""

from __future__ import annotations

import msgspec

from judge.scoring.cohort import CaseFigures, Cohort, cohort
from tests.reports.graded import judgement, uncompiled


def test_a_median_is_of_those_who_solved_it() -> None:
    rows = [judgement("AC AC AC AC", 50.0) for _ in range(3)]
    times = (0.1, 0.9, 0.3)
    rows = [
        msgspec.structs.replace(row, runs=tuple(msgspec.structs.replace(run, cpu_s=time_s) for run in row.runs))
        for row, time_s in zip(rows, times, strict=True)
    ]
    found = cohort([*rows, judgement("WA AC JE AC", None)])
    assert found.judged == 4
    assert found.of("sample", "sample-1") == CaseFigures(4, 3, 0.3)
    assert found.of("sample", "sample-2") == CaseFigures(4, 4, 0.35)
    assert found.of("secret", "secret-1") == CaseFigures(3, 3, 0.3), "a judge error has not run"


def test_the_clock_says_which_time() -> None:
    found = cohort([judgement("AC", 0.0)], "wall")
    assert found.of("sample", "sample-1").median_s == 0.5


def test_a_class_of_nobody() -> None:
    empty, nothing = Cohort(), Cohort().of("sample", "sample-1")
    assert (empty.judged, empty.cases) == (0, {})
    assert (nothing.ran, nothing.solved, nothing.median_s) == (0, 0, None)


def test_what_nobody_ran_has_no_figures() -> None:
    found = cohort([uncompiled()])
    assert found.judged == 1
    assert found.of("sample", "sample-1") == CaseFigures()
    assert cohort([judgement("WA", 0.0)]).of("sample", "sample-1") == CaseFigures(1, 0, None)
