"""A sandbox that is none: its boxes say facts that a test has made up, so no process is needed. What real boxes say is
held by tests/sandbox."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from judge.executors import Outcome, executor_of
from judge.model import Finding, Limits, Problem, Submission
from judge.sandbox import Bounds, Facts, Sandbox
from tests.boxed import HOME
from tests.executors.make import ready_of

IMPORTED, COMPILING, READY = (Facts(frame=kind) for kind in (b"I", b"c", b"R"))
WELL = Facts(status=0)


class Boxes:
    """Each of its boxes says the script, or what that has for its job. `jobs` are what they were started for, `bounds`
    what each exchange of the last one might use."""

    tier, core, cache, exact, as_root = "namespaces", None, None, True, ""

    def __init__(self, *script: Facts) -> None:
        self.zygote: object = self  # by which it is known what is compiled
        self.script: Sequence[Facts] | Callable[[Any], Sequence[Facts]] = script
        self.jobs, self.bounds, self._left = list[Any](), list[Bounds](), list[Facts]()
        self.memory_mib = 0  # of the last one
        self.meter = SimpleNamespace(cpu_s=lambda: 0.0)

    @property
    def sandbox(self) -> Sandbox:
        """It, where the judge asks for one."""
        return cast(Sandbox, self)

    def warm_up(self) -> Boxes:
        return self

    def lean(self, _: object = None) -> Boxes:
        return self

    def keep(self, *_: Any) -> object:
        return HOME

    def forget(self, _: object) -> None:
        """Nothing is there."""

    def key_of(self, *_: object) -> str:
        return ""

    def prepared(self, *_: object) -> None:
        """Nothing is kept."""

    def keep_prepared(self, *_: object) -> None:
        """Keep nothing."""

    def start(self, _: object, limits: Limits, job: Any) -> contextlib.AbstractContextManager[Boxes]:
        self.memory_mib = limits.memory
        self.jobs.append(job)
        self.bounds.clear()
        self._left = list(self.script(job) if callable(self.script) else self.script)
        return contextlib.nullcontext(self)

    def exchange(self, _: bytes, bounds: Bounds, *__: bytes) -> Facts:
        self.bounds.append(bounds)
        return self._left.pop(0)

    run = exchange


def function_of(source: str, name: str = "mine.py") -> Submission:
    return Submission("mine", "pkg", "function", Path(name), source.encode(), "x")


def prepared(submission: Submission, problem: Problem, *script: Facts) -> Finding | None:
    """Why it can't be made ready, if its box says this."""
    made = executor_of(submission.contract).prepare(Boxes(*script).sandbox, submission, problem)
    return made if isinstance(made, Finding) else None


def outcome_of(submission: Submission, problem: Problem, *script: Facts) -> Outcome:
    """What comes of an attempt whose box says this."""
    boxes = Boxes(*([IMPORTED, READY] if submission.contract == "function" else [WELL]))
    ready = ready_of(boxes.sandbox, submission, problem)
    boxes.script = script
    return executor_of(ready.contract).attempt(boxes.sandbox, ready, problem, problem.cases[0])
