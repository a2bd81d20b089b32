"""At whose wrong answer a worker looks more closely, and at which one. The sandbox is a pretended one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import msgspec
import pytest

from judge.judging.crew import Crew
from judge.judging.looks import Looks
from judge.judging.worker import OTHER_BYTES, Task, Worker
from judge.model import Attempt, Problem, Programs, Submission, Verdict
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from tests.boxed import problem_of, python
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended

WRONG = Attempt("six", "sample", "DFS", Verdict.WA, "E106", cpu_s=0.1)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package())


@pytest.fixture
def worker(pretended: Pretended) -> Worker:
    return Worker(cast(Sandbox, pretended))


@pytest.fixture
def ran(pretended: Pretended, worker: Worker, problem: Problem) -> Callable[..., Attempt]:
    """Make a run that ends with this code, on one of the cases."""

    def run(mine: Submission, code: str, at: int = 0) -> Attempt:
        pretended.codes = [code]
        return worker.run(Task(problem, mine, problem.cases[at]))

    return run


def test_of_each_submission_the_first_wrong_answer_alone(
    pretended: Pretended, worker: Worker, problem: Problem, submission: MakeSubmission, ran: Callable[..., Attempt]
) -> None:
    a, b = submission(name="a"), submission(name="b")
    for one in (a, b):
        worker.prepare(problem, one)
    notes = []
    for one, code, at in ((a, "", 0), (a, "E201", 0), (a, "E106", 1), (a, "E106", 0), (b, "E106", 0), (b, "E205", 1)):
        run = ran(one, code, at)
        notes.append(run.finding.note if run.finding else "")
    first, second = problem.cases[:2]
    assert pretended.looked == [f"a {second.name}", f"b {first.name}"]
    assert notes == ["", "", "looked at", "", "looked at", ""]


def test_not_in_a_round_of_measuring(
    pretended: Pretended, worker: Worker, problem: Problem, submission: MakeSubmission
) -> None:
    mine, case = submission(), problem.cases[0]
    worker.prepare(problem, mine)
    pretended.codes = ["E106"]
    assert worker.run(Task(problem, mine, case, 1)).verdict is Verdict.WA
    assert pretended.looked == []
    pretended.codes = ["E106"]
    worker.run(Task(problem, mine, case))
    assert pretended.looked == [f"{mine.name} {case.name}"], "it was not used up"


def test_a_look_that_fails_costs_the_run_nothing(
    pretended: Pretended, worker: Worker, problem: Problem, submission: MakeSubmission, ran: Callable[..., Attempt]
) -> None:
    mine = submission(name="a")
    worker.prepare(problem, mine)
    pretended.raises = {"look a": RuntimeError("the box is gone")}
    run = ran(mine, "E106")
    assert (run.verdict, run.code, run.finding and run.finding.note) == (Verdict.WA, "E106", "")
    assert len(pretended.looked) == 1
    ran(mine, "E106")
    assert len(pretended.looked) == 1, "nor is it taken again"


def test_the_workers_of_a_contest_share_it(pretended: Pretended, problem: Problem, submission: MakeSubmission) -> None:
    crew, mine = Crew([cast(Sandbox, pretended)] * 2), submission()
    list(crew.prepare(problem, [mine]))
    pretended.codes = ["E106"] * 8
    task = Task(problem, mine, problem.cases[0])

    def unit(worker: Worker) -> Iterator[Attempt]:
        yield worker.run(task)

    runs = list(crew.run([unit] * 8))
    assert [run.code for run in runs] == ["E106"] * 8
    assert len(pretended.looked) == 1


@pytest.mark.parametrize(
    "run",
    [
        Attempt("six", "sample", "DFS", Verdict.AC),
        Attempt("six", "sample", "DFS", Verdict.RTE, "E205"),
        Attempt("six", "sample", "DFS", Verdict.WA, "E113"),
        Attempt("six", "sample", "DFS", Verdict.WA, "E120"),
        Attempt("six", "sample", "DFS", Verdict.WA, "E106", cpu_s=3.5),
    ],
    ids=lambda run: f"{run.verdict} {run.code} {run.cpu_s:g} s",
)
def test_what_is_no_wrong_board_or_took_long_leaves_the_look_to_the_next(
    problem: Problem, submission: MakeSubmission, run: Attempt
) -> None:
    looks, mine = Looks(), submission()
    assert not looks.take(problem, mine, run)
    assert looks.take(problem, mine, WRONG)


def test_other_bytes_are_told_once(best: Sandbox, submission: MakeSubmission) -> None:
    mine, worker = submission(python("print(WRONG)")), Worker(best)
    problem = problem_of()
    case = msgspec.structs.replace(problem.cases[0], as_is=b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6)
    problem = msgspec.structs.replace(problem, cases=(case, msgspec.structs.replace(case, name="again")))
    worker.prepare(problem, mine)
    notes = [run.finding.note for case in problem.cases if (run := worker.run(Task(problem, mine, case))).finding]
    assert [OTHER_BYTES in note for note in notes] == [True, False]
    as_is = msgspec.structs.replace(problem, programs=Programs(bytes="as-is"), path="other")
    worker.prepare(as_is, mine)
    run = worker.run(Task(as_is, mine, case))
    assert run.finding is not None
    assert OTHER_BYTES not in run.finding.note
