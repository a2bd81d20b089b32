"""What became slower, faster, wrong or right from one judgement to another on the same problem. Pure.

Of all that is said to be slower or faster, in a whole report, the probability that any of it is noise is at most ERROR:
half of that for the sums of the times, half for the cases, each shared evenly (C. E. Bonferroni, 1936). What is said is
said once, after the last repetition.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

import msgspec

from judge.model import Host, Judgement, Run, Standing, Verdict
from judge.scoring.statistics import ERROR, compared, pooled
from judge.scoring.times import times_of

# What repetitions within a run don't show of another run, at another time: of 15 pairs of runs of one file on a busy
# machine one was told apart without it, none with it.
BETWEEN_RUNS = 0.1
_Case = tuple[str, str]  # group and name


class Terms(msgspec.Struct, frozen=True):
    """How times are compared: by which clock; the relative standard error of one time, where it was measured; by how
    much two runs differ of themselves; and how many pairs of submissions are compared."""

    clock: Host.Clock
    noise: float | None
    drift: float
    pairs: int


class Difference(msgspec.Struct, frozen=True):
    """Two judgements on one problem, case by case. `whole` is the ratio of their times on the cases that both solve;
    `gone` and `new` are the cases that only the one or the other has run."""

    class Case(msgspec.Struct, frozen=True):
        """A case that both have run. `ratio` is after to before: None where nothing can be said of its times."""

        group: str
        case: str
        before: Verdict
        after: Verdict
        before_s: float
        after_s: float
        ratio: Standing.Interval | None

        @property
        def worse(self) -> bool:
            """Say whether it was solved, and is not any more; a judge error is not the submission's."""
            return self.before is Verdict.AC and self.after not in (Verdict.AC, Verdict.JE)

        @property
        def better(self) -> bool:
            """Say whether it is solved now, and was not."""
            return self.after is Verdict.AC and self.before not in (Verdict.AC, Verdict.JE)

        @property
        def slower(self) -> bool:
            """Say whether it is slower beyond noise."""
            return self.ratio is not None and self.ratio.low > 1

        @property
        def faster(self) -> bool:
            """Say whether it is faster beyond noise."""
            return self.ratio is not None and self.ratio.high < 1

    before: Judgement
    after: Judgement
    cases: tuple[Difference.Case, ...]
    whole: Standing.Interval | None
    gone: tuple[str, ...]
    new: tuple[str, ...]

    @classmethod
    def of(
        cls,
        pairs: Sequence[tuple[Judgement, Judgement]],
        clock: Host.Clock,
        noise: float | None = None,
        *,
        side_by_side: bool = True,
    ) -> tuple[Difference, ...]:
        """Compare each pair; times that were not taken `side_by_side` differ of themselves. `noise` is the relative
        standard error of one time, where it was measured."""
        terms = Terms(clock, noise, 0.0 if side_by_side else BETWEEN_RUNS, len(pairs))
        return tuple(difference(before, after, terms) for before, after in pairs)

    @staticmethod
    def pairs(
        before: Sequence[Judgement], after: Sequence[Judgement], names: Iterable[str] = ()
    ) -> list[tuple[Judgement, Judgement]]:
        """Return who is compared with whom: on each problem the one submission of each, else those of one name. With
        `names`, only these."""
        wanted = set(names)
        found = []
        for problem in dict.fromkeys(row.problem.name for row in before):
            old, new = ([row for row in rows if row.problem.name == problem] for rows in (before, after))
            if wanted:
                old, new = ([row for row in rows if row.submission.name in wanted] for rows in (old, new))
            if len(old) == len(new) == 1:
                found.append((old[0], new[0]))
            else:
                by_name = {row.submission.name: row for row in new}
                found += [(row, by_name[row.submission.name]) for row in old if row.submission.name in by_name]
        return found

    @property
    def broken(self) -> bool:
        """Say whether it does not compile any more."""
        return self.before.prepare.verdict is Verdict.AC and self.after.prepare.verdict is Verdict.CE

    @property
    def faults(self) -> int:
        """Count how often the judge itself failed."""
        return self.before.faults + self.after.faults

    def regressed(self, limit: float) -> bool:
        """Say whether a verdict is worse, or times are longer beyond noise by more than `limit`, such as 0.05: the low
        end of an interval lies above."""
        ratios = [self.whole, *(case.ratio for case in self.cases)]
        slower = any(ratio is not None and ratio.low > 1 + limit for ratio in ratios)
        return slower or self.broken or any(case.worse for case in self.cases)

    def exit_status(self, limit: float) -> int:
        """Return what `judge diff` ends with, where no other is larger: 3 for a judge error, 1 for what became worse,
        else 0."""
        return 3 if self.faults else int(self.regressed(limit))


def difference(before: Judgement, after: Judgement, terms: Terms) -> Difference:
    """Compare what both have run. Times are those of cases that both solve."""
    old, new = ({run.place: run for run in row.runs} for row in (before, after))
    shared = [case for case in old if case in new]
    solved = [case for case in shared if old[case].verdict is new[case].verdict is Verdict.AC]
    times = times_of(before, solved, terms.clock), times_of(after, solved, terms.clock)
    if times[0].keys() != times[1].keys():  # one of them has a case without a calm time
        times = {}, {}
    known = pooled(*times)
    noise = (terms.noise, math.inf) if known[0] is None else known

    def ratio(cases: Collection[_Case], shared_by: int) -> Standing.Interval | None:
        """Return that of the sums over these cases, where so many ratios share the error."""
        first, second = ({case: one[case] for case in cases} for one in times)
        found = compared(first, second, 1 - ERROR / 2 / terms.pairs / shared_by, *noise)
        return found and Standing.Interval(found.low / (1 + terms.drift), found.value, found.high * (1 + terms.drift))

    ratios = {case: ratio((case,), len(times[0])) for case in times[0]}
    return Difference(
        before,
        after,
        tuple(_case(old[case], new[case], ratios.get(case), terms.clock) for case in shared),
        ratio(times[0], 1),
        tuple(f"{group}/{name}" for group, name in old if (group, name) not in new),
        tuple(f"{group}/{name}" for group, name in new if (group, name) not in old),
    )


def _case(old: Run, new: Run, ratio: Standing.Interval | None, clock: Host.Clock) -> Difference.Case:
    before_s, after_s = (run.time_s(clock) for run in (old, new))
    return Difference.Case(old.group, old.case, old.verdict, new.verdict, before_s, after_s, ratio)
