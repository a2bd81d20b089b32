"""At whose wrong answer a worker looks more closely, and which of several runs near a limit counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.errors import codes
from judge.judging import Contest, Looks, Task, Worker
from judge.model import Entry, Ran, Run, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission, there
from tests.judging.conftest import Tasks
from tests.make import AC, RTE, WA
from tests.pretended import Pretended

WRONG = Run("six", "sample", "DFS", WA, "E106", cpu_s=0.1)


@pytest.fixture
def noted(pretended: Pretended, worker: Worker, task: Tasks) -> Callable[..., str]:
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
    runs = (("", "a"), ("E201", "a"), ("E106", "a", 1), ("E106", "a"), ("E106", "b"), ("E205", "b", 1))
    assert [noted(*run) for run in runs] == ["", "", "looked at", "", "looked at", ""]
    assert pretended.looked == ["a four", "b six"]


def test_not_in_a_round_of_measuring(pretended: Pretended, noted: Callable[..., str]) -> None:
    assert noted("E106", round=1) == ""
    assert pretended.looked == []
    assert noted("E106") == "looked at", "it was not used up"


def test_a_look_that_fails_costs_the_run_nothing(pretended: Pretended, noted: Callable[..., str]) -> None:
    pretended.raises = {"look a": RuntimeError("the box is gone")}
    assert [noted("E106"), noted("E106")] == ["", ""]
    assert len(pretended.looked) == 1, "nor is it taken again"


def test_the_workers_of_a_contest_share_it(pretended: Pretended, task: Tasks) -> None:
    one = task()
    contest = Contest(pretended.hands * 2, [Entry(one.problem, (one.submission,))], repeat=8)
    pretended.codes = ["E106"] * 16
    assert {event.run.code for event in contest.events() if isinstance(event, Ran)} == {"E106"}
    assert len(pretended.looked) == 1


@pytest.mark.parametrize(
    ("verdict", "code", "cpu_s"),
    [
        (AC, "", 0.1),
        (RTE, "E205", 0.1),
        *((WA, code, 0.1) for code in ("E112", "E113", "E120", "E124")),
        (WA, "E106", 3.5),
    ],
)
def test_what_is_no_wrong_board_or_took_long_leaves_the_look_to_the_next(
    package: MakePackage, submission: MakeSubmission, verdict: Verdict, code: str, cpu_s: float
) -> None:
    looks, problem, mine = Looks(), read_package(package()), submission()
    assert not looks.take(problem, mine, Run("six", "sample", "DFS", verdict, code, cpu_s=cpu_s))
    assert looks.take(problem, mine, WRONG)


# --- Runs near a limit: 1 s of CPU, and 2 s on the wall --------------------------------------------------------------
Times = list[tuple[float, float]]  # on the wall and of CPU
LATE, JUST_IN, JUST_LATE = (2.0, 2.0), (1.0, 0.95), (1.1, 1.05)


@pytest.fixture
def judged(pretended: Pretended, worker: Worker, a: Task) -> Callable[[list[str], Times], tuple[Run, int]]:
    """Return what counts of the next runs, which have these codes and times, and how many there were."""

    def run(given: list[str], times_s: Times) -> tuple[Run, int]:
        pretended.codes, pretended.times_s = list(given), list(times_s)
        return worker.run(a), pretended.asked.count("run a")

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


def test_failed_tries_cost_nothing(pretended: Pretended, judged: Callable[[list[str], Times], tuple[Run, int]]) -> None:
    pretended.meanwhile = lambda *_: pretended.raises.update({"run a": ValueError("what was wrong")})
    run, _ = judged([""], [JUST_IN])
    assert (run.verdict, run.cpu_s) == (Verdict.AC, 0.95)


@pytest.mark.slow
def test_the_late_may_still_end(sandbox: Sandbox, package: MakePackage, submission: MakeSubmission, right: str) -> None:
    """It is ended a tenth above the limit, so that the judge sees how near it was."""
    spin = "import time\n    end = time.process_time() + 0.51 * (n == 6)\n    while time.process_time() < end: pass\n"
    problem, worker = read_package(package(time_limit=0.5)), Worker(sandbox)
    late = submission(right.replace("columns =", f"{spin}    columns =", 1))
    assert worker.prepare(problem, late).verdict is Verdict.AC
    case = next(case for case in problem.cases if case.board.n == 6)
    run = worker.run(Task(problem, late, case))
    worker.forget()
    assert (run.code, run.message) == ("E201", "no answer within 0.5 s of CPU, although it answered in the end")
