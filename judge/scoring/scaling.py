"""How the time of a submission grows with n: a law for each family of cases. Pure.

A family is what one problem has of one stem, one algorithm and one kind of answer. A stem is a name up to its first
number: `forest` of forest-7 to forest-1000, `n` of n-0004 to n-1000. The packages name cases so wherever one generator
has made them for several n. Groups say how hard a case is, so they grow with n within a stem, and are no part of it.
The algorithm is: most homework solves DFS, BFS and SA by three programs in one. So is the answer: that there is none
takes a proof.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from judge.model import Host, Instance, Judgement, Run, Verdict
from judge.scoring.growth import Line, fitted
from judge.scoring.statistics import RESOLUTION_S

LEAST = 4  # sizes: with three, no slope has a 90 % interval
MOST = 100  # sizes that are fitted; of more, every second one, or third
FARTHEST = 10  # a law says nothing of an n that is so many times the largest that was run
WIDEST = 4  # times the lower end of an interval: its upper end, at most
NEARLY = 2.0  # a difference of Akaike's criterion below this leaves the worse law "substantial support"

Form = Literal["power", "exponential"]


class Scaling(msgspec.Struct, frozen=True):
    """What the runs on one family say. The better law comes first; a second one is there if it fits nearly as well.

    `solved_to` is the largest n up to which every case is solved, None without any. `reach`, where every case is
    solved, is the n that the limit would allow by the law: nobody has run it.
    """

    class Family(msgspec.Struct, frozen=True):
        """Cases that differ in n."""

        stem: str
        algorithm: Instance.Algorithm
        fails: bool  # the answer is that there is none

    class Law(msgspec.Struct, frozen=True):
        """Time = factor_s * n ** value, or factor_s * value ** n; `low` and `high` are the 90 % interval of the
        value."""

        form: Form
        value: float
        low: float
        high: float
        factor_s: float

        def time_s(self, n: float) -> float:
            """Return the time that it gives for a size."""
            return math.exp(math.log(self.factor_s) + self._slope * _measure(self.form, n))

        def largest(self, time_s: float) -> float:
            """Return the size that takes so long; infinity where time does not grow."""
            if self._slope <= 0:
                return math.inf
            reached = (math.log(time_s) - math.log(self.factor_s)) / self._slope
            if self.form == "exponential":
                return reached
            return math.exp(reached) if reached < 700 else math.inf

        @property
        def _slope(self) -> float:
            return self.value if self.form == "power" else math.log(self.value)

    class Point(msgspec.Struct, frozen=True):
        """The time on the cases of one n, in seconds: between two bounds, which differ where it ran out of time."""

        n: int
        low_s: float
        high_s: float

        @property
        def timed(self) -> bool:
            """Say whether it is known, not only bounded."""
            return math.isfinite(self.high_s)

    family: Scaling.Family
    points: tuple[Scaling.Point, ...]
    laws: tuple[Scaling.Law, ...]
    solved_to: int | None
    reach: int | None

    @classmethod
    def of(cls, judgement: Judgement, clock: Host.Clock = "cpu") -> list[Scaling]:
        """Return what the runs say of each family with enough sizes, that with the most sizes first."""
        families: dict[Scaling.Family, list[tuple[int, Run]]] = {}
        facts = {case.place: case for case in judgement.problem.cases}
        for run in judgement.runs:
            case = facts.get(run.place)  # an image of a case is none
            if case and case.board.n:  # where there is no board, nothing grows
                family = Scaling.Family(
                    stem(run.case), case.board.algorithm, case.answer is not None and case.answer.fail
                )
                families.setdefault(family, []).append((case.board.n, run))
        enough = {family: runs for family, runs in families.items() if len({n for n, _ in runs}) >= LEAST}
        found = [_scaling(judgement, clock, family, runs) for family, runs in enough.items()]
        return sorted(found, key=lambda one: -len(one.points))


def stem(name: str) -> str:
    """Return a case's name up to its first number."""
    return re.split(r"[-_ .]*\d", name, maxsplit=1)[0]


def _scaling(
    judgement: Judgement, clock: Host.Clock, family: Scaling.Family, runs: Sequence[tuple[int, Run]]
) -> Scaling:
    limits, start_s = judgement.limits, judgement.prepare.startup_s
    points = _points(runs, clock, start_s)
    missed = min((n for n, run in runs if run.verdict is not Verdict.AC), default=math.inf)
    solved_to = max((n for n, _ in runs if n < missed), default=None)
    laws = laws_of(points, max(RESOLUTION_S, start_s))
    whole = laws and solved_to == max(n for n, _ in runs)
    return Scaling(family, points, laws, solved_to, _reach(laws[0], points, limits.time_limit) if whole else None)


def _points(runs: Sequence[tuple[int, Run]], clock: Host.Clock, start_s: float) -> tuple[Scaling.Point, ...]:
    """Return one point for each n, without the time that any program in its language takes to start. Who ran out of
    time needs longer than it had; other verdicts say nothing."""
    bounds: dict[int, list[tuple[float, float]]] = {}
    for n, run in runs:
        time_s = max(0.0, (run.cpu_s if clock == "cpu" else run.wall_s) - start_s)
        if run.verdict is Verdict.AC:
            bounds.setdefault(n, []).append((time_s, time_s))
        elif run.verdict is Verdict.TLE and not run.not_run:
            bounds.setdefault(n, []).append((time_s, math.inf))
    return tuple(
        Scaling.Point(n, *(statistics.median(ends) for ends in zip(*found, strict=True)))
        for n, found in sorted(bounds.items())
    )


def laws_of(points: Sequence[Scaling.Point], least_s: float = RESOLUTION_S) -> tuple[Scaling.Law, ...]:
    """Return the law of these points; none where fewer than LEAST sizes are timed above `least_s`.

    Only sizes count from which on no time is below: what else takes time there would hide the law. Of the two forms
    that one is better which leaves the smaller sum of absolute residuals of log time: both have two parameters, so
    that is the choice of Akaike's criterion (1974) for Laplace's errors, which wild cases do not spoil. A law whose
    interval does not even say that time grows is none, unless it says that it hardly does. Nor is one whose interval
    reaches from one growth to a quite different one: `n^20 +- 20` says nothing.
    """
    below = [one.n for one in points if one.timed and one.high_s < least_s]
    kept = [one for one in points if not below or one.n > below[-1]]
    kept = kept[:: -math.ceil(len(kept) / MOST)][::-1] if kept else []
    if sum(one.timed for one in kept) < LEAST:
        return ()
    forms: tuple[Form, ...] = ("power", "exponential")
    lines = sorted(((line, form) for form in forms if (line := _line(kept, form))), key=lambda pair: pair[0].residual)
    near = [(form, line) for line, form in lines if _near(lines[0][0], line, len(kept))]
    return tuple(_law(form, line) for form, line in near if _says(form, line))


def _says(form: Form, line: Line) -> bool:
    """Say whether the slope is known to be above 0, and about how much, or to be hardly any power."""
    firm = line.low > 0 and line.high <= WIDEST * line.low
    return firm or (form == "power" and line.low >= -1 and line.high <= 1)


def _near(best: Line, line: Line, count: int) -> bool:
    """Say whether it fits nearly as well (Burnham and Anderson, Model Selection, 2002, page 70)."""
    return line is best or line.residual < best.residual * math.exp(NEARLY / 2 / count)


def _measure(form: Form, n: float) -> float:
    return math.log(n) if form == "power" else n


def _line(points: Sequence[Scaling.Point], form: Form) -> Line | None:
    low, high = (np.log([max(getattr(one, name), RESOLUTION_S) for one in points]) for name in ("low_s", "high_s"))
    return fitted(np.array([_measure(form, one.n) for one in points]), low, high)


def _law(form: Form, line: Line) -> Scaling.Law:
    ends = (line.slope, line.low, line.high)
    value, low, high = ends if form == "power" else map(_exp, ends)
    return Scaling.Law(form, value, low, high, _exp(line.height))


def _exp(value: float) -> float:
    return math.exp(max(-700.0, min(value, 700.0)))  # a factor of 0 would have no logarithm


def _reach(law: Scaling.Law, points: Sequence[Scaling.Point], limit_s: float) -> int | None:
    """Return the size that the limit allows, if it is larger than any that was run, and not much larger."""
    largest = points[-1].n
    reached = law.largest(limit_s)
    return int(reached) if largest < reached <= FARTHEST * largest else None
