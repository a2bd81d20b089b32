"""The order of attempts, what is left after an interruption, and that the judge's failures are nobody else's."""

from __future__ import annotations

import itertools
import random
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from threading import Barrier
from typing import Any

import pytest

from judge.judging import Contest, Task, Worker
from judge.model import Case, Entry, Finding, Finished, Preparing, Problem, Ran, Readied, Run, Submission, Verdict
from judge.problems import read_package
from judge.scoring import boards
from tests.conftest import MakePackage
from tests.make import board, case_text, problem, replace, submission
from tests.pretended import Pretended

Begin = Callable[..., Contest]
GROUPS = {"sample": Problem.Group(10), "secret": Problem.Group(10)}
PROBLEM = problem("six:sample four", groups=GROUPS, on=board(rows="0000 0000 0000 0000", pieces=4))


def named(names: Iterable[str]) -> tuple[Submission, ...]:
    """Submissions of these names; their bytes differ."""
    return tuple(submission(f"# {name}", f"{name}.py") for name in names)


@pytest.fixture
def begin(pretended: Pretended) -> Begin:
    """A contest of submissions of these names, and so many workers."""

    def contest(*names: str, repeat: int = 1, workers: int = 2) -> Contest:
        return Contest(pretended.hands * workers, [Entry(PROBLEM, named(names))], repeat)

    return contest


def test_case_by_case_and_in_turn(begin: Begin) -> None:
    events = list(begin("a", "b", repeat=3, workers=1).events())
    kinds = [type(event) for event in events]
    assert [*dict.fromkeys(kinds)] == [Preparing, Readied, Ran, Finished]
    assert kinds.index(Ran) == 4, "all are prepared before the first case"
    ran = [event for event in events if isinstance(event, Ran)]
    order = [(event.run.case, event.submission.name) for event in ran]
    assert order == [*[("six", "a"), ("six", "b")] * 3, *[("four", "a"), ("four", "b")] * 3]
    assert [(event.done, event.total) for event in ran] == [(done, 12) for done in range(1, 13)]


def test_repetitions_are_one_run_with_medians(pretended: Pretended, begin: Begin) -> None:
    times = iter(range(1, 13))
    pretended.cpu_s = lambda *_: next(times) / 100
    contest = begin("a", "b", repeat=3, workers=1)
    events = [event for event in contest.events() if isinstance(event, Ran)]
    for judgement in contest.judgements():
        assert [run.case for run in judgement.runs] == ["six", "four"]
        for run in judgement.runs:
            told = [one.run for one in events if (one.submission, one.run.case) == (judgement.submission, run.case)]
            assert run.samples == tuple(sample for one in told for sample in one.samples)
            assert len(run.samples) == 3
            assert run.cpu_s == statistics.median(sample.cpu_s for sample in run.samples)
            assert run.wall_s == statistics.median(sample.wall_s for sample in run.samples)


def test_one_failed_repetition_decides(pretended: Pretended, begin: Begin) -> None:
    pretended.codes = ["", "E205", ""]
    contest = begin("a", repeat=3, workers=1)
    list(contest.events())
    [judgement] = contest.judgements()
    assert [sample.verdict for sample in judgement.runs[0].samples] == [Verdict.AC, Verdict.RTE, Verdict.AC]
    assert (judgement.runs[0].verdict, judgement.runs[0].code) == (Verdict.RTE, "E205")
    assert judgement.verdict == Verdict.RTE


def test_compile_errors_are_omitted(pretended: Pretended, begin: Begin) -> None:
    pretended.refusals["a"] = [Finding("E211", "no Python", verdict=Verdict.CE)]
    contest = begin("a", "b", workers=1)
    ran = [event for event in contest.events() if isinstance(event, Ran)]
    assert [event.submission.name for event in ran] == ["b", "b"]
    assert ran[-1].done == ran[-1].total == 4, "the bar reaches its end"
    first, second = contest.judgements()
    assert (first.verdict, first.runs, first.points, second.verdict) == (Verdict.CE, (), 0, Verdict.AC)


@pytest.mark.parametrize("consumed", range(0, 8, 2))
def test_what_was_judged_is_kept_when_nobody_asks_for_more(begin: Begin, consumed: int) -> None:
    contest = begin("a", "b", workers=1)
    events = list(itertools.islice(contest.events(), consumed))
    judgements = contest.judgements()
    ran = {event.submission.name for event in events if isinstance(event, Ran)}
    assert {judgement.submission.name for judgement in judgements} == ran, "who has run no case is not judged"
    assert sum(len(judgement.runs) for judgement in judgements) == sum(isinstance(event, Ran) for event in events)
    for ranked in boards(judgements, "cpu"):
        assert {row.judgement.submission.name for row in ranked} == {j.submission.name for j in judgements}


def test_packages_of_one_name_differ(pretended: Pretended) -> None:
    mine, one, two = submission(), replace(PROBLEM, path="one"), replace(PROBLEM, path="two", cases=PROBLEM.cases[:1])
    contest = Contest(pretended.hands, [Entry(one, (mine,)), Entry(two, (mine,))])
    list(contest.events())
    assert [[run.case for run in judgement.runs] for judgement in contest.judgements()] == [["six", "four"], ["six"]]


# --- several at once -------------------------------------------------------------------------------------------------
def told(contest: Contest) -> list[tuple[object, ...]]:
    return [
        (event.submission.name, event.run.case, event.run.verdict, event.run.code, event.done, event.total)
        if isinstance(event, Ran)
        else (event.submission.name, event.prepared.verdict)
        for event in contest.events()
        if isinstance(event, (Ran, Readied))
    ]


def test_a_round_of_a_case_runs_on_one_core(
    pretended: Pretended, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody is told apart by the core."""
    dice, run = random.Random(3), Worker.run
    where: dict[tuple[str, int], set[Worker]] = defaultdict(set)

    def noted(worker: Worker, task: Task) -> Run:
        where[task.case.name, task.round].add(worker)
        return run(worker, task)

    monkeypatch.setattr(Worker, "run", noted)
    pretended.meanwhile = lambda *_: time.sleep(dice.choice([0, 0.005]))
    assert len(told(begin("a", "b", repeat=5))) == 2 + 20
    assert {len(workers) for workers in where.values()} == {1}, "their times are compared"
    assert len(set.union(*where.values())) == 2, "and other rounds run meanwhile"


# --- what is prepared ahead -------------------------------------------------------------------------------------------
PATIENCE_S = 100


@pytest.fixture
def two_problems(pretended: Pretended) -> Contest:
    """A contest on two cores: a and b on one problem, c and d on another."""
    return Contest(pretended.hands * 2, [Entry(replace(PROBLEM, path=pair), named(pair)) for pair in ("ab", "cd")])


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
def late(pretended: Pretended, package: MakePackage) -> Any:
    """Return a contest on some cores in which a is out of time on each of these sizes, and b is right; `wait` is told
    who is at which case."""

    def make(names: str, sizes: Sequence[int], wait: Callable[[str, str], object], cores: int = 2) -> Contest:
        of_sizes = read_package(package(cases={f"sample/{n}": (case_text(n), "") for n in sizes}))
        pretended.ends = lambda name, _: "E201" if name == "a" else ""
        pretended.meanwhile = lambda name, case: wait(name, case.name)
        return Contest(pretended.hands * cores, [Entry(of_sizes, named(names))])

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


# --- who does what meanwhile, and how it ends -------------------------------------------------------------------------
MANY = 30  # submissions whose runs of a case are one unit


def test_what_ran_is_told_at_once(pretended: Pretended, begin: Begin) -> None:
    """Though others are to run in the same unit."""
    told = threading.Event()
    pretended.meanwhile = lambda name, _: name == "a" or told.wait(PATIENCE_S)
    for event in begin("a", "b").events():
        if isinstance(event, Ran):
            assert told.is_set() == (event.done > 1)
            told.set()


def test_a_worker_takes_the_next_unit_while_the_oldest_one_runs(pretended: Pretended, begin: Begin) -> None:
    count, last = itertools.count(1), threading.Event()

    def meanwhile(*_: object) -> None:
        match next(count):
            case 1:
                assert last.wait(PATIENCE_S)
            case 10:
                last.set()

    pretended.meanwhile = meanwhile
    ran = [event.run for event in begin("a", repeat=5).events() if isinstance(event, Ran)]
    order = [(run.case, run.samples[0].round) for run in ran]
    assert order == [(case, round_) for case in ("six", "four") for round_ in range(5)]


def test_who_wants_no_more_waits_for_one_attempt_and_not_for_its_end_nor_a_unit(
    pretended: Pretended, begin: Begin
) -> None:
    """A box of another thread is told: Ctrl-C itself reaches the main thread alone."""
    count, broken_off = itertools.count(), list[bool]()

    def meanwhile(_: str, case: Case) -> None:
        if case.name != "six" or next(count):  # the first attempt of the first unit, of which the first event tells
            broken_off.append(pretended.stopped.wait(PATIENCE_S))

    pretended.meanwhile = meanwhile
    events = begin(*(f"s{number}" for number in range(MANY))).events()
    assert next(event for event in events if isinstance(event, Ran))
    events.close()
    ran = sum(word.startswith("run") for word in pretended.asked)
    assert 1 <= ran <= 3, "one more at most by each worker, and nobody is at work any more"
    assert broken_off == [True] * (ran - 1)
    assert not pretended.stopped.is_set(), "the sandboxes can be used again"


def test_compiling_is_broken_off_too(pretended: Pretended, begin: Begin) -> None:
    first, broken_off = threading.Lock(), []

    def preparing(_: str) -> None:
        if first.acquire(blocking=False):
            raise KeyboardInterrupt
        broken_off.append(pretended.stopped.wait(PATIENCE_S))

    pretended.preparing = preparing
    with pytest.raises(KeyboardInterrupt):
        list(begin("a", "b").events())
    assert broken_off in ([True], [])


def test_different_submissions_are_prepared_at_the_same_time_each_once(pretended: Pretended, begin: Begin) -> None:
    meeting = Barrier(2, timeout=120)
    pretended.preparing = lambda _: meeting.wait()  # nobody gets on before two are there
    ready = (event.prepared.verdict for event in begin(*"abcd").events() if isinstance(event, Readied))
    assert list(itertools.islice(ready, 4)) == ["AC"] * 4
    assert sorted(pretended.asked) == [f"prepare {name}" for name in "abcd"]


def test_a_worker_that_has_not_prepared_it_does_so_when_it_is_its_turn(pretended: Pretended, begin: Begin) -> None:
    meeting = Barrier(2, timeout=120)
    pretended.meanwhile = lambda *_: meeting.wait()  # each worker has one of two runs
    assert [event.run.verdict for event in begin("a").events() if isinstance(event, Ran)] == ["AC"] * 2
    assert pretended.asked.count("prepare a") == 2
    assert pretended.asked.count("run a") == 2
