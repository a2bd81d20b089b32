"""Of whom a wrong answer is looked at more closely: of each submission the first one alone, whatever that finds.

A closer look costs a second or more. All workers of a contest share what is remembered here.
"""

from __future__ import annotations

import threading

from judge.model import Problem, Submission


class Curiosity:
    """Remembers on which submission a look was taken."""

    def __init__(self) -> None:
        self._satisfied: set[tuple[str, Submission]] = set()
        self._lock = threading.Lock()

    def takes(self, problem: Problem, submission: Submission) -> bool:
        """Say whether a look is still to be taken on a submission, which counts as taken from now on."""
        key = (problem.path, submission)
        with self._lock:
            new = key not in self._satisfied
            self._satisfied.add(key)
        return new
