"""A sandbox that is none, for what stands above the sandbox: it takes no time and fails when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import ClassVar, cast

import numpy as np
import pytest

from judge.errors import JudgeError, codes
from judge.executors import Outcome, Ready, executor_of
from judge.model import Answer, Case, Finding, Problem, Submission, Verdict
from judge.sandbox import Facts, Sandbox
from judge.submissions import Source

FAILURE = JudgeError("E303", "the process that starts the boxes has stopped", note="killed", help="once more")

CONTRACTS: tuple[Submission.Contract, ...] = ("function", "program")


class Stand(Ready, frozen=True, kw_only=True):
    """What is ready to run there."""

    contract: ClassVar[Submission.Contract] = "function"
    name: str


class Pretended:
    """Stands for a sandbox, and for the executor of both contracts: it notes what it was asked."""

    PROBE = b"probe"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.stopped = threading.Event()
        self.failures: list[str] = []  # the next questions of these kinds fail; "run mine" is only about that one
        self.raises: dict[str, Exception] = {}  # what every such question raises, such as "run mine"
        self.lost_s: list[float] = []  # by the next runs
        self.times_s: list[tuple[float, float]] = []  # on the wall and of CPU, of the next runs
        self.cpu_s: Callable[[str, Case], float] = lambda *_: 0.1  # of all other runs
        self.codes: list[str] = []  # of the next runs
        self.ends: Callable[[str, Case], str] = lambda *_: ""  # the code of all other runs
        self.answer: Callable[[str, Case], Answer] = lambda _, case: right_answer(case)  # of all runs without a code
        self.refusals: dict[str, list[Finding]] = {}  # of the next preparations of these
        self.meanwhile: Callable[[str, Case], object] = lambda *_: None  # what a run does
        self.preparing: Callable[[str], object] = lambda _: None  # what a preparation does
        self.where: Callable[[object, str, Case], object] = lambda *_: None  # is told in which sandbox each run is
        self.forgotten: list[str] = []
        self.limits_s: list[float] = []  # of all runs
        self.looked: list[str] = []  # at whose wrong answer to which case
        for contract in CONTRACTS:
            for name in ("PROBE", "place", "prepare", "attempt", "why_wrong"):
                monkeypatch.setattr(executor_of(contract), name, getattr(self, name))

    @property
    def hands(self) -> list[Sandbox]:
        """It alone, where the judge asks for sandboxes."""
        return [cast(Sandbox, self)]

    def restart(self) -> None:
        self.asked.append("restart")

    def forget(self, home: object) -> None:
        self.forgotten.append(str(home))

    def place(self, sandbox: object) -> object:
        return sandbox

    def prepare(self, _: object, submission: Submission, problem: Problem) -> Finding | Stand:
        self._note("prepare", submission.name)
        self.preparing(submission.name)
        if refused := self.refusals.get(submission.name):
            return refused.pop(0)
        home, source = submission.name, Source(submission.source, "")
        return Stand(name=submission.name, home=home, source=source, limits=problem.limits)  # type: ignore[arg-type]

    def attempt(self, sandbox: object, ready: Stand, _: Problem, case: Case) -> Outcome:
        self._note("run", ready.name)
        self.limits_s.append(ready.limits.time_limit)
        self.where(sandbox, ready.name, case)
        self.meanwhile(ready.name, case)
        code = self.codes.pop(0) if self.codes else self.ends(ready.name, case)
        wall_s, cpu_s = self.times_s.pop(0) if self.times_s else (1.0, self.cpu_s(ready.name, case))
        facts = Facts(wall_s, cpu_s, 1, self.lost_s.pop(0) if self.lost_s else 0.0)
        if code:
            return Outcome(facts, Finding(code, "as pretended", verdict=Verdict(codes()[code].verdict)))
        return Outcome(facts, answer=self.answer(ready.name, case))

    def why_wrong(self, _: object, ready: Stand, __: Problem, case: Case) -> str:
        self.looked.append(f"{ready.name} {case.name}")
        if f"look {ready.name}" in self.raises:
            raise self.raises[f"look {ready.name}"]
        return "looked at"

    def _note(self, kind: str, name: str) -> None:
        asked = f"{kind} {name}"
        self.asked.append(asked)
        for word in (kind, asked):
            if word in self.failures:
                self.failures.remove(word)
                raise FAILURE
        if asked in self.raises:
            raise self.raises[asked]


def right_answer(case: Case) -> Answer:
    """An arrangement of at most one piece in a row, which no tree hides from another; FAIL where there is none."""
    given = case.board
    columns: list[int] = []

    def placed(row: int) -> bool:
        if len(columns) == given.pieces:
            return True
        for column in range(given.n) if row < given.n else ():
            seen = any(column == other or abs(column - other) == row - at for at, other in enumerate(columns))
            if given.grid[row, column] == 0 and not seen:
                columns.append(column)
                if placed(row + 1):
                    return True
                columns.pop()
        return False

    if not placed(0):
        return Answer(fail=True)
    board = given.grid.copy()
    board[np.arange(len(columns)), columns] = 1
    return Answer(board=board)
