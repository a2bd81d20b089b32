"""The runs of a package with `batch`: one has all cases of a group, and each case takes its attempt out of it.

A contest asks for one case after the other. The first of a group has the batch run; what that came to for the others
waits until they are asked for, each as often as it was run.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence

from judge.model import Attempt, Case, Problem, Submission

_Key = tuple[str, Submission, str, str]


class Batches:
    """Keeps the attempts of a worker that nobody has asked for yet."""

    def __init__(self) -> None:
        self._waiting: dict[_Key, deque[Attempt]] = defaultdict(deque)

    def take(
        self, problem: Problem, submission: Submission, case: Case, run: Callable[[Sequence[Case]], list[Attempt]]
    ) -> Attempt:
        """Return the attempt at a case, out of a batch that `run` makes where none waits."""

        def waiting(one: Case) -> deque[Attempt]:
            return self._waiting[problem.path, submission, one.group, one.name]

        if not waiting(case):
            cases = [one for one in problem.cases if one.group == case.group]
            cases = cases if case in cases else [case]
            for one, attempt in zip(cases, run(cases), strict=True):
                waiting(one).append(attempt)
        return waiting(case).popleft()

    def forget(self) -> None:
        """Let go of what waits."""
        self._waiting.clear()
