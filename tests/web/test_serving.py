"""`judge serve` for real: it starts again what ends, says once what can't be, and leaves nothing behind. What was
accepted is judged exactly once, whatever is killed meanwhile: the web process, judges, or what has started them."""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from judge.client import Site
from judge.errors import JudgeError
from judge.model import Job, Student, Verdict
from judge.problems import read_package
from judge.store import Store
from tests.web import judged
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
    until(site.well)
    with Store(site.store) as store:
        code = judged.put(store, read_package(package), "ada", source, time.time()).code
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


# --- kill -9, while many hand in ------------------------------------------------------------------------------------
KILLS: Final = 10  # half of them of judges
AT_ONCE: Final = 2
ENDED: Final = 3  # judges, while they were at one submission: that is not run again
STUDENTS: Final = 60


def tokens(path: Path) -> dict[str, str]:
    """Make an account for each student, and return the token of each."""
    with Store(path) as store:
        found = {}
        for number in range(STUDENTS):
            account = store.accounts.enter(Student(f"s{number}", ""), "student", "")
            found[account.owner], _ = store.credentials.make("token", account, "student", 600, account.owner)
        return found


def hand_in_all(running: Running, secrets: dict[str, str], accepted: dict[str, str]) -> None:
    """Hand in for each student, a program that nobody else has handed in, three at a time."""

    def hand_in(owner: str) -> None:
        time.sleep(0.2)
        site = Site(running.address, lambda _: secrets[owner])
        with suppress(JudgeError):
            accepted[owner] = site.submit("quiz", [("mine.py", f"# {owner}\n".encode() + RIGHT)]).job

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(hand_in, secrets))


def kill_some(running: Running, moments: random.Random) -> None:
    """Kill one process after the other, at random moments."""
    for part in moments.sample(["web", "judge"] * (KILLS // 2), KILLS):
        time.sleep(moments.uniform(0.05, 1.0))
        while not (found := running.part(part)):
            time.sleep(0.01)
        moments.choice(found).kill()


def test_what_was_accepted_is_judged_once_whatever_is_killed(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    package = quiz(tmp_path)
    with started(tmp_path, "--problem", str(package), "-j", str(AT_ONCE), "--share-core") as running:
        until(running.well)
        accepted: dict[str, str] = {}
        handing_in = threading.Thread(target=hand_in_all, args=(running, tokens(running.store), accepted))
        handing_in.start()
        until(lambda: accepted)
        kill_some(running, random.Random(seed))
        handing_in.join()
        assert len(accepted) > STUDENTS / 3
        with Store(running.store) as store:
            until(lambda: not store.queue.open())
            found = store.records(read_package(package))
            records = {one.owner: one for one in found}
            faults = {one.owner: one.judgement.prepare.finding for one in found}
            given_up = [owner for owner, fault in faults.items() if fault and fault.code == "E310"]
            assert len(found) == len(records)
            assert len(given_up) <= AT_ONCE * KILLS // 2 // ENDED
            for owner, code in accepted.items():
                job = store.queue.job(code)
                assert job
                assert (job.owner, job.state) == (owner, "done")
                assert job.judgement
                if owner in given_up:
                    continue
                rows = [run for _, run in store.queue.runs_of(job.judgement)]
                runs = [run for run in rows if not run.in_doubt]  # what others may have cost a verdict is run again
                assert sorted(run.case for run in runs) == ["four", "tiny"], (owner, rows)
                assert {run.verdict for run in runs} == {Verdict.AC}
                assert records[owner].judgement.points == 10
        children = running.children()
        running.process.kill()
        until(lambda: not any(map(alive, children)))
        assert (len(children), running.status()) == (3, 0)
