"""A graded class to what an instructor sees of it: computed once here, shown by reports. Nothing is read or run."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import asdict

from judge.classroom.gradebook.reasons import ungraded, unmatched
from judge.model import Clock, Judgement, Problem, Run, Verdict
from judge.model.classroom import Graded, Mark, Roll
from judge.model.judgement import disturbance
from judge.model.overview import CaseFacts, Line, Near, Overview, Tried
from judge.model.problem import BORDER
from judge.scoring.cohort import bins
from judge.scoring.times import time_of

_Case = tuple[str, str]  # group and name


def overview(roll: Roll, problem: Problem, rows: Sequence[Graded], marks: Iterable[Mark], clock: Clock) -> Overview:
    """Return a class at a glance. `rows` are those of the gradebook, with marks; `marks` are all that were given."""
    cases = [(case.group, case.name) for case in problem.cases]
    lines = tuple(Line(**asdict(row), tried=_tried(row.judgement, cases, clock)) for row in rows)
    counting = [row for row in rows if not row.excused]
    judged = [row.judgement for row in counting if row.judgement]
    lost = [(row.student, row.disturbance.disturbed) for row in counting if row.disturbance.disturbed]
    found = Overview(
        problem.title or problem.name,
        problem.path or problem.name,
        tuple(_facts(lines, at, case) for at, case in enumerate(cases)),
        lines,
        near=tuple(_near(counting, clock)),
        disturbed=tuple(sorted(lost, key=lambda one: -one[1])),
        disturbance=disturbance(judged),
        unmatched=unmatched(roll),
        ungraded=ungraded(roll, rows, problem),
        marks=tuple(marks),
    )
    return msgspec.structs.replace(found, bins=bins(found.points, found.most))


def _tried(made: Judgement | None, cases: Sequence[_Case], clock: Clock) -> tuple[Tried | None, ...]:
    """Return what came of each case; one that could not be compiled has missed them all."""
    if made is None:
        return (None,) * len(cases)
    if made.prepare.verdict is not Verdict.AC and not made.runs:
        return (Tried(made.prepare.verdict),) * len(cases)
    runs = {(run.group, run.case): run for run in made.runs}
    return tuple(_of(runs[case], clock) if case in runs else None for case in cases)


def _of(run: Run, clock: Clock) -> Tried:
    time_s = time_of(run, clock) if run.samples else None
    return Tried(run.verdict, run.not_run, time_s, run.disturbed or run.starved)


def _facts(lines: Iterable[Line], at: int, case: _Case) -> CaseFacts:
    tried = [one for line in lines if not line.excused and (one := line.tried[at])]
    tried = [one for one in tried if one.verdict is not Verdict.JE]
    solved = [one for one in tried if one.verdict is Verdict.AC]
    times_s = [one.cpu_s for one in solved if one.cpu_s is not None]
    return CaseFacts(*case, len(tried), len(solved), statistics.median(times_s) if times_s else None)


def _near(rows: Iterable[Graded], clock: Clock) -> list[Near]:
    """Return the runs that came near to a limit, the nearest to it first."""
    found = []
    for row in rows:
        if row.judgement is None:
            continue
        limits = row.judgement.limits
        for run in row.judgement.runs:
            if not run.samples:
                continue
            case = f"{run.group}/{run.case}"
            time, memory = time_of(run, clock) / limits.time_limit, run.memory_bytes / limits.memory_bytes
            late = run.verdict is Verdict.TLE and 1 <= time < 1 + BORDER
            if late or (run.verdict is Verdict.AC and time >= 1 - BORDER):
                found.append(Near(row.student, case, "time", time, run.verdict))
            if run.verdict is Verdict.AC and memory >= 1 - BORDER:
                found.append(Near(row.student, case, "memory", memory, run.verdict))
    return sorted(found, key=lambda one: abs(one.share - 1))
