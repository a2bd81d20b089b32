"""Several judges at one store: of each ticket one has the claim, and a dead one holds nobody up."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from judge.store import Store
from tests.refused import refused
from tests.store.make import Fork

KEPT: list[Store] = []  # by a child, as long as it lives


def holds(path: Path) -> list[bool]:
    """Claim two tickets, one of them twice."""
    KEPT.append(own := Store(path))
    return [own.claims.take(number) for number in (1, 2, 1)]


def test_a_claim_dies_with_its_judge_and_is_free_when_it_is_given_back(path: Path, fork: Fork) -> None:
    other, third = fork(lambda: holds(path)), fork(lambda: holds(path))
    with Store(path) as store:
        assert stat.S_IMODE(path.with_suffix(".claims").stat().st_mode) == 0o600
        assert store.claims.take(2)
        assert other.asked() == "[True, False, True]", "the second is ours"
        assert [store.claims.take(number) for number in (1, 3)] == [False, True]
        other.kill()
        assert store.claims.take(1)
        store.claims.give_back(1)
        assert third.asked() == "[True, False, True]", "no other is free"


def test_what_others_hold_is_counted_without_holding_it(path: Path, fork: Fork) -> None:
    other = fork(lambda: holds(path))
    with Store(path) as store:
        other.asked()
        assert store.claims.take(5), "one's own is not counted"
        held = [store.claims.others(first, count) for first, count in ((0, 64), (1, 2), (2, 5), (3, 60), (2, 1))]
        assert held == [2, 2, 1, 0, 1]
        other.kill()
        assert store.claims.others(0, 64) == 0


def test_where_there_can_be_no_claims_that_is_told_or_everything_may_be_had(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.lockf", fails)
    monkeypatch.setattr("fcntl.fcntl", fails)
    with Store(path) as store:
        assert (store.claims.take(1), store.claims.others(1, 9)) == (True, 0)
        store.claims.give_back(1)
    path.with_suffix(".claims").unlink()
    path.with_suffix(".claims").mkdir()
    with refused("E355", "nobody can say what is being judged", path.with_suffix(".claims")):
        Store(path)
