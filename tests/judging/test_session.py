"""A sitting loses nothing and runs nothing twice, wherever it is stopped; what others may have cost a verdict is run
again at the end: nothing else is, and nobody gains."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError
from judge.judging import Contest, GradingSession, enter_all
from judge.model import Case, Conditions, Finding, Ran, Roll, Run, Verdict
from judge.scoring import Leaderboard, OwnRank
from judge.store import Store
from judge.submissions import handed_in
from tests.judging.make import Elsewhere, Sitting, begun
from tests.make import AC, HOST, JE, TLE, WA, batch, judgement, member, problem, replace
from tests.pretended import Pretended

Sit = Callable[..., Sitting]
CHUNK = 16  # submissions whose cases are run in turn
INSTANT = problem("one", name="instant", path="instant")


@pytest.fixture
def graded(tmp_path: Path, pretended: Pretended) -> Sit:
    """A class of these names, in the same store each time."""
    return lambda names, cases=2: Sitting(tmp_path / "s.db", pretended, names, cases)


@pytest.mark.parametrize("events", [2, 7])
def test_a_wrong_answer_is_looked_at_once_though_it_was_stopped(pretended: Pretended, graded: Sit, events: int) -> None:
    pretended.codes = ["E106"] * 100
    sitting = graded("ab", 3)
    sitting.sit(events)
    sitting.sit()
    assert sorted(look.split()[0] for look in pretended.looked) == ["a", "b"]


def test_tables_follow_one_another(pretended: Pretended, graded: Sit) -> None:
    count, sitting = 2 * CHUNK + 3, graded("")
    sitting.roll = Roll("plain", tuple(member(f"s{index}") for index in range(count)))
    said = sitting.sit()
    assert [event.done for event in said if isinstance(event, Ran)] == list(range(1, 2 * count + 1))
    assert done(said) == list(range(1, count + 1))
    before_the_first_end = pretended.asked[: pretended.asked.index(f"prepare s{CHUNK}")]
    assert len(before_the_first_end) == 3 * CHUNK, "a table is over before the next is made ready"


def done(said: list[Any]) -> list[int]:
    return [event.done for event in said if isinstance(event, GradingSession.Judged)]


def marks(sitting: Sitting) -> dict[str, tuple[Verdict, float | None]]:
    return {name: (one.judgement.verdict, one.judgement.points) for name, one in sitting.records().items()}


@pytest.mark.parametrize("back_s", [0, 3600])
def test_what_the_judge_failed_on_is_judged_again_and_alone(
    pretended: Pretended, graded: Sit, monkeypatch: pytest.MonkeyPatch, back_s: float
) -> None:
    """Also where the clock was set back meanwhile."""
    pretended.failures = ["run a", "run a", "run probe"]  # not even the judge's own submission gets through
    sitting = graded("ab")
    sitting.sit()
    assert marks(sitting) == {"a": (JE, None), "b": (AC, 10)}
    pretended.asked.clear()
    now_s = time.time() - back_s
    monkeypatch.setattr("time.time", lambda: now_s)
    sitting.sit()
    assert pretended.asked == ["prepare a", "run a"], "the one case, and nobody else"
    assert marks(sitting) == {"a": (AC, 10), "b": (AC, 10)}


# --- the fence -------------------------------------------------------------------------------------------------------
def raising(monkeypatch: pytest.MonkeyPatch, where: object, name: str, about: Callable[..., bool]) -> None:
    """Make a function of the judge's own raise, when it is about one submission."""
    real = getattr(where, name)

    def broken(*args: Any, **more: Any) -> Any:
        if about(*args):
            raise RecursionError("too deep")
        return real(*args, **more)

    monkeypatch.setattr(where, name, broken)


PLACES: dict[str, tuple[object, str, Callable[..., bool]]] = {
    "merging": (Contest, "_merged", lambda _, __, submission, ___: submission.name == "b"),
    "taking up": (Contest, "resume", lambda _, __, submission, *___: submission.name == "b"),
    "writing down": (Store, "record_run", lambda _, ticket, __: ticket.owner == "b"),
    "finishing": (GradingSession, "_kept", lambda _, ticket, *__: ticket.owner == "b"),
    "looking up": (Store, "taken_up", lambda _, ticket: ticket.owner == "b"),
}


@pytest.mark.parametrize("place", ["prepare b", "run b", *PLACES])
def test_what_the_judge_does_wrong_on_one_stops_nobody_else(
    pretended: Pretended, graded: Sit, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    sitting, right = graded("abc"), (AC, 10)
    with monkeypatch.context() as broken:
        if place in PLACES:
            raising(broken, *PLACES[place])
        else:
            pretended.raises[place] = RecursionError("too deep")
        said = sitting.sit()
    pretended.raises.clear()
    assert done(said) == [1, 2, 3]
    assert marks(sitting) == {"a": right, "b": (JE, None), "c": right}
    b = sitting.records()["b"].judgement
    finding = b.prepare.finding or next(run.finding for run in b.runs if run.finding)
    assert (finding.code, "RecursionError: too deep" in finding.message) == ("E304", True)
    assert "in broken" in finding.traceback or "in _note" in finding.traceback, "it is kept in the store"
    sitting.sit()
    assert marks(sitting) == dict.fromkeys("abc", right), "repaired, it is judged again"


def test_what_is_not_looked_up_is_rejudged(pretended: Pretended, graded: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = graded("ab")
    sitting.sit()
    for name in ("_own", "_due"):
        raising(monkeypatch, Store, name, lambda _, __, ___, owner, *____: owner == "b")
    pretended.asked.clear()
    sitting.sit()
    assert pretended.asked == ["prepare b", "run b", "run b"]


@pytest.mark.parametrize("fault", [JudgeError("E353", "the store can't grow"), sqlite3.OperationalError("x")])
def test_a_store_that_fails_ends_a_sitting(graded: Sit, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Store, "record_run", broken)
    with pytest.raises(type(fault)):
        graded("a").sit()


# --- beside other judges ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("verdict", [WA, JE])
def test_what_another_judge_is_at_is_waited_for(
    pretended: Pretended, graded: Sit, monkeypatch: pytest.MonkeyPatch, verdict: Verdict
) -> None:
    """Its judge error, too: to try that again is for the next command."""
    sitting = graded("abc")
    with Store(sitting.path) as store:
        session, [_, b, _] = sitting.begin(store)
        Elsewhere(monkeypatch, store, {b.id}, 3, lambda: sitting.finish(store, b, verdict))
        said = list(session.events(sitting.hands))
    assert sorted(word for word in pretended.asked if word.startswith("run")) == ["run a"] * 2 + ["run c"] * 2
    assert [event.tickets for event in said if isinstance(event, GradingSession.Waits)] == [1]
    assert [event.ticket.owner for event in said if isinstance(event, GradingSession.Judged)] == ["a", "c", "b"]
    assert {owner: judged for owner, (judged, _) in marks(sitting).items()} == {"a": AC, "b": verdict, "c": AC}


def test_what_a_dead_judge_began_goes_on(pretended: Pretended, graded: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = graded("ab", 3)
    one = Run("c0", "secret", "DFS", AC)
    with Store(sitting.path) as store:
        session, [_, b] = sitting.begin(store)
        Elsewhere(monkeypatch, store, {b.id}, 2, lambda: store.record_run(b, one.attempts()[0]))
        ran = [event for event in session.events(sitting.hands) if isinstance(event, Ran)]
    assert pretended.asked.count("run b") == 2, "the first case is in the store already"
    assert len(sitting.records()["b"].judgement.runs) == 3
    assert len(ran) == 5
    assert ran[-1].done == ran[-1].total == 6, "the bar reaches its end"


# --- what it costs ---------------------------------------------------------------------------------------------------
class Steps:
    """How many steps SQLite's machine takes for a store: the same on every host, however busy."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count, connect = 0, sqlite3.connect

        def counted(*words: Any, **named: Any) -> sqlite3.Connection:
            made: sqlite3.Connection = connect(*words, **named)
            made.set_progress_handler(self.step, 1)
            return made

        patch.setattr("sqlite3.connect", counted)

    def step(self) -> None:
        self.count += 1

    def of(self, work: Callable[[], object]) -> int:
        before = self.count
        work()
        return self.count - before


def fill(store: Store, count: int, owners: int) -> None:
    """Judgements as if `count` submissions had been judged, each of its own bytes."""
    with store.at_once():
        made = store.begin(batch(INSTANT, kind="submit"))
        for number in range(count):
            paper = handed_in(f"s{number % owners}", INSTANT.name, "h.py", (("h.py", b"# %d" % number),))
            ticket = store.enter(made, paper, paper.name)
            store.finish(ticket, replace(judgement(INSTANT, [[1 + number / count]]), submission=paper))


def costs(path: Path, stored: int, pretended: Pretended, steps: Steps) -> dict[str, int]:
    """Of grading ten students who have submitted before, of a rank, the board, and of what an export reads."""
    under = Conditions.of(INSTANT, HOST)
    ground = Leaderboard.Ground(INSTANT.name, under.package, under.limits, boxed=False)
    handed = submissions_of(Roll("plain", tuple(member(f"s{number}") for number in range(10))), INSTANT)

    def judged() -> None:
        made = store.begin(batch(INSTANT, label="class"))
        list(GradingSession(store, made, enter_all(store, made, handed)).events(pretended.hands))

    with Store(path) as store:
        fill(store, stored, owners=10)
        return {
            "judged": steps.of(judged),
            "rank": steps.of(lambda: OwnRank.of(store.scores.best(ground), "s1", INSTANT)),
            "board": steps.of(lambda: store.boards.board(store.boards.outline(INSTANT, under))),
            "export": steps.of(lambda: store.counting(INSTANT, handed)),
        }


def test_the_store_s_size_costs_nothing(tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(monkeypatch)
    few, many = (costs(tmp_path / f"{stored}.db", stored, pretended, steps) for stored in (20, 200))
    assert all(cost > 100 for cost in few.values()), "it is counted"
    assert {what: cost for what, cost in many.items() if cost > 1.2 * few[what]} == {}


# --- what others may have cost a verdict is run again at the end -----------------------------------------------------
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
def sitting(tmp_path: Path, busy: Busy) -> Sitting:
    """Two members on two cases."""
    return Sitting(tmp_path / "s.db", busy)


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


def test_of_several_repetitions_only_those_in_doubt_are_run_again(sitting: Sitting, busy: Busy) -> None:
    busy.late["a c1"], sitting.repeat = 1, 3
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
