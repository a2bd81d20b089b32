"""What a worker mends: a sandbox that failed, a run whose core was taken away. The sandbox here is a pretended one."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from judge.errors import JudgeError
from judge.executors import Outcome, executor_of
from judge.judging import Contest, Task, Worker
from judge.model import Case, Entry, Finding, Problem, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.boxed import kill_zygote
from tests.conftest import MakePackage, MakeSubmission, there
from tests.judging.conftest import Tasks
from tests.pretended import FAILURE, Pretended, Stand

STRIKES = 2  # after which a submission that breaks its box is not run again


def prepared(worker: Worker, task: Tasks) -> tuple[Task, Task]:
    a, b = task("a"), task("b")
    assert [worker.prepare(one.problem, one.submission).verdict for one in (a, b)] == ["AC"] * 2
    return a, b


def test_after_a_failure_everybody_is_prepared_again(pretended: Pretended, worker: Worker, task: Tasks) -> None:
    a, b = prepared(worker, task)
    pretended.failures = ["run"]
    assert worker.run(b).verdict is Verdict.AC
    assert worker.run(a).verdict is Verdict.AC
    again = ["run b", "restart", "prepare b", "run b", "prepare a", "run a"]
    assert pretended.asked == ["prepare a", "prepare b", *again], "each when it is its turn"


def test_what_a_probe_fails_on_as_well_is_a_judge_error(pretended: Pretended, worker: Worker, a: Task) -> None:
    pretended.failures = ["run", "run", "run"]
    run = worker.run(a)
    assert (run.verdict, run.code, run.message) == (Verdict.JE, "E303", FAILURE.message)
    assert (run.case, run.group, run.samples) == (a.case.name, a.case.group, ())
    assert (there(run.finding).note, there(run.finding).help) == (FAILURE.note, FAILURE.help)
    again = ["restart", "prepare a", "run a", "restart"]
    assert pretended.asked[1:] == ["run a", *again, "prepare probe", "run probe"]
    assert worker.run(a).verdict is Verdict.AC, "the next one is not affected"


def test_on_a_host_that_fails_on_anybody_nobody_is_to_blame(pretended: Pretended, worker: Worker, a: Task) -> None:
    """Its probe got through once, and after the third failure it did not."""
    asked, pretended.raises = pretended.asked, {"run a": FAILURE}
    pretended.meanwhile = lambda ready, _: pretended.failures.append("run probe") if ready == "probe" else None
    for _ in range(STRIKES + 1):
        pretended.failures.clear()
        assert worker.run(a).code == "E303"
    assert asked.count("run probe") == 2 * (STRIKES + 1)
    assert asked.count("run a") == 3 * (STRIKES + 1), "it goes on being tried"


@pytest.mark.parametrize("failures", [1, 2])
def test_what_gets_through_in_the_end_counts(pretended: Pretended, worker: Worker, a: Task, failures: int) -> None:
    pretended.failures = ["run a"] * failures
    assert worker.run(a).verdict is Verdict.AC
    assert pretended.asked.count("run a") == failures + 1
    assert pretended.asked.count("run probe") == (failures == 2)


def test_what_only_one_submission_breaks_is_its_own_fault(pretended: Pretended, worker: Worker, task: Tasks) -> None:
    a, b = prepared(worker, task)
    pretended.raises = {"run a": FAILURE}
    run = worker.run(a)
    assert (run.verdict, run.code) == (Verdict.RTE, "E308")
    assert FAILURE.message in run.message
    assert FAILURE.note in there(run.finding).note
    assert worker.run(b).verdict is Verdict.AC
    assert worker.run(a).code == "E308"
    pretended.asked.clear()
    spared = worker.run(a)
    assert (spared.verdict, spared.code, spared.message.split(":")[0]) == (Verdict.RTE, "E308", "not run")
    assert pretended.asked == [], "it has had its tries"
    assert worker.run(b).verdict is Verdict.AC


def test_only_the_failure_of_a_box_is_anybody_s_fault(pretended: Pretended, worker: Worker, a: Task) -> None:
    pretended.raises = {"run a": JudgeError("E422", "the table can't be read")}
    run = worker.run(a)
    assert (run.verdict, run.code) == (Verdict.JE, "E422")
    assert "restart" not in pretended.asked


def test_getting_ready_is_tried_again_too(pretended: Pretended, worker: Worker, task: Tasks) -> None:
    a = task()
    pretended.failures = ["prepare"]
    assert worker.prepare(a.problem, a.submission).verdict is Verdict.AC
    pretended.failures = ["prepare"] * 3
    found = worker.prepare(a.problem, a.submission)
    assert (found.verdict, found.message, there(found.finding).code) == (Verdict.JE, FAILURE.message, "E303")
    pretended.raises = {"prepare a": FAILURE}
    found = worker.prepare(a.problem, a.submission)
    assert (found.verdict, there(found.finding).code, there(found.finding).verdict) == (Verdict.CE, "E308", Verdict.CE)


@pytest.mark.parametrize("kind", [RecursionError, ValueError, MemoryError, KeyError, OSError])
def test_any_exception_is_its_own_je(pretended: Pretended, worker: Worker, task: Tasks, kind: type[Exception]) -> None:
    a, b = task("a"), task("b")
    worker.prepare(a.problem, a.submission)
    pretended.raises = {"run a": kind("what was wrong"), "prepare b": kind("what was wrong")}
    for made in (worker.run(a), worker.prepare(b.problem, b.submission)):
        finding = there(made.finding)
        assert (made.verdict, finding.code, kind.__name__ in finding.message) == (Verdict.JE, "E304", True)
        assert "pretended.py" in finding.traceback
    assert "restart" not in pretended.asked, "the probe got through"
    pretended.failures = ["prepare probe"]
    worker.run(a)
    assert pretended.asked[-1] == "restart", "it had left the sandbox in the middle of something"


@pytest.mark.parametrize("fault", [JudgeError("E353", "the store can't grow"), OSError(errno.ENOSPC, "full")])
def test_what_is_about_all_ends_all(pretended: Pretended, worker: Worker, a: Task, fault: Exception) -> None:
    pretended.raises = {"run a": fault}
    with pytest.raises(type(fault)):
        worker.run(a)
    pretended.raises = {"run a": KeyboardInterrupt()}  # type: ignore[dict-item]
    with pytest.raises(KeyboardInterrupt):
        worker.run(a)


def test_who_can_t_be_made_ready_a_second_time_is_told_so(pretended: Pretended, worker: Worker, a: Task) -> None:
    pretended.refusals["a"] = [Finding("E216", "it could not be made ready: no", verdict=Verdict.CE)]
    pretended.failures = ["run"]
    assert (worker.run(a).verdict, worker.run(a).code) == (Verdict.RTE, "E216")
    assert pretended.asked == ["prepare a", "run a", "restart", "prepare a"], "once"


def test_a_disturbed_run_is_repeated_and_the_calmer_one_counts(pretended: Pretended, worker: Worker, a: Task) -> None:
    for lost_s, kept_s, runs in (([0.1], 0.1, 1), ([0.5, 0.1], 0.1, 2), ([0.5, 0.9], 0.5, 2), ([0.5, 0.5, 0], 0.5, 2)):
        pretended.lost_s, before = lost_s, pretended.asked.count("run a")
        assert worker.run(a).samples[0].lost_s == kept_s
        assert pretended.asked.count("run a") - before == runs
        pretended.lost_s = []


def test_whoever_is_forgotten_is_not_prepared_again(pretended: Pretended, worker: Worker, task: Tasks) -> None:
    a, b = task("a"), task("b")
    worker.prepare(a.problem, a.submission)
    worker.forget()
    pretended.failures = ["prepare"]
    worker.prepare(b.problem, b.submission)
    worker.run(b)
    assert pretended.asked == ["prepare a", "prepare b", "restart", "prepare b", "run b"]
    assert pretended.forgotten == ["a"]


def test_who_competes_on_two_problems_is_forgotten_of_one(pretended: Pretended, worker: Worker, task: Tasks) -> None:
    a = task("a")
    other = msgspec.structs.replace(a.problem, path=f"{a.problem.path}-2")
    for problem in (a.problem, other):
        worker.prepare(problem, a.submission)
    worker.forget(a.problem)
    assert pretended.forgotten == ["a"]
    worker.run(Task(other, a.submission, a.case))
    assert pretended.asked == ["prepare a", "prepare a", "run a"]


def test_an_attempt_may_have_less_time_than_its_problem_gives(
    pretended: Pretended, worker: Worker, a: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, attempt = list[float](), pretended.attempt

    def noted(sandbox: object, ready: Stand, problem: Problem, case: Case) -> Outcome:
        limits.append(ready.limits.time_limit)
        return attempt(sandbox, ready, problem, case)

    monkeypatch.setattr(executor_of("function"), "attempt", noted)
    for most_s in (None, 0.2, 7.0):
        worker.run(msgspec.structs.replace(a, at_most_s=most_s))
    assert limits == [1.0, 0.2, 1.0]


# --- Who broke the box -----------------------------------------------------------------------------------------------
PROGRAM = """\
n = int(open("input.txt").read().split()[1])
print("OK")
for column in {4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}[n]:
    print("".join("01"[column == k] for k in range(n)))
"""


@pytest.fixture(scope="module")
def own() -> Iterator[Sandbox]:
    """One that may be broken; without numba it is up again in no time."""
    with Sandbox(warm=False) as opened:
        yield opened


@pytest.mark.slow
def test_who_kills_the_zygote_again_and_again_is_to_blame(
    own: Sandbox, package: MakePackage, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever way it found: here its zygote is killed as soon as it is its turn."""
    problem = read_package(package(time_limit=2))
    killer, good = submission(PROGRAM + "# killer", "killer.py"), submission(PROGRAM, "good.py")
    program, attempt = executor_of("program"), executor_of("program").attempt

    def running(sandbox: Sandbox, ready: Any, *rest: Any) -> Outcome:
        if ready.source.data.endswith(b"# killer"):
            kill_zygote(sandbox)
        return attempt(sandbox, ready, *rest)

    monkeypatch.setattr(program, "attempt", running)
    contest = Contest([own], [Entry(problem, (killer, good))])
    list(contest.events())
    bad, fine = contest.judgements()
    assert (fine.verdict, fine.points) == (Verdict.AC, 20)
    assert (bad.verdict, bad.points) == (Verdict.RTE, 0)
    finding = there(bad.runs[0].finding)
    assert (finding.code, "has stopped" in finding.note) == ("E308", True)
