"""Who is near the last place of a bonus is measured again, and that stays. The sandbox is a pretended one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from judge.classroom.gradebook.grades import submissions_of
from judge.judging.bonus import BonusRounds
from judge.judging.session import GradingSession, enter_all
from judge.model import Bonus, Problem, Scheme, Settling
from judge.model.classroom import Roll
from judge.sandbox.sandbox import Sandbox
from judge.scoring.points import awards
from judge.store import Store
from tests.judging.test_session import begun, member, problem_of
from tests.pretended import Pretended

LONG_S = 3600.0
ONE_PLACE = Scheme("groups", Bonus(0.2, 5, ("DFS",)))


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    """Runs take the time of their submission, and a little noise."""
    dice, speeds = random.Random(3), {"a": 1.0, "b": 1.05, "c": 1.0, "d": 2.0, "e": 3.0}
    sandbox = Pretended(monkeypatch)
    sandbox.cpu_s = lambda name, _: 0.1 * speeds[name] * dice.lognormvariate(0, 0.01)
    return sandbox


@pytest.fixture
def graded(tmp_path: Path, pretended: Pretended) -> Callable[..., tuple[list[str], list[Settling], Counter[str]]]:
    """Grade a class on four cases; return who gets the bonus, what came of the rounds, and how often who was run."""

    def grade(names: str = "abde", budget_s: float = LONG_S, texts: str = "", **more: Any) -> Any:
        roll = Roll("plain", tuple(member(name, text) for name, text in zip(names, texts or names, strict=True)))
        problem = problem_of(4, more.pop("scheme", ONE_PLACE))
        pretended.asked.clear()
        sandboxes = [cast(Sandbox, pretended)]
        with Store(tmp_path / "s.db") as store:
            batch = begun(store, problem)
            tickets = enter_all(store, batch, submissions_of(roll, problem))
            for _ in GradingSession(store, batch, tickets).events(sandboxes):
                pass
            race = BonusRounds(store, batch, tickets, budget_s, more=more.pop("more", False))
            for _ in race.events(sandboxes):
                pass
            return winners(store, problem, [ticket.id for ticket in tickets]), race.settled, runs(pretended)

    return grade


def winners(store: Store, problem: Problem, tickets: list[int]) -> list[str]:
    records = [record for one in tickets if (record := store.record(one, problem))]
    [award] = awards([record.judgement for record in records])
    return [records[at].owner for at in award.winners]


def runs(pretended: Pretended) -> Counter[str]:
    return Counter(word.removeprefix("run ") for word in pretended.asked if word.startswith("run"))


def test_who_is_near_the_last_place_is_measured_until_told_apart(graded: Callable[..., Any]) -> None:
    won, settled, ran = graded()
    assert won == ["a"]
    assert [(one.problem, one.left) for one in settled] == [("bonus for DFS", ())]
    assert settled[0].rounds > 1
    assert (ran["d"], ran["e"]) == (4, 4), "who is far from it is not run again"
    assert ran["a"] == ran["b"] == 4 + settled[0].times / 2


def test_who_can_t_be_told_apart_gets_it_too(graded: Callable[..., Any]) -> None:
    won, settled, _ = graded("acde", budget_s=0)
    assert won == ["a", "c"]
    assert [set(pair) for pair in settled[0].left] == [{"a", "c"}]


def test_a_second_grading_measures_nothing_again(graded: Callable[..., Any], tmp_path: Path) -> None:
    first = graded()
    again = graded()
    assert (again[0], again[2]) == (first[0], Counter())
    assert again[1] == [], "the cut is settled"
    with Store(tmp_path / "s.db") as store:
        records = {record.owner: record.judgement for record in store.records(problem_of(4, ONE_PLACE))}
    samples = {run.case: len(run.samples) for run in records["a"].runs}
    assert samples["c0"] == samples["c3"] == 1 + first[1][0].rounds, "all of it is kept"
    assert samples["c1"] == samples["c2"] == 1, "these are not for DFS"


def test_an_ended_budget_is_not_spent_again_unless_asked_for(
    graded: Callable[..., Any], pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as clock:  # by this one, each question to the sandbox takes a second
        clock.setattr("judge.judging.rounds.time.monotonic", lambda: float(len(pretended.asked)))
        won, settled, ran = graded("acde", budget_s=12)
    assert settled[0].left
    assert ran["a"] == ran["c"] > 4
    again, _, ran = graded("acde")
    assert (again, ran) == (won, Counter())
    *_, ran = graded("acde", more=True)
    assert ran["a"] > 0


def test_who_comes_later_is_measured_against_the_last_place(graded: Callable[..., Any]) -> None:
    graded()
    won, settled, ran = graded("abcde")
    assert set(ran) >= {"a", "c"}
    assert ran["c"] > 4
    assert (ran["d"], ran["e"]) == (0, 0)
    assert set(won) >= {"a"}
    assert settled[0].rounds > 0


def test_the_same_bytes_are_measured_once_and_win_together(graded: Callable[..., Any]) -> None:
    won, _, ran = graded("abde", texts="aade")
    assert won == ["a", "b"]
    assert ran["b"] == 0


def test_a_judge_that_was_stopped_goes_on_with_what_it_had(
    graded: Callable[..., Any], pretended: Pretended, tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        if runs(pretended).total() == 16 + 7:
            raise KeyboardInterrupt

    pretended.meanwhile = stop
    with pytest.raises(KeyboardInterrupt):
        graded()
    pretended.meanwhile = lambda *_: None
    won, settled, ran = graded()
    assert won == ["a"]
    with Store(tmp_path / "s.db") as store:
        records = {record.owner: record.judgement for record in store.records(problem_of(4, ONE_PLACE))}
    samples = sum(len(run.samples) for name in "ab" for run in records[name].runs)
    assert samples == 8 + 6 + ran.total(), "what had been run before counts"
    assert settled[0].left == ()


def test_without_a_bonus_nothing_is_run(graded: Callable[..., Any], pretended: Pretended, tmp_path: Path) -> None:
    problem = problem_of(2)
    with Store(tmp_path / "t.db") as store:
        batch = begun(store, problem)
        race = BonusRounds(store, batch, (), LONG_S, more=False)
        assert list(race.events([cast(Sandbox, pretended)])) == []
        assert race.settled == []
