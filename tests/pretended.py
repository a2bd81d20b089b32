"""A sandbox that is none, for what stands above the sandbox: it takes no time and fails when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from judge.errors import JudgeError
from judge.judging import execute
from judge.model import Case, Finding, Limits, Measurement, Prepared, Problem, Run, Submission, Verdict
from judge.sandbox import Sandbox

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


class Stand(msgspec.Struct, frozen=True):
    """What is ready to run there."""

    name: str
    limits: Limits

    def __str__(self) -> str:
        return self.name


class Pretended:
    """Stands for a sandbox, and for `execute`: it notes what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.stopped = threading.Event()
        self.failures: list[str] = []  # the next questions of these kinds fail; "run mine" is only about that one
        self.raises: dict[str, Exception] = {}  # what every such question raises, such as "run mine"
        self.lost_s: list[float] = []  # by the next runs
        self.times_s: list[tuple[float, float]] = []  # on the wall and of CPU, of the next runs
        self.cpu_s: Callable[[str, Case], float] = lambda *_: 0.1  # of all other runs
        self.codes: list[str] = []  # of the next runs
        self.meanwhile: Callable[[str, Case], object] = lambda *_: None  # what a run does
        self.forgotten: list[str] = []
        self.looked: list[str] = []  # at whose wrong answer to which case
        self._refuse = execute.prepare  # what can't be read needs no sandbox
        monkeypatch.setattr(execute, "prepare", self.prepare)
        monkeypatch.setattr(execute, "run_case", self.run_case)
        monkeypatch.setattr(execute, "look_closer", self.look_closer)
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
        return Prepared(), Stand(submission.name, problem.limits)

    def run_case(self, _: object, ready: Stand, __: Problem, case: Case, ___: object = None) -> Run:
        self._note("run", ready.name)
        self.meanwhile(ready.name, case)
        code = self.codes.pop(0) if self.codes else ""
        verdict = VERDICTS[code]
        wall_s, cpu_s = self.times_s.pop(0) if self.times_s else (1.0, self.cpu_s(ready.name, case))
        sample = Measurement(verdict, wall_s, cpu_s, 1, self.lost_s.pop(0) if self.lost_s else 0.0)
        finding = Finding(code, "as pretended", verdict=verdict) if code else None
        return Run(
            *(case.name, case.group, "DFS", verdict, code),
            wall_s=wall_s,
            cpu_s=cpu_s,
            samples=(sample,),
            finding=finding,
        )

    def look_closer(self, _: object, ready: Stand, __: object, case: Case, run: Run) -> Run:
        self.looked.append(f"{ready.name} {case.name}")
        if f"look {ready.name}" in self.raises:
            raise self.raises[f"look {ready.name}"]
        assert run.finding is not None
        return msgspec.structs.replace(run, finding=msgspec.structs.replace(run.finding, note="looked at"))

    def _note(self, kind: str, name: str) -> None:
        asked = f"{kind} {name}"
        self.asked.append(asked)
        for word in (kind, asked):
            if word in self.failures:
                self.failures.remove(word)
                raise FAILURE
        if asked in self.raises:
            raise self.raises[asked]
