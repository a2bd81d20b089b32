"""A sandbox that is none, for what stands above the sandbox: it takes no time and fails when it is told to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.errors import JudgeError
from judge.model import Case, Prepared, Problem, Run, Sample, Submission, Verdict
from judge.runner import execute

FAILURE = JudgeError("E303", "the process that starts the boxes has stopped", note="killed", help="once more")


class Pretended:
    """Stands for a sandbox, and for `execute`: it notes what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.failures: list[str] = []  # the next questions of these kinds fail
        self.lost_s: list[float] = []  # by the next runs
        self.meanwhile: Callable[[str, Case], object] = lambda *_: None  # what a run does
        self.lean = self
        monkeypatch.setattr(execute, "prepare", self.prepare)
        monkeypatch.setattr(execute, "run_case", self.run_case)
        monkeypatch.setattr(execute, "forget", lambda _, ready: self.asked.append(f"forget {ready}"))

    def restart(self) -> None:
        self.asked.append("restart")

    def prepare(self, _: object, submission: Submission, __: Problem) -> tuple[Prepared, str]:
        self._note("prepare", submission.name)
        return Prepared(), submission.name

    def run_case(self, _: object, ready: str, __: Problem, case: Case, ___: object = None) -> Run:
        self._note("run", ready)
        self.meanwhile(ready, case)
        sample = Sample(Verdict.AC, 1.0, 0.5, 1, self.lost_s.pop(0) if self.lost_s else 0.0)
        return Run(case.name, case.group, "DFS", Verdict.AC, samples=(sample,))

    def _note(self, kind: str, name: str) -> None:
        self.asked.append(f"{kind} {name}")
        if kind in self.failures:
            self.failures.remove(kind)
            raise FAILURE
