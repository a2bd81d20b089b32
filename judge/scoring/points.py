"""What verdicts and times are worth: the scoring schemes of problem.toml. Pure, and asked by `verdict` and `ranking`.

    scheme = "groups"            # default: each group's points, shared by its cases
    scheme = "all-or-count"      # 100 if every case passes, else the number of those that pass

    [groups.secret]
    points = 50
    score_aggregation = "sum"    # or "pass-fail": all its points or none; the ICPC package's words

    [bonus]                      # among those who pass every case: the fastest on the cases of each algorithm
    share = 0.1
    points = 5

The cases that count are those of groups with points. A judge error on one of them costs nobody a point and gives nobody
one: there are no points, until it is judged again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from judge.model import Algorithm, CaseResult, Clock, Judgement, Problem, Verdict
from judge.scoring.statistics import RESOLUTION_S

FULL = 100.0  # of "all-or-count"
_Case = tuple[str, str]  # group and name


def most_points(problem: Problem) -> float:
    """Return what a submission without a fault gets on the chosen cases, without the bonus."""
    groups = {group for group, _ in _counting(problem)}
    if problem.scheme.rule == "all-or-count":
        return FULL if groups else 0.0
    return sum(problem.groups[name].points for name in groups)


def points(problem: Problem, runs: Sequence[CaseResult]) -> float | None:
    """Return the points of these runs, without the bonus; None while they wait. A case that has not run is not
    earned."""
    if waits(problem, runs):
        return None
    verdicts = {_name(run): run.verdict for run in runs}
    if problem.scheme.rule == "all-or-count":
        counting = _counting(problem)
        passed = sum(verdicts.get(case) is Verdict.AC for case in counting)
        return FULL if counting and passed == len(counting) else float(passed)
    total = 0.0
    for name, group in problem.groups.items():
        of_group = [verdicts.get((case.group, case.name)) for case in problem.cases if case.group == name]
        solved = of_group.count(Verdict.AC) / len(of_group) if of_group else 0.0
        total += group.points * (math.floor(solved) if group.score_aggregation == "pass-fail" else solved)
    return total


def waits(problem: Problem, runs: Iterable[CaseResult]) -> bool:
    """Say whether the judge itself failed on a case that counts, so that nobody knows the points.

    An image of a case (`forest~rot90`) counts for nothing; a case of a group that the package no longer has may count.
    """
    return any(
        run.verdict is Verdict.JE
        and "~" not in run.case
        and (run.group not in problem.groups or problem.groups[run.group].points > 0)
        for run in runs
    )


def bonuses(judgements: Sequence[Judgement], clock: Clock = "cpu") -> list[dict[Algorithm, float]]:
    """Return for each judgement of one problem, in their order: the points it gets on top, by algorithm.

    `share` of the perfect ones, rounded up, are the fastest by the sum of their times on the algorithm's cases; who
    ties with the last of them gets it too. Whoever has no points yet takes no part.
    """
    gained: list[dict[Algorithm, float]] = [{} for _ in judgements]
    perfect = [index for index, row in enumerate(judgements) if _is_perfect(row)]
    if not perfect:
        return gained
    problem = judgements[perfect[0]].problem
    bonus = problem.scheme.bonus
    if bonus is None:
        return gained
    places = math.ceil(Fraction(str(bonus.share)) * len(perfect))  # as floats, 0.28 * 25 is a little more than 7
    for algorithm in bonus.algorithms or problem.algorithms:
        cases = set(_counting(problem, algorithm))
        times = {row: _time_s(judgements[row], cases, clock) for row in perfect}
        for row in fastest(times, places, RESOLUTION_S * len(cases)) if cases else ():
            gained[row][algorithm] = bonus.points
    return gained


def fastest(times: Mapping[int, float], places: int, tie_s: float) -> list[int]:
    """Return who holds one of the first `places`, with all who tie: a time ties that is at most `tie_s` above the first
    of its tie, so that a chain of near misses does not tie its ends, as on the leaderboard."""
    order = sorted(times, key=times.__getitem__)
    chosen: list[int] = []
    head_s = 0.0
    for place, row in enumerate(order):
        tied = place > 0 and times[row] - head_s <= tie_s
        if place >= places and not tied:
            break
        if not tied:
            head_s = times[row]
        chosen.append(row)
    return chosen


def in_words(problem: Problem) -> list[str]:
    """Return the scheme as sentences, for the head of every report."""
    said, bonus = [], problem.scheme.bonus
    if problem.scheme.rule == "all-or-count":
        count = len(_counting(problem))
        said.append(f"{_points(FULL)} if all {count} cases pass, else 1 point for each case that passes.")
    else:
        said += [_group_in_words(problem, name) for name in problem.groups]
    said.append("A judge error costs nobody a point: its points wait until it is judged again.")
    if bonus:
        share = f"{100 * bonus.share:g} %"
        *others, last = bonus.algorithms or problem.algorithms
        which = f"{', '.join(others)} and {last}" if others else last
        said.append(
            f"Of those who pass every case, the fastest {share} on the {which} cases get {_points(bonus.points)}"
            f" more{', for each of these algorithms' if others else ''}; who ties gets it too."
        )
    return said


def _group_in_words(problem: Problem, name: str) -> str:
    worth, cases = problem.groups[name].points, sum(case.group == name for case in problem.cases)
    if not worth:
        return f"{name}: no points."
    if problem.groups[name].score_aggregation == "pass-fail":
        return f"{name}: {_points(worth)} if all {cases} cases pass, else none."
    return f"{name}: {_points(worth)}, shared evenly by {cases} case{'s' * (cases != 1)}."


def _points(number: float) -> str:
    return f"{number:g} point{'s' * (number != 1)}"


def _counting(problem: Problem, algorithm: Algorithm | None = None) -> list[_Case]:
    """Return the cases of groups with points, of one algorithm if it is named."""
    return [
        (case.group, case.name)
        for case in problem.cases
        if problem.groups[case.group].points > 0 and algorithm in (None, case.board.algorithm)
    ]


def _is_perfect(row: Judgement) -> bool:
    """Say whether it passes every case that counts."""
    verdicts = {_name(run): run.verdict for run in row.runs}
    counting = [verdicts.get(case) for case in _counting(row.problem)]
    return row.points is not None and bool(counting) and all(verdict is Verdict.AC for verdict in counting)


def _name(run: CaseResult) -> _Case:
    return run.group, run.case


def _time_s(row: Judgement, cases: Collection[_Case], clock: Clock) -> float:
    return math.fsum(run.cpu_s if clock == "cpu" else run.wall_s for run in row.runs if _name(run) in cases)
