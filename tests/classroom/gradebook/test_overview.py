"""A class at a glance: rates, medians, bars, near misses; without the excused ones and the judge's own failures."""

from __future__ import annotations

import msgspec

from judge.classroom.gradebook.overview import overview
from judge.model import CaseResult, Judgement, Measurement, Programs, Verdict
from judge.model.classroom import Graded, Roll, Student
from judge.model.disturbance import disturbance
from judge.model.mark import Decided, Mark
from judge.model.overview import Overview
from tests.reports.graded import judgement, problem, uncompiled

PROBLEM, ROLL = problem(), Roll("plain", ())
EXCUSED = Decided(Mark("u9", "excuse", "ill", "smith", 0.0))
SECOND = 1  # the second of four cases: sample/sample-2


def row(number: int, made: Judgement | None, mark: Decided | None = None) -> Graded:
    verdict = None if made is None else made.verdict
    lost = disturbance([made] if made else [])
    points = None if mark or made is None else made.points
    facts = {"judgement": made, "mark": mark, "disturbance": lost}
    return Graded(Student(f"u{number}"), verdict=verdict, points=points, max_points=50.0, **facts)  # type: ignore[arg-type]


def timed(made: Judgement, cpu_s: float, memory_bytes: int = 1 << 20, lost_s: float = 0.0) -> Judgement:
    """The judgement with another measurement of the second case."""

    def measured(run: CaseResult) -> CaseResult:
        sample = Measurement(run.verdict, cpu_s, cpu_s, memory_bytes, lost_s)
        facts = {"cpu_s": cpu_s, "wall_s": cpu_s, "memory_bytes": memory_bytes, "samples": (sample,)}
        return msgspec.structs.replace(run, **facts)

    runs = tuple(measured(run) if at == SECOND else run for at, run in enumerate(made.runs))
    return msgspec.structs.replace(made, runs=runs)


def of(*rows: Graded) -> Overview:
    return overview(ROLL, PROBLEM, rows, (), "cpu")


def test_a_rate_is_of_those_who_were_judged() -> None:
    right, wrong = judgement("AC AC AC AC", 50.0), judgement("AC WA AC JE", None)
    whole = of(row(1, timed(right, 1.0)), row(2, timed(right, 3.0)), row(3, wrong), row(4, uncompiled()), row(5, None))
    assert [(case.path, case.solved, case.tried) for case in whole.cases] == [
        ("sample/sample-1", 3, 4),
        ("sample/sample-2", 2, 4),
        ("secret/secret-1", 3, 4),
        ("secret/secret-2", 2, 3),
    ]
    assert whole.cases[SECOND].median_s == 2.0
    assert [one and one.verdict for one in whole.lines[3].tried] == [Verdict.CE] * 4
    assert whole.lines[4].tried == (None,) * 4


def test_who_is_excused_is_in_no_figure() -> None:
    right = timed(judgement("AC AC AC AC", 50.0), 4.9)
    whole = of(row(1, judgement("AC WA AC AC", 25.0)), row(9, right, EXCUSED))
    assert [case.solved for case in whole.cases] == [1, 0, 1, 1]
    assert (whole.points, whole.near, len(whole.lines)) == ((25.0,), (), 2)
    assert whole.verdicts == [("WA", 1), ("excused", 1)]


def test_near_misses_are_found_on_both_sides_of_a_limit() -> None:
    right, late = judgement("AC AC AC AC", 50.0), judgement("AC TLE AC AC", 25.0)
    times = [row(1, timed(right, 4.4)), row(2, timed(right, 4.6)), row(3, timed(late, 5.2)), row(4, timed(late, 5.5))]
    heavy = row(5, timed(right, 1.0, int(0.95 * PROBLEM.limits.memory_bytes)))
    found = [(one.student.id, one.limit, round(one.share, 2), one.verdict) for one in of(*times, heavy).near]
    assert found == [("u3", "time", 1.04, "TLE"), ("u5", "memory", 0.95, "AC"), ("u2", "time", 0.92, "AC")]


def test_the_limit_of_a_language_is_the_stretched_one() -> None:
    slow = msgspec.structs.replace(PROBLEM, programs=Programs(multipliers={"Python": 3.0}))
    made = timed(judgement("AC AC AC AC", 50.0, slow), 4.9)
    made = msgspec.structs.replace(made, prepare=msgspec.structs.replace(made.prepare, language="python"))
    assert overview(ROLL, slow, [row(1, made)], (), "cpu").near == ()


def test_disturbed_runs_are_told_with_who_has_most_of_them_first() -> None:
    calm = judgement("AC AC AC AC", 50.0)
    noisy = timed(calm, 1.0, lost_s=0.9)
    whole = of(row(1, calm), row(2, noisy))
    assert [(student.id, count) for student, count in whole.disturbed] == [("u2", 1)]
    assert [one and one.disturbed for one in whole.lines[1].tried] == [False, True, False, False]
    assert whole.disturbance.disturbed == 1
