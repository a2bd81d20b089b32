"""A function that does in its box what a test asks, on each case something else; and what comes of that."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from judge.executors import Outcome, Ready, executor_of
from judge.model import Answer, Case, Finding, Limits, Problem, Submission
from judge.problems import judge_answer, puzzle_named
from judge.sandbox import Sandbox
from tests.boxed import ANSWER_FD, message, problem_of
from tests.conftest import there

FUNCTION = executor_of("function")
LIMITS = Limits(time_limit=5.0, memory=512, output=1, compilation_time=20, processes=16)
SMALL = msgspec.structs.replace(LIMITS, memory=96)
PROBLEM = problem_of()

Refused = Callable[..., Finding]  # why a file can't be prepared


def rows_of(file: str) -> dict[str, Any]:
    """The tables of a TOML file of this folder."""
    return tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))


PROGRAMS = rows_of("programs.toml")


class Asked(NamedTuple):
    """What an attempt came to, and what is wrong with its answer, if it gave one."""

    outcome: Outcome
    finding: Finding | None

    @property
    def answer(self) -> Answer | None:
        return self.outcome.answer

    @property
    def code(self) -> str:
        """The code of what is wrong, or only warned of."""
        warnings = self.answer.warnings if self.answer else ()
        return self.finding.code if self.finding else "".join(notice.code for notice in warnings)

    @property
    def wrong(self) -> Finding:
        return there(self.finding)


class Asking:
    """A sandbox whose boxes find in their environment what their function is to do."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox, self.words = sandbox, "None"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sandbox, name)

    def start(self, home: Any, limits: Any, job: Any) -> Any:
        return self._sandbox.start(home, limits, msgspec.structs.replace(job, environment={"ASKED": self.words}))


class Doing:
    """A function of each puzzle that evaluates what it is asked; `top` stands above its `solve`."""

    def __init__(self, sandbox: Sandbox, top: str = "") -> None:
        self._asking, self._top, self.ready = Asking(sandbox), top, dict[str, Any]()

    def ask(self, problem: Problem, words: str) -> Asked:
        """What comes of a `solve` that returns the value of these words."""
        place, [case] = cast(Sandbox, self._asking), problem.cases
        if problem.puzzle not in self.ready:
            self._asking.words = "None"
            self.ready[problem.puzzle] = FUNCTION.prepare(place, self._file(problem), problem)
        self._asking.words = words
        return tried(place, self.ready[problem.puzzle], problem, case)

    def forget(self) -> None:
        for ready in self.ready.values():
            self._asking.forget(ready.home)

    def _file(self, problem: Problem) -> Submission:
        call = there(puzzle_named(problem.puzzle).call)
        solve = f"def solve({', '.join(call.names)}):\n    return eval(os.environ['ASKED'])\n"
        source = f"import os\nimport numpy as np\n{self._top}\n{solve}"
        return Submission("mine", "pkg", "function", Path("mine.py"), source.encode(), "")


def ready_of(sandbox: Sandbox, submission: Submission, problem: Problem = PROBLEM) -> Ready:
    """What comes of a submission that can be prepared."""
    executor = executor_of(submission.contract)
    made = executor.prepare(executor.place(sandbox), submission, problem)
    assert isinstance(made, Ready), made
    return made


def tried(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Asked:
    """One attempt, and whether its answer is right."""
    return asked(executor_of(ready.contract).attempt(sandbox, ready, problem, case), problem, case)


def asked(outcome: Outcome, problem: Problem, case: Case) -> Asked:
    return Asked(outcome, outcome.finding or judge_answer(case, problem.puzzle, there(outcome.answer)))


def says(kind: bytes, payload: bytes = b"") -> str:
    """What a function does that writes a message of its own into the pipe of its box."""
    return f"os.write({ANSWER_FD}, bytes.fromhex('{message(kind, payload).hex()}'))"
