"""Of whom a wrong answer is looked at more closely: of each submission the first one alone, whatever that finds.

A closer look costs a second or more. All workers of a contest share what is remembered here. A wrong FAIL is not looked
at, nor what is no answer, nor what took long.
"""

from __future__ import annotations

import threading

from judge.model import Attempt, Problem, Submission, Verdict

NO_ANSWER = ("E112", "E113", "E120", "E124", "E125")  # or FAIL, or a mistake that is already told
LONG_S = 3.0  # of CPU


class Curiosity:
    """Remembers on which submission a look was taken."""

    def __init__(self) -> None:
        self._satisfied: set[tuple[str, Submission]] = set()
        self._lock = threading.Lock()

    def takes(self, problem: Problem, submission: Submission, run: Attempt) -> bool:
        """Say whether a look is to be taken at a run of a submission, which counts as taken from now on."""
        if run.verdict is not Verdict.WA or run.code in NO_ANSWER or run.cpu_s > LONG_S:
            return False
        key = (problem.path, submission)
        with self._lock:
            new = key not in self._satisfied
            self._satisfied.add(key)
        return new
