"""The order of attempts, what is left after an interruption, and that the judge's failures are nobody else's."""

from __future__ import annotations

import itertools
import random
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.judging import Contest, Task, Worker
from judge.model import Entry, Finished, Preparing, Problem, Ran, Readied, Run, Submission, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.scoring import boards
from tests.conftest import RIGHT, MakePackage, MakeSubmission, there
from tests.make import case_text
from tests.pretended import Pretended


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(time_limit=0.3))


@pytest.fixture
def both(submission: MakeSubmission, right: str, wrong: str) -> tuple[Submission, ...]:
    return submission(right, "a"), submission(wrong, "b")


def test_case_by_case_and_in_turn(sandbox: Sandbox, problem: Problem, both: tuple[Submission, ...]) -> None:
    contest = Contest([sandbox], [Entry(problem, both)], repeat=3)
    events = list(contest.events())
    assert [event.submission.name for event in events if isinstance(event, Readied)] == ["a", "b"]
    kinds = [type(event) for event in events]
    assert set(kinds[: kinds.index(Ran)]) == {Preparing, Readied}, "all are prepared before the first case"
    assert not {Preparing, Readied} & set(kinds[kinds.index(Ran) :])
    assert kinds[-1] is Finished
    ran = [event for event in events if isinstance(event, Ran)]
    order = [(event.run.case, event.submission.name) for event in ran]
    assert order == [*[("six", "a"), ("six", "b")] * 3, *[("four", "a"), ("four", "b")] * 3]
    assert [event.done for event in ran] == list(range(1, 13))
    assert {event.total for event in ran} == {contest.total} == {12}


def test_repetitions_are_one_run_with_medians(sandbox: Sandbox, problem: Problem, both: tuple[Submission, ...]) -> None:
    contest = Contest([sandbox], [Entry(problem, both)], repeat=3)
    events = [event for event in contest.events() if isinstance(event, Ran)]
    for judgement in contest.judgements():
        assert [run.case for run in judgement.runs] == ["six", "four"]
        for run in judgement.runs:
            told = [
                event.run for event in events if (event.submission, event.run.case) == (judgement.submission, run.case)
            ]
            assert run.samples == tuple(sample for one in told for sample in one.samples)
            assert len(run.samples) == 3
            assert run.cpu_s == statistics.median(sample.cpu_s for sample in run.samples)
            assert run.wall_s == statistics.median(sample.wall_s for sample in run.samples)
            assert run.memory_bytes == max(sample.memory_bytes for sample in run.samples)
    a, b = contest.judgements()
    assert (a.verdict, a.points) == (Verdict.AC, 20)
    assert (b.verdict, b.points) == (Verdict.WA, 0)
    for run in (*a.runs, *b.runs):
        assert run.given is not None, "what it answered is kept"
        board = there(run.given.board())
        assert (board == 1).any()
        assert run.board is None or np.array_equal(run.board, board), "that of a wrong answer is the refused one"


def test_one_failed_repetition_decides(pretended: Pretended, problem: Problem, submission: MakeSubmission) -> None:
    pretended.codes = ["", "E205", ""]
    contest = Contest(pretended.hands, [Entry(problem, (submission(),))], repeat=3)
    list(contest.events())
    [judgement] = contest.judgements()
    assert [sample.verdict for sample in judgement.runs[0].samples] == [Verdict.AC, Verdict.RTE, Verdict.AC]
    assert (judgement.runs[0].verdict, judgement.runs[0].code) == (Verdict.RTE, "E205")
    assert judgement.verdict == Verdict.RTE


def test_compile_errors_are_omitted(sandbox: Sandbox, problem: Problem, submission: MakeSubmission, right: str) -> None:
    broken = submission("def solve(", "broken")
    contest = Contest([sandbox], [Entry(problem, (broken, submission(right)))])
    events = list(contest.events())
    assert [event.submission.name for event in events if isinstance(event, Ran)] == ["mine", "mine"]
    assert isinstance(events[-2], Ran)
    assert events[-2].done == events[-2].total == 4, "the bar reaches its end"
    first, second = contest.judgements()
    assert (first.verdict, first.runs, first.points) == (Verdict.CE, (), 0)
    assert second.verdict == Verdict.AC


@pytest.mark.parametrize("consumed", range(8))
def test_what_was_judged_is_kept_when_nobody_asks_for_more(
    pretended: Pretended, problem: Problem, both: tuple[Submission, ...], consumed: int
) -> None:
    contest = Contest(pretended.hands, [Entry(problem, both)])
    events = list(itertools.islice(contest.events(), consumed))
    judgements = contest.judgements()
    ran = {event.submission.name for event in events if isinstance(event, Ran)}
    assert {judgement.submission.name for judgement in judgements} == ran, "who has run no case is not judged"
    assert sum(len(judgement.runs) for judgement in judgements) == sum(isinstance(event, Ran) for event in events)
    for board in boards(judgements, "cpu"):
        assert {row.judgement.submission.name for row in board} == {j.submission.name for j in judgements}


def test_packages_of_one_name_differ(pretended: Pretended, package: MakePackage, submission: MakeSubmission) -> None:
    one, mine = read_package(package("one/pkg")), submission()
    two = read_package(package("two/pkg", {"sample/only": (case_text(4), "")}))
    contest = Contest(pretended.hands, [Entry(one, (mine,)), Entry(two, (mine,))])
    list(contest.events())
    assert [[run.case for run in judgement.runs] for judgement in contest.judgements()] == [["six", "four"], ["only"]]


# --- several at once -------------------------------------------------------------------------------------------------
def told(contest: Contest) -> list[tuple[object, ...]]:
    return [
        (event.submission.name, event.run.case, event.run.verdict, event.run.code, event.done, event.total)
        if isinstance(event, Ran)
        else (event.submission.name, event.prepared.verdict)
        for event in contest.events()
        if isinstance(event, (Ran, Readied))
    ]


def test_who_ends_first_changes_no_order(pretended: Pretended, problem: Problem, both: tuple[Submission, ...]) -> None:
    chance = random.Random(5)
    pretended.meanwhile = lambda *_: time.sleep(chance.choice([0, 0.02]))
    orders = [told(Contest(pretended.hands * count, [Entry(problem, both)], repeat=6)) for count in (1, 2, 3)]
    assert orders[0] == orders[1] == orders[2]
    assert len(orders[0]) == 2 + 24


@pytest.mark.parametrize("seed", range(4))
def test_on_which_core_a_round_of_a_case_runs_tells_nobody_apart(
    pretended: Pretended, problem: Problem, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Two files that do the same, on two cores of which one is 5 % quicker."""
    dice, run = random.Random(seed), Worker.run
    where: dict[tuple[str, int], set[Worker]] = defaultdict(set)
    crew: list[Worker] = []  # in the order in which they come
    fast = dice.choice([0, 1])

    def unequal(worker: Worker, task: Task) -> Run:
        where[task.case.name, task.round].add(worker)
        if worker not in crew:
            crew.append(worker)
        made = run(worker, task)
        cpu_s = made.cpu_s * (1 if crew.index(worker) == fast else 1.05)
        samples = tuple(msgspec.structs.replace(one, cpu_s=cpu_s) for one in made.samples)
        return msgspec.structs.replace(made, cpu_s=cpu_s, samples=samples)

    monkeypatch.setattr(Worker, "run", unequal)
    pretended.meanwhile = lambda *_: time.sleep(dice.choice([0, 0.005]))
    both = (submission(name="a"), submission(f"{RIGHT}# copied", "b"))
    contest = Contest(pretended.hands * 2, [Entry(problem, both)], repeat=5)
    assert len([event for event in contest.events() if isinstance(event, Ran)]) == 20
    assert {len(workers) for workers in where.values()} == {1}, "their times are compared"
    assert len(set.union(*where.values())) == 2, "and other rounds run meanwhile"
    assert [row.rank for board in boards(contest.judgements()) for row in board] == [1, 1]


# --- what is prepared ahead -------------------------------------------------------------------------------------------
PATIENCE_S = 100


@pytest.fixture
def two_problems(pretended: Pretended, package: MakePackage, submission: MakeSubmission) -> Contest:
    """A contest on two cores: a and b on one problem, c and d on another."""
    entries = [
        Entry(read_package(package(pair)), tuple(submission(f"{RIGHT}# {name}", name) for name in pair))
        for pair in ("ab", "cd")
    ]
    return Contest(pretended.hands * 2, entries)


def test_the_next_problem_is_prepared_beside_the_last_of_this_one(pretended: Pretended, two_problems: Contest) -> None:
    begun, in_time = threading.Event(), []

    def preparing(name: str) -> None:
        if name == "c":
            begun.set()
        elif name == "b":
            in_time.append(begun.wait(PATIENCE_S))

    pretended.preparing = preparing
    names = [event.submission.name for event in two_problems.events() if isinstance(event, (Readied, Ran))]
    assert {*in_time} == {True}
    assert names == [*"ab", *"abab", *"cd", *"cdcd"]


def test_a_contest_that_ends_early_stops_what_is_prepared_ahead(pretended: Pretended, two_problems: Contest) -> None:
    begun, broken_off = threading.Event(), []

    def preparing(name: str) -> None:
        if name == "c":
            begun.set()
            broken_off.append(pretended.stopped.wait(PATIENCE_S))

    pretended.preparing = preparing
    pretended.meanwhile = lambda *_: begun.wait(PATIENCE_S)
    events = two_problems.events()
    assert next(event for event in events if isinstance(event, Finished)).entry is two_problems.entries[0]
    events.close()
    assert broken_off == [True]
    assert not pretended.stopped.is_set(), "the sandboxes can be used again"
    assert [judgement.submission.name for judgement in two_problems.judgements()] == ["a", "b"]


@pytest.fixture
def late(
    pretended: Pretended, package: MakePackage, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Return a contest on some cores in which a is out of time on each of these sizes, and b is right; `wait` is told
    who is at which case."""

    def make(names: str, sizes: Sequence[int], wait: Callable[[str, str], object], cores: int = 2) -> Contest:
        cases = {f"sample/{n}": (case_text(n), "") for n in sizes}
        problem, run = read_package(package(cases=cases)), Worker.run

        def timed(worker: Worker, task: Task) -> Run:
            made = run(worker, task)
            wait(task.submission.name, task.case.name)
            if task.submission.name == "b":
                return made
            samples = tuple(msgspec.structs.replace(one, verdict=Verdict.TLE) for one in made.samples)
            return msgspec.structs.replace(made, verdict=Verdict.TLE, code="E201", samples=samples)

        monkeypatch.setattr(Worker, "run", timed)
        both = tuple(submission(f"{RIGHT}# {name}", name) for name in names)
        return Contest(pretended.hands * cores, [Entry(problem, both)])

    return make


def test_how_many_cores_there_are_changes_no_verdict(late: Any) -> None:
    """Also where a larger case was begun before the time-outs that spare it."""
    chance = random.Random(5)
    orders = [told(late("ab", range(4, 9), lambda *_: time.sleep(chance.choice([0, 0.02])), cores)) for cores in (1, 3)]
    assert orders[0] == orders[1]
    assert [row[3] for row in orders[0] if row[0] == "a" and row[2:]] == ["E201"] * 2 + ["E209"] * 3


def test_an_attempt_that_is_over_spares_larger_cases_though_it_is_not_its_turn(late: Any) -> None:
    """The smallest case waits on one core while the other core comes to the largest one."""
    far = threading.Event()

    def wait(name: str, case: str) -> None:
        if (name, case) == ("b", "7"):
            far.set()
        if (name, case) == ("a", "4"):
            assert far.wait(PATIENCE_S)

    events = late("ab", (4, 5, 6, 7), wait).events()
    runs = [event.run for event in events if isinstance(event, Ran) and event.submission.name == "a"]
    assert sorted((run.case, run.not_run) for run in runs) == [("4", False), ("5", False), ("6", True), ("7", True)]


def test_an_attempt_is_spared_though_its_round_had_begun_before_the_time_outs(late: Any) -> None:
    """The first of a round is still running while the second runs out of time on smaller cases."""
    begun, noted, in_time = threading.Event(), threading.Event(), []

    def wait(name: str, case: str) -> None:
        if (name, case) == ("b", "6"):
            begun.set()
            in_time.append(noted.wait(PATIENCE_S))
        if (name, case) == ("a", "5"):
            in_time.append(begun.wait(PATIENCE_S))

    runs = []
    for event in late("ba", (4, 5, 6), wait).events():
        if isinstance(event, Ran) and event.submission.name == "a":
            runs.append(event.run)
            if event.run.case == "5":
                noted.set()
    assert in_time == [True, True]
    assert sorted((run.case, run.not_run) for run in runs) == [("4", False), ("5", False), ("6", True)]
