"""What others may have cost a verdict is run again at the end: nothing else is, nothing is lost, and nobody gains."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from judge.classroom import submissions_of
from judge.judging import GradingSession, enter_all
from judge.model import (
    Batch,
    Case,
    Conditions,
    Finding,
    Prepared,
    Ran,
    Record,
    Roll,
    Run,
    Verdict,
)
from judge.scoring import judgement_of
from judge.store import Store
from tests.judging.make import Elsewhere, begun, member, problem_of
from tests.make import HOST
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


ROLL = Roll("plain", tuple(map(member, "ab")))


def sit(path: Path, busy: Busy, *, roll: Roll = ROLL, repeat: int = 1, events: int = 10**9) -> list[object]:
    """A judge that grades two cases, and is stopped after so many events: what it said."""
    problem = problem_of(2)
    said: list[object] = []
    with Store(path) as store:
        under = Conditions.of(problem, HOST, repeat)
        batch = store.begin(Batch("grade", problem, HOST, under, label="class", repeat=repeat))
        sitting = GradingSession(store, batch, enter_all(store, batch, submissions_of(roll, problem)))
        for event in sitting.events([busy]):  # type: ignore[list-item]
            said.append(event)
            if len(said) >= events:
                break
    return said


def found(path: Path) -> dict[str, Record]:
    with Store(path) as store:
        return {record.owner: record for record in Record.latest(store.records(problem_of(2)))}


def verdicts(path: Path) -> dict[str, list[Verdict]]:
    return {owner: [run.verdict for run in record.judgement.runs] for owner, record in found(path).items()}


AC, TLE, JE = Verdict.AC, Verdict.TLE, Verdict.JE


@pytest.mark.parametrize("kind", ["late", "starved"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_is_in_doubt_is_run_again_alone(tmp_path: Path, busy: Busy, kind: str, times: int) -> None:
    getattr(busy, kind)["a c1"] = times
    said = sit(tmp_path / "s.db", busy)
    assert busy.ran == {"a c0": 1, "a c1": 1 + times, "b c0": 1, "b c1": 1}
    assert [event for event in said if isinstance(event, GradingSession.Again)] == [GradingSession.Again(1, 1)] * times
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}
    assert found(tmp_path / "s.db")["a"].judgement.points == 10
    last = [event for event in said if isinstance(event, Ran)][-1]
    assert last.done == last.total == 4 + times, "the bar reaches its end"
    busy.asked.clear()
    assert sit(tmp_path / "s.db", busy) == []
    assert busy.asked == []


def test_what_stays_late_is_told_by_the_least_disturbed_run_and_left_in_peace(tmp_path: Path, busy: Busy) -> None:
    busy.late["a c1"] = ALWAYS
    sit(tmp_path / "s.db", busy)
    assert busy.ran["a c1"] == 1 + ROUNDS
    run = found(tmp_path / "s.db")["a"].judgement.runs[1]
    assert (run.verdict, run.disturbed, run.samples[0].lost_s) == (TLE, True, 4.0), "of 9 to 4, two for each try"
    busy.asked.clear()
    assert sit(tmp_path / "s.db", busy) == []
    assert busy.asked == []


def test_what_stays_starved_is_held_back_and_goes_on_with_the_next_command(tmp_path: Path, busy: Busy) -> None:
    busy.starved["a c1"] = 1 + ROUNDS
    sit(tmp_path / "s.db", busy)
    assert busy.ran["a c1"] == 1 + ROUNDS
    assert verdicts(tmp_path / "s.db") == {"a": [AC, JE], "b": [AC, AC]}
    made = found(tmp_path / "s.db")["a"].judgement
    assert (made.verdict, [run.starved for run in made.runs]) == (JE, [False, True])
    busy.asked.clear()
    sit(tmp_path / "s.db", busy)
    assert busy.asked == ["prepare a", "run a"], "that case alone"
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}


def test_a_starved_try_never_takes_the_place_of_a_verdict(tmp_path: Path, busy: Busy) -> None:
    """A time-out that was measured is more than nothing."""
    busy.late["a c1"] = 1
    busy.starved["a c1"] = 0
    said = []
    with Store(tmp_path / "s.db") as store:
        problem = problem_of(2)
        batch = store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST), label="class"))
        sitting = GradingSession(store, batch, enter_all(store, batch, submissions_of(ROLL, problem)))
        for event in sitting.events([busy]):  # type: ignore[list-item]
            said.append(event)
            if isinstance(event, GradingSession.Again):
                busy.starved["a c1"] = ALWAYS
    assert busy.ran["a c1"] == 1 + ROUNDS
    assert verdicts(tmp_path / "s.db")["a"] == [AC, TLE]


def test_compiling_that_was_starved_is_done_again_with_all_its_cases(tmp_path: Path, busy: Busy) -> None:
    busy.refusals["a"] = [Finding("E307", "others had its core", verdict=JE)]
    said = sit(tmp_path / "s.db", busy)
    assert [event for event in said if isinstance(event, GradingSession.Again)] == [GradingSession.Again(2, 1)]
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}
    assert busy.ran["b c0"] == 1


def test_of_several_repetitions_only_those_in_doubt_are_run_again(tmp_path: Path, busy: Busy) -> None:
    busy.late["a c1"] = 1
    said = sit(tmp_path / "s.db", busy, repeat=3)
    assert busy.ran["a c1"] == 3 + 1
    assert [event.runs for event in said if isinstance(event, GradingSession.Again)] == [1]
    run = found(tmp_path / "s.db")["a"].judgement.runs[1]
    assert (run.verdict, len(run.samples)) == (AC, 3)


def test_the_same_bytes_are_run_again_once_for_all(tmp_path: Path, busy: Busy) -> None:
    busy.late["a c0"] = 1
    roll = Roll("plain", (member("a", "same"), member("b"), member("c", "same")))
    said = sit(tmp_path / "s.db", busy, roll=roll)
    assert [event for event in said if isinstance(event, GradingSession.Again)] == [GradingSession.Again(1, 2)]
    assert verdicts(tmp_path / "s.db") == {owner: [AC, AC] for owner in "abc"}
    assert sum(busy.ran.values()) == 2 * 2 + 1


def test_what_was_known_from_elsewhere_is_not_run_again(tmp_path: Path, busy: Busy) -> None:
    """Another student hands in what stayed late: that it did is known."""
    busy.late["a c1"] = ALWAYS
    sit(tmp_path / "s.db", busy)
    busy.asked.clear()
    sit(tmp_path / "s.db", busy, roll=Roll("plain", (member("z", "a"),)))
    assert busy.asked == []
    assert verdicts(tmp_path / "s.db") == {"a": [AC, TLE], "b": [AC, AC], "z": [AC, TLE]}


@pytest.mark.parametrize("events", range(1, 16))
def test_stopped_anywhere_it_goes_on_there(tmp_path: Path, busy: Busy, events: int) -> None:
    busy.late |= {"a c0": 2, "b c1": 1}
    sit(tmp_path / "s.db", busy, events=events)
    sit(tmp_path / "s.db", busy)
    assert busy.ran == {"a c0": 3, "a c1": 1, "b c0": 1, "b c1": 2}, "what was told is in the store"
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}


@pytest.mark.parametrize("runs", [1, 4, 5, 7, 8, 9])
def test_killed_in_any_run_it_goes_on_there(tmp_path: Path, busy: Busy, runs: int) -> None:
    busy.late |= {"a c0": 2, "b c1": 1}
    child = os.fork()
    if not child:
        left = iter(range(runs - 1))

        def where(*_: object) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        busy.where = where
        sit(tmp_path / "s.db", busy)
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    for name in busy.late:  # what the child has run, it has written down
        busy.late[name] -= tries(tmp_path / "s.db", *name.split())
    sit(tmp_path / "s.db", busy)
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}
    assert {name: tries(tmp_path / "s.db", *name.split()) for name in ("a c0", "a c1", "b c0", "b c1")} == {
        "a c0": 3, "a c1": 1, "b c0": 1, "b c1": 2,
    }  # fmt: skip


def tries(path: Path, owner: str, case: str) -> int:
    """How often it is written down."""
    with Store(path) as store:
        [ticket] = [one for one in store.regrades.tickets(begun(store, problem_of(2))) if one.owner == owner]
        return sum(run.case == case for run in ticket.runs)


def test_what_another_judge_has_run_again_is_left_to_it(
    tmp_path: Path, busy: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy.late["a c0"] = 1
    problem = problem_of(2)
    with Store(tmp_path / "s.db") as store:
        batch = store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST), label="class"))
        tickets = enter_all(store, batch, submissions_of(ROLL, problem))

        def finishes() -> None:
            runs = tuple(Run(case.name, case.group, case.board.algorithm, AC) for case in problem.cases)
            store.finish(tickets[0], judgement_of(tickets[0].submission, problem, Prepared(), runs))

        for event in GradingSession(store, batch, tickets).events([busy]):  # type: ignore[list-item]
            if isinstance(event, GradingSession.Again):
                Elsewhere(monkeypatch, store, {tickets[0].id}, 2, finishes)
    assert busy.ran["a c0"] == 1
    assert verdicts(tmp_path / "s.db") == {"a": [AC, AC], "b": [AC, AC]}
