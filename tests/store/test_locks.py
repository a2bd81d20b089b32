"""Several judges at one store: each submission is run by one of them, and a dead one holds nobody up."""

from __future__ import annotations

import errno
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.classroom import submissions_of
from judge.judging import GradingSession, Judged, Waits, enter_all
from judge.model import Prepared, Ran, Record, Roll, Run, Ticket, Verdict
from judge.scoring import judgement_of
from judge.store import Store
from judge.store.locks import Claims
from tests.judging.test_session import begun, member, problem_of
from tests.pretended import Pretended
from tests.refused import refused
from tests.store.make import Fork


def test_a_claim_dies_with_its_judge_and_is_free_when_it_is_given_back(path: Path, fork: Fork) -> None:
    other, third = fork(lambda: holds(path)), fork(lambda: holds(path))
    claims = Claims(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert claims.take(2)
    assert other.asked() == "[True, False, True]", "the second is ours"
    assert [claims.take(number) for number in (1, 3)] == [False, True]
    other.kill()
    assert claims.take(1)
    claims.give_back(1)
    assert third.asked() == "[True, False, True]", "no other is free"
    claims.close()


def test_what_others_hold_is_counted_without_holding_it(path: Path, fork: Fork) -> None:
    other = fork(lambda: holds(path))
    claims = Claims(path)
    other.asked()
    assert claims.take(5), "one's own is not counted"
    held = [claims.others(first, count) for first, count in ((0, 64), (1, 2), (2, 5), (3, 60), (2, 1))]
    assert held == [2, 2, 1, 0, 1]
    other.kill()
    assert claims.others(0, 64) == 0
    claims.close()


def test_where_there_can_be_no_claims_that_is_told_or_everything_may_be_had(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "none" / "store.claims"
    with refused("E355", "nobody can say what is being judged: No such file or directory", nowhere):
        Claims(nowhere)

    def fails(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.lockf", fails)
    monkeypatch.setattr("fcntl.fcntl", fails)
    claims = Claims(path)
    assert (claims.take(1), claims.others(1, 9)) == (True, 0)
    claims.give_back(1)
    claims.close()


def holds(path: Path) -> list[bool]:
    """Claim two tickets, one of them twice."""
    claims = Claims(path)
    KEPT.append(claims)
    return [claims.take(number) for number in (1, 2, 1)]


KEPT: list[Claims] = []  # by a child, as long as it lives


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.claims"


class Elsewhere:
    """Another judge as the claims show it: it holds `tickets`, and does `then` when it has been asked so often."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, tickets: set[int], asked: int, then: Callable[[], object]
    ) -> None:
        self.held, self.left, self.then = tickets, asked, then
        monkeypatch.setattr(Claims, "take", self.take)
        monkeypatch.setattr("judge.judging.session.WAIT_S", 0)

    def take(self, ticket: int) -> bool:
        if self.held and not self.left:
            self.held = set()
            self.then()
        self.left -= ticket in self.held
        return ticket not in self.held


def begin(store: Store, names: str, count: int) -> tuple[GradingSession, list[Ticket]]:
    problem = problem_of(count)
    batch = begun(store, problem)
    tickets = enter_all(store, batch, submissions_of(Roll("plain", tuple(map(member, names))), problem))
    return GradingSession(store, batch, tickets), tickets


def runs_of(count: int, verdict: Verdict = Verdict.AC) -> list[Run]:
    return [Run(case.name, case.group, case.board.algorithm, verdict) for case in problem_of(count).cases]


@pytest.mark.parametrize("verdict", [Verdict.WA, Verdict.JE])
def test_what_another_judge_is_at_is_waited_for(
    tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch, verdict: Verdict
) -> None:
    """Its judge error, too: to try that again is for the next command."""
    with Store(tmp_path / "s.db") as store:
        sitting, [_, b, _] = begin(store, "abc", 2)

        def finishes() -> None:
            made = judgement_of(b.submission, problem_of(2), Prepared(), tuple(runs_of(2, verdict)))
            store.finish(b, made)

        Elsewhere(monkeypatch, {b.id}, 3, finishes)
        said = list(sitting.events([pretended]))  # type: ignore[list-item]  # it stands in for a Sandbox
        records = Record.latest(store.records(problem_of(2)))
    assert sorted(word for word in pretended.asked if word.startswith("run")) == ["run a"] * 2 + ["run c"] * 2
    assert [event.tickets for event in said if isinstance(event, Waits)] == [1]
    assert [event.ticket.owner for event in said if isinstance(event, Judged)] == ["a", "c", "b"]
    assert {row.owner: row.judgement.verdict for row in records} == {"a": Verdict.AC, "b": verdict, "c": Verdict.AC}


def test_what_a_dead_judge_has_begun_is_taken_over(
    tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "s.db") as store:
        sitting, [_, b] = begin(store, "ab", 3)
        Elsewhere(monkeypatch, {b.id}, 2, lambda: store.record_run(b, runs_of(3)[0].attempts()[0]))
        said = list(sitting.events([pretended]))  # type: ignore[list-item]  # it stands in for a Sandbox
        [*_, record] = Record.latest(store.records(problem_of(3)))
    assert pretended.asked.count("run b") == 2, "the first case is in the store already"
    assert len(record.judgement.runs) == 3
    ran = [event for event in said if isinstance(event, Ran)]
    assert len(ran) == 5
    assert ran[-1].done == ran[-1].total == 6, "the bar reaches its end"
