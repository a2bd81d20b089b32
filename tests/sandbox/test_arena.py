"""The sandboxes of a contest are opened on their cores and closed again, and the judge comes back to its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from judge.errors import JudgeError
from judge.sandbox import Cache, arena, untimed

Opened = list[tuple[int | None, str]]


class Pretended:
    """A sandbox that only notes that it was opened and closed."""

    opened: Opened
    broken: int | None = None  # the core on which none can be opened

    def __init__(self, core: int | None, tier: str, *, warm: bool) -> None:
        assert not warm, "a contest of programs alone has no use for numba"
        if core is not None and core == self.broken:
            raise JudgeError("E303", "no sandbox here")
        self.core, self.tier, self.root = core, tier, Path(tempfile.mkdtemp())
        self.cache: Cache | None = None

    def __enter__(self) -> Self:
        self.opened.append((self.core, self.tier))
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.remove((self.core, self.tier))
        shutil.rmtree(self.root)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """Where the judges of this host tell which cores they have."""
    (tmp_path / "claims").mkdir()
    return tmp_path / "claims"


@pytest.fixture
def opened(claims: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """What is open, by core and tier."""
    found: Opened = []
    monkeypatch.setattr(Pretended, "opened", found, raising=False)
    monkeypatch.setattr("judge.sandbox.pool.Sandbox", Pretended)
    monkeypatch.setattr("judge.sandbox.corelocks.FOLDER", claims)  # other judges of this machine have theirs elsewhere
    yield found
    assert not list(claims.iterdir()), "a claim was left"


@pytest.fixture
def cores() -> list[int]:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system does not say which cores there are")
    return sorted(os.sched_getaffinity(0))


def test_one_on_each_core_with_one_cache_and_all_closed_in_the_end(opened: Opened, cores: list[int]) -> None:
    with arena("plain", jobs=len(cores)) as sandboxes:
        assert sorted(sandbox.core or 0 for sandbox in sandboxes) == cores
        assert opened == [(sandbox.core, "plain") for sandbox in sandboxes]
        [cache] = {sandbox.cache for sandbox in sandboxes}
        assert cache
        assert cache.keep("a" * 64, b"", lambda _: True)
    assert (opened, cache.path.exists(), cache.held()) == ([], False, [])


def test_what_is_to_last_is_kept_in_the_cache_of_the_user(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path))
    with arena("plain", lasting=True) as [sandbox]:
        assert sandbox.cache
        assert sandbox.cache.path == tmp_path / "compiled"


def test_the_judge_is_on_another_core_meanwhile_and_only_meanwhile(opened: Opened, cores: list[int]) -> None:
    with arena() as (sandbox,):
        assert os.sched_getaffinity(0) == (set(cores) - {sandbox.core} or set(cores))
    assert os.sched_getaffinity(0) == set(cores), "whoever judges again finds as many cores as before"


def test_what_was_opened_is_closed_when_the_next_can_not_be(
    opened: Opened, cores: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(cores) < 2:
        pytest.skip("there is one core")
    monkeypatch.setattr(Pretended, "broken", cores[-2])
    with pytest.raises(JudgeError), arena(core_words=f"{cores[-1]},{cores[-2]}", jobs=2):
        pytest.fail("it was opened")
    assert (opened, os.sched_getaffinity(0)) == ([], set(cores))


def test_who_shares_yields_to_who_has_the_other_cores_and_with_nobody_has_no_rough_times(
    opened: Opened, claims: Path, cores: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own process is no nearer to those than its attempts are."""
    with arena("plain", share_core=True) as (sandbox,):
        assert not sandbox.shares
        assert [path.name.split("-")[1] for path in claims.iterdir()] == ["shared"]
    held = {*cores[1:]}
    monkeypatch.setattr("judge.sandbox.corelocks.timed", lambda *_: held)
    with arena("plain", str(cores[0]), share_core=True) as (sandbox,):
        assert (sandbox.shares, os.sched_getaffinity(0)) == (False, {cores[0]})
    with arena("plain", str(cores[-1]), share_core=True) as (sandbox,):
        assert sandbox.shares == (len(cores) > 1)
    assert os.sched_getaffinity(0) == {*cores}


def test_who_measures_no_time_claims_no_core_and_keeps_off_those_of_others(
    monkeypatch: pytest.MonkeyPatch, cores: list[int]
) -> None:
    before, taken = set(cores), {cores[0]}
    monkeypatch.setattr("judge.sandbox.corelocks.timed", lambda: taken)
    with untimed() as sandbox:
        assert (sandbox.core, os.sched_getaffinity(0)) == (None, before - taken or before)
    assert os.sched_getaffinity(0) == before
