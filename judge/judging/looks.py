"""Of whom a failed run is looked at more closely: of each submission one alone, whatever that finds.

A wrong answer is looked at the first time.

A closer look costs a second or more. All workers of a contest share what is remembered here. A wrong FAIL is not looked
at, nor what is no answer, nor what took long.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable

from judge.model import Case, Problem, Run, Submission, Verdict

NO_ANSWER = ("E112", "E113", "E120", "E124")  # or FAIL, or a mistake that is already told
LONG_S = 3.0  # of CPU


class Looks:
    """Remembers on which submission a look was taken."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, Submission], set[str]] = defaultdict(set)
        self._lock = threading.Lock()

    def take(self, problem: Problem, submission: Submission, run: Run) -> bool:
        """Say whether a look is to be taken at a run of a submission, which counts as taken from now on."""
        if run.verdict is not Verdict.WA or run.code in NO_ANSWER or run.cpu_s > LONG_S:
            return False
        return self._is_new("answer", problem, submission)

    def tell_bytes(self, problem: Problem, submission: Submission, case: Case, run: Run) -> bool:
        """Say whether to tell that the file of the case has other bytes than a program was given; told once."""
        given = problem.programs.bytes == "canonical" and case.as_is is not None and submission.contract == "program"
        failed = run.verdict in (Verdict.WA, Verdict.RTE)
        return given and failed and self._is_new("bytes", problem, submission)

    def taken(self, problem: Problem, submission: Submission) -> frozenset[str]:
        """Return which kinds of look were taken at a submission."""
        with self._lock:
            return frozenset(self._taken[problem.path, submission])

    def note(self, kinds: Iterable[str], problem: Problem, submission: Submission) -> bool:
        """Take note of looks that were taken elsewhere. Say whether all of them are new here."""
        with self._lock:
            taken, more = self._taken[problem.path, submission], set(kinds)
            new = not taken & more
            taken |= more
        return new

    def _is_new(self, kind: str, problem: Problem, submission: Submission) -> bool:
        return self.note([kind], problem, submission)
