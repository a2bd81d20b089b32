"""What a worker mends: a sandbox that failed, a run whose core was taken away. The sandbox here is a pretended one."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from judge.errors import JudgeError
from judge.judging import Contest, Looks, Task, Worker
from judge.model import Entry, Finding, Limits, Ran, Run, Verdict
from tests.conftest import there
from tests.judging.make import rows_of
from tests.make import WA, board, problem, submission
from tests.pretended import FAILURE, Pretended

STRIKES = 2  # after which a submission that breaks its box is not run again
PROBLEM = problem("six four", on=board(rows="0000 0000 0000 0000", pieces=4), limits=Limits(time_limit=1.0))
MADE = {name: submission(name, f"{name}.py") for name in "ab"}


@pytest.fixture
def worker(pretended: Pretended) -> Worker:
    return Worker(pretended.hands[0])


def task(name: str = "a", at: int = 0, **more: Any) -> Task:
    """A run of the submission of this name on one of the two cases."""
    return Task(PROBLEM, MADE[name], PROBLEM.cases[at], **more)


@pytest.fixture
def a(worker: Worker) -> Task:
    """A run of one that is prepared."""
    made = task()
    worker.prepare(made.problem, made.submission)
    return made


def prepared(worker: Worker) -> tuple[Task, Task]:
    a, b = task("a"), task("b")
    assert [worker.prepare(one.problem, one.submission).verdict for one in (a, b)] == ["AC"] * 2
    return a, b


def test_after_a_failure_everybody_is_prepared_again(pretended: Pretended, worker: Worker) -> None:
    a, b = prepared(worker)
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


def test_what_only_one_submission_breaks_is_its_own_fault(pretended: Pretended, worker: Worker) -> None:
    a, b = prepared(worker)
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


def test_getting_ready_is_tried_again_too(pretended: Pretended, worker: Worker) -> None:
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
def test_any_exception_is_its_own_je(pretended: Pretended, worker: Worker, kind: type[Exception]) -> None:
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


def test_who_competes_on_two_problems_is_forgotten_of_one(pretended: Pretended, worker: Worker) -> None:
    a = task("a")
    other = msgspec.structs.replace(a.problem, path=f"{a.problem.path}-2")
    for one in (a.problem, other):
        worker.prepare(one, a.submission)
    worker.forget(a.problem)
    assert pretended.forgotten == ["a"]
    worker.run(Task(other, a.submission, a.case))
    assert pretended.asked == ["prepare a", "prepare a", "run a"]


def test_an_attempt_may_have_less_time_than_its_problem_gives(pretended: Pretended, worker: Worker, a: Task) -> None:
    for most_s in (None, 0.2, 7.0):
        worker.run(msgspec.structs.replace(a, at_most_s=most_s))
    assert pretended.limits_s == [1.0, 0.2, 1.0]


# --- a closer look, and runs near a limit -----------------------------------------------------------------------------
@pytest.fixture
def noted(pretended: Pretended, worker: Worker) -> Callable[..., str]:
    """What is noted of a run that ends with this code."""
    for name in "ab":
        worker.prepare(task(name).problem, task(name).submission)

    def run(code: str, name: str = "a", at: int = 0, **more: int) -> str:
        pretended.codes = [code]
        finding = worker.run(task(name, at, **more)).finding
        assert (finding.code if finding else "") == code
        return finding.note if finding else ""

    return run


def test_of_each_submission_the_first_wrong_answer_alone(pretended: Pretended, noted: Callable[..., str]) -> None:
    assert noted("E106", round=1) == "", "a round of measuring does not use it up"
    runs = (("", "a"), ("E201", "a"), ("E106", "a", 1), ("E106", "a"), ("E106", "b"), ("E205", "b", 1))
    assert [noted(*run) for run in runs] == ["", "", "looked at", "", "looked at", ""]
    assert pretended.looked == ["a four", "b six"]


def test_a_look_that_fails_costs_the_run_nothing(pretended: Pretended, noted: Callable[..., str]) -> None:
    pretended.raises = {"look a": RuntimeError("the box is gone")}
    assert [noted("E106"), noted("E106")] == ["", ""]
    assert len(pretended.looked) == 1, "nor is it taken again"


def test_the_workers_of_a_contest_share_it(pretended: Pretended) -> None:
    one = task()
    contest = Contest(pretended.hands * 2, [Entry(one.problem, (one.submission,))], repeat=8)
    pretended.codes = ["E106"] * 16
    assert {event.run.code for event in contest.events() if isinstance(event, Ran)} == {"E106"}
    assert len(pretended.looked) == 1


@pytest.mark.parametrize(("verdict", "code", "cpu_s"), rows_of("by_hand.toml")["no_look"])
def test_what_is_no_wrong_board_or_took_long_leaves_the_look_to_the_next(verdict: str, code: str, cpu_s: float) -> None:
    looks, one = Looks(), task()
    wrong = Run("six", "sample", "DFS", WA, "E106", cpu_s=0.1)
    made = msgspec.structs.replace(wrong, verdict=Verdict(verdict), code=code, cpu_s=cpu_s)
    assert not looks.take(one.problem, one.submission, made)
    assert looks.take(one.problem, one.submission, wrong)


# --- Runs near a limit: 1 s of CPU, and 2 s on the wall --------------------------------------------------------------
LATE, JUST_IN, JUST_LATE = (2.0, 2.0), (1.0, 0.95), (1.1, 1.05)


@pytest.mark.parametrize(
    ("runs", "counts"),
    [
        ([("", JUST_IN), ("", (1.0, 0.97)), ("", (1.0, 0.93))], ("", 0.95, 3)),
        ([("E201", JUST_LATE), ("", JUST_IN), ("", (1.0, 0.97))], ("", 0.97, 3)),
        ([("", JUST_IN), ("E106", JUST_IN)], ("", 0.95, 2)),  # a right answer stays right
        ([("E201", JUST_LATE), ("", JUST_IN), ("E307", LATE)], ("E201", 1.05, 3)),
        ([("E202", (2.1, 0.1)), ("", (1.9, 0.1)), ("", (1.8, 0.1))], ("", 0.1, 3)),
    ],
)
def test_the_middle_one_counts(
    pretended: Pretended, worker: Worker, a: Task, runs: list[tuple[str, Any]], counts: tuple[str, float, int]
) -> None:
    """Of as many runs as the decision table wants."""
    pretended.codes, pretended.times_s = [code for code, _ in runs], [time_s for _, time_s in runs]
    run = worker.run(a)
    assert (run.code, run.cpu_s, pretended.asked.count("run a")) == counts
    assert [sample.cpu_s for sample in run.samples] == [run.cpu_s], "the store sees one attempt, as ever"


def test_failed_tries_cost_nothing(pretended: Pretended, worker: Worker, a: Task) -> None:
    pretended.times_s = [JUST_IN]
    pretended.meanwhile = lambda *_: pretended.raises.update({"run a": ValueError("what was wrong")})
    run = worker.run(a)
    assert (run.verdict, run.cpu_s) == (Verdict.AC, 0.95)
