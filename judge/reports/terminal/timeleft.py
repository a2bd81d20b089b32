"""How long a contest still takes, compiling included. Pure: it reads events and the time at which they came.

What is left is valued by what is known of it before it is run: compiling by the length of the source, a case by what
the submission took in its group so far. What was over took so many seconds by the same values; the quotient says how
fast this machine is, how many work at once, and whether kernels were kept. It is 1 before anything is known. A budget
for measuring more counts whole: what is left is at most that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from judge.model import Entry, Event, Finished, Limits, Problem, Ran, Readied, Submission, Verdict

COMPILE_S, PER_BYTE_S = 0.5, 0.00025  # of a function: measured on those that we ship
PROGRAM_S = 0.5
ATTEMPT_S = 0.08  # what an attempt costs beside its own time
BEFORE_S = 3.0  # as much weight as so many seconds of measuring has what is believed beforehand
HALF_S = 10.0  # of expected time, after which what was measured counts half: a machine gets busy, and quiet again
NEARLY, UNKNOWN = 0.1, 0.5  # of the limit, and how likely it is before
OVERDUE = 0.3  # of the time since the last event it takes at least as much again
_Group = tuple[str, str, str]  # problem, submission, group


class _Rate:
    """Seconds that passed per second that was expected, those of late above all."""

    def __init__(self) -> None:
        self.passed_s = self.expected_s = 0.0

    def __call__(self) -> float:
        return (BEFORE_S + self.passed_s) / (BEFORE_S + self.expected_s)

    def add(self, passed_s: float, expected_s: float) -> None:
        kept = 0.5 ** (expected_s / HALF_S)
        self.passed_s = self.passed_s * kept + passed_s
        self.expected_s = self.expected_s * kept + expected_s


class _Part(msgspec.Struct):
    """The runs of one submission in one group."""

    cases: int  # with repetitions
    problem: Problem
    slow: bool  # its author expects time-outs
    ran: int = 0
    timeouts: int = 0
    own_s: float = 0.0
    slowest_s: float = 0.0
    language: str = ""  # known when it is compiled
    spared: bool = True  # larger cases are left out after two time-outs

    @property
    def limit_s(self) -> float:
        return Limits.of(self.problem, self.language).time_limit

    @property
    def left(self) -> int:
        """Return how many runs are still to come, as far as is known."""
        return 0 if self.spared and self.timeouts >= Limits.HOPELESS else max(0, self.cases - self.ran)

    def left_s(self, mean_s: float) -> float:
        """Return what is still to come. `mean_s` is what the submission took elsewhere."""
        count = self.left
        if not count:
            return 0.0
        if self.timeouts and self.spared:  # it will have its second one soon
            return ATTEMPT_S + self.limit_s
        if self.ran:
            mean_s = self.own_s / self.ran
        likely = UNKNOWN if not self.ran else 1.0 if self.near else UNKNOWN / 2  # that a slow one runs out of time
        late = min(count, Limits.HOPELESS) * likely if self.slow and not self.timeouts else 0.0
        return count * (ATTEMPT_S + mean_s) + late * self.limit_s

    @property
    def near(self) -> bool:
        """Say whether the limit was near, or passed."""
        return bool(self.timeouts) or self.slowest_s > NEARLY * self.limit_s

    def more_s(self) -> float:
        """Return by how much longer it takes if all that may still run out of time does."""
        late = min(self.left, Limits.HOPELESS - self.timeouts) if self.spared else self.left
        return late * self.limit_s


class TimeLeft:
    """Take every event with the time on the clock, and ask at any time."""

    def __init__(self, entries: Sequence[Entry], total: int, now_s: float, budget_s: float = 0.0) -> None:
        self._total, self._done, self._budget_s = total, 0, budget_s
        self._problems, self._is_class = len(entries), not entries
        self._begun_s = self._last_s = now_s
        self._uncompiled = {(one.problem, one.name): compile_s(one) for one in _distinct(entries)}
        self._parts = _parts(entries, total)
        self._compiling, self._running = _Rate(), _Rate()

    def expect_all(self) -> None:
        """Expect that no case is left out after time-outs."""
        for part in self._parts.values():
            part.spared = False

    def event(self, event: Event, now_s: float) -> None:
        """Take an event."""
        passed_s, self._last_s = now_s - self._last_s, now_s
        if isinstance(event, Readied):
            expected_s = self._uncompiled.pop((event.submission.problem, event.submission.name), 0.0)
            self._compiling.add(passed_s, expected_s)
            self._readied(event)
        elif isinstance(event, Ran):
            self._ran(event, passed_s)
        elif isinstance(event, Finished):
            self._problems -= 1

    def left_s(self, now_s: float) -> float | None:
        """Return the seconds that are left; None where nothing is known yet."""
        if self._is_class:  # by the share that is done
            return (now_s - self._begun_s) / self._done * (self._total - self._done) if self._done else None
        left_s = self._compiling() * sum(self._uncompiled.values()) + self._running() * self._runs_s()
        left_s += self._budget_s if self._problems else 0.0
        since_s = now_s - self._last_s
        return max(left_s - since_s, OVERDUE * since_s)

    def range_s(self, now_s: float) -> tuple[float, float] | None:
        """Return that, and what it would be if all that may still run out of time did: larger cases of those who have
        been late, or nearly."""
        least_s = self.left_s(now_s)
        if least_s is None:
            return None
        late = {key[:2] for key, part in self._parts.items() if part.near}
        return least_s, least_s + self._running() * sum(
            part.more_s() for key, part in self._parts.items() if key[:2] in late
        )

    def _ran(self, event: Ran, passed_s: float) -> None:
        if event.done == self._done:  # a further round
            self._budget_s = max(0.0, self._budget_s - passed_s)
            return
        self._done, self._total = event.done, event.total
        part = self._parts.get((event.submission.problem, event.submission.name, event.run.group))
        if part is None:
            return
        own_s = sum(sample.wall_s for sample in event.run.samples)
        part.ran += 1
        part.own_s += own_s
        part.slowest_s = max(part.slowest_s, own_s)
        part.timeouts += event.run.verdict is Verdict.TLE and not event.run.not_run
        self._running.add(passed_s, 0.0 if event.run.not_run else ATTEMPT_S + own_s)

    def _runs_s(self) -> float:
        ran: Counter[tuple[str, str]] = Counter()
        own_s: dict[tuple[str, str], float] = {}
        for (problem, name, _), part in self._parts.items():
            if not part.timeouts:
                ran[problem, name] += part.ran
                own_s[problem, name] = own_s.get((problem, name), 0.0) + part.own_s
        return sum(
            part.left_s(own_s.get((problem, name), 0.0) / max(1, ran[problem, name]))
            for (problem, name, _), part in self._parts.items()
        )

    def _readied(self, event: Readied) -> None:
        """Take the language of a submission; expect no run of what does not compile."""
        of = event.submission.problem, event.submission.name
        for key in [key for key in self._parts if key[:2] == of]:
            self._parts[key].language = event.prepared.language
            if event.prepared.verdict is not Verdict.AC:
                del self._parts[key]


def compile_s(submission: Submission) -> float:
    """Return what compiling it is expected to take."""
    if submission.fault:
        return 0.0
    return COMPILE_S + PER_BYTE_S * len(submission.source) if submission.contract == "function" else PROGRAM_S


def _distinct(entries: Sequence[Entry]) -> list[Submission]:
    """Return one submission of each problem and source: the others are not compiled."""
    found = {(entry.problem.path, one.sha256 or one.name): one for entry in entries for one in entry.submissions}
    return list(found.values())


def _parts(entries: Sequence[Entry], total: int) -> dict[_Group, _Part]:
    once = sum(len(entry.problem.cases) * len(entry.submissions) for entry in entries)
    times = round(total / once) if once else 1  # repetitions
    return {
        (one.problem, one.name, group): _Part(count * max(1, times), entry.problem, Verdict.TLE in one.expected)
        for entry in entries
        for one in entry.submissions
        for group, count in Counter(case.group for case in entry.problem.cases).items()
    }
