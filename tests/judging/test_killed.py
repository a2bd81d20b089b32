"""kill -9 while kernels are recorded, and two judges that keep the same: no verdict is lost, and no half is kept."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from judge.judging import Task, Worker
from judge.model import Job, Limits, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.store import Store
from judge.submissions import handed_in
from tests.boxed import problem_of
from tests.conftest import RIGHT, MakePackage, MakeSubmission
from tests.store.make import sql

Start = Callable[[], subprocess.Popen[str]]
COMPILES = "jt-compiles"  # what a process calls itself once it has recorded a kernel, while it compiles more
PATIENCE_S = 100
# Many kernels. It is right where none of them is compiled once the case is there.
SOURCE = f"""\
import ctypes
import numba

def made(number):
    @numba.njit
    def add(n):
        return n + number
    return add

ADDERS = [made(number) for number in range(24)]

def solve(algorithm, n, lizards, grid):
    for number, add in enumerate(ADDERS):
        add(n)
        if number == 1:
            ctypes.CDLL(None).prctl(15, b"{COMPILES}")
    if not all(add.stats.cache_hits for add in ADDERS):
        return None
    for row, column in enumerate({{4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}}[n]):
        grid[row, column] = 1
    return grid
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no names of processes")


@pytest.fixture
def start(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start `judge run` of many kernels, with a cache of its own."""
    package()
    (tmp_path / "mine.py").write_text(SOURCE)
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    words = ("run", "mine.py", "--problem", "pkg", "--share-core", "--json")
    judges: list[subprocess.Popen[str]] = []

    def run() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "judge", *words, f"{len(judges)}.json"]
        pipe = subprocess.PIPE
        judges.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True))
        return judges[-1]

    yield run
    for judge in judges:
        judge.kill()
        judge.communicate()


def verdict(judge: subprocess.Popen[str], number: int) -> str:
    out, err = judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode in (0, 1), out + err
    [row] = json.loads(Path(f"{number}.json").read_text())["submissions"]
    return str(row["verdict"])


def compiling(judge: subprocess.Popen[str]) -> psutil.Process:
    """The process that has recorded some kernels."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        assert judge.poll() is None, judge.communicate()
        for process in psutil.Process(judge.pid).children(recursive=True):
            try:
                if process.name() == COMPILES:
                    return process
            except psutil.NoSuchProcess:
                continue
    raise AssertionError("it has compiled nothing")


def entries() -> dict[str, int]:
    """The files of the cache. One that is written again is another file."""
    return {path.name: path.stat().st_ino for path in Path("cache/compiled").iterdir()}


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=10)
    return not [one for one in alive if one.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.slow
def test_a_judge_that_is_killed_leaves_no_half_of_a_kernel(start: Start) -> None:
    judge = start()
    compiling(judge)
    family = psutil.Process(judge.pid).children(recursive=True)
    judge.kill()
    judge.communicate()
    assert gone(family)
    assert verdict(start(), 1) == "AC"
    kept = entries()
    assert not [name for name in kept if name.startswith(".")]
    assert verdict(start(), 2) == "AC"
    assert entries() == kept, "nothing is prepared again"


@pytest.mark.slow
def test_a_zygote_that_is_killed_costs_no_verdict(start: Start) -> None:
    judge = start()
    box = compiling(judge).parent()
    assert box
    zygote = box.parent()
    assert zygote
    assert zygote.pid != judge.pid
    zygote.kill()
    assert verdict(judge, 0) == "AC"


@pytest.mark.slow
def test_a_box_that_is_killed_harms_nobody_else(start: Start) -> None:
    judge = start()
    box = compiling(judge).parent()
    assert box
    box.kill()
    assert verdict(judge, 0) in ("AC", "CE")
    assert verdict(start(), 1) == "AC"


@pytest.mark.slow
def test_two_judges_at_once_keep_the_same(start: Start) -> None:
    judges = [start(), start()]
    assert [verdict(judge, number) for number, judge in enumerate(judges)] == ["AC"] * 2
    kept = entries()
    assert not [name for name in kept if name.startswith(".")]
    assert verdict(start(), 2) == "AC"
    assert entries() == kept


# --- stopped by the judge --------------------------------------------------------------------------------------------
STOPPED = """\
import time
import numba

@numba.njit
def first(grid):
    return grid.sum()

@numba.njit
def second(grid):
    return grid.max()

def solve(algorithm, n, lizards, grid):
    kept = first.signatures and second.signatures
    first(grid)
    second(grid)
    if n != 6:
        time.sleep(600)
    if not kept:
        return None
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""


def test_what_was_recorded_before_a_stop_is_loaded(sandbox: Sandbox, submission: MakeSubmission) -> None:
    problem = problem_of(limits=Limits(time_limit=0.1, memory=512, output=1, compilation_time=20))
    worker, mine = Worker(sandbox), submission(STOPPED)
    assert "did not come back from a warm-up board" in worker.prepare(problem, mine).message
    assert worker.run(Task(problem, mine, problem.cases[0])).verdict is Verdict.AC
    worker.forget()


# --- Judges of the queue as processes --------------------------------------------------------------------------------
ROOT = Path(__file__).parents[2]
JUDGE = """
import signal, sys
from pathlib import Path
from judge.judging import QueueJudge
from judge.problems import read_package
from judge.sandbox import arena
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


def rows(path: Path) -> int:
    """How much is written down of what was judged."""
    [(count,)] = sql(path, "SELECT (SELECT count(*) FROM step) + (SELECT count(*) FROM run)")
    return int(count)


@pytest.mark.slow
def test_judges_that_are_killed_lose_nothing_and_judge_nothing_twice(tmp_path: Path, judge: Judge) -> None:
    """Each writes some more rows, how many is drawn by lot, and is killed; then two finish."""
    lot = random.Random(7)
    with Store(tmp_path / "store.db") as store:
        jobs = [add(store, f"s{number}", tmp_path / "pkg") for number in range(8)]
        for _ in range(3):
            due = rows(tmp_path / "store.db") + lot.randint(4, 8)  # so that no job ends three judges
            one = judge()
            until(lambda: rows(tmp_path / "store.db") >= due or one.poll() is not None)  # noqa: B023 - it is called at once
            assert one.poll() is None
            one.kill()
            one.wait()
        judge(), judge()
        until(lambda: not store.queue.open())
        handed_in = {(_now(store, job).judgement, job.at_s) for job in jobs}
        asked = "SELECT judgement.id, begun_s, verdict FROM judgement JOIN outcome ON judgement = judgement.id"
        found = sql(tmp_path / "store.db", asked)
        assert len(found) == 8
        assert {(number, begun_s) for number, begun_s, _ in found} == handed_in
        assert {verdict for _, _, verdict in found} == {Verdict.AC}


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
