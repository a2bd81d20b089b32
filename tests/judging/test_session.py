"""A sitting loses nothing and runs nothing twice, wherever it is stopped; a class's rows are its members'."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError
from judge.judging import Contest, GradingSession
from judge.model import Conditions, Ran, Roll, Run, Verdict
from judge.scoring import Leaderboard, OwnRank
from judge.store import Store
from tests.judging.make import Elsewhere, Sitting
from tests.make import AC, HOST, JE, WA, member
from tests.pretended import Pretended
from tests.store.make import plans

Sit = Callable[..., Sitting]
CHUNK = 16  # submissions whose cases are run in turn


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
def test_the_store_s_size_costs_nothing(graded: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is graded, has a rank or is exported is found by an index, and not by a look at all that is there."""
    graded("abc").sit()
    sitting, steps = graded("abcd"), plans(monkeypatch)
    under = Conditions.of(sitting.problem, HOST)
    ground = Leaderboard.Ground(sitting.problem.name, under.package, under.limits, boxed=False)
    with Store(sitting.path) as store:
        steps.clear()
        list(sitting.begin(store)[0].events(sitting.hands))
        assert OwnRank.of(store.scores.best(ground), "a", sitting.problem)
        store.counting(sitting.problem, submissions_of(sitting.roll, sitting.problem))
    assert len(steps) > 20, "it is noted"
    assert [step for step in steps if step.startswith("SCAN")] == []
