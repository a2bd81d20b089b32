"""`judge serve` for real: it starts again what ends, says once what can't be, and leaves nothing behind."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from judge.model.job import Job
from judge.problems.package import read_package
from judge.store import Store
from judge.submissions.read import handed_in
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


def test_what_is_killed_comes_again_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    with started(tmp_path, SHARING, "--problem", str(quiz(tmp_path))) as site:
        until(site.well)
        for part in ("web", "judge"):
            kill(site, part)
            assert f"the {part} process was ended by SIGKILL; it starts again" in site.said
        children = site.children()
        assert site.stop() == 0
        assert not any(map(alive, children))
        assert "Traceback" not in site.said


def test_a_restart_refuses_nobody_and_what_is_being_judged_goes_on(tmp_path: Path) -> None:
    package = quiz(tmp_path)
    with started(tmp_path, SHARING, "--problem", str(package)) as site:
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


def test_ctrl_c_twice_leaves_what_is_being_judged_to_the_next_start(tmp_path: Path) -> None:
    package = quiz(tmp_path)
    words = (SHARING, "--problem", str(package))
    with started(tmp_path, *words) as site:
        code = put(site, package, SLOW.replace(b"0.7", b"1.5"))
        site.process.send_signal(signal.SIGINT)
        until(lambda: "stopping" in site.said)
        assert site.stop() == 0
        with Store(site.store) as store:
            assert not now(store, code).over
    with started(tmp_path, *words), Store(site.store) as store:
        until(lambda: now(store, code).state == "done")


def test_a_restart_with_a_course_that_is_wrong_leaves_all_as_it_is(tmp_path: Path) -> None:
    package = quiz(tmp_path)
    with started(tmp_path, SHARING, "--problem", str(package)) as site:
        until(site.well)
        before = pids(site)
        (package / "problem.toml").write_text("nonsense")
        site.process.send_signal(signal.SIGHUP)
        until(lambda: "nothing was started again" in site.said)
        assert "error[E" in site.said
        assert (pids(site), site.status()) == (before, 200)


def test_its_processes_end_when_it_is_killed(tmp_path: Path) -> None:
    with started(tmp_path, SHARING, "--problem", str(quiz(tmp_path))) as site:
        until(site.well)
        children = site.children()
        site.process.kill()
        until(lambda: not any(map(alive, children)))
        assert site.status() == 0


def test_where_no_box_is_closed_it_ends_and_says_so_once(tmp_path: Path) -> None:
    with started(tmp_path, SHARING, "--problem", str(quiz(tmp_path)), "--sandbox", "plain", "-j", "2") as site:
        assert site.process.wait(60) == 2
        assert site.said.count("error[E463]") == site.said.count("error[") == 1
        assert not site.children()


def test_a_folder_with_modules_of_the_class_is_served(tmp_path: Path) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit(7)")
    with started(tmp_path, SHARING, "--problem", str(quiz(tmp_path))) as site:
        until(site.well)
