"""What others may have cost a verdict is run again at the end: nothing else is, nothing is lost, and nobody gains."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.judging import GradingSession
from judge.model import Case, Finding, Ran, Roll
from judge.store import Store
from tests.judging.make import Elsewhere, Sitting, begun
from tests.make import AC, JE, TLE, member
from tests.pretended import Pretended

ALWAYS = 1000
ROUNDS = 2  # in which what is in doubt is run again


class Busy(Pretended):
    """A machine on which others have the core: `late` and `starved` say how many tries of a submission on a case end
    out of time, or without a verdict. A worker gives a run that is late a second chance, which is the same try."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self.late: dict[str, int] = {}
        self.starved: dict[str, int] = {}
        self.lost = iter(float(number) for number in range(9, 0, -1))
        self.ran: Counter[str] = Counter()  # tries by submission and case
        self._halves: Counter[str] = Counter()
        self.meanwhile = self.busy

    def busy(self, who: str, case: Case) -> None:
        name, tried = f"{who} {case.name}", True
        if self.starved.get(name, 0) > self.ran[name]:
            self.codes, self.times_s = ["E307"], [(1.0, 0.1)]
        elif self.late.get(name, 0) > self.ran[name]:
            self._halves[name] += 1
            tried = self._halves[name] % 2 == 0
            self.codes, self.times_s, self.lost_s = ["E202"], [(2.0, 0.2)], [next(self.lost, 1.0)]
        self.ran[name] += tried


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Busy:
    return Busy(monkeypatch)


@pytest.fixture
def graded(tmp_path: Path, busy: Busy) -> Callable[..., Sitting]:
    """Two members on two cases, in the same store each time."""
    return lambda repeat=1: Sitting(tmp_path / "s.db", busy, repeat=repeat)


@pytest.fixture
def sitting(graded: Callable[..., Sitting]) -> Sitting:
    return graded()


def agains(said: list[Any]) -> list[tuple[int, int]]:
    """What is told of runs that are made again: how many, and of how many members."""
    return [(event.runs, event.tickets) for event in said if isinstance(event, GradingSession.Again)]


def assert_nothing_left(sitting: Sitting, busy: Busy) -> None:
    busy.asked.clear()
    assert sitting.sit() == []
    assert busy.asked == []


@pytest.mark.parametrize("kind", ["late", "starved"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_is_in_doubt_is_run_again_alone(sitting: Sitting, busy: Busy, kind: str, times: int) -> None:
    getattr(busy, kind)["a c1"] = times
    said = sitting.sit()
    assert busy.ran == {"a c0": 1, "a c1": 1 + times, "b c0": 1, "b c1": 1}
    assert agains(said) == [(1, 1)] * times
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}
    assert sitting.records()["a"].judgement.points == 10
    last = [event for event in said if isinstance(event, Ran)][-1]
    assert last.done == last.total == 4 + times, "the bar reaches its end"
    assert_nothing_left(sitting, busy)


def test_what_stays_late_is_told_by_the_least_disturbed_run_and_left_in_peace(sitting: Sitting, busy: Busy) -> None:
    busy.late["a c1"] = ALWAYS
    sitting.sit()
    assert busy.ran["a c1"] == 1 + ROUNDS
    run = sitting.records()["a"].judgement.runs[1]
    assert (run.verdict, run.disturbed, run.samples[0].lost_s) == (TLE, True, 4.0), "of 9 to 4, two for each try"
    assert_nothing_left(sitting, busy)
    sitting.roll = Roll("plain", (member("z", "a"),))  # who hands in the same bytes later
    assert_nothing_left(sitting, busy)
    assert sitting.verdicts() == {"a": [AC, TLE], "b": [AC, AC], "z": [AC, TLE]}


def test_what_stays_starved_is_held_back_and_goes_on_with_the_next_command(sitting: Sitting, busy: Busy) -> None:
    busy.starved["a c1"] = 1 + ROUNDS
    sitting.sit()
    assert busy.ran["a c1"] == 1 + ROUNDS
    assert sitting.verdicts() == {"a": [AC, JE], "b": [AC, AC]}
    made = sitting.records()["a"].judgement
    assert (made.verdict, [run.starved for run in made.runs]) == (JE, [False, True])
    busy.asked.clear()
    sitting.sit()
    assert busy.asked == ["prepare a", "run a"], "that case alone"
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}


def test_a_starved_try_never_takes_the_place_of_a_verdict(sitting: Sitting, busy: Busy) -> None:
    """A time-out that was measured is more than nothing."""
    busy.late["a c1"] = 1
    with Store(sitting.path) as store:
        for event in sitting.begin(store)[0].events(sitting.hands):
            if isinstance(event, GradingSession.Again):
                busy.starved["a c1"] = ALWAYS
    assert busy.ran["a c1"] == 1 + ROUNDS
    assert sitting.verdicts()["a"] == [AC, TLE]


def test_compiling_that_was_starved_is_done_again_with_all_its_cases(sitting: Sitting, busy: Busy) -> None:
    busy.refusals["a"] = [Finding("E307", "others had its core", verdict=JE)]
    assert agains(sitting.sit()) == [(2, 1)]
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}
    assert busy.ran["b c0"] == 1


def test_of_several_repetitions_only_those_in_doubt_are_run_again(graded: Callable[..., Sitting], busy: Busy) -> None:
    busy.late["a c1"] = 1
    sitting = graded(3)
    assert agains(sitting.sit()) == [(1, 1)]
    assert busy.ran["a c1"] == 3 + 1
    run = sitting.records()["a"].judgement.runs[1]
    assert (run.verdict, len(run.samples)) == (AC, 3)


def test_the_same_bytes_are_run_again_once_for_all(sitting: Sitting, busy: Busy) -> None:
    busy.late["a c0"] = 1
    sitting.roll = Roll("plain", (member("a", "same"), member("b"), member("c", "same")))
    assert agains(sitting.sit()) == [(1, 2)]
    assert sitting.verdicts() == {owner: [AC, AC] for owner in "abc"}
    assert sum(busy.ran.values()) == 2 * 2 + 1


@pytest.mark.parametrize("events", range(1, 16))
def test_stopped_anywhere_it_goes_on_there(sitting: Sitting, busy: Busy, events: int) -> None:
    busy.late |= {"a c0": 2, "b c1": 1}
    sitting.sit(events)
    sitting.sit()
    assert busy.ran == {"a c0": 3, "a c1": 1, "b c0": 1, "b c1": 2}, "what was told is in the store"
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}


@pytest.mark.parametrize("runs", [1, 4, 5, 7, 8, 9])
def test_killed_in_any_run_it_goes_on_there(sitting: Sitting, busy: Busy, runs: int) -> None:
    busy.late |= {"a c0": 2, "b c1": 1}
    child = os.fork()
    if not child:
        left = iter(range(runs - 1))

        def where(*_: object) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        busy.where = where
        sitting.sit()
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    for name, count in tries(sitting).items():  # what the child has run, it has written down
        busy.late[name] = busy.late.get(name, 0) - count
    sitting.sit()
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}
    assert tries(sitting) == {"a c0": 3, "a c1": 1, "b c0": 1, "b c1": 2}


def tries(sitting: Sitting) -> Counter[str]:
    """How often each case of each member is written down."""
    with Store(sitting.path) as store:
        tickets = store.regrades.tickets(begun(store, sitting.problem))
        return Counter(f"{ticket.owner} {run.case}" for ticket in tickets for run in ticket.runs)


def test_what_another_judge_reruns_is_left_to_it(sitting: Sitting, busy: Busy, monkeypatch: pytest.MonkeyPatch) -> None:
    busy.late["a c0"] = 1
    with Store(sitting.path) as store:
        session, [a, _] = sitting.begin(store)
        for event in session.events(sitting.hands):
            if isinstance(event, GradingSession.Again):
                Elsewhere(monkeypatch, store, {a.id}, 2, lambda: sitting.finish(store, a, AC))
    assert busy.ran["a c0"] == 1
    assert sitting.verdicts() == {"a": [AC, AC], "b": [AC, AC]}
