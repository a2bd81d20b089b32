"""What `judge run` prints of a submission that is alone: how much is right, and how its time-outs came about.

It needs no leaderboard: there is nobody to compare it with.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.text import Text

from judge.model import Judgement, Run, Standing, Verdict
from judge.reports.units import seconds
from judge.reports.views.leaderboard import contract, facts, score_words
from judge.reports.views.submission import points_words
from judge.scoring.points import most_points

_SIZES = 3  # smaller boards that a time-out is held against


def result_lines(standing: Standing, counting: int | None = None) -> list[Text]:
    """Return the problem, and below it `4 of 4 right, slowest 0.2 ms (forest-7)`. After an interruption only
    `counting` cases count."""
    judgement = standing.judgement
    problem, right = judgement.problem, sum(run.verdict is Verdict.AC for run in judgement.runs)
    cases = len(problem.cases) if counting is None else counting
    text = Text(f"{right} of {cases} right", "bold green" if right == cases else "bold red")
    if judgement.prepare.finding:
        text = Text("no case was run", "bold red")
    most, how = most_points(problem), contract(judgement)
    words = [
        score_words(standing, cases),
        points_words(judgement.points, most) if most and judgement.points is not None else "",
        f"slowest {seconds(standing.slowest_s)} ({standing.slowest_case})" if standing.slowest_case else "",
        how if how != "function" else "",
    ]
    text.append("".join(f", {one}" for one in words if one), "default")
    return [Text(problem.title, "bold").append(f"   {facts(problem, counting)}", "dim"), text]


def with_sizes(judgement: Judgement) -> Judgement:
    """Return the judgement whose time-outs say at which size they came, and how long smaller boards took."""
    sizes = {(case.group, case.name): case.board.n for case in judgement.problem.cases}
    right: dict[int, float] = {}
    for run in judgement.runs:
        n = sizes.get((run.group, run.case), 0)
        if run.verdict is Verdict.AC and n:
            right[n] = max(right.get(n, 0.0), run.cpu_s)

    def told(run: Run) -> Run:
        n = sizes.get((run.group, run.case), 0)
        if run.verdict is not Verdict.TLE or run.finding is None or run.not_run or not n:
            return run
        note = _growth(n, sorted((size, spent) for size, spent in right.items() if size < n))
        return msgspec.structs.replace(run, finding=run.finding.noted(note))

    return msgspec.structs.replace(judgement, runs=tuple(map(told, judgement.runs)))


def _growth(n: int, smaller: Sequence[tuple[int, float]]) -> str:
    if not smaller:
        return f"n is {n}, and no smaller board was solved"
    took = ", ".join(f"n = {size}: {seconds(spent)}" for size, spent in smaller[-_SIZES:])
    return f"n is {n}; it took for {took}"


def kinds_of(missed: Sequence[Run], judgement: Judgement) -> list[list[Run]]:
    """Return the missed cases by their code, each kind with its smallest board first, in the order of the cases."""
    sizes = {(case.group, case.name): case.board.n for case in judgement.problem.cases}
    kinds: dict[tuple[Verdict, str], list[Run]] = {}
    for run in missed:
        kinds.setdefault((run.verdict, run.code), []).append(run)
    return [sorted(kind, key=lambda run: sizes.get((run.group, run.case), 0)) for kind in kinds.values()]


def more_of_kind(same: Sequence[Run], words: str) -> list[Text]:
    """Return `3 more of this kind:  judge run mine.py --all`; nothing where there are no others."""
    return [Text(f"{len(same)} more of this kind:  judge run {words} --all", "dim")] if same else []
