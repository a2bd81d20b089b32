"""Which cores are taken for attempts, and which are left to the judge: sandboxes are opened there, and closed again."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import pytest

from judge.errors import JudgeError
from judge.sandbox import Cache, Waiting, arena, untimed_sandbox, usable_cores
from tests.conftest import refused
from tests.refused import refused as refusal

TABLE = tomllib.loads((Path(__file__).parents[1] / "cores.toml").read_text())
Opened = list[tuple[int | None, str]]
Others = Callable[..., None]
JUDGE, THEIRS = 77, "theirs"


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
    monkeypatch.setattr("judge.sandbox.cores.FOLDER", claims)  # other judges of this machine have theirs elsewhere
    yield found
    assert not [path for path in claims.iterdir() if not path.name.endswith(THEIRS)], "a claim was left"


@pytest.fixture
def others(claims: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Others:
    """Other judges that have cores for themselves, or share them: the kernel tells who has locked which file."""
    locks = tmp_path / "locks"
    monkeypatch.setattr("judge.sandbox.cores.LOCKS", locks)

    def others(held: str = "", shared: str = "") -> None:
        lines = [""]
        for kind, words in (("core", held), ("shared", shared)):
            for number, core in enumerate(words):
                path = claims / f"judge-{kind}-{core}-{number}{THEIRS}"
                path.touch()
                facts = path.stat()
                place = f"{os.major(facts.st_dev):02x}:{os.minor(facts.st_dev):02x}:{facts.st_ino}"
                lines.append(f"{len(lines)}: FLOCK  ADVISORY  WRITE {JUDGE} {place} 0 EOF")
        locks.write_text("\n".join(lines))

    return others


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """A machine of four cores, on all of which this process may run."""
    mine = {0, 1, 2, 3}

    def move(_: int, wanted: set[int]) -> None:
        mine.clear()
        mine.update(wanted)

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*mine}, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", move, raising=False)
    return mine


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


def test_what_lasts_is_in_the_users_cache(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path))
    with arena("plain", lasting=True) as [sandbox]:
        assert sandbox.cache
        assert sandbox.cache.path == tmp_path / "compiled"


def test_the_judge_is_on_another_core_meanwhile_and_only_meanwhile(opened: Opened, cores: list[int]) -> None:
    with arena() as (sandbox,):
        assert os.sched_getaffinity(0) == (set(cores) - {sandbox.core} or set(cores))
    assert os.sched_getaffinity(0) == set(cores), "whoever judges again finds as many cores as before"


def test_all_are_closed_when_the_next_fails(opened: Opened, cores: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    if len(cores) < 2:
        pytest.skip("there is one core")
    monkeypatch.setattr(Pretended, "broken", cores[-2])
    with pytest.raises(JudgeError), arena(core_words=f"{cores[-1]},{cores[-2]}", jobs=2):
        pytest.fail("it was opened")
    assert (opened, os.sched_getaffinity(0)) == ([], set(cores))


def test_who_shares_yields(opened: Opened, claims: Path, cores: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own process is no nearer to those than its attempts are."""
    with arena("plain", share_core=True) as (sandbox,):
        assert not sandbox.shares
        assert [path.name.split("-")[1] for path in claims.iterdir()] == ["shared"]
    held = {*cores[1:]}
    monkeypatch.setattr("judge.sandbox.cores.timed_cores", lambda *_: held)
    with arena("plain", str(cores[0]), share_core=True) as (sandbox,):
        assert (sandbox.shares, os.sched_getaffinity(0)) == (False, {cores[0]})
    with arena("plain", str(cores[-1]), share_core=True) as (sandbox,):
        assert sandbox.shares == (len(cores) > 1)
    assert os.sched_getaffinity(0) == {*cores}


def test_who_measures_no_time_claims_no_core(monkeypatch: pytest.MonkeyPatch, cores: list[int]) -> None:
    before, taken = set(cores), {cores[0]}
    monkeypatch.setattr("judge.sandbox.cores.timed_cores", lambda: taken)
    with untimed_sandbox() as sandbox:
        assert (sandbox.core, os.sched_getaffinity(0)) == (None, before - taken or before)
    assert os.sched_getaffinity(0) == before


# --- which cores ------------------------------------------------------------------------------------------------------
ODD = {0, 2, 3, 7}  # cores that are not counted through


@pytest.mark.parametrize(("words", "jobs", "chosen"), TABLE["chosen"])
def test_one_core_for_each_attempt_at_once(four: set[int], words: str, jobs: int, chosen: list[int]) -> None:
    os.sched_setaffinity(0, ODD)
    assert usable_cores(words, jobs)[:jobs] == chosen


@pytest.mark.parametrize(("words", "jobs", "said"), TABLE["refused"])
def test_what_can_not_be_had_is_refused_with_what_can(four: set[int], words: str, jobs: int, said: str) -> None:
    os.sched_setaffinity(0, ODD)
    error = refused(usable_cores, words, jobs)
    assert error.code == "E440"
    assert said in f"{error.note} {error.help}"


def test_where_the_system_has_no_say_any_core_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores("", 3) == []


# --- which cores, beside other judges ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("words", "jobs", "share", "held", "shared", "chosen", "said", "left"), TABLE["beside"])
def test_which_cores_are_taken_and_where_the_judge_goes(
    opened: Opened, others: Others, four: set[int], *, words: str, jobs: int, share: bool, held: str, shared: str,
    chosen: list[int], said: int, left: list[int],
) -> None:  # fmt: skip
    lines: list[str | Waiting] = []
    others(held, shared)
    with arena("plain", words, jobs, share, lines.append) as sandboxes:
        assert ([sandbox.core for sandbox in sandboxes], four) == (chosen, {*left})
    assert [str(line).startswith(f"core {chosen[0]} is timed by judge {JUDGE} of ") for line in lines] == [True] * said
    assert four == {0, 1, 2, 3}


@pytest.mark.parametrize(("words", "held", "chosen", "said"), TABLE["halves"])
def test_both_halves_of_a_core_are_not_chosen_unasked(
    opened: Opened, others: Others, four: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *,
    words: str, held: str, chosen: list[int], said: int,
) -> None:  # fmt: skip
    monkeypatch.setattr("judge.sandbox.cores.TOPOLOGY", f"{tmp_path}/{{}}")
    for core, halves in enumerate(("0,2", "1,3", "0,2-2", "1,3")):
        (tmp_path / str(core)).write_text(f"{halves}\n")
    lines: list[str | Waiting] = []
    others(held)
    with arena("plain", words, len(chosen), say=lines.append) as sandboxes:
        assert [sandbox.core for sandbox in sandboxes] == chosen
    assert ["two halves of one" in str(line) for line in lines] == [True] * said


def test_who_waits_too_long_ends_and_is_out_of_the_line(opened: Opened, others: Others, four: set[int]) -> None:
    others("1")
    said: list[str | Waiting] = []
    with (
        refusal("E311", "no core became free within 0.5 s") as ended,
        arena("plain", "1", say=said.append, wait_s=0.5),
    ):
        pytest.fail("somebody else has it")
    assert f"core 1 is timed by judge {JUDGE} of " in ended.value.note
    assert said
    assert all(isinstance(one, Waiting) and one.waited_s < 0.5 for one in said), "it looked no longer than that"


@pytest.mark.parametrize("missing", ["FOLDER", "LOCKS"])
def test_cores_go_without_claims(
    opened: Opened, four: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(f"judge.sandbox.cores.{missing}", tmp_path / "missing")
    said: list[str | Waiting] = []
    with arena("plain", "1,0", 2, say=said.append) as sandboxes:
        assert [sandbox.core for sandbox in sandboxes] == [1, 0]
    assert len(said) == 1


def test_in_a_pipe_it_is_told_at_first_and_each_minute() -> None:
    said: list[str] = []
    tell = Waiting.now_and_then(said.append)
    for seconds in (0.1, 0.3, 59.0, 60.2, 61.0, 121.4):
        tell(Waiting(seconds, 12, ()))
    tell("something else")
    assert [line[:12] for line in said] == ["waiting 0:00", "waiting 1:00", "waiting 2:01", "something el"]
    assert said[0].startswith("waiting 0:00 for a core (12th in line): ")
