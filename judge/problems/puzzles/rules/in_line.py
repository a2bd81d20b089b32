"""No three pieces on one straight line of any slope, whatever else stands on the board."""

from __future__ import annotations

from judge.model import Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.cell_sets import straight_lines
from judge.problems.puzzles.rules.quota import Quoted
from judge.problems.rules.points import find_in_line
from judge.problems.rules.points.plain import Three


def _told(trial: Trial, three: Three) -> Finding:
    points = trial.points
    return findings.in_line(trial, [points[number] for number in three])


none_in_line = Quoted(
    name="none_in_line",
    find=lambda trial: find_in_line(trial.points),
    told=_told,
    quotas=straight_lines,
)
