"""The runs from which `judge limits` computes a limit: two contests, one after the other.

What is to be accepted runs under a generous limit. What is to be too slow runs under the limit that follows, times its
margin: whoever is stopped there is slow enough, and nobody waits for how slow it would have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from judge.judging.contest import Contest
from judge.model import Clock, Entry, Judgement, Problem, Submission, Verdict
from judge.model.judgement import disturbance
from judge.sandbox.sandbox import Sandbox
from judge.scoring import limits
from judge.scoring.limits import Proposal, least_limit_s, too_late_s
from judge.scoring.verdict import is_skipped


class Candidates(msgspec.Struct, frozen=True):
    """The submissions that say something about a limit."""

    accepted: tuple[Submission, ...]
    too_slow: tuple[Submission, ...]

    @classmethod
    def of(cls, submissions: Sequence[Submission]) -> Candidates:
        """Choose those of which one verdict alone is expected, AC or TLE: others may do what they like."""
        chosen = {verdict: tuple(one for one in submissions if one.expected == (verdict,)) for verdict in Verdict}
        return cls(chosen[Verdict.AC], chosen[Verdict.TLE])


class Measured(msgspec.Struct, frozen=True):
    """How each case is measured: so often, for at most so long."""

    repeat: int
    most_s: float
    clock: Clock = "cpu"


class LimitRuns:
    """Gives the contests to run, and says then what follows from them."""

    def __init__(self, problem: Problem, candidates: Candidates, how: Measured) -> None:
        self._problem, self._candidates, self._how = problem, candidates, how
        self._accepted: list[Judgement] = []
        self._too_slow: list[Judgement] = []

    def contests(self, sandboxes: Sequence[Sandbox]) -> Iterator[Contest]:
        """Yield one contest after the other; each is to be run before the next is asked for."""
        first = self._contest(sandboxes, self._candidates.accepted, self._how.most_s)
        yield first
        self._accepted = _tried(first)
        if (limit := self._limit()) and self._candidates.too_slow:
            second = self._contest(sandboxes, self._candidates.too_slow, too_late_s(limit))
            yield second
            self._too_slow = _tried(second)

    def proposal(self) -> Proposal:
        """Return what follows from what has run."""
        rows, clock = self._accepted, self._how.clock
        return Proposal(
            problem=self._problem.name,
            time_limit=self._limit(),
            slowest=limits.slowest_of(rows, clock),
            fastest=limits.fastest_of(self._too_slow, clock),
            languages=limits.by_language(rows, clock),
            memory=limits.most_memory(rows),
            disturbance=disturbance(rows),
            faults=limits.faults_of(rows, self._too_slow),
        )

    def _limit(self) -> float | None:
        slowest = limits.slowest_of(self._accepted, self._how.clock)
        return None if slowest is None or limits.faults_of(self._accepted) else least_limit_s(slowest.time_s)

    def _contest(self, sandboxes: Sequence[Sandbox], who: Sequence[Submission], limit_s: float) -> Contest:
        return Contest(sandboxes, [Entry(self._problem.within(limit_s), tuple(who))], self._how.repeat)


def _tried(contest: Contest) -> list[Judgement]:
    """Return what was judged, without those whose language this host lacks: they say nothing about a limit."""
    return [made for made in contest.judgements() if not is_skipped(made)]
