"""Judges of the queue as processes, in real boxes: killed again and again, and told to stop."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.model import Verdict
from judge.model.job import Job
from judge.problems.package import read_package
from judge.store import Store
from judge.submissions.read import handed_in
from tests.conftest import RIGHT, MakePackage

ROOT = Path(__file__).parents[2]
JUDGE = """
import signal, sys
from pathlib import Path
from judge.judging.queue import QueueJudge
from judge.problems.package import read_package
from judge.sandbox.pool import arena
from judge.store import Store
told = []
signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
with arena(share_core=True) as boxes, Store(Path(sys.argv[1])) as store:
    QueueJudge(store, boxes, boxes[0].host(), lambda name: read_package(Path(sys.argv[2]))).run(lambda: bool(told))
"""
Judge = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def judge(tmp_path: Path, package: MakePackage) -> Iterator[Judge]:
    """Start a judge at the store and the package below `tmp_path`; end all of them in the end."""
    folder, made = package(), []

    def start() -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", JUDGE, str(tmp_path / "store.db"), str(folder)]
        made.append(subprocess.Popen(words, cwd=ROOT))
        return made[-1]

    yield start
    for one in made:
        one.kill()
        one.wait()


def add(store: Store, owner: str, folder: Path) -> Job:
    source = f"# {owner}\n{RIGHT}".encode()
    one = handed_in(owner, "pkg", "mine.py", (("mine.py", source),), read_package(folder).programs)
    return store.queue.add("pkg", owner, owner, one, time.time(), replaces=True)


def until(fact: Callable[[], object]) -> None:
    while not fact():
        time.sleep(0.02)


def rows(store: Store) -> int:
    """How much is written down of what was judged."""
    [(count,)] = store._db.ask("SELECT (SELECT count(*) FROM step) + (SELECT count(*) FROM run)")
    return int(count)


@pytest.mark.slow
def test_judges_that_are_killed_lose_nothing_and_judge_nothing_twice(tmp_path: Path, judge: Judge) -> None:
    """Each writes some more rows, how many is drawn by lot, and is killed; then two finish."""
    lot = random.Random(7)
    with Store(tmp_path / "store.db") as store:
        jobs = [add(store, f"s{number}", tmp_path / "pkg") for number in range(8)]
        for _ in range(5):
            due = rows(store) + lot.randint(4, 8)  # so that no job ends three judges
            one = judge()
            until(lambda: rows(store) >= due or one.poll() is not None)  # noqa: B023 - it is called at once
            assert one.poll() is None
            one.kill()
            one.wait()
        judge(), judge()
        until(lambda: not store.queue.open())
        for job in jobs:
            [made] = store._db.ask("SELECT * FROM judgement WHERE id = ?", _now(store, job).judgement)
            assert made["begun_s"] == job.at_s
        found = store._db.ask("SELECT verdict, judgement FROM outcome")
        assert [row["verdict"] for row in found] == [Verdict.AC] * 8
        assert len({row["judgement"] for row in found}) == 8
        assert len(store._db.ask("SELECT id FROM judgement")) == 8


@pytest.mark.slow
def test_a_judge_that_is_told_to_stop_finishes_what_it_is_at(tmp_path: Path, judge: Judge) -> None:
    with Store(tmp_path / "store.db") as store:
        one = judge()
        until(lambda: store.queue.judges() == 1)
        job, other = add(store, "ada", tmp_path / "pkg"), add(store, "bob", tmp_path / "pkg")
        until(lambda: _now(store, job).state == "preparing")
        one.send_signal(signal.SIGTERM)
        assert one.wait() == 0
        assert (_now(store, job).state, _now(store, other).state) == ("done", "waiting")
        assert store.queue.judges() == 0


def _now(store: Store, job: Job) -> Job:
    found = store.queue.job(job.code)
    assert found
    return found
