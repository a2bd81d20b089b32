"""Several judges at one store: each submission is run by one of them, and a dead one holds nobody up."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.classroom.gradebook import submissions_of
from judge.errors import JudgeError, Place
from judge.judging.session import GradingSession, Judged, Waits, enter_all
from judge.model import Prepared, Ran, Run, Verdict
from judge.model.classroom import Roll
from judge.model.record import Ticket, latest
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.store.locks import Claims
from tests.judging.test_session import begun, member, problem_of
from tests.pretended import Pretended

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from collections.abc import Callable
from pathlib import Path
from judge.store.locks import Claims
claims = Claims(Path(sys.argv[1]))
print([claims.take(number) for number in (1, 2, 1)], flush=True)
sys.stdin.read()
"""


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    return Pretended(monkeypatch)


def test_a_claim_dies_with_its_judge(tmp_path: Path) -> None:
    path = tmp_path / "store.claims"
    claims = Claims(path)
    assert claims.take(2)
    pipe = subprocess.PIPE
    other = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
    assert other.stdout
    assert other.stdout.readline() == "[True, False, True]\n", "the second is ours"
    assert not claims.take(1)
    assert claims.take(3)
    other.send_signal(signal.SIGKILL)
    other.communicate()
    assert claims.take(1)
    claims.close()


def test_what_others_hold_is_counted_without_holding_it(tmp_path: Path) -> None:
    path = tmp_path / "store.claims"
    claims = Claims(path)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=pipe, stdout=pipe, text=True, cwd=ROOT
    ) as other:
        assert other.stdout
        other.stdout.readline()
        assert claims.take(5), "one's own is not counted"
        held = [claims.others(first, count) for first, count in ((0, 64), (1, 2), (2, 5), (3, 60), (2, 1))]
        assert held == [2, 2, 1, 0, 1]
        other.communicate()
    assert claims.others(0, 64) == 0
    claims.close()


def test_a_claim_that_is_given_back_is_free_and_no_other(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "store.claims")
    assert claims.take(1)
    assert claims.take(2)
    claims.give_back(1)
    pid = os.fork()
    if not pid:
        other = Claims(tmp_path / "store.claims")
        os._exit(0 if (other.take(1), other.take(2)) == (True, False) else 1)
    assert os.waitpid(pid, 0)[1] == 0
    claims.close()


def test_the_file_of_claims_is_private(tmp_path: Path) -> None:
    Claims(tmp_path / "store.claims").close()
    assert stat.S_IMODE((tmp_path / "store.claims").stat().st_mode) == 0o600


def test_a_place_for_claims_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none" / "store.claims"
    with pytest.raises(JudgeError) as caught:
        Claims(path)
    assert (caught.value.code, caught.value.place) == ("E355", Place(str(path)))
    assert caught.value.message == "nobody can say what is being judged: No such file or directory"
    assert caught.value.help == "run the judge in a folder that you may write to"


def test_where_a_file_system_knows_no_locks_everything_may_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.lockf", fails)
    monkeypatch.setattr("fcntl.fcntl", fails)
    claims = Claims(tmp_path / "store.claims")
    assert claims.take(1)
    assert claims.others(1, 9) == 0
    claims.give_back(1)
    claims.close()


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
        records = latest(store.records(problem_of(2)))
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
        [*_, record] = latest(store.records(problem_of(3)))
    assert pretended.asked.count("run b") == 2, "the first case is in the store already"
    assert len(record.judgement.runs) == 3
    ran = [event for event in said if isinstance(event, Ran)]
    assert len(ran) == 5
    assert ran[-1].done == ran[-1].total == 6, "the bar reaches its end"
