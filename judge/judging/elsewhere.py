"""Measure what submissions get at judges that run each as a whole program, for `judge export --icpc --with-solutions`.

There a function compiles within the time of every case, and an answer that is not the best is wrong. So each function
is run once as the program that it becomes, on the smallest case: what that takes counts for all of its cases. The cases
themselves are run here, where compiling them once is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from judge.judging.contest import Contest
from judge.model import Entry, Judgement, Problem, Programs, Run, Submission, Verdict
from judge.sandbox.sandbox import Sandbox
from judge.scoring.limits import least_limit_s, too_late_s
from judge.submissions.expected import Expected
from judge.submissions.export import COMPILING_S, exported
from judge.submissions.read import handed_in

COMPILING_MOST_S = 30.0


class ElsewhereRuns:
    """Gives the contests to run, one after the other; then `limit_s` and `expected` say what follows from them."""

    def __init__(self, problem: Problem, submissions: Sequence[Submission], limit_s: float | None) -> None:
        self._problem, self._submissions, self._asked_s = problem, submissions, limit_s
        self._startup_s: dict[Submission, float] = {}
        self._made: dict[Submission, Judgement] = {}

    def contests(self, sandboxes: Sequence[Sandbox]) -> Iterator[Contest]:
        """Yield one contest after the other; each is to be run before the next is asked for."""
        programs = {name: made for name, made in map(self._as_program, self._submissions) if made}
        if programs:
            smallest = min(self._problem.cases, key=lambda case: (case.board.n, case.name))
            alone = self._problem.within(COMPILING_MOST_S)
            alone = msgspec.structs.replace(alone, cases=(smallest,), programs=_on_stdin(self._problem))
            first = Contest(sandboxes, [Entry(alone, tuple(programs.values()))])
            yield first
            by_program = {made.submission: made for made in first.judgements()}
            for one, program in programs.items():
                runs = by_program[program].runs if program in by_program else ()
                self._startup_s[one] = max((run.cpu_s for run in runs), default=0.0)
        own_s = self._asked_s or self._problem.limits.time_limit
        yield from self._run(sandboxes, self._submissions, own_s)
        late = [one for one, made in self._made.items() if any(run.verdict is Verdict.TLE for run in made.runs)]
        if late and self.limit_s > own_s:
            yield from self._run(sandboxes, late, self.limit_s)

    @property
    def limit_s(self) -> float:
        """Return the limit: what was asked for, or the smallest that leaves those that are right their margin."""
        if self._asked_s:
            return self._asked_s
        own_s = self._problem.limits.time_limit
        right = [one for one, made in self._made.items() if made.runs and all(run.earned == 1 for run in made.runs)]
        slowest_s = [self._time_s(one, run) for one in right for run in self._made[one].runs]
        return max(own_s, least_limit_s(max(slowest_s)) if slowest_s else own_s + COMPILING_S)

    def expected(self) -> list[Expected]:
        """Return each submission with the verdicts that it gets there. One near the limit may get either."""
        return [(one, self._verdicts(one)) for one in self._submissions]

    def _verdicts(self, one: Submission) -> frozenset[Verdict]:
        made = self._made.get(one)
        if made is None or made.faults:  # the judge failed on it: its author's word stands
            return frozenset(one.expected)
        if not made.runs:
            return frozenset({Verdict.CE})
        cases = [verdicts_of(run, self._time_s(one, run), self.limit_s) for run in made.runs if not run.not_run]
        possible = frozenset[Verdict]().union(*cases)
        sure = any(len(case) == 1 and Verdict.AC not in case for case in cases)
        return possible - {Verdict.AC} if sure else possible

    def _time_s(self, one: Submission, run: Run) -> float:
        return run.cpu_s + self._startup_s.get(one, 0.0)

    def _run(self, sandboxes: Sequence[Sandbox], who: Sequence[Submission], limit_s: float) -> Iterator[Contest]:
        contest = Contest(sandboxes, [Entry(self._problem.within(limit_s), tuple(who))])
        yield contest
        self._made |= {made.submission: made for made in contest.judgements()}

    def _as_program(self, one: Submission) -> tuple[Submission, Submission | None]:
        """Return a function with the program that it becomes; nothing for what is a program, or becomes none."""
        made = exported(self._problem, [(one, frozenset(one.expected))]).programs if one.contract == "function" else ()
        if not made:
            return one, None
        files = tuple((path.rpartition("/")[2], data) for path, data in made[0].files)
        return one, handed_in(one.name, self._problem.name, "main.py", files, _on_stdin(self._problem))


def _on_stdin(problem: Problem) -> Programs:
    return msgspec.structs.replace(problem.programs, io="stdio")


def verdicts_of(run: Run, time_s: float, limit_s: float) -> frozenset[Verdict]:
    """Return what a case that takes so long elsewhere may get there: near the limit either verdict."""
    if run.verdict is not Verdict.AC:
        return frozenset({run.verdict})
    if run.earned < 1:
        return frozenset({Verdict.WA})
    if time_s > too_late_s(limit_s):
        return frozenset({Verdict.TLE})
    return frozenset({Verdict.AC, Verdict.TLE} if too_late_s(time_s) > limit_s else {Verdict.AC})
