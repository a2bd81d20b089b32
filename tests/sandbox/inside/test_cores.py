"""Cores are claimed among all judges of a host: real processes that claim, wait, die and lie."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox import Waiting, cores
from judge.sandbox.cores import Claim, Holder, Wish, claimed, holders
from judge.sandbox.inside.linux import CoreTimes
from tests.conftest import there
from tests.sandbox.programs import PROGRAMS

ROOT = Path(__file__).parents[3]
BEGIN = PROGRAMS["begin_core"].format(root=str(ROOT))

pytestmark = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not list its locks")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for claims that the judges of this machine do not look at."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as made:
        monkeypatch.setattr(cores, "FOLDER", Path(made))
        monkeypatch.setattr(cores, "siblings", lambda _: set())
        yield Path(made)


@contextlib.contextmanager
def judge(
    folder: Path, words: str, kind: str = "core", code: str = "claims", said: str = "claimed"
) -> Iterator[subprocess.Popen[str]]:
    """Another judge, which has claimed these cores, or shares them; or does something else, and says so first."""
    command, pipe = [sys.executable, "-c", BEGIN + PROGRAMS[code], str(folder), words, kind], subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    try:
        assert there(process.stdout).readline() == f"{said}\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def wish(*wanted: int, jobs: int = 1, share: bool = False, wait_s: float = 60.0) -> Wish:
    return Wish(wanted, jobs, idlest=False, share=share, wait_s=wait_s)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_claim_of_another_judge_is_seen_with_its_name_and_dies_with_it(folder: Path, how: int) -> None:
    with judge(folder, "3,7") as other:
        seen = holders()
        assert [(one.core, one.pid, one.uid) for one in seen] == [(core, other.pid, os.geteuid()) for core in (3, 7)]
        assert f"core 3 is timed by judge {other.pid} of " in str(seen[0])
        assert time.strftime("since %H:%M", time.localtime(seen[0].since_s)) in str(seen[0])
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.iterdir()), "nobody else can lock it"
        other.send_signal(how)
        other.wait()
        assert holders() == []


def test_who_finds_none_free_says_whose_turn_it_is_and_counts(folder: Path) -> None:
    said: list[str | Waiting] = []
    with judge(folder, "1") as other:
        waited = threading.Timer(1.5, other.kill)
        waited.start()
        with claimed(wish(1), said.append) as chosen:
            assert chosen == [1]
            assert other.wait() == -signal.SIGKILL, "it was waited for"
    looks = [one for one in said if isinstance(one, Waiting)]
    assert looks == said
    assert all(words in looks[0].why for words in (f"judge {other.pid} of ", "--share-core"))
    assert [str(looks[at]) for at in (0, -1)] == [f"waiting 0:0{at} for a core (1st in line)" for at in (0, 1)]


def until_it_has(process: subprocess.Popen[str]) -> set[str]:
    """Wait until it has its cores: all that it said before."""
    return {*iter(there(process.stdout).readline, "has\n")}


def test_who_came_first_is_first_also_where_a_later_one_needs_less(folder: Path) -> None:
    with judge(folder, "1"), contextlib.ExitStack() as stack:
        second = stack.enter_context(judge(folder, "2"))
        both, one, last = (
            stack.enter_context(judge(folder, jobs, code="waits", said=f"waits {place}"))
            for place, jobs in ((1, "2"), (2, "1"), (3, "1"))
        )
        second.kill()
        time.sleep(1.0)
        assert [holder.core for holder in holders()] == [1], "core 2 is kept for who needs both"
        both.kill()
        assert until_it_has(one) <= {"waits 1\n", "waits 2\n"}
        one.communicate("\n")
        until_it_has(last)


def test_all_cores_or_none(folder: Path) -> None:
    """Who waits for the second of two cores does not hold the first meanwhile."""
    with judge(folder, "1") as other:
        looks: list[int] = []

        def look() -> None:
            for _ in range(20):
                time.sleep(0.05)
                looks.append(len(list(folder.glob("judge-core-0-*"))))
            other.kill()

        watcher = threading.Thread(target=look)
        watcher.start()
        with claimed(wish(1, 0, jobs=2), lambda _: None) as chosen:
            assert chosen == [1, 0]
        watcher.join()
    assert looks == [0] * 20


def test_no_core_is_ever_had_twice_and_nobody_waits_for_ever(folder: Path) -> None:
    """Judges of one, two and three cores at once; a core that two had would fail to be made a folder of twice."""
    racers = [
        subprocess.Popen([sys.executable, "-c", BEGIN + PROGRAMS["races"], str(folder), jobs]) for jobs in "11223"
    ]
    try:
        assert [racer.wait(60) for racer in racers] == [0] * len(racers)
    finally:
        for racer in racers:
            racer.kill()
            racer.wait()


def test_what_is_no_claim_takes_no_core(folder: Path) -> None:
    """Files that nobody has locked, links to one that is, and names that are none."""
    with judge(folder, "5"):
        [real] = folder.iterdir()
        (folder / "judge-core-0-left").touch()
        (folder / "judge-core-1-link").symlink_to(real)
        (folder / "judge-core-2-folder").mkdir()
        (folder / "judge-core-x-name").touch()
        (folder / "judge-core-123456-name").touch()
        assert [holder.core for holder in holders()] == [5]
        (folder / "judge-core-3-hard").hardlink_to(real)
        assert holders() == [], "of a file with two names nobody knows which core is meant"


def test_what_a_dead_judge_has_left_is_removed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of locks leaves out processes of other pid namespaces."""
    new, old, theirs = (folder / f"judge-core-0-{name}" for name in ("new", "old", "theirs"))
    for path in (new, old, theirs):
        path.touch()
    for path in (old, theirs):
        os.utime(path, (time.time() - 3600,) * 2)
    (tmp_path / "locks").touch()
    monkeypatch.setattr(cores, "LOCKS", tmp_path / "locks")
    with theirs.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert (holders(), old.exists(), theirs.exists()) == ([], False, True)
    assert (holders(), theirs.exists()) == ([], False)
    assert new.exists(), "its judge may be about to lock it"


def test_the_claims_of_this_judge_are_not_in_its_own_way(folder: Path) -> None:
    claim = Claim()
    claim.place([0])
    with contextlib.ExitStack() as stack, claimed(wish(0), lambda _: None) as chosen:
        stack.callback(claim.withdraw)
        assert chosen == [0]


@pytest.mark.parametrize(
    ("judge_uid", "holder_uid", "waits"), [(0, 1000, False), (0, 0, True), (1000, 1001, True), (1000, 0, True)]
)
def test_root_need_not_wait_for_a_user_for_ever(
    folder: Path, monkeypatch: pytest.MonkeyPatch, judge_uid: int, holder_uid: int, waits: bool
) -> None:
    said: list[str | Waiting] = []
    taken, looks = [Holder("1", 77, holder_uid, 0.0)], itertools.count()
    monkeypatch.setattr(os, "geteuid", lambda: judge_uid)
    monkeypatch.setattr(cores, "PATIENCE_S", 0.02)
    monkeypatch.setattr(cores, "POLL_S", 0.01)
    monkeypatch.setattr(cores, "holders", lambda *_: taken if next(looks) < 60 else [])
    with claimed(wish(1), said.append) as chosen:
        assert chosen == [1]
        assert (next(looks) > 60) is waits
    assert [isinstance(one, Waiting) for one in said[:1]] == [True]
    assert len([one for one in said if isinstance(one, str)]) == (0 if waits else 1)


def test_the_idlest_core_comes_first_and_equals_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    share = {0: 1.0, 1: 0.2, 2: 0.98, 3: 0.7}
    start_s = time.monotonic()
    monkeypatch.setattr(cores, "LOOK_S", 0.05)
    monkeypatch.setattr(
        cores, "core_times", lambda core: CoreTimes(share[core] * 0.05 * (time.monotonic() - start_s >= 0.05))
    )
    assert cores.idlest([3, 2, 1, 0]) == [2, 0, 3, 1]
