"""A job is ordered until it is over, and nothing that was made for it is lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from judge.cluster.jobs import Asked, AttemptJob, PrepareJob
from judge.cluster.message import Made, Report, kept
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


def answer(asked: Asked, runs: Sequence[Run], station: str = "one") -> Report:
    """A report on the first of the errands; the rest is left for another order."""
    made = tuple(Made(at, kept(run)) for at, run in enumerate(runs))
    return Report(asked.order.id, station, made, sliced=len(runs) < len(asked.order.errands))


def told(one: AttemptJob) -> list[tuple[str, float]]:
    return [(done.run.verdict, done.run.lost_s) for done in one.ready(Looks())]


def asked_of(one: AttemptJob) -> Asked:
    return one.ask("order", 0.0, Looks())


def test_what_a_slice_leaves_is_ordered_again_and_told_in_order(tasks: list[Task]) -> None:
    one = job(tasks, apart=True)
    first = asked_of(one)
    one.take(answer(first, [attempt(task) for task in tasks[:3]]), first, others=False)
    assert (told(one), one.over) == ([("AC", 0.0)] * 3, False)
    rest = asked_of(one)
    assert [errand.case for errand in rest.order.errands] == [tasks[3].case.name]
    one.take(answer(rest, [attempt(tasks[3])]), rest, others=False)
    assert (told(one), one.over) == ([("AC", 0.0)], True)


def test_those_that_are_compared_are_told_together_and_made_again_together(tasks: list[Task]) -> None:
    one = job(tasks, apart=False)
    first = asked_of(one)
    assert first.order.slice_s is None
    one.take(answer(first, [attempt(task, 5.0 * (task is tasks[1])) for task in tasks]), first, others=True)
    assert (told(one), one.over, one.avoided) == ([], False, {"one"})
    again = asked_of(one)
    assert len(again.order.errands) == len(tasks)
    one.take(answer(again, [attempt(task, 0.01) for task in tasks], "two"), again, others=True)
    assert (told(one), one.over) == ([("AC", 0.01)] * 4, True), "all of the calmer station"


@pytest.mark.parametrize("apart", [True, False])
def test_what_was_made_before_holds_where_others_fail_to_make_it_again(tasks: list[Task], apart: bool) -> None:
    one = job(tasks, apart=apart)
    first = asked_of(one)
    one.take(answer(first, [attempt(task, 5.0 * (task is tasks[1])) for task in tasks]), first, others=True)
    assert not one.over
    one.give_up()
    assert one.over
    assert told(one) == [("AC", 5.0 * (task is tasks[1])) for task in tasks], "and no judge error"


def test_what_was_made_before_holds_where_its_time_ends(tasks: list[Task]) -> None:
    one = job(tasks, apart=False, until_s=10.0)
    first = asked_of(one)
    one.take(answer(first, [attempt(task, 5.0) for task in tasks]), first, others=True)
    again = asked_of(one)
    report = msgspec.structs.replace(answer(again, [attempt(task) for task in tasks[:2]], "two"), sliced=False)
    one.take(report, again, others=True)
    assert one.over
    assert told(one) == [("AC", 5.0)] * 4, "all from one station"


@pytest.mark.parametrize(("before", "later"), [("AC", "TLE"), ("WA", "AC")])
def test_a_right_answer_stays_right_elsewhere_and_a_wrong_one_has_no_second_chance(
    tasks: list[Task], before: str, later: str
) -> None:
    one = job(tasks[:1], apart=True)
    first = asked_of(one)
    one.take(answer(first, [attempt(tasks[0], 5.0, Verdict(before))]), first, others=True)
    again = asked_of(one)
    made = attempt(tasks[0], 0.0, Verdict(later))
    made = msgspec.structs.replace(made, finding=Finding("E201", "late") if later == "TLE" else None)
    one.take(answer(again, [made], "two"), again, others=True)
    assert told(one) == [(before, 5.0)]


def test_a_job_that_nobody_makes_is_a_judge_error(tasks: list[Task]) -> None:
    one = job(tasks, apart=True)
    one.give_up()
    assert [verdict for verdict, _ in told(one)] == ["JE"] * 4
    preparing = PrepareJob("p", tasks[0].submission, "s")
    preparing.give_up()
    assert preparing.prepared
    assert preparing.prepared.verdict is Verdict.JE
