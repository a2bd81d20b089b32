"""At whose wrong answer a worker looks more closely, and at which one. The sandbox is a pretended one."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from judge.errors import codes
from judge.judging import Contest, Looks, Task, Worker
from judge.model import Entry, Limits, Problem, Ran, Run, Submission, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission, there
from tests.pretended import Pretended

WRONG = Run("six", "sample", "DFS", Verdict.WA, "E106", cpu_s=0.1)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package())


@pytest.fixture
def worker(pretended: Pretended) -> Worker:
    return Worker(cast(Sandbox, pretended))


@pytest.fixture
def ran(pretended: Pretended, worker: Worker, problem: Problem) -> Callable[..., Run]:
    """Make a run that ends with this code, on one of the cases."""

    def run(mine: Submission, code: str, at: int = 0) -> Run:
        pretended.codes = [code]
        return worker.run(Task(problem, mine, problem.cases[at]))

    return run


def test_of_each_submission_the_first_wrong_answer_alone(
    pretended: Pretended, worker: Worker, problem: Problem, submission: MakeSubmission, ran: Callable[..., Run]
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
    pretended: Pretended, worker: Worker, problem: Problem, submission: MakeSubmission, ran: Callable[..., Run]
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
    contest = Contest([cast(Sandbox, pretended)] * 2, [Entry(problem, (submission(),))], repeat=8)
    pretended.codes = ["E106"] * 16
    assert {event.run.code for event in contest.events() if isinstance(event, Ran)} == {"E106"}
    assert len(pretended.looked) == 1


@pytest.mark.parametrize(
    "run",
    [
        Run("six", "sample", "DFS", Verdict.AC),
        Run("six", "sample", "DFS", Verdict.RTE, "E205"),
        Run("six", "sample", "DFS", Verdict.WA, "E113"),
        Run("six", "sample", "DFS", Verdict.WA, "E120"),
        Run("six", "sample", "DFS", Verdict.WA, "E106", cpu_s=3.5),
    ],
    ids=lambda run: f"{run.verdict} {run.code} {run.cpu_s:g} s",
)
def test_what_is_no_wrong_board_or_took_long_leaves_the_look_to_the_next(
    problem: Problem, submission: MakeSubmission, run: Run
) -> None:
    looks, mine = Looks(), submission()
    assert not looks.take(problem, mine, run)
    assert looks.take(problem, mine, WRONG)


# --- Runs near a limit -----------------------------------------------------------------------------------------------
LIMITS = Limits(time_limit=1.0)  # 2 s on the wall
Times = list[tuple[float, float]]  # on the wall and of CPU
IN_TIME, LATE, JUST_IN, JUST_LATE = (0.5, 0.5), (2.0, 2.0), (1.0, 0.95), (1.1, 1.05)


@pytest.fixture
def task(package: MakePackage, submission: MakeSubmission) -> Task:
    problem = read_package(package(time_limit=1.0))
    return Task(problem, submission(name="a"), problem.cases[0])


@pytest.fixture
def judged(pretended: Pretended, task: Task) -> Callable[[list[str], Times], tuple[Run, int]]:
    """Return what counts of the next runs, which have these codes and times, and how many there were."""
    worker = Worker(cast(Sandbox, pretended))
    worker.prepare(task.problem, task.submission)

    def run(given: list[str], times_s: Times) -> tuple[Run, int]:
        pretended.codes, pretended.times_s = list(given), list(times_s)
        return worker.run(task), pretended.asked.count("run a")

    return run


@pytest.mark.parametrize(
    ("given", "times_s", "counts"),
    [
        (["", "", ""], [JUST_IN, (1.0, 0.97), (1.0, 0.93)], ("", 0.95, 3)),
        (["E201", "", ""], [JUST_LATE, JUST_IN, (1.0, 0.97)], ("", 0.97, 3)),
        (["", "E201", "E201"], [JUST_IN, JUST_LATE, LATE], ("E201", 1.05, 3)),
        (["", "E106"], [JUST_IN, JUST_IN], ("", 0.95, 2)),  # a right answer stays right
        (["E201", "", "E307"], [JUST_LATE, JUST_IN, LATE], ("E201", 1.05, 3)),
        (["E202", "", ""], [(2.1, 0.1), (1.9, 0.1), (1.8, 0.1)], ("", 0.1, 3)),
    ],
)
def test_the_middle_one_counts(
    judged: Callable[[list[str], Times], tuple[Run, int]],
    given: list[str],
    times_s: Times,
    counts: tuple[str, float, int],
) -> None:
    run, made = judged(given, times_s)
    assert (run.code, run.cpu_s, made) == counts
    assert [sample.cpu_s for sample in run.samples] == [run.cpu_s], "the store sees one attempt, as ever"


def test_who_disagrees_is_told_the_three_times(judged: Callable[[list[str], Times], tuple[Run, int]]) -> None:
    right, _ = judged(["E201", "", ""], [JUST_LATE, JUST_IN, (1.0, 0.97)])
    said = "borderline: three runs took 1.05, 0.95 and 0.97 s of 1 s of CPU; the middle one counts"
    assert [(notice.code, notice.message) for notice in right.notices] == [("W114", said)]
    assert "W114" in codes()
    late, _ = judged(["", "E202", "E202"], [(1.9, 0.1), (2.1, 0.1), (2.15, 0.1)])
    said = "borderline: three runs took 1.9, 2.1 and 2.15 s of 2 s on the wall clock; the middle one counts"
    assert there(late.finding).note.splitlines()[0] == said
    assert late.notices == ()


def test_a_try_that_the_judge_fails_at_changes_nothing(
    pretended: Pretended, judged: Callable[[list[str], Times], tuple[Run, int]]
) -> None:
    pretended.meanwhile = lambda *_: pretended.raises.update({"run a": ValueError("what was wrong")})
    run, _ = judged([""], [JUST_IN])
    assert (run.verdict, run.cpu_s) == (Verdict.AC, 0.95)


@pytest.mark.slow
def test_who_is_just_too_late_may_still_end(
    sandbox: Sandbox, package: MakePackage, submission: MakeSubmission, right: str
) -> None:
    """It is ended a tenth above the limit, so that the judge sees how near it was."""
    spin = "    import time\n    end = time.process_time() + 0.51\n    while time.process_time() < end: pass\n"
    problem = read_package(package(time_limit=0.5))
    late = submission(
        right.replace("columns =", "if n == 6:\n    " + spin.replace("\n    ", "\n        ") + "    columns =", 1)
    )
    worker = Worker(sandbox)
    assert worker.prepare(problem, late).verdict is Verdict.AC
    case = next(case for case in problem.cases if case.board.n == 6)
    run = worker.run(Task(problem, late, case))
    worker.forget()
    assert (run.code, run.message) == ("E201", "no answer within 0.5 s of CPU, although it answered in the end")
