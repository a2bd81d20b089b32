"""Measure how hard cases are for the solutions at hand, each attempt in a box, as in a contest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.model import Entry, Group, Judgement, Problem, Submission, Verdict
from judge.model.difficulty import Aim, Aims, Effort, Hardness, median_s
from judge.problems.generators.aim import GROUP, Probe
from judge.problems.rules.plain import TREE
from judge.submissions.choice import Choice, entries
from judge.submissions.expected import expected_in
from judge.submissions.folder import SOLUTIONS

AIM_S: Final = 1.0  # what a board may take while it is looked where boards are hard
_HONEST: Final = frozenset({Verdict.AC, Verdict.TLE})


def solvers(problem: Problem) -> tuple[Submission, ...]:
    """Return the submissions of the package and of solutions/ that are right, or right and too slow; each file once.

    JudgeError E413 where there is none.
    """
    found = [one for one, _ in expected_in(Path(problem.path), problem.programs)]
    if (SOLUTIONS / problem.name).is_dir():
        found += [one for entry in entries(Choice(problems=(problem.path,))) for one in entry.submissions]
    honest: dict[str, Submission] = {}
    for one in found:
        if set(one.expected) <= _HONEST:
            honest.setdefault(one.sha256, one)
    if not honest:
        repair = f"put a solution into {problem.path}/submissions/accepted/"
        raise JudgeError("E413", f"{problem.name} has no right solution to measure with", help=repair)
    return tuple(honest.values())


def aimed(problem: Problem, probes: Sequence[Probe]) -> Problem:
    """Return a problem of these boards, which is nowhere on the disk, with a limit that is soon over."""
    limits = msgspec.structs.replace(problem.limits, time_limit=min(AIM_S, problem.limits.time_limit))
    cases = tuple(probe.case for probe in probes)
    return msgspec.structs.replace(problem, cases=cases, groups={GROUP: Group()}, limits=limits, path=f"{GROUP}:")


def hardness(entry: Entry, judgements: Sequence[Judgement]) -> list[Hardness]:
    """Return each case with what every submission needed for it, the hardest first."""
    efforts: dict[str, list[Effort]] = defaultdict(list)
    for judgement in judgements:
        for run in judgement.runs:
            efforts[f"{run.group}/{run.case}"].append(Effort(judgement.submission.name, run.verdict, run.cpu_s))
    found = []
    for case in entry.problem.cases:
        board, name = case.board, f"{case.group}/{case.name}"
        trees = int((board.grid == TREE).sum())
        pieces = 0 if entry.problem.scored else board.pieces
        found.append(Hardness(name, board.n, trees, pieces, tuple(efforts[name]), board.columns))
    limit_s = entry.problem.limits.time_limit
    return sorted(found, key=lambda one: -one.total_s(limit_s))


def aims(entry: Entry, judgements: Sequence[Judgement], probes: Sequence[Probe], undecided: int) -> Aims:
    """Return for each density and number of pieces the median of its boards."""
    by_name = {one.case: one for one in hardness(entry, judgements)}
    together: dict[tuple[float, int], list[Hardness]] = defaultdict(list)
    for probe in probes:
        together[probe.density, probe.above].append(by_name[f"{GROUP}/{probe.case.name}"])
    limit_s, names = entry.problem.limits.time_limit, tuple(one.submission.name for one in judgements)
    rows = tuple(
        Aim(density, above, len(boards), _medians(names, boards, limit_s))
        for (density, above), boards in together.items()
    )
    return Aims(probes[0].case.board.n if probes else 0, limit_s, names, rows, undecided)


def _medians(names: Sequence[str], boards: Sequence[Hardness], limit_s: float) -> tuple[float, ...]:
    """Return the median of each submission; one that could not be prepared has solved nothing."""
    of: dict[str, list[Effort]] = defaultdict(list)
    for board in boards:
        for effort in board.efforts:
            of[effort.submission].append(effort)
    return tuple(median_s(of[name], limit_s) if of[name] else 2 * limit_s for name in names)
