"""Try a package before the first student does: its validator on its own answers, its submissions in contests.

For `judge limits` what is to be accepted runs under a generous limit. What is to be too slow runs under the limit that
follows, times its margin: whoever is stopped there is slow enough, and nobody waits for how slow it would have been.

For `judge export --icpc --with-solutions` it is measured what submissions get at judges that run each as a whole
program. There a function compiles within the time of every case, and an answer that is not the best is wrong. So each
function is run once as the program that it becomes, on the smallest case: what that takes counts for all of its cases.
The cases themselves are run here, where compiling them once is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.executors import validate_answer, validator_fault
from judge.judging.contest import Contest
from judge.model import Entry, Host, Judgement, Problem, Programs, ReadWarning, Run, Submission, Validated, Verdict
from judge.sandbox import Sandbox
from judge.scoring import Proposal, exit_status
from judge.submissions import Exported, handed_in

_NO_OUTPUT: Final = "W128"
_REFUSES: Final = "the validator does not accept the package's own answer.txt as an output; judge check  says why"


def refused_answers(sandbox: Sandbox, problem: Problem) -> Iterator[Validated.Remark]:
    """Yield E309 where the validator can't be compiled, else what came of each answer.txt that it does not accept.

    Where it refuses one that is only a warning: an answer.txt may hold what a validator needs, and be no output that it
    would accept. Where the validator or the judge failed on one, the error is told as it is.
    """
    if fault := validator_fault(sandbox, problem):
        yield Validated.Remark("", str(Path(problem.path) / Problem.VALIDATORS), fault)
        return
    for case in problem.cases:
        text = case.answer.text if case.answer else None
        found = validate_answer(lambda: sandbox, problem, case, text) if text is not None else None
        if found:
            file = Path(problem.path) / case.group / case.name / "answer.txt"
            what = found if found.verdict is Verdict.JE else ReadWarning(_NO_OUTPUT, _REFUSES)
            yield Validated.Remark(case.path, str(file), what)


def status_of(judgements: Iterable[Judgement]) -> int:
    """Return the exit status that trials lead to: that of a run, but 2 where the package is refuted. Of several the
    judge's own fault counts, then the package's."""
    return max((2 if one.refutes_key else exit_status([one]) for one in judgements), default=0)


# --- measured for a limit ---------------------------------------------------------------------------------------------
class LimitRuns:
    """Gives the contests to run, and says then what follows from them. Each case is run `repeat` times, for `most_s` at
    most. Of the submissions those count of which one verdict alone is expected, AC or TLE: others may do what they
    like. JudgeError E445 where none is to be accepted."""

    def __init__(self, problem: Problem, submissions: Sequence[Submission], most_s: float, repeat: int = 1) -> None:
        self._problem, self._most_s, self._repeat = problem, most_s, repeat
        self._chosen = {verdict: [one for one in submissions if one.expected == (verdict,)] for verdict in Verdict}
        if not self._chosen[Verdict.AC]:
            raise JudgeError(
                "E445",
                "no submission says which limit is long enough: none is to be accepted",
                help=f"put one into {problem.path}/submissions/accepted/, or name files behind the package",
            )
        self._clock: Host.Clock = "cpu"
        self._accepted: list[Judgement] = []
        self._too_slow: list[Judgement] = []

    def contests(self, sandboxes: Sequence[Sandbox], clock: Host.Clock) -> Iterator[Contest]:
        """Yield one contest after the other; each is to be run before the next is asked for. This clock counts."""
        self._clock = clock
        first = self._contest(sandboxes, self._chosen[Verdict.AC], self._most_s)
        yield first
        self._accepted = _tried(first)
        if (limit := self.proposal().time_limit) and (too_slow := self._chosen[Verdict.TLE]):
            second = self._contest(sandboxes, too_slow, Proposal.MARGINS.too_late_s(limit))
            yield second
            self._too_slow = _tried(second)

    def proposal(self) -> Proposal:
        """Return what follows from what has run."""
        return Proposal.of(self._problem.name, self._accepted, self._too_slow, self._clock)

    def _contest(self, sandboxes: Sequence[Sandbox], who: Sequence[Submission], limit_s: float) -> Contest:
        return Contest(sandboxes, [Entry(self._problem.within(limit_s), tuple(who))], self._repeat)


def _tried(contest: Contest) -> list[Judgement]:
    """Return what was judged, without those whose language this host lacks: they say nothing about a limit."""
    return [made for made in contest.judgements() if not made.skipped]


# --- measured for other judges ----------------------------------------------------------------------------------------
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
        return max(own_s, Proposal.MARGINS.least_limit_s(max(slowest_s)) if slowest_s else own_s + Exported.COMPILING_S)

    def expected(self) -> list[Submission]:
        """Return each submission with the verdicts that it gets there. One near the limit may get either."""
        return [msgspec.structs.replace(one, expected=tuple(self._verdicts(one))) for one in self._submissions]

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
        made = Exported.of(self._problem, [one]).programs if one.contract == "function" else ()
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
    if time_s > Proposal.MARGINS.too_late_s(limit_s):
        return frozenset({Verdict.TLE})
    return frozenset({Verdict.AC, Verdict.TLE} if Proposal.MARGINS.too_late_s(time_s) > limit_s else {Verdict.AC})
