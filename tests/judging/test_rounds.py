"""Rounds of measuring: who is run again, in which order, and what is kept of it. The sandbox is a pretended one."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest

from judge.judging.contest import Contest
from judge.judging.rounds import Rounds
from judge.model import Attempt, Case, Entry, Problem, Ran, Settling, Verdict
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from judge.scoring import ranking
from judge.scoring.times import ASKED
from tests.conftest import MakePackage, MakeSubmission, case_text
from tests.pretended import Pretended, Stand

LONG_S = 3600.0
CASES = {f"secret/c{number}": (case_text(4), "") for number in range(3)}


class Timed(Pretended):
    """Runs take the time of their submission, and a little noise; it notes in which sandbox each one was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self.speeds: dict[str, float] = {}
        self.spread = 0.01
        self.weights = {"c0": 1.0, "c1": 0.5, "c2": 0.001}
        self.ran: list[tuple[object, str, str]] = []  # sandbox, submission and case
        self._dice = random.Random(7)
        self.cpu_s = self._time_s

    def run_case(self, sandbox: object, ready: Stand, *more: Any) -> Attempt:
        self.ran.append((sandbox, ready.name, more[1].name))
        return super().run_case(sandbox, ready, *more)

    def _time_s(self, name: str, case: Case) -> float:
        return 0.1 * self.speeds.get(name, 1.0) * self.weights[case.name] * self._dice.lognormvariate(0, self.spread)


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> Timed:
    return Timed(monkeypatch)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(cases=CASES, time_limit=5.0))


@pytest.fixture
def entry(problem: Problem, submission: MakeSubmission, right: str) -> Callable[..., Entry]:
    """Return those of these names; their bytes differ."""
    return lambda *names: Entry(problem, tuple(submission(f"{right}# {name}\n", name) for name in names))


def settle(contest: Contest, budget_s: float = LONG_S, **more: Any) -> tuple[list[list[str]], Settling]:
    """Run the contest and its rounds; return who shares which rank, best first, and what came out."""
    rounds = Rounds(budget_s, lambda rows: ranking.unsettled(rows, "cpu", 0.01), **more)
    for _ in contest.events(rounds):
        pass
    [board] = ranking.boards(contest.judgements(), "cpu", 0.01)
    shared = itertools.groupby(board, key=lambda row: row.rank)
    [settled] = rounds.settled
    return [sorted(row.judgement.submission.name for row in rows) for _, rows in shared], settled


def test_those_that_are_close_are_run_until_their_order_is_settled(timed: Timed, entry: Callable[..., Entry]) -> None:
    timed.speeds = {"a": 1.04, "b": 1.0, "far": 3.0}
    told: list[Settling] = []
    ranks, settled = settle(Contest([cast(Sandbox, timed)], [entry("a", "b", "far")]), tell=told.append)
    assert ranks == [["b"], ["a"], ["far"]]
    assert settled.left == ()
    assert settled.rounds == 2 * len(told) > 0
    again = timed.ran[9:]
    assert len(again) == settled.times
    assert {name for _, name, _ in again} == {"a", "b"}, "who is far from both is not run again"
    assert {case for _, _, case in again} == {"c0", "c1"}, "a case that weighs nothing is not, either"
    turns = ["".join(name for _, name, _ in turn) for _, turn in itertools.groupby(again, key=lambda ran: ran[2])]
    assert set(turns) <= {"abba", "baab"}


def test_those_that_are_equal_share_their_rank(timed: Timed, entry: Callable[..., Entry]) -> None:
    timed.spread = 0.001
    ranks, settled = settle(Contest([cast(Sandbox, timed)], [entry("a", "b", "c")]))
    assert ranks == [["a", "b", "c"]]
    assert settled.left == ()
    assert settled.rounds > 0


def test_a_budget_ends_it(timed: Timed, entry: Callable[..., Entry]) -> None:
    ranks, settled = settle(Contest([cast(Sandbox, timed)], [entry("a", "b")]), budget_s=0)
    assert len(timed.ran) == 6
    assert ranks == [["a", "b"]]
    assert (settled.rounds, settled.times, [set(pair) for pair in settled.left]) == (0, 0, [{"a", "b"}])


def test_a_budget_may_end_in_the_middle_of_a_round(
    timed: Timed, entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.judging.rounds.time.monotonic", lambda: float(len(timed.ran)))
    contest = Contest([cast(Sandbox, timed)], [entry("a", "b")])
    _, settled = settle(contest, budget_s=3)
    assert settled.times == len(timed.ran) - 6 == 3
    assert Counter(sample.round for row in contest.judgements() for run in row.runs for sample in run.samples) == {
        0: 6, ASKED: 2, ASKED + 1: 1,
    }  # fmt: skip


def test_the_same_bytes_are_run_once(timed: Timed, problem: Problem, submission: MakeSubmission, right: str) -> None:
    three = (submission(right, "a"), submission(f"{right}#\n", "b"), submission(right, "c"))
    timed.speeds = {"a": 1.0, "b": 2.0}
    contest = Contest([cast(Sandbox, timed)], [Entry(problem, three)])
    told = [event for event in contest.events() if isinstance(event, Ran)]
    assert {name for _, name, _ in timed.ran} == {"a", "b"}
    assert [event.done for event in told] == list(range(1, contest.total + 1)) == list(range(1, 10))
    first, _, last = contest.judgements()
    assert (first.submission.name, last.submission.name) == ("a", "c")
    assert first.runs == last.runs
    [board] = ranking.boards(contest.judgements(), "cpu")
    assert [(row.rank, row.judgement.submission.name) for row in board] == [(1, "a"), (1, "c"), (3, "b")]


def test_a_pair_is_run_by_one_worker(monkeypatch: pytest.MonkeyPatch, entry: Callable[..., Entry]) -> None:
    timed, other = Timed(monkeypatch), Timed(monkeypatch)  # `other` does the work for both, and says where
    contest = Contest([cast(Sandbox, timed), cast(Sandbox, other)], [entry("a", "b")])
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


def test_what_was_right_stays_right(timed: Timed, entry: Callable[..., Entry]) -> None:
    """A run that is measured again counts for its time alone."""

    def wrong(*_: object) -> None:
        timed.codes = ["E106"] if len(timed.ran) == 8 else []

    timed.meanwhile = wrong
    contest = Contest([cast(Sandbox, timed)], [entry("a", "b")])
    _, settled = settle(contest)
    assert settled.missed == 1
    assert {row.verdict for row in contest.judgements()} == {Verdict.AC}
    samples = [sample for row in contest.judgements() for run in row.runs for sample in run.samples]
    assert {sample.verdict for sample in samples} == {Verdict.AC}
    assert len(samples) == 6 + settled.times - 1


def test_ctrl_c_in_a_round_keeps_what_was_measured(timed: Timed, entry: Callable[..., Entry]) -> None:
    def stop(*_: object) -> None:
        if len(timed.ran) == 9:
            raise KeyboardInterrupt

    timed.meanwhile = stop
    contest = Contest([cast(Sandbox, timed)], [entry("a", "b")])
    with pytest.raises(KeyboardInterrupt):
        settle(contest)
    samples = [sample for row in contest.judgements() for run in row.runs for sample in run.samples]
    assert len(samples) == 8
    assert all(row.verdict is Verdict.AC for row in contest.judgements())


def test_no_case_is_spared_before_it_was_run_often_enough(timed: Timed, entry: Callable[..., Entry]) -> None:
    contest = Contest([cast(Sandbox, timed)], [entry("a", "b")])
    settle(contest, least=2)
    assert {case for _, _, case in timed.ran[6:]} == {"c0", "c1", "c2"}
    [short] = {len(run.samples) for row in contest.judgements() for run in row.runs if run.case == "c2"}
    assert short == 3


def test_further_rounds_have_numbers_of_their_own(timed: Timed, entry: Callable[..., Entry]) -> None:
    """Also after those that were measured before, on another day."""
    both = entry("a", "b")
    first = Contest([cast(Sandbox, timed)], [both])
    _, settled = settle(first, budget_s=LONG_S)
    second = Contest([cast(Sandbox, timed)], [both])
    for row in first.judgements():
        second.resume(both, row.submission, [one for run in row.runs for one in run.attempts()])
    assert second.total == 0
    timed.ran.clear()
    settle(second)
    assert timed.ran == [], "nothing was left to settle"
    for before, after in zip(first.judgements(), second.judgements(), strict=True):
        assert [run.samples for run in before.runs] == [run.samples for run in after.runs]
        assert [run.cpu_s for run in before.runs] == [run.cpu_s for run in after.runs]
    rounds = [sample.round for sample in first.judgements()[0].runs[0].samples]
    assert rounds == [0, *range(ASKED, ASKED + settled.rounds)], "so that each look is paid for"
