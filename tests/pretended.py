"""A sandbox that is none, for what stands above the sandbox: it takes no time and fails when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from judge.errors import JudgeError
from judge.judging import execute
from judge.model import Attempt, Case, Measurement, Prepared, Problem, Submission, Verdict
from judge.sandbox.sandbox import Sandbox

FAILURE = JudgeError("E303", "the process that starts the boxes has stopped", note="killed", help="once more")


VERDICTS = {
    "": Verdict.AC,
    "E106": Verdict.WA,
    "E201": Verdict.TLE,
    "E202": Verdict.TLE,
    "E205": Verdict.RTE,
    "E210": Verdict.TLE,
    "E307": Verdict.JE,
}


class Pretended:
    """Stands for a sandbox, and for `execute`: it notes what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.failures: list[str] = []  # the next questions of these kinds fail; "run mine" is only about that one
        self.raises: dict[str, Exception] = {}  # what every such question raises, such as "run mine"
        self.lost_s: list[float] = []  # by the next runs
        self.codes: list[str] = []  # of the next runs
        self.meanwhile: Callable[[str, Case], object] = lambda *_: None  # what a run does
        self.forgotten: list[str] = []
        self._refuse = execute.prepare  # what can't be read needs no sandbox
        monkeypatch.setattr(execute, "prepare", self.prepare)
        monkeypatch.setattr(execute, "run_case", self.run_case)
        monkeypatch.setattr(execute, "forget", lambda _, ready: self.forgotten.append(str(ready)))

    def warm_up(self) -> Pretended:
        return self

    def lean(self, _: object = ()) -> Pretended:
        return self

    def restart(self) -> None:
        self.asked.append("restart")

    def prepare(self, _: object, submission: Submission, problem: Problem) -> tuple[Prepared, Any]:
        if submission.fault:
            return self._refuse(cast(Sandbox, self), submission, problem)
        self._note("prepare", submission.name)
        return Prepared(), submission.name

    def run_case(self, _: object, ready: str, __: Problem, case: Case, ___: object = None) -> Attempt:
        self._note("run", ready)
        self.meanwhile(ready, case)
        code = self.codes.pop(0) if self.codes else ""
        verdict = VERDICTS[code]
        sample = Measurement(verdict, 1.0, 0.5, 1, self.lost_s.pop(0) if self.lost_s else 0.0)
        return Attempt(case.name, case.group, "DFS", verdict, code, samples=(sample,))

    def _note(self, kind: str, name: str) -> None:
        asked = f"{kind} {name}"
        self.asked.append(asked)
        for word in (kind, asked):
            if word in self.failures:
                self.failures.remove(word)
                raise FAILURE
        if asked in self.raises:
            raise self.raises[asked]
