"""Rounds of measuring: who is run again, in which order, and what is kept of it. The sandbox is a pretended one."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.judging import BonusRounds, Contest, GradingSession, Rounds, enter_all
from judge.model import Case, Conditions, Entry, Judgement, Problem, Ran, Roll, RunRecord, Verdict
from judge.scoring import awards, boards, unsettled_pairs
from judge.store import Store
from tests.conftest import there
from tests.judging.make import begun, problem_of
from tests.make import board, member, problem, replace, submission
from tests.pretended import Pretended

LONG_S = 3600.0
PROBLEM = problem(3, on=board(rows="0000 0000 0000 0000", pieces=4))


class Timed(Pretended):
    """Runs take the time of their submission, and a little noise; it notes in which sandbox each one was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self.speeds: dict[str, float] = {}
        self.weights = {"c0": 1.0, "c1": 0.5, "c2": 0.001}
        self.ran: list[tuple[object, str, str]] = []  # sandbox, submission and case
        self._dice = random.Random(7)
        self.cpu_s = self._time_s
        self.where = lambda sandbox, name, case: self.ran.append((sandbox, name, case.name))

    def _time_s(self, name: str, case: Case) -> float:
        work = self.speeds.get(name, 1.0) * self.weights.get(case.name, 1.0)
        return 0.1 * work * self._dice.lognormvariate(0, 0.01)


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> Timed:
    return Timed(monkeypatch)


def entry(*names: str) -> Entry:
    """Those of these names; their bytes differ."""
    return Entry(PROBLEM, tuple(submission(f"# {name}", f"{name}.py") for name in names))


def settle(contest: Contest, budget_s: float = LONG_S, **more: Any) -> tuple[list[list[str]], RunRecord.Settling]:
    """Run the contest and its rounds; return who shares which rank, best first, and what came out."""
    rounds = Rounds(budget_s, lambda rows: unsettled_pairs(rows, "cpu", 0.01), **more)
    for _ in contest.events(rounds):
        pass
    [board] = boards(contest.judgements(), "cpu", 0.01)
    shared = itertools.groupby(board, key=lambda row: row.rank)
    [settled] = rounds.settled
    return [sorted(row.judgement.submission.name for row in rows) for _, rows in shared], settled


def test_those_that_are_close_are_run_until_their_order_is_settled(timed: Timed) -> None:
    timed.speeds = {"a": 1.04, "b": 1.0, "far": 3.0}
    told: list[RunRecord.Settling] = []
    ranks, settled = settle(Contest(timed.hands, [entry("a", "b", "far")]), tell=told.append)
    assert ranks == [["b"], ["a"], ["far"]]
    assert settled.left == ()
    assert settled.rounds == 2 * len(told) > 0
    again = timed.ran[9:]
    assert len(again) == settled.times
    assert {name for _, name, _ in again} == {"a", "b"}, "who is far from both is not run again"
    assert {case for _, _, case in again} == {"c0", "c1"}, "a case that weighs nothing is not, either"
    turns = ["".join(name for _, name, _ in turn) for _, turn in itertools.groupby(again, key=lambda ran: ran[2])]
    assert set(turns) <= {"abba", "baab"}


def test_a_budget_ends_in_a_round(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: float(len(timed.ran)))
    contest = Contest(timed.hands, [entry("a", "b")])
    _, settled = settle(contest, budget_s=3)
    assert settled.times == len(timed.ran) - 6 == 3
    assert Counter(sample.round for row in contest.judgements() for run in row.runs for sample in run.samples) == {
        0: 6, Conditions.ASKED_ROUND: 2, Conditions.ASKED_ROUND + 1: 1,
    }  # fmt: skip


def test_the_same_bytes_are_run_once(timed: Timed) -> None:
    a, b = entry("a", "b").submissions
    three = (a, b, replace(a, name="c"))
    timed.speeds = {"a": 1.0, "b": 2.0}
    contest = Contest(timed.hands, [Entry(PROBLEM, three)])
    told = [event for event in contest.events() if isinstance(event, Ran)]
    assert {name for _, name, _ in timed.ran} == {"a", "b"}
    assert [event.done for event in told] == list(range(1, contest.total + 1)) == list(range(1, 10))
    first, _, last = contest.judgements()
    assert (first.submission.name, last.submission.name) == ("a", "c")
    assert first.runs == last.runs
    [board] = boards(contest.judgements(), "cpu")
    assert [(row.rank, row.judgement.submission.name) for row in board] == [(1, "a"), (1, "c"), (3, "b")]


def test_a_pair_is_run_by_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    timed, other = Timed(monkeypatch), Timed(monkeypatch)  # `other` does the work for both, and says where
    contest = Contest(timed.hands + other.hands, [entry("a", "b")])
    _, settled = settle(contest, tell=lambda _: None)
    assert settled.times > 0
    for row in contest.judgements():
        for run in row.runs:
            assert len({sample.round for sample in run.samples}) == len(run.samples)
    where: dict[str, list[object]] = {"c0": [], "c1": []}
    for sandbox, _, case in other.ran[6:]:
        where.setdefault(case, []).append(sandbox)
    for ran in where.values():
        fours = [set(ran[at : at + 4]) for at in range(0, len(ran), 4)]
        assert all(len(four) == 1 for four in fours)


def test_what_was_right_stays_right(timed: Timed) -> None:
    """A run that is measured again counts for its time alone."""
    timed.ends = lambda *_: "E106" if len(timed.ran) == 8 else ""
    contest = Contest(timed.hands, [entry("a", "b")])
    _, settled = settle(contest)
    assert settled.missed == 1
    assert {row.verdict for row in contest.judgements()} == {Verdict.AC}
    samples = [sample for row in contest.judgements() for run in row.runs for sample in run.samples]
    assert {sample.verdict for sample in samples} == {Verdict.AC}
    assert len(samples) == 6 + settled.times - 1


def test_no_case_is_spared_before_it_was_run_often_enough(timed: Timed) -> None:
    contest = Contest(timed.hands, [entry("a", "b")])
    settle(contest, least=2)
    assert {case for _, _, case in timed.ran[6:]} == {"c0", "c1", "c2"}
    [short] = {len(run.samples) for row in contest.judgements() for run in row.runs if run.case == "c2"}
    assert short == 3


# --- Who is near the last place of a bonus is measured again ---------------------------------------------------------
RACE = problem_of(4, Problem.Scheme("groups", Problem.Scheme.Bonus(0.2, 5, ("DFS",))))  # with one place


@pytest.fixture
def graded(tmp_path: Path, timed: Timed) -> Callable[..., tuple[list[str], list[RunRecord.Settling], Counter[str]]]:
    """Grade a class on four cases; return who gets the bonus, what came of the rounds, and how often who was run."""
    timed.speeds, timed.weights = {"a": 1.0, "b": 1.05, "c": 1.0, "d": 2.0, "e": 3.0}, {}

    def grade(names: str = "abde", budget_s: float = LONG_S, texts: str = "", *, more: bool = False) -> Any:
        roll = Roll("plain", tuple(member(name, text) for name, text in zip(names, texts or names, strict=True)))
        timed.asked.clear()
        with Store(tmp_path / "s.db") as store:
            batch = begun(store, RACE)
            tickets = enter_all(store, batch, submissions_of(roll, RACE))
            list(GradingSession(store, batch, tickets).events(timed.hands))
            race = BonusRounds(store, batch, tickets, budget_s, more=more)
            list(race.events(timed.hands))
            records = [there(store.record(ticket.id, RACE)) for ticket in tickets]
        [award] = awards([record.judgement for record in records])
        return [records[at].owner for at in award.winners], race.settled, runs(timed)

    return grade


def judgements(folder: Path) -> dict[str, Judgement]:
    """What was kept of each member."""
    with Store(folder / "s.db") as store:
        return {record.owner: record.judgement for record in store.records(RACE)}


def runs(timed: Timed) -> Counter[str]:
    return Counter(word.removeprefix("run ") for word in timed.asked if word.startswith("run"))


def test_who_is_near_the_last_place_is_measured_until_told_apart(graded: Callable[..., Any]) -> None:
    won, settled, ran = graded()
    assert won == ["a"]
    assert [(one.problem, one.left) for one in settled] == [("bonus for DFS", ())]
    assert settled[0].rounds > 1
    assert (ran["d"], ran["e"]) == (4, 4), "who is far from it is not run again"
    assert ran["a"] == ran["b"] == 4 + settled[0].times / 2


def test_a_second_grading_measures_nothing_again(graded: Callable[..., Any], tmp_path: Path) -> None:
    first = graded()
    again = graded()
    assert (again[0], again[2]) == (first[0], Counter())
    assert again[1] == [], "the cut is settled"
    samples = {run.case: len(run.samples) for run in judgements(tmp_path)["a"].runs}
    assert samples["c0"] == samples["c3"] == 1 + first[1][0].rounds, "all of it is kept"
    assert samples["c1"] == samples["c2"] == 1, "these are not for DFS"


def test_an_ended_budget_is_not_spent_again_unless_asked_for(
    graded: Callable[..., Any], timed: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as clock:  # by this one, each question to the sandbox takes a second
        clock.setattr("time.monotonic", lambda: float(len(timed.asked)))
        won, settled, ran = graded("acde", budget_s=12)
    assert (won, [set(pair) for pair in settled[0].left]) == (["a", "c"], [{"a", "c"}]), "each of them gets it"
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


def test_a_stopped_judge_goes_on_with_runs(graded: Callable[..., Any], timed: Timed, tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        if runs(timed).total() == 16 + 7:
            raise KeyboardInterrupt

    timed.meanwhile = stop
    with pytest.raises(KeyboardInterrupt):
        graded()
    timed.meanwhile = lambda *_: None
    won, settled, ran = graded()
    assert won == ["a"]
    kept = judgements(tmp_path)
    samples = sum(len(run.samples) for name in "ab" for run in kept[name].runs)
    assert samples == 8 + 6 + ran.total(), "what had been run before counts"
    assert settled[0].left == ()
