"""The judge's own probe: a tiny submission that is run beside a contest, again and again, and always does the same.

Its times differ by the noise of the machine alone. Where each case is run once, nothing else tells how much one time
may be off. It is run in fresh boxes, between the attempts of the contest, and costs little: at most a fiftieth of the
contest's time, or half a second where that is more.
"""

from __future__ import annotations

import itertools
import math
import statistics
import time
from collections.abc import Mapping

from judge.judging.attempts import Worker, own_task
from judge.judging.crew import Work
from judge.model import Host, Submission, Verdict

SHARE, LEAST_S = 0.02, 0.5  # of the contest's time, and what it may take in any contest
FEWEST, MOST = 6, 60  # times
ROBUST = 1.4826  # times the median absolute deviation is the standard deviation where the noise is normal
_SOURCES: dict[Submission.Contract, bytes] = {
    # It computes, and it touches new memory: about as much of each as a solution of a few milliseconds.
    "function": b"""
import numpy as np

def solve(algorithm, n, lizards, grid):
    total = 0
    for step in range(30_000):
        total += step * step & 7
    seen = np.arange(1 << 17)
    for _ in range(8):
        seen = (seen * 5 + total) & 0xFFFF
    return None
""",
    "program": b'total = 0\nfor step in range(30_000):\n    total += step * step & 7\nprint("FAIL")\n',
}


class Probe:
    """What was measured so far, and what that has cost."""

    def __init__(self, clock: Host.Clock) -> None:
        self._clock = clock
        self._logs: dict[Submission.Contract, list[float]] = {"function": [], "program": []}
        self._disturbed: dict[Submission.Contract, list[float]] = {"function": [], "program": []}
        self._begun_s = time.monotonic()
        self._spent_s = 0.0
        self._asked = 0

    def is_due(self, part: float) -> bool:
        """Say whether another run fits in, when this part of the contest is over: they are spread over all of it."""
        allowed_s = max(LEAST_S * part, SHARE * (time.monotonic() - self._begun_s))
        return self._asked < MOST * part and self._spent_s + self._spent_s / max(1, self._asked) < allowed_s

    def lacks(self) -> bool:
        """Say whether there are too few times in the end, which a few more runs would mend."""
        return self._asked < FEWEST or (_count(self._logs) < FEWEST and self._spent_s < LEAST_S)

    def work(self, contract: Submission.Contract) -> Work:
        """Return the work of one run."""
        self._asked += 1
        return Work((own_task(contract, _SOURCES[contract]),))

    def takes(self, done: Work.Done) -> bool:
        """Keep a run of the probe; say whether it was one."""
        task, run, took_s = done
        if task.problem is not Worker.TRIVIAL:
            return False
        self._spent_s += took_s
        time_s = run.cpu_s if self._clock == "cpu" else run.wall_s
        if run.verdict is Verdict.AC and time_s > 0:
            logs = self._disturbed if run.disturbed else self._logs
            logs[task.submission.contract].append(math.log(time_s))
        return True

    def noise(self) -> float | None:
        """Return the relative standard error of one time: the larger one of what all times and what neighbours differ
        by. Times that others disturbed count where there are too few others: the contest had no better ones. None
        after too few runs."""
        found = self._logs
        if _count(found) < FEWEST:
            found = {name: [*logs, *self._disturbed[name]] for name, logs in found.items()}
        spreads = [_spread(logs) for logs in found.values() if len(logs) >= FEWEST]
        return max(spreads, default=None)


def _count(logs: Mapping[Submission.Contract, list[float]]) -> int:
    return sum(map(len, logs.values()))


def _spread(logs: list[float]) -> float:
    """Return the standard deviation, robust against a few that are far off: by the median absolute deviation, and by
    that of the differences of neighbours, which a slow change of the machine does not enter."""
    middle = statistics.median(logs)
    whole = ROBUST * statistics.median(abs(one - middle) for one in logs)
    steps = [abs(after - before) for before, after in itertools.pairwise(logs)]
    return max(whole, ROBUST * statistics.median(steps) / math.sqrt(2))
