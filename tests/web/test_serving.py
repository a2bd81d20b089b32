"""`judge serve` for real: it starts again what ends, says once what can't be, and leaves nothing behind."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from judge.model import Job
from judge.problems import read_package
from judge.store import Store
from judge.submissions import handed_in
from tests.web.running import Running, alive, started, until
from tests.web.sites import RIGHT, quiz

SHARING = "--share-core"  # other judges of this machine may time on all cores
SLOW = b"import time\ntime.sleep(0.7)\n" + RIGHT
pytestmark = pytest.mark.slow


def now(store: Store, code: str) -> Job:
    job = store.queue.job(code)
    assert job
    return job


def put(site: Running, package: Path, source: bytes) -> str:
    """Put a program into the queue, and wait until it runs; return its code."""
    submission = handed_in("slow", "quiz", "slow.py", (("slow.py", source),), read_package(package).programs)
    until(site.well)
    with Store(site.store) as store:
        code = store.queue.add("quiz", "ada", "ada", submission, time.time(), replaces=True).code
        until(lambda: now(store, code).state == "running")
        return code


def pids(site: Running) -> set[int]:
    return {one.pid for one in site.children()}


def kill(site: Running, part: str) -> None:
    """Kill the process of this part, and wait for the next one."""
    [one] = site.part(part)
    one.kill()
    until(lambda: not alive(one))
    until(lambda: site.part(part) and site.well())


def test_it_is_there_until_it_is_ended_whatever_happens_to_its_processes(tmp_path: Path) -> None:
    """And what was being judged then is judged at the next start, in a folder with modules of the class."""
    package = quiz(tmp_path)
    words = (SHARING, "--problem", str(package))
    with started(tmp_path, *words) as site:
        until(site.well)
        for part in ("web", "judge"):
            kill(site, part)
            assert f"the {part} process was ended by SIGKILL; it starts again" in site.said
        a_wrong_course_changes_nothing(site, package)
        a_restart_refuses_nobody(site, package)
        code = put(site, package, SLOW.replace(b"0.7", b"1.5"))
        site.process.send_signal(signal.SIGINT)
        until(lambda: "stopping" in site.said)
        assert site.stop() == 0
        with Store(site.store) as store:
            assert not now(store, code).over
        assert "Traceback" not in site.said
    (tmp_path / "queue.py").write_text("raise SystemExit(7)")
    with started(tmp_path, *words) as site, Store(site.store) as store:
        until(lambda: site.well() and now(store, code).state == "done")
        children = site.children()
        assert site.stop() == 0
        assert not any(map(alive, children))
        assert "Traceback" not in site.said


def a_wrong_course_changes_nothing(site: Running, package: Path) -> None:
    """A restart with one is refused."""
    before, manifest = pids(site), package / "problem.toml"
    whole = manifest.read_text()
    manifest.write_text("nonsense")
    site.process.send_signal(signal.SIGHUP)
    until(lambda: "nothing was started again" in site.said)
    assert "error[E" in site.said
    assert (pids(site), site.status()) == (before, 200)
    manifest.write_text(whole)


def a_restart_refuses_nobody(site: Running, package: Path) -> None:
    """And what is being judged goes on."""
    code, before, over, statuses = put(site, package, SLOW), pids(site), threading.Event(), []

    def ask() -> None:
        while not over.is_set():
            statuses.append(site.status("/"))

    asking = [threading.Thread(target=ask) for _ in range(4)]
    for one in asking:
        one.start()
    site.process.send_signal(signal.SIGHUP)
    until(lambda: len(pids(site)) == 2 and not pids(site) & before and site.well())
    over.set()
    for one in asking:
        one.join()
    assert set(statuses) <= {200, 429}, "429: all of them ask from one address"
    with Store(site.store) as store:
        assert (now(store, code).state, now(store, code).takes) == ("done", 0), "no other judge has taken it"
        [record] = store.records(read_package(package))
        assert record.judgement.points == 10


def test_where_no_box_is_closed_it_ends_and_says_so_once(tmp_path: Path) -> None:
    with started(tmp_path, SHARING, "--problem", str(quiz(tmp_path)), "--sandbox", "plain", "-j", "2") as site:
        assert site.process.wait(60) == 2
        assert site.said.count("error[E463]") == site.said.count("error[") == 1
        assert not site.children()
