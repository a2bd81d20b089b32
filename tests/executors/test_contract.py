"""The two executors keep one contract, and nothing but the table tells them apart."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar, get_args

import numpy as np
import pytest

from judge.executors import contract, function, program
from judge.executors.contract import Outcome
from judge.judging import execute
from judge.judging.attempts import Task, Worker
from judge.model import Answer, Case, Contract, Finding, Problem, Submission, Verdict
from judge.sandbox.request import Facts
from judge.sandbox.sandbox import Sandbox
from tests.boxed import ARRANGED, kept, problem_of


def test_every_contract_has_an_executor() -> None:
    assert set(execute.EXECUTORS) == set(get_args(Contract))


@pytest.mark.parametrize("name", get_args(Contract))
def test_what_is_made_ready_knows_its_contract(name: Contract) -> None:
    assert execute.EXECUTORS[name] in (function, program)
    makes: dict[Contract, type[contract.Ready]] = {"function": function.Ready, "program": program.Ready}
    assert makes[name].contract == name


ATTACKING = np.eye(6, dtype=np.int8)


class Toy(contract.Ready, frozen=True, kw_only=True):
    contract: ClassVar[Contract] = "program"

    answer: Answer | None


class Toys:
    """An executor that starts nothing, and writes down what it is asked."""

    PROBE = b"toy"

    def __init__(self, sandbox: Sandbox, answer: Answer | None) -> None:
        self._sandbox, self._answer = sandbox, answer
        self.asked: list[str] = []

    def place(self, sandbox: Sandbox) -> Sandbox:
        self.asked.append("place")
        assert sandbox is not self._sandbox
        return self._sandbox

    def prepare(self, sandbox: Sandbox, submission: Submission, problem: Problem) -> Finding | Toy:
        self.asked.append(f"prepare for {problem.name}")
        assert sandbox is self._sandbox
        home = kept(sandbox, {"toy": submission.source})
        return Toy(
            home=home,
            limits=problem.limits,
            note="n",
            hint="it squeaks",
            language="Toy",
            startup_s=0.5,
            answer=self._answer,
        )

    def attempt(self, sandbox: Sandbox, ready: Toy, problem: Problem, case: Case) -> Outcome:
        self.asked.append(f"attempt {problem.name}/{case.name}")
        assert sandbox is self._sandbox
        return Outcome(Facts(wall_s=0.5, cpu_s=0.25), answer=ready.answer)

    def why_wrong(self, sandbox: Sandbox, ready: Toy, problem: Problem, case: Case) -> str:
        self.asked.append(f"why {case.name}")
        assert case in problem.cases
        assert sandbox is self._sandbox
        assert ready.language == "Toy"
        return "it has a leak"


@pytest.mark.parametrize(
    "answer", [ARRANGED, Answer(board=ATTACKING), Answer(fail=True), None], ids=["right", "wrong", "FAIL", "nothing"]
)
def test_another_executor_serves_as_well(answer: Answer | None, lean: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    toys, problem = Toys(lean, answer), problem_of()
    monkeypatch.setitem(execute.EXECUTORS, "program", toys)
    mine = Submission("toy", problem.name, "program", Path("toy"), b"", "")
    worker = Worker(SimpleNamespace())  # type: ignore[arg-type] # it has nothing to do here
    prepared = worker.prepare(problem, mine)
    assert (prepared.message, prepared.language, prepared.startup_s) == ("n", "Toy", 0.5)
    run = worker.run(Task(problem, mine, problem.cases[0]))
    worker.forget()
    assert (run.wall_s, run.cpu_s) == (0.5, 0.25)
    assert (run.verdict is Verdict.AC) == (answer is ARRANGED)
    assert (run.finding is not None and "it squeaks" in run.finding.note) == (answer is not ARRANGED)
    assert (run.verdict is Verdict.JE) == (answer is None), "nothing at all is never right"
    why = ["place", "why six"] if answer and answer.board is ATTACKING else []
    assert toys.asked == ["place", "prepare for pkg", "place", "attempt pkg/six", *why, "place"]
    assert run.finding is None or ("it has a leak" in run.finding.note) == ("why six" in why)
