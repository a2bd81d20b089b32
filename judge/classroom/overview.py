"""A graded class to what an instructor sees of it: computed once here, shown by reports. Nothing is read or run."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import asdict

from judge.errors import advice
from judge.model import Graded, Host, Judgement, Limits, Mark, Overview, Problem, Roll, Verdict, WrongKey

_Case = tuple[str, str]  # group and name


def overview(
    roll: Roll, problem: Problem, rows: Sequence[Graded], marks: Iterable[Mark], clock: Host.Clock
) -> Overview:
    """Return a class at a glance. `rows` are those of the gradebook, with marks; `marks` are all that were given."""
    cases = [case.place for case in problem.cases]
    lines = tuple(Overview.Line(**asdict(row), tried=_tried(row.judgement, cases, clock)) for row in rows)
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
        disturbance=Judgement.Disturbance.of(judged),
        unmatched=unmatched(roll),
        ungraded=ungraded(roll, rows, problem),
        marks=tuple(marks),
    )
    return msgspec.structs.replace(found, bins=Overview.Bin.of(found.points, found.most))


def _tried(made: Judgement | None, cases: Sequence[_Case], clock: Host.Clock) -> tuple[Overview.Tried | None, ...]:
    """Return what came of each case; one that could not be compiled has missed them all."""
    if made is None:
        return (None,) * len(cases)
    if made.prepare.verdict is not Verdict.AC and not made.runs:
        return (Overview.Tried(made.prepare.verdict),) * len(cases)
    tried: dict[_Case, Overview.Tried] = {}
    for run in made.runs:
        time_s = run.time_s(clock) if run.samples else None
        tried[run.place] = Overview.Tried(run.verdict, run.not_run, time_s, run.disturbed or run.starved)
    return tuple(map(tried.get, cases))


def _facts(lines: Iterable[Overview.Line], at: int, case: _Case) -> Overview.CaseFacts:
    tried = [one for line in lines if not line.excused and (one := line.tried[at])]
    tried = [one for one in tried if one.verdict is not Verdict.JE]
    solved = [one for one in tried if one.verdict is Verdict.AC]
    times_s = [one.cpu_s for one in solved if one.cpu_s is not None]
    return Overview.CaseFacts(*case, len(tried), len(solved), statistics.median(times_s) if times_s else None)


def _near(rows: Iterable[Graded], clock: Host.Clock) -> list[Overview.Near]:
    """Return the runs that came near to a limit, the nearest to it first."""
    found = []
    for row in rows:
        if row.judgement is None:
            continue
        limits = row.judgement.limits
        for run in row.judgement.runs:
            if not run.samples:
                continue
            case = run.path
            time, memory = run.time_s(clock) / limits.time_limit, run.memory_bytes / limits.memory_bytes
            late = run.verdict is Verdict.TLE and 1 <= time < 1 + Limits.BORDER
            if late or (run.verdict is Verdict.AC and time >= 1 - Limits.BORDER):
                found.append(Overview.Near(row.student, case, "time", time, run.verdict))
            if run.verdict is Verdict.AC and memory >= 1 - Limits.BORDER:
                found.append(Overview.Near(row.student, case, "memory", memory, run.verdict))
    return sorted(found, key=lambda one: abs(one.share - 1))


# --- why somebody is not graded and what belongs to nobody, grouped by what is to be done about it --------------------
NOT_JUDGED = "not judged yet"
_WRONG_KEY = "the answer key is corrected first; then a regrade judges it again"
_Found = tuple[str, tuple[str, str], tuple[str, str]]  # as Overview.Reason.grouped takes it


def unmatched(roll: Roll) -> tuple[Overview.Reason, ...]:
    """Return the submissions and files that are nobody's for certain, by what is to be done. Of a submission it says
    whose it may be."""
    found = [(doubt.what, doubt.todo, (doubt.where, "")) for doubt in roll.strays]
    for one in roll.unmatched:
        near = ", ".join(map(str, one.nearest))
        own = f"{one.doubt.what}; nearest: {near}" if near else one.doubt.what
        found.append((one.doubt.what, one.doubt.todo, (one.folder, own)))
    return Overview.Reason.grouped(found)


def ungraded(roll: Roll, rows: Sequence[Graded], problem: Problem) -> tuple[Overview.Reason, ...]:
    """Return everybody without points, by reason, the most frequent one first; the excused ones wait for nothing."""
    package, where = problem.path or problem.name, "FOLDER|ZIP"
    judges = again = "", f"judge grade FOLDER|ZIP --problem {package}  judges it"
    if roll.shape == "web":
        where, judges = Roll.WEB, ("", "judge serve  judges it while it runs")
        again = "a regrade judges it again", f"judge regrade --problem {package} --disturbed"
    excuse = "ask them", f"judge mark {where} STUDENT --problem {package} --excuse --why TEXT  excuses them"
    doubts = {member.student: member.doubt for member in roll.members if member.doubt and not member.main}
    absent, found = set(roll.absent), list[_Found]()
    for row in rows:
        who, doubt = str(row.student), doubts.get(row.student)
        if row.points is not None or row.excused:
            continue
        if row.student in absent:
            aside = "take its row out of the match file, if it counts", excuse[1]
            found.append((roll.lack(row.student), aside if row.student.id in roll.set_aside else excuse, (who, "")))
        elif doubt:
            found.append((doubt.what, doubt.todo, (who, doubt.what)))
        elif row.judgement:
            found.append(_failed(row.judgement, who, again))
        else:
            found.append((NOT_JUDGED, judges, (who, "")))
    return Overview.Reason.grouped(found)


def _failed(made: Judgement, who: str, again: tuple[str, str]) -> _Found:
    run = next((run for run in made.runs if run.verdict is Verdict.JE), None)
    if run is None:
        return "the judge failed to compile it", again, (who, made.prepare.message)
    if run.refutes_key:
        kept = WrongKey.witness_path(made.problem.name, run.group, run.case) if run.board is not None else None
        key = WrongKey(made.problem.name, made.problem.path, run.group, run.case, (), witness=kept)
        return f"the answer key of {run.group}/{run.case} is wrong [{run.code}]", (_WRONG_KEY, key.help), (who, "")
    own = (run.finding.help, run.finding.command or "") if run.finding else ("", "")
    todo = advice(own[0], again[0]), advice(own[1], again[1])
    return f"the judge failed on {run.group}/{run.case}: {run.message} [{run.code}]", todo, (who, "")
