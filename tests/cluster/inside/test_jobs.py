"""A job is ordered until it is over, and nothing that was made for it is lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from judge.cluster.jobs import AttemptJob, PrepareJob
from judge.cluster.message import Made, Order, Report, kept
from judge.judging import Looks, Task, Work
from judge.model import Finding, Run, Verdict
from judge.problems import read_package
from tests.conftest import MakePackage, MakeSubmission
from tests.make import case_text

CASES = {f"secret/c{number}": (case_text(4), "") for number in range(4)}


@pytest.fixture
def tasks(package: MakePackage, submission: MakeSubmission) -> list[Task]:
    problem, mine = read_package(package(cases=CASES)), submission(name="a")
    return [Task(problem, mine, case) for case in problem.cases]


def job(tasks: Sequence[Task], *, apart: bool, until_s: float = math.inf) -> AttemptJob:
    works = [Work((task,), "together", apart, until_s=until_s) for task in tasks]
    return AttemptJob("p", works, {task.submission: "s" for task in tasks}, apart=apart)


def attempt(task: Task, lost_s: float = 0.0, verdict: Verdict = Verdict.AC) -> Run:
    sample = Run.Measurement(verdict, 0.1, 0.1, 1, lost_s)
    return Run(task.case.name, task.case.group, task.case.board.algorithm, verdict, cpu_s=0.1, samples=(sample,))


def report(
    station: str, one: AttemptJob, runs: Sequence[Run], *, others: bool = True, sliced: bool | None = None
) -> Order:
    """Order what is left, and take this report on the first of the errands; return the order."""
    asked = one.ask("order", 0.0, Looks())
    made = tuple(Made(at, kept(run)) for at, run in enumerate(runs))
    left = len(runs) < len(asked.order.errands) if sliced is None else sliced
    one.take(Report(asked.order.id, station, made, sliced=left), asked, others=others)
    return asked.order


def told(one: AttemptJob) -> list[tuple[str, float]]:
    return [(done.run.verdict, done.run.lost_s) for done in one.ready(Looks())]


def test_what_a_slice_leaves_is_ordered_again_and_told_in_order(tasks: list[Task]) -> None:
    one = job(tasks, apart=True)
    report("one", one, [attempt(task) for task in tasks[:3]], others=False)
    assert (told(one), one.over) == ([("AC", 0.0)] * 3, False)
    rest = report("one", one, [attempt(tasks[3])], others=False)
    assert [errand.case for errand in rest.errands] == [tasks[3].case.name]
    assert (told(one), one.over) == ([("AC", 0.0)], True)


def test_those_that_are_compared_are_told_together_and_made_again_together(tasks: list[Task]) -> None:
    one = job(tasks, apart=False)
    assert report("one", one, [attempt(task, 5.0 * (task is tasks[1])) for task in tasks]).slice_s is None
    assert (told(one), one.over, one.avoided) == ([], False, {"one"})
    assert len(report("two", one, [attempt(task, 0.01) for task in tasks]).errands) == len(tasks)
    assert (told(one), one.over) == ([("AC", 0.01)] * 4, True), "all of the calmer station"


@pytest.mark.parametrize("apart", [True, False])
def test_what_was_made_before_holds_where_others_fail_to_make_it_again(tasks: list[Task], apart: bool) -> None:
    one = job(tasks, apart=apart)
    report("one", one, [attempt(task, 5.0 * (task is tasks[1])) for task in tasks])
    assert not one.over
    one.give_up()
    assert one.over
    assert told(one) == [("AC", 5.0 * (task is tasks[1])) for task in tasks], "and no judge error"


def test_what_was_made_before_holds_where_its_time_ends(tasks: list[Task]) -> None:
    one = job(tasks, apart=False, until_s=10.0)
    report("one", one, [attempt(task, 5.0) for task in tasks])
    report("two", one, [attempt(task) for task in tasks[:2]], sliced=False)
    assert one.over
    assert told(one) == [("AC", 5.0)] * 4, "all from one station"


@pytest.mark.parametrize(("before", "later"), [("AC", "TLE"), ("WA", "AC")])
def test_a_right_answer_stays_right_elsewhere_and_a_wrong_one_has_no_second_chance(
    tasks: list[Task], before: str, later: str
) -> None:
    one = job(tasks[:1], apart=True)
    report("one", one, [attempt(tasks[0], 5.0, Verdict(before))])
    made = attempt(tasks[0], 0.0, Verdict(later))
    made = msgspec.structs.replace(made, finding=Finding("E201", "late") if later == "TLE" else None)
    report("two", one, [made])
    assert told(one) == [(before, 5.0)]


def test_a_job_that_nobody_makes_is_a_judge_error(tasks: list[Task]) -> None:
    one = job(tasks, apart=True)
    one.give_up()
    assert [verdict for verdict, _ in told(one)] == ["JE"] * 4
    preparing = PrepareJob("p", tasks[0].submission, "s")
    preparing.give_up()
    assert preparing.prepared
    assert preparing.prepared.verdict is Verdict.JE
